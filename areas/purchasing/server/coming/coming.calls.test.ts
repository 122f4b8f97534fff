import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { latestInstant } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { answerConfirmLink, makeConfirmLink } from '../../model/answer/supplier-answer.calls.ts'
import { arrivalCalls } from '../../model/arrival/arrival.calls.ts'
import { listComing, listComingParts } from '../../model/coming/coming.calls.ts'
import { aPurchaseOrder, aSupplier, inDays } from '../../testing/purchasing.factory.ts'

const app = await testApp()

/** Of one supplier: late, in part announced, confirmed, without a day, and after the range; and one of another. */
async function set(company: TestCompany) {
  const made = await company.as(async tx => ({
    supplier_id: await aSupplier(tx),
    other_id: await aSupplier(tx),
    material_id: await aMaterial(tx, { precision: 0 }),
  }))
  const { supplier_id, other_id, material_id } = made
  const line = (days: number) => ({ material_id, quantity: '10', eta: inDays(days) })
  const order = await aPurchaseOrder(company, {
    ...{ supplier_id, materials: [line(-2), line(3), line(30), line(4)] },
  })
  await company.as(tx => sql`update purchase_order_line set eta = null where id = ${order.line_ids[3]!}`.execute(tx))
  await company.as(tx => sql`update purchase_order set eta = null where id = ${order.id}`.execute(tx))
  await company.admin.ok(arrivalCalls.add, {
    ...{ supplier_id, planned_date: inDays(2), submit: true },
    lines: [{ order_line_id: order.line_ids[1]!, material_id, quantity: '4' }],
  })
  // Another time of the same day.
  const eta = inDays(3) + 3600
  const sure = await aPurchaseOrder(company, { supplier_id, materials: [{ ...line(3), eta }] })
  const { share_key } = await company.admin.ok(makeConfirmLink, { id: sure.id })
  const answered = await app.raw(answerConfirmLink.path, {
    ...{ share_key, name: 'Sam', remark: null },
    lines: [{ line_id: sure.line_ids[0]!, quantity: '10', eta }],
  })
  expect(answered.code).toBe(200)
  await aPurchaseOrder(company, { supplier_id: other_id, materials: [line(5)] })
  return { supplier_id, other_id, material_id, order, sure }
}

contract(app, listComing, {
  set,
  good: ({ supplier_id }) => ({ from: inDays(0), days: 14, supplier_id }),
  check: async ({ result, total }, of, company) => {
    expect(total).toBe(1)
    expect(result).toMatchObject([
      {
        ...{ supplier_id: of.supplier_id, late_count: 1, later_count: 1, undated_count: 1 },
        days: [
          { day: inDays(2), announced: 1, confirmed: 0, ordered: 0 },
          { day: inDays(3), announced: 0, confirmed: 1, ordered: 1 },
        ],
      },
    ])
    // Suppliers come in portions, each going on where the one before has ended.
    const first = await company.admin.ok(listComing, { from: inDays(0), page_size: 1 })
    const second = await company.admin.ok(listComing, { from: inDays(0), page_size: 1, cursor: first.next_cursor! })
    expect([first.total, [...first.result, ...second.result].map(row => row.supplier_id).toSorted()]).toEqual([
      2,
      [of.supplier_id, of.other_id].toSorted(),
    ])
    const late = await company.admin.ok(listComing, { from: inDays(0), state: 'late' })
    expect(late.result.map(row => [row.late_count, row.days.length])).toEqual([[1, 0]])
  },
  refused: () => [
    ['more days than are shown', { from: inDays(0), days: 43 }, generalErrors.badParameter],
    ['a state that there is not', { from: inDays(0), state: 'gone' as 'late' }, generalErrors.badParameter],
  ],
  foreign: ({ data }) => expect(data).toMatchObject({ total: 0 }),
})

contract(app, listComingParts, {
  set,
  good: ({ supplier_id }) => ({ supplier_id, range: [inDays(2), inDays(4) - 1] as [number, number] }),
  check: async ({ result, total }, of, company) => {
    expect(total).toBe(3)
    expect(result.map(row => [row.state, Number(row.quantity), row.arrival_no !== null, row.day])).toEqual([
      ['announced', 4, true, inDays(2)],
      ['ordered', 6, false, inDays(3)],
      ['confirmed', 10, false, inDays(3) + 3600],
    ])
    expect(result[0]).toMatchObject({ line_id: of.order.line_ids[1], purchase_order_no: of.order.no })
    const undated = await company.admin.ok(listComingParts, { range: null })
    expect(undated.result.map(row => row.line_id)).toEqual([of.order.line_ids[3]])
    const later = await company.admin.ok(listComingParts, { range: [inDays(14), latestInstant] })
    expect(later.result.map(row => row.line_id)).toEqual([of.order.line_ids[2]])
    const late = await company.admin.ok(listComingParts, { range: [0, inDays(0) - 1], keyword: of.order.no })
    expect(late.result.map(row => row.state)).toEqual(['late'])
  },
  refused: () => [
    ['another order', { range: null, order_by: 'day' }, generalErrors.badParameter],
    ['a range without end', { range: [0, latestInstant + 1] }, generalErrors.badParameter],
    ['a range that begins before time', { range: [-1, 1] }, generalErrors.badParameter],
  ],
  foreign: ({ data }) => expect(data).toMatchObject({ total: 0 }),
})
