import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addReport, dropReport, listProgress, listReports, listReportTasks, reduceMos } from '../model/report.calls.ts'
import { shopfloorErrors } from '../model/shopfloor.errors.ts'
import { type OnTheFloor, onTheFloor } from '../testing/factories.ts'
import { shopfloorReconciliations } from './reconciliation.ts'

const app = await testApp()
const company = await app.company()
const task = async (id: string) =>
  (await company.admin.ok(listReportTasks, { mine: false, page_size: -1 })).result.find(one => one.id === id)!
const report = (task_id: string, finished_quantity: string, more: object = {}) =>
  company.admin.ok(addReport, { task_id, finished_quantity, ...more })
const refusal = async (task_id: string, more: object) =>
  (await company.admin.send(addReport, { task_id, finished_quantity: '0', ...more })).code
const expectReconciled = async () => {
  for (const { key, find } of shopfloorReconciliations)
    expect(await company.as(tx => rows(tx, find(company.org_id, undefined))), key).toEqual([])
}
const sequences = async ({ id }: OnTheFloor) =>
  (
    await company.as(tx =>
      rows(tx, sql<{ sequence: number }>`select sequence from mo_operation where mo_id = ${id} order by sequence`),
    )
  ).map(({ sequence }) => sequence)

test('scrap of several reasons: each with its quantity, all of them the scrap', async () => {
  const { task_ids, id } = await onTheFloor(company, { quantity: '20', stock: '50' })
  const [first] = task_ids as [string, string]
  const defects = [
    { reason: '划伤', quantity: '2' },
    { reason: '裂纹', quantity: 1 },
  ]
  const made = await report(first, '4', { defective_quantity: '3', defects })
  expect(made.task).toMatchObject({ defective_quantity: '3.000000', reportable_quantity: '13.000000' })
  const { result } = await company.admin.ok(listReports, { mo_id: id })
  expect(result[0]).toMatchObject({
    defect_reason: '划伤 × 2; 裂纹 × 1',
    defects: [
      { reason: '划伤', quantity: '2' },
      { reason: '裂纹', quantity: '1' },
    ],
  })
  await report(first, '0', { defective_quantity: '1', defect_reason: '划伤' })
  const again = (await company.admin.ok(listReports, { mo_id: id })).result
  expect(again.map(one => one.defects)).toContainEqual([{ reason: '划伤', quantity: '1' }])
  const bad = shopfloorErrors.badParameter.code
  expect(await refusal(first, { defective_quantity: '2', defects })).toBe(bad)
  expect(await refusal(first, { defective_quantity: '3', defects, defect_reason: '划伤' })).toBe(bad)
  const twice = [defects[0], { ...defects[0], quantity: '1' }]
  expect(await refusal(first, { defective_quantity: '3', defects: twice })).toBe(bad)
  const nameless = [{ reason: ' ', quantity: '3' }]
  expect(await refusal(first, { defective_quantity: '3', defects: nameless })).toBe(generalErrors.fieldRequired.code)
})

test('pieces that are worked on again at their step stay open there, and are reported once more', async () => {
  const { task_ids } = await onTheFloor(company, { stock: '50' })
  const [first, second] = task_ids as [string, string]
  const { id, task: after } = await report(first, '8', { rework_quantity: '2' })
  expect(after).toMatchObject({ reported_quantity: '8.000000', reportable_quantity: '2.000000', status: 1 })
  expect(Number(after.rework_quantity)).toBe(2)
  expect((await task(second)).reportable_quantity).toBe('8.000000')
  const bad = shopfloorErrors.badParameter.code
  expect(await refusal(first, { rework_quantity: '1', finishes: true })).toBe(bad)
  expect(await refusal(first, { rework_quantity: '3' })).toBe(shopfloorErrors.overQuantity.code)
  expect(await refusal(first, { rework_quantity: '-1' })).toBe(shopfloorErrors.negative.code)
  const { task: done } = await report(first, '1', { defective_quantity: '1' })
  expect(done).toMatchObject({ reported_quantity: '9.000000', defective_quantity: '1.000000', status: 2 })
  expect(Number(done.rework_quantity)).toBe(0)
  await expectReconciled()
  await company.admin.ok(dropReport, { id })
  expect(await task(first)).toMatchObject({ reported_quantity: '1.000000', status: 1 })
  await expectReconciled()
})

test('pieces that go back to a step before have to be made again there, until the report is undone', async () => {
  const floor = await onTheFloor(company, { stock: '50' })
  const [first, second] = floor.task_ids as [string, string]
  const [early, late] = (await sequences(floor)) as [number, number]
  await report(first, '10')
  expect(await task(first)).toMatchObject({ status: 2 })
  const bad = shopfloorErrors.badParameter.code
  expect(await refusal(first, { rework_quantity: '1', rework_sequence: late })).toBe(shopfloorErrors.taskDone.code)
  expect(await refusal(second, { rework_quantity: '1', rework_sequence: late + 10 })).toBe(bad)
  expect((await task(second)).steps_before).toMatchObject([{ sequence: early }])

  const { id, task: after } = await report(second, '5', { rework_quantity: '2', rework_sequence: early })
  expect(after).toMatchObject({ reported_quantity: '5.000000', reportable_quantity: '3.000000' })
  const open = await task(first)
  expect(open).toMatchObject({ reported_quantity: '8.000000', status: 1, reportable_quantity: '2.000000' })
  expect(Number(open.rework_quantity)).toBe(2)
  const [row] = (await company.admin.ok(listReports, { task_id: second })).result
  expect(row).toMatchObject({ rework_quantity: '2.000000', rework_process_name: open.process_name })
  await expectReconciled()

  // Undone, nothing of it is left: the step before is done as it was.
  await company.admin.ok(dropReport, { id })
  expect(await task(first)).toMatchObject({ reported_quantity: '10.000000', status: 2 })
  await expectReconciled()

  const { id: again } = await report(second, '5', { rework_quantity: '2', rework_sequence: early })
  await report(first, '2')
  expect(await task(first)).toMatchObject({ reported_quantity: '10.000000', status: 2 })
  // They are made again already: the report that sent them back stands until that is undone.
  const { code } = await company.admin.send(dropReport, { id: again })
  expect(code).toBe(shopfloorErrors.notRevocable.code)
  expect((await report(second, '5')).task).toMatchObject({ status: 2, reported_quantity: '10.000000' })
  await expectReconciled()
  await company.admin.ok(reduceMos, { mo_ids: [floor.id] })
  for (const one of [first, second]) expect(await task(one)).toMatchObject({ status: 0, reported_quantity: '0.000000' })
  await expectReconciled()
})

test('a step that was finished short is open for what came back alone, and finished again by it or without it', async () => {
  const floor = await onTheFloor(company, { stock: '50' })
  const [first, second] = floor.task_ids as [string, string]
  const [early] = (await sequences(floor)) as [number]
  await report(first, '8', { finishes: true })
  const sendBack = () => report(second, '4', { rework_quantity: '2', rework_sequence: early })
  const { id } = await sendBack()
  const open = { reported_quantity: '6.000000', status: 1, open_quantity: '2.000000', reportable_quantity: '2.000000' }
  expect(await task(first)).toMatchObject(open)
  expect(await refusal(first, { finished_quantity: '3' })).toBe(shopfloorErrors.overQuantity.code)
  // Of an hour that is over two tenths are left, not four.
  const end = Math.floor(Date.now() / 1000) - 600
  await company.as(async tx => {
    await sql`update production_task set setup_start_time = ${end - 3600}, start_time = ${end - 3600}, end_time = ${end} where id = ${first}`.execute(
      tx,
    )
    await sql`update mo set planned_finish_time = ${end} where id = ${floor.id}`.execute(tx)
  })
  const [progress] = (await company.admin.ok(listProgress, {})).result.filter(one => one.id === floor.id)
  const now = Math.floor(Date.now() / 1000)
  expect(progress!.expected_finish_time).toBeGreaterThan(now + 660)
  expect(progress!.expected_finish_time).toBeLessThanOrEqual(now + 720)
  await company.admin.ok(dropReport, { id })
  const ended = { reported_quantity: '8.000000', status: 2, open_quantity: '0.000000' }
  expect(await task(first)).toMatchObject(ended)

  const { id: again } = await sendBack()
  await report(first, '1')
  const { id: made, task: after } = await report(first, '1')
  expect(after).toMatchObject(ended)
  expect(Number(after.rework_quantity)).toBe(0)
  await expectReconciled()
  const { code } = await company.admin.send(dropReport, { id: again })
  expect(code).toBe(shopfloorErrors.notRevocable.code)
  await company.admin.ok(dropReport, { id: made })
  expect(await task(first)).toMatchObject({
    ...open,
    reported_quantity: '7.000000',
    open_quantity: '1.000000',
    reportable_quantity: '1.000000',
  })
  expect((await company.admin.send(dropReport, { id: again })).code).toBe(shopfloorErrors.notRevocable.code)
  await report(first, '1')
  expect((await report(second, '4')).task).toMatchObject({ status: 2, reported_quantity: '8.000000' })
  await expectReconciled()
})

test('of what was sent back twice the step waits for the rest; an end whose pieces are taken back is none', async () => {
  const floor = await onTheFloor(company, { stock: '50' })
  const [first, second] = floor.task_ids as [string, string]
  const [early] = (await sequences(floor)) as [number]
  const { id } = await report(first, '3')
  await report(first, '5', { finishes: true })
  const sendBack = (rework_quantity: string) => report(second, '1', { rework_quantity, rework_sequence: early })
  const { id: two } = await sendBack('2')
  const { id: one } = await sendBack('1')
  await company.admin.ok(dropReport, { id: one })
  expect(await task(first)).toMatchObject({ status: 1, reported_quantity: '6.000000', open_quantity: '2.000000' })
  await company.admin.ok(dropReport, { id: two })
  expect(await task(first)).toMatchObject({ status: 2, reported_quantity: '8.000000' })

  await company.admin.ok(dropReport, { id })
  expect(await task(first)).toMatchObject({ status: 1, reported_quantity: '5.000000', open_quantity: '5.000000' })
  const { id: later } = await sendBack('2')
  expect(await task(first)).toMatchObject({ status: 1, reported_quantity: '3.000000', open_quantity: '7.000000' })
  await company.admin.ok(dropReport, { id: later })
  expect(await task(first)).toMatchObject({ status: 1, reported_quantity: '5.000000', open_quantity: '5.000000' })
  await expectReconciled()
})
