// A leader gives a shift away by proposal: sees the plan of the workshop, takes part of what is proposed, and the worker finds it.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { addDays, dayOf, daySeconds, instantAt } from '@qitao/core/time.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { setCalendar } from '@qitao/masterdata/model/calendar/calendar.calls.ts'
import { aWorkgroup } from '@qitao/masterdata/testing/factories.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const zone = 'Asia/Shanghai'

for (const language of languagesOf('workshop'))
  test(`a shift is given away by proposal, in part, and the worker finds his task (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Workshop', 'Wu')
    const floor = await fill(baseURL!, account, async company => {
      await company.admin.ok(setCalendar, {
        name: 'Around the clock',
        is_default: true,
        shifts: [{ name: 'Shift A', week_days: everyDay, start_second: 0, end_second: 86_400, breaks: [] }],
      })
      const made = await onTheFloor(company, { dispatched: false, stock: '10' })
      // Its day begins where days of UTC do; in the factory it may have begun already.
      const today = dayOf(Math.floor(Date.now() / 1000), zone)
      const later = dayOf(inDays(1), zone) === today ? daySeconds : 0
      await company.as(tx =>
        sql`update production_task set setup_start_time = setup_start_time + ${later}::bigint, start_time = start_time + ${later}::bigint,
          end_time = end_time + ${later}::bigint where id = any(${made.task_ids}::uuid[])`.execute(tx),
      )
      const group = await aWorkgroup(company, { member_ids: [company.admin.user_id] })
      await company.as(tx => sql`update device set workgroup_id = ${group.id} where id = ${made.device_id}`.execute(tx))
      return made
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const plan = await desk.open(pages.workshopPlan)
    // Nothing stands today; tomorrow the machine has two tasks, of which the second waits for the first.
    const machine = plan.root.getByRole('region', { name: floor.machine_no })
    await expect(machine).toContainText(desk.say(text('没有任务', 'No task')))
    await plan.press(text('后一天', 'The day after'))
    await expect(machine.getByRole('listitem')).toHaveCount(2)
    await expect(machine.getByRole('listitem').first()).toContainText(desk.say(text('下一个', 'Next')))
    await expect(machine.getByRole('listitem').last()).toContainText(
      desk.say(text('等前道工序', 'Waits for the step before')),
    )

    await plan.press(text('派工建议', 'Propose dispatch'))
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('row', { name: floor.machine_no })).toHaveCount(2)
    await expect(dialog).toContainText(desk.say(text('没有做过该工序的记录', 'no report of this process yet')))
    // The leader keeps the second for later.
    await dialog.getByRole('row', { name: floor.machine_no }).last().getByRole('checkbox').uncheck()
    await dialog.getByRole('button', { name: desk.say(text('派工 1 个任务', 'Dispatch 1 task')) }).click()
    await expect(dialog).toBeHidden()
    await expect(machine.getByRole('listitem').first()).toContainText('Wu')
    await expect(machine.getByRole('listitem').last()).not.toContainText('Wu')

    // He calls for help from his task; the leader sees it on the plan, comes, and says what was done.
    const report = await desk.open(pages.productionReport)
    await expect(
      report.root.getByRole('list', { name: desk.say(text('我的任务', 'My tasks')) }).getByRole('listitem'),
    ).toHaveCount(1)
    const card = report.root.getByRole('list', { name: desk.say(text('我的任务', 'My tasks')) }).getByRole('listitem')
    await card.getByRole('button', { name: desk.say(text('呼叫', 'Call')), exact: true }).click()
    const calling = page.getByRole('dialog')
    await calling.getByText(desk.say(text('设备', 'Machine')), { exact: true }).click()
    await calling.getByRole('button', { name: desk.say(text('呼叫', 'Call')) }).click()
    await expect(calling).toBeHidden()
    const again = await desk.open(pages.workshopPlan)
    const calls = again.root.getByRole('region', { name: desk.say(text('未解决的呼叫', 'Open calls for help')) })
    await expect(calls.getByRole('listitem')).toContainText(floor.machine_no)
    await calls.getByRole('button', { name: desk.say(text('响应', 'Answer')), exact: true }).click()
    await expect(calls.getByRole('listitem')).toContainText(desk.say(text('处理中', 'Answered')))
    await calls.getByRole('button', { name: desk.say(text('解决', 'Solve')), exact: true }).click()
    const solving = desk.dialog(text('解决呼叫', 'Solve the call'))
    await solving.fill(text('处理结果', 'What was done'), 'New belt')
    await solving.finish(text('解决', 'Solve'))
    await expect(calls).toBeHidden()
    expect(desk.complaints).toEqual([])
  })

for (const language of languagesOf('workshop'))
  test(`as yesterday: whoever goes back to a machine leaves the one he was proposed for (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Workshop', 'Wu')
    const [one, other] = await fill(baseURL!, account, async company => {
      await company.admin.ok(setCalendar, {
        name: 'Around the clock',
        is_default: true,
        shifts: [{ name: 'Shift A', week_days: everyDay, start_second: 0, end_second: 86_400, breaks: [] }],
      })
      const floors = [
        await onTheFloor(company, { dispatched: false, stock: '10' }),
        await onTheFloor(company, { dispatched: false, stock: '10' }),
        await onTheFloor(company, { stock: '10' }),
      ] as const
      const group = await aWorkgroup(company, { member_ids: [company.admin.user_id] })
      const [first, second, before] = floors
      // Noon of tomorrow for both machines; at the second one there was somebody a day before, whose task is done.
      const noon = instantAt(addDays(dayOf(Math.floor(Date.now() / 1000), zone), 1), daySeconds / 2, zone)
      await company.as(async tx => {
        await sql`update device set workgroup_id = ${group.id} where id in (${first.device_id}, ${second.device_id})`.execute(
          tx,
        )
        await sql`update production_task set status = ${taskStatus.codes.done}`.execute(tx)
        for (const [id, start, device_id, status] of [
          [first.task_ids[0], noon, first.device_id, taskStatus.codes.not_started],
          [second.task_ids[0], noon + 600, second.device_id, taskStatus.codes.not_started],
          [before.task_ids[0], noon - daySeconds, second.device_id, taskStatus.codes.done],
        ] as const)
          await sql`update production_task set setup_start_time = ${start}::bigint, start_time = ${start}::bigint, end_time = ${start}::bigint + 3600,
            device_id = ${device_id}, status = ${status} where id = ${id}`.execute(tx)
      })
      return [first, second] as const
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const plan = await desk.open(pages.workshopPlan)
    await plan.press(text('后一天', 'The day after'))
    await plan.press(text('派工建议', 'Propose dispatch'))
    const dialog = page.getByRole('dialog')
    const rowOf = (machine_no: string) => dialog.getByRole('row', { name: machine_no }).first()
    await expect(rowOf(one.machine_no)).toContainText('Wu')
    await expect(rowOf(other.machine_no)).not.toContainText('Wu')
    await dialog.getByRole('button', { name: desk.say(text('照昨天派工（1）', 'As yesterday (1)')) }).click()
    await expect(rowOf(other.machine_no)).toContainText('Wu')
    await expect(rowOf(one.machine_no)).not.toContainText('Wu')
    await expect(rowOf(one.machine_no).getByRole('checkbox')).not.toBeChecked()
  })
