import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import { aMaterial, aSupplier } from '@qitao/masterdata/testing/factories.ts'
import { expect } from 'vitest'
import { listUnitPrices, saveUnitPrices, unitPriceList } from '../../model/price/unit-price.calls.ts'
import { inDays } from '../../testing/purchasing.factory.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'

/** A bolt at 2 with a minimum and a lead time, and at 1.5 from a thousand on. */
async function set(company: TestCompany) {
  const { id: material_id } = await aMaterial(company, { code: 'BOLT' })
  const { id: supplier_id } = await aSupplier(company, { code: 'S-1', name: '紧固件' })
  const price = { supplier_id, material_id, valid_from: inDays(-10) }
  await company.admin.ok(saveUnitPrices, {
    prices: [
      { ...price, price: '2', minimum_quantity: '100', lead_days: 12, tax_rate: '13' },
      { ...price, price: '1.5', from_quantity: '1000' },
    ],
  })
  const { result } = await company.admin.ok(listUnitPrices, {})
  return { id: result.find(one => Number(one.price) === 2)!.id }
}
const change = (id: string, more: object = {}) => ({
  ...{ ids: [id], by: 'amount' as const, value: '-0.125', decimals: 2, valid_from: inDays(5) },
  ...more,
})
contract(app, unitPriceList.preview, {
  set,
  good: ({ id }) => change(id),
  check: ({ result }) =>
    expect(result.map(one => [one.name, Number(one.before), Number(one.after)])).toEqual([['S-1 BOLT', 2, 1.88]]),
  refused: ({ id }) => [
    ['one that is gone', change(absent), generalErrors.recordNotFound],
    ['below zero', change(id, { value: '-3' }), masterdataErrors.priceNegative],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, unitPriceList.change, {
  set,
  good: ({ id }) => change(id),
  check: async ({ affected }, _, company) => {
    expect(affected).toBe(1)
    const { result } = await company.admin.ok(listUnitPrices, { order_by: 'valid_from' })
    const told = result.map(one => [Number(one.price), one.valid_to, one.lead_days, Number(one.tax_rate)])
    expect(told).toEqual(
      expect.arrayContaining([
        [2, inDays(4), 12, 13],
        [1.5, null, null, 0],
        [1.88, null, 12, 13],
      ]),
    )
  },
  refused: ({ id }) => [
    ['one that is gone', change(absent), generalErrors.recordNotFound],
    ['a day before it begins', change(id, { valid_from: inDays(-20) }), masterdataErrors.priceExists],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, unitPriceList.history, {
  set,
  good: ({ id }) => ({ id }),
  check: ({ result }) => expect(result.map(one => Number(one.price))).toEqual([2, 1.5]),
  refused: () => [['one that is gone', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
