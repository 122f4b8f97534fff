import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { outsourceOrderCalls } from '../../model/outsource-order.calls.ts'
import { matchProcessPrices, processPriceCalls, processPriceList } from '../../model/price/process-price.calls.ts'
import { aPlating, orderInput } from '../../testing/outsourcing.factory.ts'

const app = await testApp()
const absent = '01900000-0000-7000-8000-000000000000'

/** An operation made outside, and what its supplier asks for it since ten days ago. */
async function set(company: TestCompany) {
  const of = await aPlating(company)
  const [known] = await company.as(tx =>
    rows(
      tx,
      sql<{ process_id: string; product_id: string }>`select o.process_id, m.material_id as product_id
        from mo_operation o join mo m on m.org_id = o.org_id and m.id = o.mo_id where o.id = ${of.operation_id}`,
    ),
  )
  const { process_id, product_id } = known!
  const price = { supplier_id: of.supplier_id, process_id, price: '3', valid_from: inDays(-10) }
  const { id } = await company.admin.ok(processPriceCalls.add, price)
  return { ...of, process_id, product_id, price, id }
}
contract(app, processPriceCalls.list, {
  set,
  good: () => ({}),
  check: ({ result }) => expect(result).toMatchObject([{ price: '3.000000', validity: 1, material_code: null }]),
  refused: () => [['page 0', { page: 0 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ total: 0 }),
})
contract(app, processPriceCalls.detail, {
  set,
  good: ({ id }) => ({ id }),
  refused: () => [['absent', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, processPriceCalls.add, {
  set,
  good: ({ price, product_id }) => ({ ...price, material_id: product_id, price: '2', valid_to: inDays(9) }),
  refused: ({ price }) => [
    ['one that begins on the same day', price, masterdataErrors.priceExists],
    [
      'one that ends before it begins',
      { ...price, valid_from: inDays(0), valid_to: inDays(-1) },
      generalErrors.badParameter,
    ],
    ['no process', { ...price, process_id: null }, generalErrors.fieldRequired],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, processPriceCalls.alter, {
  set,
  good: ({ id, price }) => ({ ...price, id, row_version: 0, price: '4' }),
  refused: ({ id, price }) => [
    ['stale', { ...price, id, row_version: 7 }, generalErrors.versionConflict],
    ['ends before it begins', { ...price, id, row_version: 0, valid_to: inDays(-11) }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, processPriceCalls.drop, {
  set,
  good: ({ id }) => ({ ids: [id] }),
  refused: () => [['absent', { ids: [absent] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
const asking = (of: { supplier_id: string; operation_id: string }, more: object = {}) => ({
  ...{ supplier_id: of.supplier_id, operation_ids: [of.operation_id] },
  ...more,
})
contract(app, matchProcessPrices, {
  set,
  good: of => asking(of),
  check: ({ matches }, of) =>
    expect(matches).toEqual([{ operation_id: of.operation_id, price: '3', last_price: null, last_order_no: null }]),
  refused: of => [['no operation', asking(of, { operation_ids: [] }), generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toEqual({ matches: [] }),
})

test('the price of the product counts before that of any, the newer before the older, and each in its time and currency', async () => {
  const company = await app.company()
  const of = await set(company)
  const other = await company.as(tx => aSupplier(tx))
  const asks = async (more: object = {}) => {
    const { matches } = await company.admin.ok(matchProcessPrices, asking(of, more))
    return matches[0]!.price
  }
  const add = (more: object) => company.admin.ok(processPriceCalls.add, { ...of.price, ...more })
  await add({ price: '3.5', valid_from: inDays(-2), valid_to: inDays(2) })
  expect([await asks(), await asks({ day: inDays(-3) }), await asks({ day: inDays(2) })]).toEqual(['3.5', '3', '3.5'])
  expect([await asks({ day: inDays(3) }), await asks({ day: inDays(-11) })]).toEqual(['3', null])
  await add({ price: '2.75', material_id: of.product_id, valid_from: inDays(-20) })
  expect(await asks()).toBe('2.75')
  await add({ price: '9', currency: 'USD' })
  expect([
    await asks({ currency: 'USD' }),
    await asks({ supplier_id: other }),
    await asks({ supplier_id: null }),
  ]).toEqual(['9', null, null])
})

test('what was paid last is that of the newest order that was submitted', async () => {
  const company = await app.company()
  const of = await set(company)
  const { no } = await company.admin.ok(outsourceOrderCalls.add, { ...orderInput(of, '4'), submit: true })
  const draft = orderInput(of, '4')
  await company.admin.ok(outsourceOrderCalls.add, { ...draft, lines: [{ ...draft.lines[0]!, price: '7' }] })
  const { matches } = await company.admin.ok(matchProcessPrices, asking(of))
  expect(matches).toMatchObject([{ price: '3', last_price: '2.5', last_order_no: no }])
})

const change = (id: string, more: object = {}) => ({
  ...{ ids: [id], by: 'amount' as const, value: '-0.25', decimals: 2, valid_from: inDays(5) },
  ...more,
})
contract(app, processPriceList.preview, {
  set,
  good: ({ id }) => change(id),
  check: ({ result }) =>
    expect(result.map(({ before, after, currency }) => [Number(before), Number(after), currency])).toEqual([
      [3, 2.75, 'CNY'],
    ]),
  refused: ({ id }) => [
    ['one that is gone', change(absent), generalErrors.recordNotFound],
    ['below zero', change(id, { value: '-4' }), masterdataErrors.priceNegative],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, processPriceList.change, {
  set,
  good: ({ id }) => change(id),
  check: async ({ affected }, _, { admin }) => {
    expect(affected).toBe(1)
    const { result } = await admin.ok(processPriceCalls.list, { order_by: 'valid_from' })
    expect(result.map(one => [Number(one.price), one.valid_from, one.valid_to])).toEqual([
      [3, inDays(-10), inDays(4)],
      [2.75, inDays(5), null],
    ])
  },
  refused: ({ id }) => [
    ['one that is gone', change(absent), generalErrors.recordNotFound],
    ['a day before it begins', change(id, { valid_from: inDays(-20) }), masterdataErrors.priceExists],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, processPriceList.history, {
  set,
  good: ({ id }) => ({ id }),
  check: ({ result, currency }) => {
    expect(currency).toBe('CNY')
    expect(result.map(one => [Number(one.price), one.valid_from])).toEqual([[3, inDays(-10)]])
  },
  refused: () => [['absent', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
