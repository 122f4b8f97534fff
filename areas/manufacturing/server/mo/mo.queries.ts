import type { Parsed } from '@qitao/core/call.ts'
import type { Rows } from '@qitao/core/page.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { contains, customContains, listRows, oneOfCodes, withinRange } from '@qitao/platform/server/list/list.ts'
import { literals } from '@qitao/platform/server/list/transition.ts'
import { numberSeen } from '@qitao/sales/server'
import { type RawBuilder, sql } from 'kysely'
import type { countMos, listMos } from '../../model/mo/mo.calls.ts'
import type { MoComponentRow, MoRow } from '../../model/mo/mo.record.ts'
import type { MoFacts } from '../../model/mo/mo.rules.ts'
import { dispatchStatus, moExecStatus, moStatus, pickingStatus } from '../../model/mo/mo.status.ts'
import { capacityStatusOf, deliveryStatusOf, dueTime } from './planned-state.ts'

// The second view in SQL, for filters; model/mo.status.ts has it for people, and a test holds the two together.
const now = literals(moStatus.codes)
const shown = literals(moExecStatus.codes)
const execStatus = sql`case t.status when ${now.todo} then ${shown.to_plan} when ${now.planned} then ${shown.planned}
  when ${now.to_be_produced} then case when t.dispatch_status = ${sql.lit(dispatchStatus.codes.dispatched)} then ${shown.dispatched}
    when t.picking_status = ${sql.lit(pickingStatus.codes.not_picked)} then ${shown.published} else ${shown.picking} end
  when ${now.in_production} then ${shown.in_production} else ${shown.finished} end`
/** What is open, by its due date; then what is done, the last first. An index is of the same words. */
export const openFirst = sql`(case when t.status in (${now.completed}, ${now.in_warehouse}) then 10000000000 - t.delivery_date else t.delivery_date end)`
/** Work orders live by their table of states. */
export const mosByState = { table: 'mo', statuses: moStatus } as const

const columns = sql`t.id, t.no, t.row_version, t.status, ${execStatus} as exec_status, o.id as order_id, ${numberSeen(sql`t.order_id`, sql`o.no`)} as order_no,
  case when o.id is not null then t.order_line_id end as order_line_id,
  c.name as customer_name, t.parent_mo_id, p.no as parent_no, t.material_id, m.code as material_code, m.name as material_name,
  m.specs as material_specs, u.name as unit_name, u."precision" as unit_precision, t.planned_quantity, t.completed_quantity,
  t.defective_quantity, t.inbound_quantity, t.planned_start_time, t.planned_finish_time, t.actual_start_time, t.actual_finish_time,
  t.delivery_date, t.priority, t.material_status, t.kitting_time, t.kitting_days, d.code as deciding_material_code,
  d.name as deciding_material_name, ${capacityStatusOf(sql`t`)} as capacity_status, t.capacity_locked, t.material_locked,
  ${deliveryStatusOf(sql`t`)} as delivery_status, t.publish_status,
  t.dispatch_status, t.picking_status, t.inbound_progress, t.unplanned, t.merged, t.split_from_id, t.outsourced, t.rework_task_id, t.rework_task_no, t.furnace_code,
  t.remark, t.custom, t.created_time, t.updated_time`
const joins = sql`join material m on m.org_id = t.org_id and m.id = t.material_id
  join unit u on u.org_id = m.org_id and u.id = m.unit_id
  left join seen_sales_order o on o.org_id = t.org_id and o.id = t.order_id
  left join customer c on c.org_id = o.org_id and c.id = o.customer_id
  left join mo p on p.org_id = t.org_id and p.id = t.parent_mo_id
  left join material d on d.org_id = t.org_id and d.id = t.deciding_material_id`

const byKeyword = (org_id: string, keyword: string | undefined): RawBuilder<unknown> | undefined => {
  const own = contains(keyword, sql`t.no`)
  return (
    own &&
    sql`(${own} or t.material_id in (select k.id from material k where k.org_id = ${org_id} and ${contains(keyword, sql`k.code`, sql`k.name`)})
      or t.order_id in (select k.id from seen_sales_order k where k.org_id = ${org_id} and ${contains(keyword, sql`k.no`)}))`
  )
}
/** Work orders of these orders, as far as the member may see them. */
export const ofOrders = (org_id: string, order_ids: readonly string[]): RawBuilder<unknown> =>
  sql`t.order_id in (select k.id from seen_sales_order k where k.org_id = ${org_id} and ${among(sql`k.id`, order_ids)})`
const dateColumn = {
  delivery_date: sql`t.delivery_date`,
  planned_start_time: sql`t.planned_start_time`,
  planned_finish_time: sql`t.planned_finish_time`,
  created_time: sql`t.created_time`,
}

/** Filters on what the plans found, for the list and its counts. */
const byPlan = (
  input: {
    material_statuses?: number[] | undefined
    unplanned?: boolean | undefined
    late?: boolean | undefined
    recipe_changed?: boolean | undefined
  },
  changed_ids: readonly string[],
): (RawBuilder<unknown> | undefined | false)[] => [
  oneOfCodes(sql`t.material_status`, input.material_statuses),
  input.unplanned === true && sql`t.unplanned is not null`,
  input.late === true && sql`t.planned_finish_time > ${dueTime(sql`t`)}`,
  input.recipe_changed === true && among(sql`t.id`, changed_ids),
]

const pools = {
  todo: sql`t.status = ${moStatus.codes.todo} and t.material_status is null`,
  pre_kitting: sql`t.status = ${moStatus.codes.todo} and t.material_status is not null`,
  planned: sql`t.status in (${moStatus.codes.planned}, ${moStatus.codes.to_be_produced}, ${moStatus.codes.in_production})`,
} as const

/** `changed_ids`: work orders that are made otherwise than the recipe in force says, where it is asked for them. */
export const mosPage = (
  tx: Tx,
  org_id: string,
  input: Parsed<typeof listMos>,
  changed_ids: readonly string[],
): Promise<Rows<MoRow>> =>
  listRows<MoRow>(
    tx,
    {
      org_id,
      table: 'mo',
      where: [
        oneOfCodes(sql`t.status`, input.statuses),
        oneOfCodes(sql`(${execStatus})`, input.exec_statuses),
        ...byPlan(input, changed_ids),
        byKeyword(org_id, input.keyword),
        customContains(sql`t.custom`, input.custom),
        input.material_id !== undefined && sql`t.material_id = ${input.material_id}`,
        input.order_id !== undefined && ofOrders(org_id, [input.order_id]),
        input.parent_mo_id !== undefined && sql`t.parent_mo_id = ${input.parent_mo_id}`,
        input.pool !== undefined && pools[input.pool],
        withinRange(dateColumn[input.date_field], input.timestamp_range),
      ],
      columns,
      joins,
      orders: {
        no: sql`t.no`,
        status: sql`t.status`,
        open_first: openFirst,
        delivery_date: sql`t.delivery_date`,
        // Within a priority as material is given out: by due date, then by number.
        priority: sql`(lpad(t.priority::text, 5, '0') || lpad(t.delivery_date::text, 12, '0') || t.no) collate "C"`,
        planned_start_time: sql`coalesce(t.planned_start_time, 0)`,
        planned_finish_time: sql`coalesce(t.planned_finish_time, 0)`,
        kitting_time: sql`coalesce(t.kitting_time, 0)`,
        material_status: sql`coalesce(t.material_status, 0)`,
        created_time: sql`t.created_time`,
      },
      defaultOrder: 'open_first',
    },
    input,
  )

export const moCounts = (
  tx: Tx,
  org_id: string,
  input: Parsed<typeof countMos>,
  changed_ids: readonly string[],
): Promise<{ status: number; count: number }[]> => {
  const conditions = [
    ...byPlan(input, changed_ids),
    byKeyword(org_id, input.keyword),
    customContains(sql`t.custom`, input.custom),
    withinRange(dateColumn[input.date_field], input.timestamp_range),
  ].filter(condition => condition !== undefined && condition !== false)
  return rows(
    tx,
    sql`select t.status, count(*) as count from mo t where ${sql.join([sql`t.org_id = ${org_id}`, ...conditions], sql` and `)} group by t.status`,
  )
}

export const poolCounts = (
  tx: Tx,
  org_id: string,
): Promise<{ todo_count: number; pre_kitting_count: number; planned_count: number }[]> =>
  rows(
    tx,
    sql`select count(*) filter (where ${pools.todo}) as todo_count, count(*) filter (where ${pools.pre_kitting}) as pre_kitting_count,
    count(*) filter (where ${pools.planned}) as planned_count from mo t where t.org_id = ${org_id}`,
  )

export const mosWhere = (tx: Tx, org_id: string, condition: RawBuilder<unknown>): Promise<MoRow[]> =>
  rows(
    tx,
    sql<MoRow>`select ${columns} from mo t ${joins} where t.org_id = ${org_id} and ${condition} order by t.delivery_date, t.no`,
  )

/** Locked in the order of their ids; those that are there. */
export const lockMos = (tx: Tx, org_id: string, ids: readonly string[]): Promise<unknown> =>
  sql`select from mo where org_id = ${org_id} and ${among(sql`id`, [...new Set(ids)])} order by id for no key update`.execute(
    tx,
  )

/** Work orders with what their rules ask for: locked, then read, so that sums are of the time of the lock. */
export async function mosForUpdate(tx: Tx, org_id: string, ids: readonly string[]): Promise<Map<string, MoFacts>> {
  await lockMos(tx, org_id, ids)
  return moFacts(tx, org_id, ids)
}

export interface OutsideOrder {
  readonly id: string
  readonly no: string
  /** It was cancelled, as all that the work order was on: nobody makes anything by it. */
  readonly cancelled: boolean
}
/** Of work orders those a step of which is on an outsourcing order, whatever has become of it, with that order: outsourcing keeps it. */
export type OrderedOutside = (
  tx: Tx,
  org_id: string,
  mo_ids: readonly string[],
) => Promise<ReadonlyMap<string, OutsideOrder>>

/** The same, to look at. */
export async function moFacts(tx: Tx, org_id: string, ids: readonly string[]): Promise<Map<string, MoFacts>> {
  const found = await rows(
    tx,
    sql<MoFacts>`select m.id, m.no, m.row_version, m.status, m.material_id, m.planned_quantity, m.completed_quantity, m.inbound_quantity, m.delivery_date,
        m.priority, m.merged, m.capacity_locked, m.material_locked, m.outsourced, m.rework_task_no, m.order_line_id, m.order_id, m.parent_mo_id, m.manufacturing_bom_id, m.material_bom_id, m.furnace_code, m.remark, m.custom,
        (select count(*) from mo_operation x where x.org_id = m.org_id and x.mo_id = m.id) as operation_count,
        coalesce((select sum(x.picked_quantity) from mo_component x where x.org_id = m.org_id and x.mo_id = m.id), 0) as picked_quantity,
        coalesce((select sum(x.quantity) from mo_assignment x where x.org_id = m.org_id and x.source_id = m.id and x.source_type = 4 and x.locked), 0) as occupied_output
      from mo m where m.org_id = ${org_id} and ${among(sql`m.id`, ids)} order by m.id`,
  )
  return new Map(found.map(mo => [mo.id, mo]))
}

/** Components of a work order and, for deeper levels, of the work orders that were made for it. */
export const componentsOfMo = (tx: Tx, org_id: string, mo_id: string, levels: number): Promise<MoComponentRow[]> =>
  rows(
    tx,
    sql<MoComponentRow>`with recursive family as (
        select id, no, 1 as level from mo where org_id = ${org_id} and id = ${mo_id}
        union all
        select c.id, c.no, f.level + 1 from mo c join family f on c.parent_mo_id = f.id where c.org_id = ${org_id} and f.level < ${levels}
      )
      select x.id, x.mo_id, f.no as mo_no, x.line_no, f.level, x.operation_sequence, x.material_id, m.code as material_code, m.name as material_name,
        m.kind as material_kind, u.name as unit_name, x.quantity_per, x.required_quantity, x.assigned_quantity, x.picked_quantity, x.short_quantity,
        x.in_stock_quantity, x.in_transit_quantity, x.in_production_quantity, x.expected_time, x.material_status
      from family f join mo_component x on x.org_id = ${org_id} and x.mo_id = f.id
        join material m on m.org_id = x.org_id and m.id = x.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
      order by f.level, f.no, x.line_no`,
  )
