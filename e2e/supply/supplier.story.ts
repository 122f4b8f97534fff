// What a supplier asks is kept and put into an order; how he keeps his word is learnt from what came, and stands in his score.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { dayOf } from '@qitao/core/time.ts'
import { showSupplierDelays } from '@qitao/masterdata/model/partner/supplier-delay.calls.ts'
import { aPurchaseOrder, aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany, strike } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const dayShown = (days: number) => dayOf(inDays(days), 'Asia/Shanghai')

for (const language of languagesOf('supplier')) {
  test(`a price is kept, put into an order, and one far from it is pointed out (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Prices', 'Ada')
    await fill(baseURL!, account, company =>
      company.as(async tx => {
        await aMaterial(tx)
        await aSupplier(tx)
        await sql`update material set code = 'RIM-1', name = 'Rim'`.execute(tx)
        await sql`update supplier set name = 'Rims Ltd'`.execute(tx)
      }),
    )
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.unitPrices)
    await list.root
      .getByRole('button', { name: desk.say(text('新建', 'New')) })
      .first()
      .click()
    const form = desk.dialog(text('新建采购单价', 'New purchase prices'))
    await form.pick(text('供应商', 'Supplier'), 'Rims Ltd')
    await form.pick(text('物料', 'Material'), 'RIM-1')
    await form.type(1, text('单价', 'Price'), '10')
    await form.press(text('添加一行', 'Add a row'))
    await form.type(2, text('起始数量', 'From quantity'), '100')
    await form.type(2, text('单价', 'Price'), '8')
    await form.press(text('保存', 'Save'))
    await list.showsRow('RIM-1', 'Rims Ltd', '100', '8 CNY')
    await list.showsRow('RIM-1', 'Rims Ltd', '10 CNY', text('生效中', 'Valid'))

    const orders = await desk.open(pages.purchase)
    await orders.openTab(text('采购订单', 'Purchase orders'))
    await orders.press(text('新建采购订单', 'New purchase order'))
    await desk.at(pages.editPurchase)
    await expect(orders.button(text('添加一行', 'Add a row'))).toBeVisible()
    await orders.pick(text('供应商', 'Supplier'), 'Rims Ltd')
    await orders.take(1, text('物料', 'Material'), 'RIM-1')
    const price = text('单价', 'Price')
    const advice = await orders.cell(1, text('价格提示', 'Price advice'))
    await orders.type(1, text('采购数量', 'Purchase quantity'), '40')
    await expect(await orders.cell(1, price)).toHaveText('10')
    await expect(advice).toContainText(desk.say(text('满 100 为 8', '8 from 100')))
    await orders.type(1, text('采购数量', 'Purchase quantity'), '100')
    await expect(await orders.cell(1, price)).toHaveText('8')
    // What somebody has typed stays, and is pointed out.
    await orders.type(1, price, '12')
    await expect(advice).toContainText(desk.say(text('偏离约定价 +50%', '+50% against the agreed price')))
    await orders.type(1, text('采购数量', 'Purchase quantity'), '50')
    await expect(advice).toContainText(desk.say(text('约定价 10', 'Agreed 10')))
    await expect(advice).not.toContainText('%')
    await expect(await orders.cell(1, price)).toHaveText('12')
    // Cleared it stays so, when the draft is opened again, too.
    await orders.type(1, price, '')
    await orders.press(text('保存草稿', 'Save draft'))
    await desk.at(pages.purchase)
    await orders.row('Rims Ltd').press(text('编辑', 'Edit'))
    await desk.at(pages.editPurchase)
    await expect(await orders.cell(1, text('价格提示', 'Price advice'))).toContainText(
      desk.say(text('约定价 10', 'Agreed 10')),
    )
    await expect(await orders.cell(1, price)).toHaveText('—')
    await orders.type(1, price, '12')
    await orders.press(text('保存', 'Save'))
    await desk.at(pages.purchase)
    await orders.showsRow('Rims Ltd', '600')
  })

  test(`how late a supplier is, is learnt and shown where he is waited for (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Delays', 'Ada')
    await fill(baseURL!, account, async company => {
      const { material_id, supplier_id } = await company.as(async tx => ({
        material_id: await aMaterial(tx),
        supplier_id: await aSupplier(tx),
      }))
      await company.as(tx => sql`update supplier set name = 'Late Ltd', code = 'LATE'`.execute(tx))
      for (const late of [0, 0, 2, 3, 3]) {
        const materials = [{ material_id, quantity: '1', eta: inDays(-3) }]
        const { id } = await aPurchaseOrder(company, { supplier_id, materials })
        await company.as(tx =>
          sql`update purchase_order_line set received_quantity = quantity, arrival_time = ${inDays(late - 3)} where order_id = ${id}`.execute(
            tx,
          ),
        )
      }
      await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '7', eta: inDays(4) }] })
      await strike('supplier_delays_clock')
      await expect.poll(async () => (await company.admin.ok(showSupplierDelays, {})).suppliers.length).toBe(1)
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const arrivals = await desk.open(pages.arrivalPlan)
    await arrivals.showsRow(dayShown(4), `${dayShown(6)} ~ ${dayShown(7)}`)
    const suppliers = await desk.open(pages.suppliers)
    await suppliers.showsRow('Late Ltd', text('P50 晚2天 · P90 晚3天', 'P50 2 d late · P90 3 d late'))

    const purchase = await desk.open(pages.purchase)
    await purchase.openTab(text('供应商评分', 'Supplier score'))
    await purchase.showsRow('Late Ltd', '2 / 5', '40')
    await purchase.row('Late Ltd').root.getByText('LATE').click()
    const drawer = desk.dialog('LATE Late Ltd')
    await expect(drawer.root.getByText(desk.say(text('晚3天', '3 d late')))).toHaveCount(2)
    await drawer.root.getByRole('checkbox').check()
    await expect(drawer.root.getByRole('row')).toHaveCount(4)
  })
}
