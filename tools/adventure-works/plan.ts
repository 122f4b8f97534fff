import { type Day, daySeconds, longestSearchSeconds, startOfDay } from '@qitao/core/time.ts'
import { addMos, listMos, sendMosToPlan } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import type { MoRow, UnplannedCause } from '@qitao/manufacturing/model/mo/mo.record.ts'
import { materialStatus, moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { checkKits, listShortages } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { problemOfChart } from '@qitao/scheduling/model/problem/chart-problem.rules.ts'
import { autoSchedule, queryGantt, type ScheduleResult } from '@qitao/scheduling/model/schedule.calls.ts'
import { type Caller, jobEnd, portions } from './caller.ts'
import type { Decided } from './decide.ts'
import { judge } from './judge.ts'
import { type Report, timed } from './report.ts'

const portion = 500
const pageSize = 1000
/** Most ids of one call. */
const mostIds = 2000
const shownShortages = 15
const shownViolations = 10
const shownOrders = 3

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
    for (const ids of portions(mo_ids, mostIds))
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

/** What is stored, asked of the product and judged here, outside of it. */
async function verify(call: Caller, orders: readonly MoRow[], wanted: number, report: Report): Promise<void> {
  const verdict = await timed(report, 'checking what is stored', async () => {
    const from = Math.floor(Date.now() / 1000) - daySeconds
    const { tasks, problem } = await call(queryGantt, { timestamp_range: [from, from + longestSearchSeconds] })
    return judge({ tasks, problem: problemOfChart(problem) }, orders)
  })
  const { placed, left, violations, beforeKit, ordersBeforeKit } = verdict
  report.say(`${placed.length} MOs are scheduled with ${verdict.taskCount} tasks, ${left.length} are not`)
  const causes = Map.groupBy(left, ({ unplanned }) => (unplanned ? causeOf(unplanned) : 'without a cause'))
  for (const [cause, list] of [...causes].toSorted(([, a], [, b]) => b.length - a.length))
    report.say(`  ${String(list.length).padStart(7)} ${cause} (${named(list)})`)

  report.say('promises')
  report.promise(orders.length === wanted, `all ${wanted} MOs are there: ${orders.length}`)
  const unnamed = left.filter(({ unplanned }) => !unplanned)
  report.promise(unnamed.length === 0, `every open MO is scheduled or names its cause: ${unnamed.length} do neither`)
  const outside = orders.filter(({ status }) => status !== moStatus.codes.planned)
  report.promise(outside.length === 0, `every MO is in the plan: ${outside.length} are not`)
  report.promise(beforeKit.length === 0, `no task starts before its material is there: ${beforeKit.length} tasks do`)
  // Without manufacturing BoMs all material goes in at the first step, so the date of the whole order holds for its start.
  report.promise(ordersBeforeKit.length === 0, `no MO starts before its kit date: ${ordersBeforeKit.length} do`)
  report.promise(
    violations.length === 0,
    `the checker finds nothing in the stored plan: ${violations.length} violations`,
  )
  for (const { rule, subject, object, detail } of violations.slice(0, shownViolations))
    report.say(`    ${rule} ${subject} ${object} ${detail}`)
}
const causeOf = ({ cause, object_kind, object_name }: UnplannedCause): string =>
  // Orders that wait for an order are many, each for another one.
  object_kind === 'order' ? cause : `${cause} ${object_name ?? object_kind}`
const named = (orders: readonly MoRow[]): string => {
  const first = orders.slice(0, shownOrders).map(({ no }) => no)
  return orders.length > first.length ? `${first.join(', ')} ...` : first.join(', ')
}
