/**
 * Of a plan that stands, what is kept when it is made anew: people have set themselves up for the next days. What a receipt or a
 * stop has overtaken cannot be kept; it is planned anew, with all that waits for it.
 */
import type { Machine, Operation, Problem, Standing } from '../problem/problem.ts'
import type { StandingTask } from './standing-plan.ts'

/** Of the tasks that are to stay those that nothing but work before them keeps from beginning when they stand; by start. */
export function heldTasks({ operations, machines }: Problem, isToStay: (task: Standing) => boolean): StandingTask[] {
  const operationOf = new Map(operations.map(one => [one.id, one]))
  const machineOf = new Map(machines.map(one => [one.id, one]))
  const chosen = operations.filter(({ fixed, standing }) => !fixed && standing && isToStay(standing))
  chosen.sort((a, b) => a.standing!.start - b.standing!.start || (a.id < b.id ? -1 : 1))
  const without = (broken: ReadonlySet<string>): StandingTask[] => {
    const held = new Map<string, StandingTask>()
    const isSettled = (id: string) => held.has(id) || operationOf.get(id)?.fixed !== undefined || !operationOf.has(id)
    for (const one of chosen)
      if (
        !broken.has(chargeOf(one.standing!)) &&
        one.predecessors.every(link => isSettled(link.operation)) &&
        canStay(one, machineOf)
      )
        held.set(one.id, { operation: one.id, ...one.standing! })
    return [...held.values()]
  }
  // Whoever leads a charge suits all of it; without him nobody may, and what waits for them goes with them.
  const broken = new Set<string>()
  for (;;) {
    const held = without(broken)
    const ids = new Set(held.map(({ operation }) => operation))
    const leaderless = held.filter(({ charge }) => charge !== undefined && !ids.has(charge))
    if (leaderless.length === 0) return held
    for (const task of leaderless) broken.add(chargeOf(task))
  }
}

const chargeOf = ({ machine, charge }: Pick<Standing, 'machine' | 'charge'>): string =>
  charge === undefined ? '' : `${machine} ${charge}`

function canStay(operation: Operation, machineOf: ReadonlyMap<string, Machine>): boolean {
  const { kit, notBefore, machines } = operation
  const { machine, setupStart, start, end } = operation.standing!
  if (kit && (kit.at === null || kit.at > start)) return false
  if (notBefore !== undefined && notBefore > setupStart) return false
  if (!machines.some(one => one.machine === machine && one.runSeconds !== null)) return false
  return !machineOf.get(machine)?.frozen?.some(([from, to]) => from < end && to > setupStart)
}
