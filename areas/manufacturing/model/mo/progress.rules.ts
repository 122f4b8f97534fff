import { add, isPositive, type Quantity, sum } from '@qitao/core/quantity.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { type MoAction, type MoStatusCode, moStatus } from './mo.status.ts'
import { taskStatus } from './task.status.ts'

/** What the floor tells of an operation. Negative quantities take a report back. */
export interface OperationReport {
  readonly mo_id: string
  readonly operation_id: string
  readonly good: Quantity
  readonly defective: Quantity
  /** When work on it began and this was told; seconds. */
  readonly started_at: number
  readonly at: number
  /** The operation is finished with this; false leaves or makes it open. */
  readonly finishes: boolean
  /** Work has begun, though nothing is reported yet. */
  readonly starts?: boolean
}
export interface OperationFacts {
  readonly id: string
  readonly mo_id: string
  readonly sequence: number
  readonly next_sequences: readonly number[]
  readonly reported_quantity: Quantity
  readonly defective_quantity: Quantity
  readonly status: CodeOf<typeof taskStatus>
  readonly actual_start_time: number | null
  readonly actual_finish_time: number | null
}

export function operationAfter(operation: OperationFacts, report: OperationReport): OperationFacts {
  const reported_quantity = add(operation.reported_quantity, report.good)
  const defective_quantity = add(operation.defective_quantity, report.defective)
  const touched =
    isPositive(reported_quantity) || isPositive(defective_quantity) || report.finishes || report.starts === true
  const open = touched ? taskStatus.codes.started : taskStatus.codes.not_started
  return {
    ...operation,
    reported_quantity,
    defective_quantity,
    status: report.finishes ? taskStatus.codes.done : open,
    actual_start_time: touched ? (operation.actual_start_time ?? report.started_at) : null,
    actual_finish_time: report.finishes ? report.at : null,
  }
}

export interface MoProgress {
  readonly action: MoAction
  readonly status: MoStatusCode
  readonly completed_quantity: Quantity
  readonly defective_quantity: Quantity
  readonly actual_start_time: number | null
  readonly actual_finish_time: number | null
}
/** A work order from its operations: it is made of what its last operations finished; done when all of them are. */
export function progressOf(mo: { status: MoStatusCode }, operations: readonly OperationFacts[]): MoProgress {
  const last = operations.filter(operation => operation.next_sequences.length === 0)
  const done = operations.length > 0 && operations.every(operation => operation.status === taskStatus.codes.done)
  const begun = operations.some(operation => operation.status !== taskStatus.codes.not_started)
  const starts = operations.flatMap(operation => operation.actual_start_time ?? [])
  const finishes = operations.flatMap(operation => operation.actual_finish_time ?? [])
  const reported = done ? 'report_all' : begun ? 'report' : 'take_back'
  const action = moStatus.can('correct', mo.status) ? 'correct' : reported
  return {
    action,
    status: moStatus.after(action, mo.status),
    completed_quantity: sum(last.map(operation => operation.reported_quantity)),
    defective_quantity: sum(operations.map(operation => operation.defective_quantity)),
    actual_start_time: starts.length > 0 ? Math.min(...starts) : null,
    actual_finish_time: done && finishes.length > 0 ? Math.max(...finishes) : null,
  }
}
