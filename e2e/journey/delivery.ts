import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import type { Desk } from '../pages.ts'
import * as w from './words.ts'

/** What was made goes into the bin. */
export async function putIn(desk: Desk): Promise<void> {
  const page = await desk.open(pages.inbound)
  await page.openTab(text('待完工入库', 'Finished goods'))
  await page.showsRow(w.wheel.code, '9')
  await page.row(w.wheel.code).press(text('入库', 'Put in'))
  const form = desk.dialog(text('完工入库', 'Put in'))
  await form.pick(text('库位', 'Bin'), w.bin.code)
  await form.finish(text('确认入库', 'Put in'))

  await desk.open(pages.manufacturingOrders)
  await page.showsRow(w.wheel.code, text('已入库', 'In warehouse'))
}

/** Nine new wheels and the one that was there leave for the customer: the order is done. */
export async function ship(desk: Desk): Promise<void> {
  const page = await desk.open(pages.salesOrders)
  // One was scrap: the order asks for it, and the wheel that was there stands in for it.
  await page.showsRow(w.customer.name, text('生产中', 'Producing'), text('1 未转工单', '1 on no MO'))
  await page.row(w.customer.name).press(text('更多操作', 'More actions'))
  await desk.page.getByRole('menuitem', { name: desk.say(text('发货', 'Ship')), exact: true }).click()
  await desk.at(pages.shipping)
  await page.row(w.wheel.code).press(text('发货', 'Ship'))
  const form = desk.dialog(text('发货', 'Ship'))
  await form.shows(String(w.ordered))
  await form.finish(text('确认发货', 'Ship'))
  await page.shows(text('已完成', 'Completed'))

  await desk.open(pages.salesOrders)
  await page.showsRow(w.customer.name, text('已完成', 'Completed'))

  await desk.open(pages.stock)
  await page.shows(text('还没有库存', 'No stock yet'))
}
