import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { showMo } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  addReport,
  dropReport,
  finishMos,
  listProgress,
  listReports,
  listReportTasks,
  startTask,
} from '../model/report.calls.ts'
import { shopfloorErrors } from '../model/shopfloor.errors.ts'
import { aPart, onTheFloor } from '../testing/factories.ts'

const app = await testApp()
const { codes } = moStatus
const { not_started, started, done } = taskStatus.codes

/** Ten pieces in two steps; the first is made as six and four. */
async function inTwoParts(company: TestCompany) {
  const floor = await onTheFloor(company, { stock: '30' })
  const [first, second] = floor.task_ids as [string, string]
  return { ...floor, first, second, other: await aPart(company, first, '4') }
}
const report = (company: TestCompany, task_id: string, finished_quantity: string, more: object = {}) =>
  company.admin.ok(addReport, { task_id, finished_quantity, ...more })
const stepsOf = (company: TestCompany, mo_id: string) =>
  company.as(async tx => {
    const found = await rows(
      tx,
      sql<{
        status: number
        quantity: number
      }>`select status, reported_quantity::float8 as quantity from mo_operation where mo_id = ${mo_id} order by sequence`,
    )
    return found.map(({ status, quantity }) => [status, quantity])
  })
const statusOf = async (company: TestCompany, mo_id: string) => (await company.admin.ok(showMo, { mo_id })).mo.status

test('an operation is done when its last part is; each part takes its own quantity', async () => {
  const company = await app.company()
  const floor = await inTwoParts(company)
  expect((await company.admin.send(addReport, { task_id: floor.first, finished_quantity: '7' })).code).toBe(
    shopfloorErrors.overQuantity.code,
  )
  expect((await report(company, floor.first, '6')).task.status).toBe(done)
  expect(await stepsOf(company, floor.id)).toEqual([
    [started, 6],
    [not_started, 0],
  ])
  const { result: mine } = await company.admin.ok(listReportTasks, { statuses: [not_started] })
  expect(mine.find(({ id }) => id === floor.other)!.process_name).toMatch(/ #2$/)
  // What one part has made is handed on: the next step need not wait for the other.
  expect((await report(company, floor.second, '6')).task).toMatchObject({
    status: started,
    reportable_quantity: '0',
  })
  expect((await report(company, floor.other, '3')).task.status).toBe(started)
  expect((await report(company, floor.other, '0', { defective_quantity: '1' })).task.status).toBe(done)
  expect(await stepsOf(company, floor.id)).toEqual([
    [done, 9],
    [started, 6],
  ])
  await report(company, floor.second, '3', { finishes: true })
  expect(await statusOf(company, floor.id)).toBe(codes.completed)
  const { result } = await company.admin.ok(listReports, { mo_id: floor.id })
  expect(result.filter(({ finishes_task }) => finishes_task)).toHaveLength(3)
})

test('two parts that end at the same time: the operation is done', async () => {
  const company = await app.company()
  const floor = await inTwoParts(company)
  await Promise.all([report(company, floor.first, '6'), report(company, floor.other, '4')])
  expect((await stepsOf(company, floor.id))[0]).toEqual([done, 10])
})

test('an order is finished at one click, with all its parts', async () => {
  const company = await app.company()
  const floor = await inTwoParts(company)
  expect((await company.admin.ok(finishMos, { mo_ids: [floor.id] })).done_ids).toEqual([floor.id])
  expect(await stepsOf(company, floor.id)).toEqual([
    [done, 10],
    [done, 10],
  ])
  expect(await statusOf(company, floor.id)).toBe(codes.completed)
})

test('a report on one part that is taken back leaves the operation begun while another part is', async () => {
  const company = await app.company()
  const floor = await inTwoParts(company)
  await company.admin.ok(startTask, { task_id: floor.other })
  const { id } = await report(company, floor.first, '6')
  await company.admin.ok(dropReport, { id })
  expect((await stepsOf(company, floor.id))[0]).toEqual([started, 0])
  expect(await statusOf(company, floor.id)).toBe(codes.in_production)
})

test('progress shows a step once, from the start of its first part to the end of its last', async () => {
  const company = await app.company()
  const floor = await inTwoParts(company)
  await company.as(tx =>
    sql`update production_task set end_time = end_time + 7200 where id = ${floor.other}`.execute(tx),
  )
  const { result } = await company.admin.ok(listProgress, {})
  const { operations } = result.find(({ id }) => id === floor.id)!
  expect(operations).toHaveLength(2)
  expect(operations[0]!.end_time! - operations[0]!.start_time!).toBe(3 * 3600)
  expect(operations[0]!.machine_no).toBe(floor.machine_no)
})
