import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pauseReason } from '../../model/pause/pause.status.ts'
import {
  addReport,
  dropReport,
  listReportTasks,
  pauseTask,
  reassignTasks,
  resumeTask,
  startTask,
} from '../../model/report.calls.ts'
import { shopfloorErrors } from '../../model/shopfloor.errors.ts'
import { onTheFloor } from '../../testing/factories.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
const { material, rest } = pauseReason.codes

const begun = async (company: TestCompany) => {
  const floor = await onTheFloor(company, { stock: '10' })
  const task_id = floor.task_ids[0]!
  await company.admin.ok(startTask, { task_id, start_time: 1_700_000_000 })
  return { ...floor, task_id, others: await onTheFloor(company, { dispatched: false }) }
}
const pausesOf = (company: TestCompany, task_id: string) =>
  company.as(tx =>
    rows(
      tx,
      sql<{
        reason: number
        from_time: number
        to_time: number | null
      }>`select reason, from_time, to_time from task_pause
        where org_id = ${company.org_id} and task_id = ${task_id} order by from_time`,
    ),
  )

contract(app, pauseTask, {
  set: begun,
  good: ({ task_id }) => ({ task_id, reason: material, remark: ' waits ', at: 1_700_000_600 }),
  check: async ({ task }, { task_id }, company) => {
    expect(task).toMatchObject({ paused_since: 1_700_000_600, pause_reason: material, paused_seconds: 0 })
    expect(await pausesOf(company, task_id)).toEqual([{ reason: material, from_time: 1_700_000_600, to_time: null }])
    const { result } = await company.admin.ok(listReportTasks, {})
    expect(result.find(({ id }) => id === task_id)).toMatchObject({ pause_reason: material })
  },
  refused: ({ task_ids, others }) => [
    ['what was not begun', { task_id: task_ids[1]!, reason: rest }, generalErrors.statusNotAllowed],
    ['not mine', { task_id: others.task_ids[0]!, reason: rest }, shopfloorErrors.notAssigned],
    ['no such reason', { task_id: task_ids[0]!, reason: 7 as 1 }, generalErrors.badParameter],
    ['no such task', { task_id: nowhere, reason: rest }, shopfloorErrors.badParameter],
  ],
  foreign: shopfloorErrors.badParameter,
})
contract(app, resumeTask, {
  set: async company => {
    const set = await begun(company)
    await company.admin.ok(pauseTask, { task_id: set.task_id, reason: rest, at: 1_700_000_600 })
    return set
  },
  good: ({ task_id }) => ({ task_id, at: 1_700_001_500 }),
  check: async ({ task }, { task_id }, company) => {
    expect(task).toMatchObject({ paused_since: null, pause_reason: null, paused_seconds: 900 })
    expect((await company.admin.send(resumeTask, { task_id })).code).toBe(generalErrors.statusNotAllowed.code)
  },
  refused: ({ task_ids, others }) => [
    ['what does not rest', { task_id: task_ids[1]! }, generalErrors.statusNotAllowed],
    ['not mine', { task_id: others.task_ids[0]! }, shopfloorErrors.notAssigned],
    ['no such task', { task_id: nowhere }, shopfloorErrors.badParameter],
  ],
  foreign: shopfloorErrors.badParameter,
})

test('of two phones that pause at once one is told; a report leaves a rest alone, the one that ends the task ends it', async () => {
  const company = await app.company()
  const { task_id } = await begun(company)
  const both = await Promise.all([1, 2].map(() => company.admin.send(pauseTask, { task_id, reason: rest })))
  expect(both.map(({ code }) => code).sort()).toEqual([200, generalErrors.statusNotAllowed.code])
  const report = (finished_quantity: string) => company.admin.ok(addReport, { task_id, finished_quantity })
  expect((await report('4')).task.paused_since).not.toBeNull()
  expect((await report('6')).task).toMatchObject({ paused_since: null, pause_reason: null })
  const [only, ...none] = await pausesOf(company, task_id)
  expect(none).toEqual([])
  expect(only!.to_time).toBeGreaterThanOrEqual(only!.from_time)
})

test('a task whose only report is taken back is not begun, and rests no more: it is begun and rests anew', async () => {
  const company = await app.company()
  const { task_id } = await begun(company)
  const { id } = await company.admin.ok(addReport, { task_id, finished_quantity: '4' })
  await company.admin.ok(pauseTask, { task_id, reason: rest, at: Math.floor(Date.now() / 1000) - 900 })
  await company.admin.ok(dropReport, { id })
  expect(await pausesOf(company, task_id)).toMatchObject([{ to_time: expect.any(Number) }])
  await company.admin.ok(startTask, { task_id })
  const { task } = await company.admin.ok(pauseTask, { task_id, reason: material })
  // What it rested before is no time of this work.
  expect(task).toMatchObject({ pause_reason: material, paused_seconds: 0 })
})

test('a pause that a phone tells late of a task that was given on ends there: whoever has it now goes on, and rests when he says', async () => {
  const company = await app.company()
  const { task_id } = await begun(company)
  const next = await company.member([pages.productionReport])
  await company.admin.ok(reassignTasks, { task_ids: [task_id], user_ids: [next.user_id], reason: 'shift' })
  const given = Math.floor(Date.now() / 1000)
  await company.admin.ok(pauseTask, { task_id, reason: rest, at: given - 600 })
  const [told, ...none] = await pausesOf(company, task_id)
  expect(none).toEqual([])
  expect(told).toMatchObject({ from_time: given - 600, to_time: expect.any(Number) })
  expect(told!.to_time).toBeLessThanOrEqual(given)
  const { task } = await next.ok(pauseTask, { task_id, reason: material })
  expect(task).toMatchObject({ pause_reason: material })
  // Who had it went on before it was given on; the rest of whoever has it now is left alone.
  await company.admin.ok(resumeTask, { task_id, at: given - 300 })
  expect(await pausesOf(company, task_id)).toMatchObject([
    { from_time: given - 600, to_time: given - 300 },
    { reason: material, to_time: null },
  ])
})

test('a pause that a phone tells late counts no time again that was a rest already', async () => {
  const company = await app.company()
  const { task_id } = await begun(company)
  await company.admin.ok(pauseTask, { task_id, reason: rest, at: 1_700_001_000 })
  await company.admin.ok(resumeTask, { task_id, at: 1_700_003_000 })
  await company.admin.ok(pauseTask, { task_id, reason: material, at: 1_700_000_500 })
  const { task } = await company.admin.ok(resumeTask, { task_id, at: 1_700_003_600 })
  expect(task.paused_seconds).toBe(2_600)
})
