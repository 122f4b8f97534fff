import type { Quantity } from '@qitao/core/quantity.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/progress.rules.ts'
import { recordProgress, releaseRest } from '@qitao/manufacturing/server'
import { recordset, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { recordTaskProgress } from '@qitao/scheduling/server'
import { sql } from 'kysely'
import type { Decided, TaskFacts } from '../model/report.rules.ts'
import { consume } from './consume.ts'

/** Serial numbers of reports. */
const module_code = 'BG'

export interface ReportToSave {
  decided: Decided
  task: TaskFacts
  input: {
    finished_quantity: Quantity
    defective_quantity: Quantity
    defect_reason?: string | null | undefined
    work_seconds?: number | undefined
    user_ids?: string[] | undefined
    device_time?: number | undefined
    remark?: string | null | undefined
  }
}

/** Operations, tasks, stock and the records themselves, in one go; stock last, as it is locked last. */
export async function saveReports(
  { tx, org_id, now, member }: Context,
  reports: readonly ReportToSave[],
): Promise<string[]> {
  if (reports.length === 0) return []
  const numbers = await takeSerials(tx, module_code, reports.length, now, member.time_zone)
  const finished = await recordProgress(
    tx,
    org_id,
    reports.map(({ decided }) => decided.report),
  )
  await recordTaskProgress(
    tx,
    org_id,
    reports.map(({ decided }) => decided.task),
  )
  const used = await consume(
    tx,
    org_id,
    reports.map(({ decided }, index) => ({ ...decided, report_no: numbers[index]! })),
  )
  await releaseRest(tx, org_id, finished)
  const stored = reports.map(({ decided, task, input }, index) => ({
    id: newId(),
    report_no: numbers[index]!,
    task_id: task.id,
    mo_id: task.mo_id,
    operation_id: task.operation_id,
    process_id: task.process_id,
    device_id: task.device_id,
    finished_quantity: input.finished_quantity,
    defective_quantity: input.defective_quantity,
    defect_reason: input.defect_reason ?? null,
    work_seconds: input.work_seconds ?? 0,
    inputs: used.get(numbers[index]!) ?? [],
    user_ids: `{${(input.user_ids?.length ? input.user_ids : [member.user_id]).join(',')}}`,
    report_time: now,
    device_time: input.device_time ?? null,
    finishes_task: decided.task.status === taskStatus.codes.done,
    remark: input.remark ?? null,
  }))
  await sql`insert into report_record (id, report_no, task_id, mo_id, operation_id, process_id, device_id, finished_quantity, defective_quantity, defect_reason,
      work_seconds, inputs, user_ids, report_time, device_time, finishes_task, remark)
    select r.* from ${recordset(
      stored,
      sql`id uuid, report_no text, task_id uuid, mo_id uuid, operation_id uuid, process_id uuid, device_id uuid, finished_quantity numeric, defective_quantity numeric,
        defect_reason text, work_seconds integer, inputs jsonb, user_ids uuid[], report_time bigint, device_time bigint, finishes_task boolean, remark text`,
    )} as r`.execute(tx)
  return stored.map(({ id }) => id)
}

/** A started task puts its work order in production. */
export async function markStarted(tx: Tx, org_id: string, task: TaskFacts, at: number): Promise<void> {
  if (task.mo_status === moStatus.codes.in_production && task.status !== taskStatus.codes.not_started) return
  await recordProgress(tx, org_id, [
    {
      mo_id: task.mo_id,
      operation_id: task.operation_id,
      good: '0',
      defective: '0',
      started_at: at,
      at,
      finishes: false,
      starts: true,
    },
  ])
}

/** Progress shows on every open plan at once. */
export const told = ({ tell }: Context, task: TaskFacts): void =>
  tell({ channel_type: 'plan', data: { task_id: task.id, mo_id: task.mo_id } })
