import { queryChangeLog } from '@qitao/access/model/record/change-log.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { imported, rowsIn, xlsx } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import { addUnitConversions } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { aMaterial, aSupplier, aUnit } from '@qitao/masterdata/testing/factories.ts'
import { expect, test } from 'vitest'
import {
  alterUnitPrice,
  dropUnitPrices,
  exportUnitPrices,
  listUnitPrices,
  matchUnitPrices,
  saveUnitPrices,
  showUnitPrice,
} from '../../model/price/unit-price.calls.ts'
import { showPurchaseOrder } from '../../model/purchase-order.calls.ts'
import { addPurchaseRequest, requestsToPurchaseOrders } from '../../model/purchase-request.calls.ts'
import { aPurchaseOrder, inDays } from '../../testing/purchasing.factory.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'

/** A bolt in pieces, by the box of a hundred, from a supplier who asks 2, and 1.5 from a thousand on. */
async function set(company: TestCompany) {
  const { id: piece } = await aUnit(company, { name: '件' })
  const { id: box } = await aUnit(company, { name: '箱' })
  const { id: metre } = await aUnit(company, { name: '米' })
  const { id: material_id } = await aMaterial(company, { code: 'BOLT', unit_id: piece, purchase_price: '9' })
  const { id: supplier_id } = await aSupplier(company, { code: 'S-1', name: '紧固件' })
  await company.admin.ok(addUnitConversions, {
    conversions: [{ from_unit_id: box, to_unit_id: piece, numerator: '100', material_id }],
  })
  const price = { supplier_id, material_id, valid_from: inDays(-10) }
  await company.admin.ok(saveUnitPrices, {
    prices: [
      { ...price, price: '2', minimum_quantity: '100', lead_days: 12 },
      { ...price, price: '1.5', from_quantity: '1000' },
    ],
  })
  const { result } = await company.admin.ok(listUnitPrices, {})
  const first = result.find(one => Number(one.from_quantity) === 0)!
  return { piece, box, metre, material_id, supplier_id, price, id: first.id, row_version: first.row_version }
}
const pricesOf = async (company: TestCompany) =>
  (await company.admin.ok(listUnitPrices, { order_by: 'valid_from' })).result.map(one => [
    ...[Number(one.from_quantity), Number(one.price), one.valid_to],
  ])

contract(app, listUnitPrices, {
  set,
  good: ({ supplier_id }) => ({ supplier_id, keyword: 'BOLT', validity: [1 as const] }),
  check: ({ result, total }) => {
    expect(total).toBe(2)
    expect(result[0]).toMatchObject({ supplier_name: '紧固件', unit_name: '件', currency: 'CNY', validity: 1 })
  },
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})
contract(app, showUnitPrice, {
  set,
  good: ({ id }) => ({ id }),
  check: ({ record }, { id }) => expect(record).toMatchObject({ id, supplier_name: '紧固件', unit_name: '件' }),
  refused: () => [['one that is gone', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, saveUnitPrices, {
  set,
  good: ({ price }) => ({ prices: [{ ...price, valid_from: inDays(5), price: '2.2', unit_id: null }] }),
  check: async (data, _, company) => {
    expect(data.affected).toBe(1)
    expect(await pricesOf(company)).toEqual(
      expect.arrayContaining([
        [0, 2, inDays(4)],
        [1000, 1.5, inDays(4)],
        [0, 2.2, null],
      ]),
    )
  },
  refused: ({ price, metre }) => {
    const one = (more: object, rest: object = {}) => ({ prices: [{ ...price, price: 1, ...more }], ...rest })
    return [
      ['below zero', one({ price: '-0.01' }), masterdataErrors.priceNegative],
      ['the period of another', one({ valid_from: inDays(3) }, { replaces: false }), masterdataErrors.priceExists],
      ['an end before the beginning', one({ valid_to: inDays(-11) }), masterdataErrors.priceExists],
      ['a unit that does not become its own', one({ unit_id: metre }), masterdataErrors.unitConversionInvalid],
      ['a material that is none', one({ material_id: absent }), generalErrors.recordNotFound],
      ['a supplier that is none', one({ supplier_id: absent }), generalErrors.recordNotFound],
      ['no price', one({ price: '' }), generalErrors.numberRequired],
    ]
  },
  foreign: generalErrors.recordNotFound,
})
contract(app, alterUnitPrice, {
  set,
  good: ({ id, row_version, price }) => ({ id, row_version, ...price, price: '2.5', valid_to: inDays(30) }),
  check: async (_, { id }, company) => {
    expect(await pricesOf(company)).toEqual(expect.arrayContaining([[0, 2.5, inDays(30)]]))
    const history = await company.admin.ok(queryChangeLog, { table_name: 'unit_price', row_id: id })
    expect(history.result.map(({ operation }) => operation)).toEqual(['UPDATE', 'INSERT'])
  },
  refused: ({ id, row_version, price }) => [
    ['an old version', { id, row_version: row_version + 1, ...price, price: 1 }, generalErrors.versionConflict],
    ['the step of another', { id, row_version, ...price, price: 1, from_quantity: 1000 }, masterdataErrors.priceExists],
    ['one that is gone', { id: absent, row_version: 0, ...price, price: 1 }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, dropUnitPrices, {
  set,
  good: ({ id }) => ({ ids: [id] }),
  check: async (_, __, company) => expect(await pricesOf(company)).toEqual([[1000, 1.5, null]]),
  refused: () => [['one that is gone', { ids: [absent] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, exportUnitPrices, {
  set,
  good: () => ({}),
  check: async file => {
    const [heads, ...lines] = await rowsIn(file)
    expect(heads!.slice(0, 6)).toEqual(['供应商', '物料', '计价单位', '币种', '起始数量', '单价'])
    expect(lines.map(line => line.slice(0, 3))).toEqual([
      ['S-1', 'BOLT', '件'],
      ['S-1', 'BOLT', '件'],
    ])
  },
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.code).toBe(200),
})
contract(app, matchUnitPrices, {
  set: async company => {
    const found = await set(company)
    const { price, box, material_id, supplier_id } = found
    await company.admin.ok(saveUnitPrices, {
      prices: [{ ...price, unit_id: box, from_quantity: '50', price: '100' }],
      replaces: false,
    })
    await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '1' }] })
    return found
  },
  good: ({ supplier_id, material_id }) => ({
    lines: [
      { supplier_id, material_id, quantity: '999' },
      { supplier_id, material_id, quantity: '5000' },
      { supplier_id: null, material_id, quantity: '1' },
    ],
  }),
  check: ({ matches }) => {
    expect(matches).toMatchObject([
      { matched: { price: '2', next_quantity: '1000', next_price: '1.5', lead_days: 12 } },
      { matched: { price: '1', from_quantity: '5000', next_quantity: null } },
      { matched: null, last_price: null },
    ])
  },
  refused: () => [['no line', { lines: [] }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.matches.map(one => one.matched)).toEqual([null, null, null]),
})

test('a price counts from its first to its last day, in its currency, and what was paid last is told beside it', async () => {
  const company = await app.company()
  const { supplier_id, material_id, price } = await set(company)
  await company.admin.ok(saveUnitPrices, {
    prices: [
      { ...price, valid_from: inDays(5), valid_to: inDays(6), price: '3' },
      { ...price, currency: 'USD', price: '0.3' },
    ],
  })
  await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '1', price: '2.6' } as never] })
  const at = async (day: number, currency: string | null = null) => {
    const asked = { day, currency, lines: [{ supplier_id, material_id, quantity: '1' }] }
    const [found] = (await company.admin.ok(matchUnitPrices, asked)).matches
    return [found!.matched?.price, found!.last_price]
  }
  expect(await at(inDays(-11))).toEqual([undefined, '2.6'])
  expect(await at(inDays(4))).toEqual(['2', '2.6'])
  expect(await at(inDays(5))).toEqual(['3', '2.6'])
  expect(await at(inDays(6))).toEqual(['3', '2.6'])
  expect(await at(inDays(6) + daySeconds)).toEqual([undefined, '2.6'])
  expect(await at(inDays(0), 'USD')).toEqual(['0.3', null])
})

test('a request becomes an order at the price and after the days that are agreed with its supplier', async () => {
  const company = await app.company()
  const { supplier_id, material_id } = await set(company)
  const { id: other } = await aSupplier(company)
  const order = async (quantity: string, from: string) => {
    const { id: request_id } = await company.admin.ok(addPurchaseRequest, { material_id, demand_quantity: quantity })
    const made = await company.admin.ok(requestsToPurchaseOrders, { lines: [{ request_id, supplier_id: from }] })
    const { lines } = await company.admin.ok(showPurchaseOrder, { id: made.purchase_order_ids[0]! })
    return [Number(lines[0]!.price), lines[0]!.eta]
  }
  expect(await order('10', supplier_id)).toEqual([2, inDays(12)])
  expect(await order('2000', supplier_id)).toEqual([1.5, inDays(0)])
  // Two that come onto one line reach the step together.
  const ask = async () => (await company.admin.ok(addPurchaseRequest, { material_id, demand_quantity: '600' })).id
  const both = [await ask(), await ask()].map(request_id => ({ request_id, supplier_id }))
  const made = await company.admin.ok(requestsToPurchaseOrders, { lines: both })
  const { lines } = await company.admin.ok(showPurchaseOrder, { id: made.purchase_order_ids[0]! })
  expect(lines.map(line => [Number(line.quantity), Number(line.price)])).toEqual([[1200, 1.5]])
  // Nothing is agreed: the price of the material.
  expect(await order('10', other)).toEqual([9, inDays(0)])
})

test('a line is taxed as its agreed price, and costs what its material costs where nothing is agreed', async () => {
  const company = await app.company()
  const { admin } = company
  const { supplier_id, material_id, price } = await set(company)
  await admin.ok(saveUnitPrices, { prices: [{ ...price, valid_from: inDays(-1), price: '2', tax_rate: '13' }] })
  const { id: other } = await aSupplier(company)
  const { matches } = await admin.ok(matchUnitPrices, {
    lines: [supplier_id, other].map(id => ({ supplier_id: id, material_id, quantity: '1' })),
  })
  expect(matches.map(one => [Number(one.matched?.tax_rate ?? 0), Number(one.usual_price)])).toEqual([
    [13, 9],
    [0, 9],
  ])
  const { id: request_id } = await admin.ok(addPurchaseRequest, { material_id, demand_quantity: '10' })
  const made = await admin.ok(requestsToPurchaseOrders, { lines: [{ request_id, supplier_id }] })
  const id = made.purchase_order_ids[0]!
  const { lines } = await admin.ok(showPurchaseOrder, { id })
  expect(Number(lines[0]!.tax_rate)).toBe(13)
})

test('what is bought of a supplier with a currency of his own has his prices in it, never those of the company', async () => {
  const company = await app.company()
  const { material_id, price } = await set(company)
  const { id: abroad } = await aSupplier(company, { code: 'S-2', name: 'Bolts Inc.', currency: 'USD' })
  const theirs = { ...price, supplier_id: abroad }
  const order = async (quantity: string) => {
    const { id: request_id } = await company.admin.ok(addPurchaseRequest, { material_id, demand_quantity: quantity })
    const made = await company.admin.ok(requestsToPurchaseOrders, { lines: [{ request_id, supplier_id: abroad }] })
    const { record, lines } = await company.admin.ok(showPurchaseOrder, { id: made.purchase_order_ids[0]! })
    return [record.currency, lines[0]!.price]
  }
  const match = async () => {
    const asked = { lines: [{ supplier_id: abroad, material_id, quantity: '10' }] }
    const [found] = (await company.admin.ok(matchUnitPrices, asked)).matches
    return [found!.currency, found!.matched?.price ?? null]
  }
  // In the currency of the company alone he asks 70: of no use to an order in dollars.
  await company.admin.ok(saveUnitPrices, { prices: [{ ...theirs, currency: 'CNY', price: '70' }] })
  expect(await order('10')).toEqual(['USD', null])
  expect(await match()).toEqual(['USD', null])
  await company.admin.ok(saveUnitPrices, { prices: [{ ...theirs, currency: 'USD', price: '0.3' }] })
  const [currency, found] = await order('10')
  expect([currency, Number(found)]).toEqual(['USD', 0.3])
  expect(await match()).toEqual(['USD', '0.3'])
})

test('a price list comes in from Excel, wrong rows are told where they stand, and an export comes back as it was', async () => {
  const company = await app.company()
  await set(company)
  const heads = ['供应商', '物料', '起始数量', '单价', '生效日期', '失效日期']
  const good = ['S-1', 'BOLT', 0, 2.4, '2030-01-01', '2030-12-31']
  const wrong = await imported(
    company,
    'unit_price',
    await xlsx([heads, good, ['S-1', 'BOLT', 0, 2.5, '2030-06-01', ''], ['S-9', 'BOLT', 0, 1, '2030-01-01', '']]),
  )
  expect(wrong.error_code).toBe(1101)
  expect((wrong.result as { errors: { row: number }[] }).errors.map(({ row }) => row)).toContain(4)
  const overlapping = await imported(
    company,
    'unit_price',
    await xlsx([heads, good, ['S-1', 'BOLT', 0, 2.5, '2030-06-01', '']]),
  )
  expect((overlapping.result as { errors: { row: number; message: string }[] }).errors).toMatchObject([
    { row: 3, message: expect.stringContaining(masterdataErrors.priceExists.text.zh) },
  ])
  expect((await imported(company, 'unit_price', await xlsx([heads, good]))).status).toBe(2)
  const before = await pricesOf(company)
  expect(before).toHaveLength(3)
  const file = await company.admin.ok(exportUnitPrices, {})
  const again = await imported(company, 'unit_price', file)
  expect(again.status).toBe(2)
  expect(await pricesOf(company)).toEqual(before)
})
