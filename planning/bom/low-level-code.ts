/** Low-level code: the deepest level at which a material is used; 0 is in nothing. Planning takes one pass for each level. */
import { type Composition, findCycle } from './cycle.ts'

export class CyclicBom extends Error {
  readonly path: readonly string[]
  constructor(path: readonly string[]) {
    super(`A material contains itself: ${path.join(' > ')}`)
    this.path = path
  }
}

/** Level of every material that occurs. Throws `CyclicBom` with the path. */
export function lowLevelCodes(compositions: readonly Composition[]): Map<string, number> {
  const levels = new Map<string, number>()
  const uses = new Map<string, number>()
  const components = new Map<string, string[]>()
  for (const { material, components: parts } of compositions) {
    levels.set(material, 0)
    const known = components.get(material) ?? []
    for (const part of parts) {
      levels.set(part, 0)
      known.push(part)
      uses.set(part, (uses.get(part) ?? 0) + 1)
    }
    components.set(material, known)
  }
  const ready = [...levels.keys()].filter(material => !uses.has(material))
  let done = 0
  for (let i = 0; i < ready.length; i++) {
    done++
    const material = ready[i]!
    for (const part of components.get(material) ?? []) {
      levels.set(part, Math.max(levels.get(part)!, levels.get(material)! + 1))
      const open = uses.get(part)! - 1
      uses.set(part, open)
      if (open === 0) ready.push(part)
    }
  }
  if (done < levels.size) throw new CyclicBom(findCycle(compositions) ?? [])
  return levels
}
