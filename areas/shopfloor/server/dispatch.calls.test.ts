import { listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { showMo } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { dispatchStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { aWorkgroup } from '@qitao/masterdata/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  addDispatch,
  addReport,
  cancelDispatch,
  finishMos,
  listDispatchTasks,
  listReports,
  listReportTasks,
  reassignTasks,
  startTask,
} from '../model/report.calls.ts'
import { shopfloorErrors } from '../model/shopfloor.errors.ts'
import { acceptDispatch } from '../model/workshop/workshop.calls.ts'
import { onTheFloor } from '../testing/factories.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
const { codes } = dispatchStatus

describe('calls', () => {
  contract(app, listDispatchTasks, {
    set: company => onTheFloor(company, { dispatched: false }),
    good: ({ machine_no }) => ({ machine_no_list: [machine_no], dispatch_status: codes.pending_dispatch }),
    check: (data, { task_ids }) => {
      expect(data.result.map(task => task.id)).toEqual(task_ids)
      // Nothing is handed on yet, so the second step has nothing to report.
      expect(data.result.map(task => task.reportable_quantity)).toEqual(['10.000000', '0'])
    },
    refused: () => [['an unknown state', { dispatch_status: 2 }, generalErrors.badParameter]],
    foreign: answer => expect(answer.data).toMatchObject({ total: 0, result: [] }),
  })
  contract(app, addDispatch, {
    set: async company => ({
      ...(await onTheFloor(company, { dispatched: false })),
      user_id: company.admin.user_id,
      given: (await onTheFloor(company)).task_ids[0]!,
    }),
    good: ({ task_ids, user_id }) => ({
      task_ids: [...task_ids],
      user_ids: [user_id],
      quantity: '10',
      remark: '先做这个',
    }),
    check: async (data, { task_ids, id }, company) => {
      expect(data.done_ids).toEqual(task_ids)
      const { result } = await company.admin.ok(listReportTasks, { keyword: '' })
      expect(result.filter(task => task.mo_id === id)).toMatchObject([
        { assignees: [{ name: 'Admin' }], dispatched_quantity: '10.000000', dispatch_remark: '先做这个' },
        { assignees: [{ name: 'Admin' }], dispatched_quantity: '10.000000', dispatch_remark: '先做这个' },
      ])
      expect((await company.admin.ok(showMo, { mo_id: id })).mo).toMatchObject({ dispatch_status: codes.dispatched })
    },
    refused: ({ task_ids, user_id, given }) => [
      ['nobody', { task_ids }, shopfloorErrors.assigneeRequired],
      ['already dispatched', { task_ids: [given], user_ids: [user_id] }, shopfloorErrors.taskDispatched],
      ['a long remark', { task_ids, user_ids: [user_id], remark: 'x'.repeat(256) }, generalErrors.remarkTooLong],
      ['more than the task', { task_ids, user_ids: [user_id], quantity: '10.5' }, shopfloorErrors.dispatchOverQuantity],
      ['somebody unknown', { task_ids, user_ids: [nowhere] }, generalErrors.recordNotFound],
      ['no such task', { task_ids: [nowhere], user_ids: [user_id] }, generalErrors.recordNotFound],
      ['no such workgroup', { task_ids, workgroup_id: nowhere }, generalErrors.recordNotFound],
    ],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, reassignTasks, {
    set: async company => {
      const begun = await onTheFloor(company, { stock: '10' })
      await company.admin.ok(addReport, { task_id: begun.task_ids[0]!, finished_quantity: '3' })
      const over = await onTheFloor(company, { stock: '10' })
      await company.admin.ok(finishMos, { mo_ids: [over.id] })
      const next = await company.member([pages.productionReport])
      return { begun, over, next, pending: await onTheFloor(company, { dispatched: false }) }
    },
    good: ({ begun, next }) => ({ task_ids: [begun.task_ids[0]!], user_ids: [next.user_id], reason: 'Night shift' }),
    check: async (_data, { begun, next }, company) => {
      const [task_id] = begun.task_ids as [string]
      const report = { task_id, finished_quantity: '1' }
      expect((await company.admin.send(addReport, report)).code).toBe(shopfloorErrors.notAssigned.code)
      await next.ok(addReport, report)
      const { result } = await company.admin.ok(listDispatchTasks, { dispatch_status: codes.dispatched })
      expect(result.find(({ id }) => id === task_id)).toMatchObject({
        ...{ reported_quantity: '4.000000', dispatch_remark: 'Night shift', assignees: [{ id: next.user_id }] },
      })
      const { result: told } = await next.ok(listNotices, {})
      expect(told[0]!.text).toContain('Night shift')
    },
    refused: ({ begun, over, pending, next }) => {
      const to = { user_ids: [next.user_id], reason: 'x' }
      return [
        ['nobody', { task_ids: begun.task_ids, reason: 'x' }, shopfloorErrors.assigneeRequired],
        ['without a reason', { task_ids: begun.task_ids, ...to, reason: ' ' }, generalErrors.fieldRequired],
        ['one that is done', { task_ids: [over.task_ids[0]], ...to }, shopfloorErrors.taskDone],
        ["one that is nobody's", { task_ids: [pending.task_ids[0]], ...to }, generalErrors.statusNotAllowed],
        ['somebody unknown', { task_ids: begun.task_ids, ...to, user_ids: [nowhere] }, generalErrors.recordNotFound],
      ]
    },
    foreign: generalErrors.recordNotFound,
  })
  contract(app, cancelDispatch, {
    set: async company => {
      const reported = await onTheFloor(company, { stock: '10' })
      await company.admin.ok(addReport, { task_id: reported.task_ids[0]!, finished_quantity: '1' })
      return { ...(await onTheFloor(company)), reported, pending: await onTheFloor(company, { dispatched: false }) }
    },
    good: ({ task_ids }) => ({ task_ids: [...task_ids] }),
    check: async (_data, { id, task_ids }, company) => {
      const { result } = await company.admin.ok(listDispatchTasks, { dispatch_status: codes.pending_dispatch })
      expect(result.filter(task => task.mo_id === id)).toMatchObject([{ assignees: [] }, { assignees: [] }])
      expect((await company.admin.ok(showMo, { mo_id: id })).mo.dispatch_status).toBe(codes.pending_dispatch)
      expect((await company.admin.send(addReport, { task_id: task_ids[0]!, finished_quantity: '1' })).code).toBe(
        shopfloorErrors.notAssigned.code,
      )
    },
    refused: ({ reported, pending }) => [
      ['reported on', { task_ids: [reported.task_ids[0]] }, shopfloorErrors.dispatchHasReport],
      ['not dispatched', { task_ids: pending.task_ids }, generalErrors.statusNotAllowed],
      ['no such task', { task_ids: [nowhere] }, generalErrors.recordNotFound],
    ],
    foreign: generalErrors.recordNotFound,
  })
})

test('the list opens on what is to be done; what is done comes after, the last first', async () => {
  const company = await app.company()
  const [old, older, open] = [
    await onTheFloor(company, { stock: '10' }),
    await onTheFloor(company, { stock: '10' }),
    await onTheFloor(company),
  ]
  await company.admin.ok(finishMos, { mo_ids: [old.id, older.id] })
  const began = (ids: readonly string[], time: number) =>
    company.as(tx =>
      sql`update production_task set setup_start_time = ${time}, start_time = ${time}, end_time = ${time + 3600} where id = any(${ids}::uuid[])`.execute(
        tx,
      ),
    )
  await began(old.task_ids, 1_700_000_000)
  await began(older.task_ids, 1_600_000_000)
  await began(open.task_ids, 1_800_000_000)
  const { result } = await company.admin.ok(listDispatchTasks, {})
  expect(result.map(task => task.mo_id)).toEqual([open.id, open.id, old.id, old.id, older.id, older.id])
})

test('what was done of a task before it was given to somebody else is booked for who did it, and told to who gave it on; nothing after', async () => {
  const company = await app.company()
  const [{ task_ids }, worker, leader] = [
    await onTheFloor(company, { stock: '10', dispatched: false }),
    await company.member([pages.productionReport]),
    await company.member([pages.dispatch]),
  ]
  const [task_id] = task_ids as [string]
  await company.admin.ok(addDispatch, { task_ids: [task_id], user_ids: [worker.user_id] })
  const next = { user_ids: [company.admin.user_id], reason: 'shift' }
  await leader.ok(reassignTasks, { task_ids: [task_id], ...next })
  const now = Math.floor(Date.now() / 1000)
  const code = async (device_time?: number) =>
    (await worker.send(addReport, { task_id, finished_quantity: '1', device_time })).code
  expect(await code()).toBe(shopfloorErrors.notAssigned.code)
  expect(await code(now + 5)).toBe(shopfloorErrors.notAssigned.code)
  expect((await leader.ok(listNotices, {})).result).toEqual([])
  await worker.ok(startTask, { task_id, start_time: now - 700 })
  expect(await code(now - 600)).toBe(200)
  const { result } = await company.admin.ok(listReports, {})
  expect(result).toMatchObject([{ people: [{ id: worker.user_id }], finished_quantity: '1.000000' }])
  expect((await leader.ok(listNotices, {})).result).toMatchObject([{ text: expect.stringContaining('改派前') }])
  // Whoever never had it has no such time.
  const stranger = await company.member([pages.productionReport])
  const theirs = { task_id, finished_quantity: '1', device_time: now - 600 }
  expect((await stranger.send(addReport, theirs)).code).toBe(shopfloorErrors.notAssigned.code)
})

test('what was done of a task before its dispatch was undone is booked, whoever has it next', async () => {
  const company = await app.company()
  const { task_ids } = await onTheFloor(company, { stock: '10', dispatched: false })
  const worker = await company.member([pages.productionReport])
  const [task_id] = task_ids as [string]
  await company.admin.ok(addDispatch, { task_ids: [task_id], user_ids: [worker.user_id] })
  await company.admin.ok(cancelDispatch, { task_ids: [task_id] })
  await company.admin.ok(addDispatch, { task_ids: [task_id], user_ids: [company.admin.user_id] })
  const now = Math.floor(Date.now() / 1000)
  await worker.ok(startTask, { task_id, start_time: now - 700 })
  await worker.ok(addReport, { task_id, finished_quantity: '1', device_time: now - 600 })
  const after = { task_id, finished_quantity: '1', device_time: now + 5 }
  expect((await worker.send(addReport, after)).code).toBe(shopfloorErrors.notAssigned.code)
})
test('what the group of a machine did of a task before it was given to one of them is booked, and asks for who gave it', async () => {
  const company = await app.company()
  const { task_ids, device_id } = await onTheFloor(company, { stock: '10' })
  const worker = await company.member([pages.productionReport])
  const leader = await company.member([pages.dispatch])
  const group = await aWorkgroup(company, { member_ids: [worker.user_id] })
  await company.as(tx => sql`update device set workgroup_id = ${group.id} where id = ${device_id}`.execute(tx))
  const [task_id] = task_ids as [string]
  await company.admin.ok(cancelDispatch, { task_ids: [task_id] })
  const { result } = await leader.ok(listDispatchTasks, {})
  const { row_version } = result.find(({ id }) => id === task_id)!
  await leader.ok(acceptDispatch, { given: [{ task_id, row_version, user_ids: [company.admin.user_id] }] })
  const now = Math.floor(Date.now() / 1000)
  await worker.ok(addReport, { task_id, finished_quantity: '1', device_time: now - 600 })
  expect((await leader.ok(listNotices, {})).result).toHaveLength(1)
})

test('a task given to a workgroup is reported by its members', async () => {
  const company = await app.company()
  const { task_ids } = await onTheFloor(company, { stock: '10', dispatched: false })
  const group = await aWorkgroup(company, { member_ids: [company.admin.user_id] })
  await company.admin.ok(addDispatch, { task_ids: [...task_ids], workgroup_id: group.id })
  const { result } = await company.admin.ok(listReportTasks, {})
  expect(result).toMatchObject([
    { workgroup_id: group.id, workgroup_name: `Workgroup ${group.code}` },
    { workgroup_id: group.id },
  ])
  await company.admin.ok(addReport, { task_id: task_ids[0]!, finished_quantity: '1' })
})

test("whose dispatch is undone, its machine's own group may report again", async () => {
  const company = await app.company()
  const { task_ids, device_id } = await onTheFloor(company, { stock: '10' })
  const group = await aWorkgroup(company, { member_ids: [company.admin.user_id] })
  await company.as(tx => sql`update device set workgroup_id = ${group.id} where id = ${device_id}`.execute(tx))
  await company.admin.ok(cancelDispatch, { task_ids: [...task_ids] })
  await company.admin.ok(addReport, { task_id: task_ids[0]!, finished_quantity: '1' })
})

test('an order stays dispatched while one of its tasks is', async () => {
  const company = await app.company()
  const { id, task_ids } = await onTheFloor(company)
  await company.admin.ok(cancelDispatch, { task_ids: [task_ids[0]!] })
  expect((await company.admin.ok(showMo, { mo_id: id })).mo.dispatch_status).toBe(codes.dispatched)
})
