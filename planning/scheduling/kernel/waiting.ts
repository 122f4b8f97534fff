/** What each of those that wait at a machine would be worth if it began now, and which is worth most. */
import { intAt, numberAt, reserve, setInt, setNumber } from '../../web-assembly/kernel/memory.ts'
import { endOfPlaces, firstPlace, heldBack, mostScanned, slotAt, slotIn, standingAt } from './queue-records.ts'
import { extend, holdSlot, slackScale, tidy } from './queues.ts'
import { Lane, laneAt, machineAt, operationAt } from './records.ts'
import { soonest } from './soonest.ts'
import { changeoverSeconds } from './timetable.ts'
import { tableAt, workedAt } from './working-time.ts'

/** More than is lost by reckoning a worth in another order. */
const rounding = 1e-6

/** Worth of the answer of `best`. */
export let bestIndex: f64 = 0
/** When the next of those that were held back may begin; complete when `best` has no answer left. */
export let earliestHeld: f64 = 0

/** What `best` has seen that may begin now, and what it is worth; -Infinity: given as an answer. */
let seen: usize = 0
let seenIndex: usize = 0
let count: i32 = 0
/** Operations that are weighed at a decision. */
let mostSeen: i32 = 0
/** Where it stands, and how many it has passed that wait. */
let place: i32 = 0
let kept: i32 = 0
let lane: Lane = changetype<Lane>(0)
let now: f64 = 0
let setupScale: f64 = 0
let leastSlack: f64 = 0
let gap: f64 = 0
let afterGap: f64 = 0
let laneFixed: usize = 0

export function makeWaiting(fixedOfLanes: usize, most: i32): void {
  laneFixed = fixedOfLanes
  mostSeen = most
  seen = reserve(most * 4)
  seenIndex = reserve(most * 8)
}

/** A second of set-up costs so much from now on; slack counts from so much. */
export function weighBy(setup: f64, slack: f64): void {
  setupScale = setup
  leastSlack = slack
}

/** The lane asks for its `best` from now on; until the next that joins a queue. */
export function look(number: i32, time: f64): void {
  lane = laneAt(number)
  now = time
  tidy(lane.machine)
  place = firstPlace(lane.machine)
  kept = 0
  count = 0
  earliestHeld = Infinity
  // What does not fit before the next fixed task waits for its end, if there is no other lane.
  gap = Infinity
  const machine = machineAt(lane.machine)
  if (lane.nextFixed < lane.fixedEnd && machine.laneEnd - machine.laneFirst === 1) {
    const next = operationAt(intAt(laneFixed, lane.nextFixed))
    const table = tableAt(machine.table)
    gap = workedAt(table, next.setupStart) - workedAt(table, time)
    afterGap = next.end
  }
}

/** The slot that is worth most of those that may begin now and were not given yet; -1: none. Looks no further than it must. */
export function best(): i32 {
  let found = mostOf(0, -1)
  const from = count
  see(found < 0 ? -Infinity : numberAt(seenIndex, found))
  found = mostOf(from, found)
  bestIndex = found < 0 ? -Infinity : numberAt(seenIndex, found)
  if (found < 0) return -1
  setNumber(seenIndex, found, -Infinity)
  return intAt(seen, found)
}

/** From a place on, what is worth more than another; the first of equals. */
function mostOf(from: i32, other: i32): i32 {
  let found = other
  let most = other < 0 ? -Infinity : numberAt(seenIndex, other)
  for (let i = from; i < count; i++) {
    const index = numberAt(seenIndex, i)
    if (index > most) {
      most = index
      found = i
    }
  }
  return found
}

/** Goes on through the head of the queue, past what is gone, while something there can be worth more. */
function see(atLeast: f64): void {
  const number = lane.machine
  const machine = machineAt(number)
  // By standing nothing further on is worth more: set-up and what is not late only take from it.
  let most = atLeast
  let enough = most - now * slackScale - rounding
  let end = endOfPlaces(number)
  for (; count < mostSeen && kept < mostScanned; place++) {
    if (place === end) {
      end = extend(number, place, kept)
      if (place === end) break
    }
    if (standingAt(place) < enough) break
    const at = slotIn(place)
    const from = heldBack(at)
    // Not before then at the last look, and people, machines and material do not come back earlier.
    if (from > now) {
      if (from === Infinity) continue
      kept++
      earliestHeld = min(earliestHeld, from)
      continue
    }
    kept++
    const slot = slotAt(at)
    const free = slot.run > gap ? afterGap : soonest(slot.table, slot.run, slot.holdKind, now)
    if (free > now) {
      holdSlot(number, at, free)
      earliestHeld = min(earliestHeld, free)
      continue
    }
    let setup = slot.setup + changeoverSeconds(machine, lane.family, slot.family)
    if (slot.mould >= 0 && slot.mould !== lane.mould) setup += machine.mouldChange
    const slack = max(slot.latest - now, leastSlack)
    const index = slot.index - slack * slackScale - setup * setupScale
    setInt(seen, count, at)
    setNumber(seenIndex, count++, index)
    if (index > most) {
      most = index
      enough = most - now * slackScale - rounding
    }
  }
}
