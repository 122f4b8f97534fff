/**
 * What waits at each machine, by standing - the index as it is before anything is late and without set-up, the highest first.
 * A machine has so many slots as may be looked at soon; a slot keeps all that is weighed side by side, and only the places, which
 * give the order, are moved about. Whatever stands behind them waits in a heap, for it need not be in order yet.
 */
import { intAt, setInt } from '../../web-assembly/kernel/memory.ts'
import { EventQueue } from './event-queue.ts'
import {
  behind,
  copyPlace,
  dropped,
  endOfPlaces,
  firstPlace,
  heldBack,
  holdBack,
  makeWay,
  mostGone,
  mostScanned,
  placeAt,
  Queue,
  queueOf,
  slotAt,
  slotIn,
  standingAt,
} from './queue-records.ts'
import {
  Alternative,
  alternativeAt,
  machineCount,
  Operation,
  operationAt,
  slotGone,
  slotNone,
  Urgency,
  urgencyAt,
} from './records.ts'

let valueScale: f64 = 0
export let slackScale: f64 = 0

/** Empty; value counts so much in the index from now on, and a second of slack costs so much. */
export function clearQueues(value: f64, slack: f64): void {
  valueScale = value
  slackScale = slack
  for (let m = 0; m < machineCount; m++) {
    const queue = queueOf(m)
    queue.length = 0
    queue.gone = 0
    behind(queue).size = 0
    for (let place = queue.first; place < queue.first + queue.room; place++) placeAt(place).slot = place
  }
}

/** An alternative joins the queue of its machine. */
export function joinQueue(alternative: i32, a: Alternative, o: Operation, urgency: Urgency): void {
  const queue = queueOf(a.machine)
  const standing = indexOf(a, urgency) - latestOf(a, urgency) * slackScale
  const begin = queue.first
  const isFull = queue.length === queue.room
  const last = begin + queue.length - 1
  if ((isFull || behind(queue).size > 0) && (last < begin || isAhead(last, standing, alternative))) {
    a.slot = slotNone
    behind(queue).push(-standing, alternative)
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
  makeWay(low, end)
  place.standing = standing
  place.slot = slot
  place.alternative = alternative
  write(slot, alternative, a, o, urgency)
}

/** The part of its index that stays during a pass. A machine that is slower than another is the second choice. */
function indexOf(a: Alternative, urgency: Urgency): f64 {
  return valueScale * (urgency.logWeight - a.logRun) + 2 * (urgency.logShortest - a.logRun) + urgency.bias
}

/** The start that is in time. */
function latestOf(a: Alternative, urgency: Urgency): f64 {
  return urgency.due - a.run * urgency.stretch
}

/** Whether what has a place goes before an alternative. */
function isAhead(at: i32, standing: f64, alternative: i32): bool {
  const place = placeAt(at)
  return place.standing > standing || (place.standing === standing && place.alternative < alternative)
}

function write(at: i32, alternative: i32, a: Alternative, o: Operation, urgency: Urgency): void {
  const slot = slotAt(at)
  slot.index = indexOf(a, urgency)
  slot.latest = latestOf(a, urgency)
  slot.run = a.run
  slot.setup = a.setup
  slot.table = a.table
  slot.family = o.family
  slot.mould = o.mould
  slot.holdKind = o.holdKind
  slot.alternative = alternative
  slot.operation = a.operation
  holdBack(at, 0)
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
  behind(queue).push(-place.standing, place.alternative)
}

/** At the end of the places: as many of those behind get one as may be looked at. The new end; the same when there are none. */
export function extend(machine: i32, place: i32, kept: i32): i32 {
  const queue = queueOf(machine)
  const limit = min(place + mostScanned - kept, queue.first + queue.room)
  const more = behind(queue)
  while (more.size > 0 && queue.first + queue.length < limit) {
    const standing = -more.time
    const alternative = more.key
    more.pop()
    const a = alternativeAt(alternative)
    if (a.slot === slotGone) continue
    const end = placeAt(queue.first + queue.length++)
    end.standing = standing
    end.alternative = alternative
    write(end.slot, alternative, a, operationAt(a.operation), urgencyAt(a.operation))
  }
  return queue.first + queue.length
}

/** An operation waits no more. */
export function leaveQueues(operation: i32): void {
  const o = operationAt(operation)
  for (let k = o.altFirst; k < o.altEnd; k++) {
    const a = alternativeAt(k)
    if (a.slot >= 0) {
      holdBack(a.slot, Infinity)
      queueOf(a.machine).gone++
    }
    a.slot = slotGone
  }
}

/** Never again. */
export function dropSlot(machine: i32, slot: i32): void {
  holdBack(slot, Infinity)
  alternativeAt(slotAt(slot).alternative).slot = slotGone
  queueOf(machine).gone++
}

/** Not before an instant. */
export function holdSlot(machine: i32, slot: i32, instant: f64): void {
  if (instant === Infinity) dropSlot(machine, slot)
  else holdBack(slot, instant)
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
    copyPlace(placeAt(to++), place)
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
