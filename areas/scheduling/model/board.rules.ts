import type { Instant } from '@qitao/core/time.ts'
import { startAt, workedAt } from '@qitao/planning/calendar/working-time.ts'
import {
  checkMove,
  landing,
  type MoveObject,
  type MoveRefusal,
  setupSecondsAt,
  tableOf,
} from '@qitao/planning/scheduling/move.ts'
import { indexPlan, moveView, type PlanIndex } from '@qitao/planning/scheduling/move-view.ts'
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

/** A task with its set-up: what a bar on the chart covers. */
export interface Bar {
  readonly setup_start: Instant
  readonly start: Instant
  readonly end: Instant
}

/** Where a bar comes to lie whose left edge is dropped at an instant: set-up first, then the run, in working time. */
export function dropped(index: PlanIndex, operation_id: string, device_id: string, at: Instant): Bar | null {
  if (!index.tasks.has(operation_id) || !index.rows.has(device_id)) return null
  const view = moveView(index, operation_id, device_id)
  const table = tableOf(view.machine)
  const wanted = startAt(table, workedAt(table, at) + setupSecondsAt(view, at))
  const run = Number.isFinite(wanted) ? landing(view, wanted) : null
  if (!run) return null
  const setup = setupSecondsAt(view, run.start)
  return { setup_start: setup > 0 ? startAt(table, workedAt(table, run.start) - setup) : run.start, ...run }
}

export interface Move {
  readonly operation_id: string
  readonly device_id: string
  readonly start: Instant
  readonly end: Instant
}
export interface RefusedMove {
  readonly operation_id: string
  readonly refusal: MoveRefusal
  readonly object: MoveObject
}
/** The first of several moves made together that breaks a rule; each is judged with all of them in their new places. */
export function refusedMove(index: PlanIndex, moves: readonly Move[]): RefusedMove | undefined {
  const together = moves.length > 1 ? withMoves(index, moves) : index
  for (const { operation_id, device_id, start, end } of moves) {
    if (!together.tasks.has(operation_id) || !together.rows.has(device_id)) {
      return { operation_id, refusal: 'device_unavailable', object: { kind: 'machine', id: device_id } }
    }
    const verdict = checkMove(moveView(together, operation_id, device_id), { start, end })
    if (!verdict.ok) return { operation_id, refusal: verdict.refusal, object: verdict.object }
  }
  return undefined
}

function withMoves(index: PlanIndex, moves: readonly Move[]): PlanIndex {
  const tasks = new Map(index.tasks)
  const rows = new Map([...index.rows].map(([machine, row]) => [machine, new Set(row)]))
  for (const { operation_id, device_id, start, end } of moves) {
    const before = tasks.get(operation_id)
    if (!before) continue
    rows.get(before.machine)?.delete(operation_id)
    rows.get(device_id)?.add(operation_id)
    const setup = before.start - before.setupStart
    tasks.set(operation_id, { operation: operation_id, machine: device_id, setupStart: start - setup, start, end })
  }
  return { ...index, tasks, rows }
}
