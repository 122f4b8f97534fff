/**
 * What waits at each machine, by standing - the index as it is before anything is late and without set-up, the highest first -
 * and what each would be worth if it began now. All that is weighed lies together, place by place, in one array for each
 * machine: a look runs through memory in order. No objects, no allocation but to grow.
 */
import { changeoverSeconds } from './changeover.ts'
import type { Model } from './model.ts'
import type { Timetable } from './timetable.ts'

/** Numbers of a place in a queue. */
const stride = 10
const standingAt = 0
/** It was found to begin no earlier; Infinity: never before the limit. */
const untilAt = 1
const operationAt = 2
const holdsAt = 3
const indexAt = 4
const latestAt = 5
const setupAt = 6
const familyAt = 7
const mouldAt = 8
const alternativeAt = 9

export class Waiting {
  /** Answer of `look`: places that may begin now and what they are worth; the first `count` are valid until the next `join`. */
  readonly seen: Int32Array
  readonly seenIndex: Float64Array
  count = 0
  /** When the next of those that were held back may begin. */
  earliestHeld = 0

  private readonly model: Model
  private readonly timetable: Timetable
  private readonly queues: Float64Array[]
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
    this.queues = Array.from({ length: model.machineCount }, () => new Float64Array(16 * stride))
    this.lengths = new Int32Array(model.machineCount)
  }

  clear(): void {
    this.lengths.fill(0)
  }

  /** An alternative with the part of its index that stays during a pass, the start that is in time, and its standing. */
  join(machine: number, alternative: number, index: number, latest: number, standing: number): void {
    const { model } = this
    const length = this.lengths[machine]!
    if ((length + 1) * stride > this.queues[machine]!.length) this.grow(machine)
    const queue = this.queues[machine]!
    let low = 0
    let high = length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = queue[middle * stride + standingAt]!
      if (other > standing || (other === standing && queue[middle * stride + alternativeAt]! < alternative))
        low = middle + 1
      else high = middle
    }
    const at = low * stride
    if (low < length) queue.copyWithin(at + stride, at, length * stride)
    const operation = model.altOperation[alternative]!
    queue[at + standingAt] = standing
    queue[at + untilAt] = 0
    queue[at + operationAt] = operation
    queue[at + holdsAt] = model.holdFirst[operation + 1]! - model.holdFirst[operation]!
    queue[at + indexAt] = index
    queue[at + latestAt] = latest
    queue[at + setupAt] = model.altSetup[alternative]!
    queue[at + familyAt] = model.altFamily[alternative]!
    queue[at + mouldAt] = model.mould[operation]!
    queue[at + alternativeAt] = alternative
    this.lengths[machine] = length + 1
  }

  private grow(machine: number): void {
    const queue = new Float64Array(this.queues[machine]!.length * 2)
    queue.set(this.queues[machine]!)
    this.queues[machine] = queue
  }

  alternativeAt(machine: number, place: number): number {
    return this.queues[machine]![place * stride + alternativeAt]!
  }

  /** Not before an instant; Infinity: never again. */
  hold(machine: number, place: number, until: number): void {
    this.queues[machine]![place * stride + untilAt] = until
  }

  /** Worth of a place at an instant, set-up aside. */
  worth(machine: number, place: number, time: number, slackScale: number): number {
    const queue = this.queues[machine]!
    const slack = queue[place * stride + latestAt]! - time
    return queue[place * stride + indexAt]! - Math.max(slack, 0) * slackScale
  }

  /** Highest standing of what may begin at a machine at an instant. */
  top(machine: number, time: number): number {
    const queue = this.queues[machine]!
    const { lane } = this.timetable
    const end = Math.min(this.mostScanned, this.lengths[machine]!) * stride
    for (let at = 0; at < end; at += stride) {
      if (queue[at + untilAt]! <= time && lane[queue[at + operationAt]!]! < 0) return queue[at + standingAt]!
    }
    return Number.NEGATIVE_INFINITY
  }

  /** The places at the head of a queue that are of a family, with what may have been placed since. */
  ofFamily(machine: number, family: number, places: number[]): void {
    const queue = this.queues[machine]!
    const count = Math.min(this.mostScanned, this.lengths[machine]!)
    places.length = 0
    for (let place = 0; place < count; place++) if (queue[place * stride + familyAt] === family) places.push(place)
  }

  /** Looks through the head of a queue; drops what is placed by now. */
  look(lane: number, time: number, slackScale: number, setupScale: number, least: number): void {
    const { model, timetable, seen, seenIndex, mostSeen, mostScanned } = this
    const machine = model.laneMachine[lane]!
    const queue = this.queues[machine]!
    const length = this.lengths[machine]!
    const placedOn = timetable.lane
    const matrix = model.machineChangeover[machine]!
    const family = timetable.laneFamily[lane]!
    const mounted = timetable.laneMould[lane]!
    const mouldChange = model.machineMouldChange[machine]!
    let held = Number.POSITIVE_INFINITY
    let kept = 0
    let count = 0
    let i = 0
    for (; i < length && count < mostSeen && kept < mostScanned; i++) {
      const from = i * stride
      const until = queue[from + untilAt]!
      if (until === Number.POSITIVE_INFINITY || placedOn[queue[from + operationAt]!]! >= 0) continue
      const at = kept * stride
      if (kept < i) for (let k = 0; k < stride; k++) queue[at + k] = queue[from + k]!
      const place = kept++
      // Not before then at the last look, and people, machines and material do not come back earlier.
      if (until > time) {
        if (until < held) held = until
        continue
      }
      if (queue[at + holdsAt]! > 0) {
        const free = timetable.heldUntil(queue[at + operationAt]!, time)
        if (free > time) {
          queue[at + untilAt] = free
          if (free < held) held = free
          continue
        }
      }
      let setup = queue[at + setupAt]! + changeoverSeconds(matrix, family, queue[at + familyAt]!)
      const own = queue[at + mouldAt]!
      if (own >= 0 && own !== mounted) setup += mouldChange
      let slack = queue[at + latestAt]! - time
      if (slack < least) slack = least
      seen[count] = place
      seenIndex[count++] = queue[at + indexAt]! - slack * slackScale - setup * setupScale
    }
    // What was not looked at keeps its place behind the rest.
    if (kept < i) {
      if (i < length) queue.copyWithin(kept * stride, i * stride, length * stride)
      this.lengths[machine] = length - (i - kept)
    }
    this.earliestHeld = held
    this.count = count
  }
}
