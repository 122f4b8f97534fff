import { bulkDropAttachment, commonUpload, downloadAttachment } from '@qitao/access/model/record/attachment.calls.ts'
import type { AnyCall } from '@qitao/core/call.ts'
import { FileGiven } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aWorkgroup } from '@qitao/masterdata/testing/factories.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { SignedInHandler } from '@qitao/platform/server/http/handle.ts'
import { sliceOf } from '@qitao/platform/server/testing/slice.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { freezeDevices, listFreezes, unfreezeDevices } from '@qitao/scheduling/model/publish/freeze.calls.ts'
import {
  alterTask,
  autoSchedule,
  joinTasks,
  moveTasks,
  restoreTasks,
  shiftTasks,
  splitTask,
} from '@qitao/scheduling/model/schedule.calls.ts'
import { callAndon, listAndon } from '@qitao/shopfloor/model/andon/andon.calls.ts'
import { andonCause } from '@qitao/shopfloor/model/andon/andon.status.ts'
import { addHandover, listHandovers } from '@qitao/shopfloor/model/handover/handover.calls.ts'
import { pauseReason } from '@qitao/shopfloor/model/pause/pause.status.ts'
import {
  addDispatch,
  addReport,
  approveReports,
  finishMos,
  listDispatchTasks,
  listProgress,
  listReports,
  pauseTask,
} from '@qitao/shopfloor/model/report.calls.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { allPages } from '@qitao/site/model/pages.ts'
import { addSupplements } from '@qitao/wages/model/supplement.calls.ts'
import { listWages } from '@qitao/wages/model/wage-sheet.calls.ts'
import { supplementKind } from '@qitao/wages/model/wages.status.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { areas } from '../../areas.ts'
import { testApp } from '../test-app.ts'
import { builtCalls } from './scene.ts'
import { dependingOn, type KnownRecord, seenOf, toldOf } from './scope.ts'

const app = await testApp({ locksInOrder: false })
const mark = '谁的'

/** Two groups with a task, a report, a rest, a call, a stop, a handover, a wish and wages each; a leader of the scope of the one. */
async function twoGroups() {
  const company = await app.company()
  const { admin } = company
  const [leader, welder] = [await company.member(allPages), await company.member(allPages)]
  await company.as(tx =>
    sql`update app_permission p set data_scope = 20 from user_role r where r.role_id = p.role_id and r.user_id = ${leader.user_id}`.execute(
      tx,
    ),
  )
  const paint = await aWorkgroup(company, { leader_id: leader.user_id })
  const weld = await aWorkgroup(company, { member_ids: [welder.user_id] })
  const period_id = newId()
  await company.as(tx =>
    sql`insert into wage_period (id, no, start_time, end_time) values (${period_id}, 'P1', ${inDays(-10)}, ${inDays(-1)})`.execute(
      tx,
    ),
  )
  const work = async (group_id: string, user_id: string, said: string, wage: string) => {
    const floor = await onTheFloor(company, { quantity: '20', stock: '100', dispatched: false })
    const device_id = floor.device_id
    await company.as(tx => sql`update device set workgroup_id = ${group_id} where id = ${device_id}`.execute(tx))
    await admin.ok(addDispatch, { task_ids: [...floor.task_ids], user_ids: [admin.user_id], remark: said })
    const task_id = floor.task_ids[0]!
    const report = await admin.ok(addReport, {
      ...{ task_id, finished_quantity: '3', defective_quantity: '1', defect_reason: said, user_ids: [user_id] },
    })
    await admin.ok(pauseTask, { task_id, reason: pauseReason.codes.material, remark: said })
    const andon = await admin.ok(callAndon, { task_id, cause: andonCause.codes.machine, remark: said })
    const freeze = await admin.ok(freezeDevices, {
      ...{ machine_no_list: [floor.machine_no], timestamp_range: [inDays(30), inDays(31)], kind: 1, reason: said },
    })
    const handover = await admin.ok(addHandover, {
      ...{ workgroup_id: group_id, timestamp_range: [inDays(0), inDays(1)], shift_name: 'S' },
      ...{ taker_id: welder.user_id, note: said },
    })
    const request_id = newId()
    const sheet_id = newId()
    await company.as(async tx => {
      await sql`insert into plan_change_request (id, no, kind, reason, remark, asked_by, asked_time, effect)
        values (${request_id}, ${`W${said}`}, 1, 1, ${said}, ${admin.user_id}, ${inDays(0)},
          '{"time": 1, "conflicts": [], "moved_count": 0, "moved": [], "late_count": 0, "early_count": 0, "orders": []}')`.execute(
        tx,
      )
      await sql`insert into plan_change_task (id, request_id, line_no, task_id, task_no, mo_id, mo_no, process_name, device_id, machine_no, start_time, end_time, quantity)
        values (${newId()}, ${request_id}, 1, ${task_id}, ${said}, ${floor.id}, 'M', 'P', ${device_id}, 'D', 1, 2, 3)`.execute(
        tx,
      )
      await sql`insert into wage_sheet (id, period_id, user_id, hour_wage, total_wage, objection) values (${sheet_id}, ${period_id}, ${user_id}, ${wage}, ${wage}, ${said})`.execute(
        tx,
      )
      await sql`insert into wage_line (period_id, line_no, user_id, kind, report_id, amount) values (${period_id}, 1, ${user_id}, 2, ${report.id}, ${wage})`.execute(
        tx,
      )
    })
    const supplement = await admin.ok(addSupplements, {
      ...{
        user_ids: [user_id],
        kind: supplementKind.codes.allowance,
        sheet_date: inDays(-3),
        wage,
        reason: said,
      },
    })
    const supplement_id = supplement.ids[0]!
    const more = {
      ...{
        task_id,
        mo_id: floor.id,
        device_id,
        machine_no: floor.machine_no,
        workgroup_id: group_id,
        user_id,
        report_id: report.id,
      },
      ...{
        freeze_id: freeze.freeze_ids[0]!,
        material_id: floor.material_id,
        process_id: floor.process_ids[0]!,
        period_id,
        sheet_id,
      },
    }
    const record = (table: string, id: string): KnownRecord => ({ table, id, no: 'none', row_version: 0, more })
    const records = [
      ...floor.task_ids.map(id => record('production_task', id)),
      record('report_record', report.id),
      record('andon_call', andon.id),
      record('device_freeze', freeze.freeze_ids[0]!),
      record('shift_handover', handover.id),
      record('plan_change_request', request_id),
      record('wage_sheet', sheet_id),
      record('supplement_sheet', supplement_id),
      record('mo', floor.id),
    ]
    return { floor, device_id, records }
  }
  const own = await work(paint.id, leader.user_id, 'ours', '1000.50')
  const other = await work(weld.id, welder.user_id, mark, '1234.25')
  const places = [other.device_id, weld.id, welder.user_id]
  const { records } = other
  const ids = records.filter(({ table }) => table !== 'mo').map(({ id }) => id)
  return { admin, leader, own, hidden: { records, marks: [mark, '1234.25'], ids, places } }
}

const { admin, leader, own, hidden } = await twoGroups()

/** A sixth of the calls in a run, all with WHOLE=1. */
const calls = sliceOf('calls about the work of other workgroups', builtCalls, 6)
/** A part of their answer would be a wrong one; and who is asked to decide sees what. */
const isWhole = (path: string): boolean =>
  builtCalls.some(call => call.path === path && call.acrossWorkgroups === 'whole')
const cut = (found: readonly string[]) => found.filter(one => !isWhole(one.split(' ')[0]!))

test('H3 the scene has power: the administrator is shown the work of both groups, and changes it', {
  timeout: 600_000,
}, async () => {
  const shown = [listDispatchTasks, listReports, listAndon, listFreezes, listHandovers, listWages]
  const written = [approveReports, unfreezeDevices]
  const { found } = await seenOf(app, admin, hidden, { calls: [...shown, ...written] })
  for (const { path } of shown) expect(found).toContain(`${path} answers`)
  for (const { path } of written) expect(found).toContain(`${path} changes`)
})
test('H3 of the scope "own workgroups" no call shows or changes the work of another group', {
  timeout: 600_000,
}, async () => {
  const { found, done } = await seenOf(app, leader, hidden, { calls })
  expect(cut(found)).toEqual([])
  expect(done).toBeGreaterThan(calls.length / 4)
})
test('H3 ... and the work of the own group is there, whole', async () => {
  const tasks = [...own.floor.task_ids].sort()
  const { result } = await leader.ok(listDispatchTasks, {})
  expect(result.map(({ id }) => id).sort()).toEqual(tasks)
  expect((await leader.ok(listProgress, {})).result).toMatchObject([
    { id: own.floor.id, operations: tasks.map(() => expect.anything()) },
  ])
  expect((await leader.ok(listReports, {})).total).toBe(1)
  expect((await leader.ok(listAndon, {})).total).toBe(1)
  expect((await leader.ok(listHandovers, {})).total).toBe(1)
  expect((await leader.ok(listFreezes, {})).result.map(({ reason }) => reason)).toEqual(['ours'])
  expect(await leader.ok(listWages, {})).toMatchObject({ total: 1, total_wage: '1000.50' })
})
test('H3 ... nor is anything new done to machines, groups, people and orders of others, and the plan of all is left alone', async () => {
  const { more } = hidden.records[0]!
  const timestamp_range: [number, number] = [inDays(40), inDays(41)]
  const machine_no_list = [more!.machine_no!]
  const refused = { code: generalErrors.noPermission.code }
  expect(await leader.send(freezeDevices, { machine_no_list, timestamp_range })).toMatchObject(refused)
  expect(
    await leader.send(addHandover, {
      ...{ workgroup_id: more!.workgroup_id!, timestamp_range, shift_name: 'S', taker_id: admin.user_id },
    }),
  ).toMatchObject(refused)
  expect(
    await leader.send(addSupplements, {
      ...{
        user_ids: [more!.user_id!],
        kind: supplementKind.codes.allowance,
        sheet_date: inDays(-3),
        wage: '1',
        reason: 'x',
      },
    }),
  ).toMatchObject(refused)
  expect(await leader.send(finishMos, { mo_ids: [more!.mo_id!] })).toMatchObject(refused)
  expect(await leader.send(autoSchedule, { mo_ids: [own.floor.id] })).toMatchObject(refused)
  const own_nos = [own.floor.machine_no]
  expect(await leader.send(freezeDevices, { machine_no_list: own_nos, timestamp_range })).toMatchObject({ code: 200 })
})
test('H3 ... not even an own task is moved by hand: it would push what others do', async () => {
  const [task_id, next_id] = own.floor.task_ids as [string, string]
  const version = { task_id, row_version: 1 }
  const machine_no = hidden.records[0]!.more!.machine_no!
  const place = { ...version, start_time: inDays(5), end_time: inDays(5) + 3600 }
  const stood = { ...place, device_id: own.device_id, setup_start_time: inDays(5), setup_seconds: 0 }
  const answers = [
    await leader.send(alterTask, { ...place, machine_no }),
    await leader.send(moveTasks, { tasks: [place] }),
    await leader.send(shiftTasks, { task_ids: [task_id], direction: 'right', duration: 3600 }),
    await leader.send(splitTask, { ...version, quantity: '1' }),
    await leader.send(joinTasks, { tasks: [version, { task_id: next_id, row_version: 1 }] }),
    await leader.send(restoreTasks, { tasks: [stood] }),
  ]
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => generalErrors.noPermission.code))
})
test('H3 ... nor a file that hangs on it, by its own id', async () => {
  const files = async (records: readonly KnownRecord[]) => {
    const owners = records.filter(({ table }) => ['report_record', 'supplement_sheet'].includes(table))
    expect(owners).toHaveLength(2)
    const given: string[] = []
    for (const { table, id } of owners) {
      const file = new FileGiven('a.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), '')
      given.push((await admin.ok(commonUpload, { file, module: table, object_id: id })).attachment.id)
    }
    return given
  }
  const codes = async (ids: readonly string[]) => {
    const found: number[] = []
    for (const id of ids) {
      found.push((await leader.send(downloadAttachment, { attachment_id: id })).code)
      found.push((await leader.send(bulkDropAttachment, { ids: [id] })).code)
    }
    return found
  }
  const { code } = generalErrors.recordNotFound
  expect(await codes(await files(hidden.records))).toEqual([code, code, code, code])
  expect(await codes(await files(own.records))).toEqual([200, 200, 200, 200])
})
test('H3 ... no list, count or figure depends on it', { timeout: 600_000 }, async () => {
  expect(cut(await dependingOn(app, leader, hidden, { calls }))).toEqual([])
})
test('H3 ... and no message that all are told names it', { timeout: 600_000 }, async () => {
  const { found } = await toldOf(app, admin, leader, hidden, { calls })
  expect(found).toEqual([])
})

const withHandler = (call: AnyCall, planted: (handler: SignedInHandler) => SignedInHandler): Area[] =>
  areas.map(area => ({
    ...area,
    handlers: area.handlers.map(handler => (handler.call === call ? planted(handler as SignedInHandler) : handler)),
  }))
const withoutRule = (handler: SignedInHandler): SignedInHandler => ({
  ...handler,
  work: async (input, context) => {
    await sql`select set_config('app.workgroup_only', '', true)`.execute(context.tx)
    return handler.work(input, { ...context, member: { ...context.member, workgroup_only: false } })
  },
})
test('H3 planted holes are found: the rule gone from a list, from a figure, from a write, and from the door', {
  timeout: 600_000,
}, async () => {
  for (const call of [listDispatchTasks, listAndon, listWages, listFreezes]) {
    const { found } = await seenOf(app, leader, hidden, { calls: [call], areas: withHandler(call, withoutRule) })
    expect(found, call.path).toHaveLength(1)
  }
  expect(
    await dependingOn(app, leader, hidden, { calls: [listWages], areas: withHandler(listWages, withoutRule) }),
  ).toEqual([listWages.path])
  const withoutDoor = areas.map(area => ({ ...area, ofWorkgroups: [] }))
  const { found } = await seenOf(app, leader, hidden, { calls: [approveReports, unfreezeDevices], areas: withoutDoor })
  expect(found).toEqual([`${approveReports.path} changes`, `${unfreezeDevices.path} changes`])
})
test('each table of which the scope shows a part has its policy, and each policy its table at the door', async () => {
  const { rows } = await app.database.pool.query<{ name: string; has_id: boolean }>(
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'id' and not a.attisdropped) as has_id
      from pg_policy p join pg_class c on c.oid = p.polrelid where p.polname = 'of_workgroup' order by 1`,
  )
  const atDoor = areas.flatMap(area => area.ofWorkgroups ?? []).sort()
  expect(rows.filter(({ has_id }) => has_id).map(({ name }) => name)).toEqual(atDoor)
})
