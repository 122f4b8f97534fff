/** A material that contains itself, found by path. Asked when a BoM is saved, and before any pass that goes by levels. */

export interface Composition {
  readonly material: string
  /** Components, substitutes included. */
  readonly components: readonly string[]
}

/** The materials on a cycle, the first one again at the end; null when there is none. Iterative: depth is no limit. */
export function findCycle(compositions: Iterable<Composition>): string[] | null {
  const components = new Map<string, readonly string[]>()
  for (const { material, components: parts } of compositions) {
    components.set(material, [...(components.get(material) ?? []), ...parts])
  }
  const finished = new Set<string>()
  for (const root of components.keys()) {
    if (finished.has(root)) continue
    const path: string[] = [root]
    const onPath = new Set(path)
    const next: number[] = [0]
    while (path.length > 0) {
      const material = path.at(-1)!
      const parts = components.get(material) ?? []
      const i = next.at(-1)!
      if (i === parts.length) {
        finished.add(material)
        onPath.delete(material)
        path.pop()
        next.pop()
        continue
      }
      next[next.length - 1] = i + 1
      const part = parts[i]!
      if (onPath.has(part)) return [...path.slice(path.indexOf(part)), part]
      if (finished.has(part)) continue
      path.push(part)
      onPath.add(part)
      next.push(0)
    }
  }
  return null
}
