/**
 * What a change breaks that was not broken before. Only what it touches is looked at: tasks that stand elsewhere, what stands
 * next to them, before and behind them in their orders, and what holds the same people. All else takes its place and is not
 * judged, for nothing about it has changed; so the answer is that of checking all of it twice.
 */
import type { Plan, Task } from '../scheduling/place/plan.ts'
import type { Operation, Problem } from '../scheduling/problem/problem.ts'
import { checkPlan } from './check-plan.ts'
import { withCharges } from './standing-charges.ts'
import type { Violation } from './violation.ts'

/** A task as far as it is judged here: by its place, not by the reasons that were found for it. */
export type PlacedTask = Pick<
  Task,
  'operation' | 'machine' | 'setupStart' | 'start' | 'end' | 'setupSeconds' | 'charge'
>

/** `judged`: operations that are others than they were, so that no fault of them is an old one. */
export function checkChanged(
  problem: Problem,
  before: readonly PlacedTask[],
  after: readonly PlacedTask[],
  judged: ReadonlySet<string> = new Set(),
): Violation[] {
  const moved = movedBetween(before, after).union(judged)
  if (moved.size === 0) return []
  const part = touchedBy(problem, moved, before, after)
  const isOld = new Set(
    faultsOf(part, before).flatMap(fault =>
      judged.has(fault.subject) || judged.has(fault.object) ? [] : [nameOf(fault)],
    ),
  )
  return faultsOf(part, after).filter(fault => !isOld.has(nameOf(fault)))
}
const nameOf = ({ rule, subject, object }: Violation): string => `${rule} ${subject} ${object}`

function movedBetween(before: readonly PlacedTask[], after: readonly PlacedTask[]): Set<string> {
  const stood = new Map(before.map(task => [task.operation, placeOf(task)]))
  const moved = new Set(
    after.filter(task => stood.get(task.operation) !== placeOf(task)).map(({ operation }) => operation),
  )
  const stands = new Set(after.map(({ operation }) => operation))
  for (const { operation } of before) if (!stands.has(operation)) moved.add(operation)
  return moved
}
const placeOf = ({ machine, setupStart, start, end, setupSeconds, charge }: PlacedTask): string =>
  [machine, setupStart, start, end, setupSeconds, charge].join(' ')

/** The problem without what has nothing to do with these operations; what is not to be judged is fixed where it stands. */
function touchedBy(
  problem: Problem,
  moved: ReadonlySet<string>,
  before: readonly PlacedTask[],
  after: readonly PlacedTask[],
): Problem {
  const operations = new Map(problem.operations.map(operation => [operation.id, operation]))
  const machines = new Set([...before, ...after].flatMap(task => (moved.has(task.operation) ? [task.machine] : [])))
  const people = new Set([...moved].flatMap(id => operations.get(id)?.holds?.map(({ resource }) => resource) ?? []))
  const judged = new Set(moved)
  for (const operation of problem.operations) {
    for (const link of operation.predecessors) {
      if (moved.has(operation.id)) judged.add(link.operation)
      if (moved.has(link.operation)) judged.add(operation.id)
    }
  }
  for (const tasks of [before, after]) {
    for (const machine of machines) {
      const row = tasks.filter(task => task.machine === machine)
      for (const id of behind(row, moved, operations)) judged.add(id)
    }
  }
  // Who stands in a charge with one of these is judged with it.
  const charged = withCharges(problem, after).filter(({ charge }) => charge !== undefined)
  const charges = new Set(charged.flatMap(({ operation, charge }) => (moved.has(operation) ? [charge] : [])))
  for (const { operation, charge } of charged) if (charges.has(charge)) judged.add(operation)
  const standing = new Map(after.map(task => [task.operation, task]))
  const related = (operation: Operation): boolean =>
    judged.has(operation.id) ||
    machines.has(standing.get(operation.id)?.machine ?? '') ||
    (operation.holds?.some(({ resource }) => people.has(resource)) ?? false)
  const part = problem.operations.filter(related)
  const known = new Set(part.map(({ id }) => id))
  return {
    ...problem,
    orders: [],
    operations: part.map(operation => {
      const predecessors = operation.predecessors.filter(link => known.has(link.operation))
      const task = standing.get(operation.id)
      if (operation.fixed || judged.has(operation.id) || !task) return { ...operation, predecessors }
      const { machine, setupStart, start, end } = task
      return { ...operation, predecessors: [], fixed: { machine, setupStart, start, end, why: 'locked' } }
    }),
  }
}

/** What is set up by what these left on the machine: up to the next task with a family, and with a mould. */
function behind(
  row: readonly PlacedTask[],
  moved: ReadonlySet<string>,
  operations: ReadonlyMap<string, Operation>,
): string[] {
  const found: string[] = []
  let isOpen = false
  let isOpenMould = false
  for (const { operation: id } of row.toSorted((a, b) => a.setupStart - b.setupStart)) {
    const operation = operations.get(id)
    if (isOpen || isOpenMould) found.push(id)
    if ((operation?.family ?? null) !== null) isOpen = false
    if (operation?.holds?.length) isOpenMould = false
    if (moved.has(id)) [isOpen, isOpenMould] = [true, true]
  }
  return found
}

/** What is wrong with the places; that no reasons are given, and what becomes of orders, is not asked here. */
function faultsOf(problem: Problem, placed: readonly PlacedTask[]): Violation[] {
  const operations = new Map(problem.operations.map(operation => [operation.id, operation]))
  const tasks = placed.flatMap((task): Task[] => {
    const operation = operations.get(task.operation)
    return operation ? [{ ...task, order: operation.order, fixed: operation.fixed !== undefined, reasons: [] }] : []
  })
  return checkPlan(problem, { ...noOutcome, tasks }).filter(({ rule }) => rule !== 'outcome' && rule !== 'reason')
}
const noOutcome: Omit<Plan, 'tasks'> = {
  unplanned: [],
  orders: [],
  conflicts: [],
  score: {
    ...{ weightedTardinessHours: 0, lateOrders: 0, setupSeconds: 0 },
    ...{ makespanSeconds: 0, flowSeconds: 0, unplannedOrders: 0 },
  },
  iterations: 0,
}
