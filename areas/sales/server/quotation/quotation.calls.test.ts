import {
  approveApproval,
  queryApprovalList,
  rejectApproval,
  setApprovalFlow,
} from '@qitao/access/model/approval/approval.calls.ts'
import { approvalMode } from '@qitao/access/model/approval/approval.status.ts'
import { alterRolePermissions, listRoles } from '@qitao/access/model/member/role.calls.ts'
import { digestsNow } from '@qitao/access/server'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { documentContract } from '@qitao/app-server/testing/document-contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { addDays, dayOf, startOfDay } from '@qitao/core/time.ts'
import { aCustomer, aMaterial } from '@qitao/masterdata/testing/factories.ts'
import { keepHouse } from '@qitao/platform/server/testing/keep-house.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saveSalesPrices } from '../../model/price/sales-price.calls.ts'
import {
  loseQuotation,
  mailQuotation,
  orderQuotation,
  printQuotations,
  type QuotationInput,
  quotationCalls,
  quotations,
  reviseQuotation,
} from '../../model/quotation/quotation.calls.ts'
import { quotationStatus } from '../../model/quotation/quotation.status.ts'
import { salesErrors } from '../../model/sales.errors.ts'
import {
  cancelSalesOrders,
  deleteSalesOrders,
  showSalesOrder,
  submitSalesOrders,
} from '../../model/sales-order.calls.ts'
import { salesHousekeeping } from '../sales.housekeeping.ts'
import { quotationApproval } from './quotation.books.ts'

const app = await testApp()
const zone = 'Asia/Shanghai'
const inDays = (n: number) => startOfDay(addDays(dayOf(Math.floor(Date.now() / 1000), zone), n), zone)
const { codes } = quotationStatus
const absent = '00000000-0000-7000-8000-000000000000'

async function set(company: TestCompany) {
  const { id: material_id } = await aMaterial(company, { code: 'LAMP' })
  const { id: customer_id } = await aCustomer(company, { code: 'K-1', name: '灯具城' })
  return { material_id, customer_id }
}
type Set = Awaited<ReturnType<typeof set>>
const input = ({ material_id, customer_id }: Set, more: object = {}): QuotationInput =>
  ({
    ...{ customer_id, quote_date: inDays(0), valid_until: inDays(30), discount_percent: '5', tax_rate: '13' },
    lines: [{ material_id, quantity: '10', price: '20', discount_percent: '10' }],
    ...more,
  }) as QuotationInput

documentContract(app, quotations, {
  set,
  input: of => input(of),
  refused: of => [
    ['an end before the beginning', input(of, { valid_until: inDays(-1) }), generalErrors.badParameter],
    ['a customer that is none', input(of, { customer_id: absent }), generalErrors.recordNotFound],
    [
      'goods that are none',
      input(of, { lines: [{ material_id: absent, quantity: '1' }] }),
      generalErrors.recordNotFound,
    ],
  ],
  numberTaken: salesErrors.quotationExists,
  notNow: generalErrors.statusNotAllowed,
  ends: 'submit',
})

/** One that is out: ten lamps at 20, less a tenth, less a twentieth. */
async function setSent(company: TestCompany, more: object = {}) {
  const of = await set(company)
  const { id, no } = await company.admin.ok(quotationCalls.add, { ...input(of, more), submit: true })
  const { record } = await company.admin.ok(quotationCalls.detail, { id })
  return { ...of, id, no, row_version: record.row_version, record }
}
const order = ({ id, row_version }: { id: string; row_version: number }, more: object = {}) => ({
  ...{ id, row_version, delivery_date: inDays(14) },
  ...more,
})
contract(app, loseQuotation, {
  set: setSent,
  good: ({ id, row_version }) => ({ id, row_version, reason: 'Too dear' }),
  check: async (_, { id }, company) => {
    const { record } = await company.admin.ok(quotationCalls.detail, { id })
    expect(record).toMatchObject({ status: codes.lost, lost_reason: 'Too dear', decided_time: expect.any(Number) })
  },
  refused: ({ id, row_version }) => [
    ['without a reason', { id, row_version, reason: '' }, generalErrors.fieldRequired],
    ['as it was before', { id, row_version: row_version + 9, reason: 'x' }, generalErrors.versionConflict],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, reviseQuotation, {
  set: setSent,
  good: ({ id, row_version }) => ({ id, row_version }),
  check: async (_, { id }, company) => {
    const { record } = await company.admin.ok(quotationCalls.detail, { id })
    expect(record).toMatchObject({ status: codes.init, sent_time: null })
  },
  refused: ({ id, row_version }) => [
    ['as it was before', { id, row_version: row_version + 9 }, generalErrors.versionConflict],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, orderQuotation, {
  set: setSent,
  good: of => order(of, { customer_order_no: 'PO-7' }),
  check: async ({ order_id }, { id, customer_id }, company) => {
    const { record, lines } = await company.admin.ok(showSalesOrder, { id: order_id })
    expect(record).toMatchObject({ customer_id, customer_order_no: 'PO-7', currency: 'CNY', delivery_date: inDays(14) })
    expect(Number(record.total_amount)).toBe(171)
    expect(lines.map(line => [Number(line.price), Number(line.amount)])).toEqual([[17.1, 171]])
    const { record: quoted } = await company.admin.ok(quotationCalls.detail, { id })
    expect(quoted).toMatchObject({ status: codes.ordered, order_id, order_no: record.no })
  },
  refused: of => [
    ['as it was before', order({ ...of, row_version: of.row_version + 9 }), generalErrors.versionConflict],
    ['a day that is over', order(of, { delivery_date: inDays(-9) }), generalErrors.badParameter],
    ['prices that are none', order(of, { prices: 'best' }), generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, printQuotations, {
  set: setSent,
  good: ({ id }) => ({ ids: [id], language: 'en' as const }),
  check: file => expect(file).toBeTruthy(),
  refused: () => [['one that is gone', { ids: [absent] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, mailQuotation, {
  set: setSent,
  good: ({ id }) => ({ id, to: 'buyer@example.com', language: 'en' as const, words: null }),
  check: ({ job_id }) => expect(job_id).toBeTruthy(),
  refused: ({ id }) => [
    ['to nobody', { id, to: 'nobody', language: 'en', words: null }, generalErrors.badParameter],
    [
      'one that is gone',
      { id: absent, to: 'a@example.com', language: 'en', words: null },
      generalErrors.recordNotFound,
    ],
  ],
  foreign: generalErrors.recordNotFound,
})

test('it says what it comes to with discounts and tax, as on paper in either language', async () => {
  const company = await app.company()
  const { record, id } = await setSent(company)
  expect([record.total_amount, record.tax_amount, record.gross_amount].map(Number)).toEqual([171, 22.23, 193.23])
  expect(record).toMatchObject({ days_left: 30, status: codes.sent, sent_time: expect.any(Number), unpriced_count: 0 })
  for (const language of ['zh', 'en'] as const)
    expect(await company.admin.ok(printQuotations, { ids: [id], language })).toBeTruthy()
})
test('what has expired is told: it becomes an order at prices that somebody chooses, those of the day or as quoted', async () => {
  const company = await app.company()
  const of = await setSent(company)
  await company.admin.ok(saveSalesPrices, {
    prices: [{ material_id: of.material_id, price: '25', valid_from: inDays(-1), tax_rate: '9' }],
  })
  await over(company, of.id)
  const { record } = await company.admin.ok(quotationCalls.detail, { id: of.id })
  expect(record.days_left).toBe(-1)
  const seen = { id: of.id, row_version: record.row_version }
  expect((await company.admin.send(orderQuotation, order(seen))).code).toBe(salesErrors.quotationExpired.code)
  expect((await company.admin.send(quotationCalls.accept, { ids: [of.id] })).code).not.toBe(200)
  const { order_id } = await company.admin.ok(orderQuotation, order(seen, { prices: 'today' }))
  const { lines } = await company.admin.ok(showSalesOrder, { id: order_id })
  expect(lines.map(line => [Number(line.price), Number(line.tax_rate)])).toEqual([[25, 9]])
})
test('an order at quoted prices has the tax that was quoted, whatever the terms of the customer say', async () => {
  const company = await app.company()
  const { material_id } = await set(company)
  const { id: customer_id } = await aCustomer(company, { code: 'K-2', tax_rate: '13' })
  const lines = [
    { material_id, quantity: '1', price: '20' },
    { material_id, quantity: '1', price: '20', tax_rate: '6' },
  ]
  const made = await company.admin.ok(quotationCalls.add, input({ material_id, customer_id }, { lines }))
  const { record: added } = await company.admin.ok(quotationCalls.detail, { id: made.id })
  const without = { ...input({ material_id, customer_id }, { lines, tax_rate: null }), row_version: added.row_version }
  await company.admin.ok(quotationCalls.alter, { id: made.id, ...without })
  await company.admin.ok(quotationCalls.submit, { ids: [made.id] })
  const { record } = await company.admin.ok(quotationCalls.detail, { id: made.id })
  expect(record.tax_rate).toBeNull()
  expect(Number(record.tax_amount)).toBe(1.14)
  const { order_id } = await company.admin.ok(orderQuotation, order({ id: made.id, row_version: record.row_version }))
  const shown = await company.admin.ok(showSalesOrder, { id: order_id })
  expect(shown.lines.map(line => Number(line.tax_rate))).toEqual([0, 6])
})
const over = (company: TestCompany, id: string) =>
  company.as(tx =>
    sql`update quotation set quote_date = ${inDays(-40)}, valid_until = ${inDays(-1)} where id = ${id}`.execute(tx),
  )
test('what is out when its last day is over expires by itself, and is revised with another day', async () => {
  const company = await app.company()
  const of = await setSent(company)
  expect(await keepHouse(app.database, salesHousekeeping)).toMatchObject({ expired: 0 })
  await over(company, of.id)
  expect(await keepHouse(app.database, salesHousekeeping)).toMatchObject({ expired: 1 })
  expect(await company.admin.ok(quotationCalls.count, {})).toMatchObject({ sent: 0, expired: 1 })
  const { record: ended } = await company.admin.ok(quotationCalls.detail, { id: of.id })
  await company.admin.ok(reviseQuotation, { id: of.id, row_version: ended.row_version })
  const { record } = await company.admin.ok(quotationCalls.detail, { id: of.id })
  expect(record).toMatchObject({ status: codes.init, sent_time: null })
  const altered = { id: of.id, row_version: record.row_version, ...input(of) }
  await company.admin.ok(quotationCalls.alter, altered)
  await company.admin.ok(quotationCalls.submit, { ids: [of.id] })
  await company.admin.ok(quotationCalls.accept, { ids: [of.id] })
  expect(await company.admin.ok(quotationCalls.count, {})).toMatchObject({ accepted: 1 })
})
test('what has no price on a line, or ends on a day that is over, is not sent', async () => {
  const company = await app.company()
  const of = await set(company)
  const lines = [{ material_id: of.material_id, quantity: '10' }]
  const { id } = await company.admin.ok(quotationCalls.add, input(of, { lines }))
  expect((await company.admin.send(quotationCalls.submit, { ids: [id] })).code).toBe(salesErrors.quotationUnpriced.code)
  const ended = input(of, { quote_date: inDays(-9), valid_until: inDays(-1) })
  const { id: old } = await company.admin.ok(quotationCalls.add, ended)
  expect((await company.admin.send(quotationCalls.submit, { ids: [old] })).code).toBe(salesErrors.quotationExpired.code)
})
test('a quotation above a limit waits for its approval before it is sent', async () => {
  const company = await app.company()
  const { id, boss, approval_id } = await setAsked(company)
  await boss.ok(approveApproval, { id: approval_id })
  const { record } = await company.admin.ok(quotationCalls.detail, { id })
  expect(record.status).toBe(codes.sent)
})
/** One that waits for another to agree. */
async function setAsked(company: TestCompany) {
  const boss = await company.member([pages.taskCentre])
  await company.admin.ok(setApprovalFlow, {
    ...{ module_code: 'BJ', mode: approvalMode.codes.single, approver_ids: [boss.user_id], enabled: 1 },
    amount_from: '100',
  })
  const of = await set(company)
  const { id, waits_for } = await company.admin.ok(quotationCalls.add, { ...input(of), submit: true })
  expect(waits_for).toHaveLength(1)
  const { result } = await boss.ok(queryApprovalList, { scope: 'todo' })
  return { of, id, boss, approval_id: result[0]!.id }
}
test('what became an order is revised when that is cancelled or deleted, and not before', async () => {
  const company = await app.company()
  const { admin } = company
  const of = await setSent(company)
  const seen = async () => (await admin.ok(quotationCalls.detail, { id: of.id })).record
  const revise = async () => admin.send(reviseQuotation, { id: of.id, row_version: (await seen()).row_version })
  const { order_id, no } = await admin.ok(orderQuotation, order(of))
  expect(await seen()).toMatchObject({ order_no: no, open_order_no: no })
  const refused = await revise()
  expect(refused).toMatchObject({ code: generalErrors.statusNotAllowed.code })
  expect(refused.message).toContain(no)
  await admin.ok(deleteSalesOrders, { ids: [order_id] })
  expect(await seen()).toMatchObject({ open_order_no: null })
  expect((await revise()).code).toBe(200)
  expect(await seen()).toMatchObject({ status: codes.init, order_id: null })

  await admin.ok(quotationCalls.submit, { ids: [of.id] })
  const again = await admin.ok(orderQuotation, order({ id: of.id, row_version: (await seen()).row_version }))
  await admin.ok(submitSalesOrders, { ids: [again.order_id] })
  expect((await revise()).code).toBe(generalErrors.statusNotAllowed.code)
  await admin.ok(cancelSalesOrders, { ids: [again.order_id] })
  expect((await revise()).code).toBe(200)
})
test('nobody agrees to a quotation after its last day: it would be sent with prices that hold no more', async () => {
  const company = await app.company()
  const { of, id, boss, approval_id } = await setAsked(company)
  await over(company, id)
  // As if its days had gone by: it is what was submitted.
  await company.as(async tx => {
    const digest = (await digestsNow(tx, company.org_id, quotationApproval, [id])).get(id)
    await sql`update approval set content_hash = ${digest} where id = ${approval_id}`.execute(tx)
  })
  expect((await boss.send(approveApproval, { id: approval_id })).code).toBe(salesErrors.quotationExpired.code)
  await boss.ok(rejectApproval, { id: approval_id, comment: 'Too late' })
  const { record } = await company.admin.ok(quotationCalls.detail, { id })
  expect(record.status).toBe(codes.init)
  await company.admin.ok(quotationCalls.alter, { id, row_version: record.row_version, ...input(of) })
  await company.admin.ok(quotationCalls.submit, { ids: [id] })
})
test('who sees the own orders alone sees the own quotations', async () => {
  const company = await app.company()
  await setSent(company)
  const member = await company.member([pages.quotations])
  expect((await member.ok(quotationCalls.list, {})).total).toBe(1)
  const [role] = (await company.admin.ok(listRoles, {})).result
  await company.admin.ok(alterRolePermissions, {
    ...{ role_id: role!.id, app_code: 'mep', page_paths: [pages.quotations.path], data_scope: 10 as const },
  })
  expect((await member.ok(quotationCalls.list, {})).total).toBe(0)
})
