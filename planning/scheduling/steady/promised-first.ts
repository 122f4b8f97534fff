/**
 * What was promised by a day is placed before all else, where the promise counted on it: nobody else in the same plan takes those
 * hours. Orders that are late there are tried wherever there is room; what cannot be in time either way is planned with the others.
 */
import type { Instant } from '@qitao/core/time.ts'
import type { ScheduleOptions } from '../improve/schedule.ts'
import { scheduleAround } from '../improve/schedule-around.ts'
import type { Operation, Problem, Standing } from '../problem/problem.ts'
import type { StandingTask } from '../standing/standing-plan.ts'

export interface PromisedOrder {
  readonly order: string
  /** It is to be finished by then. */
  readonly by: Instant
  /** Where its operations are counted on. */
  readonly hours: readonly PromisedHours[]
}
export interface PromisedHours {
  readonly operation: string
  /** It stays on one of these, and begins no earlier than its place. */
  readonly machines: readonly string[]
  readonly place: Standing
}

/** Passes of the search for places, at most: what is promised alone is seldom in its own way. */
const iterations = 20

/** `standing`: tasks that stay in any case. Answers them, and those of the promised orders that are in time with what makes for them. */
export function placesOfPromises(
  problem: Problem,
  standing: readonly StandingTask[],
  promised: readonly PromisedOrder[],
  { seed = 1, shouldStop = () => false }: ScheduleOptions,
): readonly StandingTask[] {
  let places = standing
  let open = promised
  for (const whereHeld of [true, false]) {
    if (open.length === 0) break
    const alone = withPromisesOnly(problem, places, open, whereHeld)
    let isDone = false
    const { tasks } = scheduleAround(alone, places, {
      ...{ seed, iterations, objective: 'tardiness' },
      onProgress: ({ best }) => {
        isDone = best.lateOrders + best.unplannedOrders === 0
      },
      shouldStop: () => isDone || shouldStop(),
    })
    const kept = keptPromises(alone, tasks, open)
    const orderOf = new Map(alone.operations.map(({ id, order }) => [id, order]))
    const needed = withMakers(alone.operations, kept)
    const before = new Set(places.map(({ operation }) => operation))
    places = [
      ...places,
      ...tasks.filter(({ operation }) => needed.has(orderOf.get(operation)!) && !before.has(operation)),
    ]
    open = open.filter(one => !kept.includes(one))
  }
  return places
}

/** Those of the promised orders that these tasks finish in time. */
export function keptPromises(
  { operations }: Problem,
  tasks: readonly Pick<StandingTask, 'operation' | 'end'>[],
  promised: readonly PromisedOrder[],
): PromisedOrder[] {
  const orderOf = new Map(operations.map(({ id, order }) => [id, order]))
  const finish = new Map<string, Instant>()
  for (const { operation, end } of tasks) {
    const order = orderOf.get(operation)!
    finish.set(order, Math.max(end, finish.get(order) ?? 0))
  }
  return promised.filter(({ order, by }) => (finish.get(order) ?? Number.POSITIVE_INFINITY) <= by)
}

/** These orders, and all whose work they wait for. */
function withMakers(operations: readonly Operation[], promised: readonly PromisedOrder[]): Set<string> {
  const orderOf = new Map(operations.map(({ id, order }) => [id, order]))
  const ofOrder = Map.groupBy(operations, ({ order }) => order)
  const orders = new Set(promised.map(({ order }) => order))
  for (const order of orders)
    for (const { predecessors } of ofOrder.get(order) ?? [])
      for (const link of predecessors) {
        const maker = orderOf.get(link.operation)
        if (maker !== undefined) orders.add(maker)
      }
  return orders
}

/** The problem without the work that is neither promised nor settled. */
function withPromisesOnly(
  problem: Problem,
  places: readonly StandingTask[],
  promised: readonly PromisedOrder[],
  whereHeld: boolean,
): Problem {
  const wanted = withMakers(problem.operations, promised)
  const settled = new Set(places.map(({ operation }) => operation))
  const held = new Map(
    whereHeld ? promised.flatMap(one => one.hours.map(hours => [hours.operation, hours] as const)) : [],
  )
  const operations = problem.operations.filter(
    ({ id, order, fixed }) => fixed !== undefined || settled.has(id) || wanted.has(order),
  )
  const known = new Set(operations.map(({ id }) => id))
  const by = new Map(promised.map(one => [one.order, one.by]))
  const orders = new Set(operations.map(({ order }) => order))
  return {
    ...problem,
    orders: problem.orders.flatMap(order =>
      orders.has(order.id) ? [{ ...order, due: by.get(order.id) ?? order.due }] : [],
    ),
    operations: operations.map(operation => {
      const one = { ...operation, predecessors: operation.predecessors.filter(link => known.has(link.operation)) }
      const hours = settled.has(one.id) || one.fixed ? undefined : held.get(one.id)
      if (!hours) return one
      const machines = one.machines.filter(({ machine }) => hours.machines.includes(machine))
      return {
        ...one,
        ...(machines.length > 0 ? { machines } : {}),
        notBefore: Math.max(hours.place.setupStart, one.notBefore ?? 0),
        standing: one.standing ?? hours.place,
      }
    }),
  }
}
