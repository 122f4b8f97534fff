import { accessErrors } from '@qitao/access/model/access.errors.ts'
import {
  approveApproval,
  approveApprovals,
  delegateApproval,
  dropApprovalFlows,
  queryApprovalDetail,
  queryApprovalFlowList,
  queryApprovalList,
  rejectApproval,
  rejectApprovals,
  remindApproval,
  returnApproval,
  setApprovalFlow,
  withdrawApproval,
} from '@qitao/access/model/approval/approval.calls.ts'
import { approvalMode, approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { alterUserStatus, dropUser } from '@qitao/access/model/member/user.calls.ts'
import { listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { bulkDropAttachment, commonUpload } from '@qitao/access/model/record/attachment.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, type TestMember, testApp } from '@qitao/app-server/testing/test-app.ts'
import { actionKey } from '@qitao/core/call.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { FileGiven } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  addSalesOrder,
  cancelSalesOrders,
  deleteSalesOrders,
  showSalesOrder,
  submitSalesOrders,
  updateSalesOrder,
} from '../model/sales-order.calls.ts'
import { anOrder, aProduct, inDays, today } from '../testing/factories.ts'

const app = await testApp()
const { single, joint_sign, sequential } = approvalMode.codes
const { pending, approved, rejected, withdrawn } = approvalStatus.codes
const clerkPages = [pages.taskCentre, pages.salesOrders]

const setFlow = (company: TestCompany, mode: 1 | 2 | 3 | 4, approvers: TestMember[], more: object = {}) =>
  company.admin.ok(setApprovalFlow, {
    ...{ module_code: 'SO', mode, approver_ids: approvers.map(({ user_id }) => user_id), enabled: 1, ...more },
  })
/** An order that waits for the administrator, submitted by a clerk; or for others, submitted by the administrator. */
async function waiting(company: TestCompany, mode: 1 | 2 | 3 | 4 = single, approvers = [company.admin]) {
  await setFlow(company, mode, approvers)
  const material_id = await aProduct(company)
  const starter = approvers.includes(company.admin) ? await company.member(clerkPages) : company.admin
  const order = await anOrder({ ...company, admin: starter }, { material_id })
  const { result } = await starter.ok(queryApprovalList, { scope: 'mine' })
  return { order_id: order.id, no: order.no, material_id, starter, id: result[0]!.id }
}
/** An order of the administrator's that waits for a colleague. */
const waitingForOther = async (company: TestCompany) => waiting(company, single, [await company.member(clerkPages)])
const statusOf = async (company: TestCompany, id: string) => {
  const { record } = await company.admin.ok(showSalesOrder, { id })
  return [record.status, record.approval_status]
}

contract(app, setApprovalFlow, {
  set: async company => ({ user_id: company.admin.user_id, flow: await setFlow(company, single, [company.admin]) }),
  good: ({ user_id }) => ({ module_code: 'SO', mode: joint_sign, approver_ids: [user_id], enabled: 1 as const }),
  check: async ({ id }, { flow, user_id }, company) => {
    // The same conditions: the same flow.
    expect(id).toBe(flow.id)
    const large = {
      module_code: 'SO',
      mode: single,
      approver_ids: [user_id],
      enabled: 1 as const,
      amount_from: '10000',
    }
    expect((await company.admin.ok(setApprovalFlow, large)).id).not.toBe(flow.id)
    expect((await company.admin.ok(queryApprovalFlowList, { module_code: 'SO' })).result).toHaveLength(2)
  },
  refused: ({ user_id }) => [
    ['nobody', { module_code: 'SO', mode: single, approver_ids: [], enabled: 1 }, accessErrors.noApprover],
    [
      'somebody who is not there',
      { module_code: 'SO', mode: single, approver_ids: [newId()], enabled: 1 },
      generalErrors.recordNotFound,
    ],
    [
      'an unknown document',
      { module_code: 'XX', mode: single, approver_ids: [user_id], enabled: 1 },
      generalErrors.badParameter,
    ],
    [
      'an unknown mode',
      { module_code: 'SO', mode: 9, approver_ids: [user_id], enabled: 1 },
      generalErrors.badParameter,
    ],
  ],
  foreign: generalErrors.recordNotFound,
})
test('who cannot approve is no approver, and nobody passes a step on to him; an order says for whom it waits', async () => {
  const company = await app.company()
  const idle = await company.member([pages.salesOrders])
  const flow = (approver_ids: string[]) => ({ module_code: 'SO', mode: single, approver_ids, enabled: 1 as const })
  const refused = await company.admin.send(setApprovalFlow, flow([idle.user_id]))
  expect(refused.code).toBe(accessErrors.approversUnfit.code)
  expect(refused.message).toContain('Member没有「任务中心」页面的审批权限')
  const { order_id, id } = await waiting(company)
  expect((await company.admin.ok(showSalesOrder, { id: order_id })).record.waits_for).toEqual(['Admin'])
  const passed = await company.admin.send(delegateApproval, { id, user_id: idle.user_id })
  expect(passed.code).toBe(accessErrors.approversUnfit.code)
  const both = await company.admin.send(setApprovalFlow, flow([company.admin.user_id, idle.user_id]))
  expect(both.message).toContain('单人审批只能有一个审批人')
  expect(both.message).not.toContain('未设置审批人')
  await company.admin.ok(approveApproval, { id })
  expect((await company.admin.ok(showSalesOrder, { id: order_id })).record.waits_for).toEqual([])
  // A flow whose approver has lost the right is switched off all the same.
  await company.admin.ok(setApprovalFlow, { ...flow([idle.user_id]), enabled: 0 })
})
contract(app, queryApprovalFlowList, {
  set: company => setFlow(company, single, [company.admin]),
  good: () => ({}),
  check: ({ result }) => expect(result).toMatchObject([{ module_code: 'SO', approver_names: ['Admin'], enabled: 1 }]),
  refused: () => [['an unknown field', { other: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toEqual({ result: [] }),
})
contract(app, dropApprovalFlows, {
  set: company => setFlow(company, single, [company.admin]),
  good: ({ id }) => ({ ids: [id] }),
  check: async (data, _, company) => {
    expect(data).toEqual({ affected: 1 })
    expect((await company.admin.ok(queryApprovalFlowList, {})).result).toEqual([])
  },
  refused: () => [['one that is not there', { ids: [newId()] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

contract(app, queryApprovalList, {
  set: company => waiting(company),
  good: () => ({ scope: 'todo' as const }),
  check: async ({ result, total }, { id, no }, company) => {
    expect(total).toBe(1)
    expect(result[0]).toMatchObject({ id, object_no: no, status: pending, starter_name: 'Member', module_code: 'SO' })
    expect((await company.admin.ok(queryApprovalList, { scope: 'done' })).total).toBe(0)
    const other = await company.member([pages.taskCentre])
    for (const scope of ['todo', 'done', 'mine'] as const)
      expect((await other.ok(queryApprovalList, { scope })).total, scope).toBe(0)
  },
  refused: () => [['an unknown scope', { scope: 'all' }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.total).toBe(0),
})
contract(app, queryApprovalDetail, {
  set: company => waiting(company),
  good: ({ id }) => ({ id }),
  check: async ({ record, steps, document }, { id, no, material_id }, company) => {
    expect(record).toMatchObject({ id, object_no: no })
    expect(steps).toMatchObject([{ sequence: 1, approver_name: 'Admin', result: pending }])
    expect(document.record).toMatchObject({ no })
    expect(document.lines).toMatchObject([{ material_id, quantity: '10.000000' }])
    const other = await company.member([pages.taskCentre])
    expect((await other.send(queryApprovalDetail, { id })).code).toBe(7701)
  },
  refused: () => [['one that is not there', { id: newId() }, accessErrors.approvalMissing]],
  foreign: accessErrors.approvalMissing,
})
contract(app, approveApproval, {
  set: company => waiting(company),
  good: ({ id }) => ({ id, comment: '同意' }),
  check: async (data, { id, order_id }, company) => {
    expect(data).toEqual({ approval_status: approved })
    expect(await statusOf(company, order_id)).toEqual([10, approved])
    const { steps } = await company.admin.ok(queryApprovalDetail, { id })
    expect(steps).toMatchObject([{ result: approved, comment: '同意' }])
    expect((await company.admin.send(approveApproval, { id })).code).toBe(7703)
    expect((await company.admin.ok(queryApprovalList, { scope: 'done' })).total).toBe(1)
  },
  refused: ({ id }) => [
    ['one that is not there', { id: newId() }, accessErrors.approvalMissing],
    ['a long comment', { id, comment: 'x'.repeat(256) }, generalErrors.remarkTooLong],
  ],
  foreign: accessErrors.approvalMissing,
})
contract(app, rejectApproval, {
  set: company => waiting(company),
  good: ({ id }) => ({ id, comment: '价格过低' }),
  check: async (data, { order_id, starter }, company) => {
    expect(data).toEqual({ approval_status: rejected })
    expect(await statusOf(company, order_id)).toEqual([0, rejected])
    // It may be mended and submitted again.
    await starter.ok(submitSalesOrders, { ids: [order_id] })
    expect(await statusOf(company, order_id)).toEqual([0, pending])
  },
  refused: ({ id }) => [
    ['without a reason', { id, comment: ' ' }, generalErrors.fieldRequired],
    ['one that is not there', { id: newId(), comment: 'x' }, accessErrors.approvalMissing],
  ],
  foreign: accessErrors.approvalMissing,
})
contract(app, withdrawApproval, {
  set: waitingForOther,
  good: ({ id }) => ({ id }),
  check: async (data, { id, order_id }, company) => {
    expect(data).toEqual({ approval_status: withdrawn })
    expect(await statusOf(company, order_id)).toEqual([0, withdrawn])
    expect((await company.admin.send(withdrawApproval, { id })).code).toBe(7703)
  },
  refused: () => [['one that is not there', { id: newId() }, accessErrors.approvalMissing]],
  foreign: accessErrors.approvalMissing,
})
contract(app, delegateApproval, {
  set: async company => ({
    ...(await waiting(company)),
    deputy: await company.member([pages.taskCentre]),
    own: company.admin.user_id,
  }),
  good: ({ id, deputy }) => ({ id, user_id: deputy.user_id }),
  check: async (data, { id, deputy, order_id }, company) => {
    expect(data).toEqual({ approval_status: pending })
    expect((await company.admin.send(approveApproval, { id })).code).toBe(7702)
    expect((await deputy.ok(queryApprovalDetail, { id })).steps).toMatchObject([{ delegated_by_name: 'Admin' }])
    await deputy.ok(approveApproval, { id })
    expect(await statusOf(company, order_id)).toEqual([10, approved])
  },
  refused: ({ id, own }) => [
    ['to oneself', { id, user_id: own }, accessErrors.selfNotAllowed],
    ['to nobody', { id, user_id: newId() }, generalErrors.recordNotFound],
  ],
  foreign: accessErrors.approvalMissing,
})
contract(app, remindApproval, {
  set: waitingForOther,
  good: ({ id }) => ({ id }),
  check: async (data, { id }, company) => {
    expect(data).toEqual({ approval_status: pending })
    expect((await company.admin.ok(queryApprovalDetail, { id })).record.reminded_time).not.toBeNull()
    expect((await company.admin.send(remindApproval, { id })).code).toBe(5004)
  },
  refused: () => [['one that is not there', { id: newId() }, accessErrors.approvalMissing]],
  foreign: accessErrors.approvalMissing,
})

/** Two orders that wait for the administrator. */
async function twoWaiting(company: TestCompany) {
  const one = await waiting(company)
  await anOrder({ ...company, admin: one.starter }, { material_id: one.material_id })
  const { result } = await company.admin.ok(queryApprovalList, { scope: 'todo' })
  return { ids: result.map(({ id }) => id), order_ids: result.map(({ object_id }) => object_id) }
}
contract(app, approveApprovals, {
  set: twoWaiting,
  good: ({ ids }) => ({ ids, comment: 'all fine' }),
  check: async ({ done_ids }, { ids, order_ids }, company) => {
    expect(new Set(done_ids)).toEqual(new Set(ids))
    for (const id of order_ids) expect(await statusOf(company, id)).toEqual([10, approved])
    const { result } = await company.admin.ok(queryApprovalList, { scope: 'done' })
    expect(result.map(({ status }) => status)).toEqual([approved, approved])
  },
  refused: ({ ids }) => [
    ['none', { ids: [] }, generalErrors.badParameter],
    ['unknown', { ids: [newId()] }, accessErrors.approvalMissing],
    ['too many', { ids: Array.from({ length: 101 }, newId) }, generalErrors.badParameter],
    ['a long comment', { ids, comment: 'x'.repeat(256) }, generalErrors.remarkTooLong],
  ],
  foreign: ({ code }) => expect(code).toBe(generalErrors.recordNotFound.code),
})
contract(app, rejectApprovals, {
  set: twoWaiting,
  good: ({ ids }) => ({ ids, comment: 'too late' }),
  check: async (_, { order_ids }, company) => {
    for (const id of order_ids) expect(await statusOf(company, id)).toEqual([0, rejected])
  },
  refused: ({ ids }) => [
    ['no reason', { ids, comment: ' ' }, generalErrors.fieldRequired],
    ['unknown', { ids: [newId()], comment: 'no' }, accessErrors.approvalMissing],
  ],
  foreign: ({ code }) => expect(code).toBe(generalErrors.recordNotFound.code),
})

test('of several the one that was changed since is left, the others are approved', async () => {
  const company = await app.company()
  const { ids, order_ids } = await twoWaiting(company)
  await app.database.pool.query('update sales_order set remark = $1 where id = $2', ['other', order_ids[0]])
  const { code, data } = await company.admin.send(approveApprovals, { ids })
  expect(code).toBe(generalErrors.partlyDone.code)
  expect(data).toMatchObject({ done_ids: [ids[1]], failed: [{ id: ids[0], code: generalErrors.versionConflict.code }] })
  expect(await statusOf(company, order_ids[0]!)).toEqual([0, pending])
})

/** In a sequence of three, the first two have agreed. */
async function twoAgreed(company: TestCompany) {
  const first = await company.member(clerkPages)
  const second = await company.member(clerkPages)
  const order = await waiting(company, sequential, [first, second, company.admin])
  await first.ok(approveApproval, { id: order.id })
  await second.ok(approveApproval, { id: order.id, comment: 'second says yes' })
  const { steps } = await company.admin.ok(queryApprovalDetail, { id: order.id })
  return { ...order, first, second, steps }
}
contract(app, returnApproval, {
  set: twoAgreed,
  good: ({ id, steps }) => ({ id, step_id: steps[0]!.id, comment: 'price?' }),
  check: async ({ approval_status }, { id, first, second }, company) => {
    expect(approval_status).toBe(pending)
    const { record, steps, events } = await company.admin.ok(queryApprovalDetail, { id })
    expect(record.current_approver_ids).toEqual([first.user_id])
    expect(steps.map(({ result }) => result)).toEqual([pending, pending, pending])
    // What was decided before stays told.
    expect(events.map(({ action, comment }) => [action, comment])).toEqual([
      ['approve', null],
      ['approve', 'second says yes'],
      ['return', 'price?'],
    ])
    expect((await second.send(approveApproval, { id })).code).toBe(accessErrors.approvalNotTurn.code)
    await first.ok(approveApproval, { id })
    await second.ok(approveApproval, { id })
    expect((await company.admin.ok(approveApproval, { id })).approval_status).toBe(approved)
  },
  refused: ({ id, steps }) => [
    ['no reason', { id, step_id: steps[0]!.id, comment: '' }, generalErrors.fieldRequired],
    ['the own step', { id, step_id: steps[2]!.id, comment: 'no' }, generalErrors.badParameter],
    ['unknown', { id: newId(), step_id: steps[0]!.id, comment: 'no' }, accessErrors.approvalMissing],
  ],
  foreign: ({ code }) => expect(code).toBe(accessErrors.approvalMissing.code),
})

test('in a joint sign a return opens the one step, in a sequence all after it; the first has none before', async () => {
  const company = await app.company()
  const two = await company.member(clerkPages)
  const { id } = await waiting(company, joint_sign, [two, company.admin])
  const stepsOf = async () => (await company.admin.ok(queryApprovalDetail, { id })).steps
  const [theirs] = await stepsOf()
  expect((await company.admin.send(returnApproval, { id, step_id: theirs!.id, comment: 'x' })).code).toBe(5001)
  await two.ok(approveApproval, { id })
  await company.admin.ok(returnApproval, { id, step_id: theirs!.id, comment: 'look again' })
  expect((await stepsOf()).map(({ result }) => result)).toEqual([pending, pending])
})

test('R-228 an order under approval is neither changed, submitted, cancelled nor deleted, and its files stay', async () => {
  const company = await app.company()
  const { admin } = company
  const { order_id, material_id } = await waiting(company)
  const { record, lines } = await admin.ok(showSalesOrder, { id: order_id })
  const change = {
    ...{ id: order_id, row_version: record.row_version, order_date: today, delivery_date: inDays(20) },
    lines: [{ id: lines[0]!.id, material_id, quantity: '1000' }],
  }
  expect((await admin.send(updateSalesOrder, change)).code).toBe(5415)
  for (const call of [submitSalesOrders, cancelSalesOrders, deleteSalesOrders])
    expect((await admin.send(call, { ids: [order_id] })).code, call.path).toBe(5415)
  const file = new FileGiven('a.txt', new TextEncoder().encode('cheaper'), '')
  expect((await admin.send(commonUpload, { file, module: 'sales_order', object_id: order_id })).code).toBe(5024)
})

test('whoever submits is told for whom it waits: with saving, of several at once, and of none that waits for nobody', async () => {
  const company = await app.company()
  await setFlow(company, single, [company.admin], { amount_from: '100' })
  const clerk = await company.member(clerkPages)
  const material_id = await aProduct(company)
  expect((await priced(clerk, material_id, '200')).waits_for).toEqual(['Admin'])
  const [dear, dearer, cheap] = [
    await priced(clerk, material_id, '200', { submit: false }),
    await priced(clerk, material_id, '300', { submit: false }),
    await priced(clerk, material_id, '1', { submit: false }),
  ]
  expect(dear.waits_for).toBeUndefined()
  expect((await clerk.ok(submitSalesOrders, { ids: [dear.id, dearer.id] })).waits_for).toEqual(['Admin'])
  expect((await clerk.ok(submitSalesOrders, { ids: [cheap.id] })).waits_for).toBeUndefined()
})

test('what is approved is what was submitted', async () => {
  const company = await app.company()
  const { order_id, id, starter } = await waiting(company)
  await company.as(tx => sql`update sales_order_line set quantity = 1000 where order_id = ${order_id}`.execute(tx))
  expect((await company.admin.send(approveApproval, { id })).code).toBe(5023)
  expect(await statusOf(company, order_id)).toEqual([0, pending])
  await starter.ok(withdrawApproval, { id })
})

test('joint sign waits for all; sequence keeps its order; nobody else decides or withdraws', async () => {
  const company = await app.company()
  const [one, two] = [await company.member(clerkPages), await company.member(clerkPages)]
  const { id, order_id } = await waiting(company, sequential, [one!, two!])
  expect((await two!.send(approveApproval, { id })).code).toBe(7702)
  expect((await two!.ok(queryApprovalList, { scope: 'todo' })).total).toBe(0)
  expect((await one!.send(withdrawApproval, { id })).code).toBe(5011)
  expect((await one!.ok(approveApproval, { id })).approval_status).toBe(pending)
  expect((await two!.ok(queryApprovalList, { scope: 'todo' })).total).toBe(1)
  expect((await two!.ok(approveApproval, { id })).approval_status).toBe(approved)
  expect(await statusOf(company, order_id)).toEqual([10, approved])
  await setFlow(company, joint_sign, [one!, two!])
  const other = await anOrder(company, { material_id: await aProduct(company) })
  const [open] = (await company.admin.ok(queryApprovalList, { scope: 'mine', statuses: [pending] })).result
  expect((await two!.ok(approveApproval, { id: open!.id })).approval_status).toBe(pending)
  expect(await statusOf(company, other.id)).toEqual([0, pending])
  expect((await one!.ok(rejectApproval, { id: open!.id, comment: 'no' })).approval_status).toBe(rejected)
})

test('R-286 two who decide at the same moment: one does, the other is told', async () => {
  const company = await app.company()
  const [one, two] = [await company.member(clerkPages), await company.member(clerkPages)]
  const { id } = await waiting(company, 2, [one!, two!])
  const answers = await Promise.all([one!, two!].map(member => member.send(approveApproval, { id })))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 7703])
})

test('without a fitting flow an order is to do at once; an approver who has left is no approver', async () => {
  const company = await app.company()
  const boss = await company.member([pages.taskCentre])
  await setFlow(company, single, [boss], { amount_from: '10000' })
  const material_id = await aProduct(company)
  const small = await priced(company.admin, material_id, '1')
  expect(await statusOf(company, small.id)).toEqual([10, null])
  await setFlow(company, single, [boss])
  await company.as(tx => sql`update app_user set status = 0 where id = ${boss.user_id}`.execute(tx))
  const draft = await anOrder(company, { material_id, submit: false })
  expect((await company.admin.send(submitSalesOrders, { ids: [draft.id] })).code).toBe(7704)
})

/** The order as it stands, with some of it changed, to be saved. */
async function changed(company: TestCompany, id: string, line: object, head: object = {}) {
  const { record, lines } = await company.admin.ok(showSalesOrder, { id })
  const { material_id, quantity, price, offset_quantity } = lines[0]!
  return {
    ...{ id, row_version: record.row_version, order_date: record.order_date, delivery_date: record.delivery_date },
    ...{ currency: record.currency, customer_id: record.customer_id, remark: record.remark, ...head },
    lines: [{ ...{ id: lines[0]!.id, material_id, quantity, price, offset_quantity }, ...line }],
  }
}
const priced = (member: TestMember, material_id: string, price: string | null, more: object = {}) =>
  member.ok(addSalesOrder, {
    ...{ order_date: today, delivery_date: inDays(14), submit: true },
    ...{ lines: [{ material_id, quantity: '1', price }], ...more },
  })

test('H2 what was approved is approved as it was: every change starts it anew, and the same again does not', async () => {
  const company = await app.company()
  const { admin } = company
  const clerk = await company.member(clerkPages)
  await setFlow(company, single, [admin])
  const material_id = await aProduct(company)
  const open = async () => (await admin.ok(queryApprovalList, { scope: 'todo' })).result[0]!
  for (const [line, head] of [
    [{ price: '9000000' }, {}],
    [{ quantity: '500' }, {}],
    [{ price: null }, {}],
    [{ material_id: await aProduct(company) }, {}],
    [{}, { currency: 'USD' }],
    [{}, { delivery_date: inDays(30) }],
    [{}, { remark: 'as agreed by phone' }],
  ] as const) {
    const { id } = await priced(clerk, material_id, '50000')
    await admin.ok(approveApproval, { id: (await open()).id })
    await clerk.ok(updateSalesOrder, await changed(company, id, {}))
    expect(await statusOf(company, id)).toEqual([10, approved])
    await clerk.ok(updateSalesOrder, await changed(company, id, line, head))
    expect(await statusOf(company, id), JSON.stringify([line, head])).toEqual([0, pending])
    expect((await clerk.ok(showSalesOrder, { id })).lines[0]!.status).toBe(0)
    await admin.ok(approveApproval, { id: (await open()).id })
    expect(await statusOf(company, id)).toEqual([10, approved])
  }
  // Refused or withdrawn it does not come back to what was approved before.
  const { id } = await priced(clerk, material_id, '50000')
  await admin.ok(approveApproval, { id: (await open()).id })
  await clerk.ok(updateSalesOrder, await changed(company, id, { price: '9000000' }))
  await clerk.ok(withdrawApproval, { id: (await open()).id })
  expect(await statusOf(company, id)).toEqual([0, withdrawn])
})
test('H2 above the limit: raised to it, without a price, in another currency', async () => {
  const company = await app.company()
  const clerk = await company.member(clerkPages)
  await setFlow(company, single, [company.admin], { amount_from: '10000' })
  const material_id = await aProduct(company)
  const small = await priced(clerk, material_id, '9999')
  expect(await statusOf(company, small.id)).toEqual([10, null])
  await clerk.ok(updateSalesOrder, await changed(company, small.id, { price: '9000' }))
  expect(await statusOf(company, small.id)).toEqual([10, null])
  await clerk.ok(updateSalesOrder, await changed(company, small.id, { price: '10000' }))
  expect(await statusOf(company, small.id)).toEqual([0, pending])
  for (const [price, more] of [
    [null, {}],
    ['1', { currency: 'KWD' }],
  ] as const) {
    const { id } = await priced(clerk, material_id, price, more)
    expect(await statusOf(company, id), JSON.stringify([price, more])).toEqual([0, pending])
  }
})
test('H2 nobody approves the own order: not as approver, delegate or administrator, and not what he made for others to submit', async () => {
  const company = await app.company()
  const { admin } = company
  const [clerk, other] = [await company.member(clerkPages), await company.member(clerkPages)]
  const material_id = await aProduct(company)
  const draft = { order_date: today, delivery_date: inDays(14), lines: [{ material_id, quantity: '1' }] }
  // As the approver: his step is passed over; an administrator decides when nobody else is left.
  await setFlow(company, single, [clerk])
  const own = await clerk.ok(addSalesOrder, { ...draft, submit: true })
  const open = async (member: TestMember) => (await member.ok(queryApprovalList, { scope: 'todo' })).result
  expect(await open(clerk)).toEqual([])
  const [mine] = await open(admin)
  expect((await clerk.send(approveApproval, { id: mine!.id })).code).toBe(accessErrors.selfNotAllowed.code)
  // As the delegate.
  const back = await admin.send(delegateApproval, { id: mine!.id, user_id: clerk.user_id })
  expect(back.code).toBe(accessErrors.selfNotAllowed.code)
  await admin.ok(approveApproval, { id: mine!.id })
  expect(await statusOf(company, own.id)).toEqual([10, approved])
  // Made by the approver, submitted by a colleague.
  const made = await clerk.ok(addSalesOrder, draft)
  await other.ok(submitSalesOrders, { ids: [made.id] })
  expect(await open(clerk)).toEqual([])
  // The only administrator, for whom there is nobody: refused, and told why, in both languages.
  await setFlow(company, single, [admin])
  for (const [language, words] of [
    ['zh', '不能审批自己的单据'],
    ['en', 'another approver'],
  ] as const) {
    const refused = await admin.send(addSalesOrder, { ...draft, submit: true }, { language })
    expect(refused.code).toBe(accessErrors.noApprover.code)
    expect(refused.message).toContain(words)
  }
  // One that waits since before is not his to decide either.
  await setFlow(company, single, [other])
  const waits = await admin.ok(addSalesOrder, { ...draft, submit: true })
  await company.as(tx =>
    sql`update approval set current_approver_ids = array[${admin.user_id}::uuid] where object_id = ${waits.id}`.execute(
      tx,
    ),
  )
  const [old] = await open(admin)
  expect((await admin.send(approveApproval, { id: old!.id })).code).toBe(accessErrors.selfNotAllowed.code)
  expect((await admin.send(approveApprovals, { ids: [old!.id] })).code).toBe(accessErrors.selfNotAllowed.code)
})
test('who has submitted is told why it was refused, by whom, and where it stands', async () => {
  const company = await app.company()
  const [clerk, boss] = [await company.member(clerkPages), await company.member(clerkPages)]
  await setFlow(company, single, [boss])
  const material_id = await aProduct(company)
  const draft = { order_date: today, delivery_date: inDays(14), lines: [{ material_id, quantity: '1' }] }
  const { no } = await clerk.ok(addSalesOrder, { ...draft, submit: true })
  const [open] = (await boss.ok(queryApprovalList, { scope: 'todo' })).result
  await boss.ok(rejectApproval, { id: open!.id, comment: 'Twice the price' })
  const [told] = (await clerk.ok(listNotices, {})).result
  expect(told).toMatchObject({
    text: expect.stringMatching(new RegExp(`^${no} 审批已驳回（.+）：Twice the price$`)),
    href: `${pages.editSalesOrder.path}?type=edit&no=${no}`,
  })
})
test('nobody approves what he altered for others to submit; who refused it or has altered it before it was approved may', async () => {
  const company = await app.company()
  const { admin } = company
  const [clerk, boss] = [await company.member(clerkPages), await company.member(clerkPages)]
  await setFlow(company, single, [boss])
  const material_id = await aProduct(company)
  const draft = { order_date: today, delivery_date: inDays(14), lines: [{ material_id, quantity: '1' }] }
  const open = async (member: TestMember) => (await member.ok(queryApprovalList, { scope: 'todo' })).result
  const { id } = await clerk.ok(addSalesOrder, draft)
  // A refusal is no alteration.
  await clerk.ok(submitSalesOrders, { ids: [id] })
  const [first] = await open(boss)
  await boss.ok(rejectApproval, { id: first!.id, comment: '再看一遍' })
  await clerk.ok(submitSalesOrders, { ids: [id] })
  const [second] = await open(boss)
  await boss.ok(rejectApproval, { id: second!.id, comment: '数量不对' })
  // The boss writes another quantity into a line without a price, which changes no field of the head, and the clerk submits it.
  await boss.ok(updateSalesOrder, await changed(company, id, { quantity: '900' }))
  await clerk.ok(submitSalesOrders, { ids: [id] })
  expect(await open(boss)).toEqual([])
  const [third] = await open(admin)
  await admin.ok(approveApproval, { id: third!.id })
  // What is approved was approved by another: the next change is a new one.
  await clerk.ok(updateSalesOrder, await changed(company, id, { quantity: '901' }))
  expect(await open(boss)).toHaveLength(1)
})
test('what waits for a member who is stopped or deleted passes on to an administrator whose own it is not', async () => {
  const company = await app.company()
  const { admin } = company
  const [clerk, one, other] = [
    await company.member(clerkPages),
    await company.member(clerkPages),
    await company.member(clerkPages),
  ]
  const material_id = await aProduct(company)
  const draft = { order_date: today, delivery_date: inDays(14), lines: [{ material_id, quantity: '1' }] }
  const open = async (member: TestMember) => (await member.ok(queryApprovalList, { scope: 'todo' })).result
  await setFlow(company, sequential, [one, other])
  const { id } = await clerk.ok(addSalesOrder, { ...draft, submit: true })
  await admin.ok(alterUserStatus, { id: one.user_id, status: enabledStatus.codes.disabled })
  const [passed] = await open(admin)
  expect(passed).toMatchObject({ object_id: id, current_approver_names: ['Admin'] })
  await admin.ok(approveApproval, { id: passed!.id })
  expect(await open(other)).toHaveLength(1)
  // The administrator has decided on this one already: there is nobody else, and the clerk withdraws it.
  await admin.ok(dropUser, { id: other.user_id })
  expect(await open(admin)).toEqual([])
  await clerk.ok(withdrawApproval, { id: passed!.id })
})
test('H2 a flow for a workgroup is not evaded by a colleague who submits or changes what its member made', async () => {
  const company = await app.company()
  const [clerk, other] = [await company.member(clerkPages), await company.member(clerkPages)]
  const group = newId()
  await company.as(async tx => {
    await sql`insert into workgroup (id, code, name) values (${group}, 'G1', 'Sales')`.execute(tx)
    await sql`insert into workgroup_member (workgroup_id, user_id) values (${group}, ${clerk.user_id})`.execute(tx)
  })
  await setFlow(company, single, [company.admin], { workgroup_ids: [group] })
  const material_id = await aProduct(company)
  const lines = [{ material_id, quantity: '1', price: '5' }]
  const { id } = await clerk.ok(addSalesOrder, { order_date: today, delivery_date: inDays(14), lines })
  await other.ok(submitSalesOrders, { ids: [id] })
  expect(await statusOf(company, id)).toEqual([0, pending])
  const [open] = (await company.admin.ok(queryApprovalList, { scope: 'todo' })).result
  await company.admin.ok(approveApproval, { id: open!.id })
  await other.ok(updateSalesOrder, await changed(company, id, { quantity: '7' }))
  expect(await statusOf(company, id)).toEqual([0, pending])
})
test('A10 whoever may add an order and not submit it, does not submit it by adding it', async () => {
  const company = await app.company()
  const member = await company.member(clerkPages)
  await company.as(tx =>
    sql`update app_permission p set action_keys = ${[actionKey(addSalesOrder)]} from user_role r
      where r.role_id = p.role_id and r.user_id = ${member.user_id}`.execute(tx),
  )
  const lines = [{ material_id: await aProduct(company), quantity: '1' }]
  const order = { order_date: today, delivery_date: inDays(14), lines }
  expect((await member.send(addSalesOrder, { ...order, submit: true })).code).toBe(generalErrors.noPermission.code)
  const { id } = await member.ok(addSalesOrder, order)
  expect((await member.send(submitSalesOrders, { ids: [id] })).code).toBe(generalErrors.noPermission.code)
})

test('H2 what was approved with a file keeps it; others may be added', async () => {
  const company = await app.company()
  const clerk = await company.member(clerkPages)
  await setFlow(company, single, [company.admin])
  const material_id = await aProduct(company)
  const draft = { order_date: today, delivery_date: inDays(14), lines: [{ material_id, quantity: '1', price: '1' }] }
  const { id } = await clerk.ok(addSalesOrder, draft)
  const upload = async (name: string) => {
    const file = new FileGiven(name, new TextEncoder().encode(name), '')
    return (await clerk.ok(commonUpload, { file, module: 'sales_order', object_id: id })).attachment.id
  }
  const contract = await upload('contract.txt')
  await clerk.ok(submitSalesOrders, { ids: [id] })
  const [open] = (await company.admin.ok(queryApprovalList, { scope: 'todo' })).result
  await company.admin.ok(approveApproval, { id: open!.id })
  expect((await clerk.send(bulkDropAttachment, { ids: [contract] })).code).toBe(5024)
  await company.as(tx => sql`update approval set finished_time = finished_time - 5`.execute(tx))
  await company.as(tx => sql`update attachment set created_time = created_time - 9 where id = ${contract}`.execute(tx))
  const later = await upload('later.txt')
  expect((await clerk.send(bulkDropAttachment, { ids: [contract, later] })).code).toBe(5024)
  await clerk.ok(bulkDropAttachment, { ids: [later] })
  // Changed, it is another order: until that is approved its files may change once it is withdrawn.
  await clerk.ok(updateSalesOrder, await changed(company, id, { price: '2' }))
  const [again] = (await company.admin.ok(queryApprovalList, { scope: 'todo' })).result
  expect((await clerk.send(bulkDropAttachment, { ids: [contract] })).code).toBe(5024)
  await clerk.ok(withdrawApproval, { id: again!.id })
  await clerk.ok(bulkDropAttachment, { ids: [contract] })
})
