import { checkLink } from '@qitao/planning/checker/check-link.ts'
import { openTimes } from '@qitao/planning/checker/check-plan.ts'
import type { Problem } from '@qitao/planning/scheduling/problem/problem.ts'
import type { TaskRow } from '../task.record.ts'

type LinkedTask = Pick<TaskRow, 'id' | 'operation_id' | 'device_id' | 'start_time' | 'end_time'>
type LinkState = 'kept' | 'overlap' | 'broken'

/**
 * How the tasks of a link stand to each other, by the rule that the checker of plans knows: a step that begins with the first
 * transfer batch overlaps the one before it and breaks nothing. Answers are kept; each is found when it is first asked for.
 */
export function linkStates(
  problem: Problem,
  tasks: readonly LinkedTask[],
): (link: { readonly from: string; readonly to: string }) => LinkState {
  const operations = new Map(problem.operations.map(operation => [operation.id, operation]))
  const furnaces = new Set(problem.machines.flatMap(({ id, chargeCapacity }) => (chargeCapacity ? id : [])))
  const byId = new Map(tasks.map(task => [task.id, task]))
  const openOf = openTimes(problem)
  const known = new Map<string, LinkState>()
  const stateOf = (from: string, to: string): LinkState => {
    const [first, second] = [byId.get(from), byId.get(to)]
    if (!first || !second) return 'kept'
    const before = operations.get(first.operation_id)
    const after = operations.get(second.operation_id)
    const link = after?.predecessors.find(({ operation }) => operation === before?.id)
    if (!before || !after || !link) return 'kept'
    const placeOf = ({ operation_id, device_id: machine, start_time: start, end_time: end }: LinkedTask) => ({
      ...{ machine, start, end },
      ...(furnaces.has(machine) ? { charge: operation_id } : {}),
    })
    if (checkLink(link, before, placeOf(first), after, placeOf(second), openOf, problem.now)) return 'broken'
    return second.start_time < first.end_time ? 'overlap' : 'kept'
  }
  return ({ from, to }) => {
    const key = `${from} ${to}`
    const state = known.get(key) ?? stateOf(from, to)
    known.set(key, state)
    return state
  }
}
