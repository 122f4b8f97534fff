/**
 * Shift chosen tasks left or right on their machines, by a time or as far as they go. Their order and every rule stay; locked
 * and running tasks stay where they are, and so does everything that was not chosen.
 */
import type { Instant } from '@qitao/core/time.ts'
import { endAt, startAt, type WorkTable, wallWithin, workedAt } from '../calendar/working-time.ts'
import {
  checkMove,
  landing,
  type MovedTimes,
  type MoveObject,
  type MoveRefusal,
  type MoveView,
  setupSecondsAt,
  tableOf,
} from './move.ts'
import { indexPlan, moveView } from './move-view.ts'
import type { Plan } from './plan.ts'
import { type Problem, shortestTaskSeconds } from './problem.ts'

export interface Shift {
  readonly operations: readonly string[]
  readonly direction: 'left' | 'right'
  /** Wall-clock seconds; null: as far as the rules allow (to the right: not beyond the due date of its order). */
  readonly seconds: number | null
}

export interface Shifted {
  /** New times of the tasks that moved, and of neighbours whose change-over became another; sorted by start. */
  readonly moved: readonly ({ readonly operation: string; readonly machine: string } & MovedTimes)[]
  readonly refused: readonly {
    readonly operation: string
    readonly refusal: MoveRefusal
    readonly object: MoveObject
  }[]
}

/** A task that cannot move is refused and the others still do. Operations without a task are left out. */
export function shiftTasks(
  problem: Problem,
  plan: Pick<Plan, 'tasks'>,
  { operations, direction, seconds }: Shift,
): Shifted {
  const index = indexPlan(problem, plan.tasks)
  const dueOf = new Map(problem.orders.map(order => [order.id, order.due]))
  const chosen = [...new Set(operations)]
    .map(id => index.tasks.get(id))
    .filter(task => task !== undefined)
    // Who goes first makes room for the next.
    .sort(
      (a, b) => (direction === 'left' ? a.start - b.start : b.start - a.start) || (a.operation < b.operation ? -1 : 1),
    )
  const moved = new Map<string, Shifted['moved'][number]>()
  const refused: Shifted['refused'][number][] = []

  for (const task of chosen) {
    const view = moveView(index, task.operation, task.machine)
    if (view.task.locked) {
      const object = { kind: 'operation', id: task.operation } as const
      refused.push({ operation: task.operation, refusal: 'capacity_locked', object })
      continue
    }
    const due = dueOf.get(index.operations.get(task.operation)!.order) ?? problem.limit
    const to =
      seconds === null
        ? farthest(view, task, direction, due)
        : landing(view, task.start + (direction === 'left' ? -seconds : seconds))
    if (!to || to.start === task.start) {
      if (seconds !== null || view.task.locked) {
        const object = { kind: 'operation', id: task.operation } as const
        refused.push({
          operation: task.operation,
          refusal: view.task.locked ? 'capacity_locked' : 'no_capacity',
          object,
        })
      }
      continue
    }
    const passed = view.row.find(other => task.start < other.start !== to.start < other.start)
    if (passed) {
      const object = { kind: 'operation', id: passed.operation, at: passed.start } as const
      refused.push({ operation: task.operation, refusal: 'task_overlap', object })
      continue
    }
    const verdict = checkMove(view, to)
    if (!verdict.ok) {
      refused.push({ operation: task.operation, refusal: verdict.refusal, object: verdict.object })
      continue
    }
    const { machine } = task
    index.tasks.set(task.operation, { operation: task.operation, machine, ...verdict.task })
    moved.set(task.operation, { operation: task.operation, machine, ...verdict.task })
    for (const { operation, setupStart, setupSeconds } of verdict.setups) {
      const neighbour = index.tasks.get(operation)!
      const { start, end } = neighbour
      index.tasks.set(operation, { ...neighbour, setupStart })
      moved.set(operation, { operation, machine, setupStart, start, end, setupSeconds })
    }
  }
  return {
    moved: [...moved.values()].sort((a, b) => a.start - b.start || (a.operation < b.operation ? -1 : 1)),
    refused,
  }
}

/** As far as its own rules and its neighbours let it; null when it cannot go any further. */
function farthest(
  view: MoveView,
  now: { readonly start: Instant; readonly end: Instant },
  direction: Shift['direction'],
  due: Instant,
): { start: Instant; end: Instant } | null {
  const { machine, task, row } = view
  if (!task.eligible || !machine.intervals) return null
  const table = tableOf(machine)
  if (direction === 'left') {
    const setup = setupSecondsAt(view, now.start)
    const capacity = machine.capacity ?? 1
    const free = row.reduce(
      (end, other) => (other.start < now.start && capacity === 1 ? Math.max(end, other.end) : end),
      0,
    )
    const floor = workedAt(table, Math.max(free, task.notBefore ?? 0)) + setup
    const ready = view.predecessors.reduce((at, { readyAt }) => Math.max(at, readyAt), task.kitAt ?? 0)
    const to = landing(view, startAt(table, Math.max(floor, workedAt(table, ready))))
    return to && to.start < now.start ? to : null
  }
  const next = row.reduce(
    (at, other) => (other.start > now.start ? Math.min(at, other.setupStart) : at),
    Math.max(due, now.end),
  )
  const until = view.successors.reduce((at, { startsAt }) => Math.min(at, startsAt), next)
  const to = latestBefore(view, table, until)
  return to && to.start > now.start ? to : null
}

/** Latest place that ends by an instant. */
function latestBefore({ task }: MoveView, table: WorkTable, until: Instant): { start: Instant; end: Instant } | null {
  const run = Math.max(shortestTaskSeconds, task.eligible!.runSeconds)
  let done = workedAt(table, until)
  for (;;) {
    const from = done - run
    if (from < 0) return null
    const wall = wallWithin(table, from, done)
    const start = startAt(table, from)
    const end = endAt(table, done)
    if (wall < 0 && (task.mayPause || end - start === run)) return { start, end }
    // Back to the end of the piece in which it would have to begin, or to the wall.
    done = wall >= 0 ? wall : workedAt(table, start) + pieceLeft(table, start)
  }
}

/** Working seconds until the piece that holds an instant ends. */
const pieceLeft = (table: WorkTable, instant: Instant): number =>
  table.ends[table.ends.findIndex(end => end > instant)]! - instant
