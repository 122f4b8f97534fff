import { listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { rowsIn } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { manufacturingErrors } from '@qitao/manufacturing/model/manufacturing.errors.ts'
import {
  alterMo,
  convertMos,
  dropMos,
  mergeOrSplitMos,
  sendMosToPlan,
  showMo,
  showMoBom,
} from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { checkKits } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { aProcess } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { receiveArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { checkLedger, occupy } from '@qitao/stock/server'
import { aLocation, aMaterial, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { qcType } from '../../model/qc-type.status.ts'
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
    // The database may have gone on by a second.
    expect(Math.abs(result[0]!.due_time - result[0]!.created_time - 8 * 3600)).toBeLessThanOrEqual(2)
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
    samples: [
      { sample_no: 1, serial_no: 'S-1' },
      { sample_no: 2, serial_no: 'S-2' },
      { sample_no: 3, serial_no: '' },
    ],
  }),
  check: async (_, { open: { id, item_ids } }, company) => {
    const { record, results, samples } = await company.admin.ok(taskCalls.detail, { id })
    expect(record).toMatchObject({ status: in_progress, inspector_id: company.admin.user_id })
    expect(new Set(results)).toEqual(
      new Set([
        { item_id: item_ids[0], sample_no: 1, value: '10.05' },
        { item_id: item_ids[1], sample_no: 2, value: 'NG' },
      ]),
    )
    expect(samples).toEqual([
      { sample_no: 1, serial_no: 'S-1' },
      { sample_no: 2, serial_no: 'S-2' },
    ])
    // One of them is named again, the other one no more.
    const { row_version } = record
    const named = [
      { sample_no: 1, serial_no: 'S-2' },
      { sample_no: 2, serial_no: '' },
    ]
    await company.admin.ok(taskCalls.alter, { id, row_version, results: [], samples: named })
    const after = await company.admin.ok(taskCalls.detail, { id })
    expect(after.samples).toEqual([{ sample_no: 1, serial_no: 'S-2' }])
  },
  refused: ({ open, failed }) => {
    const one = { item_id: open.item_ids[0], sample_no: 1, value: '10' }
    const of = ({ id, row_version }: Lot, more: object = {}) => ({ id, row_version, results: [{ ...one, ...more }] })
    return [
      [
        'a value twice',
        {
          ...{ id: open.id, row_version: open.row_version },
          results: ['1', '2'].map(value => ({ item_id: open.item_ids[0], sample_no: 1, value })),
        },
        generalErrors.badParameter,
      ],
      ['it is done (R-165)', of(failed, { item_id: failed.item_ids[0] }), qualityErrors.taskDone],
      ['no number', of(open, { value: 'ten' }), generalErrors.badParameter],
      ['a piece that was not drawn', of(open, { sample_no: 6 }), generalErrors.badParameter],
      [
        'one piece twice',
        {
          ...of(open),
          samples: [
            { sample_no: 1, serial_no: 'S' },
            { sample_no: 2, serial_no: 'S' },
          ],
        },
        generalErrors.badParameter,
      ],
      [
        'a number of a piece that was not drawn',
        { ...of(open), samples: [{ sample_no: 6, serial_no: 'S' }] },
        generalErrors.badParameter,
      ],
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
      ['by an action of its own', of(failed, { disposal: disposal.codes.recheck }), generalErrors.badParameter],
      ['not judged', of(open), generalErrors.statusNotAllowed],
      ['rework by no step', of(failed, { ...rework, process_ids: [] }), generalErrors.fieldRequired],
      ['rework without a day', of(failed, { ...rework, delivery_date: null }), generalErrors.fieldRequired],
      ['rework by an unknown step', of(failed, rework), generalErrors.recordNotFound],
      ['an old version', of(failed, { row_version: 99 }), generalErrors.versionConflict],
      ['not there', of({ ...failed, id: absent }), qualityErrors.taskMissing],
    ]
  },
  foreign: qualityErrors.taskMissing,
})
const rework = { disposal: disposal.codes.rework, process_ids: [absent], delivery_date: inDays(9), reason: '毛刺' }
/** Eight of twenty that failed are worked on again. */
async function aRework(company: TestCompany) {
  const failed = await aFailedLot(company)
  const process_ids = [(await aProcess(company)).id, (await aProcess(company)).id]
  const { id, row_version } = failed
  const made = await company.admin.ok(taskCalls.dispose, { id, row_version, ...rework, process_ids, quantity: '8' })
  const { record, disposals } = await company.admin.ok(taskCalls.detail, { id })
  return { ...failed, row_version: record.row_version, mo_id: made.mo_id!, disposal_id: disposals[0]!.id, process_ids }
}
test('goods that failed are taken to a work order of their own, which has them from the start and is as large as they are', async () => {
  const company = await app.company()
  const { id, mo_id, material_id, process_ids } = await aRework(company)
  const { record, disposals } = await company.admin.ok(taskCalls.detail, { id })
  expect(disposals).toMatchObject([{ mo_id, mo_begun: false, disposal: disposal.codes.rework }])
  const { mo, operations } = await company.admin.ok(showMo, { mo_id })
  expect(mo).toMatchObject({ material_id, rework_task_id: id, rework_task_no: record.no, picking_status: 2 })
  expect(Number(mo.planned_quantity)).toBe(8)
  expect(operations.map(({ process_id }) => process_id)).toEqual(process_ids)
  const { result } = await company.admin.ok(showMoBom, { mo_id, level: 1 })
  expect(result).toMatchObject([{ material_id, required_quantity: '8.000000', picked_quantity: '8.000000' }])
  expect((await balances(company, material_id))[1]).toEqual([12, 0])
  // A plan looks for none of it.
  const { job_id } = await company.admin.ok(checkKits, { mo_ids: [mo_id] })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
  expect((await company.admin.ok(showMoBom, { mo_id, level: 1 })).result[0]).toMatchObject({
    short_quantity: '0.000000',
  })
  expect(await discrepancies(company)).toEqual([])
  // It is neither deleted, resized, split nor made outside, whatever its state allows of others.
  const { row_version } = (await company.admin.ok(showMo, { mo_id })).mo
  const refusedAs = manufacturingErrors.moNotEditable.code
  const changed = { id: mo_id, row_version, planned_quantity: '4', custom: {} }
  expect((await company.admin.send(alterMo, changed)).code).toBe(refusedAs)
  const split = { operation: 'split' as const, mo_ids: [mo_id], split_quantities: ['4', '4'] }
  expect((await company.admin.send(mergeOrSplitMos, split)).code).toBe(refusedAs)
  await company.admin.send(dropMos, { mo_ids: [mo_id] })
  await company.admin.send(convertMos, { mo_ids: [mo_id], target: 'outsource' })
  expect((await company.admin.ok(showMo, { mo_id })).mo).toMatchObject({
    outsourced: false,
    planned_quantity: '8.000000',
  })
})
contract(app, taskCalls.withdraw, {
  set: async company => ({
    of: await aRework(company),
    failed: await aFailedLot(company),
    begun: await aBegunRework(company),
  }),
  good: ({ of: { id, row_version, disposal_id } }) => ({ id, row_version, disposal_id }),
  check: async (_, { of }, company) => {
    const { record, disposals } = await company.admin.ok(taskCalls.detail, { id: of.id })
    expect([Number(record.disposed_quantity), disposals]).toEqual([0, []])
    expect((await balances(company, of.material_id))[1]).toEqual([20, 0])
    expect((await company.admin.send(showMo, { mo_id: of.mo_id })).code).toBe(manufacturingErrors.moMissing.code)
    expect(await discrepancies(company)).toEqual([])
  },
  refused: ({ of, failed, begun }) => {
    const asked = ({ id, row_version, disposal_id = absent }: Lot & { disposal_id?: string }, more: object = {}) => ({
      ...{ id, row_version, disposal_id, ...more },
    })
    return [
      ['no rework of it', asked(failed), generalErrors.recordNotFound],
      ['it is planned', asked(begun), manufacturingErrors.moNotDeletable],
      ['an old version', asked(of, { row_version: 99 }), generalErrors.versionConflict],
      ['not there', asked({ ...of, id: absent }), qualityErrors.taskMissing],
    ]
  },
  foreign: qualityErrors.taskMissing,
})
async function aBegunRework(company: TestCompany) {
  const of = await aRework(company)
  await company.admin.ok(sendMosToPlan, { mo_ids: [of.mo_id] })
  return of
}
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

contract(app, taskCalls.split, {
  set: async company => ({ open: await aMeasuredLot(company), failed: await aFailedLot(company) }),
  good: ({ open: { id, row_version } }) => ({ id, row_version, quantity: '3' }),
  check: async (part, { open }, company) => {
    const show = async (id: string) => (await company.admin.ok(taskCalls.detail, { id })).record
    expect(await show(part.id)).toMatchObject({ quantity: '3.000000', sample_size: 3, status: pending, no: part.no })
    const rest = await show(open.id)
    expect(rest).toMatchObject({ quantity: '17.000000', sample_size: 5, status: in_progress })
    // Each is judged for itself, of the same held goods.
    const fails = { nonconforming: 1, passed_quantity: '0', failed_quantity: '3' }
    await company.admin.ok(taskCalls.submit, judgement(await measured(company, { ...open, id: part.id }, '12'), fails))
    await company.admin.ok(
      taskCalls.submit,
      judgement({ ...open, row_version: rest.row_version }, { passed_quantity: '17' }),
    )
    expect(await balances(company, open.material_id)).toEqual([
      [17, 0],
      [3, 0],
      [0, 0],
    ])
    expect(await discrepancies(company)).toEqual([])
  },
  refused: ({ open, failed }) => {
    const of = ({ id, row_version }: Lot, more: object = {}) => ({ id, row_version, quantity: '3', ...more })
    return [
      ['all of it', of(open, { quantity: '20' }), generalErrors.badParameter],
      ['finer than the unit', of(open, { quantity: '0.5' }), generalErrors.unitQuantityPrecision],
      ['nothing', of(open, { quantity: '0' }), generalErrors.badParameter],
      ['it is done', of(failed), qualityErrors.taskDone],
      ['an old version', of(open, { row_version: 99 }), generalErrors.versionConflict],
      ['not there', of({ ...open, id: absent }), qualityErrors.taskMissing],
    ]
  },
  foreign: qualityErrors.taskMissing,
})

contract(app, taskCalls.recheck, {
  set: async company => {
    const [failed, open] = [await aFailedLot(company), await aHeldLot(company)]
    const { id, row_version } = await aFailedLot(company)
    const use = { id, row_version, disposal: disposal.codes.scrap, quantity: '20', reason: 'x' }
    await company.admin.ok(taskCalls.dispose, use)
    return { failed, open, gone: { id, row_version: row_version + 1 } }
  },
  good: ({ failed: { id, row_version } }) => ({ id, row_version }),
  check: async (again, { failed }, company) => {
    const { record } = await company.admin.ok(taskCalls.detail, { id: again.id })
    expect(record).toMatchObject({ no: again.no, recheck_of: failed.id, quantity: '20.000000', status: pending })
    const before = await company.admin.ok(taskCalls.detail, { id: failed.id })
    expect(before.disposals).toMatchObject([{ disposal: disposal.codes.recheck, reason: again.no }])
    expect(await balances(company, failed.material_id)).toEqual([
      [0, 0],
      [0, 0],
      [20, 0],
    ])
    // What it finds is the end of it: the goods are good.
    const seen = await measured(company, { ...failed, id: again.id })
    await company.admin.ok(taskCalls.submit, judgement(seen))
    expect((await balances(company, failed.material_id))[0]).toEqual([20, 0])
    expect(await discrepancies(company)).toEqual([])
  },
  refused: ({ failed, open, gone }) => [
    ['not judged', { id: open.id, row_version: open.row_version }, generalErrors.statusNotAllowed],
    ['nothing is left', gone, qualityErrors.nothingToRecheck],
    ['an old version', { id: failed.id, row_version: 99 }, generalErrors.versionConflict],
    ['not there', { id: absent, row_version: 0 }, qualityErrors.taskMissing],
  ],
  foreign: qualityErrors.taskMissing,
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

test('values that break a rule of the control chart are told to whose plan it is, once', async () => {
  const company = await app.company()
  const { admin } = company
  const lot = await aHeldLot(company, { scheme: { sample_size: 12 } })
  const inspector = await company.member([pages.qcTasks, pages.editQcTask])
  const { record } = await inspector.ok(taskCalls.detail, { id: lot.id })
  const values = ['10', '10.01', '10', '10.01', '10', '10.01', '10', '10.01', '10', '10.01', '10', '10.08']
  const results = values.map((value, index) => ({ item_id: lot.item_ids[0], sample_no: index + 1, value }))
  await inspector.ok(taskCalls.alter, { id: lot.id, row_version: record.row_version, results })
  // Within its limits, so the lot passes; but something has happened.
  await inspector.ok(taskCalls.submit, judgement({ id: lot.id, row_version: record.row_version + 1 }))
  const { result } = await admin.ok(listNotices, {})
  expect(result).toMatchObject([{ type: 'warning', href: `${pages.editQcTask.path}?id=${lot.id}` }])
  expect(result[0]!.text).toContain(record.no)
  expect(result[0]!.text).toContain('Length (超出3σ')
  expect((await inspector.ok(listNotices, {})).result).toEqual([])
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

/** Ten of a material that lie in a bin, good and free. */
const lying = async (company: TestCompany) =>
  company.as(async tx => {
    const [material_id, location_id] = [await aMaterial(tx, { precision: 0 }), await aLocation(tx)]
    await putIn(tx, { material_id, location_id, quantity: '10' })
    return { material_id, location_id }
  })
const doubted = (of: Awaited<ReturnType<typeof lying>>, more: object = {}) => ({
  ...{ ...of, lot_number: null, quantity: '4', source_no: 'Customer complaint' },
  ...more,
})
contract(app, taskCalls.add, {
  set: lying,
  good: of => doubted(of),
  check: async ({ id, no }, { material_id }, company) => {
    const { record } = await company.admin.ok(taskCalls.detail, { id })
    expect(record).toMatchObject({ no, qc_type: qcType.codes.stock, status: pending, sample_size: 4 })
    expect(await balances(company, material_id)).toEqual([
      [6, 0],
      [0, 0],
      [4, 0],
    ])
    expect(await discrepancies(company)).toEqual([])
  },
  refused: of => [
    ['more than is there', doubted(of, { quantity: '11' }), stockErrors.stockInsufficient],
    ['half a piece', doubted(of, { quantity: '0.5' }), generalErrors.unitQuantityPrecision],
    ['no reason', doubted(of, { source_no: '' }), generalErrors.fieldRequired],
    ['no such bin', doubted(of, { location_id: absent }), generalErrors.recordNotFound],
    ['no such material', doubted(of, { material_id: absent }), generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
test('what work orders occupy is not doubted away from them, and what is failed of free goods is defective', async () => {
  const company = await app.company()
  const of = await lying(company)
  const [balance] = await company.as(tx =>
    rows(tx, sql<{ id: string }>`select id from inventory where material_id = ${of.material_id}`),
  )
  await company.as(tx =>
    occupy(tx, { org_id: company.org_id, occupations: [{ inventory_id: balance!.id, quantity: '7' }] }),
  )
  const refused = await company.admin.send(taskCalls.add, doubted(of))
  expect(refused.code).toBe(stockErrors.stockOccupied.code)
  const { id } = await company.admin.ok(taskCalls.add, doubted(of, { quantity: '3' }))
  const { record } = await company.admin.ok(taskCalls.detail, { id })
  const all = { passed_quantity: '1', failed_quantity: '2', nonconforming: 2 }
  await company.admin.ok(taskCalls.submit, judgement(record, all))
  expect(await balances(company, of.material_id)).toEqual([
    [8, 7],
    [2, 0],
    [0, 0],
  ])
})
contract(app, taskCalls.drop, {
  set: async company => {
    const of = await lying(company)
    const [mine, begun] = [
      await company.admin.ok(taskCalls.add, doubted(of)),
      await company.admin.ok(taskCalls.add, doubted(of)),
    ]
    await company.admin.ok(taskCalls.start, { ids: [begun.id] })
    return { ...of, id: mine.id, begun: begun.id, received: await aHeldLot(company) }
  },
  good: ({ id }) => ({ ids: [id] }),
  check: async (_, { id, material_id }, company) => {
    expect((await company.admin.send(taskCalls.detail, { id })).code).toBe(qualityErrors.taskMissing.code)
    expect(await balances(company, material_id)).toEqual([
      [6, 0],
      [0, 0],
      [4, 0],
    ])
    expect(await discrepancies(company)).toEqual([])
  },
  refused: ({ begun, received }) => [
    ['somebody has begun', { ids: [begun] }, qualityErrors.taskDone],
    ['a receipt asked for it', { ids: [received.id] }, generalErrors.statusNotAllowed],
    ['not there', { ids: [absent] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
