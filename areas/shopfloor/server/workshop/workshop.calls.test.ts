import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { dispatchStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { setCalendar } from '@qitao/masterdata/model/calendar/calendar.calls.ts'
import { aWorkgroup } from '@qitao/masterdata/testing/factories.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addDispatch, addReport, listReportTasks } from '../../model/report.calls.ts'
import { shopfloorErrors } from '../../model/shopfloor.errors.ts'
import {
  acceptDispatch,
  listWorkshopShifts,
  listWorkshopTasks,
  printShiftList,
  proposeDispatch,
} from '../../model/workshop/workshop.calls.ts'
import { onTheFloor } from '../../testing/factories.ts'
import { shiftSheet } from './shift-sheet.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
/** The factory's tasks are an hour each from tomorrow at this time. */
const begin = () => inDays(1)
const tomorrow = (): [number, number] => [begin() - 600, begin() + 3 * 3600]
const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** A machine of a group whose two members work around the clock; one of them has done the first step before. */
async function aWorkshop(company: TestCompany) {
  await company.admin.ok(setCalendar, {
    name: 'Around the clock',
    is_default: true,
    shifts: [
      { name: 'Day', week_days: everyDay, start_second: 8 * 3600, end_second: 20 * 3600, breaks: [] },
      { name: 'Night', week_days: everyDay, start_second: 20 * 3600, end_second: 8 * 3600, breaks: [] },
    ],
  })
  const skilled = await company.member([pages.productionReport])
  const other = await company.member([pages.productionReport])
  const group = await aWorkgroup(company, { member_ids: [skilled.user_id, other.user_id] })
  const floor = await onTheFloor(company, { dispatched: false, stock: '10' })
  await company.as(tx => sql`update device set workgroup_id = ${group.id} where id = ${floor.device_id}`.execute(tx))
  return { ...floor, group, skilled, other }
}
const seen = async (company: TestCompany, task_ids: readonly string[]) => {
  const { result } = await company.admin.ok(listWorkshopTasks, { page_size: -1 })
  return task_ids.map(id => ({ task_id: id, row_version: result.find(task => task.id === id)!.row_version }))
}

describe('calls', () => {
  contract(app, listWorkshopTasks, {
    set: async company => ({ ...(await aWorkshop(company)), hidden: await onTheFloor(company) }),
    good: ({ group, machine_no }) => ({
      workgroup_id: group.id,
      machine_no_list: [machine_no],
      statuses: [0],
      dispatch_statuses: [0],
      timestamp_range: tomorrow(),
    }),
    check: (data, { task_ids }) =>
      expect(data).toMatchObject({
        total: 2,
        result: [
          { id: task_ids[0], publish_status: 1, reportable_quantity: '10.000000', assignees: [] },
          { id: task_ids[1], reportable_quantity: '0' },
        ],
      }),
    refused: () => [
      ['more than a year', { timestamp_range: [inDays(0), inDays(367)] }, generalErrors.dateSpanOverYear],
      ['no such group shape', { workgroup_id: 'x' }, generalErrors.badParameter],
    ],
    foreign: answer => expect(answer.data).toMatchObject({ total: 0 }),
  })
  contract(app, listWorkshopShifts, {
    set: aWorkshop,
    good: ({ group }) => ({ date: begin(), workgroup_id: group.id }),
    check: (data, { machine_no }) => {
      expect(data.shifts.map(({ name, start_time, end_time }) => [name, end_time - start_time])).toEqual([
        ['Day', 12 * 3600],
        ['Night', 12 * 3600],
      ])
      expect(data.day.end_time).toBe(data.shifts[1]!.end_time)
      expect(data.machines).toMatchObject([{ machine_no, loads: [{}, { available_seconds: 12 * 3600 }, {}] }])
      const [machine] = data.machines
      expect(machine!.working).toEqual([[data.day.start_time, data.day.end_time]])
      expect(machine!.frozen).toEqual([])
      const [day, ...shifts] = machine!.loads
      expect(day!.available_seconds).toBe(32 * 3600)
      // Two hours of tasks lie in one shift, in the other, or over the change between them.
      expect(day!.planned_seconds).toBeGreaterThan(0)
      expect(shifts.reduce((all, one) => all + one.planned_seconds, 0)).toBeLessThanOrEqual(day!.planned_seconds)
    },
    refused: () => [['no day', {}, generalErrors.fieldRequired]],
    foreign: answer => expect(answer.data).toMatchObject({ machines: [] }),
  })
  contract(app, proposeDispatch, {
    set: async company => {
      const made = await aWorkshop(company)
      await company.admin.ok(addDispatch, { task_ids: [made.task_ids[0]!], user_ids: [made.skilled.user_id] })
      await made.skilled.ok(addReport, { task_id: made.task_ids[0]!, finished_quantity: '10' })
      const next = await onTheFloor(company, { dispatched: false, stock: '10' })
      await company.as(async tx => {
        await sql`update device set workgroup_id = ${made.group.id} where id = ${next.device_id}`.execute(tx)
        await sql`update production_task set process_id = ${made.process_ids[0]} where id = ${next.task_ids[0]}`.execute(
          tx,
        )
      })
      return { ...made, next }
    },
    good: ({ group }) => ({ timestamp_range: tomorrow(), workgroup_id: group.id }),
    check: async (data, { task_ids, next, skilled, other, group }, company) => {
      const byTask = Object.fromEntries(data.result.map(task => [task.id, task.people.map(({ id }) => id)]))
      // Who has done the process before does it again; what is at the same time goes to the other.
      expect(byTask[next.task_ids[0]!]).toEqual([skilled.user_id])
      expect(byTask[task_ids[1]!]?.length).toBe(1)
      expect(data.result.find(({ id }) => id === next.task_ids[0])!.people[0]).toMatchObject({ report_count: 1 })
      expect(data.people.map(({ id }) => id).sort()).toEqual([skilled.user_id, other.user_id].sort())
      for (const one of data.people) expect(one.workgroup_names).toEqual([`Workgroup ${group.code}`])
      expect(data.people.some(({ proposed_seconds }) => proposed_seconds >= 3600)).toBe(true)
      // Nothing is given by looking.
      const { total } = await company.admin.ok(listWorkshopTasks, { dispatch_statuses: [0] })
      expect(total).toBe(3)
    },
    refused: () => [
      ['no shift', {}, generalErrors.fieldRequired],
      ['more than a year', { timestamp_range: [inDays(0), inDays(367)] }, generalErrors.dateSpanOverYear],
    ],
    foreign: answer => expect(answer.data).toMatchObject({ result: [], people: [] }),
  })
  contract(app, acceptDispatch, {
    set: async company => {
      const made = await aWorkshop(company)
      const given = await onTheFloor(company)
      return {
        ...made,
        seen: await seen(company, made.task_ids),
        given: await seen(company, given.task_ids),
      }
    },
    good: ({ seen, skilled, other }) => ({
      given: [
        { ...seen[0]!, user_ids: [skilled.user_id] },
        { ...seen[1]!, user_ids: [skilled.user_id, other.user_id] },
      ],
    }),
    check: async (data, { task_ids, skilled, other }, company) => {
      expect(data.done_ids).toEqual(task_ids)
      const { result } = await company.admin.ok(listWorkshopTasks, {
        dispatch_statuses: [dispatchStatus.codes.dispatched],
      })
      const people = Object.fromEntries(result.map(task => [task.id, task.assignees.map(({ id }) => id).sort()]))
      expect(people[task_ids[0]!]).toEqual([skilled.user_id])
      expect(people[task_ids[1]!]).toEqual([skilled.user_id, other.user_id].sort())
      expect((await skilled.ok(listReportTasks, {})).total).toBe(2)
      expect((await other.ok(listReportTasks, {})).total).toBe(1)
    },
    refused: ({ seen, given, skilled }) => {
      const user_ids = [skilled.user_id]
      return [
        ['nothing', { given: [] }, generalErrors.badParameter],
        ['nobody', { given: [{ ...seen[0], user_ids: [] }] }, generalErrors.badParameter],
        ['given meanwhile', { given: [{ ...given[0], user_ids }] }, shopfloorErrors.taskDispatched],
        [
          'changed meanwhile',
          { given: [{ task_id: seen[0]!.task_id, row_version: seen[0]!.row_version + 1, user_ids }] },
          generalErrors.versionConflict,
        ],
        ['somebody unknown', { given: [{ ...seen[0], user_ids: [nowhere] }] }, generalErrors.recordNotFound],
        ['no such task', { given: [{ task_id: nowhere, row_version: 0, user_ids }] }, generalErrors.recordNotFound],
      ]
    },
    foreign: generalErrors.recordNotFound,
  })
  contract(app, printShiftList, {
    set: aWorkshop,
    good: ({ group }) => ({ timestamp_range: tomorrow(), workgroup_id: group.id, shift: 'Day' }),
    refused: () => [['no shift', {}, generalErrors.fieldRequired]],
    foreign: answer => expect(answer.code).toBe(200),
  })
})

test('the shift list has what should have been done before, says so, and is of the own tasks alone where that is asked', async () => {
  const company = await app.company()
  const { task_ids } = await aWorkshop(company)
  const later: [number, number] = [inDays(3), inDays(4)]
  const { result } = await company.admin.ok(listWorkshopTasks, { timestamp_range: later, overdue: true })
  expect(result).toHaveLength(task_ids.length)
  const heading = { company: 'A', day: '2026-01-01', shift: undefined, zone: 'UTC', language: 'en' as const }
  const finishes = (begins: number) =>
    shiftSheet(result, { ...heading, begins }).tables.flatMap(({ rows }) => rows.map(row => row[5]))
  for (const finish of finishes(later[0])) expect(finish).toMatch(/ overdue$/)
  for (const finish of finishes(0)) expect(finish).not.toMatch(/overdue/)
  const stranger = await company.member([pages.workshopPlan])
  const size = async (by: typeof stranger, asked: { overdue?: boolean; mine?: boolean }) =>
    (await by.ok(printShiftList, { timestamp_range: later, ...asked })).bytes.byteLength
  const empty = await size(stranger, {})
  expect(await size(stranger, { overdue: true })).toBeGreaterThan(empty)
  expect(await size(stranger, { overdue: true, mine: true })).toBe(empty)
})

test('a proposal is accepted in part: what was given meanwhile is said, the rest is done', async () => {
  const company = await app.company()
  const { task_ids, skilled } = await aWorkshop(company)
  const before = await seen(company, task_ids)
  await company.admin.ok(addDispatch, { task_ids: [task_ids[0]!], user_ids: [company.admin.user_id] })
  const answer = await company.admin.send(acceptDispatch, {
    given: before.map(one => ({ ...one, user_ids: [skilled.user_id] })),
  })
  expect(answer.data).toMatchObject({ done_ids: [task_ids[1]], failed: [{ id: task_ids[0] }] })
})

test('who was given another task for that time since he was seen is named, and does not get two', async () => {
  const company = await app.company()
  const { task_ids, skilled, other } = await aWorkshop(company)
  const elsewhere = await onTheFloor(company, { dispatched: false, stock: '10' })
  const { people } = await company.admin.ok(proposeDispatch, { timestamp_range: tomorrow() })
  const seen_people = people.map(({ id, given_task_ids }) => ({ user_id: id, task_ids: [...given_task_ids] }))
  const [first, second] = (await seen(company, task_ids)) as [{ task_id: string; row_version: number }, never]
  const [clash] = await seen(company, elsewhere.task_ids)
  await company.admin.ok(acceptDispatch, { given: [{ ...clash!, user_ids: [skilled.user_id] }], seen_people })
  const given = [
    { ...first, user_ids: [skilled.user_id] },
    { ...(second as typeof first), user_ids: [other.user_id] },
  ]
  const answer = await company.admin.send(acceptDispatch, { given, seen_people })
  expect(answer.data).toMatchObject({ done_ids: [task_ids[1]], failed: [{ id: task_ids[0] }] })
  expect(JSON.stringify(answer.data)).toMatch(/已另派任务/)
  // Seen anew and wanted all the same: a leader may.
  const anew = await company.admin.ok(proposeDispatch, { timestamp_range: tomorrow() })
  expect(anew.people.find(({ id }) => id === skilled.user_id)!.given_task_ids).toEqual([clash!.task_id])
  await company.admin.ok(acceptDispatch, {
    given: [{ ...first, user_ids: [skilled.user_id] }],
    seen_people: anew.people.map(({ id, given_task_ids }) => ({ user_id: id, task_ids: [...given_task_ids] })),
  })
})

test('nobody is given two tasks for one time in one go: the second of them is refused and names the first', async () => {
  const company = await app.company()
  const { task_ids, skilled, other } = await aWorkshop(company)
  const elsewhere = await onTheFloor(company, { dispatched: false, stock: '10' })
  const { people } = await company.admin.ok(proposeDispatch, { timestamp_range: tomorrow() })
  const seen_people = people.map(({ id, given_task_ids }) => ({ user_id: id, task_ids: [...given_task_ids] }))
  const all = await seen(company, [...task_ids, elsewhere.task_ids[0]!])
  const one = (id: string, user_ids: string[]) => ({ ...all.find(({ task_id }) => task_id === id)!, user_ids })
  const [first, second, clash] = [task_ids[0]!, task_ids[1]!, elsewhere.task_ids[0]!]
  const given = [
    one(first, [skilled.user_id]),
    one(second, [skilled.user_id]),
    one(clash, [other.user_id, skilled.user_id]),
  ]
  const answer = await company.admin.send(acceptDispatch, { given, seen_people })
  expect(answer.data).toMatchObject({ done_ids: [first, second], failed: [{ id: clash }] })
  expect(JSON.stringify(answer.data)).toContain('同一时间')
  // What is refused itself stands in nobody's way.
  const stale = [{ ...one(first, [other.user_id]) }, one(clash, [other.user_id])]
  expect((await company.admin.send(acceptDispatch, { given: stale, seen_people })).data).toMatchObject({
    ...{ done_ids: [clash], failed: [{ id: first }] },
  })
})

test('what somebody holds over the edge of the shift is seen, and stands in the way of nothing', async () => {
  const company = await app.company()
  const { task_ids, skilled } = await aWorkshop(company)
  const [held, next] = task_ids as [string, string]
  await company.admin.ok(addDispatch, { task_ids: [held], user_ids: [skilled.user_id] })
  // The one begins within the shift and ends after it, where the other one is.
  const [from, to] = tomorrow()
  const move = (id: string, start: number, end: number) =>
    company.as(tx =>
      sql`update production_task set setup_start_time = ${start}, start_time = ${start}, end_time = ${end} where id = ${id}`.execute(
        tx,
      ),
    )
  await move(next, from + 3600, to + 86_400)
  await move(held, to + 3600, to + 7200)
  const { people } = await company.admin.ok(proposeDispatch, { timestamp_range: [from, to] })
  const answer = await company.admin.ok(acceptDispatch, {
    given: (await seen(company, [next])).map(one => ({ ...one, user_ids: [skilled.user_id] })),
    seen_people: people.map(({ id, given_task_ids }) => ({ user_id: id, task_ids: [...given_task_ids] })),
  })
  expect(answer).toMatchObject({ done_ids: [next], failed: [] })
})

test('mine is what is given to me or belongs to the machines of my group; overdue tasks are asked for by name', async () => {
  const company = await app.company()
  const { task_ids, skilled } = await aWorkshop(company)
  const stranger = await company.member([pages.workshopPlan])
  const leader = await company.member([pages.workshopPlan])
  await company.as(tx =>
    sql`insert into workgroup_member (workgroup_id, user_id) select workgroup_id, ${leader.user_id} from device where id in
      (select device_id from production_task where id = ${task_ids[0]})`.execute(tx),
  )
  expect((await leader.ok(listWorkshopTasks, { mine: true })).total).toBe(2)
  expect((await stranger.ok(listWorkshopTasks, { mine: true })).total).toBe(0)
  await company.admin.ok(addDispatch, { task_ids: [task_ids[1]!], user_ids: [stranger.user_id, skilled.user_id] })
  expect((await stranger.ok(listWorkshopTasks, { mine: true })).result.map(({ id }) => id)).toEqual([task_ids[1]])
  const later: [number, number] = [inDays(3), inDays(4)]
  expect((await company.admin.ok(listWorkshopTasks, { timestamp_range: later })).total).toBe(0)
  expect((await company.admin.ok(listWorkshopTasks, { timestamp_range: later, overdue: true })).total).toBe(2)
})

test('who has not done yet what was due an hour ago is not free in the shift that runs', async () => {
  const company = await app.company()
  const { task_ids, skilled } = await aWorkshop(company)
  const [late, next] = task_ids as [string, string]
  await company.admin.ok(addDispatch, { task_ids: [late], user_ids: [skilled.user_id] })
  const now = Math.floor(Date.now() / 1000)
  const move = (id: string, start: number) =>
    company.as(tx =>
      sql`update production_task set setup_start_time = ${start}, start_time = ${start}, end_time = ${start + 3600} where id = ${id}`.execute(
        tx,
      ),
    )
  await move(late, now - 7200)
  await move(next, now + 60)
  const found = await company.admin.ok(proposeDispatch, { timestamp_range: [now - 3 * 3600, now + 5 * 3600] })
  expect(found.left[0]).toBeGreaterThanOrEqual(now)
  expect(found.left[1]).toBe(now + 5 * 3600)
  expect(found.people.find(({ id }) => id === skilled.user_id)!.given_seconds).toBe(3600)
  expect(found.result.find(({ id }) => id === next)!.people.map(({ id }) => id)).not.toContain(skilled.user_id)
})

test('who had the machine at that time yesterday can be taken again', async () => {
  const company = await app.company()
  const { task_ids, skilled } = await aWorkshop(company)
  const [before, next] = task_ids as [string, string]
  await company.admin.ok(addDispatch, { task_ids: [before], user_ids: [skilled.user_id] })
  const rowOf = async () => {
    const { result } = await company.admin.ok(proposeDispatch, { timestamp_range: tomorrow() })
    return result.find(({ id }) => id === next)!
  }
  expect((await rowOf()).yesterday).toEqual([])
  // The first step is made to stand a day before the second, and is done.
  await company.as(tx =>
    sql`update production_task t set setup_start_time = n.setup_start_time - 86400, start_time = n.start_time - 86400,
      end_time = n.end_time - 86400, status = 2 from production_task n where t.id = ${before} and n.id = ${next}`.execute(
      tx,
    ),
  )
  expect((await rowOf()).yesterday).toMatchObject([{ id: skilled.user_id }])
})

test('whose scope is the own workgroups is proposed their people, who are not free while they are busy elsewhere', async () => {
  const company = await app.company()
  const { task_ids, group, skilled, other } = await aWorkshop(company)
  const elsewhere = await onTheFloor(company, { dispatched: false, stock: '10' })
  const stranger = await company.member([pages.productionReport])
  await aWorkgroup(company, { member_ids: [stranger.user_id, skilled.user_id] })
  const leader = await company.member([pages.dispatch, pages.workshopPlan])
  await company.as(async tx => {
    await sql`update app_permission p set data_scope = 20 from user_role r where r.role_id = p.role_id and r.user_id = ${leader.user_id}`.execute(
      tx,
    )
    await sql`update workgroup set leader_id = ${leader.user_id} where id = ${group.id}`.execute(tx)
  })
  const [hidden] = elsewhere.task_ids
  await company.admin.ok(addDispatch, { task_ids: [hidden!], user_ids: [skilled.user_id] })

  const { result, people } = await leader.ok(proposeDispatch, { timestamp_range: tomorrow() })
  expect(people.map(({ id }) => id).sort()).toEqual([skilled.user_id, other.user_id].sort())
  expect(people.find(({ id }) => id === skilled.user_id)).toMatchObject({ given_task_ids: [], given_seconds: 3600 })
  // The first of the steps is at the time of the task elsewhere.
  expect(result.find(({ id }) => id === task_ids[0])!.people.map(({ id }) => id)).toEqual([other.user_id])

  const seen_people = people.map(({ id, given_task_ids }) => ({ user_id: id, task_ids: [...given_task_ids] }))
  const [first] = await seen(company, task_ids)
  const given = [{ ...first!, user_ids: [skilled.user_id] }]
  expect(await leader.ok(acceptDispatch, { given, seen_people })).toMatchObject({ done_ids: [task_ids[0]], failed: [] })
  // What is seen and was given meanwhile is named.
  await company.as(tx =>
    sql`update production_task t set setup_start_time = n.setup_start_time, start_time = n.start_time, end_time = n.end_time
      from production_task n where t.id = ${task_ids[1]} and n.id = ${task_ids[0]}`.execute(tx),
  )
  const second = (await seen(company, task_ids)).slice(1).map(one => ({ ...one, user_ids: [skilled.user_id] }))
  expect((await leader.send(acceptDispatch, { given: second, seen_people })).message).toMatch(/已另派任务/)
})
