/**
 * How many sets of products can be made of what is free, which parts end it and what is missing for more. Material only: no
 * machine, no time of making. A part that several products or levels use is counted once. All figures are whole steps.
 */
import { type Bom, type BomLine, dividedDown, timesUp } from './bom.ts'
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
  need: number
  /** Of its own supply, for itself. */
  used: number
  /** Of the need, by substitutes. */
  replaced: number
  /** Of its own supply, in the place of others. */
  lent: number
  made: number
  missing: number
}

/** No number of sets is looked for beyond. */
const mostSets = 1_000_000_000

interface Need {
  readonly parent: number
  readonly line: BomLine
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
  private readonly number: ReadonlyMap<string, number>
  private readonly isMade: readonly boolean[]
  /** Of each material: the lines that take it, those first that nothing can replace. */
  private readonly needs: readonly (readonly Need[])[]
  private readonly contents: SetContents

  /** Throws `CyclicBom`. */
  constructor(contents: SetContents, boms: ReadonlyMap<string, Bom>) {
    this.contents = contents
    const reached = reachedFrom([...contents.keys()], boms)
    this.levels = lowLevelCodes([
      ...[...reached].map(material => ({
        material,
        components: (boms.get(material)?.lines ?? []).map(line => line.material),
      })),
    ])
    const choices = new Map<string, number>()
    const replacing = new Set<string>()
    for (const material of reached)
      for (const line of boms.get(material)?.lines ?? []) {
        choices.set(line.material, Math.max(choices.get(line.material) ?? 0, line.substitutes?.length ?? 0))
        for (const other of line.substitutes ?? []) if (!reached.has(other.material)) replacing.add(other.material)
      }
    const first = (a: string, b: string) =>
      this.levels.get(a)! - this.levels.get(b)! ||
      (choices.get(a) ?? 0) - (choices.get(b) ?? 0) ||
      (a < b ? -1 : a > b ? 1 : 0)
    this.order = [...[...reached].sort(first), ...[...replacing].sort()]
    this.number = new Map(this.order.map((material, i) => [material, i]))
    this.isMade = this.order.map(material => reached.has(material) && boms.has(material))
    const needs: Need[][] = this.order.map(() => [])
    for (const [parent, material] of this.order.entries())
      if (this.isMade[parent])
        for (const line of boms.get(material)!.lines) needs[this.number.get(line.material)!]!.push({ parent, line })
    const choicesOf = ({ line }: Need) => line.substitutes?.length ?? 0
    this.needs = needs.map(list => list.sort((a, b) => choicesOf(a) - choicesOf(b)))
  }

  /** What so many sets take, by material in `order`. */
  consume(free: Free, sets: number): PartUse[] {
    const left = this.order.map(material => free.get(material) ?? 0)
    const uses = this.order.map(
      (material): PartUse => ({
        ...{ material, level: this.levels.get(material) ?? 0 },
        ...{ need: 0, used: 0, replaced: 0, lent: 0, made: 0, missing: 0 },
      }),
    )
    for (const [i, use] of uses.entries()) {
      const own = sets * (this.contents.get(use.material) ?? 0)
      use.need = own
      let rest = 0
      for (const { parent, line } of this.needs[i]!) {
        const need = timesUp(uses[parent]!.made, line.ratio)
        const used = Math.min(need, left[i]!)
        use.need += need
        use.used += used
        left[i]! -= used
        let missing = need - used
        for (const { material, ratio } of line.substitutes ?? []) {
          if (missing === 0) break
          const other = this.number.get(material)!
          const covered = Math.min(missing, dividedDown(left[other]!, ratio))
          // A rest that is too little for one more is used up with it: else less of one part could leave more of another.
          const taken = Math.min(left[other]!, timesUp(missing, ratio))
          left[other]! -= taken
          if (covered === 0) continue
          uses[other]!.lent += Math.min(taken, timesUp(covered, ratio))
          use.replaced += covered
          missing -= covered
        }
        rest += missing
      }
      if (this.isMade[i]) use.made = own + rest
      else use.missing = own + rest
    }
    return uses
  }

  /** Most sets for which nothing is missing. `near`: where it may lie, to begin the search. */
  most(free: Free, near = 0): number {
    const isEnough = (sets: number) => this.consume(free, sets).every(({ missing }) => missing === 0)
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
    const found = new Map<string, number>()
    const missingAt = (wanted: number) =>
      new Set(this.consume(free, wanted).flatMap(use => (use.missing > 0 ? use.material : [])))
    const halve = (enough: number, short: number, parts: readonly string[]): void => {
      if (parts.length === 0) return
      if (short - enough === 1) {
        for (const part of parts) found.set(part, enough)
        return
      }
      const middle = Math.floor((enough + short) / 2)
      const missing = missingAt(middle)
      halve(
        enough,
        middle,
        parts.filter(part => missing.has(part)),
      )
      halve(
        middle,
        short,
        parts.filter(part => !missing.has(part)),
      )
    }
    halve(0, sets, [...missingAt(sets)])
    return found
  }
}

function reachedFrom(products: readonly string[], boms: ReadonlyMap<string, Bom>): Set<string> {
  const reached = new Set(products)
  for (const material of reached) for (const line of boms.get(material)?.lines ?? []) reached.add(line.material)
  return reached
}
