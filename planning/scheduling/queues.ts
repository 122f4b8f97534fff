/**
 * What waits at each machine, by standing - the index as it is before anything is late and without set-up, the highest first.
 * A machine has so many slots as may be looked at soon; a slot keeps all that is weighed side by side, and only the order of
 * the slots is moved about. Whatever stands behind them waits in a heap, for it need not be in order yet. No objects, no
 * allocation.
 */
import { EventQueue } from './event-queue.ts'
import type { Model } from './model.ts'
import type { Timetable } from './timetable.ts'

/** Numbers of a slot: a line of the cache. */
export const stride = 8
export const indexAt = 0
export const latestAt = 1
export const runAt = 2
export const tableAt = 3
/** Kind of what it holds, -1: nothing. */
export const holdKindAt = 4
export const setupAt = 5
export const familyAt = 6
export const mouldAt = 7

/** So many that are gone are passed over before they are dropped. */
const mostGone = 16

export class Queues {
  protected readonly model: Model
  protected readonly timetable: Timetable
  /** Slots and places of each machine. */
  protected readonly first: Int32Array
  protected readonly lengths: Int32Array
  /** Placed, or never to begin, and still in the queue. */
  private readonly gone: Int32Array
  /** By place: the standing, and the slot; behind the last place are the slots that are free. */
  protected readonly standing: Float64Array
  protected readonly slotAt: Int32Array
  private readonly alternative: Int32Array
  protected readonly numbers: Float64Array
  /** By slot: it was found to begin no earlier; Infinity: it is gone. */
  protected readonly until: Float64Array
  /** Slot of each alternative, -1: none. */
  private readonly slotOf: Int32Array
  /** Behind the queues: alternatives by falling standing, and then by number. */
  private readonly behind: EventQueue[]
  private readonly index: Float64Array
  private readonly latest: Float64Array
  private readonly dropped: Int32Array
  protected slackScale = 0
  protected readonly mostScanned: number

  constructor(model: Model, timetable: Timetable, mostScanned: number) {
    const { machineCount, altMachine } = model
    this.model = model
    this.timetable = timetable
    this.mostScanned = mostScanned
    const mostPlaces = 2 * mostScanned + mostGone
    this.first = new Int32Array(machineCount + 1)
    for (let k = 0; k < altMachine.length; k++) this.first[altMachine[k]! + 1]!++
    for (let m = 0; m < machineCount; m++) this.first[m + 1] = this.first[m]! + Math.min(this.first[m + 1]!, mostPlaces)
    this.lengths = new Int32Array(machineCount)
    this.gone = new Int32Array(machineCount)
    const slots = this.first[machineCount]!
    this.standing = new Float64Array(slots)
    this.slotAt = new Int32Array(slots)
    this.alternative = new Int32Array(slots)
    this.numbers = new Float64Array(slots * stride)
    this.until = new Float64Array(slots)
    this.dropped = new Int32Array(mostPlaces)
    this.slotOf = new Int32Array(altMachine.length)
    this.behind = Array.from({ length: machineCount }, () => new EventQueue(64))
    this.index = new Float64Array(altMachine.length)
    this.latest = new Float64Array(altMachine.length)
  }

  /** Empty; a second of slack costs so much from now on. */
  clear(slackScale: number): void {
    this.slackScale = slackScale
    this.lengths.fill(0)
    this.gone.fill(0)
    for (let slot = 0; slot < this.slotAt.length; slot++) this.slotAt[slot] = slot
    this.slotOf.fill(-1)
    for (const queue of this.behind) queue.clear()
  }

  /** An alternative with the part of its index that stays during a pass, and the start that is in time. */
  join(machine: number, alternative: number, index: number, latest: number): void {
    const { slackScale, standing: standings, slotAt } = this
    const standing = index - latest * slackScale
    const begin = this.first[machine]!
    const behind = this.behind[machine]!
    const isFull = begin + this.lengths[machine]! === this.first[machine + 1]!
    const last = begin + this.lengths[machine]! - 1
    if ((isFull || behind.size > 0) && (last < begin || this.isAhead(last, standing, alternative))) {
      this.index[alternative] = index
      this.latest[alternative] = latest
      behind.push(-standing, alternative)
      return
    }
    if (isFull) this.spill(machine, last)
    let low = begin
    let high = begin + this.lengths[machine]!
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.isAhead(middle, standing, alternative)) low = middle + 1
      else high = middle
    }
    const end = begin + this.lengths[machine]!++
    const slot = slotAt[end]!
    // So few are moved by hand faster than by a call.
    for (let place = end; place > low; place--) {
      standings[place] = standings[place - 1]!
      slotAt[place] = slotAt[place - 1]!
    }
    standings[low] = standing
    slotAt[low] = slot
    this.write(slot, alternative, index, latest)
  }

  /** Whether what has a place goes before an alternative. */
  private isAhead(place: number, standing: number, alternative: number): boolean {
    const other = this.standing[place]!
    return other > standing || (other === standing && this.alternative[this.slotAt[place]!]! < alternative)
  }

  private write(slot: number, alternative: number, index: number, latest: number): void {
    const { model, numbers } = this
    const at = slot * stride
    const operation = model.altOperation[alternative]!
    numbers[at + indexAt] = index
    numbers[at + latestAt] = latest
    numbers[at + runAt] = model.altRun[alternative]!
    numbers[at + tableAt] = model.altTable[alternative]!
    numbers[at + holdKindAt] = model.holdKind[operation]!
    numbers[at + setupAt] = model.altSetup[alternative]!
    numbers[at + familyAt] = model.altFamily[alternative]!
    numbers[at + mouldAt] = model.mould[operation]!
    this.until[slot] = 0
    this.alternative[slot] = alternative
    this.slotOf[alternative] = slot
  }

  /** The last of a queue goes behind it. */
  private spill(machine: number, last: number): void {
    const slot = this.slotAt[last]!
    const alternative = this.alternative[slot]!
    this.lengths[machine]!--
    if (this.until[slot] === Number.POSITIVE_INFINITY) {
      this.gone[machine]!--
      return
    }
    this.slotOf[alternative] = -1
    this.index[alternative] = this.numbers[slot * stride + indexAt]!
    this.latest[alternative] = this.numbers[slot * stride + latestAt]!
    this.behind[machine]!.push(-this.standing[last]!, alternative)
  }

  /** At the end of the places: as many of those behind get one as may be looked at. The new end; the same when there are none. */
  protected extend(machine: number, place: number, kept: number): number {
    const behind = this.behind[machine]!
    const begin = this.first[machine]!
    const until = Math.min(place + this.mostScanned - kept, this.first[machine + 1]!)
    while (behind.size > 0 && begin + this.lengths[machine]! < until) {
      const standing = -behind.time
      const alternative = behind.key
      behind.pop()
      if (this.timetable.isPlaced(this.model.altOperation[alternative]!)) continue
      const end = begin + this.lengths[machine]!++
      this.standing[end] = standing
      this.write(this.slotAt[end]!, alternative, this.index[alternative]!, this.latest[alternative]!)
    }
    return begin + this.lengths[machine]!
  }

  /** An operation waits no more. */
  leave(operation: number): void {
    const { model, slotOf, until, gone } = this
    for (let k = model.altFirst[operation]!; k < model.altFirst[operation + 1]!; k++) {
      const slot = slotOf[k]!
      if (slot < 0) continue
      slotOf[k] = -1
      until[slot] = Number.POSITIVE_INFINITY
      gone[model.altMachine[k]!]!++
    }
  }

  /** Drops from a queue what is gone, when there is much of it. */
  protected tidy(machine: number): void {
    if (this.gone[machine]! <= mostGone) return
    const { standing, slotAt, until, dropped } = this
    const begin = this.first[machine]!
    const end = begin + this.lengths[machine]!
    let to = begin
    let count = 0
    for (let from = begin; from < end; from++) {
      const slot = slotAt[from]!
      if (until[slot] === Number.POSITIVE_INFINITY) {
        dropped[count++] = slot
        continue
      }
      slotAt[to] = slot
      standing[to++] = standing[from]!
    }
    for (let k = 0; k < count; k++) slotAt[to + k] = dropped[k]!
    this.lengths[machine] = to - begin
    this.gone[machine] = 0
  }

  alternativeIn(slot: number): number {
    return this.alternative[slot]!
  }

  /** Not before an instant; Infinity: never again. */
  hold(machine: number, slot: number, until: number): void {
    this.until[slot] = until
    if (until !== Number.POSITIVE_INFINITY) return
    this.slotOf[this.alternative[slot]!] = -1
    this.gone[machine]!++
  }

  /** Worth of a slot at an instant, set-up aside. */
  worth(slot: number, time: number): number {
    const slack = this.numbers[slot * stride + latestAt]! - time
    return this.numbers[slot * stride + indexAt]! - Math.max(slack, 0) * this.slackScale
  }

  /** Highest standing of what may begin at a machine at an instant. */
  top(machine: number, time: number): number {
    const { slotAt, until, mostScanned } = this
    this.tidy(machine)
    let end = this.first[machine]! + this.lengths[machine]!
    for (let place = this.first[machine]!, kept = 0; kept < mostScanned; place++) {
      if (place === end) {
        end = this.extend(machine, place, kept)
        if (place === end) break
      }
      const from = until[slotAt[place]!]!
      if (from <= time) return this.standing[place]!
      if (from !== Number.POSITIVE_INFINITY) kept++
    }
    return Number.NEGATIVE_INFINITY
  }

  /** The slots at the head of a queue that may run in a charge led by an alternative, as far as a slot tells. */
  followers(machine: number, head: number, slots: number[]): void {
    const { numbers, mostScanned, until, slotAt } = this
    const { altFamily, altTable, altRun, altSetup } = this.model
    slots.length = 0
    this.tidy(machine)
    let end = this.first[machine]! + this.lengths[machine]!
    for (let place = this.first[machine]!, kept = 0; kept < mostScanned; place++) {
      if (place === end) {
        end = this.extend(machine, place, kept)
        if (place === end) break
      }
      const slot = slotAt[place]!
      if (until[slot] === Number.POSITIVE_INFINITY) continue
      kept++
      const at = slot * stride
      if (numbers[at + familyAt] !== altFamily[head] || numbers[at + tableAt] !== altTable[head]) continue
      if (numbers[at + runAt]! <= altRun[head]! && numbers[at + setupAt]! <= altSetup[head]!) slots.push(slot)
    }
  }
}
