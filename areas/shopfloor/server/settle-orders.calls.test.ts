import { listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { showMo } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { queryLineStates } from '@qitao/sales/model/line-state.calls.ts'
import { expect, test } from 'vitest'
import { addReport, dropReport, listReportTasks } from '../model/report.calls.ts'
import { type OnTheFloor, onTheFloor } from '../testing/factories.ts'

const app = await testApp()
const { started, done } = taskStatus.codes

/** A work order of 35 for a sales order: two steps of which `report` reports one. */
async function twoSteps() {
  const company = await app.company()
  const floor = await onTheFloor(company, { quantity: '35', stock: '100', ordered: true })
  const [first, last] = floor.task_ids as [string, string]
  const report = (task_id: string, good: string, more: object = {}) =>
    company.admin.ok(addReport, { task_id, finished_quantity: good, defective_quantity: '0', ...more })
  return { company, floor, first, last, report }
}
const taskOf = async (company: TestCompany, id: string) => {
  const { result } = await company.admin.ok(listReportTasks, {})
  const { status, open_quantity, reportable_quantity } = result.find(task => task.id === id)!
  return { status, open: Number(open_quantity), now: Number(reportable_quantity) }
}
const moOf = async (company: TestCompany, { id }: OnTheFloor) =>
  (await company.admin.ok(showMo, { mo_id: id })).mo.status
const notices = async (company: TestCompany) => (await company.admin.ok(listNotices, {})).result.map(({ text }) => text)
const lineOf = async (company: TestCompany, { order_id }: OnTheFloor) =>
  (await company.admin.ok(queryLineStates, { order_id: order_id! })).result[0]!

test('what a step before does not bring any more is not waited for, and the order ends short', async () => {
  const { company, floor, first, last, report } = await twoSteps()
  await report(first, '20')
  expect(await taskOf(company, last)).toEqual({ status: 0, open: 35, now: 20 })
  await report(first, '7', { finishes: true })
  expect(await taskOf(company, last)).toEqual({ status: 0, open: 27, now: 27 })
  await report(last, '20')
  expect(await taskOf(company, last)).toEqual({ status: started, open: 7, now: 7 })
  const { task } = await report(last, '7')
  expect(task).toMatchObject({ status: done, open_quantity: '0.000000' })
  expect(await moOf(company, floor)).toBe(moStatus.codes.completed)
  expect(await notices(company)).toEqual([expect.stringContaining('少8')])
  const line = await lineOf(company, floor)
  expect(line).toMatchObject({
    short_quantity: '8',
    to_make_quantity: '8',
    planned_finish_time: null,
    slack_days: null,
  })
  expect(line.mos).toMatchObject([{ operations: 2, operations_done: 2 }])
})

test('a step that has reported all ends with the finish of the step before, and opens again with it', async () => {
  const { company, floor, first, last, report } = await twoSteps()
  await report(first, '27')
  await report(last, '25', { defective_quantity: '2', defect_reason: '划伤' })
  // Scrap of the step itself is no more to come, what the step before may still make is.
  expect(await taskOf(company, last)).toEqual({ status: started, open: 8, now: 0 })
  expect(await moOf(company, floor)).toBe(moStatus.codes.in_production)
  const { id } = await report(first, '0', { finishes: true })
  expect((await taskOf(company, last)).status).toBe(done)
  expect(await moOf(company, floor)).toBe(moStatus.codes.completed)
  expect(await notices(company)).toEqual([expect.stringContaining('少10')])
  await company.admin.ok(dropReport, { id })
  expect(await taskOf(company, last)).toEqual({ status: started, open: 8, now: 0 })
  expect(await moOf(company, floor)).toBe(moStatus.codes.in_production)
  await report(first, '8')
  await report(last, '8')
  expect(await moOf(company, floor)).toBe(moStatus.codes.completed)
})

test('a report that had ended the order short is taken back, and its step is open again', async () => {
  const { company, floor, first, last, report } = await twoSteps()
  await report(first, '27', { finishes: true })
  await report(last, '20')
  const { id } = await report(last, '7')
  expect(await moOf(company, floor)).toBe(moStatus.codes.completed)
  await company.admin.ok(dropReport, { id })
  expect(await taskOf(company, last)).toEqual({ status: started, open: 7, now: 7 })
  expect(await moOf(company, floor)).toBe(moStatus.codes.in_production)
})

test('where all of a step is scrap nothing comes to the next, which ends without being begun', async () => {
  const { company, floor, first, last, report } = await twoSteps()
  const { id } = await report(first, '0', { defective_quantity: '35', defect_reason: '划伤' })
  expect((await taskOf(company, last)).status).toBe(done)
  expect(await moOf(company, floor)).toBe(moStatus.codes.completed)
  await company.admin.ok(dropReport, { id })
  expect(await taskOf(company, last)).toEqual({ status: 0, open: 35, now: 0 })
})

test('pieces that are worked on again are waited for, at the step and at those before', async () => {
  const { company, floor, first, last, report } = await twoSteps()
  await report(first, '27', { finishes: true })
  await report(last, '24', { rework_quantity: '3' })
  expect(await taskOf(company, last)).toEqual({ status: started, open: 3, now: 3 })
  await report(last, '0', { rework_quantity: '3', rework_sequence: 10 })
  expect((await taskOf(company, first)).status).toBe(started)
  expect(await taskOf(company, last)).toMatchObject({ status: started, now: 0 })
  expect(await moOf(company, floor)).toBe(moStatus.codes.in_production)
  await report(first, '3', { finishes: true })
  expect(await taskOf(company, last)).toEqual({ status: started, open: 3, now: 3 })
  await report(last, '2', { defective_quantity: '1', defect_reason: '划伤' })
  expect(await moOf(company, floor)).toBe(moStatus.codes.completed)
})
