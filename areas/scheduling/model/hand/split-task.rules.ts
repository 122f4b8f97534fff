import { generalErrors } from '@qitao/core/general.errors.ts'
import { expectPrecision } from '@qitao/core/given.rules.ts'
import { fromSteps, isEqual, isLess, isPositive, isZero, type Quantity, subtract, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { manufacturingErrors } from '@qitao/manufacturing/model/manufacturing.errors.ts'
import { publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import type { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { finishAfter } from '@qitao/planning/calendar/working-time.ts'
import { type Operation, shortestTaskSeconds } from '@qitao/planning/scheduling/problem/problem.ts'
import { type PossibleSplits, partId, type Split } from '@qitao/planning/scheduling/repair/repair-split.ts'
import type { OperationOfPlan, ScheduleFacts, TaskOfPlan } from '../problem/facts.ts'
import { calendarsOf, horizonSeconds, tablesOf } from '../problem/machine-time.rules.ts'
import { eligibleOf } from '../problem/problem.rules.ts'
import { withWhatComesAnew } from '../problem/what-comes.rules.ts'
import { schedulingErrors } from '../scheduling.errors.ts'
import { isHeld } from './hand.rules.ts'

/** A part of an operation, with what its task says of it. The first part's id is the operation's own. */
export interface PartOfOperation {
  readonly id: string
  readonly operation_id: string
  /** From 1; parts that were joined leave a gap. */
  readonly part_no: number
  readonly quantity: Quantity
  readonly reported_quantity: Quantity
  readonly defective_quantity: Quantity
  readonly only_again: Quantity | null
  readonly status: CodeOf<typeof taskStatus>
}

/** To planning each part is an operation of its own, at the same step of the routing; what is not parted stays as it is. */
export function inParts(
  operations: readonly OperationOfPlan[],
  parts: readonly PartOfOperation[],
): readonly OperationOfPlan[] {
  if (parts.length === 0) return operations
  const byOperation = Map.groupBy(parts, part => part.operation_id)
  return operations.flatMap(operation => {
    const own = byOperation.get(operation.id)?.toSorted((a, b) => a.part_no - b.part_no)
    return own?.map(part => partOf(operation, part)) ?? [operation]
  })
}
const partOf = (operation: OperationOfPlan, part: PartOfOperation): OperationOfPlan => ({
  ...operation,
  id: part.id,
  process_name: `${operation.process_name} #${part.part_no}`,
  planned_quantity: part.quantity,
  reported_quantity: part.reported_quantity,
  defective_quantity: part.defective_quantity,
  only_again: part.only_again,
  status: part.status,
})

/** A task that may be parted or joined: nobody has locked it, been given it, begun with it or reported on it. */
type Partable = Pick<TaskOfPlan, 'status' | 'dispatch_status' | 'capacity_locked' | 'reported_quantity'> & {
  readonly task_no: string
  readonly defective_quantity: Quantity
}
export function expectPartable(task: Partable): void {
  const { task_no: object } = task
  if (task.capacity_locked) refuse(schedulingErrors.capacityLocked, { object, detail: text('{object}', '{object}') })
  if (isHeld(task) || isPositive(task.reported_quantity) || isPositive(task.defective_quantity))
    refuse(generalErrors.statusNotAllowed, {
      object,
      detail: text('任务{object}已派工、开工或报工', 'Task {object} is dispatched, begun or reported'),
    })
}

/**
 * What repair may make in two parts: what may be parted by hand, where it stands for as long as its work takes.
 */
export function possibleSplits(facts: ScheduleFacts): PossibleSplits {
  const orders = new Map(facts.orders.map(order => [order.id, order]))
  const operations = new Map(facts.operations.map(one => [one.id, one]))
  const partable = new Set(facts.tasks.flatMap(task => (mayBeParted(task) ? [task.operation_id] : [])))
  const eligible = eligibleOf(facts)
  return (operation, share) => {
    const whole = operations.get(operation.id)
    const order = orders.get(operation.order)
    if (!whole || !order || !partable.has(whole.id) || !isZero(whole.defective_quantity)) return null
    const all = operation.quantity!
    const off = Math.round(all * share)
    if (off < 1 || off >= all || !isEqual(fromSteps(all, order.unit_precision), whole.planned_quantity)) return null
    const made = (id: string, quantity: number): Operation => {
      const planned_quantity = fromSteps(quantity, order.unit_precision)
      const runOf = new Map(eligible({ ...whole, planned_quantity }, order).map(one => [one.machine, one.runSeconds]))
      const machines = operation.machines.map(one => ({ ...one, runSeconds: runOf.get(one.machine) ?? null }))
      return { ...operation, id, quantity, machines }
    }
    // Whoever made its run longer had a reason that the parts would not know of.
    const isAsGiven = eligible(whole, order).every(({ machine, runSeconds }) =>
      operation.machines.some(one => one.machine === machine && one.runSeconds === runSeconds),
    )
    return isAsGiven ? { rest: made(operation.id, all - off), part: made(partId(operation.id), off) } : null
  }
}
const mayBeParted = (task: TaskOfPlan): boolean => !isHeld(task) && !isPositive(task.reported_quantity)

/** What a split makes of an operation of an order: as much of each part. */
export const quantitiesOf = ({ rest, part }: Split, unit_precision: number) => ({
  quantity: fromSteps(rest.quantity!, unit_precision),
  part_quantity: fromSteps(part.quantity!, unit_precision),
})

/** What goes off is more than nothing and less than all, in whole steps of the unit. Answers what is left. */
export function restAfter(of: Quantity, quantity: Quantity, precision: number): Quantity {
  if (!isPositive(quantity) || !isLess(quantity, of))
    refuse(manufacturingErrors.splitQuantity, {
      most: of,
      detail: text('须大于0且小于任务数量{most}', 'More than 0 and less than {most}, the quantity of the task'),
    })
  expectPrecision(quantity, precision, {})
  return subtract(of, quantity)
}

/** Parts that become one: two at least, of one operation. Answers them by number; the first stays. */
export function joinable<T extends Partable & Pick<TaskOfPlan, 'mo_id'> & { sequence: number; part_no: number | null }>(
  tasks: readonly T[],
): T[] {
  const [first] = tasks
  const same = tasks.every(
    task => task.part_no !== null && task.mo_id === first?.mo_id && task.sequence === first.sequence,
  )
  if (tasks.length < 2 || !same)
    refuse(generalErrors.badParameter, {
      detail: text('请选择同一工序拆分出的至少两个任务', 'Choose two parts or more of one operation'),
    })
  for (const task of tasks) expectPartable(task)
  return tasks.toSorted((a, b) => a.part_no! - b.part_no!)
}

/**
 * The facts with a task parted: it keeps its place and ends when the rest is made; the new part stands behind it for the time
 * that became free, until it is placed. Without working time there the task keeps its end.
 */
export function splitFacts(
  facts: ScheduleFacts,
  task: Pick<TaskOfPlan, 'id' | 'operation_id'>,
  { part_id, quantity, rest }: { readonly part_id: string; readonly quantity: Quantity; readonly rest: Quantity },
): ScheduleFacts {
  const stood = facts.tasks.find(one => one.id === task.id)
  const operation = facts.operations.find(one => one.id === task.operation_id)
  const order = facts.orders.find(one => one.id === operation?.mo_id)
  if (!stood || !operation || !order) refuse(generalErrors.recordNotFound)
  const last = facts.operations.findLast(one => one.mo_id === order.id && one.sequence === operation.sequence)
  const operations = withWhatComesAnew(
    facts.operations.flatMap(one => {
      const kept = one === operation ? { ...operation, planned_quantity: rest } : one
      // Of what comes a new part has what the others leave.
      return one === last ? [kept, { ...operation, id: part_id, planned_quantity: quantity }] : [kept]
    }),
    order.id,
  )
  const whole = operations.find(({ id }) => id === operation.id)!
  const run = eligibleOf(facts)(whole, order).find(({ machine }) => machine === stood.device_id)?.runSeconds
  const end_time = endOf(facts, stood, run)
  const behind: TaskOfPlan = {
    ...stood,
    ...{ id: part_id, operation_id: part_id, quantity, setup_seconds: 0 },
    ...{ setup_start_time: end_time, start_time: end_time, end_time: Math.max(stood.end_time, end_time + 1) },
    publish_status: publishStatus.codes.unpublished,
  }
  return {
    ...facts,
    operations,
    tasks: facts.tasks.flatMap(one => (one === stood ? [{ ...stood, quantity: rest, end_time }, behind] : [one])),
  }
}
/** When a task ends that takes so long and keeps its start; without working time there it keeps its end. */
export function endOf(
  facts: ScheduleFacts,
  task: Pick<TaskOfPlan, 'device_id' | 'start_time' | 'end_time'>,
  run: number | null | undefined,
): Instant {
  const table = tablesOf(facts, calendarsOf(facts, facts.now + horizonSeconds, facts.now))(task.device_id)
  const end = table
    ? finishAfter(table, task.start_time, Math.max(run ?? 0, shortestTaskSeconds))
    : Number.POSITIVE_INFINITY
  return Math.min(task.end_time, end)
}

/** The facts with parts joined into the first of them; it takes the time of the whole when it is placed. */
export function joinFacts(facts: ScheduleFacts, steps: readonly string[]): ScheduleFacts {
  const [kept, ...others] = steps
  const gone = new Set(others)
  const parts = facts.operations.filter(({ id }) => steps.includes(id))
  const quantity = sum(parts.map(one => one.planned_quantity))
  const operations = facts.operations.flatMap(one =>
    gone.has(one.id) ? [] : [one.id === kept ? { ...one, planned_quantity: quantity } : one],
  )
  return {
    ...facts,
    operations: parts.length === 0 ? operations : withWhatComesAnew(operations, parts[0]!.mo_id),
    tasks: facts.tasks.flatMap(one =>
      gone.has(one.operation_id) ? [] : [one.operation_id === kept ? { ...one, quantity } : one],
    ),
  }
}
