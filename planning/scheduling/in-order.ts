import { IdNumbers } from './id-numbers.ts'
import type { Operation, Order, Problem } from './problem.ts'
import { placesByKey } from './sort-numbers.ts'

const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/**
 * The same rows always get the same numbers, so that the order in which they come has no effect on the plan. With `startOf`
 * the operations go by where they stand, those without a start first: what is pushed along a plan then lies side by side.
 */
export function inOrder(
  problem: Problem,
  startOf?: ReadonlyMap<string, number>,
): { readonly problem: Problem; readonly orderOf: Int32Array; readonly orderNumber: IdNumbers } {
  const orders = byDue(problem.orders)
  const numberOf = IdNumbers.of(orders, 'order')
  const rows = byOrder(problem.operations, numberOf, orders.length)
  const { operations, orderOf } = startOf ? byStart(rows, startOf) : rows
  return {
    problem: {
      ...problem,
      orders,
      machines: problem.machines.toSorted(byId),
      resources: problem.resources?.toSorted(byId) ?? [],
      operations,
    },
    orderOf,
    orderNumber: numberOf,
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

/** Order by order, and by id within an order: counted, then sorted piece by piece. */
function byOrder(operations: readonly Operation[], numberOf: IdNumbers, orderCount: number) {
  const n = operations.length
  const given = new Int32Array(n)
  const next = new Int32Array(orderCount + 1)
  let last = ''
  let number: number | undefined
  for (let i = 0; i < n; i++) {
    const { order } = operations[i]!
    // They mostly come order by order.
    if (order !== last || i === 0) number = numberOf.get(order)
    if (number === undefined) throw new Error(`Unknown order ${order}`)
    last = order
    given[i] = number
    next[number + 1]!++
  }
  for (let r = 0; r < orderCount; r++) next[r + 1]! += next[r]!
  const sorted = operations.slice()
  const orderOf = new Int32Array(n)
  for (let i = 0; i < n; i++) {
    const operation = operations[i]!
    sorted[next[given[i]!]!] = operation
    orderOf[next[given[i]!]!++] = given[i]!
  }
  let first = 0
  for (let r = 0; r < orderCount; r++) {
    const end = next[r]!
    for (let i = first + 1; i < end; i++) {
      const operation = sorted[i]!
      let at = i
      for (; at > first && byId(sorted[at - 1]!, operation) > 0; at--) sorted[at] = sorted[at - 1]!
      sorted[at] = operation
    }
    first = end
  }
  return { operations: sorted, orderOf }
}

type Rows = ReturnType<typeof byOrder>

function byStart({ operations, orderOf }: Rows, startOf: ReadonlyMap<string, number>): Rows {
  const n = operations.length
  const start = new Float64Array(n)
  for (let i = 0; i < n; i++) start[i] = startOf.get(operations[i]!.id) ?? 0
  const places = placesByKey(start)
  const sorted = operations.slice()
  const sortedOrders = new Int32Array(n)
  for (let i = 0; i < n; i++) {
    sorted[i] = operations[places[i]!]!
    sortedOrders[i] = orderOf[places[i]!]!
  }
  return { operations: sorted, orderOf: sortedOrders }
}
