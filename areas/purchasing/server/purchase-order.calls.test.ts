import { approveApproval, queryApprovalList, setApprovalFlow } from '@qitao/access/model/approval/approval.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { actionKey } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Refusal } from '@qitao/core/refusal.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  addPurchaseOrder,
  alterArrivals,
  alterPurchaseOrder,
  cancelPurchaseOrders,
  countPurchaseOrders,
  dropPurchaseOrders,
  forceClosePurchaseOrders,
  listPurchaseOrders,
  showPurchaseOrder,
  submitPurchaseOrders,
  totalPurchaseOrders,
} from '../model/purchase-order.calls.ts'
import { addPurchaseRequest, listPurchaseRequests } from '../model/purchase-request.calls.ts'
import { purchasingErrors } from '../model/purchasing.errors.ts'
import { aPurchaseOrder, aSupplier, inDays } from '../testing/purchasing.factory.ts'
import { openPurchaseLines, recordReceipt } from './index.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'

const input = (of: { supplier_id: string; material_id: string }, quantity: string) => ({
  ...{ supplier_id: of.supplier_id, order_date: inDays(-1) },
  lines: [{ material_id: of.material_id, quantity, eta: inDays(5) }],
})
async function set(company: TestCompany) {
  const found = await company.as(async tx => ({
    material_id: await aMaterial(tx),
    supplier_id: await aSupplier(tx),
  }))
  const { material_id, supplier_id } = found
  const draft = await aPurchaseOrder(company, {
    ...{ supplier_id, submit: false },
    materials: [
      { material_id, quantity: '10' },
      { material_id, quantity: '4' },
    ],
  })
  const late = { material_id, quantity: '8', eta: inDays(-1) }
  const sent = await aPurchaseOrder(company, { supplier_id, materials: [late] })
  const partly = await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '6' }] })
  await company.as(tx =>
    recordReceipt(tx, company.org_id, [{ line_id: partly.line_ids[0]!, quantity: '2' }], inDays(0)),
  )
  return { ...found, draft, sent, partly }
}

contract(app, listPurchaseOrders, {
  set,
  good: () => ({ overdue: true }),
  check: ({ result }, { sent }) =>
    expect(result).toMatchObject([{ id: sent.id, overdue: true, line_count: 1, status: '15' }]),
  refused: () => [['over a year', { timestamp_range: [0, 367 * 86_400] }, generalErrors.dateSpanOverYear]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})
contract(app, countPurchaseOrders, {
  set,
  good: () => ({}),
  check: data =>
    expect(data).toMatchObject({ pending_submit: 1, pending_inbound: 1, partially_inbound: 1, completed: 0 }),
  refused: () => [['unknown field', { x: 1 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ pending_submit: 0, pending_inbound: 0 }),
})
contract(app, totalPurchaseOrders, {
  set,
  good: () => ({}),
  check: ({ result, is_complete }) => {
    expect(result.every(({ quantity }) => Number(quantity) > 0)).toBe(true)
    expect([result.length > 0, is_complete]).toEqual([true, true])
  },
  refused: () => [['unknown field', { x: 1 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toEqual({ result: [], is_complete: true }),
})
contract(app, showPurchaseOrder, {
  set,
  good: ({ partly }) => ({ id: partly.id }),
  check: ({ record, lines }) => {
    expect(record).toMatchObject({ status: '20', overdue: false, arrival_date: inDays(0) })
    expect(lines.map(line => Number(line.open_quantity))).toEqual([4])
  },
  refused: () => [['absent', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
const order = (of: { supplier_id: string; material_id: string }, more: object = {}) => ({
  supplier_id: of.supplier_id,
  order_date: inDays(0),
  eta: inDays(7),
  lines: [{ material_id: of.material_id, quantity: '5', price: '2' }],
  ...more,
})
test('an order that says nothing of them has the currency and the tax of its supplier', async () => {
  const company = await app.company()
  const found = await set(company)
  await company.as(tx =>
    sql`update supplier set currency = 'EUR', tax_rate = 6 where id = ${found.supplier_id}`.execute(tx),
  )
  const saved = async (more: object) => {
    const { id } = await company.admin.ok(addPurchaseOrder, order(found, more))
    const { record } = await company.admin.ok(showPurchaseOrder, { id })
    return [record.currency, Number(record.tax_rate)]
  }
  expect(await saved({})).toEqual(['EUR', 6])
  expect(await saved({ currency: 'USD', tax_rate: 0 })).toEqual(['USD', 0])
})
contract(app, addPurchaseOrder, {
  set,
  good: found => order(found, { no: 'PO-1', submit: true }),
  check: async ({ id, no }, _, company) => {
    expect(no).toBe('PO-1')
    const { record, lines } = await company.admin.ok(showPurchaseOrder, { id })
    expect(record).toMatchObject({ status: '15', eta: inDays(7) })
    expect([Number(record.total_amount), lines[0]!.eta]).toEqual([10, inDays(7)])
  },
  refused: found => [
    ['no supplier', order(found, { supplier_id: null }), purchasingErrors.supplierRequired],
    ['number taken', order(found, { no: found.sent.no }), purchasingErrors.orderExists],
    ['ETA before order', order(found, { eta: inDays(-1) }), purchasingErrors.etaBeforeOrderDate],
    [
      'below demand',
      order(found, { lines: [{ material_id: found.material_id, demand_quantity: '6', quantity: '5' }] }),
      purchasingErrors.belowDemand,
    ],
    ['no lines', order(found, { lines: [] }), generalErrors.fieldRequired],
    ['long remark', order(found, { remark: 'x'.repeat(256) }), generalErrors.remarkTooLong],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, alterPurchaseOrder, {
  set,
  good: found => ({
    ...order(found, { lines: [{ id: found.draft.line_ids[1]!, material_id: found.material_id, quantity: '9' }] }),
    ...{ id: found.draft.id, row_version: 0 },
  }),
  check: async (_, { draft }, company) => {
    const { record, lines } = await company.admin.ok(showPurchaseOrder, { id: draft.id })
    expect(record.no).toBe(draft.no)
    expect(lines.map(line => [line.id, line.line_no, Number(line.quantity)])).toEqual([[draft.line_ids[1], 1, 9]])
  },
  refused: found => [
    ['submitted', { ...order(found), id: found.sent.id, row_version: 1 }, purchasingErrors.notEditable],
    ['stale', { ...order(found), id: found.draft.id, row_version: 5 }, generalErrors.versionConflict],
    [
      'a line of another order',
      {
        ...order(found, { lines: [{ id: found.sent.line_ids[0]!, material_id: found.material_id, quantity: '9' }] }),
        ...{ id: found.draft.id, row_version: 0 },
      },
      generalErrors.recordNotFound,
    ],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, submitPurchaseOrders, {
  set,
  good: ({ draft }) => ({ ids: [draft.id] }),
  check: async (_, { draft, material_id }, company) => {
    const open = await company.as(tx => openPurchaseLines(tx, company.org_id, [material_id]))
    expect(open.filter(line => line.order_id === draft.id).map(line => Number(line.open_quantity))).toEqual([10, 4])
  },
  refused: ({ sent }) => [['submitted', { ids: [sent.id] }, purchasingErrors.notEditable]],
  foreign: generalErrors.recordNotFound,
})
contract(app, cancelPurchaseOrders, {
  set,
  good: ({ sent }) => ({ ids: [sent.id], reason: '重复' }),
  refused: ({ partly, sent }) => [
    ['has receipts', { ids: [partly.id] }, purchasingErrors.hasReceipt],
    ['altered since it was seen', { ids: [sent.id], row_versions: [9] }, generalErrors.versionConflict],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, forceClosePurchaseOrders, {
  set,
  good: ({ partly, sent }) => ({ ids: [partly.id, sent.id] }),
  check: async (_, { material_id }, company) => {
    expect(await company.as(tx => openPurchaseLines(tx, company.org_id, [material_id]))).toEqual([])
  },
  refused: ({ draft, sent }) => [
    ['not submitted', { ids: [draft.id] }, purchasingErrors.forceCloseNotAllowed],
    ['altered since it was seen', { ids: [sent.id], row_versions: [9] }, generalErrors.versionConflict],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, dropPurchaseOrders, {
  set,
  good: ({ draft }) => ({ ids: [draft.id] }),
  refused: ({ sent }) => [['submitted', { ids: [sent.id] }, purchasingErrors.notEditable]],
  foreign: generalErrors.recordNotFound,
})
contract(app, alterArrivals, {
  set,
  good: ({ sent }) => ({ purchase_order_id: sent.id, arrivals: [{ id: sent.line_ids[0]!, eta: inDays(4) }] }),
  check: async (_, { sent }, company) => {
    const { record } = await company.admin.ok(showPurchaseOrder, { id: sent.id })
    expect(record).toMatchObject({ eta: inDays(4), overdue: false })
  },
  refused: ({ sent, draft }) => [
    [
      'altered since it was seen',
      { purchase_order_id: sent.id, row_version: 9, arrivals: [{ id: sent.line_ids[0], eta: inDays(4) }] },
      generalErrors.versionConflict,
    ],
    [
      'before the order',
      { purchase_order_id: sent.id, arrivals: [{ id: sent.line_ids[0], eta: inDays(-9) }] },
      purchasingErrors.etaBeforeOrderDate,
    ],
    [
      'a line of another order',
      { purchase_order_id: sent.id, arrivals: [{ id: draft.line_ids[0], eta: inDays(9) }] },
      generalErrors.recordNotFound,
    ],
  ],
  foreign: generalErrors.recordNotFound,
})

test('a line that leaves its order gives its request back, and the order may keep its own', async () => {
  const company = await app.company()
  const { supplier_id, material_id } = await set(company)
  const made = await company.admin.ok(addPurchaseRequest, { material_id, demand_quantity: '5' })
  const of = { supplier_id, material_id }
  const with_request = { material_id, quantity: '6', request_ids: [made.id] }
  const { id } = await company.admin.ok(addPurchaseOrder, order(of, { lines: [with_request] }))
  const statusNow = async () => (await company.admin.ok(listPurchaseRequests, { ids: [made.id] })).result[0]!.status
  expect(await statusNow()).toBe(1)
  await company.admin.ok(alterPurchaseOrder, { ...order(of, { lines: [with_request] }), id, row_version: 0 })
  expect(await statusNow()).toBe(1)
  await company.admin.ok(alterPurchaseOrder, { ...order(of), id, row_version: 1 })
  expect(await statusNow()).toBe(0)
})

test('two receipts at once never exceed what was ordered', async () => {
  const company = await app.company()
  const { sent } = await set(company)
  const receive = () =>
    company.as(tx => recordReceipt(tx, company.org_id, [{ line_id: sent.line_ids[0]!, quantity: '5' }], inDays(0)))
  const results = await Promise.allSettled([receive(), receive()])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { lines } = await company.admin.ok(showPurchaseOrder, { id: sent.id })
  expect(Number(lines[0]!.received_quantity)).toBe(5)
  // Told by the name of its column.
  const refused = results.flatMap(one => (one.status === 'rejected' ? [one.reason as Refusal] : []))
  expect(refused[0]!.data.field_title?.zh).toBe('本次入库')
})

test('a purchase order waits for its approval, and is ordered by it', async () => {
  const company = await app.company()
  const { admin } = company
  const boss = await company.member([pages.taskCentre])
  await admin.ok(setApprovalFlow, { module_code: 'CG', mode: 4, approver_ids: [boss.user_id], enabled: 1 })
  const made = await company.as(async tx => ({
    supplier_id: await aSupplier(tx),
    material_id: await aMaterial(tx),
  }))
  const materials = [{ material_id: made.material_id, quantity: '5' }]
  const order = await aPurchaseOrder(company, { supplier_id: made.supplier_id, materials })
  const shown = async () => (await admin.ok(showPurchaseOrder, { id: order.id })).record
  expect(await shown()).toMatchObject({ status: '10', approval_status: 1 })
  for (const call of [submitPurchaseOrders, cancelPurchaseOrders, dropPurchaseOrders])
    expect((await admin.send(call, { ids: [order.id] })).code, call.path).toBe(5703)
  const [open] = (await boss.ok(queryApprovalList, {})).result
  await boss.ok(approveApproval, { id: open!.id })
  expect(await shown()).toMatchObject({ status: '15', approval_status: 2 })
  // What was approved is altered no more.
  const { row_version } = await shown()
  const dearer = { ...input(made, '5'), lines: [{ material_id: made.material_id, quantity: '5', price: '9000' }] }
  expect((await admin.send(alterPurchaseOrder, { ...dearer, id: order.id, row_version })).code).toBe(5703)
})
test('a price keeps the places that it was given: saved again, the order amounts to the same', async () => {
  const company = await app.company()
  const made = await company.as(async tx => ({ supplier_id: await aSupplier(tx), material_id: await aMaterial(tx) }))
  const lines = [{ material_id: made.material_id, quantity: '1000000', price: '0.00004' }]
  const { id } = await company.admin.ok(addPurchaseOrder, { ...input(made, '1'), lines })
  const stored = await company.admin.ok(showPurchaseOrder, { id })
  expect(Number(stored.record.total_amount)).toBe(40)
  const { price } = stored.lines[0]!
  const again = { ...input(made, '1'), id, row_version: stored.record.row_version, lines: [{ ...lines[0]!, price }] }
  await company.admin.ok(alterPurchaseOrder, again)
  expect(Number((await company.admin.ok(showPurchaseOrder, { id })).record.total_amount)).toBe(40)
})
test('H2 a purchase order without a price or in another currency is above every limit; its maker does not approve it', async () => {
  const company = await app.company()
  const { admin } = company
  const buyer = await company.member([pages.taskCentre, pages.purchase, pages.editPurchase])
  const flow = { module_code: 'CG', mode: 4 as const, approver_ids: [buyer.user_id], enabled: 1 as const }
  await admin.ok(setApprovalFlow, { ...flow, amount_from: '1000' })
  const made = await company.as(async tx => ({ supplier_id: await aSupplier(tx), material_id: await aMaterial(tx) }))
  const statusOf = async (price: string | null, currency?: string) => {
    const lines = [{ material_id: made.material_id, quantity: '1', price }]
    const { id } = await buyer.ok(addPurchaseOrder, {
      ...input(made, '1'),
      currency: currency ?? null,
      lines,
      submit: true,
    })
    return (await admin.ok(showPurchaseOrder, { id })).record.status
  }
  expect(await statusOf('999')).toBe('15')
  for (const [price, currency] of [['1000'], [null], ['1', 'USD']] as const)
    expect(await statusOf(price, currency), `${price} ${currency}`).toBe('10')
  expect((await buyer.ok(queryApprovalList, {})).total).toBe(0)
  expect((await admin.ok(queryApprovalList, {})).total).toBe(3)
})
test('A10 whoever may add a purchase order and not submit it, does not submit it by adding it', async () => {
  const company = await app.company()
  const member = await company.member([pages.purchase])
  await company.as(tx => sql`update app_permission set action_keys = ${[actionKey(addPurchaseOrder)]}`.execute(tx))
  const made = await company.as(async tx => ({ supplier_id: await aSupplier(tx), material_id: await aMaterial(tx) }))
  expect((await member.send(addPurchaseOrder, { ...input(made, '1'), submit: true })).code).toBe(5011)
  await member.ok(addPurchaseOrder, input(made, '1'))
})
test('who submits what a colleague has altered since he saw it is told, and it stays a draft', async () => {
  const company = await app.company()
  const { admin } = company
  const made = await company.as(async tx => ({ supplier_id: await aSupplier(tx), material_id: await aMaterial(tx) }))
  const { id } = await admin.ok(addPurchaseOrder, input(made, '1'))
  const { id: other_id } = await admin.ok(addPurchaseOrder, input(made, '1'))
  const seen = (await admin.ok(showPurchaseOrder, { id })).record.row_version
  const other = (await admin.ok(showPurchaseOrder, { id: other_id })).record.row_version
  await admin.ok(alterPurchaseOrder, { ...input(made, '1000'), id, row_version: seen })
  const { code, data } = await admin.send(submitPurchaseOrders, { ids: [other_id, id], row_versions: [other, seen] })
  expect(code).toBe(generalErrors.partlyDone.code)
  expect(data).toMatchObject({ done_ids: [other_id], failed: [{ id, code: generalErrors.versionConflict.code }] })
  expect((await admin.ok(showPurchaseOrder, { id })).record.status).toBe('10')
  const row_version = (await admin.ok(showPurchaseOrder, { id })).record.row_version
  await admin.ok(submitPurchaseOrders, { ids: [id], row_versions: [row_version] })
  expect((await admin.ok(showPurchaseOrder, { id })).record.status).toBe('15')
})
