import { contract } from '@qitao/app-server/testing/contract.ts'
import { rowsIn } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import { processCalls } from '@qitao/masterdata/model/process/process.calls.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { type Context, Moved, type SignedInHandler } from '@qitao/platform/server/http/handle.ts'
import { inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { approveReports, dropReport } from '@qitao/shopfloor/model/report.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addSupplements, showSupplement, supplementCalls } from '../model/supplement.calls.ts'
import { wageGradeCalls, wageRateCalls, wageRateList } from '../model/wage-rate.calls.ts'
import {
  addWagePeriod,
  answerWage,
  confirmWage,
  disputeWage,
  dropWagePeriod,
  exportWages,
  listMyWageLines,
  listMyWages,
  listWageLines,
  listWagePeriods,
  listWages,
  lockWagePeriod,
  mostWithoutRate,
  previewWages,
  recalculateWages,
  sendWages,
} from '../model/wage-sheet.calls.ts'
import { wagesErrors } from '../model/wages.errors.ts'
import { sheetStatus, supplementKind, supplementStatus, wageKind } from '../model/wages.status.ts'
import { aPaidPeriod, aReport, aWageSheet, provedLines } from '../testing/wages.factory.ts'
import { wagesReconciliations } from './reconciliation.ts'
import { wageSheetHandlers } from './wage-sheet.handlers.ts'

const app = await testApp()
const absent = '01900000-0000-7000-8000-000000000000'
const { open, sent, confirmed, disputed, locked } = sheetStatus.codes

const sheetsOf = async (company: TestCompany, period_id: string) =>
  (await company.admin.ok(listWages, { period_id, page_size: 200 })).result
const versioned = ({ id, row_version }: { id: string; row_version: number }) => ({ id, row_version })
const periodOf = async (company: TestCompany, period_id: string) => {
  const { result } = await company.admin.ok(listWagePeriods, {})
  return result.find(({ id }) => id === period_id)!
}
const expectBooksInOrder = async (company: TestCompany) => {
  for (const { find } of wagesReconciliations)
    expect(await company.as(tx => rows(tx, find(company.org_id, undefined)))).toEqual([])
}
/** Calculated, sent and locked. */
async function lockedPeriod(company: TestCompany) {
  const of = await aWageSheet(company)
  await company.admin.ok(sendWages, { ids: [of.sheet_id] })
  await company.admin.ok(lockWagePeriod, versioned(await periodOf(company, of.period_id)))
  return of
}
const sentSheet = async (company: TestCompany) => {
  const of = await aWageSheet(company)
  await company.admin.ok(sendWages, { ids: [of.sheet_id] })
  return { ...of, sheet: (await sheetsOf(company, of.period_id))[0]! }
}
const disputedSheet = async (company: TestCompany) => {
  const of = await sentSheet(company)
  await company.admin.ok(disputeWage, { ...versioned(of.sheet), objection: 'One report is missing' })
  return { ...of, sheet: (await sheetsOf(company, of.period_id))[0]! }
}

contract(app, wageRateCalls.list, {
  set: aPaidPeriod,
  good: () => ({}),
  check: ({ result }) => expect(result).toMatchObject([{ rate: '1.255000', wage_type: 1, valid_to: null }]),
  refused: () => [['page 0', { page: 0 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ total: 0 }),
})
contract(app, wageRateCalls.detail, {
  set: aPaidPeriod,
  good: ({ rate_id }) => ({ id: rate_id }),
  refused: () => [['absent', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, wageRateCalls.add, {
  set: lockedPeriod,
  good: ({ rate }) => ({ ...rate, rate: '2', valid_from: inDays(-1) }),
  refused: ({ rate }) => [
    ['one of a locked period', rate, wagesErrors.periodLocked],
    ['no process', { ...rate, process_id: absent, valid_from: inDays(0) }, generalErrors.recordNotFound],
    ['below zero', { ...rate, rate: '-1' }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, wageRateCalls.alter, {
  set: aPaidPeriod,
  good: ({ rate_id, rate }) => ({ ...rate, id: rate_id, row_version: 0, rate: '2' }),
  refused: ({ rate_id, rate }) => [
    ['stale', { ...rate, id: rate_id, row_version: 7 }, generalErrors.versionConflict],
    ['no rate', { ...rate, id: rate_id, row_version: 0, rate: null }, generalErrors.fieldRequired],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, wageRateCalls.drop, {
  set: aPaidPeriod,
  good: ({ rate_id }) => ({ ids: [rate_id] }),
  refused: () => [['absent', { ids: [absent] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
const rateChange = (id: string, more: object = {}) => ({
  ...{ ids: [id], by: 'percent' as const, value: '10', decimals: 2, valid_from: inDays(5) },
  ...more,
})
contract(app, wageRateList.preview, {
  set: aPaidPeriod,
  good: ({ rate_id }) => rateChange(rate_id),
  check: ({ result }) =>
    expect(result.map(({ before, after, unit_name }) => [Number(before), Number(after), unit_name])).toEqual([
      [1.255, 1.38, '件'],
    ]),
  refused: ({ rate_id }) => [
    ['one that is gone', rateChange(absent), generalErrors.recordNotFound],
    ['below zero', rateChange(rate_id, { value: '-101' }), masterdataErrors.priceNegative],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, wageRateList.change, {
  set: lockedPeriod,
  good: ({ rate_id }) => rateChange(rate_id),
  check: async ({ affected }, { rate_id }, { admin }) => {
    expect(affected).toBe(1)
    const { result } = await admin.ok(wageRateCalls.list, { order_by: 'valid_from' })
    expect(result.map(one => [Number(one.rate), one.valid_to])).toEqual([
      [1.255, inDays(5) - 1],
      [1.38, null],
    ])
    const { record } = await admin.ok(wageRateCalls.detail, { id: rate_id })
    expect(result[1]).toMatchObject({ wage_type: record.wage_type, split: record.split, deduction: record.deduction })
  },
  refused: ({ rate_id, rate }) => [
    ['within a locked period', rateChange(rate_id, { valid_from: rate.valid_from + 86_400 }), wagesErrors.periodLocked],
    ['one that is gone', rateChange(absent), generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, wageRateList.history, {
  set: aPaidPeriod,
  good: ({ rate_id }) => ({ id: rate_id }),
  check: ({ result }) => expect(result.map(one => Number(one.price))).toEqual([1.255]),
  refused: () => [['absent', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
const aGrade = async (company: TestCompany) => {
  const grade = { user_id: company.admin.user_id, grade: 'A', coefficient: '1.2', valid_from: inDays(-20) }
  return { grade, ...(await company.admin.ok(wageGradeCalls.add, grade)) }
}
contract(app, wageGradeCalls.list, {
  set: aGrade,
  good: () => ({}),
  check: ({ result }) => expect(result).toMatchObject([{ grade: 'A', coefficient: '1.200000' }]),
  refused: () => [['page 0', { page: 0 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ total: 0 }),
})
contract(app, wageGradeCalls.detail, {
  set: aGrade,
  good: ({ id }) => ({ id }),
  refused: () => [['absent', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, wageGradeCalls.add, {
  set: aGrade,
  good: ({ grade }) => ({ ...grade, grade: 'B', valid_from: inDays(1) }),
  refused: ({ grade }) => [
    ['one of the same day', grade, wagesErrors.gradeExists],
    ['a coefficient of nothing', { ...grade, coefficient: '0', valid_from: inDays(2) }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, wageGradeCalls.alter, {
  set: aGrade,
  good: ({ id, grade }) => ({ ...grade, id, row_version: 0, grade: 'B' }),
  refused: ({ id, grade }) => [['stale', { ...grade, id, row_version: 9 }, generalErrors.versionConflict]],
  foreign: generalErrors.recordNotFound,
})
contract(app, wageGradeCalls.drop, {
  set: aGrade,
  good: ({ id }) => ({ ids: [id] }),
  refused: () => [['absent', { ids: [absent] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

contract(app, listWagePeriods, {
  set: aWageSheet,
  good: () => ({}),
  check: ({ result }) => expect(result).toMatchObject([{ no: 'P1', sheet_count: 1, total_wage: '4.52', status: 0 }]),
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ total: 0 }),
})
contract(app, addWagePeriod, {
  set: aPaidPeriod,
  good: () => ({ no: 'P2', end_time: inDays(5) }),
  refused: () => [
    ['a number that is taken', { no: 'P1', end_time: inDays(5) }, generalErrors.duplicateCode],
    ['one that leaves a gap', { no: 'P2', start_time: inDays(1), end_time: inDays(5) }, wagesErrors.notInTurn],
    ['one that ends before it begins', { no: 'P2', end_time: inDays(-2) }, generalErrors.badParameter],
  ],
  foreign: generalErrors.fieldRequired,
})
contract(app, dropWagePeriod, {
  set: aWageSheet,
  good: ({ period_id }) => ({ id: period_id, row_version: 1 }),
  refused: ({ period_id }) => [
    ['stale', { id: period_id, row_version: 9 }, generalErrors.versionConflict],
    ['absent', { id: absent, row_version: 0 }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, previewWages, {
  set: aPaidPeriod,
  good: ({ period_id }) => ({ period_id }),
  check: ({ changes, total_wage }) => {
    expect(total_wage).toBe('4.52')
    expect(changes).toMatchObject([{ before: '0.00', after: '4.52', difference: '4.52', status: null }])
  },
  refused: () => [['absent', { period_id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, recalculateWages, {
  set: aPaidPeriod,
  good: ({ period_id }) => ({ period_id }),
  check: (data, _, company) => {
    expect(data).toEqual({ line_count: 2, sheet_count: 1, total_wage: '4.52' })
    return expectBooksInOrder(company)
  },
  refused: () => [['absent', { period_id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, listWages, {
  set: aWageSheet,
  good: ({ process_id }) => ({
    process_id,
    timestamp_range: [inDays(-5), inDays(-4)] as [number, number],
    keyword: 'P1',
  }),
  check: ({ result, total_wage }) => {
    expect(result).toMatchObject([{ piece_wage: '5.02', deduction_wage: '-0.50', quantity: '4.000000', status: open }])
    expect(total_wage).toBe('4.52')
  },
  refused: () => [['over a year', { timestamp_range: [0, 367 * 86_400] }, generalErrors.dateSpanOverYear]],
  foreign: ({ data }) => expect(data).toMatchObject({ result: [], total: 0, total_wage: '0.00' }),
})
contract(app, exportWages, {
  set: aWageSheet,
  good: () => ({}),
  check: async data => expect((await rowsIn(data))[1]).toEqual(expect.arrayContaining(['P1'])),
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: async ({ data }) => expect(await rowsIn(data!)).toHaveLength(1),
})
contract(app, listWageLines, {
  set: aWageSheet,
  good: ({ sheet_id }) => ({ sheet_id }),
  check: ({ result }) =>
    expect(result.map(({ kind, amount }) => [kind, amount])).toEqual([
      [wageKind.codes.piece, '5.02'],
      [wageKind.codes.deduction, '-0.50'],
    ]),
  refused: ({ sheet_id }) => [['an order', { sheet_id, order_by: 'amount' }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ result: [], total: 0 }),
})
contract(app, sendWages, {
  set: aWageSheet,
  good: ({ sheet_id }) => ({ ids: [sheet_id] }),
  refused: () => [['absent', { ids: [absent] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, listMyWages, {
  set: sentSheet,
  good: () => ({}),
  check: ({ result }) => expect(result).toMatchObject([{ total_wage: '4.52', status: sent }]),
  refused: () => [['page 0', { page: 0 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ total: 0 }),
})
contract(app, listMyWageLines, {
  set: sentSheet,
  good: ({ sheet_id }) => ({ sheet_id }),
  check: ({ total }) => expect(total).toBe(2),
  refused: ({ sheet_id }) => [['an order', { sheet_id, order_by: 'amount' }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ result: [], total: 0 }),
})
contract(app, confirmWage, {
  set: sentSheet,
  good: ({ sheet }) => versioned(sheet),
  check: async (_, { period_id }, company) =>
    expect(await sheetsOf(company, period_id)).toMatchObject([{ status: confirmed }]),
  refused: ({ sheet_id }) => [['stale', { id: sheet_id, row_version: 0 }, generalErrors.versionConflict]],
  foreign: generalErrors.recordNotFound,
})
contract(app, disputeWage, {
  set: sentSheet,
  good: ({ sheet }) => ({ ...versioned(sheet), objection: 'Too few' }),
  check: async (_, { period_id }, company) =>
    expect(await sheetsOf(company, period_id)).toMatchObject([{ status: disputed, objection: 'Too few' }]),
  refused: ({ sheet }) => [
    ['without a word', { ...versioned(sheet), objection: ' ' }, generalErrors.fieldRequired],
    ['stale', { id: sheet.id, row_version: 0, objection: 'x' }, generalErrors.versionConflict],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, answerWage, {
  set: disputedSheet,
  good: ({ sheet }) => ({ ...versioned(sheet), answer: 'It is there now' }),
  check: async (_, { period_id }, company) =>
    expect(await sheetsOf(company, period_id)).toMatchObject([{ status: sent, answer: 'It is there now' }]),
  refused: ({ sheet }) => [['stale', { id: sheet.id, row_version: 0, answer: 'x' }, generalErrors.versionConflict]],
  foreign: generalErrors.recordNotFound,
})
contract(app, lockWagePeriod, {
  set: async company => {
    const of = await sentSheet(company)
    return { ...of, period: await periodOf(company, of.period_id) }
  },
  good: ({ period }) => versioned(period),
  check: async (data, { period_id }, company) => {
    expect(data).toEqual({ sheet_count: 1, total_wage: '4.52' })
    expect(await sheetsOf(company, period_id)).toMatchObject([{ status: locked }])
  },
  refused: ({ period }) => [['stale', { id: period.id, row_version: 9 }, generalErrors.versionConflict]],
  foreign: generalErrors.recordNotFound,
})

const { piece, allowance, deduction } = supplementKind.codes
const entry = (company: TestCompany) => ({
  ...{ kind: allowance, user_id: company.admin.user_id, sheet_date: inDays(-3), wage: '12.5', reason: 'Training' },
})
const aSupplement = async (company: TestCompany) => {
  const of = await aPaidPeriod(company)
  const made = await company.admin.ok(supplementCalls.add, entry(company))
  return { ...of, ...made, input: entry(company) }
}
contract(app, supplementCalls.list, {
  set: aSupplement,
  good: ({ input }) => ({ user_id: input.user_id, kind: allowance, keyword: 'Train' }),
  check: ({ result }, { no }) => expect(result).toMatchObject([{ no, wage: '12.50', period_no: 'P1', status: 0 }]),
  refused: () => [['over a year', { timestamp_range: [0, 367 * 86_400] }, generalErrors.dateSpanOverYear]],
  foreign: ({ data }) => expect(data).toMatchObject({ total: 0 }),
})
contract(app, supplementCalls.count, {
  set: aSupplement,
  good: () => ({}),
  check: data => expect(data).toMatchObject({ draft: 1 }),
  refused: () => [['an unknown field', { x: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ draft: 0 }),
})
contract(app, supplementCalls.export, {
  set: aSupplement,
  good: () => ({ columns: ['no', 'wage'] }),
  check: async (data, { no }) => expect((await rowsIn(data)).flat()).toContain(no),
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: async ({ data }) => expect(await rowsIn(data!)).toHaveLength(1),
})
contract(app, showSupplement, {
  set: aSupplement,
  good: ({ id }) => ({ id }),
  check: ({ record }, { no }) => expect(record).toMatchObject({ no, wage: '12.50' }),
  refused: () => [['absent', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, supplementCalls.add, {
  set: aSupplement,
  good: ({ input, process_id }) => ({ ...input, kind: piece, process_id, quantity: '3', wage: null }),
  check: async ({ id }, _, company) =>
    expect((await company.admin.ok(showSupplement, { id })).record).toMatchObject({ wage: '3.77' }),
  refused: ({ input, process_id }) => [
    ['three decimals', { ...input, wage: '12.345' }, wagesErrors.wageDecimals],
    ['an allowance of nothing said', { ...input, wage: null }, generalErrors.fieldRequired],
    ['pieces without a number', { ...input, kind: piece, process_id, wage: null }, generalErrors.fieldRequired],
    [
      'pieces before any rate',
      { ...input, kind: piece, process_id, quantity: '1', wage: null, sheet_date: inDays(-40) },
      wagesErrors.noRate,
    ],
    [
      'hours of a process that pays pieces',
      { ...input, kind: supplementKind.codes.hour, process_id, work_seconds: 60, wage: null },
      wagesErrors.noRate,
    ],
    ['no such person', { ...input, user_id: absent }, generalErrors.recordNotFound],
  ],
  // No rate of theirs fits a process of ours, so it is refused before that is asked for.
  foreign: wagesErrors.noRate,
})
contract(app, addSupplements, {
  set: aSupplement,
  good: ({ input: { user_id, ...input } }) => ({ ...input, user_ids: [user_id, user_id] }),
  check: ({ ids }) => expect(ids).toHaveLength(1),
  refused: ({ input: { user_id: _, ...input } }) => [
    ['nobody', { ...input, user_ids: [] }, generalErrors.badParameter],
    ['three decimals', { ...input, user_ids: [absent], wage: '0.001' }, wagesErrors.wageDecimals],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, supplementCalls.alter, {
  set: aSupplement,
  good: ({ id, input }) => ({ ...input, id, row_version: 0, kind: deduction }),
  refused: ({ id, input }) => [
    ['stale', { ...input, id, row_version: 4 }, generalErrors.versionConflict],
    ['three decimals', { ...input, id, row_version: 0, wage: 1.005 }, wagesErrors.wageDecimals],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, supplementCalls.drop, {
  set: aSupplement,
  good: ({ id }) => ({ ids: [id] }),
  refused: () => [['absent', { ids: [absent] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, supplementCalls.submit, {
  set: aSupplement,
  good: ({ id }) => ({ ids: [id] }),
  check: async (_, { id }, company) =>
    expect((await company.admin.ok(showSupplement, { id })).record.status).toBe(supplementStatus.codes.approved),
  refused: ({ id }) => [['stale', { ids: [id], row_versions: [8] }, generalErrors.versionConflict]],
  foreign: generalErrors.recordNotFound,
})
contract(app, supplementCalls.reverse, {
  set: async company => {
    const of = await aSupplement(company)
    await company.admin.ok(supplementCalls.submit, { ids: [of.id] })
    const draft = await company.admin.ok(supplementCalls.add, of.input)
    return { ...of, draft_id: draft.id }
  },
  good: ({ id }) => ({ ids: [id] }),
  refused: ({ draft_id }) => [
    ['absent', { ids: [absent] }, generalErrors.recordNotFound],
    ['one that was never in force', { ids: [draft_id] }, wagesErrors.supplementNotNow],
  ],
  foreign: generalErrors.recordNotFound,
})

test('what a locked period was paid by stays, and what is corrected later is paid in the next', async () => {
  const company = await app.company()
  const of = await aWageSheet(company)
  const { admin } = company
  const unseen = await aReport(company, of.task_id, { good: '2', day: -4, approved: false })
  const early = await admin.ok(supplementCalls.add, entry(company))
  await admin.ok(supplementCalls.submit, { ids: [early.id] })
  const late = await admin.ok(supplementCalls.add, entry(company))
  const lock = async () => admin.send(lockWagePeriod, versioned(await periodOf(company, of.period_id)))
  expect((await lock()).code).toBe(wagesErrors.notLockable.code)
  await admin.ok(recalculateWages, { period_id: of.period_id })
  expect((await lock()).code).toBe(wagesErrors.notLockable.code)
  await admin.ok(sendWages, { ids: [of.sheet_id] })
  const { id: next_id } = await admin.ok(addWagePeriod, { no: 'P2', end_time: inDays(0) })
  const ofNext = await periodOf(company, next_id)
  expect((await admin.send(lockWagePeriod, versioned(ofNext))).code).toBe(wagesErrors.notInTurn.code)
  expect((await admin.send(dropWagePeriod, versioned(await periodOf(company, of.period_id)))).code).toBe(
    wagesErrors.notInTurn.code,
  )
  expect((await lock()).code).toBe(200)
  expect((await lock()).code).toBe(wagesErrors.periodLocked.code)
  expect(await sheetsOf(company, of.period_id)).toMatchObject([{ total_wage: '17.02', supplement_wage: '12.50' }])
  // All that would change it is refused, or comes later.
  const { periodLocked } = wagesErrors
  expect((await admin.send(recalculateWages, { period_id: of.period_id })).code).toBe(periodLocked.code)
  expect((await admin.send(previewWages, { period_id: of.period_id })).code).toBe(periodLocked.code)
  expect((await admin.send(wageRateCalls.drop, { ids: [of.rate_id] })).code).toBe(wagesErrors.periodLocked.code)
  const grade = { user_id: admin.user_id, grade: 'A', valid_from: inDays(-3) }
  expect((await admin.send(wageGradeCalls.add, grade)).code).toBe(wagesErrors.periodLocked.code)
  expect((await admin.send(supplementCalls.add, entry(company))).code).toBe(wagesErrors.periodLocked.code)
  await admin.ok(approveReports, { ids: [unseen] })
  await admin.ok(dropReport, { id: of.report_id })
  await admin.ok(supplementCalls.reverse, { ids: [early.id] })
  await admin.ok(supplementCalls.submit, { ids: [late.id] })
  await admin.ok(recalculateWages, { period_id: next_id })
  // 2 at 1.255 come, 4.52 and 12.50 go back, 12.50 come.
  expect(await sheetsOf(company, next_id)).toMatchObject([{ correction_wage: '-2.01', total_wage: '-2.01' }])
  expect(await sheetsOf(company, of.period_id)).toMatchObject([{ total_wage: '17.02' }])
  await expectBooksInOrder(company)
  await admin.ok(sendWages, { ids: (await sheetsOf(company, next_id)).map(({ id }) => id) })
  await admin.ok(lockWagePeriod, versioned(await periodOf(company, next_id)))
  const { id: third } = await admin.ok(addWagePeriod, { no: 'P3', end_time: inDays(9) })
  await admin.ok(recalculateWages, { period_id: third })
  expect(await sheetsOf(company, third)).toEqual([])
  expect((await admin.send(lockWagePeriod, versioned(await periodOf(company, third)))).code).toBe(
    wagesErrors.notLockable.code,
  )
})

test('a sheet that is recalculated to another sum is checked and sent anew; a dispute holds the lock until it is answered', async () => {
  const company = await app.company()
  const of = await sentSheet(company)
  const { admin } = company
  await admin.ok(confirmWage, versioned(of.sheet))
  await admin.ok(recalculateWages, { period_id: of.period_id })
  expect(await sheetsOf(company, of.period_id)).toMatchObject([{ status: confirmed }])
  await aReport(company, of.task_id, { good: '1', day: -3 })
  await admin.ok(recalculateWages, { period_id: of.period_id })
  const [sheet] = await sheetsOf(company, of.period_id)
  expect(sheet).toMatchObject({ status: open, quantity: '5.000000' })
  expect((await admin.ok(listMyWages, {})).total).toBe(0)
  expect((await admin.send(confirmWage, versioned(sheet!))).code).toBe(generalErrors.recordNotFound.code)
  await admin.ok(sendWages, { ids: [sheet!.id] })
  const again = (await sheetsOf(company, of.period_id))[0]!
  await admin.ok(disputeWage, { ...versioned(again), objection: 'No' })
  const lock = async () => (await admin.send(lockWagePeriod, versioned(await periodOf(company, of.period_id)))).code
  expect(await lock()).toBe(wagesErrors.notLockable.code)
  const last = async () => (await sheetsOf(company, of.period_id))[0]!
  await admin.ok(answerWage, { ...versioned(await last()), answer: 'Yes' })
  await admin.ok(disputeWage, { ...versioned(await last()), objection: 'Still no' })
  expect(await last()).toMatchObject({ objection: 'Still no', answer: null })
  await admin.ok(answerWage, { ...versioned(await last()), answer: 'Still yes' })
  expect(await lock()).toBe(200)
})

test('a supplement by rate is worth what the rate of its day has become, on its sheet and on its own page', async () => {
  const company = await app.company()
  const of = await aPaidPeriod(company)
  const { admin } = company
  const { id } = await admin.ok(supplementCalls.add, {
    ...{ kind: supplementKind.codes.piece, user_id: admin.user_id, sheet_date: inDays(-3), process_id: of.process_id },
    ...{ quantity: '10', wage: null, reason: 'Forgotten' },
  })
  const shown = async () => (await admin.ok(showSupplement, { id })).record
  expect(await shown()).toMatchObject({ by_rate: true, wage: '12.55' })
  await admin.ok(supplementCalls.submit, { ids: [id] })
  await admin.ok(wageRateCalls.add, { ...of.rate, rate: '2', valid_from: inDays(-4) })
  await admin.ok(recalculateWages, { period_id: of.period_id })
  expect(await sheetsOf(company, of.period_id)).toMatchObject([{ supplement_wage: '20.00' }])
  expect(await shown()).toMatchObject({ wage: '20.00' })
  expect((await admin.ok(previewWages, { period_id: of.period_id })).changes).toEqual([])
  // Where it has none any more it pays nothing, and says so.
  const { result } = await admin.ok(wageRateCalls.list, {})
  await admin.ok(wageRateCalls.drop, { ids: result.map(rate => rate.id) })
  const { without_rate } = await admin.ok(previewWages, { period_id: of.period_id })
  expect(without_rate.map(({ material_code, count }) => [material_code === null, count])).toEqual([
    [false, 1],
    [true, 1],
  ])
})

test('work that takes the place of other work of the same worth is a change', async () => {
  const company = await app.company()
  const of = await aWageSheet(company)
  const { admin } = company
  await admin.ok(dropReport, { id: of.report_id })
  await aReport(company, of.task_id, { good: '4', bad: '1' })
  const { changes } = await admin.ok(previewWages, { period_id: of.period_id })
  expect(changes).toMatchObject([{ before: '4.52', after: '4.52', difference: '0.00' }])
  await admin.ok(sendWages, { ids: [of.sheet_id] })
  const { code } = await admin.send(lockWagePeriod, versioned(await periodOf(company, of.period_id)))
  expect(code).toBe(wagesErrors.notLockable.code)
})

test('what is computed is saved only while it stands: a rate, a report or a lock between makes it be computed anew', async () => {
  const company = await app.company()
  const of = await aPaidPeriod(company)
  const { admin, org_id } = company
  const input = { period_id: of.period_id }
  const { load, decide, save } = (wageSheetHandlers.find(({ call }) => call === recalculateWages) as SignedInHandler)
    .steps!
  const context = (tx: object) => ({ tx, org_id, now: Math.floor(Date.now() / 1000) }) as unknown as Context
  const savedAfter = async (between: () => Promise<unknown>) => {
    const read = await company.as(tx => load(input, context(tx)))
    const wages = await decide(read)
    await between()
    return company
      .as(tx => save(input, context(tx), read, wages, 1))
      .then(
        () => 'saved',
        error => error instanceof Moved,
      )
  }
  expect(await savedAfter(async () => undefined)).toBe('saved')
  expect(await savedAfter(() => admin.ok(wageRateCalls.add, { ...of.rate, rate: '3', valid_from: inDays(-5) }))).toBe(
    true,
  )
  expect(await savedAfter(() => aReport(company, of.task_id, { good: '1', day: -3 }))).toBe(true)
  expect(await savedAfter(() => admin.ok(dropReport, { id: of.report_id }))).toBe(true)
  const supplement = await admin.ok(supplementCalls.add, entry(company))
  expect(await savedAfter(() => admin.ok(supplementCalls.submit, { ids: [supplement.id] }))).toBe(true)
  expect(await savedAfter(() => admin.ok(supplementCalls.reverse, { ids: [supplement.id] }))).toBe(true)
  // What is of another time changes nothing.
  expect(await savedAfter(() => aReport(company, of.task_id, { good: '1', day: 0 }))).toBe('saved')
})

test('of many cases without a rate the most frequent are named, and how many more there are', async () => {
  const company = await app.company()
  const of = await aPaidPeriod(company)
  const { admin } = company
  await admin.ok(wageRateCalls.drop, { ids: [of.rate_id] })
  const cases = mostWithoutRate + 3
  await company.as(async tx => {
    await sql`insert into wage_grade (id, user_id, grade, coefficient, valid_from)
      select gen_random_uuid(), ${admin.user_id}, 'G' || n, 1, ${inDays(-9)}::bigint + n from generate_series(1, ${cases}::integer) n`.execute(
      tx,
    )
    await sql`insert into report_record (id, report_no, task_id, mo_id, operation_id, process_id, device_id, finished_quantity, defective_quantity,
        work_seconds, user_ids, report_time, approved_time, approved_by)
      select gen_random_uuid(), 'R' || n, k.id, k.mo_id, k.operation_id, ${of.process_id}, k.device_id, 1, 0, 0, array[${admin.user_id}::uuid],
        ${inDays(-9)}::bigint + n, ${inDays(0)}, ${admin.user_id} from generate_series(1, ${cases}::integer) n, production_task k where k.id = ${of.task_id}`.execute(
      tx,
    )
  })
  const preview = await admin.ok(previewWages, { period_id: of.period_id })
  expect(preview.without_rate).toHaveLength(mostWithoutRate)
  // The report that was there has the last of the grades, too.
  expect(preview.without_rate[0]).toMatchObject({ grade: `G${cases}`, count: 2 })
  expect(preview.without_rate_rest).toBe(3)
})

test('a worker sees and answers for nobody else', async () => {
  const company = await app.company()
  const of = await sentSheet(company)
  const other = await company.member([pages.myWages])
  expect((await other.ok(listMyWages, {})).total).toBe(0)
  expect((await other.ok(listMyWageLines, { sheet_id: of.sheet_id })).total).toBe(0)
  expect((await other.send(confirmWage, versioned(of.sheet))).code).toBe(generalErrors.recordNotFound.code)
})

test('a rate pays by the piece or the hour as its process does, and ends the day before the next begins', async () => {
  const company = await app.company()
  const { process_id, rate } = await aPaidPeriod(company)
  const { record } = await company.admin.ok(processCalls.detail, { id: process_id })
  const { id, row_version, code, name } = record
  await company.admin.ok(processCalls.alter, { id, row_version, code, name, wage_type: 2 })
  await company.admin.ok(wageRateCalls.add, { ...rate, valid_from: inDays(3) })
  const { result } = await company.admin.ok(wageRateCalls.list, { order_by: 'valid_from' })
  expect(result.map(({ wage_type, valid_to }) => [wage_type, valid_to])).toEqual([
    [1, inDays(3) - 1],
    [2, null],
  ])
  expect((await company.admin.send(wageRateCalls.add, rate)).code).toBe(wagesErrors.rateExists.code)
})

test.each([1, 2, 3])('random books pay to the cent what a statement of its own says: %i', async seed => {
  const company = await app.company()
  const of = await aPaidPeriod(company)
  const people = [company.admin.user_id]
  for (let count = 0; count < 4; count++) people.push((await company.member([pages.myWages])).user_id)
  const { org_id } = company
  await company.as(async tx => {
    await sql`select setseed(${seed / 10})`.execute(tx)
    await sql`insert into wage_grade (id, user_id, grade, coefficient, valid_from)
      select gen_random_uuid(), u, (array['A', 'B', null])[1 + floor(random() * 3)], (0.5 + random() * 2)::numeric(20,6), ${inDays(-20)}::bigint + d * 86400 * 5
      from unnest(${people}::uuid[]) u, generate_series(0, 3) d`.execute(tx)
    await sql`insert into wage_rate (id, process_id, material_id, grade, wage_type, rate, deduction, split, valid_from)
      select gen_random_uuid(), p, m, g, 1 + floor(random() * 1.4), (random() * 3)::numeric(20,6), (random() / 2)::numeric(20,6), 1 + floor(random() * 1.6),
        ${inDays(-19)}::bigint + d * 86400 * 4
      from unnest(${[...of.process_ids]}::uuid[]) p, unnest(array[${of.material_id}::uuid, null]) m, unnest(array['A', 'B', null]) g, generate_series(0, 3) d
      where random() < 0.5`.execute(tx)
    await sql`insert into report_record (id, report_no, task_id, mo_id, operation_id, process_id, device_id, finished_quantity, defective_quantity, work_seconds,
        user_ids, user_seconds, report_time, approved_time, approved_by)
      select gen_random_uuid(), 'R' || n, k.task_id, k.mo_id, k.operation_id, (${[...of.process_ids]}::uuid[])[1 + floor(random() * 2)], k.device_id,
        (random() * 50)::numeric(20,6), case when random() < 0.4 then (random() * 3)::numeric(20,6) else 0 end, floor(random() * 9000),
        p.ids, case when random() < 0.5 then (select array_agg(floor(random() * 7000)::integer + 0 * length(i::text)) from unnest(p.ids) i) end,
        ${inDays(-10)}::bigint + floor(random() * 8 * 86400), ${inDays(0)}, ${people[0]!}
      from generate_series(1, 250) n, lateral (select array_agg(x) as ids from (select x from unnest(${people}::uuid[]) x where n > 0 order by random() limit 1 + n % 4) x) p,
        lateral (select id as task_id, mo_id, operation_id, device_id from production_task where id = ${of.task_id}) k`.execute(
      tx,
    )
  })
  await company.admin.ok(recalculateWages, { period_id: of.period_id })
  const paid = await company.as(tx =>
    rows(
      tx,
      sql<object>`select report_id, user_id, kind, amount from wage_line where org_id = ${org_id} order by report_id, user_id, kind`,
    ),
  )
  const proved = await company.as(tx => provedLines(tx, org_id, inDays(-10), inDays(-1)))
  const key = (one: { report_id: string; user_id: string; kind: number }) =>
    `${one.report_id} ${one.user_id} ${one.kind}`
  expect(paid.length).toBeGreaterThan(500)
  expect(paid).toEqual(proved.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)))
  await expectBooksInOrder(company)
})
