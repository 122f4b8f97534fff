// A machine stops: the planner's bell says so and leads to the conflicts, and from there the plan is put right.
import { expect, test } from '@playwright/test'
import { type Text, text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { aFreeze } from '@qitao/masterdata/testing/factories.ts'
import { conflictKind } from '@qitao/scheduling/model/conflict/conflict.status.ts'
import { aPlannedMo, aPlant, at } from '@qitao/scheduling/testing/plant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany, strike } from '../company.ts'
import { Desk } from '../pages.ts'

test('a stop rings, is listed with its cause and put right', async ({ page, baseURL }) => {
  test.setTimeout(180_000)
  const account = await newCompany('Conflicts', 'Cao')
  const { hit, machine_no } = await fill(baseURL!, account, async company => {
    const plant = await aPlant(company)
    const hit = await aPlannedMo(company, plant, 3)
    await aPlannedMo(company, plant, 6)
    await aFreeze(company, { device_id: plant.saw.id, start_time: at(3, 7), end_time: at(3, 7) + 2 * daySeconds })
    return { hit, machine_no: plant.saw.machine_no }
  })
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  // The clock looks each minute.
  await expect.poll(() => strike('conflict_clock')).toBe(true)
  const bell = page.getByRole('button', { name: desk.say(text('通知，1 条未读', 'Notices, 1 unread')) })
  await expect(bell).toBeVisible({ timeout: 100_000 })
  await bell.click()
  await page.getByRole('button', { name: desk.say(text('查看冲突', 'Show them')), exact: true }).click()
  const drawer = desk.dialog(text('计划冲突', 'Conflicts of the plan'))
  await drawer.shows(conflictKind.stateOf('machine'), hit.no, machine_no, text('换一台设备', 'Take another machine'))
  await drawer.press(text('修复计划', 'Repair plan'))
  const dialog = desk.dialog(text('修复计划', 'Repair the plan'))
  await dialog.shows(hit.no, text('移动最少', 'Fewest moves'))
  await dialog.finish(text('移动这些任务', 'Move these tasks'))
  const main = await desk.at(pages.productionPlan)
  const conflicts = (count: number) =>
    expect(main.root.locator('dl')).toContainText(desk.say(text(`计划冲突${count}`, `Conflicts${count}`)))
  await conflicts(0)
  // A repair is a step like a drag: undone whole, and done again.
  const step = (name: Text) => page.getByRole('button', { name: desk.say(name), exact: true }).click()
  await step(text('撤销', 'Undo'))
  await conflicts(1)
  await step(text('重做', 'Redo'))
  await conflicts(0)
})
