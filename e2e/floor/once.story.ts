// A reply is lost after the server has done what was asked: pressed again it is booked once, and the person learns of it.
import { expect, type Page, type Route, test } from '@playwright/test'
import type { AnyCall } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { aReleasedProduct } from '@qitao/engineering/testing/factories.ts'
import { listMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { inStock } from '@qitao/manufacturing/testing/factories.ts'
import { aCustomer, aUnit, materials } from '@qitao/masterdata/testing/factories.ts'
import { receiveArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { addSalesOrder, listSalesOrders, salesLinesToMo } from '@qitao/sales/model/sales-order.calls.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { anOrder, aProduct } from '@qitao/sales/testing/factories.ts'
import { addReport, listReports } from '@qitao/shopfloor/model/report.calls.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { listStockMovements } from '@qitao/stock/model/stock.calls.ts'
import { aLocation, aMaterial, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { shipOrder } from '@qitao/warehouse/model/fulfilment.calls.ts'
import { outboundCalls } from '@qitao/warehouse/model/receipt.calls.ts'
import { pickWaveCalls } from '@qitao/warehouse/model/wave/pick-wave.calls.ts'
import { type Caller, signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { Desk, Part } from '../pages.ts'

const lost = text('没有收到服务器的答复，可能已经完成', 'No answer came from the server')

/** The next request of the call reaches the server; its reply never arrives. Resolves when that has happened and is told. */
async function losingReply(desk: Desk, { path }: AnyCall, press: () => Promise<void>): Promise<void> {
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort('connectionreset')
    resolve()
  }
  await desk.page.route(`**${path}`, lose, { times: 1 })
  // Said when it is lost, while a question may still be closing: it goes after some seconds.
  await Promise.all([desk.told(lost), press()])
  await gone
}
const start = async (page: Page, name: string, baseURL: string) => {
  const account = await newCompany(name, 'Ada')
  const desk = new Desk(page, 'zh')
  return { account, desk, caller: await signIn(baseURL, account) }
}
const count = async (caller: Caller, call: AnyCall, input: object = {}): Promise<number> =>
  ((await caller.send(call, { page_size: 100, ...input })).output as { total: number }).total

test('a report counts once, also after the sheet was changed; what became of the first attempt is told', async ({
  page,
  baseURL,
}) => {
  const { account, desk, caller } = await start(page, 'Once floor', baseURL!)
  await fill(baseURL!, account, company => onTheFloor(company, { quantity: '10', stock: '100' }))
  await desk.arrive(account)
  const list = await desk.open(pages.productionReport)
  const open = async () => {
    const card = list.root.getByRole('listitem').first()
    await new Part(desk, card).press(text('报工', 'Report'))
    return new Part(desk, page.getByRole('dialog').filter({ hasText: '良品数' }))
  }
  const sheet = await open()
  await sheet.fill(text('良品数', 'Good'), '3')
  await losingReply(desk, addReport, () => sheet.pressBeginning(text('报工', 'Report')))
  await sheet.pressBeginning(text('报工', 'Report'))
  await expect(sheet.root).toBeHidden()
  expect(await count(caller, listReports)).toBe(1)

  const other = await open()
  await other.fill(text('良品数', 'Good'), '2')
  await losingReply(desk, addReport, () => other.pressBeginning(text('报工', 'Report')))
  await other.fill(text('良品数', 'Good'), '4')
  await other.pressBeginning(text('报工', 'Report'))
  await expect(page.getByRole('dialog', { name: '上一次提交已经完成' })).toBeVisible()
  expect(await count(caller, listReports)).toBe(2)
})

test('a draft whose answer was lost is not taken for submitted when that is pressed next', async ({
  page,
  baseURL,
}) => {
  const { account, desk, caller } = await start(page, 'Once draft', baseURL!)
  const customer = await fill(baseURL!, account, async company => {
    const { id: unit_id } = await aUnit(company, { precision: 0 })
    await materials(company, [{ code: 'P-1', kind: 2, unit_id }])
    return (await aCustomer(company)).code
  })
  await desk.arrive(account)
  const list = await desk.open(pages.salesOrders)
  await list.press(text('新建销售订单', 'New sales order'))
  await desk.at(pages.editSalesOrder)
  await list.pick(text('客户', 'Customer'), customer)
  await list.day(text('交付日期', 'Delivery date'), '2027-03-01')
  await list.take(1, text('物料', 'Material'), 'P-1')
  await list.type(1, text('数量', 'Quantity'), '5')
  await list.type(1, text('单价', 'Price'), '3')
  await losingReply(desk, addSalesOrder, () => list.press(text('保存草稿', 'Save draft')))
  await list.press(text('保存并提交', 'Save and submit'))
  await expect(page.getByRole('dialog', { name: '上一次提交已经完成' })).toBeVisible()
  const { output } = await caller.send(listSalesOrders, {})
  expect(output.result.map(({ status }) => status)).toEqual([salesOrderStatus.codes.init])
})

test('an order is added once, and made into one work order, from its row and in bulk', async ({ page, baseURL }) => {
  const { account, desk, caller } = await start(page, 'Once sales', baseURL!)
  const made = await fill(baseURL!, account, async company => {
    const { id: unit_id } = await aUnit(company, { precision: 0 })
    const [product] = await materials(company, [{ code: 'P-1', kind: 2, unit_id }])
    await aReleasedProduct(company, { material_id: product!.id })
    return { customer: (await aCustomer(company)).code, material_id: product!.id }
  })
  await desk.arrive(account)
  const list = await desk.open(pages.salesOrders)
  await list.press(text('新建销售订单', 'New sales order'))
  await desk.at(pages.editSalesOrder)
  await list.pick(text('客户', 'Customer'), made.customer)
  await list.day(text('交付日期', 'Delivery date'), '2027-03-01')
  await list.take(1, text('物料', 'Material'), 'P-1')
  await list.type(1, text('数量', 'Quantity'), '5')
  await list.type(1, text('单价', 'Price'), '3')
  await losingReply(desk, addSalesOrder, () => list.press(text('保存草稿', 'Save draft')))
  await list.press(text('保存草稿', 'Save draft'))
  await desk.at(pages.salesOrders)
  expect(await count(caller, listSalesOrders)).toBe(1)

  await list.row('待提交').press(text('提交', 'Submit'))
  await losingReply(desk, salesLinesToMo, async () => {
    await list.row('待办').press(text('转工单', 'Create MOs'))
    await desk.agree()
  })
  // As a person does who does not trust the page: what was asked is known after it is loaded again.
  await page.reload()
  await list.showsRow('P-1', text('计划中', 'Planning'))
  expect(await count(caller, listMos)).toBe(1)

  await fill(baseURL!, account, async company => {
    for (const quantity of ['2', '3']) await anOrder(company, { material_id: made.material_id, quantity })
  })
  await page.reload()
  await expect(list.row('待办').root).toHaveCount(2)
  for (const one of await list.row('待办').root.all()) await one.getByRole('checkbox').check()
  await losingReply(desk, salesLinesToMo, async () => {
    await list.press(text('批量转工单', 'Create MOs'))
    await desk.agree()
  })
  // The list is asked again, and shows that it was done.
  await expect(list.row('计划中').root).toHaveCount(3)
  expect(await count(caller, listMos)).toBe(3)
})

test('goods are received once and shipped once', async ({ page, baseURL }) => {
  const { account, desk, caller } = await start(page, 'Once store', baseURL!)
  await fill(baseURL!, account, async company => {
    const material_id = await aProduct(company, 'P-1')
    const supplier_id = await company.as(tx => aSupplier(tx))
    await company.as(tx => aLocation(tx))
    await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '20' }] })
    await anOrder(company, { material_id, quantity: '10' })
    await inStock(company, [material_id], '50')
  })
  const before = await count(caller, listStockMovements)
  await desk.arrive(account)
  const list = await desk.open(pages.arrivalPlan)
  await list.row('P-1').press(text('入库', 'Receive'))
  const receive = desk.dialog(text('到货入库', 'Receive'))
  await receive.type(1, text('本次入库', 'Now'), '5')
  await receive.take(1, text('库位', 'Bin'), 'L')
  await losingReply(desk, receiveArrivals, () => receive.press(text('确认入库', 'Put in')))
  await receive.finish(text('确认入库', 'Put in'))
  expect(await count(caller, listStockMovements)).toBe(before + 1)

  // Closed instead of pressed again: the list has what is open now, and so has the next dialog.
  await list.row('P-1').press(text('入库', 'Receive'))
  await receive.type(1, text('本次入库', 'Now'), '6')
  await receive.take(1, text('库位', 'Bin'), 'L')
  await losingReply(desk, receiveArrivals, () => receive.press(text('确认入库', 'Put in')))
  await receive.press(text('取消', 'Cancel'))
  await new Part(desk, page.getByRole('dialog').last()).press(text('放弃修改', 'Discard'))
  // Of the row alone: its number and day may hold the figure, too.
  await expect(list.row('P-1').root.getByRole('cell', { name: /^9\b/ })).toBeVisible()
  await list.row('P-1').press(text('入库', 'Receive'))
  await receive.take(1, text('库位', 'Bin'), 'L')
  await receive.finish(text('确认入库', 'Put in'))
  expect(await count(caller, listStockMovements)).toBe(before + 3)

  await desk.open(pages.salesOrders)
  await list.row('P-1').press(text('发货', 'Ship'))
  await desk.at(pages.shipping)
  await list.row('P-1').press(text('发货', 'Ship'))
  const ship = desk.dialog(text('发货', 'Ship'))
  await ship.type(1, text('本次发货', 'Now'), '4')
  await losingReply(desk, shipOrder, () => ship.press(text('确认发货', 'Ship')))
  await ship.finish(text('确认发货', 'Ship'))
  expect(await count(caller, listStockMovements)).toBe(before + 4)
})

test('goods are picked once for two documents, the figure stays until the answer is known', async ({
  page,
  baseURL,
}) => {
  const { account, desk, caller } = await start(page, 'Once pick', baseURL!)
  const material_id = await fill(baseURL!, account, company =>
    company.as(async tx => {
      const id = await aMaterial(tx, { precision: 0 })
      await putIn(tx, { material_id: id, location_id: await aLocation(tx), quantity: '100' })
      return id
    }),
  )
  const receipt = async (quantity: string) =>
    (await caller.send(outboundCalls.add, { submit: true, lines: [{ material_id, quantity }] })).output.id
  const ids = [await receipt('30'), await receipt('20')]
  const { id: wave_id } = (await caller.send(pickWaveCalls.add, { receipt_ids: ids })).output
  const [stop] = (await caller.send(pickWaveCalls.walk, { wave_id })).output.stops
  await desk.arrive(account)
  await page.goto(`${pages.scanWork.path}?kind=wave&id=${wave_id}`)
  await expect(page.getByLabel('扫描', { exact: true })).toBeFocused()
  for (const label of [stop!.location_code, stop!.material_code]) {
    await page.keyboard.type(label)
    await page.keyboard.press('Enter')
  }
  const picked = page.getByLabel('实拣数量', { exact: true })
  await expect(picked).toHaveValue('50')
  const confirm = page.getByRole('button', { name: '确认，下一站' })
  // More than they want is not cut down unasked.
  await picked.fill('60')
  await confirm.click()
  await desk.told(text('出库数量超过待出库数量50，请改小', 'The outbound quantity exceeds the pending quantity 50'))
  await expect(picked).toHaveValue('60')
  await picked.fill('40')
  await losingReply(desk, outboundCalls.confirm, () => confirm.click())
  await expect(picked).toBeDisabled()
  await expect(picked).toHaveValue('40')
  await confirm.click()
  await expect(page.getByRole('region', { name: '缺货' })).toContainText('40')
  const done = async (id: string) =>
    Number((await caller.send(outboundCalls.detail, { id })).output.lines[0]!.done_quantity)
  // The documents in the order of the walk: the first in full, the second with what was left.
  expect((await Promise.all(ids.map(done))).toSorted()).toEqual(
    stop!.parts[0]!.receipt_id === ids[0] ? [10, 30] : [20, 20],
  )
})
