import type { MoRow } from '@qitao/manufacturing/model/mo/mo.record.ts'
import { checkPlan } from '@qitao/planning/checker/check-plan.ts'
import type { Violation } from '@qitao/planning/checker/violation.ts'
import type { Plan } from '@qitao/planning/scheduling/place/plan.ts'
import type { Problem } from '@qitao/planning/scheduling/problem/problem.ts'
import type { GanttData } from '@qitao/scheduling/model/chart/gantt.record.ts'

export interface StoredPlan extends Pick<GanttData, 'tasks'> {
  readonly problem: Problem
}
export type StoredOrder = Pick<MoRow, 'id' | 'kitting_time'>
export interface Verdict<O extends StoredOrder> {
  readonly placed: readonly O[]
  readonly left: readonly O[]
  readonly taskCount: number
  readonly violations: readonly Violation[]
  /** Operations that start before the day on which their material is there: this tool's own look, beside the checker's. */
  readonly beforeKit: readonly string[]
  /** Orders whose first run starts before the kit date that is stored with them. */
  readonly ordersBeforeKit: readonly O[]
}

/** The stored plan before the independent checker, by the problem that the product itself tells. */
export function judge<O extends StoredOrder>({ tasks, problem }: StoredPlan, orders: readonly O[]): Verdict<O> {
  const busy = new Set(tasks.map(task => task.mo_id))
  const starts = new Map<string, number>()
  for (const task of tasks) starts.set(task.mo_id, Math.min(starts.get(task.mo_id) ?? task.start_time, task.start_time))
  const kits = new Map(problem.operations.map(({ id, kit }) => [id, kit?.at ?? null]))
  // As it was when the plan was made: a first task that has begun since is not in the past.
  const now = tasks.reduce((begin, task) => Math.min(begin, task.setup_start_time), problem.now)
  const judged = { ...aroundPlaced(problem, busy), now }
  return {
    placed: orders.filter(({ id }) => busy.has(id)),
    left: orders.filter(({ id }) => !busy.has(id)),
    taskCount: tasks.length,
    violations: checkPlan(judged, planOf(tasks, judged)),
    beforeKit: tasks
      .filter(({ operation_id, start_time }) => start_time < (kits.get(operation_id) ?? 0))
      .map(({ operation_id }) => operation_id),
    ordersBeforeKit: orders.filter(
      ({ id, kitting_time }) => (kitting_time ?? 0) > (starts.get(id) ?? Number.POSITIVE_INFINITY),
    ),
  }
}

function planOf(tasks: StoredPlan['tasks'], problem: Problem): Plan {
  const fixed = new Set(problem.operations.flatMap(operation => (operation.fixed ? operation.id : [])))
  const finish = new Map<string, number>()
  for (const task of tasks) finish.set(task.mo_id, Math.max(finish.get(task.mo_id) ?? 0, task.end_time))
  return {
    tasks: tasks.map(task => ({
      operation: task.operation_id,
      order: task.mo_id,
      machine: task.device_id,
      setupStart: task.setup_start_time,
      start: task.start_time,
      end: task.end_time,
      setupSeconds: task.setup_seconds,
      fixed: fixed.has(task.operation_id),
      // Why a task stands where it does is kept in words for people; the rules of the plan do not need it.
      reasons: [{ kind: 'now', until: task.start_time }],
    })),
    unplanned: [],
    orders: problem.orders.map(({ id, due }) => ({
      order: id,
      finish: finish.get(id) ?? null,
      tardinessSeconds: Math.max(0, (finish.get(id) ?? due) - due),
    })),
    conflicts: [],
    score: {
      weightedTardinessHours: 0,
      lateOrders: 0,
      setupSeconds: 0,
      makespanSeconds: 0,
      flowSeconds: 0,
      unplannedOrders: 0,
    },
    iterations: 0,
  }
}

/**
 * Of the problem, what the placed orders need: their operations and those they wait for. An order that is left out is judged by
 * the cause that it names; the chart does not tell all that it would have waited for.
 */
function aroundPlaced(problem: Problem, busy: ReadonlySet<string>): Problem {
  const own = problem.operations.filter(({ order }) => busy.has(order))
  const awaited = new Set(own.flatMap(({ predecessors }) => predecessors.map(({ operation }) => operation)))
  const operations = problem.operations.filter(({ id, order }) => busy.has(order) || awaited.has(id))
  const orders = new Set(operations.map(({ order }) => order))
  return {
    ...problem,
    orders: problem.orders.filter(({ id }) => orders.has(id)),
    operations: operations.map(operation =>
      busy.has(operation.order) ? operation : { ...operation, predecessors: [] },
    ),
  }
}
