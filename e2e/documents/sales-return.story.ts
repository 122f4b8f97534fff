// What a customer gives back: from the order that was shipped, through the warehouse, to the credit on the order.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { addSalesOrder, showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { inDays, today } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation, aMaterial, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { shipOrder } from '@qitao/warehouse/model/fulfilment.calls.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('sales-return')) {
  test(`goods that come back are received, and credited to their order (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Returns', 'Ada')
    const order = await fill(baseURL!, account, async company => {
      const of = await company.as(async tx => {
        const made = { material_id: await aMaterial(tx, { precision: 0 }), location_id: await aLocation(tx) }
        await putIn(tx, { ...made, quantity: '20' })
        const { rows } = await sql<{ code: string }>`select code from location where id = ${made.location_id}`.execute(
          tx,
        )
        return { ...made, bin: rows[0]!.code }
      })
      const { id, no } = await company.admin.ok(addSalesOrder, {
        ...{ order_date: today, delivery_date: inDays(9), submit: true },
        lines: [{ material_id: of.material_id, quantity: '8', price: '2.5' }],
      })
      const { lines } = await company.admin.ok(showSalesOrder, { id })
      await company.admin.ok(shipOrder, { order_id: id, lines: [{ line_id: lines[0]!.id, quantity: '8' }] })
      return { no, bin: of.bin }
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)

    const orders = await desk.open(pages.salesOrders)
    await orders.shows(text('合计', 'Total'))
    await orders.row(order.no).press(text('更多操作', 'More actions'))
    await page.getByRole('menuitem', { name: desk.say(text('退货', 'Return')), exact: true }).click()
    const edit = await desk.at(pages.editSalesOrder)
    await edit.shows(text('取订单已发明细', 'Take the shipped lines of the order'))
    await expect(await edit.cell(1, text('退货数量', 'To come back'))).toContainText('8')
    await edit.type(1, text('退货数量', 'To come back'), '9')
    await edit.press(text('保存并提交', 'Save and submit'))
    await desk.told(text('最多可退8', 'At most 8 can come back'))
    await edit.type(1, text('退货数量', 'To come back'), '3')
    await edit.toggle(text('收货检验', 'Inspect on receipt'))
    await edit.press(text('保存并提交', 'Save and submit'))

    const back = await desk.at(pages.salesOrders)
    await back.openTab(text('退货', 'Returns'))
    await back.row(order.no).press(text('转入库单', 'Make receipt'))
    const inbound = await desk.at(pages.inbound)
    await inbound.row(text('销售退货入库', 'Sales return')).press(text('入库', 'Put in'))
    const put = desk.dialog(text('入库', 'Put in'))
    await put.shows(text('建议库位', 'Propose bins'))
    await put.take(1, text('库位', 'Bin'), order.bin)
    await put.finish(text('确认入库', 'Put in'))

    const returns = await desk.open(pages.salesOrders)
    await returns.openTab(text('退货', 'Returns'))
    await returns.showsRow(order.no, text('已完成', 'Completed'), '7.50')
    await returns.openTab(text('订单', 'Orders'))
    await returns.row(order.no).press(text('展开', 'Unfold'))
    await returns.shows(text('已退货', 'Returned'))
    expect(desk.complaints).toEqual([])
  })
}
