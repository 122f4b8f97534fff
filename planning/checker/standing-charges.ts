import type { Task } from '../scheduling/place/plan.ts'
import type { Operation, Problem } from '../scheduling/problem/problem.ts'

type Place = Pick<Task, 'operation' | 'machine' | 'setupStart' | 'start' | 'end' | 'charge'>

/**
 * What stands on a furnace at the same times is one charge, whoever put it there: a stored plan says no more of it. A charge is
 * named by who leads it, the member with the longest run and set-up. What is fixed takes its place as it is.
 */
export function withCharges<T extends Place>(
  { machines, operations }: Pick<Problem, 'machines' | 'operations'>,
  tasks: readonly T[],
): readonly (T & { readonly charge?: string })[] {
  const furnaces = new Set(machines.flatMap(({ id, chargeCapacity }) => (chargeCapacity ? [id] : [])))
  if (furnaces.size === 0) return tasks
  const operationOf = new Map<string, Operation>()
  for (const one of operations) if (!one.fixed) operationOf.set(one.id, one)
  const together = Map.groupBy(
    tasks.filter(({ machine, operation }) => furnaces.has(machine) && operationOf.has(operation)),
    ({ machine, setupStart, start, end }) => `${machine} ${setupStart} ${start} ${end}`,
  )
  const chargeOf = new Map<string, string>()
  for (const members of together.values()) {
    if (members.length < 2) continue
    const times = members.map(({ operation, machine }) => {
      const there = operationOf.get(operation)!.machines.find(one => one.machine === machine)
      return { operation, run: there?.runSeconds ?? 0, setup: there?.setupSeconds ?? 0 }
    })
    times.sort((a, b) => b.run - a.run || b.setup - a.setup || (a.operation < b.operation ? -1 : 1))
    for (const { operation } of times) chargeOf.set(operation, times[0]!.operation)
  }
  return tasks.map(task => {
    const charge = chargeOf.get(task.operation)
    return charge === undefined || task.charge !== undefined ? task : { ...task, charge }
  })
}
