/**
 * What waits at each machine, in two parallel arrays by standing - the index as it is before anything is late and without
 * set-up, the highest first - and what each would be worth if it began now. No objects, no allocation but to grow.
 */
import { changeoverSeconds } from './changeover.ts'
import type { Model } from './model.ts'
import type { Timetable } from './timetable.ts'

/** Numbers of an alternative that are looked at together, next to each other in memory. */
const stride = 8
const indexAt = 0
const latestAt = 1
const setupAt = 2
const familyAt = 3
const mouldAt = 4
const operationAt = 5
const holdsAt = 6

export class Waiting {
  /** Answer of `look`: alternatives that may begin now and what they are worth; the first `count` are valid. */
  readonly seen: Int32Array
  readonly seenIndex: Float64Array
  count = 0
  /** When the next of those that were held back may begin. */
  earliestHeld = 0

  private readonly model: Model
  private readonly timetable: Timetable
  private readonly records: Float64Array
  private readonly standing: Float64Array
  /** When an alternative was found to begin at the earliest; Infinity: placed, or never before the limit. */
  private readonly notUntil: Float64Array
  private readonly queues: Int32Array[]
  private readonly standings: Float64Array[]
  /** What `notUntil` was when the queue was last looked through, in the order of the queue. */
  private readonly untils: Float64Array[]
  private readonly lengths: Int32Array
  private readonly mostSeen: number
  private readonly mostScanned: number

  constructor(model: Model, timetable: Timetable, mostSeen: number, mostScanned: number) {
    this.model = model
    this.timetable = timetable
    this.mostSeen = mostSeen
    this.mostScanned = mostScanned
    this.seen = new Int32Array(mostSeen)
    this.seenIndex = new Float64Array(mostSeen)
    const alternatives = model.altMachine.length
    this.standing = new Float64Array(alternatives)
    this.notUntil = new Float64Array(alternatives)
    this.records = new Float64Array(alternatives * stride)
    for (let k = 0; k < alternatives; k++) {
      const operation = model.altOperation[k]!
      const r = k * stride
      this.records[r + setupAt] = model.altSetup[k]!
      this.records[r + familyAt] = model.altFamily[k]!
      this.records[r + mouldAt] = model.mould[operation]!
      this.records[r + operationAt] = operation
      this.records[r + holdsAt] = model.holdFirst[operation + 1]! - model.holdFirst[operation]!
    }
    this.queues = Array.from({ length: model.machineCount }, () => new Int32Array(16))
    this.standings = Array.from({ length: model.machineCount }, () => new Float64Array(16))
    this.untils = Array.from({ length: model.machineCount }, () => new Float64Array(16))
    this.lengths = new Int32Array(model.machineCount)
  }

  clear(): void {
    this.lengths.fill(0)
    this.notUntil.fill(0)
  }

  /** The part of the index that does not change during a pass, and the start that is in time. */
  weigh(alternative: number, index: number, latest: number, standing: number): void {
    this.records[alternative * stride + indexAt] = index
    this.records[alternative * stride + latestAt] = latest
    this.standing[alternative] = standing
  }

  /** Not before an instant; Infinity: never again. */
  hold(alternative: number, until: number): void {
    this.notUntil[alternative] = until
  }

  /** Worth of an alternative at an instant, set-up aside. */
  worth(alternative: number, time: number, slackScale: number): number {
    const slack = this.records[alternative * stride + latestAt]! - time
    return this.records[alternative * stride + indexAt]! - Math.max(slack, 0) * slackScale
  }

  /** Highest standing of what may begin at a machine at an instant. */
  top(machine: number, time: number): number {
    const queue = this.queues[machine]!
    const length = Math.min(this.mostScanned, this.lengths[machine]!)
    for (let i = 0; i < length; i++) if (this.notUntil[queue[i]!]! <= time) return this.standings[machine]![i]!
    return Number.NEGATIVE_INFINITY
  }

  join(machine: number, alternative: number): void {
    const length = this.lengths[machine]!
    if (length === this.queues[machine]!.length) this.grow(machine)
    const queue = this.queues[machine]!
    const standings = this.standings[machine]!
    const untils = this.untils[machine]!
    const own = this.standing[alternative]!
    let low = 0
    let high = length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = standings[middle]!
      if (other > own || (other === own && queue[middle]! < alternative)) low = middle + 1
      else high = middle
    }
    queue.copyWithin(low + 1, low, length)
    standings.copyWithin(low + 1, low, length)
    untils.copyWithin(low + 1, low, length)
    queue[low] = alternative
    standings[low] = own
    untils[low] = 0
    this.lengths[machine] = length + 1
  }

  private grow(machine: number): void {
    const queue = new Int32Array(this.queues[machine]!.length * 2)
    const standings = new Float64Array(queue.length)
    const untils = new Float64Array(queue.length)
    queue.set(this.queues[machine]!)
    standings.set(this.standings[machine]!)
    untils.set(this.untils[machine]!)
    this.queues[machine] = queue
    this.standings[machine] = standings
    this.untils[machine] = untils
  }

  /** The head of a queue as it is, with what may have been placed since. */
  headOf(machine: number): Int32Array {
    return this.queues[machine]!.subarray(0, Math.min(this.mostScanned, this.lengths[machine]!))
  }

  /** Looks through the head of a queue; drops what is placed by now. */
  look(lane: number, time: number, slackScale: number, setupScale: number, least: number): void {
    const { model, timetable, records, notUntil, seen, seenIndex, mostSeen, mostScanned } = this
    const machine = model.laneMachine[lane]!
    const queue = this.queues[machine]!
    const standings = this.standings[machine]!
    const untils = this.untils[machine]!
    const length = this.lengths[machine]!
    const matrix = model.machineChangeover[machine]!
    const family = timetable.laneFamily[lane]!
    const mounted = timetable.laneMould[lane]!
    const mouldChange = model.machineMouldChange[machine]!
    let held = Number.POSITIVE_INFINITY
    let kept = 0
    let count = 0
    let i = 0
    for (; i < length && count < mostSeen && kept < mostScanned; i++) {
      const alternative = queue[i]!
      const until = untils[i]!
      const hold = until > time ? until : notUntil[alternative]!
      if (hold === Number.POSITIVE_INFINITY) continue
      if (kept < i) {
        queue[kept] = alternative
        standings[kept] = standings[i]!
      }
      untils[kept++] = hold
      // Not before then at the last look, and people, machines and material do not come back earlier.
      if (hold > time) {
        if (hold < held) held = hold
        continue
      }
      const r = alternative * stride
      if (records[r + holdsAt]! > 0) {
        const free = timetable.heldUntil(records[r + operationAt]!, time)
        if (free > time) {
          notUntil[alternative] = free
          untils[kept - 1] = free
          if (free < held) held = free
          continue
        }
      }
      let setup = records[r + setupAt]! + changeoverSeconds(matrix, family, records[r + familyAt]!)
      const own = records[r + mouldAt]!
      if (own >= 0 && own !== mounted) setup += mouldChange
      let slack = records[r + latestAt]! - time
      if (slack < least) slack = least
      seen[count] = alternative
      seenIndex[count++] = records[r + indexAt]! - slack * slackScale - setup * setupScale
    }
    // What was not looked at keeps its place behind the rest.
    if (kept < i) {
      queue.copyWithin(kept, i, length)
      standings.copyWithin(kept, i, length)
      untils.copyWithin(kept, i, length)
      this.lengths[machine] = length - (i - kept)
    }
    this.earliestHeld = held
    this.count = count
  }
}
