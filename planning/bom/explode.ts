/** Gross requirement of a quantity, through all levels, without looking at any supply. */
import { type Bom, timesUp } from './bom.ts'
import { lowLevelCodes } from './low-level-code.ts'

export interface Requirement {
  readonly material: string
  readonly quantity: number
  /** Deepest level below the exploded material at which it is needed; the material itself is 0. */
  readonly level: number
}

/**
 * Sorted by level, then material. One pass for each level, so a part used on several levels is rounded up once for each
 * parent and exploded once. Substitutes are not considered. Throws `CyclicBom`.
 */
export function explode(material: string, quantity: number, boms: ReadonlyMap<string, Bom>): Requirement[] {
  const reached: Bom[] = []
  const seen = new Set([material])
  const queue = [material]
  for (let i = 0; i < queue.length; i++) {
    const bom = boms.get(queue[i]!)
    if (!bom) continue
    reached.push(bom)
    for (const line of bom.lines) {
      if (seen.has(line.material)) continue
      seen.add(line.material)
      queue.push(line.material)
    }
  }
  const levels = lowLevelCodes(
    reached.map(bom => ({ material: bom.material, components: bom.lines.map(line => line.material) })),
  )
  levels.set(material, 0)
  const needs = new Map([[material, quantity]])
  const order = [...seen].sort((a, b) => levels.get(a)! - levels.get(b)! || (a < b ? -1 : 1))
  for (const part of order) {
    for (const line of boms.get(part)?.lines ?? []) {
      needs.set(line.material, (needs.get(line.material) ?? 0) + timesUp(needs.get(part)!, line.ratio))
    }
  }
  return order.map(part => ({ material: part, quantity: needs.get(part)!, level: levels.get(part)! }))
}
