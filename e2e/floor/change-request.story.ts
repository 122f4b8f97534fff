// A foreman asks the planner for another machine and sees what it would do; the planner sees it anew, accepts, and the foreman is told.
// A hold that would make the order late is refused with a reason.

import { expect, type Page, test } from '@playwright/test'
import { addRole, alterRolePermissions } from '@qitao/access/model/member/role.calls.ts'
import { addUser } from '@qitao/access/model/member/user.calls.ts'
import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { moveTasks } from '@qitao/scheduling/model/schedule.calls.ts'
import { aPlannedMo, aPlant } from '@qitao/scheduling/testing/plant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const password = 'Story-2026-next'
const asks = text('申请计划变更', 'Ask for a change of the plan')
const requests = text('计划变更申请', 'Plan change requests')

/** A published order on the first saw tomorrow, and a foreman who has the workshop plan and dispatch. */
async function aShop(company: TestCompany) {
  const plant = await aPlant(company)
  const mo = await aPlannedMo(company, plant, 1)
  await company.as(async tx => {
    await sql`update production_task set publish_status = 1`.execute(tx)
    await sql`update mo set publish_status = 1, status = 30`.execute(tx)
  })
  const role = await company.admin.ok(addRole, { role_name: 'Foreman' })
  const page_paths = [pages.workshopPlan.path, pages.dispatch.path]
  await company.admin.ok(alterRolePermissions, { role_id: role.id, app_code: 'mep', page_paths, action_keys: null })
  await company.admin.ok(addUser, { account: 'foreman', name: 'Qian', password, role_ids: [role.id] })
  return { plant, mo }
}
const reads = async (page: Page, name: string) => {
  const { STORY_PICTURES: folder } = process.env
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

for (const language of languagesOf('change-request'))
  test(`another machine is asked for, accepted and told; a hold is refused (${language})`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const account = await newCompany('Change', 'Zhao')
    const { plant, mo } = await fill(baseURL!, account, aShop)
    const task_no = `${mo.no}-1`
    const context = await browser.newContext({ baseURL: baseURL! })
    const foreman = new Desk(await context.newPage(), language)
    await foreman.arrive({ ...account, account: 'foreman', password })

    // The foreman asks, and sees what it would do before he sends it.
    const shop = await foreman.open(pages.workshopPlan)
    await shop.press(text('后一天', 'The day after'))
    await reads(foreman.page, `board-${language}`)
    await shop.press(text(`申请变更 ${task_no}`, `Ask for a change of ${task_no}`))
    const asking = foreman.dialog(asks)
    await asking.pick(text('改到设备', 'On machine'), plant.saw2.machine_no)
    const effect = asking.root.getByRole('region', { name: foreman.say(text('对计划的影响', 'What it would do')) })
    await expect(effect).toContainText(foreman.say(text('没有工单因此延误', 'No order is late by it')))
    await expect(effect).toContainText(`${plant.saw.machine_no} → ${plant.saw2.machine_no}`)
    await asking.choose(text('原因', 'Reason'), text('设备故障或保养', 'Machine down or serviced'))
    await asking.fill(text('说明', 'Words'), 'Belt is worn')
    await reads(foreman.page, `ask-${language}`)
    await foreman.page.setViewportSize({ width: 390, height: 844 })
    await reads(foreman.page, `ask-phone-${language}`)
    await foreman.page.setViewportSize({ width: 1440, height: 900 })
    await asking.finish(text('提交申请', 'Send to the planner'))
    await expect(shop.button(text('变更申请（1）', 'Change requests (1)'))).toBeVisible()

    // The planner is told under the bell, sees it anew, and accepts it.
    const planner = new Desk(page, language)
    await planner.arrive(account)
    await page.getByRole('button', { name: planner.say(text('通知，1 条未读', 'Notices, 1 unread')) }).click()
    await page.getByRole('button', { name: planner.say(text('处理', 'Answer')), exact: true }).click()
    const drawer = planner.dialog(requests)
    await drawer.shows('Belt is worn', 'Qian', task_no)
    const now = drawer.root.getByRole('region', { name: planner.say(text('现在的影响', 'What it would do now')) })
    await expect(now).toContainText(planner.say(text('没有工单因此延误', 'No order is late by it')))
    await reads(page, `planner-${language}`)
    await drawer.press(text('在图上查看', 'Show on chart'))
    await drawer.press(text('同意', 'Accept'))
    await planner.agree()
    await expect(drawer.root.getByRole('listitem', { name: 'JHBG' })).toHaveCount(0)
    await expect(
      page.getByRole('button', { name: planner.say(text('查看变更申请：0', 'Show the change requests: 0')) }),
    ).toBeVisible()

    // The foreman is told, and sees the answer on his page.
    await foreman.page.getByRole('button', { name: foreman.say(text('通知，1 条未读', 'Notices, 1 unread')) }).click()
    await foreman.page.getByRole('button', { name: foreman.say(text('查看', 'Show')), exact: true }).click()
    const own = foreman.dialog(requests)
    await own.shows(text('已同意', 'Accepted'), 'Zhao')
    await reads(foreman.page, `own-${language}`)
    await own.escape()
    await shop.press(text('后一天', 'The day after'))

    // The same plan on the chart: what is chosen stands beside it, and nobody drags it.
    await foreman.page.getByText(foreman.say(text('甘特图', 'Chart')), { exact: true }).click()
    const bar = foreman.page.getByRole('gridcell', { name: new RegExp(mo.no) }).first()
    await bar.click()
    const chosen = foreman.page.getByRole('complementary', { name: foreman.say(text('任务详情', 'Task')) })
    await expect(chosen).toContainText(mo.no)
    await reads(foreman.page, `chart-${language}`)
    await foreman.page.setViewportSize({ width: 390, height: 844 })
    await reads(foreman.page, `chart-phone-${language}`)
    await foreman.page.setViewportSize({ width: 1440, height: 900 })
    await foreman.page.getByText(foreman.say(text('看板', 'Board')), { exact: true }).click()

    // A request is found by its number, and stands alone in what opens.
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: planner.say(text('查找单据、编号、名称或页面…', 'Find')) }).fill('JHBG')
    await page.getByRole('option', { name: /JHBG/ }).first().click()
    await expect(drawer.root.getByRole('listitem', { name: 'JHBG' })).toHaveCount(1)
    await reads(page, `found-${language}`)
    await drawer.escape()

    // A hold of the next step for a month makes the order late: it is said before, and the planner refuses.
    await shop.press(text(`申请变更 ${mo.no}-2`, `Ask for a change of ${mo.no}-2`))
    const holding = foreman.dialog(asks)
    await holding.root.getByText(foreman.say(text('暂缓', 'Hold')), { exact: true }).click()
    const until = holding.field(text('暂缓到', 'Hold until'))
    await until.fill(aMonthOn())
    await until.press('Enter')
    await expect(
      holding.root.getByRole('region', { name: foreman.say(text('对计划的影响', 'What it would do')) }),
    ).toContainText(foreman.say(text('1 个工单延误加重', '1 order is later')))
    await holding.choose(text('原因', 'Reason'), text('人员不足', 'Too few people'))
    // The planner moves the task meanwhile: the dialog reads it anew by itself, says so, and is sent as it is.
    await fill(baseURL!, account, company => anHourLater(company, `${mo.no}-2`))
    await expect(holding.root.getByRole('status')).toContainText(
      foreman.say(
        text('任务在此期间有变动，已重新读取', 'What was asked about has changed meanwhile and was read anew'),
      ),
    )
    await reads(foreman.page, `hold-${language}`)
    await holding.finish(text('提交申请', 'Send to the planner'))
    await page
      .getByRole('button', { name: planner.say(text('查看变更申请：1', 'Show the change requests: 1')) })
      .click()
    await drawer.shows(text('人员不足', 'Too few people'))
    await drawer.press(text('拒绝', 'Refuse'))
    const refusing = planner.dialog(planner.say(text('拒绝申请', 'Refuse request')))
    await refusing.fill(text('答复', 'Answer'), 'The order is promised')
    await refusing.finish(text('拒绝', 'Refuse'))
    await foreman.open(pages.workshopPlan)
    await foreman.main.press(text('变更申请', 'Change requests'))
    await own.shows('The order is promised', text('已拒绝', 'Refused'))
    await foreman.page.setViewportSize({ width: 390, height: 844 })
    await reads(foreman.page, `own-phone-${language}`)
    expect(await foreman.page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    expect([...planner.complaints, ...foreman.complaints]).toEqual([])
    await context.close()
  })

async function anHourLater(company: TestCompany, task_no: string) {
  const [task] = await company.as(tx =>
    rows(
      tx,
      sql<{ task_id: string; row_version: number; start_time: number; end_time: number }>`
        select id as task_id, row_version, start_time, end_time from production_task where task_no = ${task_no}`,
    ),
  )
  const { start_time, end_time, ...same } = task!
  await company.admin.ok(moveTasks, {
    tasks: [{ ...same, start_time: start_time + hourSeconds, end_time: end_time + hourSeconds }],
  })
}

const aMonthOn = (): string => {
  const day = new Date(Date.now() + 30 * 86_400_000)
  return `${day.toISOString().slice(0, 10)} 10:00`
}
