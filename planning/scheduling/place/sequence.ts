/**
 * What comes after what: the chain of each lane, and a `key` for each operation, smaller for whatever has to come before it on
 * its lane or by its routing. Members of a charge have the key of their head and are in no chain.
 */

import type { Model } from '../problem/model.ts'
import type { PlanState } from './plan-state.ts'

export class Sequence {
  /** Neighbours on the lane, -1 at the ends; fixed tasks are not in the chain. */
  readonly before: Int32Array
  readonly after: Int32Array
  readonly key: Float64Array
  readonly laneFront: Int32Array
  readonly laneBack: Int32Array

  private readonly model: Model
  private readonly lane: Int32Array
  private readonly head: Int32Array
  private readonly nextMember: Int32Array
  /** Heads whose keys `makeRoom` changed, with what they were. */
  private readonly moved: number[] = []
  private readonly movedKeys: number[] = []
  private readonly seen: Int32Array
  private stamp = 0

  constructor(model: Model, { lane, head, nextMember }: Pick<PlanState, 'lane' | 'head' | 'nextMember'>) {
    const n = model.operationCount
    this.model = model
    this.lane = lane
    this.head = head
    this.nextMember = nextMember
    this.before = new Int32Array(n).fill(-1)
    this.after = new Int32Array(n).fill(-1)
    this.key = new Float64Array(n)
    this.laneFront = new Int32Array(model.laneMachine.length).fill(-1)
    this.laneBack = new Int32Array(model.laneMachine.length).fill(-1)
    this.seen = new Int32Array(n)
  }

  link(operation: number, lane: number, previous: number): void {
    const next = previous >= 0 ? this.after[previous]! : this.laneFront[lane]!
    this.before[operation] = previous
    this.after[operation] = next
    if (previous >= 0) this.after[previous] = operation
    else this.laneFront[lane] = operation
    if (next >= 0) this.before[next] = operation
    else this.laneBack[lane] = operation
  }

  unlink(operation: number): void {
    const lane = this.lane[operation]!
    const previous = this.before[operation]!
    const next = this.after[operation]!
    if (previous >= 0) this.after[previous] = next
    else this.laneFront[lane] = next
    if (next >= 0) this.before[next] = previous
    else this.laneBack[lane] = previous
  }

  setKey(head: number, key: number): void {
    for (let member = head; member >= 0; member = this.nextMember[member]!) this.key[member] = key
  }

  /** A key for the operation between two neighbours, its predecessors and its successors; NaN when none fits. */
  keyBetween(operation: number, previous: number, next: number): number {
    const { key } = this
    let low = previous >= 0 ? key[previous]! : Number.NEGATIVE_INFINITY
    let high = next >= 0 ? key[next]! : Number.POSITIVE_INFINITY
    const together = this.head[operation] === operation
    for (let member = operation; member >= 0; member = together ? this.nextMember[member]! : -1) {
      low = Math.max(low, this.lowestKey(member))
      high = Math.min(high, this.highestKey(member))
    }
    if (low >= high) return Number.NaN
    if (low === Number.NEGATIVE_INFINITY) return high === Number.POSITIVE_INFINITY ? 0 : high - 1
    if (high === Number.POSITIVE_INFINITY) return low + 1
    const middle = low + (high - low) / 2
    return middle > low && middle < high ? middle : Number.NaN
  }

  /** Above the keys of all it waits for. */
  lowestKey(operation: number): number {
    const { model, key } = this
    let low = Number.NEGATIVE_INFINITY
    for (let k = model.predFirst[operation]!; k < model.predFirst[operation + 1]!; k++) {
      const before = model.predOp[k]!
      if (model.isFixed[before] === 0 && key[before]! > low) low = key[before]!
    }
    return low
  }

  highestKey(operation: number): number {
    const { model, key } = this
    let high = Number.POSITIVE_INFINITY
    for (let k = model.succFirst[operation]!; k < model.succFirst[operation + 1]!; k++) {
      const after = model.succOp[k]!
      if (model.isFixed[after] === 0 && this.lane[after]! >= 0 && key[after]! < high) high = key[after]!
    }
    return high
  }

  /**
   * A key for the operation between two neighbours, where what follows from it stands too early: that gets later keys, in the
   * order it has (Pearce, Kelly 2006). NaN, and nothing has changed, when it would have to come before itself.
   */
  makeRoom(operation: number, previous: number, next: number): number {
    const { key, head, model, seen, nextMember } = this
    this.stamp += 2
    const mustPrecede = this.stamp
    const isBehind = this.stamp + 1
    let low = previous >= 0 ? key[previous]! : Number.NEGATIVE_INFINITY
    if (previous >= 0) seen[previous] = mustPrecede
    for (let member = operation; member >= 0; member = nextMember[member]!) {
      low = Math.max(low, this.lowestKey(member))
      for (let k = model.predFirst[member]!; k < model.predFirst[member + 1]!; k++)
        seen[head[model.predOp[k]!]!] = mustPrecede
    }
    if (low === Number.NEGATIVE_INFINITY) return this.keyBetween(operation, previous, next)
    let high = Number.POSITIVE_INFINITY
    const behind: number[] = []
    const open: number[] = next >= 0 ? [next] : []
    const follow = (from: number) => {
      for (let member = from; member >= 0; member = nextMember[member]!) {
        for (let k = model.succFirst[member]!; k < model.succFirst[member + 1]!; k++) {
          const after = model.succOp[k]!
          if (model.isFixed[after] === 0 && this.lane[after]! >= 0) open.push(head[after]!)
        }
      }
    }
    follow(operation)
    for (let each = open.pop(); each !== undefined; each = open.pop()) {
      if (each < 0 || seen[each] === isBehind) continue
      if (each === operation) {
        // Its old place on the lane, which it leaves.
        open.push(this.after[operation]!)
        continue
      }
      if (key[each]! > low) {
        high = Math.min(high, key[each]!)
        continue
      }
      if (seen[each] === mustPrecede) return Number.NaN
      seen[each] = isBehind
      behind.push(each)
      open.push(this.after[each]!)
      follow(each)
    }
    behind.sort((a, b) => key[a]! - key[b]!)
    const step = high === Number.POSITIVE_INFINITY ? 1 : (high - low) / (behind.length + 2)
    if (low + step <= low || low + step * (behind.length + 1) >= high || low + step === low + 2 * step)
      return Number.NaN
    for (const [i, each] of behind.entries()) {
      this.moved.push(each)
      this.movedKeys.push(key[each]!)
      this.setKey(each, low + step * (i + 2))
    }
    return low + step
  }

  takeBackKeys(): void {
    for (let i = this.moved.length - 1; i >= 0; i--) this.setKey(this.moved[i]!, this.movedKeys[i]!)
    this.keepKeys()
  }

  keepKeys(): void {
    this.moved.length = 0
    this.movedKeys.length = 0
  }
}
