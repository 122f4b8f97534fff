import { contract } from '@qitao/app-server/testing/contract.ts'
import { rowsIn } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, type TestMember, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { maskedNo } from '@qitao/sales/server'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation } from '@qitao/stock/testing/stock.factory.ts'
import { shipOrder } from '@qitao/warehouse/model/fulfilment.calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { holdAffected } from '../../model/trace/trace.calls.ts'
import { whereNow } from '../../model/trace/trace.rules.ts'
import { traceCaseCalls } from '../../model/trace/trace-case.calls.ts'
import { caseLineState, caseStatus } from '../../model/trace/trace-case.status.ts'
import { aTracedProduct, orderOf } from '../../testing/trace.factory.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
const { codes } = caseLineState
const question = { trace_by: 'lot_number' as const, value: 'A1' }

const linesOf = async (company: TestCompany, case_id: string) =>
  (await company.admin.ok(traceCaseCalls.lines, { case_id, page_size: 100 })).result
/** Of lot A1: two pieces with two customers, and eight of it in a bin. */
async function aCase(company: TestCompany) {
  const traced = await aTracedProduct(company)
  const { id, no } = await company.admin.ok(traceCaseCalls.add, { ...question, title: 'A1 is soft', note: 'By phone' })
  return { traced, id, no, lines: await linesOf(company, id) }
}
const pick = (lines: readonly { id: string; row_version: number }[]) =>
  lines.map(({ id, row_version }) => ({ id, row_version }))
async function judged(company: TestCompany) {
  const of = await aCase(company)
  await company.admin.ok(traceCaseCalls.judge, { case_id: of.id, lines: pick(of.lines), state: codes.returned })
  return { ...of, input: { id: of.id, row_version: 0, close_reason: 'All of it is back' } }
}
async function closed(company: TestCompany) {
  const of = await judged(company)
  await company.admin.ok(traceCaseCalls.close, of.input)
  return of
}

contract(app, traceCaseCalls.add, {
  set: aTracedProduct,
  good: () => ({ ...question, title: 'A1 is soft' }),
  check: async ({ id, no, line_count }, { one, other }, company) => {
    expect([no.slice(0, 2), line_count]).toEqual(['ZH', 3])
    const lines = await linesOf(company, id)
    expect(lines.map(line => [line.where, line.customer_name, line.order_no, line.serial_no, line.state])).toEqual([
      [whereNow.codes.shipped, 'Alpha', one.no, 'P0001', codes.open],
      [whereNow.codes.shipped, 'Beta', other.no, 'P0002', codes.open],
      [whereNow.codes.in_stock, null, null, null, codes.open],
    ])
    const { record } = await company.admin.ok(traceCaseCalls.detail, { id })
    expect(record).toMatchObject({ status: caseStatus.codes.open, open_count: 3, customer_count: 2, value: 'A1' })
  },
  refused: () => [
    ['a number that nobody knows', { ...question, value: 'nobody', title: 'x' }, generalErrors.recordNotFound],
    ['without a title', { ...question, title: '' }, generalErrors.fieldRequired],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, traceCaseCalls.list, {
  set: aCase,
  good: () => ({ statuses: [caseStatus.codes.open], keyword: 'soft' }),
  check: ({ result }, { no }) => expect(result).toMatchObject([{ no, line_count: 3, open_count: 3 }]),
  refused: () => [['a page of 0', { page: 0 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [] }),
})
contract(app, traceCaseCalls.count, {
  set: closed,
  good: () => ({}),
  check: answer => expect(answer).toEqual({ open: 0, closed: 1 }),
  refused: () => [['something', { x: 1 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toEqual({ open: 0, closed: 0 }),
})
contract(app, traceCaseCalls.detail, {
  set: aCase,
  good: ({ id }) => ({ id }),
  check: ({ states, holds }) => {
    expect(states).toEqual([{ state: codes.open, count: 3 }])
    expect(holds).toEqual([])
  },
  refused: () => [['not there', { id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, traceCaseCalls.lines, {
  set: aCase,
  good: ({ id }) => ({ case_id: id, wheres: [whereNow.codes.in_stock] }),
  check: ({ result }) => expect(result).toMatchObject([{ lot_number: 'A1', quantity: '8', held_quantity: '0' }]),
  refused: () => [['no case', {}, generalErrors.fieldRequired]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [] }),
})
contract(app, traceCaseCalls.export, {
  set: aCase,
  good: () => ({}),
  check: async data => expect(await rowsIn(data)).toHaveLength(2),
  refused: () => [['a page of 0', { page: 0 }, generalErrors.badParameter]],
  foreign: () => {},
})
contract(app, traceCaseCalls.exportLines, {
  set: aCase,
  good: ({ id }) => ({ case_id: id }),
  check: async data => expect(await rowsIn(data)).toHaveLength(4),
  refused: () => [['no case', {}, generalErrors.fieldRequired]],
  foreign: () => {},
})
contract(app, traceCaseCalls.alter, {
  set: aCase,
  good: ({ id }) => ({ id, row_version: 0, title: 'A1 is brittle' }),
  check: async (_, { id }, company) => {
    const { record } = await company.admin.ok(traceCaseCalls.detail, { id })
    expect(record).toMatchObject({ title: 'A1 is brittle', note: null })
  },
  refused: ({ id }) => [
    ['an old version', { id, row_version: 9, title: 'x' }, generalErrors.versionConflict],
    ['not there', { id: nowhere, row_version: 0, title: 'x' }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, traceCaseCalls.judge, {
  set: aCase,
  good: ({ id, lines }) => ({ case_id: id, lines: pick(lines.slice(0, 2)), state: codes.found, note: 'at the dealer' }),
  check: async (_, { id }, company) => {
    const lines = await linesOf(company, id)
    expect(lines.map(({ state, note, judged_by_name }) => [state, note, judged_by_name !== null])).toEqual([
      [codes.found, 'at the dealer', true],
      [codes.found, 'at the dealer', true],
      [codes.open, null, false],
    ])
    // Another judgement without a note leaves the note.
    await company.admin.ok(traceCaseCalls.judge, { case_id: id, lines: pick(lines.slice(0, 1)), state: codes.returned })
    expect((await linesOf(company, id))[0]).toMatchObject({ state: codes.returned, note: 'at the dealer' })
  },
  refused: ({ id, lines }) => [
    [
      'an old version',
      { case_id: id, lines: [{ id: lines[0]!.id, row_version: 9 }], state: 1 },
      generalErrors.versionConflict,
    ],
    [
      'a line of no case',
      { case_id: id, lines: [{ id: nowhere, row_version: 0 }], state: 1 },
      generalErrors.recordNotFound,
    ],
    ['an unknown state', { case_id: id, lines: pick(lines), state: 9 }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, traceCaseCalls.look, {
  set: async company => {
    const of = await aCase(company)
    await company.admin.ok(holdAffected, { ...question, reason: 'soft' })
    return of
  },
  good: ({ id }) => ({ id }),
  check: async (answer, { id }, company) => {
    // What is held now is the same goods in the same bin.
    expect(answer).toEqual({ added: 0, moved: 0, reopened: 0 })
    const lines = await linesOf(company, id)
    expect(lines.find(line => line.where === whereNow.codes.in_stock)).toMatchObject({
      held_quantity: '8',
      moved: false,
    })
    expect((await company.admin.ok(traceCaseCalls.detail, { id })).holds).toMatchObject([{ released_time: null }])
  },
  refused: () => [['not there', { id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, traceCaseCalls.close, {
  set: judged,
  good: ({ input }) => input,
  check: async (_, { id, lines }, company) => {
    const { record } = await company.admin.ok(traceCaseCalls.detail, { id })
    expect(record).toMatchObject({ status: caseStatus.codes.closed, close_reason: 'All of it is back', open_count: 0 })
    const again = { case_id: id, lines: pick(lines), state: codes.lost }
    expect((await company.admin.send(traceCaseCalls.judge, again)).code).toBe(generalErrors.statusNotAllowed.code)
  },
  refused: ({ input }) => [
    ['without a reason', { ...input, close_reason: '' }, generalErrors.fieldRequired],
    ['an old version', { ...input, row_version: 9 }, generalErrors.versionConflict],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, traceCaseCalls.reopen, {
  set: closed,
  good: ({ id }) => ({ id, row_version: 1 }),
  check: async (_, { id }, company) => {
    const { record } = await company.admin.ok(traceCaseCalls.detail, { id })
    expect(record).toMatchObject({ status: caseStatus.codes.open, close_reason: null, closed_time: null })
  },
  refused: ({ id }) => [['an old version', { id, row_version: 9 }, generalErrors.versionConflict]],
  foreign: generalErrors.recordNotFound,
})

test('a case is not closed while a line is to do; a second look finds what was shipped meanwhile', async () => {
  const company = await app.company()
  const traced = await aTracedProduct(company)
  const { id } = await company.admin.ok(traceCaseCalls.add, { trace_by: 'lot_number', value: 'A2', title: 'A2' })
  const refused = await company.admin.send(traceCaseCalls.close, { id, row_version: 0, close_reason: 'enough' })
  expect(refused).toMatchObject({ code: generalErrors.statusNotAllowed.code })
  const order = await orderOf(company, traced.material_id, 'Gamma', '1')
  await company.admin.ok(shipOrder, {
    order_id: order.id,
    lines: [
      {
        ...{ line_id: order.line_id, quantity: '1', location_id: traced.location_id },
        ...{ lot_number: 'L1', serial_numbers: ['P0003'] },
      },
    ],
  })
  const answer = await company.admin.ok(traceCaseCalls.look, { id })
  expect(answer).toEqual({ added: 1, moved: 1, reopened: 0 })
  const lines = await linesOf(company, id)
  expect(lines.filter(({ moved }) => moved)).toMatchObject([{ serial_no: 'P0003', where: whereNow.codes.in_stock }])
  expect(lines.filter(({ where }) => where === whereNow.codes.shipped)).toMatchObject([
    { customer_name: 'Gamma', serial_no: 'P0003', state: codes.open },
  ])
})

/** Sees the traces of all, and of what hangs on sales orders the own alone. */
async function aSalesman(company: TestCompany): Promise<TestMember> {
  const salesman = await company.member([pages.trace])
  await company.as(tx =>
    sql`update app_permission p set data_scope = 10 from user_role u
      where u.org_id = p.org_id and u.role_id = p.role_id and u.user_id = ${salesman.user_id}`.execute(tx),
  )
  return salesman
}
const shippedIn = async (member: TestMember, case_id: string) =>
  (await member.ok(traceCaseCalls.lines, { case_id, wheres: [whereNow.codes.shipped] })).result.map(line => [
    ...[line.serial_no, line.customer_name, line.order_no],
    line.order_id !== null && line.document_id !== null,
  ])

test('a case that a member of the scope "own only" makes or looks through again is whole for others, and masked for that member', async () => {
  const company = await app.company()
  const { one, other } = await aTracedProduct(company)
  const salesman = await aSalesman(company)
  const whole = [
    ['P0001', 'Alpha', one.no, true],
    ['P0002', 'Beta', other.no, true],
  ]
  const masked = [
    ['P0001', null, maskedNo, false],
    ['P0002', null, maskedNo, false],
  ]
  const { id } = await salesman.ok(traceCaseCalls.add, { ...question, title: 'A1 is soft' })
  expect(await shippedIn(company.admin, id)).toEqual(whole)
  expect(await shippedIn(salesman, id)).toEqual(masked)
  // Of a case that was written down without them the ids are found when it is looked through again.
  await company.as(tx =>
    sql`update trace_case_line set order_id = null, document_kind = null, document_id = null, document_no = ${maskedNo} where document_kind = 'outbound'`.execute(
      tx,
    ),
  )
  await salesman.ok(traceCaseCalls.look, { id })
  expect(await shippedIn(company.admin, id)).toEqual(whole)
  expect(await shippedIn(salesman, id)).toEqual(masked)
})

test('a member who does not see what was asked by looks through a case again and loses nothing; making one by it is refused', async () => {
  const company = await app.company()
  const { one, mo_id } = await aTracedProduct(company)
  await company.as(tx => sql`update mo set order_id = ${one.id} where id = ${mo_id}`.execute(tx))
  const salesman = await aSalesman(company)
  const asked = { trace_by: 'order_no' as const, value: one.no, title: 'soft' }
  const { id } = await company.admin.ok(traceCaseCalls.add, asked)
  expect(await salesman.ok(traceCaseCalls.look, { id })).toMatchObject({ added: 0, moved: 0 })
  expect((await linesOf(company, id)).filter(({ moved }) => moved)).toEqual([])
  expect(await salesman.send(traceCaseCalls.add, asked)).toMatchObject({
    code: generalErrors.recordNotFound.code,
    data: { field: 'value' },
  })
})

test('what was judged is judged anew when the goods come back to their bin or are more; a bin of another name is the same bin', async () => {
  const company = await app.company()
  const { traced, id, lines } = await aCase(company)
  const inBin = lines.find(line => line.where === whereNow.codes.in_stock)!
  const look = () => company.admin.ok(traceCaseCalls.look, { id })
  const now = async () => (await linesOf(company, id)).find(line => line.id === inBin.id)!
  const judge = async () =>
    company.admin.ok(traceCaseCalls.judge, {
      case_id: id,
      lines: pick([await now()]),
      state: codes.cleared,
      note: 'ok',
    })
  const putInto = (location_id: string) =>
    company.as(tx => sql`update inventory set location_id = ${location_id} where lot_number = 'A1'`.execute(tx))
  await judge()
  await company.as(tx => sql`update location set code = 'NEW' where id = ${traced.location_id}`.execute(tx))
  expect(await look()).toEqual({ added: 0, moved: 0, reopened: 0 })
  expect(await now()).toMatchObject({ state: codes.cleared, place: expect.stringContaining('NEW') })

  await putInto(await company.as(tx => aLocation(tx)))
  expect(await look()).toEqual({ added: 1, moved: 1, reopened: 0 })
  expect(await now()).toMatchObject({ state: codes.cleared, moved: true })
  await putInto(traced.location_id)
  expect(await look()).toEqual({ added: 0, moved: 1, reopened: 1 })
  expect(await now()).toMatchObject({
    ...{ state: codes.open, moved: false, judged_by_name: null, judged_time: null, note: 'ok' },
  })

  await judge()
  const holding = (quantity: number) =>
    company.as(tx => sql`update inventory set quantity = ${quantity} where lot_number = 'A1'`.execute(tx))
  await holding(7)
  expect(await look()).toEqual({ added: 0, moved: 0, reopened: 0 })
  expect(await now()).toMatchObject({ state: codes.cleared, quantity: '7' })
  await holding(9)
  expect(await look()).toEqual({ added: 0, moved: 0, reopened: 1 })
  expect(await now()).toMatchObject({ state: codes.open, quantity: '9' })
})
