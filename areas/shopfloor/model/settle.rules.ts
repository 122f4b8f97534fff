import { add, isMore, isPositive, least, type Quantity } from '@qitao/core/quantity.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import {
  type OperationFacts,
  type OperationReport,
  operationAfter,
} from '@qitao/manufacturing/model/mo/progress.rules.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { isFull } from './rework.rules.ts'

/** A task beside its operation, as settling an order sees it. */
export interface TaskToSettle {
  readonly id: string
  readonly mo_id: string
  readonly operation_id: string
  readonly quantity: Quantity
  readonly reported_quantity: Quantity
  readonly defective_quantity: Quantity
  readonly status: CodeOf<typeof taskStatus>
  readonly actual_start_time: number | null
  readonly actual_finish_time: number | null
  /** A report that stands has finished it, in full or short. */
  readonly finished_by_report: boolean
}
export interface Settled {
  readonly reports: readonly OperationReport[]
  readonly tasks: readonly TaskToSettle[]
}

const { done, started, not_started } = taskStatus.codes
const madeOf = ({
  reported_quantity,
  defective_quantity,
}: Pick<OperationFacts, 'reported_quantity' | 'defective_quantity'>) => add(reported_quantity, defective_quantity)

/** Steps before an operation may still hand something on to it, or have handed on what it has not reported. */
function moreComes(operation: OperationFacts, before: readonly OperationFacts[]): boolean {
  if (before.length === 0 || before.some(({ status }) => status !== done)) return true
  return isMore(before.map(one => one.reported_quantity).reduce(least), madeOf(operation))
}

/** Operations of one order, each behind all that stand before it. */
function inFlow(operations: readonly OperationFacts[]): OperationFacts[] {
  const placed: OperationFacts[] = []
  let left = operations
  while (left.length > 0) {
    const ready = left.filter(one => !left.some(other => other.next_sequences.includes(one.sequence)))
    // A ring has no beginning: it stays as it is.
    if (ready.length === 0) return placed
    placed.push(...ready)
    left = left.filter(one => !ready.includes(one))
  }
  return placed
}

/**
 * Steps of one order that end short by themselves: all before them are finished, and all that these handed on is reported. One
 * that had ended so and gets more after all, as a report before it was taken back, is open again.
 */
export function settle(operations: readonly OperationFacts[], tasks: readonly TaskToSettle[], now: number): Settled {
  const state = new Map(operations.map(one => [one.sequence, one]))
  const ofOperation = Map.groupBy(tasks, task => task.operation_id)
  const reports: OperationReport[] = []
  const changed: TaskToSettle[] = []
  for (const { sequence } of inFlow(operations)) {
    const operation = state.get(sequence)!
    const before = [...state.values()].filter(one => one.next_sequences.includes(sequence))
    const comes = moreComes(operation, before)
    const own = ofOperation.get(operation.id) ?? []
    const touched = own.flatMap((task): TaskToSettle[] => {
      if (!comes && task.status !== done)
        return [{ ...task, status: done, actual_start_time: task.actual_start_time ?? now, actual_finish_time: now }]
      if (!comes || task.status !== done || task.finished_by_report || isFull(task)) return []
      const begun = isPositive(madeOf(task))
      const actual_start_time = begun ? task.actual_start_time : null
      return [{ ...task, status: begun ? started : not_started, actual_start_time, actual_finish_time: null }]
    })
    if (touched.length === 0) continue
    changed.push(...touched)
    const begun = own.some(task => (touched.find(({ id }) => id === task.id) ?? task).status !== not_started)
    const report: OperationReport = {
      ...{ mo_id: operation.mo_id, operation_id: operation.id, good: '0', defective: '0' },
      ...{ started_at: operation.actual_start_time ?? now, at: now, finishes: !comes, starts: begun },
    }
    reports.push(report)
    state.set(sequence, operationAfter(operation, report))
  }
  return { reports, tasks: changed }
}
