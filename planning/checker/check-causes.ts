/** Whether each cause that is named for an unplanned operation is true, as far as that can be seen without planning. */
import type { Plan, Unplanned } from '../scheduling/place/plan.ts'
import type { Operation, Problem } from '../scheduling/problem/problem.ts'
import { openTime } from './open-time.ts'
import type { Report } from './violation.ts'

export function checkCauses(problem: Problem, plan: Plan, report: Report): void {
  const operations = new Map(problem.operations.map(operation => [operation.id, operation]))
  const left = new Set(plan.unplanned.map(each => each.order))
  for (const unplanned of plan.unplanned) {
    const at = operations.get(unplanned.at)
    if (!at || at.order !== unplanned.order) report('cause', unplanned.operation, unplanned.at, 'gets stuck elsewhere')
    else if (!holds(problem, operations, left, at, unplanned)) {
      report('cause', unplanned.operation, unplanned.object.id, `${unplanned.cause} does not hold`)
    }
  }
}

function holds(
  problem: Problem,
  operations: ReadonlyMap<string, Operation>,
  left: ReadonlySet<string>,
  at: Operation,
  { cause, object }: Unplanned,
): boolean {
  const machines = at.machines.filter(each => each.runSeconds !== null)
  switch (cause) {
    case 'no_machine':
      return at.machines.length === 0
    case 'cycle_time_missing':
      return at.machines.length > 0 && machines.length === 0
    case 'no_calendar':
      return machines.length > 0 && machines.every(({ machine }) => openSpans(problem, at, machine, true).length === 0)
    case 'frozen':
      return (
        machines.every(({ machine }) => openSpans(problem, at, machine, true).length === 0) &&
        openSpans(problem, at, object.id, false).length > 0
      )
    case 'not_kitted':
      return at.kit?.at === null
    case 'no_resource':
      return (at.holds ?? []).some(
        hold =>
          hold.resource === object.id && hold.amount > problem.resources!.find(each => each.id === object.id)!.capacity,
      )
    case 'no_unbroken_time':
      return (
        !at.mayPause &&
        machines.every(({ machine, runSeconds }) =>
          openSpans(problem, at, machine, true).every(([from, to]) => to - from < Math.max(3600, runSeconds!)),
        )
      )
    case 'component_unplanned':
      return left.has(object.id) && at.predecessors.some(link => operations.get(link.operation)?.order === object.id)
    case 'circular':
      return reaches(operations, at.id, at.id)
    case 'beyond_horizon':
      return true
  }
}

function openSpans(problem: Problem, operation: Operation, id: string, withFrozen: boolean) {
  const machine = problem.machines.find(each => each.id === id)
  if (!machine || machine.calendar === null) return []
  const people = (operation.holds ?? []).map(
    hold => problem.resources?.find(each => each.id === hold.resource)?.calendar,
  )
  const calendars = [machine.calendar, ...people]
    .filter(calendar => calendar !== null && calendar !== undefined)
    .map(calendar => problem.calendars.find(each => each.id === calendar)?.intervals ?? [])
  return openTime([...calendars, [[problem.now, problem.limit]]], withFrozen ? (machine.frozen ?? []) : [])
}

function reaches(operations: ReadonlyMap<string, Operation>, from: string, to: string): boolean {
  const seen = new Set<string>()
  const queue = operations.get(from)!.predecessors.map(link => link.operation)
  for (let operation = queue.pop(); operation !== undefined; operation = queue.pop()) {
    if (operation === to) return true
    if (seen.has(operation)) continue
    seen.add(operation)
    queue.push(...(operations.get(operation)?.predecessors ?? []).map(link => link.operation))
  }
  return false
}
