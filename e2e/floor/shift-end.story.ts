// The end of a shift: a machine has stood for long, nobody has come, the planner is asked to put the plan right; then the leader hands the
// shift over with what is open, and who goes on takes it.

import { expect, test } from '@playwright/test'
import { addRole, alterRolePermissions } from '@qitao/access/model/member/role.calls.ts'
import { addUser } from '@qitao/access/model/member/user.calls.ts'
import { text } from '@qitao/core/text.ts'
import { addDays, dayOf } from '@qitao/core/time.ts'
import { setCalendar } from '@qitao/masterdata/model/calendar/calendar.calls.ts'
import { aWorkgroup } from '@qitao/masterdata/testing/factories.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { callAndon } from '@qitao/shopfloor/model/andon/andon.calls.ts'
import { andonCause } from '@qitao/shopfloor/model/andon/andon.status.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { fill, newCompany, strike } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const password = 'Story-2026-next'
const zone = 'Asia/Shanghai'
const everyDay = [1, 2, 3, 4, 5, 6, 7]

for (const language of languagesOf('shift-end'))
  test(`a stop asks for a repair, and the shift is handed over (${language})`, async ({ page, browser, baseURL }) => {
    const account = await newCompany('Shift', 'Zhao')
    const floor = await fill(baseURL!, account, async company => {
      await company.admin.ok(setCalendar, {
        ...{ name: 'Around the clock', is_default: true },
        shifts: [{ name: 'Shift A', week_days: everyDay, start_second: 0, end_second: 86_400, breaks: [] }],
      })
      const made = await onTheFloor(company, { stock: '10' })
      const group = await aWorkgroup(company, { name: 'Lathe group', member_ids: [company.admin.user_id] })
      await company.as(tx => sql`update device set workgroup_id = ${group.id} where id = ${made.device_id}`.execute(tx))
      const role = await company.admin.ok(addRole, { role_name: 'Leader' })
      const page_paths = [pages.workshopPlan.path]
      await company.admin.ok(alterRolePermissions, { role_id: role.id, app_code: 'mep', page_paths, action_keys: null })
      await company.admin.ok(addUser, { account: 'next', name: 'Qian', password, role_ids: [role.id] })
      // Called an hour ago.
      await company.admin.ok(callAndon, { task_id: made.task_ids[0]!, cause: andonCause.codes.machine, remark: 'Belt' })
      await company.as(tx => sql`update andon_call set called_time = called_time - 3600`.execute(tx))
      // In the afternoon: no task stands in the stop that is proposed, whatever the hour.
      await company.as(tx =>
        sql`update production_task set setup_start_time = setup_start_time + 28800, start_time = start_time + 28800, end_time = end_time + 28800`.execute(
          tx,
        ),
      )
      return made
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)

    // The clock: the call has reached the end of its way, and the planner is asked.
    await expect.poll(() => strike('andon_clock')).toBe(true)
    await page.getByRole('button', { name: desk.say(text('通知，2 条未读', 'Notices, 2 unread')) }).click()
    await page.getByRole('button', { name: desk.say(text('登记停机', 'Enter the stop')) }).click()
    const stop = desk.dialog(text(`${floor.machine_no} 停机或冻结`, `${floor.machine_no} is down or frozen`))
    await stop.press(text('冻结', 'Block'))
    await expect(stop.root).toBeHidden()

    // The leader hands tomorrow's shift over.
    const plan = await desk.open(pages.workshopPlan)
    const calls = plan.root.getByRole('region', { name: desk.say(text('未解决的呼叫', 'Open calls for help')) })
    await expect(calls).toContainText(desk.say(text('已升级到主管', 'Raised to the manager')))
    if (dayOf(inDays(1), zone) !== addDays(dayOf(inDays(0), zone), 1)) throw new Error('tomorrow is not tomorrow')
    await plan.press(text('后一天', 'The day after'))
    await plan.pick(text('班组', 'Workgroup'), 'Lathe group')
    await plan.choose(text('班次', 'Shift'), 'Shift A 00:00–00:00')
    await plan.press(text('交接班', 'Shift hand-over'))
    const drawer = desk.dialog(text('交接班', 'Shift hand-over'))
    await drawer.press(text('交班', 'Hand over'))
    const giving = desk.dialog(text('交班：Shift A', 'Hand over: Shift A'))
    await giving.shows(floor.machine_no)
    await giving.pick(text('接班人', 'Taken over by'), 'Qian')
    await giving.fill(text('交班说明', 'Note'), 'Belt is worn')
    await giving.finish(text('交班', 'Hand over'))
    await drawer.shows('Belt is worn')

    // Who goes on takes it.
    const context = await browser.newContext({ baseURL: baseURL! })
    const next = new Desk(await context.newPage(), language)
    await next.arrive({ ...account, account: 'next', password })
    await next.page.setViewportSize({ width: 390, height: 844 })
    await next.page.goto(pages.workshopPlan.path)
    await expect(next.page.getByRole('alert')).toContainText('Shift A')
    await next.main.press(text('查看', 'Show'))
    await next.dialog(text('交接班', 'Shift hand-over')).press(text('接班', 'Take over'))
    const taking = next.dialog(next.say(text('接班：', 'Take over: ')))
    await taking.shows('Belt is worn', floor.machine_no)
    await taking.fill(text('接班说明', 'Answer'), 'Seen')
    await taking.finish(text('确认接班', 'I take over'))
    await next.dialog(text('交接班', 'Shift hand-over')).shows('Seen')
    expect(await next.page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    expect([...desk.complaints, ...next.complaints]).toEqual([])
    await context.close()
  })
