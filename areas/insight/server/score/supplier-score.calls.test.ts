import { contract } from '@qitao/app-server/testing/contract.ts'
import { rowsIn } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { daySeconds } from '@qitao/core/time.ts'
import {
  addPurchaseOrder,
  forceClosePurchaseOrders,
  receiveArrivals,
  showPurchaseOrder,
} from '@qitao/purchasing/model/purchase-order.calls.ts'
import {
  exportScoreLines,
  exportSupplierScores,
  listScoreLines,
  listSupplierScores,
} from '@qitao/purchasing/model/score/supplier-score.calls.ts'
import { aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { aLocation, aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'

const app = await testApp()

/**
 * Of one supplier, by day of arrival: ten on the day, all good, at 10; ten three days late, four of them bad, at 12; one that is not
 * there yet; one that is closed by force and one that is not due do not count.
 */
async function set(company: TestCompany) {
  const found = await company.as(async tx => ({
    material_id: await aMaterial(tx, { precision: 0 }),
    location_id: await aLocation(tx),
    supplier_id: await aSupplier(tx),
  }))
  const order = async (quantity: string, price: string | null, eta: number, ordered = inDays(-20)) => {
    const { id } = await company.admin.ok(addPurchaseOrder, {
      supplier_id: found.supplier_id,
      order_date: ordered,
      submit: true,
      lines: [{ material_id: found.material_id, quantity, price, eta }],
    })
    const { lines } = await company.admin.ok(showPurchaseOrder, { id })
    return { id, line_id: lines[0]!.id }
  }
  const receive = async (arrival_id: string, parts: readonly (readonly [string, 0 | 1])[], at: number) => {
    await company.admin.ok(receiveArrivals, {
      arrival_ids: [arrival_id],
      lines: parts.map(([quantity, quality_status]) => ({
        ...{ arrival_id, quantity, quality_status, location_id: found.location_id },
      })),
    })
    await company.as(tx =>
      sql`update purchase_order_line set arrival_time = ${at} where id = ${arrival_id}`.execute(tx),
    )
  }
  const first = await order('10', '10', inDays(-6))
  await receive(first.line_id, [['10', 0]], inDays(-6) + daySeconds / 2)
  const second = await order('10', '12', inDays(-5), inDays(-10))
  await receive(
    second.line_id,
    [
      ['6', 0],
      ['4', 1],
    ],
    inDays(-2) + daySeconds / 2,
  )
  await order('5', null, inDays(-1), inDays(-9))
  const closed = await order('5', '50', inDays(-1), inDays(-8))
  await company.admin.ok(forceClosePurchaseOrders, { ids: [closed.id] })
  await order('5', '50', inDays(1), inDays(-7))
  return found
}

contract(app, listSupplierScores, {
  set,
  good: () => ({}),
  check: ({ result, total }, { supplier_id }) => {
    expect(total).toBe(1)
    expect(result).toMatchObject([
      {
        ...{ id: supplier_id, due_count: 3, on_time_count: 1, on_time_rate: '33.3' },
        // 16 of 20 came in good; 12 instead of 10 for the second ten, the first had no price before.
        ...{ accepted_rate: '80.0', price_change: '20.0' },
      },
    ])
  },
  refused: () => [['over a year', { timestamp_range: [0, 367 * daySeconds] }, generalErrors.dateSpanOverYear]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})
contract(app, exportSupplierScores, {
  set,
  good: () => ({ columns: ['supplier_code', 'due_count', 'on_time_rate', 'accepted_rate', 'price_change'] }),
  check: async file => expect((await rowsIn(file))[1]!.slice(1).map(Number)).toEqual([3, 33.3, 80, 20]),
  refused: () => [['over a year', { timestamp_range: [0, 367 * daySeconds] }, generalErrors.dateSpanOverYear]],
  foreign: answer => expect(answer.code).toBe(200),
})
contract(app, listScoreLines, {
  set,
  good: ({ supplier_id }) => ({ supplier_id, timestamp_range: [inDays(-6), inDays(-1)] as [number, number] }),
  check: async ({ result }, { supplier_id }, company) => {
    const shown = (rows: typeof result) =>
      rows.map(one => [one.on_time, one.late_days, Number(one.accepted_quantity), one.price, one.last_price])
    expect(shown(result)).toEqual([
      [false, 1, 0, null, null],
      [false, 3, 6, '12', '10'],
      [true, 0, 10, '10', null],
    ])
    const late = await company.admin.ok(listScoreLines, { supplier_id, late: true })
    expect(shown(late.result)).toHaveLength(2)
    const one = { supplier_id, timestamp_range: [inDays(-5), inDays(-5)] as [number, number] }
    expect(shown((await company.admin.ok(listScoreLines, one)).result)).toEqual([[false, 3, 6, '12', '10']])
  },
  refused: ({ supplier_id }) => [
    ['no supplier', {}, generalErrors.fieldRequired],
    ['an order that is none', { supplier_id, order_by: 'phase' }, generalErrors.badParameter],
  ],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})
contract(app, exportScoreLines, {
  set,
  good: ({ supplier_id }) => ({ supplier_id, columns: ['order_no', 'late_days', 'accepted_quantity'] }),
  check: async file => expect((await rowsIn(file)).slice(1).map(row => Number(row[1]))).toEqual([1, 3, 0]),
  refused: () => [['no supplier', {}, generalErrors.fieldRequired]],
  foreign: answer => expect(answer.code).toBe(200),
})
