/** Where the nodes of a flow stand in its picture: the column is the longest way from a beginning, rows are in order. */
export interface Placed<N> {
  readonly node: N
  readonly column: number
  readonly row: number
}
interface Linked {
  readonly ordering_node: number
  readonly next_nodes: readonly number[]
}

/** Nodes in order. A way round, which cannot be saved, is drawn as if its last link were not there. */
export function placeNodes<N extends Linked>(nodes: readonly N[]): Placed<N>[] {
  const columns = new Map(nodes.map(node => [node.ordering_node, 0]))
  // As many passes as nodes reach the longest way; more would only chase a way round.
  for (let pass = 1; pass < nodes.length; pass++) {
    let moved = false
    for (const node of nodes) {
      for (const next of node.next_nodes) {
        const wanted = columns.get(node.ordering_node)! + 1
        const now = columns.get(next)
        if (now === undefined || now >= wanted || wanted >= nodes.length) continue
        columns.set(next, wanted)
        moved = true
      }
    }
    if (!moved) break
  }
  const rows = new Map<number, number>()
  return nodes.map(node => {
    const column = columns.get(node.ordering_node)!
    const row = rows.get(column) ?? 0
    rows.set(column, row + 1)
    return { node, column, row }
  })
}
