/** A plan around tasks that stay where they are: nothing else may take their places, and they are no more locked than before. */
import type { Plan, Task } from '../place/plan.ts'
import type { Problem } from '../problem/problem.ts'
import type { StandingTask } from '../standing/standing-plan.ts'
import { type ScheduleOptions, schedule } from './schedule.ts'

export interface PlanAround extends Pick<Plan, 'unplanned' | 'iterations'> {
  /** All that is not fixed by the problem itself; what stays in the charges in which it stands. */
  readonly tasks: readonly Task[]
}

export function scheduleAround(
  problem: Problem,
  places: readonly StandingTask[],
  options: ScheduleOptions = {},
): PlanAround {
  const { tasks, unplanned, iterations } = schedule(withFixed(problem, places), options)
  const fixed = new Set(problem.operations.flatMap(one => (one.fixed ? [one.id] : [])))
  const chargeOf = new Map(places.map(({ operation, charge }) => [operation, charge]))
  const free = tasks.flatMap(task => {
    const charge = chargeOf.get(task.operation) ?? task.charge
    return fixed.has(task.operation) ? [] : charge === undefined ? task : { ...task, charge }
  })
  return { tasks: free, unplanned, iterations }
}

function withFixed(problem: Problem, places: readonly StandingTask[]): Problem {
  const placeOf = new Map(places.map(task => [task.operation, task]))
  return {
    ...problem,
    operations: problem.operations.map(operation => {
      const place = placeOf.get(operation.id)
      if (!place) return operation
      const { standing: _, ...rest } = operation
      const { machine, setupStart, start, end } = place
      return { ...rest, fixed: { machine, setupStart, start, end, why: 'published' } }
    }),
  }
}
