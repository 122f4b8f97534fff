import { expect, type Locator } from '@playwright/test'
import { type Text, text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { type Desk, Part } from '../pages.ts'
import * as w from './words.ts'

type Product = { name: Text }

/** Both tasks go to the one who is signed in. */
export async function dispatch(desk: Desk): Promise<void> {
  const page = await desk.open(pages.dispatch)
  for (const process of w.steps) {
    await page.row(process.name).press(text('派工', 'Dispatch'))
    const form = desk.dialog(text('派工', 'Dispatch'))
    await form.pickAlso(text('人员', 'People'), desk.say(w.worker))
    await form.finish(text('派工', 'Dispatch'))
    await page.showsRow(process.name, text('已派工', 'Dispatched'), w.worker)
  }
}

/** Lacing makes nine good and one bad; truing may begin only then, and ends the nine. */
export async function report(desk: Desk): Promise<void> {
  const page = await desk.open(pages.productionReport)
  await expect(card(page, w.truing)).toContainText(desk.say(text('等待前道工序报工', 'Waits for the step before')))

  await reportOne(desk, page, w.lacing, { good: '9', bad: '1', reason: text('断辐条', 'Broken spoke') })
  await expect(card(page, w.lacing)).toBeHidden()
  await expect(card(page, w.truing)).toContainText(desk.say(text('现在可报9', 'Available now9')))

  // Nothing more can come to it: it ends with this.
  await reportOne(desk, page, w.truing, { good: '9' })
  await expect(card(page, w.truing)).toBeHidden()
  await page.shows(text('没有派给您的任务', 'No task is given to you'))

  await desk.open(pages.manufacturingOrders)
  await page.showsRow(w.wheel.code, text('生产完成', 'Completed'))
}

async function reportOne(
  desk: Desk,
  page: Part,
  process: Product,
  { good, bad, reason }: { good: string; bad?: string; reason?: Text },
): Promise<void> {
  await new Part(desk, card(page, process)).press(text('报工', 'Report'))
  const panel = new Part(desk, desk.page.getByRole('dialog', { name: desk.say(process.name) }))
  await panel.fill(text('良品数', 'Good'), good)
  if (bad) await panel.fill(text('不良数', 'Scrap'), bad)
  if (reason) await panel.fill(text('不良原因', 'Scrap reason'), desk.say(reason))
  await panel.pressBeginning(text('报工', 'Report'))
  await expect(panel.root).toBeHidden()
}

const card = (page: Part, { name }: Product): Locator =>
  page.root
    .getByRole('list', { name: page.desk.say(text('我的任务', 'My tasks')) })
    .getByRole('listitem')
    .filter({ hasText: page.desk.say(name) })
