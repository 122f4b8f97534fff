// Requests to orders: price, currency and day of arrival follow the supplier who is chosen; amounts of two currencies are not added up.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { aMaterial, aSupplier, aUnit } from '@qitao/masterdata/testing/factories.ts'
import { saveUnitPrices } from '@qitao/purchasing/model/price/unit-price.calls.ts'
import { addPurchaseRequests } from '@qitao/purchasing/model/purchase-request.calls.ts'
import { inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const supplier = text('供应商', 'Supplier')
const eta = text('预计到货', 'ETA')
const price = text('单价', 'Price')

for (const language of languagesOf('to-order'))
  test(`the day of arrival and the sums follow the supplier of each line (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Order', 'Ada')
    await fill(baseURL!, account, async company => {
      const { id: unit_id } = await aUnit(company, { name: 'pcs' })
      const { id: rim } = await aMaterial(company, { code: 'RIM-1', unit_id, supply_lead_time: 30 })
      const { id: hub } = await aMaterial(company, { code: 'HUB-1', unit_id, supply_lead_time: 30 })
      const { id: far } = await aSupplier(company, { code: 'S-FAR', name: 'Far', currency: 'USD' })
      const { id: near } = await aSupplier(company, { code: 'S-NEAR', name: 'Near' })
      await company.admin.ok(saveUnitPrices, {
        prices: [
          { supplier_id: far, material_id: rim, price: '3', currency: 'USD', valid_from: inDays(-9), lead_days: 60 },
          { supplier_id: near, material_id: rim, price: '25', valid_from: inDays(-9), lead_days: 5 },
          { supplier_id: near, material_id: hub, price: '4', valid_from: inDays(-9), lead_days: 5 },
        ],
      })
      const line = { demand_quantity: '100', quantity: '100', required_date: inDays(20) }
      await company.admin.ok(addPurchaseRequests, {
        lines: [
          { ...line, material_id: rim, supplier_id: far },
          { ...line, material_id: hub, supplier_id: near },
        ],
      })
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.purchase)
    await list.openTab(text('采购申请', 'Requests'))
    await list.showsRow('RIM-1')
    for (const code of ['RIM-1', 'HUB-1']) await list.row(code).root.getByRole('checkbox').check()
    await list.press(text('转采购订单', 'To purchase orders'))
    const dialog = desk.dialog(text('采购申请转采购订单', 'Requests to purchase orders'))
    const rim = (await (await dialog.cell(1, text('物料', 'Material'))).textContent())?.includes('RIM-1') ? 1 : 2
    const day = (days: number) => new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)
    await expect(await dialog.cell(rim, price)).toHaveText('3')
    await expect(await dialog.cell(rim, eta)).toHaveText(day(60))
    await expect(await dialog.cell(3 - rim, eta)).toHaveText(day(5))
    await dialog.shows('300.00 USD')
    await dialog.shows('400.00 CNY')
    await dialog.take(rim, supplier, 'S-NEAR')
    await expect(await dialog.cell(rim, price)).toHaveText('25')
    await expect(await dialog.cell(rim, eta)).toHaveText(day(5))
    await dialog.shows('2,900.00 CNY')
    expect(desk.complaints).toEqual([])
  })
