import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import type { Desk } from '../pages.ts'
import * as w from './words.ts'

const wheels = String(w.ordered)

/** Of the two components one is in stock; the other will have to be bought. One wheel is left from before. */
export const postOpeningStock = (desk: Desk): Promise<void> =>
  postStock(desk, [
    [w.rim.code, wheels],
    [w.wheel.code, '1'],
  ])

/** Material and quantity, all into the one bin. */
export async function postStock(desk: Desk, lines: readonly (readonly [string, string])[]): Promise<void> {
  const page = await desk.open(pages.stock)
  await page.press(text('期初库存', 'Opening stock'))
  const form = desk.dialog(text('期初库存', 'Opening stock'))
  for (const [index, [material_code, quantity]] of lines.entries()) {
    if (index > 0) await form.press(text('添加一行', 'Add a row'))
    await form.take(index + 1, text('物料', 'Material'), material_code)
    await form.take(index + 1, text('库位', 'Bin'), w.bin.code)
    await form.type(index + 1, text('数量', 'Quantity'), quantity)
  }
  await form.finish(text('入账', 'Post'))
  for (const [material_code, quantity] of lines) await page.showsRow(material_code, w.bin.code, quantity)
}

/** A customer orders wheels; the order becomes an MO. */
export async function takeTheOrder(desk: Desk): Promise<void> {
  const page = await desk.open(pages.salesOrders)
  await page.press(text('新建销售订单', 'New sales order'))
  await desk.at(pages.editSalesOrder)
  await page.pick(text('客户', 'Customer'), w.customer.code)
  await page.day(text('交付日期', 'Delivery date'), dayFromToday(30))
  await page.take(1, text('物料', 'Material'), w.wheel.code)
  await page.type(1, text('数量', 'Quantity'), wheels)
  await page.type(1, text('单价', 'Price'), '520.5')
  await page.press(text('保存草稿', 'Save draft'))

  await desk.at(pages.salesOrders)
  await page.showsRow(w.customer.name, text('待提交', 'To submit'), '5,205')
  await page.row(w.customer.name).press(text('提交', 'Submit'))
  await page.showsRow(w.customer.name, text('待办', 'To do'))
  await page.row(w.customer.name).press(text('转工单', 'Create MOs'))
  await desk.agree()
  await page.showsRow(w.customer.name, text('计划中', 'Planning'))

  await desk.open(pages.manufacturingOrders)
  await page.showsRow(w.wheel.code, text('待办', 'To-do'), wheels)
}

/** Spokes are missing: the check says so, and replenishing asks to buy them. */
export async function findTheShortage(desk: Desk): Promise<void> {
  const page = await desk.open(pages.materialPlan)
  await page.showsRow(w.wheel.code, text('未检查', 'Not checked'))
  await page.pressBeginning(text('齐套检查', 'Check kitting'))
  await page.shows(text('检查1个工单：齐套0，缺料1', '1 checked: 0 kitted, 1 short'))
  await page.openTab(text('预齐套池', 'Pre-kitting'))
  await page.showsRow(w.wheel.code, text('缺料', 'Short of material'), w.spoke.code)

  await page.press(text('缺料清单', 'Shortages'))
  const shortages = desk.dialog(text('缺料清单', 'Shortages'))
  await shortages.shows(w.spoke.code, w.spokesNeeded)
  await shortages.finish(text('关闭', 'Close'))

  await page.pressBeginning(text('自动补料', 'Replenish'))
  const preview = desk.dialog(text('补料预览', 'Preview of the replenishment'))
  await preview.shows(text('子工单0个', '0 child orders'), text('采购申请1条', '1 purchase request'))
  await preview.shows(w.spoke.code, w.spokesNeeded)
  await preview.finish(text('生成', 'Make these'))
  await page.shows(text('生成子工单0个、采购申请1条', '0 child orders and 1 purchase request made'))
}

/** From the request to the order, to the bin. */
export async function buyTheSpokes(desk: Desk): Promise<void> {
  const page = await desk.open(pages.purchase)
  await page.openTab(text('采购申请', 'Requests'))
  await page.showsRow(w.spoke.code, w.spokesNeeded, text('待采购', 'Open'), text('缺料', 'Shortage'))
  await page.row(w.spoke.code).press(text('转采购订单', 'To purchase order'))
  const form = desk.dialog(text('采购申请转采购订单', 'Requests to purchase orders'))
  await form.type(1, text('单价', 'Price'), '0.8')
  await form.finish(text('生成采购订单', 'Make purchase orders'))

  await page.showsRow(w.supplier.name, text('待提交', 'Pending submit'), '224')
  await page.row(w.supplier.name).press(text('提交', 'Submit'))
  await page.showsRow(w.supplier.name, text('待入库', 'Pending inbound'))

  await desk.open(pages.arrivalPlan)
  await page.row(w.spoke.code).press(text('入库', 'Receive'))
  const receive = desk.dialog(text('到货入库', 'Receive'))
  await receive.take(1, text('库位', 'Bin'), w.bin.code)
  await receive.finish(text('确认入库', 'Put in'))

  await desk.open(pages.purchase)
  await page.openTab(text('采购订单', 'Purchase orders'))
  await page.showsRow(w.supplier.name, text('已完成', 'Completed'))
}

/** Now everything is there: the order is kitted and goes to the plan. */
export async function sendToPlan(desk: Desk): Promise<void> {
  const page = await desk.open(pages.materialPlan)
  await page.openTab(text('预齐套池', 'Pre-kitting'))
  await page.pressBeginning(text('齐套检查', 'Check kitting'))
  await page.showsRow(w.wheel.code, text('齐套', 'Kitting complete'))
  await page.row(w.wheel.code).root.getByRole('checkbox').check()
  await page.press(text('下发计划', 'Send to plan'))
  await page.openTab(text('已下计划', 'In the plan'))
  await page.showsRow(w.wheel.code, text('已计划', 'Planned'))
}

/** In the organisation's zone. */
function dayFromToday(days: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now() + days * 86_400_000)
}
