import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { manufacturingErrors } from '@qitao/manufacturing/model/manufacturing.errors.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { lockCapacity } from '../../model/schedule.calls.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import {
  alterSimulatedPriorities,
  compareSimulations,
  convertSimulation,
  dropSimulations,
  explainSimulation,
  listSimulationOrders,
  listSimulations,
  simulateSchedule,
} from '../../model/what-if/simulation.calls.ts'
import { ended } from '../../testing/jobs.ts'
import { aComponent, aMo, aPlannedMo, aPlant, aTask, at, type MadeMo } from '../../testing/plant.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'

const planOf = (company: TestCompany) =>
  company.as(tx =>
    rows(
      tx,
      sql<object>`select operation_id, device_id, start_time, end_time from production_task order by operation_id`,
    ),
  )
const orderOf = async (company: TestCompany, { id }: MadeMo) =>
  (
    await company.as(tx =>
      rows(
        tx,
        sql<{
          status: number
          priority: number
          planned_finish_time: number | null
        }>`select status, priority, planned_finish_time from mo where id = ${id}`,
      ),
    )
  )[0]!

/** Two orders that share the welder, one of them on the plan; and a version that puts the other first. */
async function set(company: TestCompany) {
  const plant = await aPlant(company)
  const planned = await aPlannedMo(company, plant, 2)
  const waiting = await aMo(company, plant)
  return { plant, planned, waiting }
}
async function calculated(company: TestCompany) {
  const made = await set(company)
  const mo_ids = [made.planned.id, made.waiting.id]
  const { version_id } = await company.admin.ok(alterSimulatedPriorities, {
    priorities: [{ mo_id: made.waiting.id, priority: 1 }],
  })
  const { job_id } = await company.admin.ok(simulateSchedule, { version_id, mo_ids, seconds: 1 })
  expect(await ended(company, job_id)).toMatchObject({ status: 2, error_code: null })
  return { ...made, version_id }
}
const ofOthers = (answer: { data?: unknown }) => expect(answer.data).toMatchObject({ result: [], total: 0 })

describe('what if', () => {
  contract(app, listSimulationOrders, {
    set: calculated,
    good: ({ version_id }) => ({ version_id, order_by: 'no' }),
    check: ({ result, total }, { planned, waiting, version_id }) => {
      expect(total).toBe(2)
      const first = result.find(row => row.mo.id === waiting.id)!
      expect(first).toMatchObject({ version_id, priority: 1, mo: { priority: 100, planned_finish_time: null } })
      expect(first.simulated_finish_time).toBeGreaterThan(first.simulated_start_time!)
      expect(first.delivery_status).toBe(1)
      expect(result.find(row => row.mo.id === planned.id)).toMatchObject({ priority: 100 })
    },
    refused: () => [['an unknown version', { version_id: nowhere }, generalErrors.recordNotFound]],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, alterSimulatedPriorities, {
    set,
    good: ({ waiting }) => ({ name: '急单优先', priorities: [{ mo_id: waiting.id, priority: 7 }] }),
    check: async ({ version_id, affected }, { waiting }, company) => {
      expect(affected).toBe(1)
      const { result } = await company.admin.ok(listSimulationOrders, { version_id })
      expect(result.find(row => row.mo.id === waiting.id)).toMatchObject({ priority: 7 })
      expect((await orderOf(company, waiting)).priority).toBe(100)
    },
    refused: ({ waiting }) => [
      ['a priority of 0', { priorities: [{ mo_id: waiting.id, priority: 0 }] }, generalErrors.number1To10000],
      ['one that is too high', { priorities: [{ mo_id: waiting.id, priority: 10_001 }] }, generalErrors.number1To10000],
      ['an order that is not there', { priorities: [{ mo_id: nowhere, priority: 1 }] }, manufacturingErrors.moMissing],
      [
        'an unknown version',
        { version_id: nowhere, priorities: [{ mo_id: waiting.id, priority: 1 }] },
        generalErrors.recordNotFound,
      ],
    ],
    foreign: manufacturingErrors.moMissing,
  })
  contract(app, simulateSchedule, {
    set: async company => ({ ...(await set(company)), before: await planOf(company) }),
    good: ({ planned, waiting }) => ({ mo_ids: [planned.id, waiting.id], seconds: 1 }),
    check: async ({ job_id, version_id }, { waiting }, company) => {
      const before = await planOf(company)
      expect(await ended(company, job_id)).toMatchObject({ status: 2, result: { version_id } })
      expect(await planOf(company)).toEqual(before)
      expect(await orderOf(company, waiting)).toMatchObject({ planned_finish_time: null })
      const { result } = await company.admin.ok(listSimulations, {})
      expect(result).toMatchObject([
        {
          id: version_id,
          status: 1,
          mo_count: 2,
          is_old: false,
          figures: { orders: 2, late_orders: 0, on_time_share: 1 },
        },
      ])
    },
    refused: ({ waiting }) => [
      ['no orders', { mo_ids: [] }, generalErrors.badParameter],
      ['an order that is not there', { mo_ids: [nowhere] }, generalErrors.recordNotFound],
      ['an unknown version', { mo_ids: [waiting.id], version_id: nowhere }, generalErrors.recordNotFound],
    ],
    foreign: generalErrors.recordNotFound,
  })
  test('6103 while one is calculated', async () => {
    const company = await app.company()
    const { waiting } = await set(company)
    const { job_id } = await company.admin.ok(simulateSchedule, { mo_ids: [waiting.id], seconds: 2 })
    expect(await company.admin.send(simulateSchedule, { mo_ids: [waiting.id] })).toMatchObject({
      code: schedulingErrors.scheduleRunning.code,
    })
    await ended(company, job_id)
  })
})

describe('a version becomes the plan', () => {
  contract(app, convertSimulation, {
    set: calculated,
    good: ({ version_id }) => ({ version_id }),
    check: async ({ done_ids }, { planned, waiting, version_id }, company) => {
      expect(done_ids.toSorted()).toEqual([planned.id, waiting.id].toSorted())
      const { result } = await company.admin.ok(listSimulationOrders, { version_id })
      for (const row of result) expect(row.mo.planned_finish_time).toBe(row.simulated_finish_time)
      // Both start within the publishing window, so the floor is told.
      expect(await orderOf(company, waiting)).toMatchObject({ status: 30, priority: 1 })
      expect((await company.admin.ok(listSimulations, {})).result[0]).toMatchObject({ status: 2 })
    },
    refused: () => [['an unknown version', { version_id: nowhere }, generalErrors.recordNotFound]],
    foreign: generalErrors.recordNotFound,
  })
  test('without publishing; a locked order keeps its place and is told', async () => {
    const company = await app.company()
    const { planned, waiting, version_id } = await calculated(company)
    await company.admin.ok(lockCapacity, { mo_ids: [planned.id] })
    const before = await planOf(company)
    const answer = await company.admin.send(convertSimulation, { version_id, publish: false })
    expect(answer).toMatchObject({
      code: 5056,
      data: { failed: expect.arrayContaining([expect.objectContaining({ id: planned.id, code: 5613 })]) },
    })
    expect(await planOf(company)).toEqual(expect.arrayContaining(before))
    expect((await orderOf(company, waiting)).status).toBe(20)
  })
  test('what was not calculated, or is the plan already, is refused', async () => {
    const company = await app.company()
    const { waiting, version_id } = await calculated(company)
    await company.admin.ok(alterSimulatedPriorities, { version_id, priorities: [{ mo_id: waiting.id, priority: 2 }] })
    expect(await company.admin.send(convertSimulation, { version_id })).toMatchObject({
      code: generalErrors.statusNotAllowed.code,
    })
  })
})

describe('versions beside each other', () => {
  contract(app, compareSimulations, {
    set: calculated,
    good: ({ version_id }) => ({ version_ids: [version_id] }),
    check: ({ plans, orders }, { waiting, version_id }) => {
      expect(plans.map(plan => plan.id)).toEqual([null, version_id])
      expect(plans[0]!.figures).toMatchObject({ orders: 2, unplanned_orders: 1 })
      expect(plans[1]!.figures).toMatchObject({ orders: 2, unplanned_orders: 0 })
      expect(plans[1]!.moved_tasks).toBeGreaterThanOrEqual(2)
      const row = orders.find(order => order.id === waiting.id)!
      expect(row.finishes).toMatchObject([{ priority: 100, finish_time: null }, { priority: 1 }])
      expect(row.finishes[1]!.finish_time).toBeLessThan(at(20, 24))
    },
    refused: () => [
      ['no version', { version_ids: [] }, generalErrors.badParameter],
      ['an unknown version', { version_ids: [nowhere] }, generalErrors.recordNotFound],
    ],
    foreign: generalErrors.recordNotFound,
  })
  test('all are measured from one moment, by the orders as they are now: the same plan, calculated a day before, is as good', async () => {
    const company = await app.company()
    const { planned, waiting, version_id } = await calculated(company)
    const older = newId()
    await company.as(tx =>
      sql`insert into simulation_version (id, version_no, name, status, figures, tasks, orders)
        select ${older}, 2, 'S2', status, figures || jsonb_build_object('makespan_hours', (figures ->> 'makespan_hours')::numeric + 24,
          'load_share', 0, 'weighted_tardiness_hours', 5), tasks, orders from simulation_version where id = ${version_id}`.execute(
        tx,
      ),
    )
    // What is done since counts in no plan, neither its set-up nor its end.
    await company.as(async tx => {
      await sql`update mo_operation set status = 2 where id = ${planned.operations[0]!}`.execute(tx)
      await sql`update production_task set status = 2 where id = ${planned.cut.id}`.execute(tx)
      await sql`update simulation_version set tasks = (select jsonb_agg(case when t ->> 'operation_id' = ${planned.operations[0]!}
        then t || '{"setup_seconds": 3600}' else t end) from jsonb_array_elements(tasks) t)`.execute(tx)
    })
    const { plans } = await company.admin.ok(compareSimulations, { version_ids: [version_id, older] })
    expect(plans[2]!.figures).toEqual(plans[1]!.figures)
    expect(plans[1]!.figures.setup_hours).toBe(0)
    const { result } = await company.admin.ok(listSimulationOrders, { version_id })
    const last = Math.max(...result.map(row => row.simulated_finish_time!))
    expect(plans[1]!.figures.makespan_hours).toBeCloseTo((last - Date.now() / 1000) / 3600, 1)
    expect(result.map(({ id }) => id).toSorted()).toEqual([planned.id, waiting.id].toSorted())
  })
  test('what runs is not told as moved, wherever its end is expected now', async () => {
    const company = await app.company()
    const { planned, version_id } = await calculated(company)
    const first = planned.operations[0]!
    // The version has it an hour later than the plan.
    await company.as(tx =>
      sql`update simulation_version set tasks = (select jsonb_agg(case when t ->> 'operation_id' = ${first}
        then t || jsonb_build_object('start_time', (t ->> 'start_time')::bigint + 3600) else t end)
        from jsonb_array_elements(tasks) t)`.execute(tx),
    )
    const moved = async () =>
      (await company.admin.ok(compareSimulations, { version_ids: [version_id] })).plans[1]!.moved_tasks
    const before = await moved()
    await company.as(async tx => {
      await sql`update mo_operation set status = 1 where id = ${first}`.execute(tx)
      await sql`update production_task set status = 1, actual_start_time = ${at(0, 1)} where id = ${planned.cut.id}`.execute(
        tx,
      )
    })
    expect(await moved()).toBe(before - 1)
  })
  contract(app, listSimulations, {
    set: calculated,
    good: () => ({}),
    check: ({ result }, { version_id }) =>
      expect(result).toMatchObject([{ id: version_id, name: 'S1', priority_count: 1 }]),
    refused: () => [['a page of a thousand', { page_size: 1_000_000 }, generalErrors.badParameter]],
    foreign: ofOthers,
  })
  contract(app, dropSimulations, {
    set: calculated,
    good: ({ version_id }) => ({ ids: [version_id] }),
    check: async (_data, _set, company) =>
      expect(await company.admin.ok(listSimulations, {})).toMatchObject({ total: 0 }),
    refused: () => [['an unknown version', { ids: [nowhere] }, generalErrors.recordNotFound]],
    foreign: generalErrors.recordNotFound,
  })
})

describe('why a version changes nothing', () => {
  /** Two orders have the saw before the one that is put first, and both are published: they stay. */
  async function bound(company: TestCompany) {
    const plant = await aPlant(company)
    await company.as(tx => sql`update device set status = 0 where id = ${plant.saw2.id}`.execute(tx))
    const first = await aPlannedMo(company, plant, 2, { steps: 1, publish_status: 1 })
    const late = await aMo(company, plant, { steps: 1, delivery_date: at(-3, 0) })
    const arrives = at(4, 9)
    await aComponent(company, plant, late, arrives)
    await aTask(company, late, 0, plant.saw, arrives)
    const { version_id } = await company.admin.ok(alterSimulatedPriorities, {
      priorities: [{ mo_id: late.id, priority: 1 }],
    })
    const { job_id } = await company.admin.ok(simulateSchedule, { version_id, mo_ids: [late.id], seconds: 1 })
    expect(await ended(company, job_id)).toMatchObject({ status: 2, error_code: null })
    return { plant, first, late, arrives, version_id }
  }
  contract(app, explainSimulation, {
    set: bound,
    good: ({ version_id }) => ({ version_id }),
    check: ({ orders, more }, { late, arrives, plant }) => {
      expect(more).toBe(0)
      expect(orders).toMatchObject([
        {
          ...{ mo_id: late.id, no: late.no, finish: arrives + 2 * 3600, gained_seconds: 0 },
          bound: { piece: { kind: 'material', material_code: plant.component.code, to: arrives } },
          smallest: { kind: 'expedite', material_code: plant.component.code, from: arrives, to: arrives - 86_400 },
        },
      ])
      const [{ due, finish, smallest }] = orders as [(typeof orders)[number]]
      // A day earlier it is as late as its new finish says.
      expect(smallest!.finish).toBe(finish! - smallest!.gained_seconds)
      expect(smallest!.tardiness_seconds).toBe(smallest!.finish - due)
    },
    refused: () => [['an unknown version', { version_id: nowhere }, generalErrors.recordNotFound]],
    foreign: generalErrors.recordNotFound,
  })
  test('orders that gain what they were meant to are not told', async () => {
    const company = await app.company()
    const { version_id } = await calculated(company)
    expect(await company.admin.ok(explainSimulation, { version_id })).toEqual({ orders: [], more: 0 })
  })
})
