interface Step {
  readonly sequence: number
  readonly process_name: string
}
/**
 * The processes of several orders, so that each order goes from left to right: a process comes after all that come before
 * it anywhere. Orders that contradict each other are taken as far as they go.
 */
export function processesOf(orders: readonly { readonly operations: readonly Step[] }[]): string[] {
  const chains = orders.map(({ operations }) =>
    operations.toSorted((a, b) => a.sequence - b.sequence).map(step => step.process_name),
  )
  const rank = new Map(chains.flat().map(name => [name, 0]))
  for (let round = 0; round < rank.size; round++) {
    let changed = false
    for (const chain of chains) {
      for (const [index, name] of chain.entries()) {
        const before = chain[index - 1]
        if (before === undefined || before === name || rank.get(name)! > rank.get(before)!) continue
        rank.set(name, rank.get(before)! + 1)
        changed = true
      }
    }
    if (!changed) break
  }
  return [...rank].sort(([, a], [, b]) => a - b).map(([name]) => name)
}
