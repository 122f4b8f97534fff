/**
 * What waits at each machine, by standing - the index as it is before anything is late and without set-up, the highest first.
 * A machine has so many slots as may be looked at soon; a slot keeps all that is weighed side by side, and only the places, which
 * give the order, are moved about. Whatever stands behind them waits in a heap, for it need not be in order yet.
 */
import { intAt, numberAt, reserve, setInt, setNumber, sizeOf } from '../../web-assembly/kernel/memory.ts'
import { EventQueue, makeEventQueue } from './event-queue.ts'
import { alternativeAt, alternativeCount, machineCount, operationAt, slotGone, slotNone, urgencyAt } from './records.ts'

/** A line of the cache. */
@unmanaged
export class Slot {
  index: f64
  /** The start that is in time. */
  latest: f64
  run: f64
  setup: f64
  table: i32
  family: i32
  mould: i32
  /** Kind of what it holds, -1: nothing. */
  holdKind: i32
  alternative: i32
}

@unmanaged
class Place {
  standing: f64
  slot: i32
  alternative: i32
}

@unmanaged
class Queue {
  /** Its places and slots, and how many there are. */
  first: i32
  room: i32
  length: i32
  /** Placed, or never to begin, and still in the queue. */
  gone: i32
  /** Alternatives behind the places, by falling standing, and then by number. */
  behind: EventQueue
}

/** So many that are gone are passed over before they are dropped. */
const mostGone = 16

let queues: usize = 0
/** Behind the last place of a queue are the slots that are free. */
let places: usize = 0
let slots: usize = 0
/** By slot: it was found to begin no earlier; Infinity: it is gone. */
let until: usize = 0
let dropped: usize = 0
let valueScale: f64 = 0
export let slackScale: f64 = 0
/** Operations held back that are passed over at a decision. */
export let mostScanned: i32 = 0
let biases: usize = 0
let logRuns: usize = 0

function queueOf(machine: i32): Queue {
  return changetype<Queue>(queues + <usize>machine * sizeOf<Queue>())
}
function placeAt(place: i32): Place {
  return changetype<Place>(places + <usize>place * sizeOf<Place>())
}
export function slotAt(slot: i32): Slot {
  return changetype<Slot>(slots + <usize>slot * 64)
}
export function firstPlace(machine: i32): i32 {
  return queueOf(machine).first
}
export function endOfPlaces(machine: i32): i32 {
  const queue = queueOf(machine)
  return queue.first + queue.length
}
export function standingAt(place: i32): f64 {
  return placeAt(place).standing
}
export function slotIn(place: i32): i32 {
  return placeAt(place).slot
}
/** It may not begin before; Infinity: it is gone. */
export function heldBack(slot: i32): f64 {
  return numberAt(until, slot)
}

export function makeQueues(bias: usize, logsOfRuns: usize, scanned: i32): void {
  biases = bias
  logRuns = logsOfRuns
  mostScanned = scanned
  const mostPlaces = 2 * scanned + mostGone
  queues = reserve(machineCount * <i32>sizeOf<Queue>())
  dropped = reserve(mostPlaces * 4)
  for (let m = 0; m < machineCount; m++) queueOf(m).length = 0
  for (let k = 0; k < alternativeCount; k++) queueOf(alternativeAt(k).machine).length++
  let count = 0
  for (let m = 0; m < machineCount; m++) {
    const queue = queueOf(m)
    queue.behind = makeEventQueue(max(1, queue.length))
    queue.first = count
    queue.room = min(queue.length, mostPlaces)
    count += queue.room
  }
  places = reserve(count * <i32>sizeOf<Place>())
  slots = reserve(count * 64)
  until = reserve(count * 8)
}

/** Empty; value counts so much in the index from now on, and a second of slack costs so much. */
export function clearQueues(value: f64, slack: f64): void {
  valueScale = value
  slackScale = slack
  for (let m = 0; m < machineCount; m++) {
    const queue = queueOf(m)
    queue.length = 0
    queue.gone = 0
    queue.behind.size = 0
    for (let place = queue.first; place < queue.first + queue.room; place++) placeAt(place).slot = place
  }
}

/** An alternative joins the queue of its machine. */
export function joinQueue(alternative: i32): void {
  const a = alternativeAt(alternative)
  const urgency = urgencyAt(a.operation)
  const logRun = numberAt(logRuns, alternative)
  const queue = queueOf(a.machine)
  // A machine that is slower than another for this operation is the second choice.
  a.index =
    valueScale * (urgency.logWeight - logRun) + 2 * (urgency.logShortest - logRun) + numberAt(biases, a.operation)
  a.latest = urgency.due - a.run * urgency.stretch
  const standing = a.index - a.latest * slackScale
  const begin = queue.first
  const isFull = queue.length === queue.room
  const last = begin + queue.length - 1
  if ((isFull || queue.behind.size > 0) && (last < begin || isAhead(last, standing, alternative))) {
    a.slot = slotNone
    queue.behind.push(-standing, alternative)
    return
  }
  if (isFull) spill(queue, last)
  let low = begin
  let high = begin + queue.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isAhead(middle, standing, alternative)) low = middle + 1
    else high = middle
  }
  const end = begin + queue.length++
  const slot = slotIn(end)
  const place = placeAt(low)
  const bytes = sizeOf<Place>()
  memory.copy(changetype<usize>(place) + bytes, changetype<usize>(place), <usize>(end - low) * bytes)
  place.standing = standing
  place.slot = slot
  place.alternative = alternative
  write(slot, alternative)
}

/** Whether what has a place goes before an alternative. */
function isAhead(at: i32, standing: f64, alternative: i32): bool {
  const place = placeAt(at)
  return place.standing > standing || (place.standing === standing && place.alternative < alternative)
}

function write(at: i32, alternative: i32): void {
  const a = alternativeAt(alternative)
  const operation = operationAt(a.operation)
  const slot = slotAt(at)
  slot.index = a.index
  slot.latest = a.latest
  slot.run = a.run
  slot.setup = a.setup
  slot.table = a.table
  slot.family = operation.family
  slot.mould = operation.mould
  slot.holdKind = operation.holdKind
  slot.alternative = alternative
  setNumber(until, at, 0)
  a.slot = at
}

/** The last of a queue goes behind it. */
function spill(queue: Queue, last: i32): void {
  const place = placeAt(last)
  queue.length--
  if (heldBack(place.slot) === Infinity) {
    queue.gone--
    return
  }
  alternativeAt(place.alternative).slot = slotNone
  queue.behind.push(-place.standing, place.alternative)
}

/** At the end of the places: as many of those behind get one as may be looked at. The new end; the same when there are none. */
export function extend(machine: i32, place: i32, kept: i32): i32 {
  const queue = queueOf(machine)
  const limit = min(place + mostScanned - kept, queue.first + queue.room)
  while (queue.behind.size > 0 && queue.first + queue.length < limit) {
    const standing = -queue.behind.time
    const alternative = queue.behind.key
    queue.behind.pop()
    if (alternativeAt(alternative).slot === slotGone) continue
    const end = placeAt(queue.first + queue.length++)
    end.standing = standing
    end.alternative = alternative
    write(end.slot, alternative)
  }
  return queue.first + queue.length
}

/** An operation waits no more. */
export function leaveQueues(operation: i32): void {
  const o = operationAt(operation)
  for (let k = o.altFirst; k < o.altEnd; k++) {
    const a = alternativeAt(k)
    if (a.slot >= 0) dropSlot(a.machine, a.slot)
    else a.slot = slotGone
  }
}

/** Never again. */
export function dropSlot(machine: i32, slot: i32): void {
  setNumber(until, slot, Infinity)
  alternativeAt(slotAt(slot).alternative).slot = slotGone
  queueOf(machine).gone++
}

/** Not before an instant. */
export function holdSlot(machine: i32, slot: i32, instant: f64): void {
  if (instant === Infinity) dropSlot(machine, slot)
  else setNumber(until, slot, instant)
}

/** Drops from a queue what is gone, when there is much of it. */
export function tidy(machine: i32): void {
  const queue = queueOf(machine)
  if (queue.gone <= mostGone) return
  const begin = queue.first
  const end = begin + queue.length
  let to = begin
  let count = 0
  for (let from = begin; from < end; from++) {
    const place = placeAt(from)
    if (heldBack(place.slot) === Infinity) {
      setInt(dropped, count++, place.slot)
      continue
    }
    const free = placeAt(to++)
    free.standing = place.standing
    free.slot = place.slot
    free.alternative = place.alternative
  }
  for (let k = 0; k < count; k++) placeAt(to + k).slot = intAt(dropped, k)
  queue.length = to - begin
  queue.gone = 0
}

/** Highest standing of what may begin at a machine at an instant. */
export function topOf(machine: i32, time: f64): f64 {
  tidy(machine)
  let end = endOfPlaces(machine)
  for (let place = firstPlace(machine), kept = 0; kept < mostScanned; place++) {
    if (place === end) {
      end = extend(machine, place, kept)
      if (place === end) break
    }
    const from = heldBack(slotIn(place))
    if (from <= time) return standingAt(place)
    if (from !== Infinity) kept++
  }
  return -Infinity
}

/** The slots at the head of a queue that may run in a charge led by an alternative, as far as a slot tells: by worth. */
export function followers(head: i32, time: f64, found: EventQueue): void {
  const leader = alternativeAt(head)
  const family = operationAt(leader.operation).family
  const machine = leader.machine
  found.size = 0
  tidy(machine)
  let end = endOfPlaces(machine)
  for (let place = firstPlace(machine), kept = 0; kept < mostScanned; place++) {
    if (place === end) {
      end = extend(machine, place, kept)
      if (place === end) break
    }
    const at = slotIn(place)
    if (heldBack(at) === Infinity) continue
    kept++
    const slot = slotAt(at)
    if (slot.family !== family || slot.table !== leader.table) continue
    if (slot.run > leader.run || slot.setup > leader.setup) continue
    found.push(max(slot.latest - time, 0) * slackScale - slot.index, slot.alternative)
  }
}
