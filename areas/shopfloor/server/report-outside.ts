import { generalErrors } from '@qitao/core/general.errors.ts'
import { add, isPositive, least, type Quantity, roundDown, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { Instant } from '@qitao/core/time.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { operationsForUpdate } from '@qitao/manufacturing/server'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { recordTaskProgress } from '@qitao/scheduling/server'
import { sql } from 'kysely'
import { decideReport, expectReportable, handedOn, type TaskFacts } from '../model/report.rules.ts'
import { markStarted, type ReportToSave, saveReports, told } from './save-reports.ts'
import { tasksForUpdate } from './task.queries.ts'

/** Pieces of one operation that a supplier has brought back. */
export interface OutsideReport {
  readonly operation_id: string
  readonly good: Quantity
  readonly defective: Quantity
  readonly defect_reason: string | null
  /** Of the good pieces, as far as they have numbers. */
  readonly serial_numbers: readonly string[]
  /** Nothing more of the operation comes. */
  readonly finishes: boolean
}

/** The tasks of operations that suppliers work on, locked with their orders; those that are not published are refused. */
export async function lockOutsideTasks(
  { tx, org_id }: Pick<Context, 'tx' | 'org_id'>,
  operation_ids: readonly string[],
): Promise<TaskFacts[]> {
  const found = await rows(
    tx,
    sql<{
      id: string
    }>`select id from production_task where org_id = ${org_id} and ${among(sql`operation_id`, operation_ids)}`,
  )
  return tasksForUpdate(tx, org_id, { task_ids: found.map(({ id }) => id) })
}

/** What the steps before have handed on to each operation in all; null: it is a first step and has all that is planned. */
export async function handedTo(
  { tx, org_id }: Pick<Context, 'tx' | 'org_id'>,
  mo_ids: readonly string[],
): Promise<ReadonlyMap<string, Quantity | null>> {
  const operations = Map.groupBy(await operationsForUpdate(tx, org_id, mo_ids), one => one.mo_id)
  return new Map(
    [...operations.values()].flatMap(own =>
      own.map(one => {
        const rest = handedOn(one, own)
        return [one.id, rest === null ? null : add(rest, add(one.reported_quantity, one.defective_quantity))] as const
      }),
    ),
  )
}

/** Work outside has begun: the first pieces went to the supplier. */
export async function startOutside(context: Context, operation_ids: readonly string[], at: Instant): Promise<void> {
  const { tx, org_id } = context
  const tasks = await lockOutsideTasks(context, operation_ids)
  for (const task of tasks) expectReportable(task, false)
  const fresh = tasks.filter(task => task.status === taskStatus.codes.not_started)
  const { started: status } = taskStatus.codes
  await recordTaskProgress(
    context,
    fresh.map(task => ({ ...task, status, actual_start_time: at, actual_finish_time: null })),
  )
  await markStarted(tx, org_id, fresh, at)
  if (fresh.length > 0) told(context)
}

/**
 * Reports what came back of operations, spread over the tasks of each; refused as a report of the floor is. Answers the reports of
 * each, in the order in which they were asked for.
 */
export async function reportOutside(context: Context, reports: readonly OutsideReport[]): Promise<string[][]> {
  const { tx, org_id, now } = context
  const tasks = await lockOutsideTasks(
    context,
    reports.map(({ operation_id }) => operation_id),
  )
  const state = new Map(
    (await operationsForUpdate(tx, org_id, [...new Set(tasks.map(({ mo_id }) => mo_id))])).map(one => [one.id, one]),
  )
  const open = new Map(tasks.map(task => [task.id, task]))
  const wanted = reports.map((report): ReportToSave[] => {
    let [good, defective] = [report.good, report.defective]
    let numbers = report.serial_numbers
    const own = tasks
      .map(({ id }) => open.get(id)!)
      .filter(task => task.operation_id === report.operation_id && task.status !== taskStatus.codes.done)
    if (own.length === 0) refuse(generalErrors.statusNotAllowed)
    return own.flatMap((task, index): ReportToSave[] => {
      const isLast = index === own.length - 1
      const room = subtract(task.quantity, add(task.reported_quantity, task.defective_quantity))
      const finished_quantity = isLast ? good : least(good, room)
      const defective_quantity = isLast ? defective : least(defective, subtract(room, finished_quantity))
      const named = isLast ? numbers.length : Number(roundDown(finished_quantity, 0))
      const serial_numbers = numbers.slice(0, named)
      numbers = numbers.slice(named)
      good = subtract(good, finished_quantity)
      defective = subtract(defective, defective_quantity)
      const finishes = report.finishes && !isPositive(add(good, defective))
      if (!isPositive(add(finished_quantity, defective_quantity)) && !finishes) return []
      expectReportable(task, false)
      const operation = state.get(task.operation_id)!
      const input = { finished_quantity, defective_quantity }
      const others = own.some(({ id }) => id !== task.id && open.get(id)!.status !== taskStatus.codes.done)
      const all = [...state.values()].filter(one => one.mo_id === task.mo_id)
      const decided = decideReport({ task_id: task.id, ...input, finishes }, task, operation, all, now, others)
      state.set(operation.id, decided.operation)
      open.set(task.id, { ...task, ...decided.task } as TaskFacts)
      return [
        {
          decided,
          task,
          input: { ...input, defect_reason: report.defect_reason, made: { serial_numbers }, outside: true },
        },
      ]
    })
  })
  const ids = await saveReports(context, wanted.flat())
  if (wanted.flat().length > 0) told(context)
  return wanted.map(own => ids.splice(0, own.length))
}
