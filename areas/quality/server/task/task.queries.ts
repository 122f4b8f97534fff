import type { ListInput, Rows } from '@qitao/core/page.ts'
import { supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TaskRow } from '../../model/task/task.calls.ts'
import type { FailedFacts, TaskFacts } from '../../model/task/task.rules.ts'
import { taskStatus } from '../../model/task/task.status.ts'
import { holdsUp } from './inspect-operations.ts'

/** Balances in which the goods of a task `t` wait. */
const heldRows = sql`inventory i where i.org_id = t.org_id and i.material_id = t.material_id and i.location_id = t.location_id
  and i.lot_number = t.lot_number and i.quality_status = ${qualityStatus.codes.to_inspect}`
/** Work orders that count on them, of a task that is open; and the one whose next report waits for it, which needs it now. */
const waitingJoin = sql`left join lateral (
    select count(distinct a.mo_id) as waiting_count, min(a.needed_time) as needed_time from (
      select a.mo_id, coalesce(o.planned_start_time, o.delivery_date) as needed_time from mo_assignment a join mo o on o.org_id = a.org_id and o.id = a.mo_id
      where t.status <> ${taskStatus.codes.done} and a.org_id = t.org_id and a.source_type = ${supplySource.codes.in_inspection}
        and a.source_id in (select i.id from ${heldRows})
      union all select t.mo_id, t.created_time where t.mo_id is not null and ${holdsUp}
    ) a
  ) w on true`
export const taskColumns = sql`t.*, nullif(t.lot_number, '') as lot_number, m.code as material_code, m.name as material_name, m.specs as material_specs,
  u.name as unit_name, u."precision" as unit_precision, l.code as location_code, s.name as supplier_name, p.name as inspector_name,
  e.name as process_name, f.name as lifted_by_name,
  ${holdsUp} as holds, c.code as scheme_code, c.version as scheme_version, w.waiting_count, w.needed_time`
export const taskJoins = sql`join material m on m.org_id = t.org_id and m.id = t.material_id
  join unit u on u.org_id = m.org_id and u.id = m.unit_id
  left join location l on l.org_id = t.org_id and l.id = t.location_id
  left join supplier s on s.org_id = t.org_id and s.id = t.supplier_id
  left join app_user p on p.org_id = t.org_id and p.id = t.inspector_id
  left join process e on e.org_id = t.org_id and e.id = t.process_id
  left join app_user f on f.org_id = t.org_id and f.id = t.lifted_by
  left join qc_scheme c on c.org_id = t.org_id and c.id = t.scheme_id`

interface Filters {
  keyword?: string | undefined
  qc_type?: number | undefined
  results?: readonly number[] | undefined
  material_id?: string | undefined
  supplier_id?: string | undefined
  mine?: boolean | undefined
  to_dispose?: boolean | undefined
}
const conditions = (of: Filters, { member }: Pick<Context, 'member'>) => [
  contains(of.keyword, sql`t.no`, sql`t.lot_number`, sql`t.source_no`),
  of.qc_type !== undefined && sql`t.qc_type = ${of.qc_type}`,
  oneOfCodes(sql`coalesce(t.result, 0)`, of.results),
  of.material_id !== undefined && sql`t.material_id = ${of.material_id}`,
  of.supplier_id !== undefined && sql`t.supplier_id = ${of.supplier_id}`,
  of.mine === true && sql`t.inspector_id = ${member.user_id}`,
  of.to_dispose === true && sql`t.location_id is not null and t.failed_quantity > t.disposed_quantity`,
]

/** First what is open, by when the first work order needs it or it should be released, whichever is earlier. */
export const tasksPage = (
  input: ListInput & Filters & { statuses?: readonly number[] | undefined },
  context: Context,
): Promise<Rows<TaskRow>> =>
  listRows<TaskRow>(
    context.tx,
    {
      ...{ org_id: context.org_id, table: 'qc_task', columns: taskColumns, joins: sql`${taskJoins} ${waitingJoin}` },
      filterJoins: waitingJoin,
      where: [...conditions(input, context), oneOfCodes(sql`t.status`, input.statuses)],
      orders: {
        urgency: sql`(case when t.status = ${taskStatus.codes.done} then 9999999999 - coalesce(t.judged_time, 0) + 9999999999
          else least(t.due_time, w.needed_time) end)`,
        no: sql`t.no`,
        status: sql`t.status`,
        due_time: sql`t.due_time`,
        created_time: sql`t.created_time`,
        waiting_count: sql`w.waiting_count`,
      },
      defaultOrder: 'urgency',
    },
    input,
  )

export async function countByStatus(filters: Filters, context: Context): Promise<Map<number, number>> {
  const where = [sql`t.org_id = ${context.org_id}`, ...conditions(filters, context)].filter(
    (one): one is RawBuilder<unknown> => one !== undefined && one !== false,
  )
  const found = await rows(
    context.tx,
    sql<{ status: number; count: number }>`select t.status, count(*) as count from qc_task t
      where ${sql.join(where, sql` and `)} group by t.status`,
  )
  return new Map(found.map(({ status, count }) => [status, count]))
}

export const tasksOf = (tx: Tx, org_id: string, ids: readonly string[]): Promise<TaskRow[]> =>
  rows(
    tx,
    sql<TaskRow>`select ${taskColumns} from qc_task t ${taskJoins} ${waitingJoin} where t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`,
  )
export const oneTask = async (tx: Tx, org_id: string, id: string): Promise<TaskRow | undefined> =>
  (await tasksOf(tx, org_id, [id]))[0]

/** Numbers of the pieces that a task judges, and which of them failed. */
export async function piecesOfTask(
  tx: Tx,
  org_id: string,
  id: string,
): Promise<{ serial_numbers: string[]; failed_serials: string[]; serial_policy: number }> {
  const [found] = await rows(
    tx,
    sql<{
      serial_numbers: string[]
      failed_serials: string[]
      serial_policy: number
    }>`select t.serial_numbers, t.failed_serials, m.serial_policy from qc_task t join material m on m.org_id = t.org_id and m.id = t.material_id
      where t.org_id = ${org_id} and t.id = ${id}`,
  )
  return found!
}

/** Pieces in stock that came with what the task was made of, in its lot; what left since by a document that was taken back is here. */
export const piecesHere = async (tx: Tx, org_id: string, id: string): Promise<string[]> =>
  (
    await rows(
      tx,
      sql<{
        serial_no: string
      }>`select e.serial_no from qc_task t join trace_entry e on e.org_id = t.org_id and e.source_id = t.source_id
          and e.material_id = t.material_id and e.serial_no <> '' and e.quantity > 0 and (t.lot_number = '' or e.lot_number in ('', t.lot_number))
        where t.org_id = ${org_id} and t.id = ${id} and t.location_id is not null
          and not exists (select from trace_entry n where n.org_id = e.org_id and n.serial_no = e.serial_no and n.id > e.id
            group by n.source_id having sum(n.quantity) <> 0)
        order by e.serial_no`,
    )
  ).map(({ serial_no }) => serial_no)

export interface LockedTask extends TaskFacts, FailedFacts {
  readonly id: string
  readonly row_version: number
  readonly no: string
  readonly material_id: string
  /** Null: pieces in work. */
  readonly location_id: string | null
  readonly source_id: string
  readonly lot_number: string
  readonly method_id: string | null
  readonly holds: boolean
  readonly rechecked: boolean
  readonly qc_type: number
  readonly recheck_of: string | null
  readonly serial_numbers: readonly string[]
}
/** Locked in the order of their ids, then read. */
export async function lockTasks(tx: Tx, org_id: string, ids: readonly string[]): Promise<Map<string, LockedTask>> {
  const which = sql`t.org_id = ${org_id} and ${among(sql`t.id`, ids)} order by t.id`
  await sql`select from qc_task t where ${which} for no key update`.execute(tx)
  const found = await rows(
    tx,
    sql<LockedTask>`select t.id, t.row_version, t.no, t.status, t.qc_type, t.recheck_of, t.source_id, t.mo_id, t.material_id, t.location_id, t.lot_number, t.quantity, t.sample_size,
        t.accept_number, t.failed_quantity, t.disposed_quantity, t.supplier_id, t.inspector_id, t.serial_numbers, c.method_id, ${holdsUp} as holds,
        exists (select from qc_task r where r.org_id = t.org_id and r.recheck_of = t.id) as rechecked, u."precision" as unit_precision
      from qc_task t join material m on m.org_id = t.org_id and m.id = t.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
        left join qc_scheme c on c.org_id = t.org_id and c.id = t.scheme_id where ${which}`,
  )
  return new Map(found.map(task => [task.id, task]))
}

/** Balances in which the goods of tasks wait. */
export const balancesOf = async (tx: Tx, org_id: string, task_ids: readonly string[]): Promise<string[]> =>
  (
    await rows(
      tx,
      sql<{
        id: string
      }>`select distinct i.id from qc_task t, ${heldRows} and t.org_id = ${org_id} and ${among(sql`t.id`, task_ids)} order by i.id`,
    )
  ).map(({ id }) => id)

export interface ChartPoint {
  readonly task_no: string
  readonly sample_no: number
  readonly value: number
}
/** So many of the last values a chart shows. */
const mostPoints = 200
/** By characteristic, the oldest first. */
export async function chartPoints(
  tx: Tx,
  org_id: string,
  task_id: string,
  item_ids: readonly string[],
): Promise<Map<string, ChartPoint[]>> {
  const found = await rows(
    tx,
    sql<
      ChartPoint & { item_id: string }
    >`select p.item_id, p.task_no, p.sample_no, p.value from unnest(${item_ids}::uuid[]) as i(id) join lateral (
        select r.item_id, t.no as task_no, r.sample_no, r.value::double precision as value, t.created_time, t.id
        from qc_task of join qc_result r on r.org_id = of.org_id and r.item_id = i.id
          join qc_task t on t.org_id = r.org_id and t.id = r.task_id and t.material_id = of.material_id
        where of.org_id = ${org_id} and of.id = ${task_id} and r.value ~ '^-?[0-9]+([.][0-9]+)?$'
        order by t.created_time desc, t.id desc, r.sample_no desc limit ${mostPoints}) p on true
      order by p.created_time, p.id, p.sample_no`,
  )
  return Map.groupBy(found, ({ item_id }) => item_id)
}
