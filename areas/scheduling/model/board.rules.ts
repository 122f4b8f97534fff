import type { Instant } from '@qitao/core/time.ts'
import { indexPlan, type PlanIndex } from '@qitao/planning/scheduling/move-view.ts'
import type { Problem } from '@qitao/planning/scheduling/problem.ts'
import type { TaskOfPlan } from './facts.ts'

/** A task as it stands on the board: the page has it from the chart, the server from the table. */
export interface BoardTask {
  readonly operation_id: string
  readonly device_id: string
  readonly setup_start_time: Instant
  readonly start_time: Instant
  readonly end_time: Instant
}

/** The plan as the engine judges a move in it. Tasks of finished operations are history: nothing stands in their way. */
export function boardOf(problem: Problem, tasks: readonly BoardTask[]): PlanIndex {
  const open = new Set(problem.operations.map(operation => operation.id))
  return indexPlan(
    problem,
    tasks
      .filter(task => open.has(task.operation_id))
      .map(task => ({
        operation: task.operation_id,
        machine: task.device_id,
        setupStart: task.setup_start_time,
        start: task.start_time,
        end: task.end_time,
      })),
  )
}

/** Locked by a person, told to somebody on the floor, or begun: it does not move. */
export const isHeld = ({
  status,
  dispatch_status,
  capacity_locked,
}: Pick<TaskOfPlan, 'status' | 'dispatch_status' | 'capacity_locked'>): boolean =>
  capacity_locked || status !== 0 || dispatch_status !== 0
