// What follows from cancelling an order is agreed to before; what was changed of its lines stands in its history.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { aReleasedProduct, someMaterials } from '@qitao/engineering/testing/factories.ts'
import { processes } from '@qitao/masterdata/testing/factories.ts'
import {
  addSalesOrder,
  salesLinesToMo,
  showSalesOrder,
  updateSalesOrder,
} from '@qitao/sales/model/sales-order.calls.ts'
import { aProduct, inDays, today } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const cancel = text('取消', 'Cancel')

for (const language of languagesOf('order-cancel')) {
  test(`an order is cancelled with its work orders, once what follows is agreed to (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Cancel', 'Ada')
    const { order, mo_nos } = await fill(baseURL!, account, async company => {
      const [cut] = await processes(company, [{ name: 'Cut' }])
      const [steel] = await someMaterials(company, 1)
      const steps = [{ process_id: cut!.id, cycle_seconds: '360' }]
      const { material_id } = await aReleasedProduct(company, { components: [{ material_id: steel!.id }], steps })
      const lines = [{ material_id, quantity: '10' }]
      const given = { order_date: today, delivery_date: inDays(7), submit: true, lines }
      const order = await company.admin.ok(addSalesOrder, given)
      const { mo_nos } = await company.admin.ok(salesLinesToMo, { order_ids: [order.id] })
      return { order, mo_nos }
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.salesOrders)
    await list.showsRow(order.no)
    const row = list.row(order.no)
    if ((await row.button(cancel).count()) > 0) await row.press(cancel)
    else {
      await row.root.getByRole('button', { name: desk.say(text('更多', 'More')) }).click()
      await page.getByRole('menuitem', { name: desk.say(cancel), exact: true }).click()
    }
    const dialog = desk.dialog(
      text(`取消订单 ${order.no}：以下单据怎么处理`, `Cancel order ${order.no}: what becomes of these`),
    )
    await dialog.shows(mo_nos[0]!)
    await dialog.press(text('取消订单（接受1项）', 'Cancel the order, accepting 1'))
    await expect(dialog.root).toBeHidden()
    const orders = await desk.open(pages.manufacturingOrders)
    await expect(orders.root.getByText(mo_nos[0]!)).toHaveCount(0)
    expect(desk.complaints).toEqual([])
  })

  test(`the history of an order tells what was changed of its lines (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('History', 'Ada')
    const no = await fill(baseURL!, account, async company => {
      const lines = [
        { material_id: await aProduct(company, 'WHEEL'), quantity: '10', price: '3' },
        { material_id: await aProduct(company, 'SPOKE'), quantity: '22', price: '2' },
      ]
      const days = { order_date: today, delivery_date: inDays(9) }
      const { id, no } = await company.admin.ok(addSalesOrder, { ...days, submit: false, lines })
      const stored = await company.admin.ok(showSalesOrder, { id })
      const changed = stored.lines.map(({ id, material_id, quantity, price }) => ({
        ...{ id, material_id, price, quantity: Number(quantity) === 22 ? '25' : quantity },
      }))
      const { row_version } = stored.record
      await company.admin.ok(updateSalesOrder, { id, row_version, no, ...days, lines: changed })
      return no
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.salesOrders)
    await list.press(no)
    const form = await desk.at(pages.editSalesOrder)
    await form.press(text('修改记录', 'History'))
    const history = desk.dialog(text('修改记录', 'History'))
    await history.shows(text('修改第2行', 'Line 2 changed'), 'SPOKE')
    await expect(history.root).toContainText(/22\s*→\s*25/)
    expect(desk.complaints).toEqual([])
  })
}
