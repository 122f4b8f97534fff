import { apps } from '@qitao/access/model/company/app.ts'
import type { ListInput, Rows } from '@qitao/core/page.ts'
import { dispatchStatus, publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { among, readingWith, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes, withinRange } from '@qitao/platform/server/list/list.ts'
import { numberSeen } from '@qitao/sales/server'
import { onlyAgain, reworkOf, unmade } from '@qitao/scheduling/server'
import { pages } from '@qitao/site/model/pages.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TaskRow } from '../model/report.calls.ts'
import type { TaskFacts } from '../model/report.rules.ts'
import type { WorkshopTaskRow } from '../model/workshop/workshop.calls.ts'

/** Tasks `t` are read as the floor was told of them (`floor_task`): what a planner moves and has not published stands where it was. */

/** What the steps before have handed on and this one has not used, at most what is open; as `reportableQuantity` says it. */
const reportable = sql`greatest(0, least(${unmade('t')},
  coalesce((select min(b.reported_quantity) from mo_operation b where b.org_id = t.org_id and b.mo_id = t.mo_id and t.sequence = any(b.next_sequences))
    - op.reported_quantity - op.defective_quantity, t.quantity)))`
/**
 * What is left to report, at most what can still come: what a finished step before has handed on, however far before, less the
 * scrap on the way.
 */
const open = sql`(case when t.status = ${sql.lit(taskStatus.codes.done)} then 0 else greatest(0, least(${unmade('t')},
  coalesce((with recursive s as (
      select f.sequence, f.status, f.reported_quantity, f.defective_quantity, 0::numeric as lost
        from mo_operation f where f.org_id = t.org_id and f.mo_id = t.mo_id and t.sequence = any(f.next_sequences)
      union select f.sequence, f.status, f.reported_quantity, f.defective_quantity, s.lost + s.defective_quantity from s
        join mo_operation f on f.org_id = t.org_id and f.mo_id = t.mo_id and s.sequence = any(f.next_sequences)
        where s.status <> ${sql.lit(taskStatus.codes.done)})
    select min(case when s.status = ${sql.lit(taskStatus.codes.done)} then s.reported_quantity else m.planned_quantity - s.defective_quantity end - s.lost)
      from s) - op.reported_quantity - op.defective_quantity, t.quantity))) end)::numeric(20, 6)`
const columns = sql`t.id, t.row_version, t.task_no, t.mo_id, m.no as mo_no, m.status as mo_status, ${numberSeen(sql`m.order_id`, sql`o.no`)} as order_no, m.material_id, x.code as material_code,
  x.name as material_name, u.name as unit_name, u."precision" as unit_precision, t.sequence, t.process_id,
  p.name || coalesce(' #' || part.part_no, '') as process_name, t.device_id,
  d.machine_no, d.name as device_name, t.start_time, t.end_time, t.quantity, t.reported_quantity, t.defective_quantity,
  ${open} as open_quantity, ${reportable} as reportable_quantity, t.status, t.publish_status, t.dispatch_status, m.picking_status, t.workgroup_id, g.name as workgroup_name,
  coalesce((select jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name) order by w.name) from task_assignee a
    join app_user w on w.org_id = a.org_id and w.id = a.user_id where a.org_id = t.org_id and a.task_id = t.id), '[]') as assignees,
  y.quantity as dispatched_quantity, y.remark as dispatch_remark, t.capacity_locked, t.actual_start_time, t.actual_finish_time,
  rest.from_time as paused_since, rest.reason as pause_reason,
  (select coalesce(sum(z.to_time - greatest(z.from_time, t.actual_start_time)), 0)::int from task_pause z
    where z.org_id = t.org_id and z.task_id = t.id and z.to_time > t.actual_start_time) as paused_seconds,
  ${reworkOf(sql`t.org_id`, sql`t.id`)} as rework_quantity,
  coalesce((with recursive s as (
      select f.sequence, f.process_id from mo_operation f where f.org_id = t.org_id and f.mo_id = t.mo_id and t.sequence = any(f.next_sequences)
      union select f.sequence, f.process_id from s join mo_operation f on f.org_id = t.org_id and f.mo_id = t.mo_id and s.sequence = any(f.next_sequences))
    select jsonb_agg(jsonb_build_object('sequence', s.sequence, 'process_name', sp.name) order by s.sequence)
      from s join process sp on sp.org_id = t.org_id and sp.id = s.process_id where not sp.outsourced), '[]') as steps_before`
const joins = sql`join mo m on m.org_id = t.org_id and m.id = t.mo_id
  join mo_operation op on op.org_id = t.org_id and op.id = t.operation_id
  join material x on x.org_id = m.org_id and x.id = m.material_id join unit u on u.org_id = x.org_id and u.id = x.unit_id
  join process p on p.org_id = t.org_id and p.id = t.process_id join device d on d.org_id = t.org_id and d.id = t.device_id
  left join seen_sales_order o on o.org_id = m.org_id and o.id = m.order_id left join workgroup g on g.org_id = t.org_id and g.id = t.workgroup_id
  left join task_pause rest on rest.org_id = t.org_id and rest.task_id = t.id and rest.to_time is null
  left join task_dispatch y on y.org_id = t.org_id and y.task_id = t.id
  left join operation_part part on part.org_id = t.org_id and part.id = t.step_id`

/** To see the tasks of each machine together, in their order. */
const machine = sql`(select k.machine_no || lpad(t.start_time::text, 12, '0') from device k where k.org_id = t.org_id and k.id = t.device_id)`

const filterJoins = sql`join mo m on m.org_id = t.org_id and m.id = t.mo_id`
/** What is to be done, in the order in which it begins; then what is done, the last first. An index is of the same words. */
const openFirst = sql`(case when t.status = ${sql.lit(taskStatus.codes.done)} then 10000000000 - t.start_time else t.start_time end)`
const orders = {
  open_first: openFirst,
  start_time: sql`t.start_time`,
  machine_no: machine,
  task_no: sql`t.task_no`,
  status: sql`t.status`,
}
const byWord = (org_id: string, keyword: string | undefined): RawBuilder<unknown> | false =>
  keyword !== undefined &&
  keyword.trim() !== '' &&
  sql`(${contains(keyword, sql`t.task_no`, sql`m.no`)} or m.material_id in (select k.id from material k where k.org_id = ${org_id} and ${contains(keyword, sql`k.code`, sql`k.name`)}))`

export interface TaskFilters {
  machine_no_list?: string[] | undefined
  device_ids?: string[] | undefined
  timestamp_range?: [number, number] | undefined
  workgroup_id?: string | undefined
}
export const tasksPage = (
  tx: Tx,
  org_id: string,
  input: ListInput & TaskFilters,
  more: readonly (RawBuilder<unknown> | undefined | false)[],
  defaultOrder: keyof typeof orders = 'start_time',
): Promise<Rows<TaskRow>> =>
  listRows<TaskRow>(
    tx,
    {
      org_id,
      table: 'floor_task',
      filterJoins,
      where: [
        byWord(org_id, input.keyword),
        input.machine_no_list !== undefined &&
          sql`t.device_id in (select k.id from device k where k.org_id = ${org_id} and k.machine_no = any(${input.machine_no_list}))`,
        input.device_ids !== undefined && among(sql`t.device_id`, input.device_ids),
        input.workgroup_id !== undefined && sql`t.workgroup_id = ${input.workgroup_id}`,
        withinRange(sql`t.start_time`, input.timestamp_range),
        ...more,
      ],
      columns,
      joins,
      ...{ orders, defaultOrder },
    },
    input,
  )

const workshopColumns = sql`${columns}, t.setup_start_time, t.setup_seconds, m.delivery_date, m.priority, m.material_status`
export interface WorkshopFilters {
  workgroup_id?: string | undefined
  machine_no_list?: string[] | undefined
  statuses?: number[] | undefined
  dispatch_statuses?: number[] | undefined
  timestamp_range?: [number, number] | undefined
  overdue?: boolean
  mine?: boolean
}
/** Tasks `t` of the published plan that a workshop asks for; a task that is given to people is still of its machine's group. */
const ofWorkshop = (
  org_id: string,
  user_id: string,
  { workgroup_id, machine_no_list, statuses, dispatch_statuses, timestamp_range, overdue, mine }: WorkshopFilters,
): (RawBuilder<unknown> | undefined | false)[] => [
  sql`t.publish_status = ${publishStatus.codes.published}`,
  workgroup_id !== undefined &&
    sql`(t.workgroup_id = ${workgroup_id} or t.device_id in (select k.id from device k where k.org_id = ${org_id} and k.workgroup_id = ${workgroup_id}))`,
  machine_no_list !== undefined &&
    sql`t.device_id in (select k.id from device k where k.org_id = ${org_id} and k.machine_no = any(${machine_no_list}))`,
  oneOfCodes(sql`t.status`, statuses),
  oneOfCodes(sql`t.dispatch_status`, dispatch_statuses),
  timestamp_range !== undefined &&
    sql`t.setup_start_time < ${timestamp_range[1]} and (t.end_time > ${timestamp_range[0]}
      ${overdue ? sql`or t.status <> ${taskStatus.codes.done}` : sql``})`,
  mine && standsWith(org_id, user_id),
]
/** Tasks `t` that are given to a person, or stand on a machine of his groups. */
const standsWith = (org_id: string, user_id: string): RawBuilder<unknown> =>
  sql`(${assignedTo(user_id)} or t.device_id in (select k.id from device k join workgroup_member w on w.org_id = k.org_id and w.workgroup_id = k.workgroup_id
    where k.org_id = ${org_id} and w.user_id = ${user_id}))`
/** The same, and those of the groups that he leads. */
export const inHisScope = (org_id: string, user_id: string): RawBuilder<unknown> =>
  sql`(${standsWith(org_id, user_id)} or t.device_id in (select k.id from device k join workgroup w on w.org_id = k.org_id and w.id = k.workgroup_id
    where k.org_id = ${org_id} and w.leader_id = ${user_id}))`
export const workshopPage = (
  tx: Tx,
  org_id: string,
  user_id: string,
  input: ListInput & WorkshopFilters,
): Promise<Rows<WorkshopTaskRow>> =>
  listRows<WorkshopTaskRow>(
    tx,
    {
      org_id,
      table: 'floor_task',
      filterJoins,
      where: [byWord(org_id, input.keyword), ...ofWorkshop(org_id, user_id, input)],
      columns: workshopColumns,
      joins,
      orders,
      defaultOrder: 'machine_no',
    },
    input,
  )
/** What is to be given to people in a range: ours to do, in the order in which it begins. */
export const tasksToGive = (
  tx: Tx,
  org_id: string,
  user_id: string,
  filters: WorkshopFilters,
  most: number,
): Promise<(WorkshopTaskRow & { group_id: string | null })[]> =>
  rows(
    tx,
    sql<
      WorkshopTaskRow & { group_id: string | null }
    >`select ${workshopColumns}, coalesce(t.workgroup_id, d.workgroup_id) as group_id
      from floor_task t ${joins} where t.org_id = ${org_id} and not (m.outsourced or p.outsourced) and d.supplier_id is null
        and t.status <> ${taskStatus.codes.done} and t.dispatch_status = ${dispatchStatus.codes.pending_dispatch}
        and ${sql.join(
          ofWorkshop(org_id, user_id, filters).filter(one => one !== undefined && one !== false),
          sql` and `,
        )}
      order by t.setup_start_time, t.id limit ${most}`,
  )

export const taskRows = (tx: Tx, org_id: string, ids: readonly string[]): Promise<TaskRow[]> =>
  rows(
    tx,
    sql<TaskRow>`select ${columns} from floor_task t ${joins} where t.org_id = ${org_id} and ${among(sql`t.id`, ids)} order by t.start_time`,
  )

/** Editions in which tasks are given away. */
const dispatching = apps.filter(app => app.pages.includes(pages.dispatch)).map(({ app_code }) => app_code)
/** A task that nobody was given, in a company whose editions have no dispatching: whoever may report reports it. */
const isForAnybody = sql`(not exists (select from org_app e where e.org_id = t.org_id and e.app_code = any(${dispatching}::text[])
      and coalesce(e.expire_time > epoch_now(), true))
    and not exists (select from task_assignee a where a.org_id = t.org_id and a.task_id = t.id)
    and not exists (select from workgroup_member w where w.org_id = t.org_id and w.workgroup_id = t.workgroup_id))`

/** Tasks given to a person, alone or through a workgroup. */
export const assignedTo = (user_id: string): RawBuilder<unknown> =>
  sql`(t.id in (select a.task_id from task_assignee a where a.org_id = t.org_id and a.user_id = ${user_id})
    or coalesce(t.workgroup_id in (select w.workgroup_id from workgroup_member w where w.org_id = t.org_id and w.user_id = ${user_id}), false)
    or ${isForAnybody})`

/** Tasks with what reporting asks for: their work orders are locked, then they themselves, each in the order of their ids. */
export async function tasksForUpdate(
  tx: Tx,
  org_id: string,
  by: { task_ids: readonly string[] } | { mo_ids: readonly string[] },
): Promise<TaskFacts[]> {
  const which = 'task_ids' in by ? among(sql`t.id`, by.task_ids) : among(sql`t.mo_id`, by.mo_ids)
  await sql`select from mo where org_id = ${org_id} and id in (select t.mo_id from production_task t where t.org_id = ${org_id} and ${which}) order by id for no key update`.execute(
    tx,
  )
  await sql`select from production_task t where t.org_id = ${org_id} and ${which} order by t.id for no key update`.execute(
    tx,
  )
  return rows(
    tx,
    sql<TaskFacts>`select t.id, t.row_version, t.task_no, t.mo_id, m.no as mo_no, m.material_id, m.status as mo_status,
        exists (select 1 from mo_component c where c.org_id = m.org_id and c.mo_id = m.id and c.picked_quantity < c.required_quantity) as material_open,
        m.inbound_quantity as mo_inbound_quantity, m.outsourced or p.outsourced as outsourced, t.operation_id, t.process_id, t.device_id, t.sequence, t.quantity, t.reported_quantity,
        t.defective_quantity, t.status, t.publish_status, t.dispatch_status, t.actual_start_time, ${onlyAgain('t')} as only_again,
        array(select a.user_id from task_assignee a where a.org_id = t.org_id and a.task_id = t.id
          union select w.user_id from workgroup_member w where w.org_id = t.org_id and w.workgroup_id = t.workgroup_id) as assignee_ids,
        ${isForAnybody} as for_anybody
      from production_task t join mo m on m.org_id = t.org_id and m.id = t.mo_id join process p on p.org_id = t.org_id and p.id = t.process_id
      where t.org_id = ${org_id} and ${which} order by t.mo_id, t.sequence, t.start_time`,
  )
}

/** The tasks beside these that make other parts of the same operations. */
export const otherParts = (
  tx: Tx,
  org_id: string,
  tasks: readonly Pick<TaskFacts, 'id' | 'operation_id'>[],
): Promise<{ operation_id: string; status: number }[]> =>
  rows(
    tx,
    sql<{
      operation_id: string
      status: number
    }>`select operation_id, status from production_task where org_id = ${org_id}
      and ${among(
        sql`operation_id`,
        tasks.map(task => task.operation_id),
      )} and not ${among(
        sql`id`,
        tasks.map(task => task.id),
      )}`,
  )

/** Which of these are people of the company. Whoever may not sign in any more has done what he did all the same. */
export async function peopleAmong(tx: Tx, org_id: string, ids: readonly string[] = []): Promise<Set<string>> {
  const found = await rows(
    tx,
    sql<{ id: string }>`select id from app_user where org_id = ${org_id} and not dropped and ${among(sql`id`, ids)}`,
  )
  return new Set(found.map(({ id }) => id))
}

/** Of these work orders those with a task that the member does not see: what is done to all of an order is not for him. */
export async function ordersOfOthers(
  { tx, org_id, member }: Pick<Context, 'tx' | 'org_id' | 'member'>,
  mo_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!member.workgroup_only) return new Set()
  const tasks = (part: boolean) =>
    readingWith(tx, part, () =>
      rows(
        tx,
        sql<{
          id: string
          mo_id: string
        }>`select id, mo_id from production_task where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)}`,
      ),
    )
  const seen = new Set((await tasks(true)).map(({ id }) => id))
  return new Set((await tasks(false)).filter(({ id }) => !seen.has(id)).map(({ mo_id }) => mo_id))
}
