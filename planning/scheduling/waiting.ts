/** What each of those that wait at a machine would be worth if it began now, and which is worth most. */
import { workedBetween } from '../calendar/working-time.ts'
import { changeoverSeconds } from './changeover.ts'
import type { Model } from './model.ts'
import { familyAt, holdKindAt, indexAt, latestAt, mouldAt, Queues, runAt, setupAt, stride, tableAt } from './queues.ts'
import { Soonest } from './soonest.ts'
import type { Timetable } from './timetable.ts'

/** More than is lost by reckoning a worth in another order. */
const rounding = 1e-6

export class Waiting extends Queues {
  /** Worth of the answer of `best`. */
  bestIndex = 0
  /** When the next of those that were held back may begin; complete when `best` has no answer left. */
  earliestHeld = 0

  private readonly soonest: Soonest
  /** What `best` has seen that may begin now, and what it is worth; -Infinity: given as an answer. */
  private readonly seen: Int32Array
  private readonly seenIndex: Float64Array
  private count = 0
  /** Where it stands, and how many it has passed that wait. */
  private place = 0
  private kept = 0
  private lane = 0
  private time = 0
  private setupScale = 0
  private leastSlack = 0
  private gap = 0
  private afterGap = 0
  private readonly mostSeen: number

  constructor(model: Model, timetable: Timetable, mostSeen: number, mostScanned: number) {
    super(model, timetable, mostScanned)
    this.soonest = new Soonest(model, timetable)
    this.mostSeen = mostSeen
    this.seen = new Int32Array(mostSeen)
    this.seenIndex = new Float64Array(mostSeen)
  }

  /** The lane asks for its `best` from now on; until the next `join`. */
  look(lane: number, time: number, setupScale: number, leastSlack: number): void {
    const { model, timetable } = this
    const machine = model.laneMachine[lane]!
    this.tidy(machine)
    this.lane = lane
    this.time = time
    this.setupScale = setupScale
    this.leastSlack = leastSlack
    this.place = this.first[machine]!
    this.kept = 0
    this.count = 0
    this.earliestHeld = Number.POSITIVE_INFINITY
    // What does not fit before the next fixed task waits for its end, if there is no other lane.
    this.gap = Number.POSITIVE_INFINITY
    const fixed = timetable.laneNextFixed[lane]!
    if (fixed < model.laneFixedFirst[lane + 1]! && model.laneFirst[machine + 1]! - model.laneFirst[machine]! === 1) {
      const next = model.laneFixed[fixed]!
      this.gap = workedBetween(model.tables[model.machineTable[machine]!]!, time, timetable.setupStart[next]!)
      this.afterGap = timetable.end[next]!
    }
  }

  /** The slot that is worth most of those that may begin now and were not given yet; -1: none. Looks no further than it must. */
  best(): number {
    const { seen, seenIndex } = this
    let best = -1
    let bestIndex = Number.NEGATIVE_INFINITY
    for (let i = 0; i < this.count; i++) {
      if (seenIndex[i]! > bestIndex) {
        bestIndex = seenIndex[i]!
        best = i
      }
    }
    const from = this.count
    this.see(bestIndex)
    for (let i = from; i < this.count; i++) {
      if (seenIndex[i]! > bestIndex) {
        bestIndex = seenIndex[i]!
        best = i
      }
    }
    this.bestIndex = bestIndex
    if (best < 0) return -1
    seenIndex[best] = Number.NEGATIVE_INFINITY
    return seen[best]!
  }

  /** Goes on through the head of the queue, past what is gone, while something there can be worth more. */
  private see(most: number): void {
    const { model, timetable, lane, time, seen, seenIndex, mostSeen, mostScanned, slackScale } = this
    const { soonest, setupScale, leastSlack, gap, standing, slotAt, until, numbers } = this
    const machine = model.laneMachine[lane]!
    const matrix = model.machineChangeover[machine]!
    const family = timetable.laneFamily[lane]!
    const mounted = timetable.laneMould[lane]!
    const mouldChange = model.machineMouldChange[machine]!
    // By standing nothing further on is worth more: set-up and what is not late only take from it.
    let enough = most - time * slackScale - rounding
    let end = this.first[machine]! + this.lengths[machine]!
    let { place, kept, count, earliestHeld } = this
    for (; count < mostSeen && kept < mostScanned; place++) {
      if (place === end) {
        end = this.extend(machine, place, kept)
        if (place === end) break
      }
      if (standing[place]! < enough) break
      const slot = slotAt[place]!
      const from = until[slot]!
      // Not before then at the last look, and people, machines and material do not come back earlier.
      if (from > time) {
        if (from === Number.POSITIVE_INFINITY) continue
        kept++
        if (from < earliestHeld) earliestHeld = from
        continue
      }
      kept++
      const at = slot * stride
      const run = numbers[at + runAt]!
      const free =
        run > gap ? this.afterGap : soonest.notBefore(numbers[at + tableAt]!, run, numbers[at + holdKindAt]!, time)
      if (free > time) {
        this.hold(machine, slot, free)
        if (free < earliestHeld) earliestHeld = free
        continue
      }
      let setup = numbers[at + setupAt]! + changeoverSeconds(matrix, family, numbers[at + familyAt]!)
      const own = numbers[at + mouldAt]!
      if (own >= 0 && own !== mounted) setup += mouldChange
      let slack = numbers[at + latestAt]! - time
      if (slack < leastSlack) slack = leastSlack
      const index = numbers[at + indexAt]! - slack * slackScale - setup * setupScale
      seen[count] = slot
      seenIndex[count++] = index
      if (index > most) {
        most = index
        enough = most - time * slackScale - rounding
      }
    }
    this.place = place
    this.kept = kept
    this.count = count
    this.earliestHeld = earliestHeld
  }
}
