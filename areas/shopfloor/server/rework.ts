import { negate, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { OperationFacts } from '@qitao/manufacturing/model/mo/progress.rules.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { recordProgress } from '@qitao/manufacturing/server'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { type FloorInspection, floorInspection, followRevoked, type PiecesBack } from '@qitao/quality/server'
import { finishedByReport, recordTaskProgress, reworkOf } from '@qitao/scheduling/server'
import { sql } from 'kysely'
import type { TaskFacts } from '../model/report.rules.ts'
import { piecesUsedThere, reworkAtSupplier, type SentBack, sentBack, type Waiting } from '../model/rework.rules.ts'
import { shopfloorErrors } from '../model/shopfloor.errors.ts'
import { componentsOf } from './consume.ts'
import { told } from './save-reports.ts'
import { tasksForUpdate } from './task.queries.ts'

/** A task with all others of its work order: steps before it may be made again. */
export async function tasksOfOrder({ tx, org_id }: Context, task_id: string): Promise<TaskFacts[]> {
  const [of] = await rows(
    tx,
    sql<{ mo_id: string }>`select mo_id from production_task where org_id = ${org_id} and id = ${task_id}`,
  )
  if (!of) return []
  return tasksForUpdate(tx, org_id, { mo_ids: [of.mo_id] })
}

/** Pieces that wait at a task to be worked on again. */
export async function openRework(tx: Tx, org_id: string, task_id: string): Promise<Quantity> {
  const [found] = await rows(
    tx,
    sql<{ quantity: string }>`select ${reworkOf(sql`${org_id}::uuid`, sql`${task_id}::uuid`)} as quantity`,
  )
  return found!.quantity
}

/** Pieces that a report has found go back to steps before it: their tasks are open again, and have that many more to make. */
export async function sendBack(
  context: Context,
  report_id: string,
  quantity: Quantity,
  steps: readonly OperationFacts[],
  tasks: readonly TaskFacts[],
): Promise<void> {
  const { tx, org_id, now } = context
  const parts = sentBack(quantity, steps, tasks)
  if (parts.length === 0) return
  const own = await inOwnWorkshop(context, parts, tasks)
  const sequences = new Set(steps.map(({ sequence }) => sequence))
  const used = (await componentsOf(tx, org_id, [own[0]!.mo_id])).filter(one => sequences.has(one.operation_sequence))
  if (used.some(({ serial_policy }) => serial_policy === serialPolicy.codes.required))
    refuse(shopfloorErrors.badParameter, { field: 'rework_sequence', detail: piecesUsedThere })
  await sql`insert into report_sent_back (report_id, task_id, operation_id, quantity)
    select ${report_id}, r.task_id, r.operation_id, r.quantity
    from ${recordset(parts, sql`task_id uuid, operation_id uuid, quantity numeric`)} r`.execute(tx)
  await recordProgress(
    tx,
    org_id,
    parts.map(({ operation_id, quantity }) => ({
      ...{ mo_id: own[0]!.mo_id, operation_id, good: negate(quantity), defective: '0' },
      ...{ started_at: now, at: now, starts: true, finishes: false },
    })),
  )
  const byId = new Map(own.map(task => [task.id, task]))
  const open = parts.map(({ task_id, quantity }) => {
    const task = byId.get(task_id)!
    const reported_quantity = subtract(task.reported_quantity, quantity)
    return { ...task, reported_quantity, status: taskStatus.codes.started, actual_finish_time: null }
  })
  await recordTaskProgress(context, open)
  if (open.length > 0) told(context)
}
/** What a supplier has made, the floor cannot have made again. */
async function inOwnWorkshop(
  { tx, org_id }: Context,
  parts: readonly SentBack[],
  tasks: readonly TaskFacts[],
): Promise<TaskFacts[]> {
  const own = tasks.filter(({ id }) => parts.some(({ task_id }) => task_id === id))
  const outside = own.find(({ outsourced }) => outsourced)
  if (!outside) return own
  const [process] = await rows(
    tx,
    sql<{ name: string }>`select name from process where org_id = ${org_id} and id = ${outside.process_id}`,
  )
  return refuse(shopfloorErrors.badParameter, {
    ...{ field: 'rework_sequence', process: process?.name ?? outside.task_no, detail: reworkAtSupplier },
  })
}

/** Of tasks to which pieces went back: how they stand. */
export async function waitingOf(tx: Tx, org_id: string, task_ids: readonly string[]): Promise<Map<string, Waiting>> {
  const found = await rows(
    tx,
    sql<
      Waiting & { id: string }
    >`select t.id, ${finishedByReport('t')} as finished, ${reworkOf(sql`t.org_id`, sql`t.id`)} as open
      from production_task t where t.org_id = ${org_id} and ${among(sql`t.id`, task_ids)}`,
  )
  return new Map(found.map(({ id, ...waiting }) => [id, waiting]))
}
/** What reports had sent back, of reports that are taken back now. */
export const sentBackBy = (tx: Tx, org_id: string, report_ids: readonly string[]): Promise<SentBack[]> =>
  rows(
    tx,
    sql<SentBack>`select task_id, operation_id, sum(quantity) as quantity from report_sent_back
      where org_id = ${org_id} and ${among(sql`report_id`, report_ids)} group by 1, 2 order by 1`,
  )

/** What went back in these work orders and is not taken back itself. */
async function piecesBack({ tx, org_id }: Context, mo_ids: readonly string[]): Promise<PiecesBack> {
  const found = await rows(
    tx,
    sql<
      Pick<SentBack, 'operation_id' | 'quantity'>
    >`select b.operation_id, sum(b.quantity) as quantity from report_record r
      join report_sent_back b on b.org_id = r.org_id and b.report_id = r.id
      where r.org_id = ${org_id} and ${among(sql`r.mo_id`, mo_ids)} and not r.revoked group by 1`,
  )
  return new Map(found.map(({ operation_id, quantity }) => [operation_id, quantity]))
}
export const inspectionOf = async (context: Context, tasks: readonly TaskFacts[]): Promise<FloorInspection> => {
  const mo_ids = [...new Set(tasks.map(({ mo_id }) => mo_id))]
  return floorInspection(context, tasks, await piecesBack(context, mo_ids))
}
/** Reports of these work orders were taken back: inspections of what they had made go with them. */
export const followTakenBack = async (context: Context, mo_ids: readonly string[]): Promise<void> =>
  followRevoked(context, mo_ids, await piecesBack(context, mo_ids))
