import type { Operation, Problem } from './problem.ts'

const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/**
 * The same rows always get the same numbers, so that the order in which they come has no effect on the plan. With `startOf`
 * the operations go by where they stand, those without a start first: what is pushed along a plan then lies side by side.
 */
export function inOrder(
  problem: Problem,
  startOf?: ReadonlyMap<string, number>,
): { readonly problem: Problem; readonly orderOf: Int32Array; readonly orderNumber: ReadonlyMap<string, number> } {
  const orders = problem.orders.toSorted((a, b) => a.due - b.due || byId(a, b))
  const numberOf = new Map<string, number>()
  for (let i = 0; i < orders.length; i++) numberOf.set(orders[i]!.id, i)
  if (numberOf.size < orders.length) throw new Error('Two of the orders have one id')
  const rows = byOrder(problem.operations, numberOf)
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

/** Order by order, and by id within an order: counted, then sorted piece by piece. */
function byOrder(operations: readonly Operation[], numberOf: ReadonlyMap<string, number>) {
  const n = operations.length
  const given = new Int32Array(n)
  const next = new Int32Array(numberOf.size + 1)
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
  for (let r = 0; r < numberOf.size; r++) next[r + 1]! += next[r]!
  const sorted = operations.slice()
  const orderOf = new Int32Array(n)
  for (let i = 0; i < n; i++) {
    const operation = operations[i]!
    sorted[next[given[i]!]!] = operation
    orderOf[next[given[i]!]!++] = given[i]!
  }
  let first = 0
  for (let r = 0; r < numberOf.size; r++) {
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
  let last = 0
  for (let i = 0; i < n; i++) {
    start[i] = startOf.get(operations[i]!.id) ?? 0
    if (start[i]! > last) last = start[i]!
  }
  const sorted = new Float64Array(n)
  // Start and place as one number, as long as it is exact: numbers are sorted far faster than by a comparison.
  if ((last + 1) * n <= Number.MAX_SAFE_INTEGER) {
    for (let i = 0; i < n; i++) sorted[i] = start[i]! * n + i
    sorted.sort()
    for (let i = 0; i < n; i++) sorted[i] = sorted[i]! % n
  } else {
    for (let i = 0; i < n; i++) sorted[i] = i
    sorted.sort((a, b) => start[a]! - start[b]! || a - b)
  }
  return {
    operations: Array.from(sorted, i => operations[i]!),
    orderOf: Int32Array.from(sorted, i => orderOf[i]!),
  }
}
