/**
 * How many sets of products can be made of what is free, which parts end it and what is missing for more. Material only: no
 * machine, no time of making. A part that several products or levels use is counted once. All figures are whole steps.
 */
import { type Bom, dividedDown, type Ratio, timesUp } from './bom.ts'
import { lowLevelCodes } from './low-level-code.ts'

/** What one set takes: so many of each product. They are made, whatever is there of them. */
export type SetContents = ReadonlyMap<string, number>
/** What may be used of each material; absent: nothing. */
export type Free = ReadonlyMap<string, number>

/** What becomes of one material when so many sets are made. */
export interface PartUse {
  readonly material: string
  /** Deepest level at which it is used; a product is 0 unless another one contains it. */
  readonly level: number
  /** What the materials above it take, and the sets themselves. */
  readonly need: number
  /** Of its own supply, for itself. */
  readonly used: number
  /** Of the need, by substitutes. */
  readonly replaced: number
  /** Of its own supply, in the place of others. */
  readonly lent: number
  readonly made: number
  readonly missing: number
}

/** No number of sets is looked for beyond. */
const mostSets = 1_000_000_000

interface Need {
  /** Number of the material that is made of it. */
  readonly parent: number
  readonly ratio: Ratio
  readonly substitutes: readonly { readonly number: number; readonly ratio: Ratio }[]
}

/**
 * Own supply is used first, then that of substitutes in the order of the BoM, then the part is made if it has a BoM. Parts are
 * taken in one fixed order, of those on a level the ones first that nothing can replace: so what is missing never falls when
 * more sets are made, nor when less is there, and a search by halves is exact.
 */
export class Sets {
  /** Materials in the order in which they are taken: parents first. Those that only replace others come last. */
  readonly order: readonly string[]
  private readonly levels: ReadonlyMap<string, number>
  private readonly isMade: readonly boolean[]
  /** Of each material: the lines that take it, those first that nothing can replace. */
  private readonly needs: readonly (readonly Need[])[]
  private readonly contents: readonly number[]
  /** Of the last taking, by number of the material: of one search hundreds are made, so they are written over. */
  private readonly left: Float64Array
  private readonly need: Float64Array
  private readonly used: Float64Array
  private readonly replaced: Float64Array
  private readonly lent: Float64Array
  private readonly made: Float64Array
  private readonly missing: Float64Array

  /** Throws `CyclicBom`. */
  constructor(contents: SetContents, boms: ReadonlyMap<string, Bom>) {
    const reached = reachedFrom([...contents.keys()], boms)
    const linesOf = (material: string) => boms.get(material)?.lines ?? []
    const levels = lowLevelCodes(
      [...reached].map(material => ({ material, components: linesOf(material).map(line => line.material) })),
    )
    const choices = new Map<string, number>()
    const replacing = new Set<string>()
    for (const material of reached)
      for (const line of linesOf(material)) {
        choices.set(line.material, Math.max(choices.get(line.material) ?? 0, line.substitutes?.length ?? 0))
        for (const other of line.substitutes ?? []) if (!reached.has(other.material)) replacing.add(other.material)
      }
    const first = (a: string, b: string) =>
      levels.get(a)! - levels.get(b)! || (choices.get(a) ?? 0) - (choices.get(b) ?? 0) || (a < b ? -1 : a > b ? 1 : 0)
    this.levels = levels
    this.order = [...[...reached].sort(first), ...[...replacing].sort()]
    this.contents = this.order.map(material => contents.get(material) ?? 0)
    this.isMade = this.order.map(material => reached.has(material) && boms.has(material))
    const number = new Map(this.order.map((material, i) => [material, i]))
    const needs: Need[][] = this.order.map(() => [])
    for (const [parent, material] of this.order.entries()) {
      if (!this.isMade[parent]) continue
      for (const { material: component, ratio, substitutes = [] } of linesOf(material))
        needs[number.get(component)!]!.push({
          ...{ parent, ratio },
          substitutes: substitutes.map(other => ({ number: number.get(other.material)!, ratio: other.ratio })),
        })
    }
    this.needs = needs.map(list => list.sort((a, b) => a.substitutes.length - b.substitutes.length))
    const zeros = () => new Float64Array(this.order.length)
    this.left = zeros()
    this.need = zeros()
    this.used = zeros()
    this.replaced = zeros()
    this.lent = zeros()
    this.made = zeros()
    this.missing = zeros()
  }

  /** What so many sets take, by material in `order`. */
  consume(free: Free, sets: number): PartUse[] {
    this.take(this.numbered(free), sets)
    return this.order.map((material, i) => ({
      ...{ material, level: this.levels.get(material) ?? 0, need: this.need[i]!, used: this.used[i]! },
      ...{ replaced: this.replaced[i]!, lent: this.lent[i]!, made: this.made[i]!, missing: this.missing[i]! },
    }))
  }

  /** Most sets for which nothing is missing. `near`: where it may lie, to begin the search. */
  most(free: Free, near = 0): number {
    const supply = this.numbered(free)
    const isEnough = (sets: number) => this.take(supply, sets)
    let [enough, short] = isEnough(near) ? [near, Number.POSITIVE_INFINITY] : [0, near]
    for (let step = 1; short === Number.POSITIVE_INFINITY; step *= 2) {
      if (enough >= mostSets) return mostSets
      if (isEnough(enough + step)) enough += step
      else short = enough + step
    }
    while (short - enough > 1) {
      const middle = Math.floor((enough + short) / 2)
      if (isEnough(middle)) enough = middle
      else short = middle
    }
    return enough
  }

  /** Of each part that is missing for so many sets: for how many it is enough. The least of them is what can be made. */
  enoughFor(free: Free, sets: number): Map<string, number> {
    const supply = this.numbered(free)
    const found = new Map<string, number>()
    const halve = (enough: number, short: number, parts: readonly number[]): void => {
      if (parts.length === 0) return
      if (short - enough === 1) {
        for (const part of parts) found.set(this.order[part]!, enough)
        return
      }
      const middle = Math.floor((enough + short) / 2)
      this.take(supply, middle)
      const sooner = parts.filter(part => this.missing[part]! > 0)
      const later = parts.filter(part => this.missing[part] === 0)
      halve(enough, middle, sooner)
      halve(middle, short, later)
    }
    this.take(supply, sets)
    halve(
      0,
      sets,
      [...this.order.keys()].filter(part => this.missing[part]! > 0),
    )
    return found
  }

  private numbered(free: Free): Float64Array {
    return Float64Array.from(this.order, material => free.get(material) ?? 0)
  }

  /** Takes so many sets; whether nothing is missing. */
  private take(free: Float64Array, sets: number): boolean {
    const { left, need, used, replaced, lent, made, missing } = this
    left.set(free)
    replaced.fill(0)
    lent.fill(0)
    let isEnough = true
    for (let i = 0; i < left.length; i++) {
      // Of the product itself none is taken: sets are made.
      let rest = sets * this.contents[i]!
      let needed = rest
      let own = 0
      for (const { parent, ratio, substitutes } of this.needs[i]!) {
        const wanted = timesUp(made[parent]!, ratio)
        const taken = Math.min(wanted, left[i]!)
        needed += wanted
        own += taken
        left[i]! -= taken
        rest += wanted === taken ? 0 : wanted - taken - this.replace(i, wanted - taken, substitutes)
      }
      need[i] = needed
      used[i] = own
      made[i] = this.isMade[i] ? rest : 0
      missing[i] = rest - made[i]!
      if (missing[i]! > 0) isEnough = false
    }
    return isEnough
  }

  /** How much of what is missing of a part its substitutes cover. */
  private replace(part: number, missing: number, substitutes: Need['substitutes']): number {
    let open = missing
    for (const { number, ratio } of substitutes) {
      if (open === 0) break
      const there = this.left[number]!
      const covered = Math.min(open, dividedDown(there, ratio))
      // A rest that is too little for one more is used up with it: else less of one part could leave more of another.
      this.left[number] = Math.max(0, there - timesUp(open, ratio))
      this.lent[number]! += Math.min(there, timesUp(covered, ratio))
      open -= covered
    }
    this.replaced[part]! += missing - open
    return missing - open
  }
}

function reachedFrom(products: readonly string[], boms: ReadonlyMap<string, Bom>): Set<string> {
  const reached = new Set(products)
  for (const material of reached) for (const line of boms.get(material)?.lines ?? []) reached.add(line.material)
  return reached
}
