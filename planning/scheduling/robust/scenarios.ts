/** What happens in each scenario: when supplies come, and how long runs take. Nothing of it depends on the plan. */
import type { Model } from '../problem/model.ts'
import type { Disturbances } from '../problem/problem.ts'

/** Scenarios of a block. */
export const width = 16
/** Run factors are drawn once and picked by operation and scenario: a table of all of them would be large. */
const factors = 4096

export class Scenarios {
  private readonly first: Int32Array
  private readonly supply: Int32Array
  /** By supply, block and scenario. */
  private readonly comes: Float64Array
  private readonly factor = new Float64Array(factors)
  private readonly blocks: number
  private block = 0

  constructor({ problem }: Model, disturbances: Disturbances, blocks: number, random: () => number) {
    this.blocks = blocks
    const numberOf = new Map<string, number>()
    const at: number[] = []
    const list: number[] = []
    this.first = new Int32Array(problem.operations.length + 1)
    problem.operations.forEach(({ kit, fixed }, i) => {
      for (const supply of fixed ? [] : (kit?.supplies ?? [])) {
        const known = numberOf.get(supply.id)
        if (known === undefined) {
          numberOf.set(supply.id, at.length)
          at.push(supply.at)
        }
        list.push(known ?? at.length - 1)
      }
      this.first[i + 1] = list.length
    })
    this.supply = Int32Array.from(list)
    const { lateShare, meanLateSeconds, runSpread, runLoss } = disturbances
    const count = blocks * width
    this.comes = new Float64Array(at.length * count)
    const places = Array.from({ length: count }, (_, place) => place)
    at.forEach((planned, s) => {
      this.comes.fill(planned, s * count, (s + 1) * count)
      // Late in its share of the scenarios, by delays that are spread evenly over what may happen.
      const late = Math.min(count, Math.floor(lateShare * count + random()))
      for (let c = 0; c < late; c++) {
        const other = c + Math.floor(random() * (count - c))
        const place = places[other]!
        places[other] = places[c]!
        places[c] = place
        this.comes[s * count + place]! -= Math.log(1 - (c + random()) / late) * meanLateSeconds
      }
    })
    for (let f = 0; f < factors; f++) {
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
      this.factor[f] = Math.exp(runSpread * normal - runSpread ** 2 / 2) / (1 - runLoss)
    }
  }

  /** The block that is asked for from now on. */
  choose(block: number): void {
    this.block = block
  }

  /** How many times as long as planned. */
  runFactor(operation: number, scenario: number): number {
    let mixed = Math.imul(operation + 1, 0x9e3779b1) ^ Math.imul(this.block * width + scenario + 1, 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
    return this.factor[(mixed ^ (mixed >>> 13)) & (factors - 1)]!
  }

  /** Puts `ready` off to when the last supply of the operation comes, with a cause, scenario by scenario. */
  arrivals(operation: number, ready: Float64Array, causes: Int32Array, cause: number): void {
    for (let s = this.first[operation]!; s < this.first[operation + 1]!; s++) {
      const from = (this.supply[s]! * this.blocks + this.block) * width
      for (let k = 0; k < width; k++) {
        if (this.comes[from + k]! <= ready[k]!) continue
        ready[k] = this.comes[from + k]!
        causes[k] = cause
      }
    }
  }
}
