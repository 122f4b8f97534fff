// What must be bought, before anybody asked for it: one row for each material; it becomes orders of two suppliers, and a request.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { checkKits } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { anOrderedMo, inStock } from '@qitao/manufacturing/testing/factories.ts'
import { listPurchaseDemands } from '@qitao/purchasing/model/purchase-demand.calls.ts'
import { aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('demand'))
  test(`what must be bought becomes orders of two suppliers, and a request (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Demand', 'Ada')
    const mo = await fill(baseURL!, account, async company => {
      const made = await anOrderedMo(company)
      const [rim, spoke] = made.component_ids as [string, string]
      await company.as(async tx => {
        const rims = await aSupplier(tx)
        const spokes = await aSupplier(tx)
        const oil = await aMaterial(tx, { safety_stock: '20' })
        await sql`update supplier set name = case id when ${rims} then 'Rims Ltd' else 'Spokes Ltd' end`.execute(tx)
        await sql`update material set code = 'RIM-1', supplier_id = ${rims}, packaging_size = 12, supply_lead_time = 60, purchase_price = 2.5
          where id = ${rim}`.execute(tx)
        await sql`update material set code = 'SPK-1', supplier_id = ${spokes}, purchase_price = 0.5 where id = ${spoke}`.execute(
          tx,
        )
        await sql`update material set code = 'OIL-1' where id = ${oil}`.execute(tx)
      })
      await inStock(company, [rim], '4')
      await company.admin.ok(checkKits, { mo_ids: [made.id] })
      await expect.poll(async () => (await company.admin.ok(listPurchaseDemands, {})).total).toBe(3)
      return made
    })
    const desk = new Desk(page, language)
    await desk.signIn(account)
    const list = await desk.open(pages.purchase)
    // The most urgent first: with sixty days of lead it should have been ordered.
    await list.showsRow('RIM-1', '6', '12', text('取整包装', 'In whole packages'), 'Rims Ltd', '30')
    await expect(list.root.getByRole('row').nth(1)).toContainText('RIM-1')
    await list.showsRow('OIL-1', '20')

    await list.row('RIM-1').root.getByText('RIM-1').click()
    const drawer = desk.dialog('RIM-1')
    await drawer.shows(mo.no, text('需求来源', 'Needed by'), text('还没有申请或订单', 'No request and no order yet'))
    await drawer.press(text('关闭', 'Close'))

    for (const code of ['RIM-1', 'SPK-1']) await list.row(code).root.getByRole('checkbox').check()
    await list.press(text('转采购订单', 'To purchase orders'))
    const form = desk.dialog(text('采购需求转采购订单', 'Order what is needed'))
    await form.shows(text('将生成 2 张采购订单', '2 purchase orders, in all'), 'Spokes Ltd')
    await form.type(1, text('采购数量', 'Purchase quantity'), '5')
    await form.press(text('生成采购订单', 'Make purchase orders'))
    await desk.told(text('采购数量不能小于需求数量', 'The purchase quantity must be at least the demand quantity'))
    await form.type(1, text('采购数量', 'Purchase quantity'), '24')
    await form.finish(text('生成采购订单', 'Make purchase orders'))
    await list.showsRow('Rims Ltd', 'RIM-1', text('待提交', 'Pending submit'), '60')
    await list.showsRow('Spokes Ltd', 'SPK-1', '5')

    await list.openTab(text('需求', 'Demand'))
    await expect(list.row('OIL-1').root).toBeVisible()
    await expect(list.row('RIM-1').root).toHaveCount(0)
    await list.row('OIL-1').press(text('转申请', 'Request'))
    await desk.dialog(text('采购需求转采购申请', 'Demand to requests')).finish(text('生成采购申请', 'Make requests'))
    await list.showsRow('OIL-1', text('再订货点', 'Reorder point'), text('待采购', 'Open'))
    await list.openTab(text('需求', 'Demand'))
    await expect(list.row('OIL-1').root).toHaveCount(0)
  })
