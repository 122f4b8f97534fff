import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { OperationFacts } from '@qitao/manufacturing/model/mo/progress.rules.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import {
  type Decided,
  decideReport,
  expectAssigned,
  expectReportable,
  notPublished,
  reportableQuantity,
  type TaskFacts,
} from './report.rules.ts'
import { shopfloorErrors } from './shopfloor.errors.ts'

export interface FinishedTask {
  readonly decided: Decided
  readonly task: TaskFacts
  readonly input: { finished_quantity: Quantity; defective_quantity: Quantity }
}

/**
 * All that is open of one work order, step by step: each step hands on what the one before made. Only who may report each of
 * its tasks may finish them together (8402, as for single reports).
 */
export function finishOne(
  tasks: readonly TaskFacts[],
  operations: readonly OperationFacts[],
  { user_id, picking, now }: { user_id: string; picking: boolean; now: number },
): FinishedTask[] {
  if (operations.length === 0) refuse(generalErrors.recordNotFound)
  if (tasks.length === 0) refuse(shopfloorErrors.badParameter, { detail: notPublished })
  const open = tasks.filter(task => task.status !== taskStatus.codes.done)
  if (open.length === 0) refuse(shopfloorErrors.taskDone)
  if (open.some(task => task.outsourced)) refuse(shopfloorErrors.outsourcedOneClick)
  const state = new Map(operations.map(operation => [operation.id, operation]))
  return open.map((task, index) => {
    expectAssigned(task, user_id)
    expectReportable(task, picking)
    const all = [...state.values()]
    const operation = state.get(task.operation_id)!
    const input = { finished_quantity: reportableQuantity(task, operation, all), defective_quantity: '0' }
    const othersOpen = open.slice(index + 1).some(one => one.operation_id === operation.id)
    const decided = decideReport({ task_id: task.id, ...input, finishes: true }, task, operation, all, now, othersOpen)
    state.set(operation.id, decided.operation)
    return { decided, task, input }
  })
}
