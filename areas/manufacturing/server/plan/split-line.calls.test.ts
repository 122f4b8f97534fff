import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { arrivalCalls } from '@qitao/purchasing/model/arrival/arrival.calls.ts'
import { splitPurchaseLine } from '@qitao/purchasing/model/line/split-line.calls.ts'
import {
  addPurchaseOrder,
  showPurchaseOrder,
  showPurchaseUses,
  submitPurchaseOrders,
} from '@qitao/purchasing/model/purchase-order.calls.ts'
import { purchasingErrors } from '@qitao/purchasing/model/purchasing.errors.ts'
import { insertPurchaseRequests } from '@qitao/purchasing/server'
import { aPurchaseOrder, aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { showMo } from '../../model/mo/mo.calls.ts'
import { checkKits, lockMaterial } from '../../model/plan/material-plan.calls.ts'
import { aMo, inStock } from '../../testing/factories.ts'

const app = await testApp()

/** Two orders of ten that wait for one line of twenty; the first is due first. */
async function set(company: TestCompany) {
  const first = await aMo(company)
  const [material_id, here] = first.component_ids as [string, string]
  await inStock(company, [here], '20')
  const supplier_id = await company.as(tx => aSupplier(tx))
  const materials = [{ material_id, quantity: '20', eta: inDays(12) }]
  const order = await aPurchaseOrder(company, { supplier_id, materials })
  const draft = await aPurchaseOrder(company, { supplier_id, materials, submit: false })
  const { job_id } = await company.admin.ok(checkKits, { mo_ids: [first.id] })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
  return { first, material_id, supplier_id, id: order.id, line_id: order.line_ids[0]!, draft }
}
const asked = ({ id, line_id }: { id: string; line_id: string }, more: object = {}) => ({
  ...{ id, line_id, quantity: '8', eta: inDays(20) },
  ...more,
})
const linesOf = async (company: TestCompany, id: string) => {
  const { record, lines } = await company.admin.ok(showPurchaseOrder, { id })
  return { record, lines: lines.map(line => [Number(line.quantity), line.eta]) }
}
const followed = async (company: TestCompany) => {
  const jobs = await company.as(tx =>
    rows(
      tx,
      sql<{
        id: string
      }>`select id from job where org_id = ${company.org_id} and job_type = 'arrivals_moved' order by id`,
    ),
  )
  for (const { id } of jobs) expect(await company.jobEnd(id)).toMatchObject({ status: 2 })
}

contract(app, splitPurchaseLine, {
  set,
  good: of => asked(of),
  check: async ({ line_id }, of, company) => {
    const { record, lines } = await linesOf(company, of.id)
    expect(lines).toEqual([
      [12, inDays(12)],
      [8, inDays(20)],
    ])
    expect([record.eta, record.status]).toEqual([inDays(20), '15'])
    // The order needs ten: it has them of what stays, which comes first.
    const { uses } = await company.admin.ok(showPurchaseUses, { id: of.id })
    expect(uses.map(use => [use.source_id === line_id, Number(use.quantity)])).toEqual([[false, 10]])
    await followed(company)
    expect((await company.admin.ok(showMo, { mo_id: of.first.id })).mo.kitting_time).toBe(inDays(12))
  },
  refused: of => [
    ['an order that is not there', asked(of, { id: newId() }), generalErrors.recordNotFound],
    ['a line of another order', asked(of, { line_id: of.draft.line_ids[0] }), generalErrors.recordNotFound],
    ['a draft', asked({ id: of.draft.id, line_id: of.draft.line_ids[0]! }), purchasingErrors.notEditable],
    ['an old version', asked(of, { row_version: 77 }), generalErrors.versionConflict],
    ['all of it', asked(of, { quantity: '20' }), generalErrors.badParameter],
    ['before the order', asked(of, { eta: inDays(-9) }), purchasingErrors.etaBeforeOrderDate],
  ],
  foreign: generalErrors.recordNotFound,
})

test('what orders have goes to the parts: who is first has what comes first, and a lock stays one', async () => {
  const company = await app.company()
  const of = await set(company)
  await company.admin.ok(lockMaterial, { mo_ids: [of.first.id], locked: true })
  const early = await company.admin.ok(splitPurchaseLine, asked(of, { quantity: '6', eta: inDays(4) }))
  const { uses } = await company.admin.ok(showPurchaseUses, { id: of.id })
  const shares = uses.map(use => [use.source_id === early.line_id, Number(use.quantity), use.why])
  expect(shares.toSorted()).toEqual([
    [false, 4, 'locked'],
    [true, 6, 'locked'],
  ])
  await followed(company)
  expect((await company.admin.ok(showMo, { mo_id: of.first.id })).mo.kitting_time).toBe(inDays(12))
})

test('the requests stand on both parts, and each is asked for its share of them', async () => {
  const company = await app.company()
  const of = await set(company)
  const other = newId()
  const [request] = await company.as(tx =>
    insertPurchaseRequests(tx, {
      ...{ now: inDays(0), time_zone: 'Asia/Shanghai' },
      requests: [
        {
          ...{ material_id: of.material_id, demand_quantity: '20', source: 'shortage' },
          asked: [
            { mo_id: of.first.id, quantity: '10' },
            { mo_id: other, quantity: '10' },
          ],
        },
      ],
    }),
  )
  const line = { material_id: of.material_id, quantity: '20', eta: inDays(12), request_ids: [request!.id], price: '3' }
  const made = await company.admin.ok(addPurchaseOrder, {
    ...{ supplier_id: of.supplier_id, order_date: inDays(-3), submit: true, lines: [line] },
  })
  const before = await company.admin.ok(showPurchaseOrder, { id: made.id })
  const split = await company.admin.ok(
    splitPurchaseLine,
    asked({ id: made.id, line_id: before.lines[0]!.id }, { quantity: '8' }),
  )
  const { record, lines } = await company.admin.ok(showPurchaseOrder, { id: made.id })
  expect(record.total_amount).toBe(before.record.total_amount)
  expect(lines.map(one => [one.request_nos, Number(one.price), Number(one.demand_quantity)])).toEqual([
    [[request!.no], 3, 12],
    [[request!.no], 3, 8],
  ])
  const { uses } = await company.admin.ok(showPurchaseUses, { id: made.id })
  expect(uses.filter(use => use.made_for).map(use => [use.source_id === split.line_id, use.mo_id])).toEqual([
    [false, of.first.id],
  ])
})

test('arrivals that are announced stay with the line, which has their day when they bring all of it', async () => {
  const company = await app.company()
  const of = await set(company)
  await company.admin.ok(arrivalCalls.add, {
    ...{ supplier_id: of.supplier_id, planned_date: inDays(9), submit: true },
    lines: [{ order_line_id: of.line_id, material_id: of.material_id, quantity: '12' }],
  })
  expect((await company.admin.send(splitPurchaseLine, asked(of, { quantity: '9' }))).code).toBe(
    purchasingErrors.inboundOverPending.code,
  )
  await company.admin.ok(splitPurchaseLine, asked(of))
  expect((await linesOf(company, of.id)).lines).toEqual([
    [12, inDays(9)],
    [8, inDays(20)],
  ])
})

test('who is first has what an arrival brings before the part, though the day of the line is after it', async () => {
  const company = await app.company()
  const of = await set(company)
  await company.admin.ok(arrivalCalls.add, {
    ...{ supplier_id: of.supplier_id, planned_date: inDays(3), submit: true },
    lines: [{ order_line_id: of.line_id, material_id: of.material_id, quantity: '11' }],
  })
  const { line_id } = await company.admin.ok(splitPurchaseLine, asked(of, { quantity: '8', eta: inDays(7) }))
  const { uses } = await company.admin.ok(showPurchaseUses, { id: of.id })
  expect(uses.map(use => [use.source_id === line_id, Number(use.quantity)])).toEqual([[false, 10]])
  await followed(company)
  expect((await company.admin.ok(showMo, { mo_id: of.first.id })).mo.kitting_time).toBe(inDays(3))
})

test('lines without a day of their own keep that of their order when the part comes after it', async () => {
  const company = await app.company()
  const { material_id, supplier_id } = await set(company)
  const line = { material_id, quantity: '20', eta: inDays(12) }
  const { id, line_ids } = await aPurchaseOrder(company, { supplier_id, materials: [line, line, line] })
  await company.as(tx =>
    sql`update purchase_order_line set eta = null where id in (${line_ids[0]}, ${line_ids[1]})`.execute(tx),
  )
  await company.admin.ok(splitPurchaseLine, asked({ id, line_id: line_ids[0]! }))
  const { record, lines } = await linesOf(company, id)
  expect([record.eta, lines]).toEqual([
    inDays(20),
    [
      [12, inDays(12)],
      [20, inDays(12)],
      [20, inDays(12)],
      [8, inDays(20)],
    ],
  ])
})

test('an order that waits for its approvers is not split, one that they agreed to is', async () => {
  const company = await app.company()
  const of = await set(company)
  await company.as(tx => sql`update purchase_order set approval_status = 1 where id = ${of.id}`.execute(tx))
  expect((await company.admin.send(splitPurchaseLine, asked(of))).code).toBe(purchasingErrors.notEditable.code)
  await company.as(tx => sql`update purchase_order set approval_status = 2 where id = ${of.id}`.execute(tx))
  await company.admin.ok(splitPurchaseLine, asked(of))
  await company.admin.ok(submitPurchaseOrders, { ids: [of.draft.id] })
})
