/**
 * Between two sequences: a child that keeps every precedence its parents share, and how far apart they are.
 */
import type { Sequence, Shop } from './shop.ts'

export class Blender {
  private readonly shop: Shop
  private readonly keys: Float64Array
  private readonly position: Int32Array
  private readonly start: Int32Array
  private readonly list: Int32Array

  constructor(shop: Shop) {
    this.shop = shop
    this.keys = new Float64Array(shop.count)
    this.position = new Int32Array(shop.count)
    this.start = new Int32Array(shop.machineCount + 1)
    this.list = new Int32Array(shop.count)
  }

  /** Sorts by a convex combination of the positions in both parents; machines come from either. */
  blend(a: Sequence, b: Sequence, share: number, random: () => number, child: Sequence): void {
    const { keys, position } = this
    const { count, choiceStart } = this.shop
    const flexible = choiceStart[count] !== count
    for (let i = 0; i < count; i++) position[a.order[i]!] = i
    for (let i = 0; i < count; i++) {
      const operation = b.order[i]!
      // Both parents agree on x before y: the keys then differ by at least 1, rounding cannot turn them.
      keys[operation] = Math.round(((1 - share) * position[operation]! + share * i) * 256) * count + operation
      child.choice[operation] = !flexible || random() >= share ? a.choice[operation]! : b.choice[operation]!
    }
    keys.sort()
    for (let i = 0; i < count; i++) child.order[i] = keys[i]! % count
    child.makespan = Number.MAX_SAFE_INTEGER
  }

  /** Pairs on one machine in both that stand the other way round, and operations on another machine. */
  distance(a: Sequence, b: Sequence): number {
    const { position, start, list } = this
    const { count, machineCount, choiceMachine } = this.shop
    start.fill(0)
    for (let i = 0; i < count; i++) {
      position[b.order[i]!] = i
      start[choiceMachine[a.choice[i]!]! + 1]!++
    }
    for (let m = 0; m < machineCount; m++) start[m + 1]! += start[m]!
    for (let k = 0; k < count; k++) {
      const i = a.order[k]!
      list[start[choiceMachine[a.choice[i]!]!]!++] = i
    }
    let apart = 0
    let from = 0
    for (let m = 0; m < machineCount; m++) {
      const to = start[m]!
      for (let x = from; x < to; x++) {
        const i = list[x]!
        if (a.choice[i] !== b.choice[i]) {
          apart += 2
          continue
        }
        for (let y = x + 1; y < to; y++)
          if (position[list[y]!]! < position[i]! && a.choice[list[y]!] === b.choice[list[y]!]) apart++
      }
      from = to
    }
    return apart
  }
}
