import type { Quantity } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'

export interface PastReport {
  readonly report_no: string
  readonly task_id: string
  readonly mo_id: string
  readonly operation_id: string
  readonly process_id: string
  readonly device_id: string
  readonly user_id: string
  readonly good: Quantity
  readonly defective: Quantity
  readonly reason: string | null
  readonly work_seconds: number
  readonly at: Instant
}
/** Reports of a past that is entered later: each ended its task, and somebody has approved them since. */
export const enterPastReports = (tx: Tx, approver_id: string, reports: readonly PastReport[]): Promise<void> =>
  insertRows(
    tx,
    'report_record',
    reports.map(({ user_id, good, defective, reason, at, ...report }) => ({
      ...{ ...report, id: newId(), finished_quantity: good, defective_quantity: defective, defect_reason: reason },
      ...{ user_ids: [user_id], report_time: at, finishes_task: true, revoked: false },
      ...{ approved_time: at, approved_by: approver_id },
    })),
  )
