import { contract } from '@qitao/app-server/testing/contract.ts'
import { rowsIn } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { showMo, showMoBom } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { checkKits } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { receiveArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { checkLedger } from '@qitao/stock/server'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { qualityErrors } from '../../model/quality.errors.ts'
import { taskCalls } from '../../model/task/task.calls.ts'
import { disposal, taskResult, taskStatus } from '../../model/task/task.status.ts'
import { aHeldLot, aScheme, aWaitingMo, receive } from '../../testing/quality.factory.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'
const { pending, in_progress, done } = taskStatus.codes
type Lot = Awaited<ReturnType<typeof aHeldLot>>

/** Quantity and occupation by quality: good, defective, to inspect. */
async function balances(company: TestCompany, material_id: string) {
  const found = await company.as(tx =>
    rows(
      tx,
      sql<{
        quality_status: number
        quantity: string
        occupied: string
      }>`select quality_status, sum(quantity) as quantity, sum(occupied_quantity) as occupied from inventory
        where material_id = ${material_id} group by 1`,
    ),
  )
  const of = (quality: number) => found.find(({ quality_status }) => quality_status === quality)
  return [0, 1, 3].map(quality => [Number(of(quality)?.quantity ?? 0), Number(of(quality)?.occupied ?? 0)])
}
/** The ledger against itself and against what work orders say they hold. */
const discrepancies = (company: TestCompany) =>
  company.as(tx =>
    checkLedger(
      tx,
      company.org_id,
      sql`select source_id as inventory_id, sum(quantity) as quantity from mo_assignment
        where org_id = ${company.org_id} and source_type in (1, 8) group by source_id`,
    ),
  )
async function measured(company: TestCompany, lot: Lot, length = '10') {
  const { id, item_ids } = lot
  const { record } = await company.admin.ok(taskCalls.detail, { id })
  await company.admin.ok(taskCalls.alter, {
    ...{ id, row_version: record.row_version },
    results: [{ item_id: item_ids[0], sample_no: 1, value: length }],
  })
  const after = await company.admin.ok(taskCalls.detail, { id })
  return { ...lot, row_version: after.record.row_version }
}
const aMeasuredLot = async (company: TestCompany) => measured(company, await aHeldLot(company))
const judgement = ({ id, row_version }: { id: string; row_version: number }, more: object = {}) => ({
  ...{ id, row_version, nonconforming: 0, reason: null, remark: null },
  ...{ passed_quantity: '20', concession_quantity: '0', failed_quantity: '0' },
  ...more,
})
async function aFailedLot(company: TestCompany) {
  const lot = await measured(company, await aHeldLot(company), '12')
  const all = judgement(lot, { nonconforming: 1, passed_quantity: '0', failed_quantity: '20' })
  await company.admin.ok(taskCalls.submit, all)
  const { record } = await company.admin.ok(taskCalls.detail, { id: lot.id })
  return { ...lot, row_version: record.row_version }
}

contract(app, taskCalls.list, {
  set: aHeldLot,
  good: ({ material_id, supplier_id }) => ({
    ...{ statuses: [pending], qc_type: 1 as const, material_id, supplier_id, mine: false, to_dispose: false },
  }),
  check: ({ result }, { id, scheme_id, location_id, code }) => {
    expect(result).toHaveLength(1)
    expect(result[0]).toMatchObject({
      ...{ id, scheme_id, location_id, scheme_code: code, status: pending, result: null, waiting_count: 0 },
      ...{ sample_size: 5, accept_number: 0, reject_number: 1, severity: null },
    })
    expect(result[0]!.no).toMatch(/^ZJ/)
    expect(result[0]!.due_time - result[0]!.created_time).toBe(8 * 3600)
  },
  refused: () => [['an unknown result', { results: [9] }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [] }),
})
contract(app, taskCalls.count, {
  set: aHeldLot,
  good: () => ({}),
  check: counts => expect(counts).toEqual({ pending: 1, in_progress: 0, done: 0 }),
  refused: () => [['an unknown kind', { qc_type: 9 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toEqual({ pending: 0, in_progress: 0, done: 0 }),
})
contract(app, taskCalls.export, {
  set: aHeldLot,
  good: () => ({ columns: ['no', 'material_id', 'quantity', 'result'] }),
  check: async data => expect((await rowsIn(data)).length).toBe(2),
  refused: () => [['an unknown result', { results: [9] }, generalErrors.badParameter]],
  foreign: async answer => expect((await rowsIn(answer.data!)).length).toBe(1),
})
contract(app, taskCalls.detail, {
  set: aHeldLot,
  good: ({ id }) => ({ id }),
  check: ({ items, results, disposals }) => {
    expect(items.map(({ name }) => name)).toEqual(['Length', 'Look'])
    expect([results, disposals]).toEqual([[], []])
  },
  refused: () => [['not there (R-259)', { id: absent }, qualityErrors.taskMissing]],
  foreign: qualityErrors.taskMissing,
})
contract(app, taskCalls.start, {
  set: async company => ({ open: await aHeldLot(company), failed: await aFailedLot(company) }),
  good: ({ open }) => ({ ids: [open.id] }),
  check: async (_, { open }, company) => {
    const { record } = await company.admin.ok(taskCalls.detail, { id: open.id })
    expect(record).toMatchObject({ status: in_progress, inspector_id: company.admin.user_id })
  },
  refused: ({ failed }) => [['it is done', { ids: [failed.id] }, qualityErrors.taskDone]],
  foreign: generalErrors.recordNotFound,
})
contract(app, taskCalls.alter, {
  set: async company => ({ open: await aHeldLot(company), failed: await aFailedLot(company) }),
  good: ({ open: { id, row_version, item_ids } }) => ({
    ...{ id, row_version },
    results: [
      { item_id: item_ids[0], sample_no: 1, value: '10.05' },
      { item_id: item_ids[1], sample_no: 2, value: 'NG' },
      { item_id: item_ids[1], sample_no: 3, value: '' },
    ],
  }),
  check: async (_, { open: { id, item_ids } }, company) => {
    const { record, results } = await company.admin.ok(taskCalls.detail, { id })
    expect(record).toMatchObject({ status: in_progress, inspector_id: company.admin.user_id })
    expect(new Set(results)).toEqual(
      new Set([
        { item_id: item_ids[0], sample_no: 1, value: '10.05' },
        { item_id: item_ids[1], sample_no: 2, value: 'NG' },
      ]),
    )
  },
  refused: ({ open, failed }) => {
    const one = { item_id: open.item_ids[0], sample_no: 1, value: '10' }
    const of = ({ id, row_version }: Lot, more: object = {}) => ({ id, row_version, results: [{ ...one, ...more }] })
    return [
      ['it is done (R-165)', of(failed, { item_id: failed.item_ids[0] }), qualityErrors.taskDone],
      ['no number', of(open, { value: 'ten' }), generalErrors.badParameter],
      ['a piece that was not drawn', of(open, { sample_no: 6 }), generalErrors.badParameter],
      ['an item of another method', of(open, { item_id: failed.item_ids[0] }), generalErrors.recordNotFound],
      ['an old version', { ...of(open), row_version: 9 }, generalErrors.versionConflict],
      ['not there', { ...of(open), id: absent }, qualityErrors.taskMissing],
    ]
  },
  foreign: qualityErrors.taskMissing,
})
contract(app, taskCalls.submit, {
  set: async company => ({ open: await aMeasuredLot(company), failed: await aFailedLot(company) }),
  good: ({ open }) => judgement(open, { passed_quantity: '15', failed_quantity: '5' }),
  check: async ({ result }, { open }, company) => {
    expect(result).toBe(taskResult.codes.partial)
    const { record } = await company.admin.ok(taskCalls.detail, { id: open.id })
    expect(record).toMatchObject({ status: done, result, nonconforming: 0, inspector_id: company.admin.user_id })
    expect(await balances(company, open.material_id)).toEqual([
      [15, 0],
      [5, 0],
      [0, 0],
    ])
    expect(await discrepancies(company)).toEqual([])
  },
  refused: ({ open, failed }) => [
    ['it is done (R-165)', judgement(failed), qualityErrors.taskDone],
    ['not there (R-259)', judgement({ ...open, id: absent }), qualityErrors.taskMissing],
    ['an old version', judgement({ ...open, row_version: 9 }), generalErrors.versionConflict],
    ['it does not add up (R-260)', judgement(open, { passed_quantity: '19' }), qualityErrors.quantityMismatch],
    ['the sample refuses it', judgement(open, { nonconforming: 1 }), qualityErrors.sampleRefuses],
    [
      'a concession without a reason',
      judgement(open, { passed_quantity: '0', concession_quantity: '20' }),
      generalErrors.fieldRequired,
    ],
  ],
  foreign: qualityErrors.taskMissing,
})
test('a lot is not judged before its required items have results (R-265)', async () => {
  const company = await app.company()
  const lot = await aHeldLot(company)
  expect((await company.admin.send(taskCalls.submit, judgement(lot))).code).toBe(qualityErrors.resultMissing.code)
})
test('goods that are gone from their bin cannot be judged, and nothing is half done', async () => {
  const company = await app.company()
  const lot = await aMeasuredLot(company)
  await company.as(tx => sql`update inventory set quantity = 3 where material_id = ${lot.material_id}`.execute(tx))
  expect((await company.admin.send(taskCalls.submit, judgement(lot))).code).toBe(stockErrors.stockInsufficient.code)
  const { record } = await company.admin.ok(taskCalls.detail, { id: lot.id })
  expect(record.status).toBe(in_progress)
})

contract(app, taskCalls.dispose, {
  set: async company => ({ failed: await aFailedLot(company), open: await aHeldLot(company) }),
  good: ({ failed: { id, row_version } }) => ({
    ...{ id, row_version, disposal: disposal.codes.return, quantity: '8', reason: '尺寸超差' },
  }),
  check: async (_, { failed }, company) => {
    const { record, disposals } = await company.admin.ok(taskCalls.detail, { id: failed.id })
    expect(Number(record.disposed_quantity)).toBe(8)
    expect(disposals).toMatchObject([{ disposal: disposal.codes.return, reason: '尺寸超差' }])
    expect(await balances(company, failed.material_id)).toEqual([
      [0, 0],
      [12, 0],
      [0, 0],
    ])
    expect(await discrepancies(company)).toEqual([])
  },
  refused: ({ failed, open }) => {
    const of = ({ id, row_version }: Lot, more: object = {}) => ({
      ...{ id, row_version, disposal: disposal.codes.scrap, quantity: '8', reason: 'x' },
      ...more,
    })
    return [
      ['more than failed', of(failed, { quantity: '21' }), qualityErrors.disposalOverFailed],
      ['used by its inspector', of(failed, { disposal: disposal.codes.use_as_is }), qualityErrors.disposalByInspector],
      ['not judged', of(open), generalErrors.statusNotAllowed],
      ['an old version', of(failed, { row_version: 99 }), generalErrors.versionConflict],
      ['not there', of({ ...failed, id: absent }), qualityErrors.taskMissing],
    ]
  },
  foreign: qualityErrors.taskMissing,
})
test('what failed is used as it is when somebody else than its inspector says so; the rest is scrapped', async () => {
  const company = await app.company()
  const { id, row_version, material_id } = await aFailedLot(company)
  const other = await company.member([pages.editQcTask])
  const use = { id, row_version, disposal: disposal.codes.use_as_is, quantity: '12', reason: '可用' }
  await other.ok(taskCalls.dispose, use)
  const scrap = { ...use, row_version: row_version + 1, disposal: disposal.codes.scrap, quantity: '8' }
  await company.admin.ok(taskCalls.dispose, scrap)
  expect(await balances(company, material_id)).toEqual([
    [12, 0],
    [0, 0],
    [0, 0],
  ])
  const { result } = await company.admin.ok(taskCalls.list, { to_dispose: true })
  expect(result).toEqual([])
})

contract(app, taskCalls.chart, {
  set: async company => {
    const lot = await aHeldLot(company)
    const next = await receive(company, { ...lot, quantity: '20' })
    await measured(company, lot, '10.02')
    await measured(company, { ...lot, id: next.task_id }, '9.98')
    return lot
  },
  good: ({ id, item_ids }) => ({ task_id: id, item_id: item_ids[0] }),
  check: ({ points }) => expect(points.map(({ value }) => value)).toEqual([10.02, 9.98]),
  refused: ({ item_ids }) => [['not there', { task_id: absent, item_id: item_ids[0] }, qualityErrors.taskMissing]],
  foreign: qualityErrors.taskMissing,
})

// Receipts and kits

test('what nobody asks to inspect is good at once', async () => {
  const company = await app.company()
  const { material_id, order, location_id, late } = { ...(await aWaitingMo(company)), material_id: '' }
  expect(material_id).toBe('')
  await company.admin.ok(receiveArrivals, {
    arrival_ids: order.line_ids,
    lines: [{ arrival_id: order.line_ids[0]!, quantity: '10', location_id }],
  })
  expect((await company.admin.ok(taskCalls.list, {})).result).toEqual([])
  expect((await balances(company, late))[0]![0]).toBe(10)
})

/** A work order counts on goods that come and are held. */
async function aKitThatWaits(company: TestCompany) {
  const plan = await aScheme(company)
  const { mo, late, order, location_id } = await aWaitingMo(company)
  const { job_id } = await company.admin.ok(checkKits, { mo_ids: [mo.id] })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
  await company.admin.ok(receiveArrivals, {
    arrival_ids: order.line_ids,
    lines: [{ arrival_id: order.line_ids[0]!, quantity: '10', location_id }],
  })
  await matched(company)
  const { result } = await company.admin.ok(taskCalls.list, { material_id: late })
  const task = result[0]!
  const component = async () => {
    const bom = await company.admin.ok(showMoBom, { mo_id: mo.id })
    const of = bom.result.find(one => one.material_id === late)!
    return {
      ...{
        stock: Number(of.in_stock_quantity),
        coming: Number(of.in_transit_quantity),
        short: Number(of.short_quantity),
      },
      expected_time: of.expected_time,
    }
  }
  const kit = async () => (await company.admin.ok(showMo, { mo_id: mo.id })).mo.material_status
  const lot = { ...plan, scheme_id: plan.id, location_id, material_id: late, supplier_id: '', id: task.id }
  const judge = async (more: object) => {
    const { row_version } = await measured(company, { ...lot, row_version: task.row_version }, '12')
    await company.admin.ok(taskCalls.submit, judgement({ id: task.id, row_version }, { nonconforming: 1, ...more }))
    return row_version + 1
  }
  return { task, late, component, kit, judge }
}
/** Orders are matched in the background. */
async function matched(company: TestCompany) {
  const jobs = await company.as(tx =>
    rows(tx, sql<{ id: string }>`select id from job where org_id = ${company.org_id} and job_type = 'match_again'`),
  )
  for (const { id } of jobs) expect(await company.jobEnd(id)).toMatchObject({ status: 2 })
}

test('goods that are held are expected for their release, and occupied by the order that counts on them', async () => {
  const company = await app.company()
  const { task, late, component } = await aKitThatWaits(company)
  expect(task).toMatchObject({ waiting_count: 1, needed_time: expect.any(Number) })
  expect(await component()).toEqual({ stock: 0, coming: 10, short: 0, expected_time: task.due_time })
  expect(await balances(company, late)).toEqual([
    [0, 0],
    [0, 0],
    [10, 10],
  ])
  expect(await discrepancies(company)).toEqual([])
})
test('a lot that is refused takes the kit away; used as it is, it gives it back', async () => {
  const company = await app.company()
  const { task, late, component, judge } = await aKitThatWaits(company)
  const row_version = await judge({ passed_quantity: '0', failed_quantity: '10' })
  expect(await component()).toMatchObject({ stock: 0, coming: 0, short: 10 })
  expect(await balances(company, late)).toEqual([
    [0, 0],
    [10, 0],
    [0, 0],
  ])
  await matched(company)
  expect(await component()).toMatchObject({ stock: 0, short: 10 })
  const other = await company.member([pages.editQcTask])
  const use = { id: task.id, row_version, disposal: disposal.codes.use_as_is, quantity: '10', reason: '急用' }
  await other.ok(taskCalls.dispose, use)
  await matched(company)
  expect(await component()).toMatchObject({ stock: 10, coming: 0, short: 0 })
  expect(await discrepancies(company)).toEqual([])
})
test('accepted by concession the goods are the order’s in the same transaction', async () => {
  const company = await app.company()
  const { late, component, kit, judge } = await aKitThatWaits(company)
  await judge({ passed_quantity: '0', concession_quantity: '10', reason: '急用，评审同意' })
  expect(await component()).toMatchObject({ stock: 10, coming: 0, short: 0 })
  expect(await kit()).toBe(1)
  expect(await balances(company, late)).toEqual([
    [10, 10],
    [0, 0],
    [0, 0],
  ])
  expect(await discrepancies(company)).toEqual([])
})
test('of a lot that is accepted in part the order has that part', async () => {
  const company = await app.company()
  const { late, component, judge } = await aKitThatWaits(company)
  await judge({ passed_quantity: '0', concession_quantity: '4', failed_quantity: '6', reason: '挑选' })
  expect(await component()).toMatchObject({ stock: 4, coming: 0, short: 6 })
  expect(await balances(company, late)).toEqual([
    [4, 4],
    [6, 0],
    [0, 0],
  ])
  expect(await discrepancies(company)).toEqual([])
})

test('after good lots most of a series pass without inspection', async () => {
  const company = await app.company()
  const lot = await measured(company, await aHeldLot(company, { scheme: { skip_after: 1, skip_one_in: 3 } }))
  await company.admin.ok(taskCalls.submit, judgement(lot))
  const results: unknown[] = []
  for (let next = 0; next < 3; next++) {
    const { task_id } = await receive(company, { ...lot, quantity: '20' })
    const { record } = await company.admin.ok(taskCalls.detail, { id: task_id })
    results.push(record.result)
  }
  expect(results).toEqual([taskResult.codes.skipped, taskResult.codes.skipped, null])
  expect((await balances(company, lot.material_id))[0]![0]).toBe(60)
})
