/**
 * An operation in two parts, on two machines at a time, as a means of repair: where that makes an order on time that is late
 * otherwise. Which operations may be divided, and what the parts take, is given; which of them it pays for is found.
 */
import { explainAll } from '../explain/explain-late.ts'
import { compile } from '../problem/model.ts'
import { type Operation, type Problem, shortestTaskSeconds } from '../problem/problem.ts'
import { StandingPlan, type StandingTask } from '../standing/standing-plan.ts'

export interface Split {
  /** What is left of the operation bears its name; its quantity, and that of the part, are those to make. */
  readonly rest: Operation
  readonly part: Operation
}
export interface LikelySplit extends Split {
  /** Late orders that it could make on time. */
  readonly orders: readonly string[]
}
/** An operation with about so much of its quantity in a part of its own; null: it cannot be divided so. */
export type PossibleSplits = (operation: Operation, share: number) => Split | null

export const partId = (operation: string): string => `${operation}#`

/** All that waits for the operation waits for both of its parts. */
export function withSplitIn(given: Problem, { rest, part }: Split): Problem {
  const operations = given.operations.flatMap((operation): Operation[] => {
    if (operation.id === rest.id) return [rest, part]
    const link = operation.predecessors.find(one => one.operation === rest.id)
    if (!link) return [operation]
    return [{ ...operation, predecessors: [...operation.predecessors, { ...link, operation: part.id }] }]
  })
  return { ...given, operations }
}

/** The plan with the part behind the rest: both take the time that they need when the plan is put right. */
export function inPlaceOf({ rest, part }: Split, tasks: readonly StandingTask[]): StandingTask[] {
  return tasks.flatMap(task => {
    if (task.operation !== rest.id) return [task]
    const from = task.start + 1
    return [
      { ...task, end: from },
      { ...task, operation: part.id, setupStart: from, start: from, end: from + 1 },
    ]
  })
}

/**
 * Splits that could make a late order of a plan on time, the likeliest first: of the tasks on its chain those that run for so
 * long that a part of that is more than the order is late.
 */
export function* likelySplits(
  given: Problem,
  tasks: readonly StandingTask[],
  possible: PossibleSplits,
): Generator<LikelySplit> {
  const model = compile(given)
  const isCounted = (order: string) => model.orderWeight[model.orderNumber.get(order)!]! > 0
  const needs = explainAll(new StandingPlan(model, tasks)).flatMap(({ order, tardinessSeconds, chain }) =>
    isCounted(order)
      ? chain.flatMap(link => {
          const isRun = link.kind === 'task' || link.kind === 'predecessor' || link.kind === 'machine'
          const share = tardinessSeconds / link.seconds
          return isRun && share < mostNeeded ? [{ operation: link.operation, order, share }] : []
        })
      : [],
  )
  needs.sort((a, b) => a.share - b.share || (a.operation < b.operation ? -1 : 1))
  const operations = new Map(given.operations.map(one => [one.id, one]))
  const machineOf = new Map(tasks.map(({ operation, machine }) => [operation, machine]))
  const furnaces = new Set(given.machines.flatMap(one => (one.chargeCapacity ? one.id : [])))
  for (const [id, own] of Map.groupBy(needs, ({ operation }) => operation)) {
    const operation = operations.get(id)!
    const share = operation.fixed ? 0 : shareElsewhere(operation, machineOf.get(id)!, furnaces)
    const split = share > 0 ? possible(operation, share) : null
    if (split) yield { ...split, orders: own.map(({ order }) => order) }
  }
}
/** A part takes at most about half of a run off. */
const mostNeeded = 0.6

/** How much of an operation its fastest other machine makes while its own makes the rest; 0: there is none, or too little to do. */
function shareElsewhere({ machines }: Operation, own: string, furnaces: ReadonlySet<string>): number {
  if (furnaces.has(own)) return 0
  const runs = machines.flatMap(one => (one.runSeconds === null || furnaces.has(one.machine) ? [] : one))
  const here = runs.find(({ machine }) => machine === own)?.runSeconds ?? 0
  const there = runs.reduce(
    (least, one) => (one.machine === own ? least : Math.min(least, one.runSeconds!)),
    Number.POSITIVE_INFINITY,
  )
  const share = here / (here + there)
  return here >= 2 * shortestTaskSeconds && Number.isFinite(there) ? share : 0
}
