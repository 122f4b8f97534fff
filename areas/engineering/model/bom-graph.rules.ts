/** What contains what: an edge goes from a product to a component (or to a substitute of one). */
export interface Edge<T> {
  readonly from: T
  readonly to: T
}

/**
 * A way round through the edges, as the list of its places with the first repeated at the end, or undefined when there
 * is none. The same edges in the same order give the same way.
 */
export function findCycle<T>(edges: readonly Edge<T>[]): T[] | undefined {
  const next = new Map<T, T[]>()
  for (const { from, to } of edges) {
    const list = next.get(from)
    if (list) list.push(to)
    else next.set(from, [to])
  }
  const done = new Set<T>()
  for (const start of next.keys()) {
    if (done.has(start)) continue
    // Walked without recursion: a long chain of levels must not exhaust the call stack.
    const path: { at: T; left: T[] }[] = [{ at: start, left: [...(next.get(start) ?? [])].reverse() }]
    const onPath = new Set<T>([start])
    for (let here = path.at(-1); here; here = path.at(-1)) {
      const to = here.left.pop()
      if (to === undefined) {
        path.pop()
        onPath.delete(here.at)
        done.add(here.at)
      } else if (onPath.has(to)) {
        const places = path.map(({ at }) => at)
        return [...places.slice(places.indexOf(to)), to]
      } else if (!done.has(to)) {
        path.push({ at: to, left: [...(next.get(to) ?? [])].reverse() })
        onPath.add(to)
      }
    }
  }
  return undefined
}
