import type { Parsed } from '@qitao/core/call.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { closestTimeOf } from '@qitao/engineering/model/time/cycle-time.rules.ts'
import { loadCycleTimes } from '@qitao/engineering/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type Context, type Handler, handle, handleLarge } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { daysOf, loadOf, loadRate, periodsOf, stageLoad } from '../../model/load/load.rules.ts'
import {
  type AssignedProductRow,
  listAssignedProducts,
  type PlanLoadRow,
  planLoad,
  resourceUtilization,
  type StagePayloadRow,
  stagePayload,
  type UtilizationRow,
} from '../../model/load/plan-load.calls.ts'
import { type MachineWork, tasksByPeriod, utilizationOf, workOf } from '../../model/load/utilization.rules.ts'
import { areMany } from '../plan/plan.queries.ts'
import { devicesSeen } from './devices-seen.ts'
import { machinesFor, measuredTasks, type RestsByTask, within, workedTasks } from './worked-tasks.queries.ts'

const usualDays = 14
const usualMonths = 92

const usualRange = (now: number): [number, number] => [now, now + (usualDays - 1) * daySeconds]
const usualPeriods = (now: number): [number, number] => [now, now + usualMonths * daySeconds]

export const loadHandlers: Handler[] = [
  handleLarge(
    planLoad,
    ({ timestamp_range }, { tx, org_id, now }) => {
      const [from, to] = timestamp_range ?? usualRange(now)
      return areMany(tx, within(org_id, from, to))
    },
    (input, context) => loadByDay(input, context),
  ),

  handleLarge(
    stagePayload,
    ({ timestamp_range, time_dimension }, { tx, org_id, now, member }) => {
      const periods = periodsOf(...(timestamp_range ?? usualPeriods(now)), time_dimension, member.time_zone)
      return areMany(tx, within(org_id, ...endsOf(periods)))
    },
    (input, context) => loadByProcess(input, context),
  ),

  handle(listAssignedProducts, async ({ mo_ids }, { tx, org_id }) => ({
    result: await rows(
      tx,
      sql<AssignedProductRow>`select a.id, a.mo_id, o.no as mo_no, a.component_id, a.material_id, m.code as material_code, m.name as material_name,
          u.name as unit_name, a.source_type, a.source_id, coalesce(l.code, po.no, s.no, '') as source_no, nullif(i.lot_number, '') as lot_number,
          i.location_id, a.quantity, a.available_time, a.locked, a.manual
        from mo_assignment a join mo o on o.org_id = a.org_id and o.id = a.mo_id join material m on m.org_id = a.org_id and m.id = a.material_id
          join unit u on u.org_id = m.org_id and u.id = m.unit_id
          left join inventory i on i.org_id = a.org_id and i.id = a.source_id and a.source_type in (1, 8)
          left join location l on l.org_id = i.org_id and l.id = i.location_id
          left join purchase_order_line pl on pl.org_id = a.org_id and pl.id = a.source_id and a.source_type = 2
          left join purchase_order po on po.org_id = pl.org_id and po.id = pl.order_id
          left join mo s on s.org_id = a.org_id and s.id = a.source_id and a.source_type = 4
        where a.org_id = ${org_id} and ${among(sql`a.mo_id`, mo_ids)} order by o.no, m.code, a.available_time, a.id`,
    ),
  })),
]

const endsOf = (periods: ReturnType<typeof periodsOf>): [number, number] => [periods[0]!.period, periods.at(-1)!.until]

async function loadByDay(
  { page, page_size, timestamp_range, machine_no_list }: Parsed<typeof planLoad>,
  { tx, org_id, now, member }: Context,
): Promise<{ result: PlanLoadRow[]; total: number }> {
  const zone = member.time_zone
  const [from, to] = timestamp_range ?? usualRange(now)
  const days = daysOf(from, to, zone)
  const { facts, machines } = await machinesFor(tx, org_id, now, zone, from)
  const tasks = Map.groupBy(await workedTasks(tx, org_id, days[0]!.date, days.at(-1)!.until), task => task.device_id)
  const wanted = machine_no_list && new Set(machine_no_list)
  const isSeen = await devicesSeen({ tx, org_id, member })
  const all = facts.devices
    .filter(device => isSeen(device.id) && (!wanted || wanted.has(device.machine_no)))
    .flatMap(({ id: device_id, machine_no, name: machine_name, supplier_id }) =>
      days.map(({ date, until }): PlanLoadRow => {
        const load = loadOf(machines, device_id, tasks.get(device_id) ?? [], date, until)
        const outside = supplier_id !== null
        return { machine_no, machine_name, device_id, outside, date, ...load, load_rate: loadRate(load) }
      }),
    )
  const size = page_size === -1 || page === -1 ? all.length : page_size
  const first = page === -1 ? 0 : (page - 1) * size
  return { result: all.slice(first, first + size), total: all.length }
}

async function loadByProcess(
  { timestamp_range, time_dimension }: Parsed<typeof stagePayload>,
  { tx, org_id, now, member }: Context,
): Promise<{ result: StagePayloadRow[] }> {
  const zone = member.time_zone
  const [from, to] = timestamp_range ?? usualPeriods(now)
  const periods = periodsOf(from, to, time_dimension, zone)
  const { facts, machines } = await machinesFor(tx, org_id, now, zone, from)
  const tasks = Map.groupBy(await workedTasks(tx, org_id, ...endsOf(periods)), task => task.process_id)
  const stages = await rows(
    tx,
    sql<{
      id: string
      name: string
    }>`select id, name from process where org_id = ${org_id} and (status = ${enabledStatus.codes.enabled} or ${among(sql`id`, [...tasks.keys()])}) order by code`,
  )
  const isSeen = await devicesSeen({ tx, org_id, member })
  return {
    result: stages.flatMap(({ id: process_id, name: stage }) => {
      const able = facts.devices
        .filter(
          device =>
            isSeen(device.id) &&
            device.status === enabledStatus.codes.enabled &&
            device.process_ids.includes(process_id),
        )
        .map(({ id }) => id)
      const own = tasks.get(process_id) ?? []
      if (able.length === 0 && own.length === 0) return []
      return periods.map(({ period, until }): StagePayloadRow => {
        const { planned_quantity, finished_quantity, planned_seconds, available_seconds } = stageLoad(
          machines,
          able,
          own,
          period,
          until,
        )
        const load_rate = loadRate({ available_seconds, planned_seconds })
        return {
          stage,
          process_id,
          period,
          planned_quantity,
          finished_quantity,
          planned_seconds,
          available_seconds,
          load_rate,
        }
      })
    }),
  }
}

/** The floor handles it with what it knows of rests. */
export const utilizationHandler = (rests: RestsByTask): Handler =>
  handleLarge(
    resourceUtilization,
    ({ timestamp_range, time_dimension }, { tx, org_id, member }) => {
      const periods = periodsOf(...timestamp_range, time_dimension, member.time_zone)
      return areMany(tx, within(org_id, ...endsOf(periods)))
    },
    (input, context) => utilization(input, context, rests),
  )
async function utilization(
  { timestamp_range: [from, to], time_dimension, machine_no_list }: Parsed<typeof resourceUtilization>,
  context: Context,
  rests: RestsByTask,
): Promise<{ result: UtilizationRow[] }> {
  const { tx, org_id, now, member } = context
  const zone = member.time_zone
  const periods = periodsOf(from, to, time_dimension, zone)
  const [first, until] = endsOf(periods)
  const { facts, machines } = await machinesFor(tx, org_id, now, zone, first)
  const tasks = Map.groupBy(await measuredTasks(context, [first, until], rests), task => task.device_id)
  const closest = closestTimeOf(await loadCycleTimes(tx, org_id))
  const wanted = machine_no_list && new Set(machine_no_list)
  const isSeen = await devicesSeen(context)
  return {
    result: facts.devices
      .filter(device => isSeen(device.id) && (!wanted || wanted.has(device.machine_no)))
      .flatMap(device => {
        const own = tasks.get(device.id) ?? []
        return periods.map(
          ({ period, until }): UtilizationRow => ({
            machine_no: device.machine_no,
            machine_name: device.name,
            device_id: device.id,
            period,
            ...utilizationOf(machines, device, own, closest, [period, until], now),
          }),
        )
      }),
  }
}

/** Computing the work of machines within it takes long enough to be felt. */
export const isMuchWorked = (tx: Tx, org_id: string, from: number, to: number): Promise<boolean> =>
  areMany(tx, within(org_id, from, to))

export interface MachinePeriod extends MachineWork {
  readonly device_id: string
  /** Number of the period among those asked for, from 0. */
  readonly at: number
  readonly available_seconds: number
  readonly planned_seconds: number
}
/** Load and work of every machine of ours in each period: the sums that its load and its OEE are made of. */
export async function machinePeriods(
  context: Pick<Context, 'tx' | 'org_id' | 'now' | 'member'>,
  periods: readonly (readonly [from: number, until: number])[],
  rests: RestsByTask,
): Promise<MachinePeriod[]> {
  const { tx, org_id, now, member } = context
  const first = periods[0]![0]
  const { facts, machines } = await machinesFor(tx, org_id, now, member.time_zone, first)
  const tasks = Map.groupBy(await measuredTasks(context, [first, periods.at(-1)![1]], rests), task => task.device_id)
  const closest = closestTimeOf(await loadCycleTimes(tx, org_id))
  const isSeen = await devicesSeen(context)
  return facts.devices
    .filter(({ id, supplier_id }) => supplier_id === null && isSeen(id))
    .flatMap(device => {
      const own = tasksByPeriod(device, tasks.get(device.id) ?? [], periods, now)
      return periods.map((period, at): MachinePeriod => {
        const { available_seconds, planned_seconds } = loadOf(machines, device.id, own[at]!, ...period)
        return {
          device_id: device.id,
          at,
          available_seconds,
          planned_seconds,
          ...workOf(machines, device, own[at]!, closest, period, now),
        }
      })
    })
}
