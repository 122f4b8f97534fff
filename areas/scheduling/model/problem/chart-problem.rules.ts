import type { Eligible, Operation, Problem } from '@qitao/planning/scheduling/problem/problem.ts'

/**
 * The problem as it travels to the chart: operations of one kind run on the same machines in the same time, so each list of
 * machines is written once and operations name it by its place.
 */
export interface ChartProblem extends Omit<Problem, 'operations'> {
  readonly machine_lists: readonly (readonly Eligible[])[]
  readonly operations: readonly ChartOperation[]
}
export interface ChartOperation extends Omit<Operation, 'machines'> {
  readonly machines: number
}

export function chartProblem(problem: Problem): ChartProblem {
  const places = new Map<readonly Eligible[], number>()
  const operations = problem.operations.map((operation): ChartOperation => {
    const place = places.get(operation.machines) ?? places.size
    places.set(operation.machines, place)
    return { ...operation, machines: place }
  })
  return { ...problem, operations, machine_lists: [...places.keys()] }
}

export function problemOfChart({ machine_lists, ...problem }: ChartProblem): Problem {
  return {
    ...problem,
    operations: problem.operations.map(operation => ({ ...operation, machines: machine_lists[operation.machines]! })),
  }
}

/** Ids of the machines that can do an operation. */
export const machinesFor = ({ operations, machine_lists }: ChartProblem, operation_id: string): Set<string> =>
  new Set(
    operations
      .filter(({ id }) => id === operation_id)
      .flatMap(({ machines }) => machine_lists[machines]!.map(({ machine }) => machine)),
  )
