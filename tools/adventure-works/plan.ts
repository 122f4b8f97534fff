import { type Day, longestSearchSeconds, startOfDay } from '@qitao/core/time.ts'
import { checkKits, listShortages } from '@qitao/manufacturing/model/material-plan.calls.ts'
import { addMos, listMos, sendMosToPlan } from '@qitao/manufacturing/model/mo.calls.ts'
import type { MoRow } from '@qitao/manufacturing/model/mo.record.ts'
import { materialStatus, moStatus } from '@qitao/manufacturing/model/mo.status.ts'
import { checkPlan } from '@qitao/planning/checker/check-plan.ts'
import type { Plan } from '@qitao/planning/scheduling/plan.ts'
import type { Problem } from '@qitao/planning/scheduling/problem.ts'
import type { GanttData } from '@qitao/scheduling/model/gantt.record.ts'
import { autoSchedule, queryGantt, type ScheduleResult } from '@qitao/scheduling/model/schedule.calls.ts'
import { type Caller, jobEnd, portions } from './caller.ts'
import type { Decided } from './decide.ts'
import { type Report, timed } from './report.ts'

const portion = 500
const pageSize = 1000
const shownShortages = 15

/** The orders of December as open MOs: netted, sent to the plan, scheduled; then everything that was promised is looked at. */
export async function planOrders(
  call: Caller,
  decided: Decided,
  materials: ReadonlyMap<string, string>,
  { zone, seconds }: { zone: string; seconds: number },
  report: Report,
): Promise<void> {
  const at = (day: Day) => startOfDay(day, zone)
  const mo_ids = await timed(report, 'work orders', async () => {
    const made: string[] = []
    for (const mos of portions(decided.orders, portion)) {
      const { mo_ids: ids } = await call(addMos, {
        mos: mos.map(({ no, product, quantity, day }) => ({
          no,
          material_id: materials.get(product)!,
          planned_quantity: quantity,
          delivery_date: at(day),
        })),
      })
      made.push(...ids)
    }
    report.count('open MOs', decided.orders.length, (await call(listMos, { page_size: 1 })).total)
    return made
  })
  await timed(report, 'kitting check', async () => {
    // Orders that were checked before take part, so the last portion nets them all.
    for (const ids of portions(mo_ids, pageSize))
      await jobEnd(call, (await call(checkKits, { mo_ids: ids, mode: 'kitting' })).job_id)
  })
  await timed(report, 'sending to plan', async () => {
    for (const ids of portions(mo_ids, portion)) await call(sendMosToPlan, { mo_ids: ids })
  })
  const result = (await timed(report, `scheduling (at most ${seconds} s to improve)`, async () =>
    jobEnd(call, (await call(autoSchedule, { mo_ids, seconds })).job_id),
  )) as ScheduleResult
  report.say(
    `  ${result.scheduled} scheduled, ${result.failed.length} not placed, ${result.late_count} late, plan version ${result.version_no}`,
  )
  const orders = await allOrders(call)
  tellKits(orders, report)
  await tellShortages(call, report)
  await verify(call, orders, mo_ids.length, report)
}

async function allOrders(call: Caller): Promise<MoRow[]> {
  const orders: MoRow[] = []
  let cursor: string | undefined
  do {
    const page = await call(listMos, { page_size: pageSize, order_by: 'no', ...(cursor ? { cursor } : {}) })
    orders.push(...page.result)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return orders
}

function tellKits(orders: readonly MoRow[], report: Report): void {
  report.say('kits of the open MOs')
  for (const [status, list] of Map.groupBy(orders, order => order.material_status))
    report.say(
      `  ${String(list.length).padStart(7)} ${status === null ? 'not checked' : materialStatus.stateOf(status as 1).en}`,
    )
}

/** Nothing is bought or made for them here: they are named. */
async function tellShortages(call: Caller, report: Report): Promise<void> {
  const short = new Map<string, { name: string; total: string; orders: number }>()
  let cursor: string | undefined
  do {
    const page = await call(listShortages, { page_size: pageSize, ...(cursor ? { cursor } : {}) })
    for (const { material_code, material_name, total_short, waiting_mo_count } of page.result)
      short.set(material_code, { name: material_name, total: total_short, orders: waiting_mo_count })
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  report.say(`${short.size} materials are short`)
  const worst = [...short].toSorted(([, a], [, b]) => b.orders - a.orders)
  for (const [code, { name, total, orders }] of worst.slice(0, shownShortages))
    report.say(`  ${code} ${name}: ${Number(total)} short, ${orders} MOs wait`)
  if (worst.length > shownShortages) report.say(`  and ${worst.length - shownShortages} more`)
}

async function verify(call: Caller, orders: readonly MoRow[], wanted: number, report: Report): Promise<void> {
  const { data, violations } = await timed(report, 'checking what is stored', async () => {
    const from = Math.floor(Date.now() / 1000) - 86_400
    const read = await call(queryGantt, { timestamp_range: [from, from + longestSearchSeconds] })
    return { data: read, violations: checkPlan(problemThen(read), planOf(read)) }
  })
  const byOrder = Map.groupBy(data.tasks, task => task.mo_id)
  const placed = orders.filter(order => byOrder.has(order.id))
  const left = orders.filter(order => !byOrder.has(order.id))
  report.say(`${placed.length} MOs are scheduled with ${data.tasks.length} tasks, ${left.length} are not`)
  const causes = Map.groupBy(left, ({ unplanned }) =>
    unplanned ? `${unplanned.cause}: ${unplanned.object_name ?? unplanned.object_kind}` : '',
  )
  for (const [cause, list] of [...causes].toSorted(([, a], [, b]) => b.length - a.length))
    report.say(`  ${String(list.length).padStart(7)} ${cause || 'without a cause'} (${list[0]!.no} ...)`)

  report.say('promises')
  report.promise(orders.length === wanted, `all ${wanted} MOs are there: ${orders.length}`)
  const unnamed = left.filter(({ unplanned }) => !unplanned)
  report.promise(unnamed.length === 0, `every open MO is scheduled or names its cause: ${unnamed.length} do neither`)
  const wrong = orders.filter(({ status }) => status !== moStatus.codes.planned)
  report.promise(wrong.length === 0, `every MO is in the plan: ${wrong.length} are not`)
  const beforeKit = tasksBeforeKit(data)
  report.promise(beforeKit === 0, `no task starts before its material is there: ${beforeKit} tasks do`)
  report.promise(
    violations.length === 0,
    `the checker finds nothing in the stored plan: ${violations.length} violations`,
  )
  for (const { rule, subject, object, detail } of violations.slice(0, 10))
    report.say(`    ${rule} ${subject} ${object} ${detail}`)
}

/** Kit dates of the problem against the starts as stored: the tool's own look, beside the checker's. */
function tasksBeforeKit({ problem, tasks }: GanttData): number {
  const kits = new Map(problem.operations.map(({ id, kit }) => [id, kit?.at ?? null]))
  return tasks.filter(task => {
    const kit = kits.get(task.operation_id) ?? null
    return kit !== null && task.start_time < kit
  }).length
}

/** The stored tasks as a plan that the checker can judge by the problem that the product tells. */
function planOf({ tasks, problem }: GanttData): Plan {
  const fixed = new Set(problem.operations.flatMap(operation => (operation.fixed ? operation.id : [])))
  const finish = new Map<string, number>()
  for (const task of tasks) finish.set(task.mo_id, Math.max(finish.get(task.mo_id) ?? 0, task.end_time))
  return {
    tasks: tasks.map(task => ({
      operation: task.operation_id,
      order: task.mo_id,
      machine: task.device_id,
      setupStart: task.setup_start_time,
      start: task.start_time,
      end: task.end_time,
      setupSeconds: task.setup_seconds,
      fixed: fixed.has(task.operation_id),
      // Why a task stands where it does is kept in words for people; the rules of the plan do not need it.
      reasons: [{ kind: 'now', until: task.start_time }],
    })),
    unplanned: [],
    orders: problem.orders.map(({ id, due }) => ({
      order: id,
      finish: finish.get(id) ?? null,
      tardinessSeconds: Math.max(0, (finish.get(id) ?? due) - due),
    })),
    conflicts: [],
    score: {
      weightedTardinessHours: 0,
      lateOrders: 0,
      setupSeconds: 0,
      makespanSeconds: 0,
      flowSeconds: 0,
      unplannedOrders: 0,
    },
    iterations: 0,
  }
}
/** As it was when the plan was made: a first task that has begun since is not in the past. */
function problemThen({ problem, tasks }: GanttData): Problem {
  return { ...problem, now: tasks.reduce((begin, task) => Math.min(begin, task.setup_start_time), problem.now) }
}
