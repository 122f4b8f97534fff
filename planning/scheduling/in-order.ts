import type { Operation, Problem } from './problem.ts'

const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** The same rows always get the same numbers, so that the order in which they come has no effect on the plan. */
export function inOrder(problem: Problem): Problem {
  const orders = problem.orders.toSorted((a, b) => a.due - b.due || byId(a, b))
  return {
    ...problem,
    orders,
    machines: problem.machines.toSorted(byId),
    resources: problem.resources?.toSorted(byId) ?? [],
    operations: byOrder(problem.operations, new Map(orders.map((order, i) => [order.id, i]))),
  }
}

/** Order by order - those of an unknown order first - and by id within an order: counted, then sorted piece by piece. */
function byOrder(operations: readonly Operation[], rank: ReadonlyMap<string, number>): readonly Operation[] {
  const n = operations.length
  const rankOf = new Int32Array(n)
  const next = new Int32Array(rank.size + 2)
  for (let i = 0; i < n; i++) {
    const r = (rank.get(operations[i]!.order) ?? -1) + 1
    rankOf[i] = r
    next[r + 1]!++
  }
  for (let r = 0; r <= rank.size; r++) next[r + 1]! += next[r]!
  const sorted = operations.slice()
  for (let i = 0; i < n; i++) sorted[next[rankOf[i]!]!++] = operations[i]!
  let first = 0
  for (let r = 0; r <= rank.size; r++) {
    const end = next[r]!
    for (let i = first + 1; i < end; i++) {
      const operation = sorted[i]!
      let at = i
      for (; at > first && byId(sorted[at - 1]!, operation) > 0; at--) sorted[at] = sorted[at - 1]!
      sorted[at] = operation
    }
    first = end
  }
  return sorted
}
