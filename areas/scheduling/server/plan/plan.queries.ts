import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import type { Plan } from '@qitao/planning/scheduling/place/plan.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import type { JobContext } from '@qitao/platform/server/jobs/job.ts'
import { type RawBuilder, sql } from 'kysely'
import { planMessage } from '../../model/chart/plan.message.ts'
import type { TaskOfPlan } from '../../model/problem/facts.ts'
import type { TaskReason, TaskRow } from '../../model/task.record.ts'
import { outdateRequests } from '../change-request/outdate-requests.ts'
import { plannedStatuses } from '../problem/facts.queries.ts'

/**
 * The one row of a company under which plans, drags and publishing follow each other; locked until the call ends. Before the
 * orders and the tasks that are written.
 */
export async function lockHead(tx: Tx, org_id: string): Promise<number> {
  await sql`insert into plan_head (org_id) values (${org_id}) on conflict do nothing`.execute(tx)
  const found = await rows(
    tx,
    sql<{ plan_version: number }>`select plan_version from plan_head where org_id = ${org_id} for no key update`,
  )
  return found[0]!.plan_version
}
export async function planVersionNow(tx: Tx, org_id: string): Promise<number> {
  const found = await rows(
    tx,
    sql<{ plan_version: number }>`select plan_version from plan_head where org_id = ${org_id}`,
  )
  return found[0]?.plan_version ?? 0
}
/** The plan has changed: whoever computes on the former one has to look again, and what was asked of it may be outdated. */
export async function countUp(told: Pick<Context, 'tx' | 'org_id' | 'tell'>): Promise<number> {
  const { tx, org_id } = told
  await outdateRequests(told)
  const found = await rows(
    tx,
    sql<{
      plan_version: number
    }>`update plan_head set plan_version = plan_version + 1 where org_id = ${org_id} returning plan_version`,
  )
  return found[0]!.plan_version
}

/** The plan has changed, and whoever has it on a page is told when the call has ended. Answers its version. */
export async function planChanged({ tx, org_id, tell }: Pick<Context, 'tx' | 'org_id' | 'tell'>): Promise<number> {
  const plan_version = await countUp({ tx, org_id, tell })
  tell(planMessage(plan_version))
  return plan_version
}

export const taskColumns = sql`t.id, t.task_no, t.row_version, t.mo_id, t.step_id as operation_id, k.part_no, t.sequence, t.process_id,
  p.name || coalesce(' #' || k.part_no, '') as process_name, t.device_id,
  d.machine_no, t.setup_seconds, t.setup_start_time, t.start_time, t.end_time, t.quantity, t.reported_quantity, t.defective_quantity, t.status,
  t.publish_status, t.published_start_time, t.published_end_time, t.published_device_id, t.dispatch_status, t.workgroup_id, t.capacity_locked,
  t.actual_start_time, t.actual_finish_time, t.reasons`
export const taskJoins = sql`join process p on p.org_id = t.org_id and p.id = t.process_id join device d on d.org_id = t.org_id and d.id = t.device_id
  left join operation_part k on k.org_id = t.org_id and k.id = t.step_id`

/** Tasks `t` that stand in [from, to), as planned or as they really were. */
export const touches = (from: number, to: number): RawBuilder<unknown> =>
  sql`((t.setup_start_time < ${to} and t.end_time > ${from})
    or (t.status <> ${taskStatus.codes.not_started} and t.actual_start_time < ${to} and coalesce(t.actual_finish_time, t.end_time) >= ${from}))`

/** What is told of so many tasks is made beside the event loop: of 1,000 it takes less than 20 ms. */
const manyTasks = 1_000
/** `which`: joins and conditions of tasks `t`. */
export async function areMany(tx: Tx, which: RawBuilder<unknown>): Promise<boolean> {
  const found = await rows(tx, sql`select 1 from production_task t ${which} limit ${manyTasks}`)
  return found.length === manyTasks
}

/** Many operations are on the plan, or should be: reading and storing a plan of them takes long enough to be felt. */
export async function isPlanLarge({ org_id, transaction }: JobContext): Promise<boolean> {
  const found = await transaction(tx =>
    rows(
      tx,
      sql`select 1 from mo o join mo_operation x on x.org_id = o.org_id and x.mo_id = o.id
        where o.org_id = ${org_id} and o.status in (${sql.join(plannedStatuses)}) limit ${manyTasks}`,
    ),
  )
  return found.length === manyTasks
}

export const tasksWhere = (tx: Tx, org_id: string, condition: RawBuilder<unknown>): Promise<TaskRow[]> =>
  rows(
    tx,
    sql<TaskRow>`select ${taskColumns} from production_task t ${taskJoins} where t.org_id = ${org_id} and ${condition} order by t.start_time, t.id`,
  )
export const tasksByIds = (tx: Tx, org_id: string, ids: readonly string[]): Promise<TaskRow[]> =>
  tasksWhere(tx, org_id, among(sql`t.id`, ids))

/** In the order of their ids. */
export const lockTasks = (tx: Tx, org_id: string, ids: readonly string[]): Promise<unknown> =>
  sql`select from production_task where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for no key update`.execute(
    tx,
  )
/** All tasks of these orders, as they stand. */
export const tasksSeen = (tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<TaskRow[]> =>
  tasksWhere(tx, org_id, among(sql`t.mo_id`, mo_ids))
/** All tasks of these orders, whose rows the caller has locked. */
export async function tasksOfOrders(tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<TaskRow[]> {
  await sql`select from production_task where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} order by id for no key update`.execute(
    tx,
  )
  return tasksWhere(tx, org_id, among(sql`t.mo_id`, mo_ids))
}

export interface MovedRow {
  readonly operation_id: string
  readonly device_id: string
  readonly setup_start_time: number
  readonly start_time: number
  readonly end_time: number
  readonly setup_seconds: number
  /** Null: not known; those it has are kept while it begins where it did. */
  readonly reasons: readonly TaskReason[] | null
}
/** New places of tasks, found by their operations. Rows that stay as they are are not touched. Answers the changed ids. */
export async function saveMoves(tx: Tx, org_id: string, moved: readonly MovedRow[]): Promise<string[]> {
  if (moved.length === 0) return []
  const reasons = sql`coalesce(r.reasons, case when (r.device_id, r.start_time) = (t.device_id, t.start_time) then t.reasons else '[]'::jsonb end)`
  const changed = await rows(
    tx,
    sql<{
      id: string
    }>`update production_task t set device_id = r.device_id, workgroup_id = d.workgroup_id, setup_start_time = r.setup_start_time,
        start_time = r.start_time, end_time = r.end_time, setup_seconds = r.setup_seconds, reasons = ${reasons}
      from ${recordset(
        moved,
        sql`operation_id uuid, device_id uuid, setup_start_time bigint, start_time bigint, end_time bigint, setup_seconds integer, reasons jsonb`,
      )} as r join device d on d.org_id = ${org_id} and d.id = r.device_id
      where t.org_id = ${org_id} and t.step_id = r.operation_id
        and (t.device_id, t.setup_start_time, t.start_time, t.end_time, t.setup_seconds, t.reasons)
          is distinct from (r.device_id, r.setup_start_time, r.start_time, r.end_time, r.setup_seconds, ${reasons})
      returning t.id`,
  )
  return changed.map(({ id }) => id)
}

export interface NewTaskRow extends MovedRow {
  readonly id: string
  readonly mo_id: string
}
/** Tasks for operations, or parts of one, that had none; what an operation is, its own row says. */
export async function insertTasks(tx: Tx, org_id: string, tasks: readonly NewTaskRow[]): Promise<void> {
  if (tasks.length === 0) return
  await sql`insert into production_task (id, task_no, mo_id, operation_id, part_id, sequence, process_id, device_id, workgroup_id, setup_start_time,
      start_time, end_time, setup_seconds, quantity, reported_quantity, defective_quantity, reasons)
    select r.id, o.no || '-' || x.sequence || case when k.part_no > 1 then '#' || k.part_no else '' end, x.mo_id, x.id, nullif(k.id, x.id), x.sequence,
      x.process_id, d.id, d.workgroup_id, r.setup_start_time, r.start_time, r.end_time, r.setup_seconds, coalesce(k.quantity, o.planned_quantity),
      case when k.id is null then x.reported_quantity else 0 end, case when k.id is null then x.defective_quantity else 0 end, coalesce(r.reasons, '[]'::jsonb)
    from ${recordset(
      tasks,
      sql`id uuid, operation_id uuid, device_id uuid, setup_start_time bigint, start_time bigint, end_time bigint, setup_seconds integer, reasons jsonb`,
    )} as r
      left join operation_part k on k.org_id = ${org_id} and k.id = r.operation_id
      join mo_operation x on x.org_id = ${org_id} and x.id = coalesce(k.operation_id, r.operation_id) join mo o on o.org_id = x.org_id and o.id = x.mo_id
      join device d on d.org_id = ${org_id} and d.id = r.device_id`.execute(tx)
}

/** The plan in force as the engine writes one; it is moved, not judged, so it carries no reasons and no score. */
export const planAsItIs = (
  tasks: readonly Pick<
    TaskOfPlan,
    'operation_id' | 'mo_id' | 'device_id' | 'setup_start_time' | 'start_time' | 'end_time' | 'setup_seconds'
  >[],
): Plan => ({
  tasks: tasks.map(task => ({
    operation: task.operation_id,
    order: task.mo_id,
    machine: task.device_id,
    setupStart: task.setup_start_time,
    start: task.start_time,
    end: task.end_time,
    setupSeconds: task.setup_seconds,
    fixed: false,
    reasons: [],
  })),
  unplanned: [],
  orders: [],
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
})
