// What the head of an order, its remedies, the list and the progress say of its lateness, after the books have moved on.
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { listMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { explainLateOrder, listRemedies } from '@qitao/scheduling/model/late/late-order.calls.ts'
import { queryGantt, repairPlan } from '@qitao/scheduling/model/schedule.calls.ts'
import { aComponent, aMo, aPlannedMo, aPlant, aTask, at } from '@qitao/scheduling/testing/plant.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listProgress } from '../model/report.calls.ts'

const app = await testApp()

/** An order that waits for the saw behind another one and for material, and is late by the plan. */
async function aLateOrder() {
  const company = await app.company()
  const plant = await aPlant(company)
  const first = await aPlannedMo(company, plant, 2, { steps: 1 })
  const late = await aMo(company, plant, { steps: 1, delivery_date: at(-3, 0) })
  await aComponent(company, plant, late, at(2, 9))
  const task = await aTask(company, late, 0, plant.saw, at(2, 10))
  return { company, plant, first, late, task }
}
/** Seconds of lateness, by where they are read. */
async function told(company: TestCompany, mo_id: string) {
  const { admin } = company
  const chart = await admin.ok(queryGantt, { timestamp_range: [at(-10, 0), at(40, 0)] })
  const head = chart.orders.find(({ id }) => id === mo_id)!
  const behind = (finish: number | null) => Math.max(0, finish! - head.due)
  const [listed] = (await admin.ok(listMos, {})).result.filter(({ id }) => id === mo_id)
  const [progress] = (await admin.ok(listProgress, {})).result.filter(({ id }) => id === mo_id)
  const remedies = await admin.ok(listRemedies, { mo_id })
  for (const one of remedies.result) expect(one.gained_seconds + one.tardiness_seconds).toBe(remedies.tardiness_seconds)
  return {
    pages: {
      head: behind(head.planned_finish_time),
      list: behind(listed!.planned_finish_time),
      progress: behind(progress!.planned_finish_time),
      remedies: remedies.planned_tardiness_seconds,
    },
    expected: behind(progress!.expected_finish_time),
    counted: remedies.tardiness_seconds,
    explained: (await admin.ok(explainLateOrder, { mo_id })).late?.tardiness_seconds,
    kinds: remedies.result.map(({ kind }) => kind),
  }
}
const everywhere = (seconds: number) => ({ head: seconds, list: seconds, progress: seconds, remedies: seconds })

test('nothing has happened: one figure, and gains are counted from it', async () => {
  const { company, late } = await aLateOrder()
  const { pages, counted, explained, kinds } = await told(company, late.id)
  const lateness = pages.head
  expect(pages).toEqual(everywhere(lateness))
  expect([counted, explained]).toEqual([lateness, lateness])
  expect(kinds).toContain('expedite')
})

test('a receipt slips: every page keeps the figure of the plan, remedies say what it really is, and repair makes them one', async () => {
  const { company, late } = await aLateOrder()
  const before = (await told(company, late.id)).pages.head
  await company.as(tx =>
    sql`update mo_assignment set available_time = ${at(4, 9)}
      where component_id in (select id from mo_component where mo_id = ${late.id})`.execute(tx),
  )
  const slipped = await told(company, late.id)
  expect(slipped.pages).toEqual(everywhere(before))
  expect(slipped.counted).toBe(before + 47 * hourSeconds)
  const { plan_version } = await company.admin.ok(repairPlan, {})
  expect(plan_version).toBeGreaterThan(0)
  const repaired = await told(company, late.id)
  expect(repaired.pages).toEqual(everywhere(before + 47 * hourSeconds))
  expect([repaired.counted, repaired.explained]).toEqual([repaired.pages.head, repaired.pages.head])
  expect(repaired.expected).toBe(repaired.pages.head)
})

test('a task goes on for longer than planned: the same', async () => {
  const { company, plant, late, task } = await aLateOrder()
  // Begun yesterday, of which a quarter is reported: it was to end at ten.
  await company.as(async tx => {
    await sql`update production_task set setup_start_time = ${at(-1, 8)}, start_time = ${at(-1, 8)}, end_time = ${at(-1, 10)},
      status = 1, actual_start_time = ${at(-1, 8)}, reported_quantity = 30, device_id = ${plant.saw2.id} where id = ${task.id}`.execute(
      tx,
    )
    await sql`update mo_operation set status = 1, reported_quantity = 30 where mo_id = ${late.id}`.execute(tx)
    await sql`update mo set status = ${moStatus.codes.in_production}, planned_start_time = ${at(-1, 8)}, planned_finish_time = ${at(-1, 10)} where id = ${late.id}`.execute(
      tx,
    )
  })
  const { pages, counted, explained } = await told(company, late.id)
  expect(pages).toEqual(everywhere(pages.head))
  // An hour and a half is left, and it is worked from now on.
  expect(counted).toBeGreaterThan(pages.head)
  expect(counted).toBe(explained)
})

test('a task dragged to the right: its lateness is counted from there, and moving left is a remedy', async () => {
  const { company, late, task } = await aLateOrder()
  await company.as(async tx => {
    await sql`update production_task set setup_start_time = ${at(6, 10)}, start_time = ${at(6, 10)}, end_time = ${at(6, 12)}
      where id = ${task.id}`.execute(tx)
    await sql`update mo set planned_start_time = ${at(6, 10)}, planned_finish_time = ${at(6, 12)} where id = ${late.id}`.execute(
      tx,
    )
  })
  const { pages, counted, explained, kinds } = await told(company, late.id)
  expect(pages).toEqual(everywhere(pages.head))
  expect([counted, explained]).toEqual([pages.head, pages.head])
  expect(kinds).toContain('as_early')
})
