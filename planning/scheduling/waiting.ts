/**
 * What waits at each machine, by standing - the index as it is before anything is late and without set-up, the highest first -
 * and what each would be worth if it began now. All that is weighed lies together, place by place, in one array for each
 * machine: a look runs through memory in order. Only so many have a place as may be looked at soon; whatever stands behind
 * them waits in a heap, for it need not be in order yet. No objects, no allocation but to grow.
 */
import { startAt, wallWithin, workedAt, workedBetween } from '../calendar/working-time.ts'
import { changeoverSeconds } from './changeover.ts'
import { EventQueue } from './event-queue.ts'
import type { Model } from './model.ts'
import type { Timetable } from './timetable.ts'

/** Numbers of a place in a queue. */
const stride = 11
const indexAt = 0
const latestAt = 1
/** It was found to begin no earlier; Infinity: never before the limit. */
const untilAt = 2
const operationAt = 3
const runAt = 4
const tableAt = 5
/** How many resources it holds. */
const holdsAt = 6
const setupAt = 7
const familyAt = 8
const mouldAt = 9
const alternativeAt = 10

/** So many that are placed are passed over before they are dropped. */
const mostGone = 16

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
  /** Found placed, and still in the queue. */
  private readonly gone: Int32Array
  /** Behind the queues: alternatives by falling standing, and then by number. */
  private readonly behind: EventQueue[]
  private readonly index: Float64Array
  private readonly latest: Float64Array
  private slackScale = 0
  /** By table: the instant it was last asked for, when it is open from then on, the work up to its next wall, and behind that. */
  private readonly askedAt: Float64Array
  private readonly opensAt: Float64Array
  private readonly room: Float64Array
  private readonly behindWall: Float64Array
  private readonly mostSeen: number
  private readonly mostScanned: number
  private readonly mostPlaces: number

  constructor(model: Model, timetable: Timetable, mostSeen: number, mostScanned: number) {
    this.model = model
    this.timetable = timetable
    this.mostSeen = mostSeen
    this.mostScanned = mostScanned
    this.seen = new Int32Array(mostSeen)
    this.seenIndex = new Float64Array(mostSeen)
    this.queues = Array.from({ length: model.machineCount }, () => new Float64Array(16 * stride))
    this.lengths = new Int32Array(model.machineCount)
    this.gone = new Int32Array(model.machineCount)
    this.behind = Array.from({ length: model.machineCount }, () => new EventQueue(64))
    this.index = new Float64Array(model.altMachine.length)
    this.latest = new Float64Array(model.altMachine.length)
    this.mostPlaces = 2 * mostScanned
    this.askedAt = new Float64Array(model.tables.length).fill(-1)
    this.opensAt = new Float64Array(model.tables.length)
    this.room = new Float64Array(model.tables.length)
    this.behindWall = new Float64Array(model.tables.length)
  }

  /** Empty; a second of slack costs so much from now on. */
  clear(slackScale: number): void {
    this.slackScale = slackScale
    this.lengths.fill(0)
    this.gone.fill(0)
    for (const queue of this.behind) queue.clear()
    this.askedAt.fill(-1)
  }

  /** An alternative with the part of its index that stays during a pass, and the start that is in time. */
  join(machine: number, alternative: number, index: number, latest: number): void {
    this.index[alternative] = index
    this.latest[alternative] = latest
    const behind = this.behind[machine]!
    const last = this.lengths[machine]! - 1
    const isFull = last + 1 >= this.mostPlaces
    if ((isFull || behind.size > 0) && (last < 0 || this.isAhead(machine, last, alternative))) {
      behind.push(-this.standingOf(alternative), alternative)
      return
    }
    if (isFull) {
      const spilt = this.alternativeAt(machine, last)
      this.lengths[machine] = last
      behind.push(-this.standingOf(spilt), spilt)
    }
    let low = 0
    let high = this.lengths[machine]!
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.isAhead(machine, middle, alternative)) low = middle + 1
      else high = middle
    }
    this.put(machine, low, alternative)
  }

  private standingOf(alternative: number): number {
    return this.index[alternative]! - this.latest[alternative]! * this.slackScale
  }

  /** Whether what has a place goes before an alternative. */
  private isAhead(machine: number, place: number, alternative: number): boolean {
    const queue = this.queues[machine]!
    const at = place * stride
    const other = queue[at + indexAt]! - queue[at + latestAt]! * this.slackScale
    const standing = this.standingOf(alternative)
    return other > standing || (other === standing && queue[at + alternativeAt]! < alternative)
  }

  private put(machine: number, place: number, alternative: number): void {
    const { model } = this
    const length = this.lengths[machine]!
    if ((length + 1) * stride > this.queues[machine]!.length) this.grow(machine)
    const queue = this.queues[machine]!
    const at = place * stride
    if (place < length) queue.copyWithin(at + stride, at, length * stride)
    const operation = model.altOperation[alternative]!
    queue[at + untilAt] = 0
    queue[at + operationAt] = operation
    queue[at + runAt] = model.altRun[alternative]!
    queue[at + tableAt] = model.altTable[alternative]!
    queue[at + holdsAt] = model.holdFirst[operation + 1]! - model.holdFirst[operation]!
    queue[at + indexAt] = this.index[alternative]!
    queue[at + latestAt] = this.latest[alternative]!
    queue[at + setupAt] = model.altSetup[alternative]!
    queue[at + familyAt] = model.altFamily[alternative]!
    queue[at + mouldAt] = model.mould[operation]!
    queue[at + alternativeAt] = alternative
    this.lengths[machine] = length + 1
  }

  /** Whether there is such a place; beyond the last, as many of those behind get one as may be looked at. */
  private reaches(machine: number, place: number, kept: number): boolean {
    if (place < this.lengths[machine]!) return true
    const behind = this.behind[machine]!
    const until = place + this.mostScanned - kept
    while (behind.size > 0 && this.lengths[machine]! < until) {
      const alternative = behind.key
      behind.pop()
      if (!this.timetable.isPlaced(this.model.altOperation[alternative]!))
        this.put(machine, this.lengths[machine]!, alternative)
    }
    return place < this.lengths[machine]!
  }

  /** Drops from a queue what is placed by now, or never will be. */
  private compact(machine: number): void {
    const queue = this.queues[machine]!
    const placedOn = this.timetable.lane
    const end = this.lengths[machine]! * stride
    let to = 0
    for (let from = 0; from < end; from += stride) {
      if (queue[from + untilAt] === Number.POSITIVE_INFINITY || placedOn[queue[from + operationAt]!]! >= 0) continue
      if (to < from) for (let k = 0; k < stride; k++) queue[to + k] = queue[from + k]!
      to += stride
    }
    this.lengths[machine] = to / stride
    this.gone[machine] = 0
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
  worth(machine: number, place: number, time: number): number {
    const { slackScale } = this
    const queue = this.queues[machine]!
    const slack = queue[place * stride + latestAt]! - time
    return queue[place * stride + indexAt]! - Math.max(slack, 0) * slackScale
  }

  /** Highest standing of what may begin at a machine at an instant. */
  top(machine: number, time: number): number {
    for (let place = 0, kept = 0; kept < this.mostScanned && this.reaches(machine, place, kept); place++) {
      const queue = this.queues[machine]!
      const at = place * stride
      if (this.timetable.isPlaced(queue[at + operationAt]!)) continue
      kept++
      if (queue[at + untilAt]! <= time) return queue[at + indexAt]! - queue[at + latestAt]! * this.slackScale
    }
    return Number.NEGATIVE_INFINITY
  }

  /** The places at the head of a queue that are of a family. */
  ofFamily(machine: number, family: number, places: number[]): void {
    places.length = 0
    for (let place = 0, kept = 0; kept < this.mostScanned && this.reaches(machine, place, kept); place++) {
      const queue = this.queues[machine]!
      if (this.timetable.isPlaced(queue[place * stride + operationAt]!)) continue
      kept++
      if (queue[place * stride + familyAt] === family) places.push(place)
    }
  }

  /** Looks at a table once for each instant. */
  private ask(table: number, time: number): void {
    const worked = this.model.tables[table]!
    const at = workedAt(worked, time)
    this.askedAt[table] = time
    this.opensAt[table] = startAt(worked, at)
    const wall = wallWithin(worked, at, Number.POSITIVE_INFINITY)
    this.room[table] = wall < 0 ? Number.POSITIVE_INFINITY : wall - at
    this.behindWall[table] = wall < 0 ? 0 : startAt(worked, wall)
  }

  /** An instant before which the alternative at a place cannot begin, as far as that is quickly seen; `time` when it may. */
  private notBefore(queue: Float64Array, at: number, time: number): number {
    const table = queue[at + tableAt]!
    if (this.askedAt[table] !== time) this.ask(table, time)
    const opens = this.opensAt[table]!
    if (opens > time) return opens
    if (queue[at + runAt]! > this.room[table]!) return this.behindWall[table]!
    return queue[at + holdsAt]! > 0 ? this.timetable.heldUntil(queue[at + operationAt]!, time) : time
  }

  /** Looks through the head of a queue, past what is placed by now. */
  look(lane: number, time: number, setupScale: number, least: number): void {
    const { model, timetable, seen, seenIndex, mostSeen, mostScanned, slackScale } = this
    const machine = model.laneMachine[lane]!
    if (this.gone[machine]! > mostGone) this.compact(machine)
    let queue = this.queues[machine]!
    let length = this.lengths[machine]!
    const placedOn = timetable.lane
    const matrix = model.machineChangeover[machine]!
    const family = timetable.laneFamily[lane]!
    const mounted = timetable.laneMould[lane]!
    const mouldChange = model.machineMouldChange[machine]!
    // What does not fit before the next fixed task waits for its end, if there is no other lane.
    let gap = Number.POSITIVE_INFINITY
    let afterGap = 0
    const fixed = timetable.laneNextFixed[lane]!
    if (fixed < model.laneFixedFirst[lane + 1]! && model.laneFirst[machine + 1]! - model.laneFirst[machine]! === 1) {
      const next = model.laneFixed[fixed]!
      gap = workedBetween(model.tables[model.machineTable[machine]!]!, time, timetable.setupStart[next]!)
      afterGap = timetable.end[next]!
    }
    let held = Number.POSITIVE_INFINITY
    let kept = 0
    let count = 0
    let place = 0
    for (; count < mostSeen && kept < mostScanned; place++) {
      if (place === length) {
        if (!this.reaches(machine, place, kept)) break
        queue = this.queues[machine]!
        length = this.lengths[machine]!
      }
      const at = place * stride
      const until = queue[at + untilAt]!
      if (until === Number.POSITIVE_INFINITY || placedOn[queue[at + operationAt]!]! >= 0) continue
      kept++
      // Not before then at the last look, and people, machines and material do not come back earlier.
      if (until > time) {
        if (until < held) held = until
        continue
      }
      const free = queue[at + runAt]! > gap ? afterGap : this.notBefore(queue, at, time)
      if (free > time) {
        queue[at + untilAt] = free
        if (free < held) held = free
        continue
      }
      let setup = queue[at + setupAt]! + changeoverSeconds(matrix, family, queue[at + familyAt]!)
      const own = queue[at + mouldAt]!
      if (own >= 0 && own !== mounted) setup += mouldChange
      let slack = queue[at + latestAt]! - time
      if (slack < least) slack = least
      seen[count] = place
      seenIndex[count++] = queue[at + indexAt]! - slack * slackScale - setup * setupScale
    }
    this.gone[machine] = place - kept
    this.earliestHeld = held
    this.count = count
  }
}
