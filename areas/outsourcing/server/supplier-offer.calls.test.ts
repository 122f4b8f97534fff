import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { showSupplierOffer } from '@qitao/masterdata/model/partner/supplier-offer.calls.ts'
import { aDevice } from '@qitao/masterdata/testing/factories.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { saveUnitPrices } from '@qitao/purchasing/model/price/unit-price.calls.ts'
import { aPurchaseOrder, aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { processPriceCalls } from '../model/price/process-price.calls.ts'

const app = await testApp()

async function set(company: TestCompany) {
  const of = await company.as(async tx => ({
    supplier_id: await aSupplier(tx),
    material_id: await aMaterial(tx),
    other_id: await aMaterial(tx),
    process_id: newId(),
  }))
  const { supplier_id, material_id, process_id } = of
  await company.as(async tx => {
    await sql`insert into process (id, code, name, outsourced) values (${process_id}, 'PL', '电镀', true)`.execute(tx)
    await sql`update material set supplier_id = ${supplier_id} where id = ${of.other_id}`.execute(tx)
  })
  await aDevice(company, { process_ids: [process_id], supplier_id, lead_days: 3, capacity: 5 })
  await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '7' }] })
  const price = { supplier_id, price: '2.5', valid_from: inDays(-9) }
  await company.admin.ok(saveUnitPrices, { prices: [{ ...price, material_id, lead_days: 4 }] })
  await company.admin.ok(saveUnitPrices, { prices: [{ ...price, material_id: of.other_id, valid_to: inDays(-2) }] })
  await company.admin.ok(processPriceCalls.add, { ...price, process_id })
  return of
}

contract(app, showSupplierOffer, {
  set,
  good: ({ supplier_id }) => ({ supplier_id }),
  check: (offer, { material_id, other_id }) => {
    expect(offer.materials).toMatchObject([
      { material_id: other_id, usual: true, last_ordered: null },
      { material_id, usual: false, open_quantity: '7.000000', last_ordered: inDays(-3) },
    ])
    // What is over is not told.
    expect(offer.prices).toMatchObject([{ material_id, price: '2.500000', lead_days: 4 }])
    expect(offer.lanes).toMatchObject([{ processes: ['电镀'], lead_days: 3, capacity: 5, open_tasks: 0 }])
    expect(offer.process_prices).toMatchObject([{ process_name: '电镀', price: '2.500000', material_code: null }])
  },
  refused: () => [['one that is not there', { supplier_id: newId() }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

test('what is asked for processing is for those who order it', async () => {
  const company = await app.company()
  const { supplier_id } = await set(company)
  const clerk = await company.member([pages.suppliers])
  const offer = await clerk.ok(showSupplierOffer, { supplier_id })
  expect([offer.process_prices, offer.prices.length, offer.materials.length]).toEqual([null, 1, 2])
})
