import { loadChangeovers, loadCycleTimes, loadMoulds, loadTraits } from '@qitao/engineering/server'
import { moStatus, supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { loadCalendars, loadDevices, loadReceiving, loadSkills } from '@qitao/masterdata/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type RawBuilder, sql } from 'kysely'
import { inParts, type PartOfOperation } from '../../model/hand/split-task.rules.ts'
import type {
  ComponentOfPlan,
  OperationOfPlan,
  OrderFacts,
  OrderOfPlan,
  ScheduleFacts,
  TaskOfPlan,
  WorkgroupOfPlan,
} from '../../model/problem/facts.ts'
import type { ComingSupply } from '../../model/problem/late-supply.rules.ts'
import { withWhatComes } from '../../model/problem/what-comes.rules.ts'
import { onlyAgain } from '../plan/made-again.ts'
import { daysInParts } from './days-in-parts.ts'

const { codes } = moStatus
/** Work orders that have a place on the plan, or should. */
export const plannedStatuses = [codes.planned, codes.to_be_produced, codes.in_production]
const planned = sql.join(plannedStatuses)

/**
 * Facts of the whole plan, or of some work orders with those that make for them and those they make for. A handful of
 * set-based statements, however many orders there are.
 */
export async function loadFacts(
  tx: Tx,
  org_id: string,
  now: number,
  time_zone: string,
  mo_ids?: readonly string[],
): Promise<ScheduleFacts> {
  const orders = await ordersOf(
    tx,
    org_id,
    mo_ids === undefined ? sql`` : sql`and o.id in (${related(org_id, mo_ids)})`,
  )
  const ids = orders.map(({ id }) => id)
  const ofOrders = await factsOfOrders(tx, org_id, orders, ids)
  const changeovers = await loadChangeovers(tx, org_id)
  return {
    now,
    time_zone,
    calendars: await loadCalendars(tx, org_id),
    devices: await devicesOf(tx, org_id),
    workgroups: await workgroupsOf(tx, org_id),
    cycle_times: await loadCycleTimes(tx, org_id, processesOf(ofOrders)),
    changeovers,
    traits: await loadTraits(tx, org_id, changeovers),
    moulds: await loadMoulds(tx, org_id),
    skills: await loadSkills(tx, org_id),
    ...ofOrders,
  }
}
export const processesOf = ({ operations }: Pick<ScheduleFacts, 'operations'>): string[] => [
  ...new Set(operations.map(({ process_id }) => process_id)),
]

/** Of these orders, those on the plan. `others`: orders on the plan that may make for them. */
export async function loadOrderFacts(
  tx: Tx,
  org_id: string,
  mo_ids: readonly string[],
  others: readonly string[],
): Promise<OrderFacts> {
  const orders = await ordersOf(tx, org_id, sql`and ${among(sql`o.id`, mo_ids)}`)
  return factsOfOrders(tx, org_id, orders, [...others, ...orders.map(({ id }) => id)])
}

async function factsOfOrders(
  tx: Tx,
  org_id: string,
  orders: readonly OrderOfPlan[],
  makers: readonly string[],
): Promise<OrderFacts> {
  const ids = orders.map(({ id }) => id)
  return {
    orders,
    operations: withWhatComes(inParts(await operationsOf(tx, org_id, ids), await partsOf(tx, org_id, ids))),
    components: await componentsOf(tx, org_id, ids),
    pegs: await pegsOf(tx, org_id, ids, makers),
    tasks: await tasksOf(tx, org_id, ids),
  }
}

const ordersOf = (tx: Tx, org_id: string, which: RawBuilder<unknown>): Promise<OrderOfPlan[]> =>
  rows(
    tx,
    sql<OrderOfPlan>`select o.id, o.no, o.row_version, o.status, o.parent_mo_id, o.material_id, m.code as material_code, m.series, o.furnace_code, u."precision" as unit_precision,
        o.delivery_date, o.priority, o.order_id is not null as promised, o.capacity_locked, o.publish_status, o.material_status
      from mo o join material m on m.org_id = o.org_id and m.id = o.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where o.org_id = ${org_id} and o.status in (${planned}) ${which}
      order by o.no collate "C"`,
  )

/** The orders, and their neighbours by parent and by peg. */
const related = (org_id: string, mo_ids: readonly string[]) => sql`
  select id from unnest(${mo_ids}::uuid[]) as wanted(id)
  union select parent_mo_id from mo where org_id = ${org_id} and ${among(sql`id`, mo_ids)} and parent_mo_id is not null
  union select id from mo where org_id = ${org_id} and ${among(sql`parent_mo_id`, mo_ids)}
  union select source_id from mo_assignment where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} and source_type = ${supplySource.codes.in_production}
  union select mo_id from mo_assignment where org_id = ${org_id} and ${among(sql`source_id`, mo_ids)} and source_type = ${supplySource.codes.in_production}`

const operationsOf = (tx: Tx, org_id: string, ids: readonly string[]): Promise<OperationOfPlan[]> =>
  rows(
    tx,
    sql<OperationOfPlan>`select x.id, x.mo_id, x.sequence, x.next_sequences, x.process_id, p.name as process_name, p.may_pause, p.skill_level, p.charge_by, p.outsourced as outside, o.planned_quantity,
        x.reported_quantity, x.defective_quantity, ${onlyAgain('t')} as only_again, x.overlap_quantity, x.wait_seconds, x.status
      from mo_operation x join mo o on o.org_id = x.org_id and o.id = x.mo_id join process p on p.org_id = x.org_id and p.id = x.process_id
        left join production_task t on t.org_id = x.org_id and t.step_id = x.id
      where x.org_id = ${org_id} and ${among(sql`x.mo_id`, ids)} order by x.mo_id, x.sequence`,
  )

const partsOf = (tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<PartOfOperation[]> =>
  rows(
    tx,
    sql<PartOfOperation>`select k.id, k.operation_id, k.part_no, k.quantity, coalesce(t.reported_quantity, 0) as reported_quantity,
        coalesce(t.defective_quantity, 0) as defective_quantity, ${onlyAgain('t')} as only_again, coalesce(t.status, 0) as status
      from operation_part k join mo_operation x on x.org_id = k.org_id and x.id = k.operation_id
        left join production_task t on t.org_id = k.org_id and t.step_id = k.id
      where k.org_id = ${org_id} and ${among(sql`x.mo_id`, mo_ids)}`,
  )

/**
 * Supplies that planned work orders make are left to the links between operations; the rest counts by its arrival, a purchase as
 * the material plan knew it or as it is announced now, whichever is later.
 */
async function componentsOf(tx: Tx, org_id: string, ids: readonly string[]): Promise<ComponentOfPlan[]> {
  const onSeveralDays = await daysInParts(tx, org_id)
  const lines = [...new Set(onSeveralDays.map(({ id }) => id))]
  const partsOf = Map.groupBy(onSeveralDays, ({ by }) => by)
  const found = await rows(
    tx,
    sql<ComponentOfPlan & { eta: number | null }>`with arrival as (
        select a.component_id, max(a.available_time) as available_time, max(coalesce(l.eta, p.eta)) filter (where l.id <> all(${lines}::uuid[])) as eta from mo_assignment a
          left join purchase_order_line l on l.org_id = a.org_id and l.id = a.source_id and a.source_type = ${supplySource.codes.in_transit}
          left join purchase_order p on p.org_id = l.org_id and p.id = l.order_id
          left join mo s on s.org_id = a.org_id and s.id = a.source_id and a.source_type = ${supplySource.codes.in_production} and s.status in (${planned})
        where a.org_id = ${org_id} and ${among(sql`a.mo_id`, ids)} and s.id is null group by a.component_id
      )
      select c.id, c.mo_id, c.operation_sequence, c.material_id, m.code as material_code, c.short_quantity, c.material_status,
        -- What is short comes at the earliest when it is bought or made from now on: that is its kit date.
        case when c.short_quantity > 0 then greatest(arrival.available_time, c.expected_time) else arrival.available_time end as available_time, arrival.eta
      from mo_component c join material m on m.org_id = c.org_id and m.id = c.material_id left join arrival on arrival.component_id = c.id
      where c.org_id = ${org_id} and ${among(sql`c.mo_id`, ids)} order by c.mo_id, c.line_no`,
  )
  const { arrival } = await loadReceiving(tx, org_id)
  return found.map(({ eta, available_time, ...component }) => {
    const comes = [
      ...(eta === null ? [] : [arrival(eta)]),
      ...(partsOf.get(component.id) ?? []).flatMap(part => part.eta ?? []),
    ]
    return {
      ...component,
      available_time: comes.length === 0 ? available_time : Math.max(available_time ?? 0, ...comes),
    }
  })
}

/** What planned work orders still wait for from outside: purchases on their way, and what is short as it is expected. */
export const loadComing = (tx: Tx, org_id: string, now: number): Promise<ComingSupply[]> =>
  rows(
    tx,
    sql<ComingSupply>`select a.component_id, a.source_id::text as id, a.available_time as at
      from mo_assignment a join mo o on o.org_id = a.org_id and o.id = a.mo_id
      where a.org_id = ${org_id} and o.status in (${planned}) and a.source_type in (${supplySource.codes.in_transit}, ${supplySource.codes.in_inspection}) and a.available_time > ${now}
      union all
      select c.id, c.material_id || '@' || c.expected_time, c.expected_time
      from mo_component c join mo o on o.org_id = c.org_id and o.id = c.mo_id
      where c.org_id = ${org_id} and o.status in (${planned}) and c.short_quantity > 0 and c.expected_time > ${now}
      order by 1, 2`,
  )

const pegsOf = (
  tx: Tx,
  org_id: string,
  ids: readonly string[],
  makers: readonly string[],
): Promise<ScheduleFacts['pegs'][number][]> =>
  rows(
    tx,
    sql<{
      component_id: string
      mo_id: string
    }>`select distinct a.component_id, a.source_id as mo_id from mo_assignment a
      where a.org_id = ${org_id} and ${among(sql`a.mo_id`, ids)} and ${among(sql`a.source_id`, makers)} and a.source_type = ${supplySource.codes.in_production}
      order by 1, 2`,
  )

const tasksOf = (tx: Tx, org_id: string, ids: readonly string[]): Promise<TaskOfPlan[]> =>
  rows(
    tx,
    sql<TaskOfPlan>`select id, mo_id, step_id as operation_id, device_id, setup_seconds, setup_start_time, start_time, end_time, quantity, reported_quantity, status,
        publish_status, dispatch_status, capacity_locked, actual_start_time
      from production_task where org_id = ${org_id} and ${among(sql`mo_id`, ids)} order by start_time, id`,
  )

export async function devicesOf(tx: Tx, org_id: string): Promise<ScheduleFacts['devices'][number][]> {
  const devices = await loadDevices(tx, org_id)
  const last = await rows(
    tx,
    sql<{
      device_id: string
      material_id: string
      process_id: string
      series: string | null
    }>`select distinct on (t.device_id) t.device_id, o.material_id, t.process_id, m.series
      from production_task t join mo o on o.org_id = t.org_id and o.id = t.mo_id join material m on m.org_id = o.org_id and m.id = o.material_id
      where t.org_id = ${org_id} and t.status = ${taskStatus.codes.done} order by t.device_id, coalesce(t.actual_finish_time, t.end_time) desc`,
  )
  const lastOf = new Map(last.map(one => [one.device_id, one]))
  return devices.map(device => ({
    ...device,
    last_material_id: lastOf.get(device.id)?.material_id ?? null,
    last_process_id: lastOf.get(device.id)?.process_id ?? null,
    last_series: lastOf.get(device.id)?.series ?? null,
  }))
}

export const workgroupsOf = (tx: Tx, org_id: string): Promise<WorkgroupOfPlan[]> =>
  rows(
    tx,
    sql<WorkgroupOfPlan>`select w.id, w.name, w.calendar_id,
        (select count(*) from workgroup_member x where x.org_id = w.org_id and x.workgroup_id = w.id) as member_count
      from workgroup w where w.org_id = ${org_id} order by w.code`,
  )
