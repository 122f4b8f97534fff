import type { Quantity } from '@qitao/core/quantity.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { recordProgress, releaseRest, tellShort } from '@qitao/manufacturing/server'
import { recordset, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { recordTaskProgress } from '@qitao/scheduling/server'
import { recordTrace } from '@qitao/stock/server'
import { sql } from 'kysely'
import { floorMessage } from '../model/floor.message.ts'
import { type Defect, defectsOf, defectWords } from '../model/reason/defects.rules.ts'
import type { Decided, TaskFacts } from '../model/report.rules.ts'
import type { UsedGiven } from '../model/report-trace.rules.ts'
import { consume } from './consume.ts'
import { type MadePieces, madePieces } from './made-pieces.ts'
import { endPauses } from './pause/end-pauses.ts'
import { settleOrders } from './settle-orders.ts'

/** Serial numbers of reports. */
const module_code = 'BG'

export interface ReportToSave {
  decided: Decided
  task: TaskFacts
  input: {
    finished_quantity: Quantity
    defective_quantity: Quantity
    defect_reason?: string | null | undefined
    defects?: readonly Defect[] | undefined
    rework_quantity?: Quantity | undefined
    /** Where they are worked on again. */
    rework_operation_id?: string | undefined
    /** Of all its pieces those that were worked on again. */
    reworked_quantity?: Quantity | undefined
    work_seconds?: number | undefined
    user_ids?: string[] | undefined
    user_seconds?: number[] | undefined
    device_time?: number | undefined
    remark?: string | null | undefined
    used?: readonly UsedGiven[] | undefined
    made?: MadePieces | undefined
    /** A supplier has brought the pieces back. */
    outside?: boolean
  }
}

/** Operations, tasks, stock and the records themselves, in one go; stock last, as it is locked last. */
export async function saveReports(context: Context, reports: readonly ReportToSave[]): Promise<string[]> {
  const { tx, org_id, now, member } = context
  if (reports.length === 0) return []
  const numbers = await takeSerials(tx, module_code, reports.length, now, member.time_zone)
  const reported = await recordProgress(
    tx,
    org_id,
    reports.map(({ decided }) => decided.report),
  )
  await recordTaskProgress(
    context,
    reports.map(({ decided }) => decided.task),
  )
  const ending = reports.filter(({ decided }) => decided.task.status === taskStatus.codes.done)
  await endPauses(
    tx,
    org_id,
    ending.map(({ task, input }) => ({ task_id: task.id, at: Math.min(input.device_time ?? now, now) })),
  )
  const ended = await settleOrders(
    context,
    reports.map(({ task }) => task.mo_id),
    ending.map(({ task }) => task.id),
  )
  const finished = [...new Set([...reported, ...ended])]
  const given = reports.map((report, index) => ({ ...report, id: newId(), report_no: numbers[index]! }))
  const made = await madePieces(tx, org_id, given)
  const used = await consume(
    tx,
    org_id,
    // What a supplier uses lies with him, and his outsourcing order books it.
    given.flatMap(({ decided, input, id, report_no }) =>
      input.outside ? [] : { ...decided, id, report_no, used: input.used },
    ),
  )
  await recordTrace(tx, made)
  await releaseRest(tx, org_id, finished)
  await tellShort(context, finished)
  const stored = given.map(({ decided, task, input, id, report_no }) => ({
    ...{ id, report_no },
    task_id: task.id,
    mo_id: task.mo_id,
    operation_id: task.operation_id,
    process_id: task.process_id,
    device_id: task.device_id,
    finished_quantity: input.finished_quantity,
    defective_quantity: input.defective_quantity,
    defect_reason: defectWords(defectsOf(input)),
    defects: defectsOf(input),
    rework_quantity: input.rework_quantity ?? '0',
    rework_operation_id: input.rework_operation_id ?? null,
    reworked_quantity: input.reworked_quantity ?? '0',
    work_seconds: input.work_seconds ?? 0,
    inputs: used.get(id)?.inputs ?? [],
    uses: used.get(id)?.uses ?? [],
    user_ids: `{${(input.user_ids?.length ? input.user_ids : [member.user_id]).join(',')}}`,
    user_seconds: input.user_seconds?.length ? `{${input.user_seconds.join(',')}}` : null,
    report_time: now,
    device_time: input.device_time ?? null,
    finishes_task: decided.task.status === taskStatus.codes.done,
    outside: input.outside === true,
    remark: input.remark ?? null,
  }))
  await sql`insert into report_record (id, report_no, task_id, mo_id, operation_id, process_id, device_id, finished_quantity, defective_quantity, defect_reason,
      defects, rework_quantity, rework_operation_id, reworked_quantity, work_seconds, inputs, uses, user_ids, user_seconds, report_time, device_time, finishes_task, outside, remark)
    select r.* from ${recordset(
      stored,
      sql`id uuid, report_no text, task_id uuid, mo_id uuid, operation_id uuid, process_id uuid, device_id uuid, finished_quantity numeric, defective_quantity numeric,
        defect_reason text, defects jsonb, rework_quantity numeric, rework_operation_id uuid, reworked_quantity numeric, work_seconds integer, inputs jsonb, uses jsonb, user_ids uuid[], user_seconds integer[], report_time bigint, device_time bigint, finishes_task boolean, outside boolean, remark text`,
    )} as r`.execute(tx)
  return stored.map(({ id }) => id)
}

/** Started tasks put their work orders in production. */
export async function markStarted(tx: Tx, org_id: string, tasks: readonly TaskFacts[], at: number): Promise<void> {
  const begun = tasks.filter(
    task => task.mo_status !== moStatus.codes.in_production || task.status === taskStatus.codes.not_started,
  )
  if (begun.length === 0) return
  await recordProgress(
    tx,
    org_id,
    begun.map(({ mo_id, operation_id }) => ({
      ...{ mo_id, operation_id, good: '0', defective: '0', started_at: at, at, finishes: false, starts: true },
    })),
  )
}

/** Progress shows on every open plan at once. */
export const told = ({ tell }: Context): void => tell(floorMessage)
