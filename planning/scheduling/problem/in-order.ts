import { IdNumbers } from './id-numbers.ts'
import type { Operation, Order, Problem } from './problem.ts'
import { placesByKey, sortPlaces } from './sort-numbers.ts'

const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** A problem with its rows by their numbers. */
export interface InOrder {
  readonly problem: Problem
  /** Number of each operation, as they are given. */
  readonly numberOf: Int32Array
  /** Order of each operation. */
  readonly orderOf: Int32Array
  readonly orderNumber: IdNumbers
}

/**
 * The same rows always get the same numbers, so that the order in which they come has no effect on the plan. With `startOf`
 * the operations go by where they stand, those without a start first: what is pushed along a plan then lies side by side.
 */
export function inOrder(problem: Problem, startOf?: ReadonlyMap<string, number>): InOrder {
  const { operations: given } = problem
  const orders = byDue(problem.orders)
  const orderNumber = IdNumbers.of(orders, 'order')
  const orderGiven = orderOfEach(given, orderNumber)
  const rows = byOrder(given, orderGiven, orders.length)
  const places = startOf ? byStart(given, rows, startOf) : rows
  const operations = given.slice()
  const numberOf = new Int32Array(given.length)
  const orderOf = new Int32Array(given.length)
  for (let i = 0; i < places.length; i++) {
    const place = places[i]!
    operations[i] = given[place]!
    numberOf[place] = i
    orderOf[i] = orderGiven[place]!
  }
  return {
    problem: {
      ...problem,
      orders,
      machines: problem.machines.toSorted(byId),
      resources: problem.resources?.toSorted(byId) ?? [],
      operations,
    },
    numberOf,
    orderOf,
    orderNumber,
  }
}

function byDue(orders: readonly Order[]): Order[] {
  const n = orders.length
  const due = new Float64Array(n)
  for (let i = 0; i < n; i++) due[i] = orders[i]!.due
  const places = placesByKey(due, (a, b) => byId(orders[a]!, orders[b]!))
  const sorted = orders.slice()
  for (let i = 0; i < n; i++) sorted[i] = orders[places[i]!]!
  return sorted
}

function orderOfEach(operations: readonly Operation[], numberOf: IdNumbers): Int32Array {
  const orderOf = new Int32Array(operations.length)
  let last = ''
  let number: number | undefined
  for (let g = 0; g < operations.length; g++) {
    const { order } = operations[g]!
    // They mostly come order by order.
    if (order !== last || g === 0) number = numberOf.get(order)
    if (number === undefined) throw new Error(`Unknown order ${order}`)
    last = order
    orderOf[g] = number
  }
  return orderOf
}

/**
 * Places of the operations order by order, and by id within an order: counted, then sorted where an order does not come by id.
 * Operations are looked at in the order given, for they lie so in memory.
 */
function byOrder(operations: readonly Operation[], orderOf: Int32Array, orderCount: number): Int32Array {
  const first = new Int32Array(orderCount + 1)
  const last = new Int32Array(orderCount).fill(-1)
  const isMixed = new Uint8Array(orderCount)
  for (let g = 0; g < operations.length; g++) {
    const order = orderOf[g]!
    if (last[order]! >= 0 && byId(operations[last[order]!]!, operations[g]!) > 0) isMixed[order] = 1
    last[order] = g
    first[order + 1]!++
  }
  for (let r = 0; r < orderCount; r++) first[r + 1]! += first[r]!
  const next = first.slice()
  const places = new Int32Array(operations.length)
  for (let g = 0; g < operations.length; g++) places[next[orderOf[g]!]!++] = g
  const tie = (a: number, b: number) => byId(operations[a]!, operations[b]!)
  for (let r = 0; r < orderCount; r++) if (isMixed[r]) sortPlaces(places, first[r]!, first[r + 1]!, tie)
  return places
}

function byStart(operations: readonly Operation[], rows: Int32Array, startOf: ReadonlyMap<string, number>): Int32Array {
  const start = Float64Array.from(rows, g => startOf.get(operations[g]!.id) ?? 0)
  return placesByKey(start).map(row => rows[row]!)
}
