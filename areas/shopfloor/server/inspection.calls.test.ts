import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { type QcTypeCode, qcType } from '@qitao/quality/model/qc-type.status.ts'
import { qualityErrors } from '@qitao/quality/model/quality.errors.ts'
import { blocks } from '@qitao/quality/model/scheme/scheme.status.ts'
import { taskCalls } from '@qitao/quality/model/task/task.calls.ts'
import { taskResult } from '@qitao/quality/model/task/task.status.ts'
import { aScheme } from '@qitao/quality/testing/quality.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addReport, dropReport, finishMos, listReportTasks, reduceMos, startTask } from '../model/report.calls.ts'
import { type OnTheFloor, onTheFloor } from '../testing/factories.ts'

const app = await testApp()
const { first_piece, in_process } = qcType.codes
const blocked = qualityErrors.operationBlocked.code

/** A work order of ten, whose first step is inspected as it says. */
async function inspected(company: TestCompany, scheme: object, qc_type: QcTypeCode = first_piece) {
  const floor = await onTheFloor(company, { stock: '100' })
  const plan = await aScheme(company, { qc_type, process_id: floor.process_ids[0]!, sample_size: 2, ...scheme })
  return { ...floor, item_ids: plan.item_ids }
}
const tasksOf = async (company: TestCompany) => (await company.admin.ok(taskCalls.list, { order_by: 'no' })).result
const report = async (company: TestCompany, { task_ids }: OnTheFloor, step: number, finished_quantity: string) =>
  (await company.admin.send(addReport, { task_id: task_ids[step]!, finished_quantity })).code
async function judge(company: TestCompany, id: string, item_id: string, passes: boolean) {
  const version = async () => (await company.admin.ok(taskCalls.detail, { id })).record
  const results = [{ item_id, sample_no: 1, value: passes ? '10' : '12' }]
  await company.admin.ok(taskCalls.alter, { id, row_version: (await version()).row_version, results })
  const { quantity, row_version } = await version()
  const parts = { passed_quantity: passes ? quantity : '0', failed_quantity: passes ? '0' : quantity }
  const wanted = { nonconforming: passes ? 0 : 1, concession_quantity: '0', reason: null, remark: null }
  await company.admin.ok(taskCalls.submit, { id, row_version, ...parts, ...wanted })
}

test('the first pieces are inspected before any more are made, and before the step behind begins', async () => {
  const company = await app.company()
  const floor = await inspected(company, { blocks: blocks.codes.all })
  const { admin } = company
  // More than the first pieces is not reported, by one click neither.
  const answer = await admin.send(addReport, { task_id: floor.task_ids[0]!, finished_quantity: '3' })
  expect(answer).toMatchObject({ code: blocked, message: expect.stringContaining('2') })
  expect((await admin.send(finishMos, { mo_ids: [floor.id] })).code).toBe(blocked)
  expect(await tasksOf(company)).toEqual([])
  await admin.ok(startTask, { task_id: floor.task_ids[0]! })
  const [task] = await tasksOf(company)
  expect(task).toMatchObject({
    ...{ qc_type: first_piece, quantity: '2.000000', sample_size: 2, mo_id: floor.id, location_id: null, holds: true },
    waiting_count: 1,
  })
  expect(await report(company, floor, 0, '2')).toBe(200)
  const more = await admin.send(addReport, { task_id: floor.task_ids[0]!, finished_quantity: '1' })
  expect(more).toMatchObject({ code: blocked, message: expect.stringContaining(task!.no) })
  expect(await report(company, floor, 1, '1')).toBe(blocked)
  expect((await admin.send(startTask, { task_id: floor.task_ids[1]! })).code).toBe(blocked)
  await judge(company, task!.id, floor.item_ids[0], true)
  expect(await report(company, floor, 0, '8')).toBe(200)
  expect(await report(company, floor, 1, '10')).toBe(200)
  expect(await tasksOf(company)).toHaveLength(1)
})

test('pieces that fail hold up the step behind until they pass a second inspection', async () => {
  const company = await app.company()
  const floor = await inspected(company, { blocks: blocks.codes.behind })
  expect(await report(company, floor, 0, '5')).toBe(200)
  const [task] = await tasksOf(company)
  await judge(company, task!.id, floor.item_ids[0], false)
  expect(await report(company, floor, 0, '1')).toBe(200)
  expect(await report(company, floor, 1, '1')).toBe(blocked)
  const { record } = await company.admin.ok(taskCalls.detail, { id: task!.id })
  const scrap = { disposal: 2 as const, quantity: '2', reason: 'x', row_version: record.row_version, id: task!.id }
  // They are in no bin: the floor reports them as defective.
  expect((await company.admin.send(taskCalls.dispose, scrap)).code).toBe(generalErrors.statusNotAllowed.code)
  const again = await company.admin.ok(taskCalls.recheck, { id: task!.id, row_version: record.row_version })
  expect(await report(company, floor, 1, '1')).toBe(blocked)
  expect((await company.admin.send(taskCalls.recheck, { id: task!.id, row_version: record.row_version })).code).toBe(
    qualityErrors.nothingToRecheck.code,
  )
  await judge(company, again.id, floor.item_ids[0], true)
  expect(await report(company, floor, 1, '1')).toBe(200)
})

test('every four pieces one is inspected; the step behind has those of the checks that passed', async () => {
  const company = await app.company()
  const floor = await inspected(company, { blocks: blocks.codes.behind, every_pieces: 4, sample_size: 1 }, in_process)
  for (const quantity of ['3', '1', '3', '2']) expect(await report(company, floor, 0, quantity)).toBe(200)
  const tasks = await tasksOf(company)
  expect(tasks.map(one => [Number(one.covers_from), Number(one.covers_to), one.sample_size])).toEqual([
    [0, 4, 1],
    [4, 9, 1],
  ])
  await judge(company, tasks[0]!.id, floor.item_ids[0], true)
  expect(await report(company, floor, 1, '5')).toBe(blocked)
  expect(await report(company, floor, 1, '4')).toBe(200)
  await judge(company, tasks[1]!.id, floor.item_ids[0], true)
  expect(await report(company, floor, 1, '5')).toBe(200)
})

test('after so many hours pieces are inspected, and what does not hold anything up does not', async () => {
  const company = await app.company()
  const floor = await inspected(company, { every_hours: 4 }, in_process)
  expect(await report(company, floor, 0, '3')).toBe(200)
  expect(await tasksOf(company)).toEqual([])
  await company.as(tx =>
    sql`update mo_operation set actual_start_time = actual_start_time - 5 * 3600 where mo_id = ${floor.id} and actual_start_time is not null`.execute(
      tx,
    ),
  )
  expect(await report(company, floor, 0, '1')).toBe(200)
  expect(await tasksOf(company)).toMatchObject([{ quantity: '4.000000', holds: false }])
  expect(await report(company, floor, 1, '4')).toBe(200)
})

test('a process that asks for an inspection has what is reported inspected before the next step, where no plan says how', async () => {
  const company = await app.company()
  const floor = await onTheFloor(company, { stock: '100' })
  expect(await report(company, floor, 0, '2')).toBe(200)
  expect(await tasksOf(company)).toEqual([])
  await company.as(tx => sql`update process set qc_required = true where id = ${floor.process_ids[0]}`.execute(tx))
  expect(await report(company, floor, 0, '3')).toBe(200)
  const [task, ...more] = await tasksOf(company)
  expect(more).toEqual([])
  expect(task).toMatchObject({ qc_type: in_process, quantity: '5.000000', sample_size: 5, holds: true })
  expect(await report(company, floor, 1, '1')).toBe(blocked)
  const { record } = await company.admin.ok(taskCalls.detail, { id: task!.id })
  await company.admin.ok(taskCalls.submit, {
    ...{ id: task!.id, row_version: record.row_version, passed_quantity: '5', failed_quantity: '0' },
    ...{ nonconforming: 0, concession_quantity: '0', reason: null, remark: null },
  })
  expect(await report(company, floor, 1, '5')).toBe(200)
})

test('a process that asks for an inspection asks for it of less than one unit, too', async () => {
  const company = await app.company()
  const floor = await onTheFloor(company, { stock: '100' })
  await company.as(async tx => {
    await sql`update unit set "precision" = 3`.execute(tx)
    await sql`update process set qc_required = true where id = ${floor.process_ids[0]}`.execute(tx)
  })
  expect(await report(company, floor, 0, '0.5')).toBe(200)
  expect(await tasksOf(company)).toMatchObject([
    { qc_type: in_process, quantity: '0.500000', sample_size: 1, holds: true },
  ])
  expect(await report(company, floor, 1, '0.5')).toBe(blocked)
  expect(await report(company, floor, 0, '1.2')).toBe(200)
  expect(await tasksOf(company)).toMatchObject([{ quantity: '0.500000' }, { quantity: '1.200000', sample_size: 2 }])
})

contract(app, taskCalls.lift, {
  set: async company => {
    const floor = await inspected(company, { blocks: blocks.codes.behind })
    await report(company, floor, 0, '5')
    const free = await inspected(company, {})
    await report(company, free, 0, '5')
    const of = (mo_id: string) => async () => (await tasksOf(company)).find(task => task.mo_id === mo_id)!
    return { floor, held: await of(floor.id)(), loose: await of(free.id)() }
  },
  good: ({ held: { id, row_version } }) => ({ id, row_version, reason: '工艺确认' }),
  check: async (_, { floor, held }, company) => {
    const { record } = await company.admin.ok(taskCalls.detail, { id: held.id })
    expect(record).toMatchObject({
      holds: false,
      lift_reason: '工艺确认',
      lifted_by_name: expect.any(String),
      status: 0,
    })
    expect(await report(company, floor, 1, '5')).toBe(200)
  },
  refused: ({ held, loose }) => {
    const reason = 'x'
    return [
      ['it holds nothing up', { id: loose.id, row_version: loose.row_version, reason }, qualityErrors.notBlocking],
      ['without a reason', { id: held.id, row_version: held.row_version, reason: '' }, generalErrors.fieldRequired],
      ['an old version', { id: held.id, row_version: 99, reason }, generalErrors.versionConflict],
      ['not there', { id: floorless, row_version: 0, reason }, qualityErrors.taskMissing],
    ]
  },
  foreign: qualityErrors.taskMissing,
})
const floorless = '00000000-0000-7000-8000-000000000000'

test('a report that is taken back takes its inspection with it, as far as its pieces were not made', async () => {
  const company = await app.company()
  const floor = await inspected(company, { blocks: blocks.codes.behind, every_pieces: 4 }, in_process)
  const reported = async (finished_quantity: string) =>
    (await company.admin.ok(addReport, { task_id: floor.task_ids[0]!, finished_quantity })).id
  await reported('3')
  const fourth = await reported('2')
  const [task] = await tasksOf(company)
  expect(task).toMatchObject({ quantity: '5.000000', covers_to: '5.000000', sample_size: 2, status: 0 })
  // Of five pieces three are left.
  await company.admin.ok(dropReport, { id: fourth })
  expect((await tasksOf(company))[0]).toMatchObject({
    quantity: '3.000000',
    covers_to: '3.000000',
    status: 0,
    holds: true,
  })
  // None is left: it is closed, holds nothing up, and the next pieces have one of their own.
  await company.admin.ok(reduceMos, { mo_ids: [floor.id] })
  expect((await tasksOf(company))[0]).toMatchObject({ status: 2, result: taskResult.codes.gone, holds: false })
  await reported('4')
  expect((await tasksOf(company)).map(({ status, quantity }) => [status, Number(quantity)])).toEqual([
    [2, 3],
    [0, 4],
  ])
})
test('first pieces whose report is taken back are inspected when they are made again', async () => {
  const company = await app.company()
  const floor = await inspected(company, { blocks: blocks.codes.all })
  expect(await report(company, floor, 0, '2')).toBe(200)
  await company.admin.ok(reduceMos, { mo_ids: [floor.id] })
  expect(await tasksOf(company)).toMatchObject([{ result: taskResult.codes.gone, holds: false }])
  expect(await report(company, floor, 0, '3')).toBe(blocked)
  expect(await report(company, floor, 0, '2')).toBe(200)
  expect((await tasksOf(company)).map(({ status }) => status)).toEqual([2, 0])
})
test('pieces that went back are inspected again when they are made again; those that wait for theirs stay in it', async () => {
  const company = await app.company()
  const floor = await inspected(company, { blocks: blocks.codes.behind, every_pieces: 1, sample_size: 1 }, in_process)
  const [first, second] = floor.task_ids as [string, string]
  const { steps_before } = (await company.admin.ok(listReportTasks, {})).result.find(({ id }) => id === second)!
  const rework = { rework_quantity: '2', rework_sequence: steps_before[0]!.sequence }
  for (const quantity of ['6', '2']) expect(await report(company, floor, 0, quantity)).toBe(200)
  const tasks = async () =>
    (await tasksOf(company)).map(({ covers_from, covers_to, status, holds }) => {
      return [Number(covers_from), Number(covers_to), status, holds]
    })
  await judge(company, (await tasksOf(company))[0]!.id, floor.item_ids[0], true)
  await company.admin.ok(addReport, { task_id: second, finished_quantity: '4', ...rework })
  const [passed, held] = [
    [0, 6, 2, false],
    [6, 8, 0, true],
  ]
  expect(await tasks()).toEqual([passed, held])
  expect(await report(company, floor, 1, '1')).toBe(blocked)
  await company.admin.ok(addReport, { task_id: first, finished_quantity: '2' })
  expect(await tasks()).toEqual([passed, held, [8, 10, 0, true]])
  await judge(company, (await tasksOf(company))[1]!.id, floor.item_ids[0], true)
  expect(await report(company, floor, 1, '3')).toBe(blocked)
  expect(await report(company, floor, 1, '2')).toBe(200)
})
