/** Materials with their levels and lines, and the families of those that may stand in for each other. */
import type { Bom } from '../bom/bom.ts'
import { lowLevelCodes } from '../bom/low-level-code.ts'
import type { MaterialSnapshot, PlannedMaterial } from './snapshot.ts'
import type { Family, Material } from './tables.ts'

export class Families {
  readonly materials: Material[] = []
  /** Deepest level of any material. */
  readonly deepest: number
  private readonly byId = new Map<string, Material>()

  /** Throws `CyclicBom` when a material contains itself. */
  constructor({ materials, boms }: Pick<MaterialSnapshot, 'materials' | 'boms'>) {
    // The last of several BoMs counts.
    const bomOf = new Map<string, Bom>(boms.map(bom => [bom.material, bom]))
    const levels = lowLevelCodes(
      boms.map(bom => ({
        material: bom.material,
        components: bom.lines.flatMap(line => [line.material, ...(line.substitutes ?? []).map(each => each.material)]),
      })),
    )
    this.deepest = [...levels.values()].reduce((deepest, level) => Math.max(deepest, level), 0)
    for (const planned of materials) this.named(planned.id, planned).level = levels.get(planned.id) ?? 0
    for (const [id, level] of levels) this.named(id).level = level
    for (const parent of [...this.materials]) {
      const bom = parent.planned?.kind === 'made' ? bomOf.get(parent.id) : undefined
      if (!bom) continue
      parent.lines = bom.lines.map(line => ({
        material: this.named(line.material),
        ratio: line.ratio,
        from: line.from ?? null,
        until: line.until ?? null,
        substitutes: (line.substitutes ?? []).map(each => ({ material: this.named(each.material), ratio: each.ratio })),
      }))
      parent.lines.forEach(({ material, substitutes }, line) => {
        material.usedIn.push({ parent, line })
        for (const { material: other } of substitutes) this.join(material, other, null)
      })
    }
  }

  named(id: string, planned: PlannedMaterial | null = null): Material {
    const known = this.byId.get(id)
    if (known) return known
    const family: Family = { materials: [], demands: [], sorted: true, dirty: false, servedTo: 0 }
    const material: Material = {
      id,
      number: this.materials.length,
      planned,
      level: 0,
      lines: [],
      usedIn: [],
      family,
      stock: [],
      incoming: [],
      uncounted: [],
      supplySorted: true,
      stockHead: 0,
      incomingHead: 0,
      short: [],
      proposedFor: [],
      drafts: [],
      carriedOut: [],
    }
    family.materials.push(material)
    this.byId.set(id, material)
    this.materials.push(material)
    return material
  }

  /** A family stays together even when nothing links it any more: that costs time, not correctness. */
  join(one: Material, other: Material, dirty: Set<Family> | null): void {
    if (one.family === other.family) return
    const [into, from] =
      one.family.demands.length + one.family.materials.length >=
      other.family.demands.length + other.family.materials.length
        ? [one.family, other.family]
        : [other.family, one.family]
    for (const material of from.materials) material.family = into
    into.materials.push(...from.materials)
    for (const need of from.demands) into.demands.push(need)
    into.sorted = false
    if (dirty?.delete(from) || (dirty && !into.dirty)) {
      into.dirty = true
      dirty?.add(into)
    }
  }
}
