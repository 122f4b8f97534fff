// The floor asks the planner for a change of the plan and sees what it would do; the planner accepts or refuses.
import { listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { LiveMessage } from '@qitao/core/live.ts'
import { manufacturingErrors } from '@qitao/manufacturing/model/manufacturing.errors.ts'
import { aWorkgroup } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  acceptChangeRequest,
  addChangeRequest,
  exportChangeRequests,
  listChangeChoices,
  listChangeRequests,
  previewChange,
  refuseChangeRequest,
  showChangeEffect,
  withdrawChangeRequest,
} from '../../model/change-request/change-request.calls.ts'
import { changeChannel, changeMessage } from '../../model/change-request/change-request.message.ts'
import {
  changeKind,
  changeReason,
  changeRequestStatus,
  outdatedCause,
} from '../../model/change-request/change-request.status.ts'
import { alterTask, cancelSchedule } from '../../model/schedule.calls.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import { aPlannedMo, aPlant, at } from '../../testing/plant.ts'
import { recordTaskProgress } from '../plan/task-progress.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
const { machine, time, split, hold } = changeKind.codes
const reason = changeReason.codes.machine

/** One order on day 2, one behind it on day 3, one that is locked, one not published, one begun; the first saw is of a group. */
async function set(company: TestCompany) {
  const plant = await aPlant(company)
  const mo = await aPlannedMo(company, plant, 2, { delivery_date: at(2, 0) })
  const other = await aPlannedMo(company, plant, 3, { steps: 1 })
  const locked = await aPlannedMo(company, plant, 5, { steps: 1, capacity_locked: true })
  const secret = await aPlannedMo(company, plant, 6, { steps: 1 })
  const begun = await aPlannedMo(company, plant, 7, { steps: 1 })
  const operator = await company.member([pages.workshopPlan])
  const stranger = await company.member([pages.workshopPlan])
  const planner = await company.member([pages.productionPlan])
  const group = await aWorkgroup(company, { member_ids: [operator.user_id] })
  await company.as(async tx => {
    await sql`update device set workgroup_id = ${group.id} where id = ${plant.saw.id}`.execute(tx)
    await sql`update production_task set publish_status = 1 where mo_id <> ${secret.id}`.execute(tx)
    await sql`update production_task set capacity_locked = true where mo_id = ${locked.id}`.execute(tx)
    await sql`update production_task set reported_quantity = 10, status = 1 where mo_id = ${begun.id}`.execute(tx)
  })
  const row_version = async (id: string) =>
    (
      await company.as(tx =>
        rows(tx, sql<{ row_version: number }>`select row_version from production_task where id = ${id}`),
      )
    )[0]!.row_version
  const of = async (task: { id: string }, more: object = {}) => ({
    ...{ task_id: task.id, row_version: await row_version(task.id) },
    ...more,
  })
  const toOther = { kind: machine, tasks: [await of(mo.cut, { machine_no: plant.saw2.machine_no })] }
  return { plant, mo, other, locked, secret, begun, operator, stranger, planner, of, toOther }
}
const asked = async (company: TestCompany) => {
  const of = await set(company)
  const { id, no } = await of.operator.ok(addChangeRequest, { ...of.toOther, reason, remark: 'Belt is worn' })
  return { ...of, id, no }
}
/** The administrator, as whom a contract asks, is who has asked. */
const askedByAdmin = async (company: TestCompany) => {
  const of = await set(company)
  const { id } = await company.admin.ok(addChangeRequest, { ...of.toOther, reason })
  return { ...of, id }
}
const found = async (company: TestCompany, id: string) =>
  (await company.admin.ok(listChangeRequests, {})).result.find(one => one.id === id)!
const placeOf = async (company: TestCompany, id: string) =>
  (
    await company.as(tx =>
      rows(
        tx,
        sql<{
          device_id: string
          start_time: number
          end_time: number
        }>`select device_id, start_time, end_time from production_task where id = ${id}`,
      ),
    )
  )[0]!
const noticesOf = async (member: { ok: TestCompany['admin']['ok'] }) =>
  (await member.ok(listNotices, {})).result.filter(({ sign }) => sign?.startsWith('plan-change'))

contract(app, listChangeChoices, {
  set,
  good: ({ mo }) => ({ task_ids: [mo.cut.id] }),
  check: ({ tasks }, { mo, plant }) => {
    expect(tasks).toMatchObject([
      { task_id: mo.cut.id, mo_no: mo.no, machine_no: plant.saw.machine_no, start_time: at(2, 8) },
    ])
    expect(tasks[0]!.machines.map(one => one.machine_no).sort()).toEqual(
      [plant.saw.machine_no, plant.saw2.machine_no].sort(),
    )
  },
  refused: ({ secret }) => [
    ['no such task', { task_ids: [nowhere] }, generalErrors.recordNotFound],
    ['one that is not published', { task_ids: [secret.cut.id] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, previewChange, {
  set,
  good: ({ toOther }) => toOther,
  check: (effect, { mo, plant }) =>
    expect(effect).toMatchObject({
      conflicts: [],
      ...{ moved_count: 1, late_count: 0, early_count: 0, orders: [] },
      moved: [
        {
          ...{ task_id: mo.cut.id, asked: true, from_machine_no: plant.saw.machine_no },
          ...{ machine_no: plant.saw2.machine_no, from_time: at(2, 8), start_time: at(2, 8) },
        },
      ],
    }),
  refused: ({ toOther, plant, mo, begun }) => {
    const [task] = toOther.tasks as [(typeof toOther.tasks)[number]]
    const { task_id, row_version } = task
    const plain = { task_id, row_version }
    return [
      [
        'the machine it is on',
        { ...toOther, tasks: [{ ...plain, machine_no: plant.saw.machine_no }] },
        schedulingErrors.changeSaysNothing,
      ],
      ['no machine', { ...toOther, tasks: [plain] }, generalErrors.badParameter],
      [
        'no such machine',
        { ...toOther, tasks: [{ ...plain, machine_no: 'none' }] },
        schedulingErrors.deviceUnavailable,
      ],
      ['no time', { kind: time, tasks: [plain] }, generalErrors.badParameter],
      [
        'when it starts already',
        { kind: time, tasks: [{ ...plain, start_time: at(2, 8) }] },
        schedulingErrors.changeSaysNothing,
      ],
      [
        'held until before it starts',
        { kind: hold, tasks: [{ ...plain, start_time: at(2, 7) }] },
        schedulingErrors.changeSaysNothing,
      ],
      ['no quantity', { kind: split, tasks: [plain] }, generalErrors.badParameter],
      [
        'more than there is',
        { kind: split, tasks: [{ ...plain, quantity: '120' }] },
        manufacturingErrors.splitQuantity,
      ],
      ['twice the same', { ...toOther, tasks: [task, task] }, generalErrors.badParameter],
      ['an old version', { ...toOther, tasks: [{ ...task, row_version: 99 }] }, generalErrors.versionConflict],
      [
        'one that has begun',
        { kind: time, tasks: [{ task_id: begun.cut.id, row_version: 0, start_time: at(9, 8) }] },
        generalErrors.statusNotAllowed,
      ],
      ['an unknown kind', { ...toOther, kind: 9 }, generalErrors.badParameter],
      ['no such task', { ...toOther, tasks: [{ ...task, task_id: nowhere }] }, generalErrors.recordNotFound],
      [
        'two parted at once',
        {
          kind: split,
          tasks: [
            { ...plain, quantity: '5' },
            { task_id: mo.weld.id, row_version: 1, quantity: '5' },
          ],
        },
        generalErrors.badParameter,
      ],
    ]
  },
  foreign: generalErrors.recordNotFound,
})

contract(app, addChangeRequest, {
  set,
  good: ({ toOther }) => ({ ...toOther, reason, remark: 'Belt is worn' }),
  check: async ({ id, no }, { planner, mo, plant }, company) => {
    expect(no).toMatch(/^JHBG/)
    expect(await found(company, id)).toMatchObject({
      ...{ no, status: changeRequestStatus.codes.open, kind: machine, reason, remark: 'Belt is worn' },
      ...{ moved_count: 1, late_count: 0, conflict_count: 0, decided_time: null, outdated_cause: null },
      tasks: [{ task_id: mo.cut.id, machine_no: plant.saw.machine_no, to_machine_no: plant.saw2.machine_no }],
      effect: { moved: [{ machine_no: plant.saw2.machine_no }] },
    })
    expect(await noticesOf(planner)).toMatchObject([{ href: `${pages.productionPlan.path}?show=requests` }])
  },
  refused: ({ toOther }) => [
    ['without a reason', toOther, generalErrors.fieldRequired],
    ['with too many words', { ...toOther, reason, remark: 'x'.repeat(256) }, generalErrors.remarkTooLong],
    ['of nothing', { ...toOther, reason, tasks: [] }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, listChangeRequests, {
  set: asked,
  good: ({ no }) => ({ statuses: [changeRequestStatus.codes.open], kinds: [machine], reasons: [reason], keyword: no }),
  check: (data, { id, operator }) =>
    expect(data).toMatchObject({
      total: 1,
      result: [{ id, asked_by: operator.user_id, asked_by_name: expect.any(String) }],
    }),
  refused: () => [['an unknown state', { statuses: [7] }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ total: 0 }),
})
contract(app, exportChangeRequests, {
  set: asked,
  good: () => ({}),
  check: data => expect(data).toBeTruthy(),
  refused: () => [['an unknown state', { statuses: [7] }, generalErrors.badParameter]],
  foreign: () => {},
})

contract(app, showChangeEffect, {
  set: asked,
  good: ({ id }) => ({ id }),
  check: (effect, { plant }) =>
    expect(effect).toMatchObject({ conflicts: [], moved: [{ machine_no: plant.saw2.machine_no, asked: true }] }),
  refused: () => [['no such request', { id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

contract(app, acceptChangeRequest, {
  set: asked,
  good: ({ id }) => ({ id, row_version: 0, answer: 'Go on' }),
  check: async (data, { id, mo, plant, operator, planner }, company) => {
    expect(data).toMatchObject({ affected: 1 })
    expect(await placeOf(company, mo.cut.id)).toMatchObject({ device_id: plant.saw2.id, start_time: at(2, 8) })
    expect(await found(company, id)).toMatchObject({
      ...{ status: changeRequestStatus.codes.accepted, answer: 'Go on', outdated_cause: null },
      decided_by_name: 'Admin',
    })
    expect(await noticesOf(operator)).toHaveLength(1)
    expect(await noticesOf(planner)).toEqual([])
  },
  refused: ({ id }) => [
    ['an old version', { id, row_version: 7 }, generalErrors.versionConflict],
    ['no such request', { id: nowhere, row_version: 0 }, generalErrors.recordNotFound],
    ['too many words', { id, row_version: 0, answer: 'x'.repeat(256) }, generalErrors.remarkTooLong],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, refuseChangeRequest, {
  set: asked,
  good: ({ id }) => ({ id, row_version: 0, answer: 'The saw is needed' }),
  check: async (_, { id, operator, mo, plant }, company) => {
    expect(await found(company, id)).toMatchObject({
      ...{ status: changeRequestStatus.codes.refused, answer: 'The saw is needed' },
    })
    expect(await placeOf(company, mo.cut.id)).toMatchObject({ device_id: plant.saw.id })
    const [notice] = await noticesOf(operator)
    expect(JSON.stringify(notice)).toContain('The saw is needed')
  },
  refused: ({ id }) => [
    ['without a reason', { id, row_version: 0 }, generalErrors.fieldRequired],
    ['with an empty one', { id, row_version: 0, answer: ' ' }, generalErrors.fieldRequired],
    ['an old version', { id, row_version: 7, answer: 'No' }, generalErrors.versionConflict],
    ['no such request', { id: nowhere, row_version: 0, answer: 'No' }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, withdrawChangeRequest, {
  set: askedByAdmin,
  good: ({ id }) => ({ id, row_version: 0 }),
  check: async (_, { id, planner }, company) => {
    expect(await found(company, id)).toMatchObject({ status: changeRequestStatus.codes.withdrawn })
    expect(await noticesOf(planner)).toEqual([])
  },
  refused: ({ id }) => [
    ['an old version', { id, row_version: 7 }, generalErrors.versionConflict],
    ['no such request', { id: nowhere, row_version: 0 }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('what is answered is not answered again, and only who has asked withdraws', async () => {
  const company = await app.company()
  const { id, operator, planner } = await asked(company)
  expect((await company.admin.send(withdrawChangeRequest, { id, row_version: 0 })).code).toBe(
    schedulingErrors.changeByOther.code,
  )
  await planner.ok(refuseChangeRequest, { id, row_version: 0, answer: 'No' })
  expect((await planner.send(acceptChangeRequest, { id, row_version: 1 })).code).toBe(
    generalErrors.statusNotAllowed.code,
  )
  expect((await operator.send(withdrawChangeRequest, { id, row_version: 1 })).code).toBe(
    generalErrors.statusNotAllowed.code,
  )
})

test('who gives no work away asks for what is his or of his groups, and sees what he has asked', async () => {
  const company = await app.company()
  const { id, toOther, operator, stranger, planner } = await asked(company)
  for (const [call, input] of [
    [previewChange, toOther],
    [addChangeRequest, { ...toOther, reason }],
    [listChangeChoices, { task_ids: [toOther.tasks[0]!.task_id] }],
  ] as const)
    expect((await stranger.send(call as never, input as never)).code).toBe(schedulingErrors.changeNotYours.code)
  expect((await stranger.ok(listChangeRequests, {})).total).toBe(0)
  expect((await operator.ok(listChangeRequests, { mine: true })).result).toMatchObject([{ id }])
  expect((await planner.ok(listChangeRequests, {})).result).toMatchObject([{ id }])
})

test('a hold moves what follows, and says which order is late by it', async () => {
  const company = await app.company()
  const { mo, of, planner } = await set(company)
  const input = { kind: hold, tasks: [await of(mo.cut, { start_time: at(3, 10) })] }
  const effect = await company.admin.ok(previewChange, input)
  expect(effect).toMatchObject({ conflicts: [], moved_count: 2, late_count: 1, orders: [{ mo_no: mo.no }] })
  expect(effect.orders[0]!.tardiness_seconds).toBeGreaterThan(effect.orders[0]!.tardiness_seconds_before)
  const { id } = await company.admin.ok(addChangeRequest, { ...input, reason })
  const { warnings } = await planner.ok(acceptChangeRequest, { id, row_version: 0 })
  expect(warnings.length).toBeGreaterThan(0)
  expect((await placeOf(company, mo.cut.id)).start_time).toBeGreaterThanOrEqual(at(3, 10))
})

test('a part is taken off and made on another machine', async () => {
  const company = await app.company()
  const { mo, of, plant, planner } = await set(company)
  const input = { kind: split, tasks: [await of(mo.cut, { quantity: '60', machine_no: plant.saw2.machine_no })] }
  const { id, effect } = await company.admin.ok(addChangeRequest, { ...input, reason })
  expect(effect.moved).toMatchObject([{ task_id: null, asked: true, machine_no: plant.saw2.machine_no }])
  await planner.ok(acceptChangeRequest, { id, row_version: 0 })
  const parts = await company.as(tx =>
    rows(
      tx,
      sql`select device_id, quantity::int as quantity from production_task where mo_id = ${mo.id} and sequence = 10 order by task_no`,
    ),
  )
  expect(parts).toEqual([
    { device_id: plant.saw.id, quantity: 60 },
    { device_id: plant.saw2.id, quantity: 60 },
  ])
  expect(await found(company, id)).toMatchObject({ status: changeRequestStatus.codes.accepted, outdated_cause: null })
})

test('what the plan does not allow may be asked, says why, and is not accepted', async () => {
  const company = await app.company()
  const { locked, mo, of, planner } = await set(company)
  const { id, effect } = await company.admin.ok(addChangeRequest, {
    ...{ kind: time, reason, tasks: [await of(locked.cut, { start_time: at(8, 8) })] },
  })
  expect(effect).toMatchObject({ moved_count: 0, conflicts: [{ zh: expect.stringContaining('锁定') }] })
  expect((await planner.send(acceptChangeRequest, { id, row_version: 0 })).code).toBe(
    schedulingErrors.capacityLocked.code,
  )
  const early = await company.admin.ok(previewChange, {
    ...{ kind: time, tasks: [await of(mo.weld, { start_time: at(2, 8) })] },
  })
  expect(early.conflicts).toHaveLength(1)
  expect(await found(company, id)).toMatchObject({ status: changeRequestStatus.codes.open })
})

test('a request whose task is planned anew, reported or taken off the plan is outdated, and who asked is told why', async () => {
  const company = await app.company()
  const { mo, other, of, operator, planner, plant } = await set(company)
  const ask = async (task: { id: string }) =>
    (
      await operator.ok(addChangeRequest, {
        ...{ kind: machine, reason, tasks: [await of(task, { machine_no: plant.saw2.machine_no })] },
      })
    ).id
  const moved = await ask(mo.cut)
  await planner.ok(alterTask, {
    ...(await of(mo.cut)),
    ...{ start_time: at(2, 9), end_time: at(2, 11) },
  })
  expect(await found(company, moved)).toMatchObject({
    ...{ status: changeRequestStatus.codes.outdated, outdated_cause: outdatedCause.codes.replanned },
  })
  expect((await planner.send(showChangeEffect, { id: moved })).code).toBe(generalErrors.statusNotAllowed.code)
  const begun = await ask(mo.cut)
  const told: LiveMessage[] = []
  const { org_id } = company
  const report = (reported_quantity: string) =>
    company.as(tx =>
      recordTaskProgress({ tx, org_id, tell: message => void told.push(message) }, [
        {
          ...{ id: mo.cut.id, reported_quantity, defective_quantity: '0', status: 1 },
          ...{ actual_start_time: at(0, 8), actual_finish_time: null },
        },
      ]),
    )
  await report('1')
  // Open pages look again, once; nothing has become of a request by the second report.
  await report('2')
  expect(told.filter(message => message.channel_type === changeChannel)).toEqual([changeMessage])
  expect(await found(company, begun)).toMatchObject({ outdated_cause: outdatedCause.codes.reported })
  const gone = await ask(other.cut)
  await company.as(tx => sql`update production_task set publish_status = 0 where mo_id = ${other.id}`.execute(tx))
  await planner.ok(cancelSchedule, { mo_ids: [other.id] })
  expect(await found(company, gone)).toMatchObject({ outdated_cause: outdatedCause.codes.removed })
  expect(await noticesOf(operator)).toHaveLength(3)
})

test('a request is not accepted for a task that stands elsewhere before anybody was told', async () => {
  const company = await app.company()
  const { id, mo, planner, plant } = await asked(company)
  await company.as(tx =>
    sql`update production_task set start_time = ${at(2, 9)}, end_time = end_time + 3600 where id = ${mo.cut.id}`.execute(
      tx,
    ),
  )
  expect((await planner.send(acceptChangeRequest, { id, row_version: 0 })).code).toBe(
    schedulingErrors.changeOutdated.code,
  )
  expect(await placeOf(company, mo.cut.id)).toMatchObject({ device_id: plant.saw.id, start_time: at(2, 9) })
})
