import { contract } from '@qitao/app-server/testing/contract.ts'
import { imported, rowsIn, xlsx } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { addDays, dayOf, startOfDay } from '@qitao/core/time.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import { addUnitConversions } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { aCustomer, aMaterial, aUnit } from '@qitao/masterdata/testing/factories.ts'
import { expect, test } from 'vitest'
import {
  alterSalesPrice,
  dropSalesPrices,
  exportSalesPrices,
  listSalesPrices,
  salesPriceList,
  saveSalesPrices,
} from '../../model/price/sales-price.calls.ts'
import { queryUsualPrices } from '../../model/usual-price.calls.ts'

const app = await testApp()
const zone = 'Asia/Shanghai'
const inDays = (n: number) => startOfDay(addDays(dayOf(Math.floor(Date.now() / 1000), zone), n), zone)
const absent = '00000000-0000-7000-8000-000000000000'

/** A lamp that everybody is asked 20 for, 18 from a hundred on, and one customer 19. */
async function set(company: TestCompany) {
  const { id: piece } = await aUnit(company, { name: '件' })
  const { id: box } = await aUnit(company, { name: '箱' })
  const { id: metre } = await aUnit(company, { name: '米' })
  const { id: material_id } = await aMaterial(company, { code: 'LAMP', unit_id: piece, sales_price: '25' })
  const { id: customer_id } = await aCustomer(company, { code: 'K-1', name: '灯具城' })
  await company.admin.ok(addUnitConversions, {
    conversions: [{ from_unit_id: box, to_unit_id: piece, numerator: '10', material_id }],
  })
  const price = { material_id, valid_from: inDays(-10) }
  await company.admin.ok(saveSalesPrices, {
    prices: [
      { ...price, price: '20' },
      { ...price, price: '18', from_quantity: '100' },
      { ...price, price: '19', customer_id, tax_rate: '13' },
    ],
  })
  const { result } = await company.admin.ok(listSalesPrices, {})
  const first = result.find(one => Number(one.price) === 20)!
  const own = result.find(one => one.customer_id !== null)!
  return { piece, box, metre, material_id, customer_id, price, id: first.id, row_version: first.row_version, own }
}
const pricesOf = async (company: TestCompany) =>
  (await company.admin.ok(listSalesPrices, { order_by: 'valid_from' })).result.map(one => [
    ...[Number(one.from_quantity), Number(one.price), one.valid_to],
  ])

contract(app, listSalesPrices, {
  set,
  good: ({ customer_id }) => ({ customer_id, keyword: 'LAMP', validity: [1 as const] }),
  check: ({ result, total }) => {
    expect(total).toBe(1)
    expect(result[0]).toMatchObject({ customer_name: '灯具城', unit_name: '件', currency: 'CNY', validity: 1 })
    expect(Number(result[0]!.tax_rate)).toBe(13)
  },
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})
contract(app, saveSalesPrices, {
  set,
  good: ({ price }) => ({ prices: [{ ...price, valid_from: inDays(5), price: '22' }] }),
  check: async (data, _, company) => {
    expect(data.affected).toBe(1)
    // The price of the customer is another subject: it goes on.
    expect(await pricesOf(company)).toEqual(
      expect.arrayContaining([
        [0, 20, inDays(4)],
        [100, 18, inDays(4)],
        [0, 19, null],
        [0, 22, null],
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
      ['a customer that is none', one({ customer_id: absent }), generalErrors.recordNotFound],
      ['more tax than the whole', one({ tax_rate: '101' }), generalErrors.badParameter],
    ]
  },
  foreign: generalErrors.recordNotFound,
})
contract(app, alterSalesPrice, {
  set,
  good: ({ id, row_version, price }) => ({ id, row_version, ...price, price: '21', valid_to: inDays(30) }),
  check: async (_, __, company) =>
    expect(await pricesOf(company)).toEqual(expect.arrayContaining([[0, 21, inDays(30)]])),
  refused: ({ id, row_version, price }) => [
    ['an old version', { id, row_version: row_version + 1, ...price, price: 1 }, generalErrors.versionConflict],
    ['the step of another', { id, row_version, ...price, price: 1, from_quantity: 100 }, masterdataErrors.priceExists],
    ['one that is gone', { id: absent, row_version: 0, ...price, price: 1 }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, dropSalesPrices, {
  set,
  good: ({ id }) => ({ ids: [id] }),
  check: async (_, __, company) => expect(await pricesOf(company)).toHaveLength(2),
  refused: () => [['one that is gone', { ids: [absent] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, exportSalesPrices, {
  set,
  good: () => ({}),
  check: async file => {
    const [heads, ...lines] = await rowsIn(file)
    expect(heads!.slice(0, 6)).toEqual(['客户', '物料', '计价单位', '币种', '起始数量', '单价'])
    expect(lines).toHaveLength(3)
  },
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.code).toBe(200),
})

const change = (ids: readonly string[], more: object = {}) => ({
  ...{ ids: [...ids], by: 'percent' as const, value: '10', decimals: 1, valid_from: inDays(5) },
  ...more,
})
const refusedChanges = ({ id }: { id: string }): [string, object, { code: number }][] => [
  ['one that is gone', change([absent]), generalErrors.recordNotFound],
  ['below zero', change([id], { by: 'amount', value: '-20.5' }), masterdataErrors.priceNegative],
  ['a day before it begins', change([id], { valid_from: inDays(-10) }), masterdataErrors.priceExists],
  ['no value', change([id], { value: '' }), generalErrors.numberRequired],
]
contract(app, salesPriceList.preview, {
  set,
  good: ({ id, own }) => change([own.id, id]),
  check: async ({ result }, _, company) => {
    expect(result.map(one => [one.name, Number(one.before), Number(one.after), one.unit_name])).toEqual([
      ['K-1 LAMP', 19, 20.9, '件'],
      ['LAMP', 20, 22, '件'],
    ])
    // Only looked at.
    expect(await pricesOf(company)).toHaveLength(3)
  },
  refused: refusedChanges as never,
  foreign: generalErrors.recordNotFound,
})
contract(app, salesPriceList.change, {
  set,
  good: ({ id, own }) => change([own.id, id]),
  check: async ({ affected }, { material_id, customer_id }, company) => {
    expect(affected).toBe(2)
    // What was not chosen goes on; what was ends the day before, and keeps its tax.
    expect((await pricesOf(company)).map(String).sort()).toEqual(
      [
        [0, 19, inDays(4)],
        [0, 20, inDays(4)],
        [0, 20.9, null],
        [0, 22, null],
        [100, 18, null],
      ]
        .map(String)
        .sort(),
    )
    const { result } = await company.admin.ok(listSalesPrices, { material_id, customer_id, validity: [2] })
    expect(result.map(one => Number(one.tax_rate))).toEqual([13])
  },
  refused: refusedChanges as never,
  foreign: generalErrors.recordNotFound,
})
contract(app, salesPriceList.history, {
  set: async company => {
    const found = await set(company)
    await company.admin.ok(salesPriceList.change, change([found.id]))
    return found
  },
  good: ({ id }) => ({ id }),
  check: ({ result, name, currency }) => {
    expect([name, currency]).toEqual(['LAMP', 'CNY'])
    expect(result.map(one => [Number(one.from_quantity), Number(one.price), one.valid_from, one.valid_to])).toEqual([
      [0, 20, inDays(-10), inDays(4)],
      [0, 22, inDays(5), null],
      [100, 18, inDays(-10), null],
    ])
  },
  refused: () => [['one that is gone', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

test('an order is proposed what is agreed on its day, in its currency, and in the unit of the product', async () => {
  const company = await app.company()
  const { material_id, customer_id, box, price } = await set(company)
  await company.admin.ok(saveSalesPrices, {
    prices: [{ ...price, unit_id: box, from_quantity: '50', price: '150' }],
    replaces: false,
  })
  await company.admin.ok(saveSalesPrices, { prices: [{ ...price, currency: 'USD', price: '3' }] })
  const agreed = async (more: object = {}) => {
    const { result } = await company.admin.ok(queryUsualPrices, { material_ids: [material_id], ...more })
    const steps = result[0]!.agreed.map(one => [one.own, Number(one.from_quantity), Number(one.price)])
    return steps.toSorted((a, b) => Number(a[1]) - Number(b[1]) || Number(a[0]) - Number(b[0]))
  }
  const general = [
    [false, 0, 20],
    [false, 100, 18],
    [false, 500, 15],
  ]
  expect(await agreed()).toEqual(general)
  expect(await agreed({ customer_id })).toEqual([general[0], [true, 0, 19], general[1], general[2]])
  expect(await agreed({ currency: 'USD' })).toEqual([[false, 0, 3]])
  const { result } = await company.admin.ok(queryUsualPrices, { material_ids: [material_id], customer_id })
  expect(result[0]!.agreed.map(one => [one.own, one.tax_rate && Number(one.tax_rate)])).toContainEqual([true, 13])
  expect(await agreed({ day: inDays(-11) })).toEqual([])
})

test('a file of prices that overlap tells the row; an exported one can be brought back', async () => {
  const company = await app.company()
  await set(company)
  const before = await pricesOf(company)
  const heads = ['物料', '起始数量', '单价', '生效日期', '失效日期']
  const overlapping = await imported(
    company,
    'sales_price',
    await xlsx([heads, ['LAMP', 500, 9, '2030-01-01', ''], ['LAMP', 500, 8, '2030-01-01', '']]),
  )
  expect((overlapping.result as { errors: { row: number; message: string }[] }).errors).toMatchObject([
    { row: 3, message: expect.stringContaining(masterdataErrors.priceExists.text.zh) },
  ])
  const again = await imported(company, 'sales_price', await company.admin.ok(exportSalesPrices, {}))
  expect(again.status).toBe(2)
  expect(await pricesOf(company)).toEqual(before)
})
