import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aCustomer } from '@qitao/masterdata/testing/factories.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addSalesOrder, cancelSalesOrders } from '../model/sales-order.calls.ts'
import { queryUsualPrices, usualPriceDays } from '../model/usual-price.calls.ts'
import { aProduct, inDays, today } from '../testing/factories.ts'

const app = await testApp()

const sold = (company: TestCompany, material_id: string, price: string | null, more: object = {}) =>
  company.admin.ok(addSalesOrder, {
    ...{ order_date: today, delivery_date: inDays(14), submit: true, lines: [{ material_id, quantity: '1', price }] },
    ...more,
  })
/** Sold three times: at 10, 11 and, by mistake, 90. */
async function set(company: TestCompany) {
  const material_id = await aProduct(company)
  for (const price of ['90', '10', '11']) await sold(company, material_id, price)
  return { material_id, other: await aProduct(company) }
}

contract(app, queryUsualPrices, {
  set,
  good: ({ material_id, other }) => ({ material_ids: [material_id, other] }),
  check: ({ result }, { material_id, other }) =>
    expect(new Map(result.map(one => [one.material_id, [one.median_price, one.line_count]]))).toEqual(
      new Map([
        [material_id, ['11', 3]],
        [other, [null, 0]],
      ]),
    ),
  refused: () => [['no product', { material_ids: [] }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})

test('the price of the product is told in the currency of the company alone', async () => {
  const company = await app.company()
  const priced = await aProduct(company)
  const free = await aProduct(company)
  await company.as(tx => sql`update material set sales_price = 12.5 where id = ${priced}`.execute(tx))
  const prices = async (currency: string | null) => {
    const { result } = await company.admin.ok(queryUsualPrices, { material_ids: [priced, free], currency })
    return [priced, free].map(id => result.find(({ material_id }) => material_id === id)!.sales_price)
  }
  expect(await prices(null)).toEqual(['12.5', null])
  expect(await prices('USD')).toEqual([null, null])
  const { id: customer_id } = await aCustomer(company, { currency: 'USD' })
  const { result } = await company.admin.ok(queryUsualPrices, { material_ids: [priced], customer_id })
  expect(result.map(({ sales_price }) => sales_price)).toEqual([null])
})

test('what is usual is said of three lines at least: of orders that stand, of a year, in one currency, and not of the order that is written', async () => {
  const company = await app.company()
  const { material_id } = await set(company)
  const usual = async (more: object = {}) => {
    const { result } = await company.admin.ok(queryUsualPrices, { material_ids: [material_id], ...more })
    return [result[0]!.median_price, result[0]!.line_count]
  }
  await sold(company, material_id, null)
  await sold(company, material_id, '500', { submit: false })
  await sold(company, material_id, '600', { currency: 'USD' })
  const cancelled = await sold(company, material_id, '700')
  await company.admin.ok(cancelSalesOrders, { ids: [cancelled.id] })
  const old = await sold(company, material_id, '800')
  await company.as(tx =>
    sql`update sales_order set order_date = ${today - (usualPriceDays + 1) * 86_400} where id = ${old.id}`.execute(tx),
  )
  expect(await usual()).toEqual(['11', 3])
  expect(await usual({ currency: 'USD' })).toEqual([null, 1])
  const own = await sold(company, material_id, '12')
  expect(await usual()).toEqual(['11', 4])
  await sold(company, material_id, '13')
  expect([await usual(), await usual({ order_id: own.id })]).toEqual([
    ['12', 5],
    ['11', 4],
  ])
})
