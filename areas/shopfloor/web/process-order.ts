interface Step {
  readonly sequence: number
  readonly process_name: string
}
interface Order {
  /** Orders above it, which wait for it. */
  readonly level: number
  readonly operations: readonly Step[]
}
/**
 * The processes of several orders, so that each order goes from left to right, and what is made for others stands before what it
 * is made for: a process comes after all that come before it anywhere, and of those that may come next, the one of the lowest
 * order. Orders that contradict each other are taken as far as they go.
 */
export function processesOf(orders: readonly Order[]): string[] {
  const before = new Map<string, Set<string>>()
  const depth = new Map<string, number>()
  for (const { level, operations } of orders) {
    const chain = operations.toSorted((a, b) => a.sequence - b.sequence).map(step => step.process_name)
    for (const [index, name] of chain.entries()) {
      const earlier = before.get(name) ?? new Set()
      before.set(name, earlier)
      const last = chain[index - 1]
      if (last !== undefined && last !== name) earlier.add(last)
      depth.set(name, Math.max(depth.get(name) ?? 0, level))
    }
  }
  const placed = new Set<string>()
  while (placed.size < before.size) {
    const left = [...before.keys()].filter(name => !placed.has(name))
    const free = left.filter(name => before.get(name)!.isSubsetOf(placed))
    const candidates = free.length > 0 ? free : left
    placed.add(candidates.reduce((best, name) => (depth.get(name)! > depth.get(best)! ? name : best)))
  }
  return [...placed]
}
