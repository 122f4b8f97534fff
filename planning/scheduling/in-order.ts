import type { Problem } from './problem.ts'

/** The same rows always get the same numbers, so that the order in which they come has no effect on the plan. */
export function inOrder(problem: Problem): Problem {
  const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  const orders = problem.orders.toSorted((a, b) => a.due - b.due || byId(a, b))
  const rank = new Map(orders.map((order, i) => [order.id, i]))
  return {
    ...problem,
    orders,
    machines: problem.machines.toSorted(byId),
    resources: problem.resources?.toSorted(byId) ?? [],
    operations: problem.operations
      .map(operation => ({ operation, rank: rank.get(operation.order) ?? -1 }))
      .sort((a, b) => a.rank - b.rank || byId(a.operation, b.operation))
      .map(({ operation }) => operation),
  }
}
