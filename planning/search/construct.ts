/**
 * First sequences: an event-driven dispatch without idle machines. An operation joins the queue of the machine that would
 * finish it first; the longest rest of the job goes first, with some chance so that a population differs.
 */
import type { Sequence, Shop } from './shop.ts'
import { longestRest } from './shop-paths.ts'

/** Queue entries looked at when a change-over decides. */
const scanLimit = 100

export interface DispatchOptions {
  readonly random: () => number
  /** 0: by the rule alone; 1: as much chance as rule. */
  readonly noise: number
  /** How much of a change-over counts against the rest of the job. */
  readonly changeoverWeight?: number
  /** Own urgency for each operation instead of the rest of the job; large goes first. */
  readonly urgency?: ArrayLike<number>
}

export function dispatch(shop: Shop, sequence: Sequence, options: DispatchOptions): void {
  const { count, machineCount, choiceStart, choiceMachine, choiceDuration, notBefore, changeover } = shop
  const { predecessorStart, successorStart, successors } = shop
  const { random, noise, changeoverWeight = 2 } = options
  const rest = options.urgency ?? longestRest(shop)
  const urgency = new Float64Array(count)
  for (let i = 0; i < count; i++) urgency[i] = rest[i]! * (1 + noise * (random() - 0.5))
  const open = new Int32Array(count)
  for (let i = 0; i < count; i++) open[i] = predecessorStart[i + 1]! - predecessorStart[i]!
  const queues: Heap[] = Array.from({ length: machineCount }, () => new Heap())
  const load = new Float64Array(machineCount)
  const last = new Int32Array(machineCount).fill(count)
  const freeAt = new Float64Array(machineCount)
  const busy = new Uint8Array(machineCount)
  // Events: the end of an operation, or (count + operation) its release.
  const events = new Heap()
  const touched: number[] = []
  let now = 0
  let placed = 0
  let makespan = 0

  const gap = (machine: number, to: number): number => {
    if (!changeover || last[machine] === count) return 0
    const { family, familyCount, time } = changeover
    return time[(machine * familyCount + family[last[machine]!]!) * familyCount + family[to]!]!
  }
  const join = (i: number): void => {
    let best = -1
    let bestEnd = Number.POSITIVE_INFINITY
    for (let k = choiceStart[i]!; k < choiceStart[i + 1]!; k++) {
      const machine = choiceMachine[k]!
      const end = Math.max(now, freeAt[machine]!) + load[machine]! + choiceDuration[k]! * (1 + noise * random() * 0.5)
      if (end < bestEnd) {
        bestEnd = end
        best = k
      }
    }
    const machine = choiceMachine[best]!
    sequence.choice[i] = best
    load[machine]! += choiceDuration[best]!
    queues[machine]!.push(-urgency[i]!, i)
    touched.push(machine)
  }
  const release = (i: number): void => {
    if (notBefore[i]! > now) events.push(notBefore[i]!, count + i)
    else join(i)
  }
  for (let i = 0; i < count; i++) if (open[i] === 0) release(i)
  for (;;) {
    for (const machine of touched) {
      const queue = queues[machine]!
      if (busy[machine] || queue.size === 0) continue
      let pick = 0
      if (changeover && last[machine] !== count) {
        let least = Number.POSITIVE_INFINITY
        for (let k = 0; k < Math.min(queue.size, scanLimit); k++) {
          const cost = queue.keyAt(k) + changeoverWeight * gap(machine, queue.valueAt(k))
          if (cost < least) {
            least = cost
            pick = k
          }
        }
      }
      const i = queue.remove(pick)
      const chosen = sequence.choice[i]!
      const start = Math.max(now, freeAt[machine]! + gap(machine, i))
      const end = start + choiceDuration[chosen]!
      load[machine]! -= choiceDuration[chosen]!
      busy[machine] = 1
      freeAt[machine] = end
      last[machine] = i
      sequence.order[placed++] = i
      makespan = Math.max(makespan, end + shop.notAfter[i]!)
      events.push(end, i)
    }
    touched.length = 0
    if (events.size === 0) break
    now = events.keyAt(0)
    while (events.size > 0 && events.keyAt(0) === now) {
      const event = events.remove(0)
      if (event >= count) {
        join(event - count)
        continue
      }
      const machine = choiceMachine[sequence.choice[event]!]!
      busy[machine] = 0
      touched.push(machine)
      for (let k = successorStart[event]!; k < successorStart[event + 1]!; k++) {
        const s = successors[k]!
        if (--open[s]! === 0) release(s)
      }
    }
  }
  if (placed !== count) throw new Error('The routings contain a cycle.')
  sequence.makespan = makespan
}

/** Binary heap of keys with whole-number values. */
class Heap {
  private readonly keys: number[] = []
  private readonly values: number[] = []

  get size(): number {
    return this.keys.length
  }

  keyAt(k: number): number {
    return this.keys[k]!
  }

  valueAt(k: number): number {
    return this.values[k]!
  }

  push(key: number, value: number): void {
    this.keys.push(key)
    this.values.push(value)
    this.up(this.keys.length - 1)
  }

  remove(k: number): number {
    const { keys, values } = this
    const value = values[k]!
    const lastKey = keys.pop()!
    const lastValue = values.pop()!
    if (k < keys.length) {
      keys[k] = lastKey
      values[k] = lastValue
      this.up(k)
      this.down(k)
    }
    return value
  }

  private up(from: number): void {
    const { keys, values } = this
    let k = from
    while (k > 0) {
      const parent = (k - 1) >> 1
      if (!this.isLess(k, parent)) break
      swap(keys, k, parent)
      swap(values, k, parent)
      k = parent
    }
  }

  private down(from: number): void {
    const { keys, values } = this
    let k = from
    for (;;) {
      let least = k
      const left = 2 * k + 1
      if (left < keys.length && this.isLess(left, least)) least = left
      if (left + 1 < keys.length && this.isLess(left + 1, least)) least = left + 1
      if (least === k) return
      swap(keys, k, least)
      swap(values, k, least)
      k = least
    }
  }

  private isLess(a: number, b: number): boolean {
    const { keys, values } = this
    return keys[a]! < keys[b]! || (keys[a] === keys[b] && values[a]! < values[b]!)
  }
}

function swap(list: number[], a: number, b: number): void {
  const kept = list[a]!
  list[a] = list[b]!
  list[b] = kept
}
