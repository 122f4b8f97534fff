import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, type TestMember, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { anOrderedMo } from '@qitao/manufacturing/testing/factories.ts'
import { aWorkgroup } from '@qitao/masterdata/testing/factories.ts'
import { anOutsourceOrder } from '@qitao/outsourcing/testing/outsourcing.factory.ts'
import { addPurchaseRequest, requestsToPurchaseOrders } from '@qitao/purchasing/model/purchase-request.calls.ts'
import { aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { taskCalls } from '@qitao/quality/model/task/task.calls.ts'
import { aHeldLot } from '@qitao/quality/testing/quality.factory.ts'
import { listSalesOrders } from '@qitao/sales/model/sales-order.calls.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { addChangeRequest, listChangeChoices } from '@qitao/scheduling/model/change-request/change-request.calls.ts'
import { changeKind, changeReason } from '@qitao/scheduling/model/change-request/change-request.status.ts'
import { aPlannedMo, aPlant } from '@qitao/scheduling/testing/plant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation } from '@qitao/stock/testing/stock.factory.ts'
import { receiveTransfer, transferCalls } from '@qitao/warehouse/model/transfer/transfer.calls.ts'
import { aReleasedMo } from '@qitao/warehouse/testing/warehouse.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type FoundGroups, findRecords, queryNeighbours, queryRelatedGraph } from '../model/find.calls.ts'
import type { DocumentKind } from '../model/record-kinds.ts'

const app = await testApp()

const ownOnly = (company: TestCompany, { user_id }: TestMember) =>
  company.as(tx =>
    sql`update app_permission p set data_scope = 10 from user_role u
      where u.org_id = p.org_id and u.role_id = p.role_id and u.user_id = ${user_id}`.execute(tx),
  )
const numbers = (groups: FoundGroups) => groups.map(({ kind, records }) => [kind, ...records.map(({ no }) => no)])
const kinds = (groups: FoundGroups) => groups.map(({ kind }) => kind)

contract(app, findRecords, {
  set: async company => {
    const made = await anOrderedMo(company)
    const [order] = (await company.admin.ok(listSalesOrders, {})).result
    return { ...made, order_no: order!.no }
  },
  good: ({ order_no }) => ({ keyword: order_no.toLowerCase() }),
  check: async ({ groups }, { order_id, order_no, no, id }, company) => {
    expect(groups).toMatchObject([{ kind: 'sales_order', records: [{ id: order_id, no: order_no, status: '20' }] }])
    const { admin } = company
    // A part of the number, the beginning and the whole of a code; signs that mean something to SQL mean themselves.
    const byPart = (await admin.ok(findRecords, { keyword: no.slice(-6) })).groups
    expect(numbers(byPart)).toContainEqual(['mo', no])
    const [material_code] = byPart.find(({ kind }) => kind === 'mo')!.records[0]!.name!.split(' ')
    const byCode = (await admin.ok(findRecords, { keyword: material_code! })).groups
    expect(byCode[0]).toMatchObject({ kind: 'material', records: [{ no: material_code }] })
    expect((await admin.ok(findRecords, { keyword: '%' })).groups).toEqual([])
    expect((await admin.ok(findRecords, { keyword: ' ' })).groups).toEqual([])
    const planner = await company.member([pages.manufacturingOrders])
    expect((await planner.ok(findRecords, { keyword: order_no })).groups).toEqual([])
    expect((await planner.ok(findRecords, { keyword: no })).groups).toMatchObject([{ kind: 'mo', records: [{ id }] }])
    const seller = await company.member([pages.salesOrders])
    expect(kinds((await seller.ok(findRecords, { keyword: order_no })).groups)).toEqual(['sales_order'])
    await ownOnly(company, seller)
    expect((await seller.ok(findRecords, { keyword: order_no })).groups).toEqual([])
  },
  refused: () => [
    ['an unknown field', { keyword: 'x', any: 1 }, generalErrors.badParameter],
    ['a text that is too long', { keyword: 'x'.repeat(51) }, generalErrors.fieldTooLong],
  ],
  foreign: ({ data }) => expect(data).toEqual({ groups: [] }),
})

/** A work order of a sales order, and what was bought for it. */
const aBoughtFor = async (company: TestCompany) => {
  const made = await anOrderedMo(company)
  const supplier_id = await company.as(aSupplier)
  const request = await company.admin.ok(addPurchaseRequest, {
    material_id: made.component_ids[0]!,
    demand_quantity: '5',
    mo_ids: [made.id],
    supplier_id,
  })
  const { nos } = await company.admin.ok(requestsToPurchaseOrders, {
    lines: [{ request_id: request.id, eta: inDays(5) }],
  })
  return { ...made, request, purchase_no: nos[0]! }
}

contract(app, queryNeighbours, {
  set: aBoughtFor,
  good: ({ order_id }) => ({ kind: 'sales_order' as const, id: order_id }),
  check: async ({ groups }, { id, no, order_id, request, purchase_no }, company) => {
    const { admin } = company
    expect(numbers(groups)).toEqual([
      ['mo', no],
      ['purchase_request', request.no],
      ['purchase_order', purchase_no],
    ])
    const of = async (kind: DocumentKind, one: string) => (await admin.ok(queryNeighbours, { kind, id: one })).groups
    const ofMo = await of('mo', id)
    expect(kinds(ofMo)).toEqual(['sales_order', 'purchase_request', 'purchase_order'])
    const purchase = ofMo.find(({ kind }) => kind === 'purchase_order')!.records[0]!
    expect(kinds(await of('purchase_order', purchase.id))).toEqual(['sales_order', 'mo', 'purchase_request'])
    expect(kinds(await of('purchase_request', request.id))).toEqual(['sales_order', 'mo', 'purchase_order'])
    // Only what the member may open; of an order that is not his own nothing, as if it were not there.
    const planner = await company.member([pages.manufacturingOrders, pages.salesOrders])
    const asked = { kind: 'mo', id } as const
    expect(kinds((await planner.ok(queryNeighbours, asked)).groups)).toEqual(['sales_order'])
    await ownOnly(company, planner)
    expect((await planner.ok(queryNeighbours, asked)).groups).toEqual([])
    const hidden = { kind: 'sales_order', id: order_id } as const
    expect((await planner.send(queryNeighbours, hidden)).code).toBe(generalErrors.recordNotFound.code)
    const buyer = await company.member([pages.purchase])
    expect((await buyer.send(queryNeighbours, asked)).code).toBe(generalErrors.recordNotFound.code)
  },
  refused: ({ material_id }) => [
    ['a kind without neighbours', { kind: 'material', id: material_id }, generalErrors.badParameter],
    ['a document that is not there', { kind: 'mo', id: material_id }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('a change request is found by its number: by who asked, by the planner, by no other of the floor', async () => {
  const company = await app.company()
  const plant = await aPlant(company)
  const mo = await aPlannedMo(company, plant, 1)
  const asker = await company.member([pages.workshopPlan])
  const other = await company.member([pages.workshopPlan])
  const planner = await company.member([pages.productionPlan])
  const group = await aWorkgroup(company, { member_ids: [asker.user_id] })
  await company.as(async tx => {
    await sql`update device set workgroup_id = ${group.id} where id = ${plant.saw.id}`.execute(tx)
    await sql`update production_task set publish_status = 1`.execute(tx)
  })
  const { tasks } = await asker.ok(listChangeChoices, { task_ids: [mo.cut.id] })
  const { no } = await asker.ok(addChangeRequest, {
    kind: changeKind.codes.machine,
    reason: changeReason.codes.machine,
    tasks: [{ task_id: mo.cut.id, row_version: tasks[0]!.row_version, machine_no: plant.saw2.machine_no }],
  })
  const found = { kind: 'change_request', records: [{ no, name: `${mo.no}-1`, status: '0' }] }
  for (const member of [asker, planner])
    expect((await member.ok(findRecords, { keyword: no })).groups).toMatchObject([found])
  expect((await other.ok(findRecords, { keyword: no })).groups).toEqual([])
})

test('a transfer leads to the orders whose goods it moves, and while they are on their way these lead to it', async () => {
  const company = await app.company()
  const { admin } = company
  const mo = await aReleasedMo(company)
  const to = await company.as(tx => aLocation(tx))
  const goods = {
    material_id: mo.component_ids[0]!,
    from_location_id: mo.location_id,
    to_location_id: to,
    quantity: '30',
  }
  const { id, no } = await admin.ok(transferCalls.add, { steps: 2, lines: [goods] })
  const ofTransfer = async () => numbers((await admin.ok(queryNeighbours, { kind: 'transfer', id })).groups)
  const ofMo = async () => numbers((await admin.ok(queryNeighbours, { kind: 'mo', id: mo.id })).groups)
  expect([await ofTransfer(), await ofMo()]).toEqual([[['mo', mo.no]], []])
  await admin.ok(transferCalls.confirm, { ids: [id] })
  expect([await ofTransfer(), await ofMo()]).toEqual([[['mo', mo.no]], [['transfer', no]]])
  const { record, lines } = await admin.ok(transferCalls.detail, { id })
  const came = [{ line_id: lines[0]!.id, quantity: '30' }]
  await admin.ok(receiveTransfer, { id, row_version: record.row_version, lines: came })
  expect([await ofTransfer(), await ofMo()]).toEqual([[['mo', mo.no]], []])
})

test('work sent outside leads to its work order, and that to it', async () => {
  const company = await app.company()
  const { id, of, record } = await anOutsourceOrder(company)
  const from = async (kind: DocumentKind, one: string) =>
    (await company.admin.ok(queryNeighbours, { kind, id: one })).groups
  expect(await from('outsource_order', id)).toMatchObject([{ kind: 'mo', records: [{ id: of.mo.id }] }])
  expect(numbers(await from('mo', of.mo.id))).toContainEqual(['outsource_order', record.no])
})

test('an inspection is found by its number', async () => {
  const company = await app.company()
  const { id } = await aHeldLot(company)
  const { record } = await company.admin.ok(taskCalls.detail, { id })
  const found = await company.admin.ok(findRecords, { keyword: record.no.toLowerCase() })
  expect(found.groups).toMatchObject([{ kind: 'qc_task', records: [{ id, no: record.no, status: '0' }] }])
  const planner = await company.member([pages.manufacturingOrders])
  expect((await planner.ok(findRecords, { keyword: record.no })).groups).toEqual([])
})

contract(app, queryRelatedGraph, {
  set: async company => {
    const made = await aBoughtFor(company)
    const other = await anOrderedMo(company)
    return { ...made, other }
  },
  good: ({ order_id }) => ({ kind: 'sales_order' as const, id: order_id }),
  check: async ({ nodes, edges, is_cut }, { id, no, order_id, request, purchase_no, other }, company) => {
    const { admin } = company
    expect(is_cut).toBe(false)
    expect(nodes.map(({ kind, no: number, level }) => [kind, number, level]).slice(1)).toEqual([
      ['mo', no, 1],
      ['purchase_request', request.no, 2],
      ['purchase_order', purchase_no, 3],
    ])
    const purchase = nodes.at(-1)!
    const [so, mo, asked, bought] = [
      `sales_order:${order_id}`,
      `mo:${id}`,
      `purchase_request:${request.id}`,
      purchase.key,
    ]
    const steps = edges.map(({ from, to }) => `${from}>${to}`)
    expect(steps.sort()).toEqual([`${so}>${mo}`, `${mo}>${asked}`, `${asked}>${bought}`].sort())
    // From its end the same chain leads back, and nobody else's is on it.
    const back = await admin.ok(queryRelatedGraph, { kind: 'purchase_order', id: purchase.id })
    expect(back.nodes.map(({ kind, level }) => [kind, level])).toEqual([
      ['sales_order', -3],
      ['mo', -2],
      ['purchase_request', -1],
      ['purchase_order', 0],
    ])
    expect(back.edges.map(({ from, to }) => `${from}>${to}`).sort()).toEqual(steps.sort())
    expect(JSON.stringify(back)).not.toContain(other.no)
    // What a member may not open is not on it; of the own scope nothing of others is seen.
    const seller = await company.member([pages.salesOrders])
    const seen = await seller.ok(queryRelatedGraph, { kind: 'sales_order', id: order_id })
    expect([seen.nodes.map(({ kind }) => kind), seen.edges]).toEqual([['sales_order'], []])
    await ownOnly(company, seller)
    const hidden = await seller.send(queryRelatedGraph, { kind: 'sales_order', id: order_id })
    expect(hidden.code).toBe(generalErrors.recordNotFound.code)
  },
  refused: ({ order_id }) => [
    ['a kind without neighbours', { kind: 'material' as 'mo', id: order_id }, generalErrors.badParameter],
    ['a document that is not there', { kind: 'mo', id: order_id }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
