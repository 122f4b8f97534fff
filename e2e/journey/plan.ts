import { expect, type Locator } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import type { Desk, Part } from '../pages.ts'
import * as w from './words.ts'

const toPlan = (desk: Desk): Promise<Part> => desk.open(pages.productionPlan)

/** The engine places both operations; the chart shows them on their machines. */
export async function schedule(desk: Desk, { kits = true } = {}): Promise<void> {
  const page = await toPlan(desk)
  await page.shows(w.wheel.code, text('待排 1', 'To place 1'))
  if (kits) await page.shows(text('齐套', 'Kitting complete'))
  else await expect(page.root).not.toContainText(desk.say(text('齐套', 'Kitting')))
  await page.press(text('自动排程', 'Schedule'))
  const dialog = desk.dialog(text('自动排程', 'Schedule automatically'))
  await dialog.choose(text('优化时间', 'Time to improve'), text('10秒', '10 s'))
  await dialog.finish(text('开始排程（1单）', 'Schedule 1 order'))
  await page.shows(
    text('排程完成：已排1单，延期0单，未排0单（版本1）', 'Scheduled 1 order, 0 late, 0 not placed (version 1)'),
  )
  await page.shows(text('已排 1', 'Placed 1'))
  await expect(bar(page, w.bench.code)).toBeVisible()
  await expect(bar(page, w.stand.code)).toBeVisible()
}

/** A task is dragged and put back; before the step that feeds it, it may not go. */
export async function moveTasks(desk: Desk): Promise<void> {
  const page = await toPlan(desk)
  const truing = bar(page, w.stand.code)
  const placed = await nameOf(truing)
  await page.press(text('适应', 'Fit'))
  await drag(desk, truing, 0.3)
  await expect.poll(() => nameOf(truing)).not.toBe(placed)
  await page.press(text('撤销', 'Undo'))
  await expect.poll(() => nameOf(truing)).toBe(placed)

  await drag(desk, truing, -0.6)
  await page.shows(
    text('任务结束时间早于前道工序允许的时间', 'The task ends earlier than the preceding operation allows'),
    w.lacing.name,
  )
  expect(await nameOf(truing)).toBe(placed)
}

/** The floor is told. */
export async function publish(desk: Desk): Promise<void> {
  const page = await toPlan(desk)
  await page.press(text('发布计划', 'Publish'))
  const dialog = desk.dialog(text('发布计划', 'Publish the plan'))
  await dialog.showsRow(w.wheel.code, text('满足交期', 'Deadline met'))
  await dialog.finish(text('发布1单', 'Publish 1 order'))

  await desk.open(pages.manufacturingOrders)
  await page.showsRow(w.wheel.code, text('待生产', 'To be produced'), text('已排产', 'Scheduled'))
  await desk.open(pages.salesOrders)
  await page.showsRow(w.customer.name, text('待生产', 'To produce'))
}

/** The one task of a machine, in the chart's grid for assistive technology, which lies over the painted bars. */
const bar = (page: Part, machine_no: string): Locator =>
  page.root
    .getByRole('grid', { name: page.desk.say(text('生产计划', 'Production plan')) })
    .getByRole('gridcell', { name: machine_no })
const nameOf = async (task: Locator): Promise<string> => (await task.getAttribute('aria-label')) ?? ''

/** By so many times the length of the bar. */
async function drag(desk: Desk, task: Locator, lengths: number): Promise<void> {
  const { page } = desk
  await expect(task).toHaveAttribute('aria-busy', 'false')
  await expect(task.locator('xpath=ancestor::*[@role="grid"]')).toHaveAttribute('data-ready', 'true') // at rest
  await task.hover()
  const box = (await task.boundingBox())!
  const pixels = box.width * lengths
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.down()
  await page.mouse.move(x + pixels / 2, y, { steps: 5 })
  await page.mouse.move(x + pixels, y, { steps: 5 })
  await page.mouse.up()
}
