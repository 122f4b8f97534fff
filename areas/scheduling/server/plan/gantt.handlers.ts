import { loadSettings } from '@qitao/access/server'
import type { Parsed } from '@qitao/core/call.ts'
import { capacityStatusOf, deliveryStatusOf } from '@qitao/manufacturing/server'
import { clip } from '@qitao/planning/calendar/weekly-calendar.ts'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import { type Context, type Handler, handleLarge } from '@qitao/platform/server/http/handle.ts'
import { numberSeen } from '@qitao/sales/server'
import { type RawBuilder, sql } from 'kysely'
import type { GanttData, GanttMachine, GanttOrder } from '../../model/chart/gantt.record.ts'
import { isHeld } from '../../model/hand/hand.rules.ts'
import { loadOf, loadShare, machinesOf } from '../../model/load/load.rules.ts'
import { chartProblem } from '../../model/problem/chart-problem.rules.ts'
import { calendarBehind, calendarOf } from '../../model/problem/machine-time.rules.ts'
import { dueOf, problemFrom } from '../../model/problem/problem.rules.ts'
import { queryGantt } from '../../model/schedule.calls.ts'
import { devicesSeen } from '../load/devices-seen.ts'
import { workedTasks } from '../load/worked-tasks.queries.ts'
import { loadFacts } from '../problem/facts.queries.ts'
import { areMany, planVersionNow, tasksWhere, touches } from './plan.queries.ts'
import { summaryNow } from './tell-manufacturing.ts'

export const ganttHandlers: Handler[] = [
  handleLarge(
    queryGantt,
    (input, { tx, org_id }) => areMany(tx, touchedBy(org_id, input)),
    (input, context) => gantt(input, context),
  ),
]

/** Tasks in the range, on the machines and of the orders that are asked for. */
const touchedBy = (
  org_id: string,
  { timestamp_range: [from, to], machine_no_list, mo_ids }: Parsed<typeof queryGantt>,
): RawBuilder<unknown> =>
  sql`join device d on d.org_id = t.org_id and d.id = t.device_id where t.org_id = ${org_id} and ${touches(from, to)}
    ${machine_no_list === undefined ? sql`` : sql`and d.machine_no = any(${machine_no_list})`}
    ${mo_ids === undefined ? sql`` : sql`and ${among(sql`t.mo_id`, mo_ids)}`}`

/**
 * The chart of a range: the tasks that touch it with all tasks of their orders, the machines with their working and frozen
 * time, and the part of the engine's problem by which the page judges a drag.
 */
async function gantt(input: Parsed<typeof queryGantt>, { tx, org_id, now, member }: Context): Promise<GanttData> {
  const {
    timestamp_range: [from, to],
    machine_no_list,
  } = input
  const zone = member.time_zone
  // Before what it is the version of: what changes meanwhile is told with a later one.
  const plan_version = await planVersionNow(tx, org_id)
  const touched = await rows(
    tx,
    sql<{ mo_id: string }>`select distinct t.mo_id from production_task t ${touchedBy(org_id, input)}`,
  )
  const ids = touched.map(({ mo_id }) => mo_id)
  const facts = await loadFacts(tx, org_id, now, zone, ids)
  const settings = await loadSettings(tx, org_id)
  const problem = problemFrom(facts, {
    isFree: task => !isHeld(task),
    only_kitted: settings.production_plan_no_schedule_not_kitted,
    known_from: from,
  })
  const tasks = await tasksWhere(
    tx,
    org_id,
    among(sql`t.mo_id`, [...new Set([...ids, ...facts.orders.map(({ id }) => id)])]),
  )
  const machines = machinesOf(problem)
  // Of all orders, also where the chart shows some.
  const byDevice = Map.groupBy(await workedTasks(tx, org_id, from, to), task => task.device_id)
  const reasonOf = await freezeReasons(tx, org_id)
  const wanted = machine_no_list && new Set(machine_no_list)
  const isSeen = await devicesSeen({ tx, org_id, member })
  const days = [
    Math.min(from, ...tasks.map(task => task.setup_start_time)),
    Math.max(to, ...tasks.map(task => task.end_time)),
  ] as const
  return {
    plan_version,
    now,
    summary: await summaryNow(tx, org_id, now),
    tasks,
    rows: facts.devices
      .filter(device => isSeen(device.id) && (!wanted || wanted.has(device.machine_no)))
      .map(
        (device): GanttMachine => ({
          id: device.id,
          machine_no: device.machine_no,
          name: device.name,
          workgroup_id: device.workgroup_id,
          workgroup_name: facts.workgroups.find(({ id }) => id === device.workgroup_id)?.name ?? null,
          calendar_id: calendarOf(device),
          capacity: device.capacity,
          outside: device.supplier_id !== null,
          status: device.status,
          process_ids: [...device.process_ids],
          freezes: device.freezes.map(freeze => ({ ...freeze, reason: reasonOf.get(freeze.id) ?? null })),
          load_share: loadShare(loadOf(machines, device.id, byDevice.get(device.id) ?? [], from, to)),
        }),
      ),
    calendar: problem.calendars.map(({ id, intervals }) => ({
      id,
      name: calendarBehind(facts.calendars, id).name,
      intervals: clip(intervals, ...days).map(([start, end]) => [start, end] as [number, number]),
    })),
    orders: await ordersOf(tx, org_id, tasks, zone),
    problem: chartProblem(problem),
  }
}

async function freezeReasons(tx: Context['tx'], org_id: string): Promise<Map<string, string | null>> {
  const found = await rows(
    tx,
    sql<{
      id: string
      reason: string | null
    }>`select id, reason from device_freeze where org_id = ${org_id} and reason is not null`,
  )
  return new Map(found.map(({ id, reason }) => [id, reason]))
}

async function ordersOf(
  tx: Context['tx'],
  org_id: string,
  tasks: readonly { mo_id: string }[],
  zone: string,
): Promise<GanttOrder[]> {
  const found = await rows(
    tx,
    sql<
      Omit<GanttOrder, 'due'>
    >`select o.id, o.no, o.status, o.material_id, m.code as material_code, m.name as material_name, u.name as unit_name, u."precision" as unit_precision,
        o.planned_quantity, o.completed_quantity, ${numberSeen(sql`o.order_id`, sql`s.no`)} as order_no, c.name as customer_name, o.parent_mo_id, o.delivery_date, o.priority,
        o.planned_finish_time, o.material_status, o.kitting_time, ${capacityStatusOf(sql`o`)} as capacity_status, o.capacity_locked, ${deliveryStatusOf(sql`o`)} as delivery_status, o.publish_status, o.dispatch_status
      from mo o join material m on m.org_id = o.org_id and m.id = o.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
        left join seen_sales_order s on s.org_id = o.org_id and s.id = o.order_id left join customer c on c.org_id = s.org_id and c.id = s.customer_id
      where o.org_id = ${org_id} and ${among(sql`o.id`, [...new Set(tasks.map(task => task.mo_id))])} order by o.delivery_date, o.no`,
  )
  return found.map(order => ({ ...order, due: dueOf(order, zone) }))
}
