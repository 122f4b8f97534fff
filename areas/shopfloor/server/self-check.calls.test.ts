import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { qcType } from '@qitao/quality/model/qc-type.status.ts'
import { qualityErrors } from '@qitao/quality/model/quality.errors.ts'
import { blocks } from '@qitao/quality/model/scheme/scheme.status.ts'
import { taskCalls } from '@qitao/quality/model/task/task.calls.ts'
import { taskResult, taskStatus } from '@qitao/quality/model/task/task.status.ts'
import { aScheme } from '@qitao/quality/testing/quality.factory.ts'
import { expect, test } from 'vitest'
import { addReport, dropReport, proposeReportTrace } from '../model/report.calls.ts'
import { onTheFloor } from '../testing/factories.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'

/** A work order of ten, whose first step is checked by who makes the pieces: a length between 9.9 and 10.1. */
async function selfChecked(company: TestCompany) {
  const floor = await onTheFloor(company, { stock: '100' })
  const { item_ids } = await aScheme(company, {
    ...{ qc_type: qcType.codes.self_check, process_id: floor.process_ids[0]!, blocks: blocks.codes.all },
  })
  return { ...floor, item_id: item_ids[0] }
}
const tasksOf = async (company: TestCompany) => (await company.admin.ok(taskCalls.list, { order_by: 'no' })).result

test('good pieces are reported with what their maker found of them; within the limits it has passed', async () => {
  const company = await app.company()
  const { task_ids, item_id, id: mo_id } = await selfChecked(company)
  const [first, second] = task_ids as [string, string]
  const ask = (task_id: string) => company.admin.ok(proposeReportTrace, { task_id, quantity: '1' })
  expect((await ask(first)).checks.map(({ id }) => id)).toContain(item_id)
  expect((await ask(second)).checks).toEqual([])

  const send = (more: object) => company.admin.send(addReport, { task_id: first, finished_quantity: '2', ...more })
  const value = (given: string) => ({ checks: [{ item_id, value: given }] })
  expect((await send({})).code).toBe(qualityErrors.resultMissing.code)
  expect((await send(value('long'))).code).toBe(generalErrors.badParameter.code)
  expect((await send({ checks: [{ item_id: nowhere, value: '10' }] })).code).toBe(generalErrors.recordNotFound.code)
  expect((await send(value('12'))).code).toBe(qualityErrors.resultMissing.code)
  expect(await tasksOf(company)).toEqual([])
  // Scrap alone is not checked.
  expect((await send({ finished_quantity: '0', defective_quantity: '1' })).code).toBe(200)

  expect((await send(value('10'))).code).toBe(200)
  const [task] = await tasksOf(company)
  expect(task).toMatchObject({
    ...{ qc_type: qcType.codes.self_check, status: taskStatus.codes.done, result: taskResult.codes.pass, mo_id },
    ...{ quantity: '2.000000', passed_quantity: '2.000000', holds: false, inspector_id: company.admin.user_id },
  })
  const { results } = await company.admin.ok(taskCalls.detail, { id: task!.id })
  expect(results).toEqual([{ item_id, sample_no: 1, value: '10' }])
})

test('out of the limits it is booked with its reason, waits for QC, and holds up what its plan says', async () => {
  const company = await app.company()
  const { task_ids, item_id } = await selfChecked(company)
  const report = (value: string, more: object = {}) =>
    company.admin.send(addReport, {
      ...{ task_id: task_ids[0]!, finished_quantity: '2', checks: [{ item_id, value }] },
      ...more,
    })
  expect((await report('12', { check_reason: '刀具磨损' })).code).toBe(200)
  const [task] = await tasksOf(company)
  expect(task).toMatchObject({ status: taskStatus.codes.pending, result: null, holds: true, remark: '刀具磨损' })
  expect((await report('10')).code).toBe(qualityErrors.operationBlocked.code)
  const next = await company.admin.send(addReport, { task_id: task_ids[1]!, finished_quantity: '1' })
  expect(next.code).toBe(qualityErrors.operationBlocked.code)
  // QC looks and judges it as any other: passed, work goes on.
  const { id } = task!
  const version = async () => (await company.admin.ok(taskCalls.detail, { id })).record.row_version
  const results = [{ item_id, sample_no: 1, value: '10' }]
  await company.admin.ok(taskCalls.alter, { id, row_version: await version(), results })
  await company.admin.ok(taskCalls.submit, {
    ...{ id, row_version: await version(), nonconforming: 0, reason: null, remark: null },
    ...{ passed_quantity: '2', concession_quantity: '0', failed_quantity: '0' },
  })
  const [judged] = await tasksOf(company)
  expect(judged!.status).toBe(taskStatus.codes.done)
  expect((await report('10')).code).toBe(200)
})

test('what waits for QC stays in it when other pieces go back, until its own report is taken back', async () => {
  const company = await app.company()
  const { task_ids, process_ids } = await onTheFloor(company, { stock: '100' })
  const { item_ids } = await aScheme(company, {
    ...{ qc_type: qcType.codes.self_check, process_id: process_ids[0]!, blocks: blocks.codes.behind },
  })
  const [first, second] = task_ids as [string, string]
  const make = (finished_quantity: string, value: string, more: object = {}) =>
    company.admin.ok(addReport, {
      ...{ task_id: first, finished_quantity, checks: [{ item_id: item_ids[0], value }] },
      ...more,
    })
  const behind = (finished_quantity: string, more: object = {}) =>
    company.admin.send(addReport, { task_id: second, finished_quantity, ...more })
  const drop = (id: string) => company.admin.ok(dropReport, { id })
  const tasks = async () =>
    (await tasksOf(company)).map(({ covers_from, covers_to, result, holds }) => {
      return [Number(covers_from), Number(covers_to), result, holds]
    })
  const { pass, gone } = taskResult.codes
  const [passed, held] = [
    [0, 6, pass, false],
    [6, 8, null, true],
  ]
  const blocked = qualityErrors.operationBlocked.code
  await make('6', '10')
  const bad = await make('2', '12', { check_reason: '刀具磨损' })
  const one = await behind('1')
  const { sequence } = one.data!.task.steps_before[0]!
  const sendBack = async (finished_quantity: string) =>
    (await behind(finished_quantity, { rework_quantity: '2', rework_sequence: sequence })).data!.id
  const back = await sendBack('3')
  expect(await tasks()).toEqual([passed, held])
  // Of six that are good now four have gone on and two are held.
  expect((await behind('1')).code).toBe(blocked)
  // Another report of the order is taken back: nothing of them changes.
  await drop(one.data!.id)
  expect(await tasks()).toEqual([passed, held])
  expect((await behind('1')).code).toBe(200)
  expect((await behind('1')).code).toBe(blocked)
  // Made again they have a check of their own; the two wait as before.
  const again = await make('2', '10')
  expect(await tasks()).toEqual([passed, held, [8, 10, pass, false]])
  expect((await behind('1')).code).toBe(blocked)
  await drop(again.id)
  // They need not be made again: all six that passed may go on.
  await drop(back)
  expect((await behind('5')).code).toBe(200)
  expect((await behind('1')).code).toBe(blocked)
  await drop(bad.id)
  expect((await tasks())[1]).toEqual([6, 8, gone, false])
})
