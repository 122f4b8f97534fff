import type { TraceEdge } from './trace-node.ts'

export interface Placed {
  readonly column: number
  readonly row: number
}
/** So many are drawn; the table has all. */
export const mostDrawn = 240

/** Columns by how far a node is from the start, what goods come from to the left; in each, beside what a node hangs on. */
export function placeNodes(
  nodes: readonly { readonly key: string; readonly level: number }[],
  edges: readonly Pick<TraceEdge, 'from' | 'to'>[],
): Map<string, Placed> {
  const near = [...nodes].sort((a, b) => Math.abs(a.level) - Math.abs(b.level)).slice(0, mostDrawn)
  const levels = [...new Set(near.map(({ level }) => level))].sort((a, b) => a - b)
  const hangsOn = Map.groupBy(
    edges.flatMap(({ from, to }) => [
      [from, to],
      [to, from],
    ]),
    ([key]) => key!,
  )
  const placed = new Map<string, Placed>()
  const rowOf = (key: string, otherwise: number): number => {
    const rows = (hangsOn.get(key) ?? []).flatMap(([, other]) => placed.get(other!)?.row ?? [])
    return rows.length === 0 ? otherwise : rows.reduce((sum, row) => sum + row, 0) / rows.length
  }
  // From the start outwards, so that what a column hangs on stands already.
  for (const level of [...levels].sort((a, b) => Math.abs(a) - Math.abs(b))) {
    const here = near.filter(node => node.level === level)
    const wanted = here.map(({ key }, index) => ({ key, row: rowOf(key, index) }))
    wanted.sort((a, b) => a.row - b.row || (a.key < b.key ? -1 : 1))
    for (const [row, { key }] of wanted.entries()) placed.set(key, { column: levels.indexOf(level), row })
  }
  return placed
}
