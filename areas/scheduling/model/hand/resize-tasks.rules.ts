import { add, isPositive, isZero, least, type Quantity, subtract, sum } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import type { ScheduleFacts, TaskOfPlan } from '../problem/facts.ts'
import { eligibleOf } from '../problem/problem.rules.ts'
import { endOf } from './split-task.rules.ts'

type Task = Pick<
  TaskOfPlan,
  | 'id'
  | 'mo_id'
  | 'operation_id'
  | 'device_id'
  | 'start_time'
  | 'end_time'
  | 'quantity'
  | 'reported_quantity'
  | 'status'
> & {
  readonly sequence: number
  readonly part_no: number | null
  readonly defective_quantity: Quantity
}
export interface ResizedTask {
  readonly id: string
  readonly operation_id: string
  /** Nothing: the part is not needed any more. */
  readonly quantity: Quantity
  readonly end_time: Instant
}

/**
 * Tasks of work orders that make less: of an operation in parts the last that has not begun makes less first. Each keeps its
 * start and ends when its rest is made; what has begun ends as it was planned, until it is planned anew.
 */
export function resizedTasks(
  facts: ScheduleFacts,
  tasks: readonly Task[],
  planned: ReadonlyMap<string, Quantity>,
): ResizedTask[] {
  const eligible = eligibleOf(facts)
  const operations = new Map(facts.operations.map(one => [one.id, one]))
  const orders = new Map(facts.orders.map(one => [one.id, one]))
  const end = (task: Task, quantity: Quantity): Instant => {
    const operation = operations.get(task.operation_id)
    const order = orders.get(task.mo_id)
    if (!operation || !order || task.status !== taskStatus.codes.not_started || isZero(quantity)) return task.end_time
    const machines = eligible({ ...operation, planned_quantity: quantity }, order)
    const run = machines.find(({ machine }) => machine === task.device_id)?.runSeconds
    return run ? endOf(facts, task, run) : task.end_time
  }
  return [...Map.groupBy(tasks, task => `${task.mo_id} ${task.sequence}`).values()].flatMap(own => {
    const wanted = planned.get(own[0]!.mo_id)
    if (wanted === undefined) return []
    let off = subtract(sum(own.map(({ quantity }) => quantity)), wanted)
    return own
      .toSorted((a, b) => (b.part_no ?? 1) - (a.part_no ?? 1))
      .flatMap((task): ResizedTask[] => {
        const room = subtract(task.quantity, add(task.reported_quantity, task.defective_quantity))
        const less = least(off, own.length > 1 && task.status !== taskStatus.codes.not_started ? '0' : room)
        if (!isPositive(less)) return []
        off = subtract(off, less)
        const quantity = subtract(task.quantity, less)
        return [{ id: task.id, operation_id: task.operation_id, quantity, end_time: end(task, quantity) }]
      })
  })
}
