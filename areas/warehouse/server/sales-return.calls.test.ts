import { alterRolePermissions, listRoles } from '@qitao/access/model/member/role.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { documentContract } from '@qitao/app-server/testing/document-contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { taskCalls } from '@qitao/quality/model/task/task.calls.ts'
import {
  makeReturnReceipt,
  printSalesReturns,
  salesReturnCalls,
  salesReturns,
} from '@qitao/sales/model/return/sales-return.calls.ts'
import { salesReturnStatus } from '@qitao/sales/model/return/sales-return.status.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import { addSalesOrder, listSalesOrders, showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { inDays, today } from '@qitao/sales/testing/factories.ts'
import { aReturn } from '@qitao/sales/testing/return.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation, aMaterial, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { shipOrder } from '../model/fulfilment.calls.ts'
import { inboundCalls, outboundCalls } from '../model/receipt.calls.ts'
import { inboundStatus } from '../model/receipt.status.ts'
import { discrepancies } from '../testing/warehouse.factory.ts'

const app = await testApp()
const { approved, partly, completed } = salesReturnStatus.codes

/** Ten of a product at 2.50 were ordered; eight have left. */
async function shipped(company: TestCompany) {
  const { material_id, location_id } = await company.as(async tx => {
    const of = { material_id: await aMaterial(tx, { precision: 0 }), location_id: await aLocation(tx) }
    await putIn(tx, { ...of, quantity: '20' })
    return of
  })
  const order = await company.admin.ok(addSalesOrder, {
    ...{ order_date: today, delivery_date: inDays(9), submit: true },
    lines: [{ material_id, quantity: '10', price: '2.5' }],
  })
  const { lines } = await company.admin.ok(showSalesOrder, { id: order.id })
  const line_id = lines[0]!.id
  const { receipt_id } = await company.admin.ok(shipOrder, { order_id: order.id, lines: [{ line_id, quantity: '8' }] })
  return { ...order, material_id, location_id, line_id, receipt_id }
}
type Set = Awaited<ReturnType<typeof shipped>>
const line = ({ line_id, material_id }: Set, more: object = {}) => ({
  ...{ order_line_id: line_id, material_id, quantity: '3' },
  ...more,
})
const receive = async (company: TestCompany, of: Set, quantity: string, receipt_id: string) => {
  const { lines } = await company.admin.ok(inboundCalls.detail, { id: receipt_id })
  return company.admin.send(inboundCalls.confirm, {
    id: receipt_id,
    lines: [{ line_id: lines[0]!.id, quantity, location_id: of.location_id }],
  })
}
const stateOf = async (company: TestCompany, id: string) =>
  (await company.admin.ok(salesReturnCalls.detail, { id })).record

const given = (of: Set, more: object = {}) => ({
  ...{ order_id: of.id, return_date: today, reason: 'scratched', lines: [line(of)] },
  ...more,
})
documentContract(app, salesReturns, {
  set: shipped,
  input: of => given(of),
  refused: of => [
    ['more than has left', given(of, { lines: [line(of, { quantity: '9' })] }), salesErrors.returnOverShipped],
    [
      'twice of one line',
      given(of, { lines: [line(of, { quantity: '5' }), line(of, { quantity: '4' })] }),
      salesErrors.returnOverShipped,
    ],
    ['a line of no order', given(of, { lines: [line(of, { order_line_id: newId() })] }), generalErrors.recordNotFound],
    ['another material', given(of, { lines: [line(of, { material_id: newId() })] }), generalErrors.recordNotFound],
    ['finer than the unit', given(of, { lines: [line(of, { quantity: '1.5' })] }), generalErrors.unitQuantityPrecision],
    ['no such order', given(of, { order_id: newId() }), generalErrors.recordNotFound],
  ],
  numberTaken: generalErrors.duplicateCode,
  notNow: generalErrors.statusNotAllowed,
  ends: 'cancel',
  after: {
    async submit(company, _, id) {
      expect((await stateOf(company, id)).status).toBe(approved)
    },
  },
})

contract(app, makeReturnReceipt, {
  set: async company => {
    const of = await shipped(company)
    return { of, draft: await aReturn(company, of.id, { submit: false }), sent: await aReturn(company, of.id) }
  },
  good: ({ sent }) => ({ id: sent.id }),
  check: async ({ receipt_id, no }, { of, sent }, company) => {
    const { record, lines } = await company.admin.ok(inboundCalls.detail, { id: receipt_id })
    expect(record).toMatchObject({ no, receipt_type: 4, status: '15', source_no: of.no })
    expect(lines).toMatchObject([{ material_id: of.material_id, open_quantity: '3.000000' }])
    // All that is to come stands on it.
    expect((await company.admin.send(makeReturnReceipt, { id: sent.id })).code).toBe(
      generalErrors.statusNotAllowed.code,
    )
    await company.admin.ok(inboundCalls.cancel, { ids: [receipt_id] })
    expect((await company.admin.send(makeReturnReceipt, { id: sent.id })).code).toBe(200)
  },
  refused: ({ draft }) => [
    ['a draft', { id: draft.id }, generalErrors.statusNotAllowed],
    ['one that is not there', { id: newId() }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, printSalesReturns, {
  set: async company => aReturn(company, (await shipped(company)).id),
  good: ({ id }) => ({ ids: [id], language: 'en' as const }),
  check: data => {
    expect(data.name).toBe('Sales return.pdf')
    expect(Buffer.from(data.bytes).subarray(0, 5).toString()).toBe('%PDF-')
  },
  refused: () => [['one that is not there', { ids: [newId()] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

test('a return that is over leaves no receipt waiting; one that waits for others too stays', async () => {
  const company = await app.company()
  const of = await shipped(company)
  const statusOf = async (id: string) => (await company.admin.ok(inboundCalls.detail, { id })).record.status
  const first = await aReturn(company, of.id, { quantity: '2' })
  const { receipt_id } = await company.admin.ok(makeReturnReceipt, { id: first.id })
  await company.admin.ok(salesReturnCalls.cancel!, { ids: [first.id] })
  expect(await statusOf(receipt_id)).toBe(inboundStatus.codes.cancelled)
  // The customer keeps the rest; what has come may still be taken back.
  const second = await aReturn(company, of.id, { quantity: '4' })
  const half = await company.admin.ok(makeReturnReceipt, { id: second.id })
  expect((await receive(company, of, '1', half.receipt_id)).code).toBe(200)
  await company.admin.ok(salesReturnCalls.close!, { ids: [second.id] })
  expect(await statusOf(half.receipt_id)).toBe(inboundStatus.codes.partly)
  // Goods of two returns on one receipt.
  const [third, fourth] = [
    await aReturn(company, of.id, { quantity: '1' }),
    await aReturn(company, of.id, { quantity: '1' }),
  ]
  const lineOf = async (id: string) => ({
    ...{ material_id: of.material_id, quantity: '1' },
    source_line_id: (await company.admin.ok(salesReturnCalls.detail, { id })).lines[0]!.id,
  })
  const both = await company.admin.ok(inboundCalls.add, {
    receipt_type: 4,
    lines: [await lineOf(third.id), await lineOf(fourth.id)],
  })
  const before = await statusOf(both.id)
  await company.admin.ok(salesReturnCalls.cancel!, { ids: [third.id] })
  expect(await statusOf(both.id)).toBe(before)
})

test('what comes back is in stock, on the return and on its order with the credit; taken back it is to come again', async () => {
  const company = await app.company()
  const of = await shipped(company)
  const back = await aReturn(company, of.id, { quantity: '5' })
  const { receipt_id } = await company.admin.ok(makeReturnReceipt, { id: back.id })
  expect((await receive(company, of, '2', receipt_id)).code).toBe(200)
  expect(await stateOf(company, back.id)).toMatchObject({ status: partly, credit_amount: '5.0000' })
  expect((await receive(company, of, '4', receipt_id)).code).not.toBe(200)
  expect((await receive(company, of, '3', receipt_id)).code).toBe(200)
  expect(await stateOf(company, back.id)).toMatchObject({ status: completed, credit_amount: '12.5000' })
  const { record, lines } = await company.admin.ok(showSalesOrder, { id: of.id })
  expect(lines[0]).toMatchObject({ shipped_quantity: '8.000000', returned_quantity: '5.000000' })
  const { result } = await company.admin.ok(listSalesOrders, { keyword: of.no })
  expect(result[0]).toMatchObject({ returned_quantity: '5.000000', credit_amount: '12.5000', status: record.status })
  const stock = () =>
    company.as(async tx => {
      const found = await sql<{ quantity: number }>`select sum(quantity)::float8 as quantity from inventory
        where material_id = ${of.material_id}`.execute(tx)
      return found.rows[0]!.quantity
    })
  expect([await stock(), await discrepancies(company)]).toEqual([17, []])
  // Three are left to come back, and the shipment of the others cannot be taken back any more.
  const more = await company.admin.send(salesReturnCalls.add, {
    ...{ order_id: of.id, return_date: today, lines: [line(of, { quantity: '4' })] },
  })
  expect(more).toMatchObject({ code: salesErrors.returnOverShipped.code, data: { open: '3' } })
  const out = await company.admin.ok(outboundCalls.detail, { id: of.receipt_id })
  const undo = { id: of.receipt_id, row_version: out.record.row_version }
  expect((await company.admin.send(outboundCalls.reverse, undo)).code).toBe(salesErrors.returnOverShipped.code)
  const came = await company.admin.ok(inboundCalls.detail, { id: receipt_id })
  await company.admin.ok(inboundCalls.reverse, { id: receipt_id, row_version: came.record.row_version })
  expect(await stateOf(company, back.id)).toMatchObject({ status: approved, received_quantity: '0.000000' })
  const after = await company.admin.ok(showSalesOrder, { id: of.id })
  expect(after.lines[0]).toMatchObject({ returned_quantity: '0.000000' })
  expect([await stock(), await discrepancies(company)]).toEqual([12, []])
})

test('what is to be inspected is held until it is judged; a return that is closed claims only what has come', async () => {
  const company = await app.company()
  const of = await shipped(company)
  const back = await aReturn(company, of.id, { quantity: '5', inspects: true })
  const { receipt_id } = await company.admin.ok(makeReturnReceipt, { id: back.id })
  expect((await receive(company, of, '2', receipt_id)).code).toBe(200)
  const { result } = await company.admin.ok(taskCalls.list, {})
  expect(result).toMatchObject([{ material_id: of.material_id, quantity: '2.000000' }])
  await company.admin.ok(salesReturnCalls.close, { ids: [back.id] })
  expect((await stateOf(company, back.id)).status).toBe(completed)
  expect((await receive(company, of, '1', receipt_id)).code).toBe(generalErrors.statusNotAllowed.code)
  await aReturn(company, of.id, { quantity: '6' })
  expect(await company.admin.ok(salesReturnCalls.count, {})).toMatchObject({ init: 0, approved: 1, completed: 1 })
})

test('the credit of an order is that of its returns, whatever its price becomes', async () => {
  const company = await app.company()
  const of = await shipped(company)
  const back = await aReturn(company, of.id, { quantity: '4' })
  const { receipt_id } = await company.admin.ok(makeReturnReceipt, { id: back.id })
  expect((await receive(company, of, '4', receipt_id)).code).toBe(200)
  await company.as(tx => sql`update sales_order_line set price = 1 where id = ${of.line_id}`.execute(tx))
  const { record } = await company.admin.ok(showSalesOrder, { id: of.id })
  expect([Number(record.credit_amount), Number((await stateOf(company, back.id)).credit_amount)]).toEqual([10, 10])
})

test('a return that was closed is not opened again over what others have taken meanwhile; of two returns a shipment keeps enough for both', async () => {
  const company = await app.company()
  const of = await shipped(company)
  const first = await aReturn(company, of.id, { quantity: '8' })
  const { receipt_id } = await company.admin.ok(makeReturnReceipt, { id: first.id })
  expect((await receive(company, of, '4', receipt_id)).code).toBe(200)
  await company.admin.ok(salesReturnCalls.close, { ids: [first.id] })
  const second = await aReturn(company, of.id, { quantity: '4' })
  const undo = async (calls: typeof inboundCalls | typeof outboundCalls, id: string) => {
    const { record } = await company.admin.ok(calls.detail, { id })
    return company.admin.send(calls.reverse, { id, row_version: record.row_version })
  }
  // Eight have left: the first would take eight again, and the second has four.
  expect((await undo(inboundCalls, receipt_id)).code).toBe(salesErrors.returnOverShipped.code)
  const { code, data } = await undo(outboundCalls, of.receipt_id)
  expect(code).toBe(salesErrors.returnOverShipped.code)
  expect(data).toMatchObject({ no: expect.stringContaining((await stateOf(company, second.id)).no) })
  // Two more leave, and come back: eight are enough for both.
  const { receipt_id: rest } = await company.admin.ok(shipOrder, {
    order_id: of.id,
    lines: [{ line_id: of.line_id, quantity: '2' }],
  })
  expect((await undo(outboundCalls, rest)).code).toBe(200)
  expect(await discrepancies(company)).toEqual([])
})

test('two returns of one order at one instant: what has left comes back once', async () => {
  const company = await app.company()
  const of = await shipped(company)
  const wish = { order_id: of.id, return_date: today, lines: [line(of, { quantity: '5' })] }
  const answers = await Promise.all([1, 2, 3].map(() => company.admin.send(salesReturnCalls.add, wish)))
  const { code } = salesErrors.returnOverShipped
  expect(answers.map(answer => answer.code).sort()).toEqual([200, code, code])
})

test('an order says what of it may still come back: shipped, and on no return', async () => {
  const company = await app.company()
  const of = await shipped(company)
  const returnable = async () =>
    Number((await company.admin.ok(showSalesOrder, { id: of.id })).lines[0]!.returnable_quantity)
  expect(await returnable()).toBe(8)
  const draft = await aReturn(company, of.id, { submit: false })
  expect(await returnable()).toBe(5)
  const { record } = await company.admin.ok(salesReturnCalls.detail, { id: draft.id })
  await company.admin.ok(salesReturnCalls.drop, { ids: [record.id] })
  expect(await returnable()).toBe(8)
})

test('of the data scope "own only" a member sees returns of the own orders alone', async () => {
  const company = await app.company()
  const of = await shipped(company)
  const back = await aReturn(company, of.id)
  const member = await company.member([pages.salesOrders])
  const seen = async () => (await member.ok(salesReturnCalls.list, {})).total
  expect(await seen()).toBe(1)
  const [role] = (await company.admin.ok(listRoles, {})).result
  const page_paths = [pages.salesOrders.path]
  await company.admin.ok(alterRolePermissions, { role_id: role!.id, app_code: 'mep', page_paths, data_scope: 10 })
  expect(await seen()).toBe(0)
  expect((await member.send(salesReturnCalls.detail, { id: back.id })).code).toBe(generalErrors.recordNotFound.code)
  expect((await member.send(makeReturnReceipt, { id: back.id })).code).toBe(generalErrors.recordNotFound.code)
})
