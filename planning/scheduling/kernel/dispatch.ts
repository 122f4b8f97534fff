/** One pass: time runs forward, and each machine that is free and open takes the operation with the highest index; ../dispatch.ts. */
import { intAt, reserve, setInt, setNumber } from '../../web-assembly/kernel/memory.ts'
import { loadOf, suits } from './charge.ts'
import { EventQueue, makeEventQueue } from './event-queue.ts'
import { clearHolds, holdsAnything } from './holds.ts'
import { clearLanes, holdFixed } from './lanes.ts'
import { slotAt } from './queue-records.ts'
import { clearQueues, followers, holdSlot, joinQueue, leaveQueues, topOf } from './queues.ts'
import {
  alternativeAt,
  laneAt,
  laneCount,
  linkAt,
  machineAt,
  operationAt,
  operationCount,
  successorAt,
  urgencyAt,
} from './records.ts'
import {
  find,
  foundEnd,
  foundNextFixed,
  foundSetup,
  foundSetupStart,
  handedOver,
  isReadyAt,
  join,
  keepFound,
  place,
  takeKept,
} from './timetable.ts'
import { best, bestIndex, earliestHeld, look, weighBy } from './waiting.ts'
import { opensAt, tableAt } from './working-time.ts'

/** Placements tried at a decision. */
const mostTries = 30

/** Operations by when they arrive, and lanes by when they decide: by number at one instant. */
let arrivals: EventQueue = changetype<EventQueue>(0)
let decisions: EventQueue = changetype<EventQueue>(0)
/** What may join a charge: alternatives by falling worth. */
let candidates: EventQueue = changetype<EventQueue>(0)
/** Lanes that decide at one instant. */
let together: usize = 0
let laneFixed: usize = 0
/** What is read ahead of time is put here: else it would not be read. */
let fetched: usize = 0
let limit: f64 = 0
let isLarge: bool = false
/** Operations that did not fit before the limit, or wait for those; as long as the pass goes on, those to come too. */
export let unplaced: i32 = 0

export function makeDispatch(fixed: usize, horizon: f64, large: bool): void {
  laneFixed = fixed
  limit = horizon
  isLarge = large
  arrivals = makeEventQueue(operationCount + 1)
  decisions = makeEventQueue(4 * laneCount + 1)
  candidates = makeEventQueue(256)
  together = reserve(laneCount * 4)
  fetched = reserve(8)
}

/** A pass begins: everything but the orders in `skip` is to be placed. */
export function begin(skip: usize, now: f64, value: f64, slackScale: f64, setupScale: f64, leastSlack: f64): void {
  weighBy(setupScale, leastSlack)
  clearQueues(value, slackScale)
  clearHolds()
  if (holdsAnything) holdFixed(laneFixed)
  arrivals.size = 0
  decisions.size = 0
  unplaced = 0
  clearLanes(now)
  clearOperations(skip)
}

/** So many arrivals and decisions more; false: the pass is at its end. */
export function goOn(count: i32): bool {
  for (; count > 0; count--) {
    if (arrivals.size === 0 && decisions.size === 0) return false
    // At one instant everything arrives before anything is decided.
    const arrives = arrivals.size > 0 && !(decisions.size > 0 && decisions.time < arrivals.time)
    const events = arrives ? arrivals : decisions
    const time = events.time
    const key = events.key
    if (time >= limit) return false
    events.pop()
    if (arrivals.size > 0) fetch(arrivals.key)
    if (arrives) arrive(key, time)
    else if (wakes(key, time)) {
      if (holdsAnything) decideTogether(key, time)
      else decide(key, time)
    }
  }
  return true
}

/** Only what is fixed stands; what waits for nothing else arrives when it may begin. */
function clearOperations(skip: usize): void {
  for (let i = 0; i < operationCount; i++) {
    const o = operationAt(i)
    if (o.isFixed) continue
    o.lane = -1
    o.alternative = -1
    const urgency = urgencyAt(i)
    urgency.head = i
    urgency.nextMember = -1
    if (load<u8>(skip + <usize>urgency.order) !== 0) continue
    unplaced++
    o.ready = max(o.notBefore, o.kitAt)
    o.open = 0
    for (let k = o.predFirst; k < o.predEnd; k++) {
      const link = linkAt(k)
      const before = operationAt(link.operation)
      if (before.isFixed) {
        link.done = before.end + link.wait
        o.ready = max(o.ready, link.done)
      } else o.open++
    }
    if (o.open === 0) arrivals.push(o.ready, i)
  }
}

/** Reads what will be asked when an operation arrives: it has to be fetched from afar, and meanwhile something else is done. */
function fetch(operation: i32): void {
  setNumber(fetched, 0, operationAt(operation).ready + urgencyAt(operation).due)
}

/** The operation joins the queues of its machines; their idle lanes look again. */
function arrive(operation: i32, time: f64): void {
  const o = operationAt(operation)
  const urgency = urgencyAt(operation)
  // All of them are fetched at once.
  for (let k = o.altFirst; k < o.altEnd; k++) setInt(fetched, 0, alternativeAt(k).machine)
  for (let k = o.altFirst; k < o.altEnd; k++) {
    const a = alternativeAt(k)
    a.ready = -1
    joinQueue(k, a, o, urgency)
    const machine = machineAt(a.machine)
    for (let lane = machine.laneFirst; lane < machine.laneEnd; lane++) if (laneAt(lane).free <= time) wake(lane, time)
  }
}

/** The lane decides at the first working second from `time` on. */
function wake(number: i32, time: f64): void {
  const lane = laneAt(number)
  if (lane.wake >= 0 && lane.wake <= time) return
  const table = tableAt(machineAt(lane.machine).table)
  const open = opensAt(table, time)
  if (open === Infinity || (lane.wake >= 0 && lane.wake <= open)) return
  lane.wake = open
  decisions.push(open, number)
}

/** Whether the lane still means to decide now. */
function wakes(number: i32, time: f64): bool {
  const lane = laneAt(number)
  if (lane.wake !== time) return false
  lane.wake = -1
  return true
}

/** Machines that wait for the same people or moulds wake at one instant: the most urgent operation takes them. */
function decideTogether(first: i32, time: f64): void {
  let count = 1
  setInt(together, 0, first)
  while (decisions.size > 0 && decisions.time === time) {
    const lane = decisions.key
    decisions.pop()
    if (wakes(lane, time)) setInt(together, count++, lane)
  }
  if (count > 1) {
    for (let i = 0; i < count; i++) findTop(intAt(together, i), time)
    sortByTop(count)
  }
  for (let i = 0; i < count; i++) decide(intAt(together, i), time)
}

function findTop(number: i32, time: f64): void {
  const lane = laneAt(number)
  lane.top = -Infinity
  if (isLarge) lane.top = topOf(lane.machine, time)
  else if (lane.free <= time) {
    look(number, time)
    best()
    lane.top = bestIndex
  }
}

/** The highest first, then by number; they come by number, and mostly they are few. */
function sortByTop(count: i32): void {
  for (let k = 1; k < count; k++) {
    const lane = intAt(together, k)
    const top = laneAt(lane).top
    let at = k
    for (; at > 0 && laneAt(intAt(together, at - 1)).top < top; at--) setInt(together, at, intAt(together, at - 1))
    setInt(together, at, lane)
  }
}

function decide(number: i32, time: f64): void {
  const lane = laneAt(number)
  if (lane.free > time) {
    wake(number, lane.free)
    return
  }
  const machine = machineAt(lane.machine)
  const isSingle = machine.laneEnd - machine.laneFirst === 1
  look(number, time)
  let next = Infinity
  for (let tries = 0; ; tries++) {
    const slot = best()
    if (slot < 0) break
    if (tries >= mostTries) continue
    const alternative = slotAt(slot).alternative
    const operation = slotAt(slot).operation
    if (!find(operationAt(operation), alternativeAt(alternative), number)) {
      holdSlot(lane.machine, slot, Infinity)
      continue
    }
    if (foundSetupStart <= time) {
      commit(operation, alternative, number, time)
      wake(number, lane.free)
      return
    }
    next = min(next, foundSetupStart)
    // Nothing of this lane's own is in the way: the machine's other lanes would be no earlier.
    if (isSingle || foundNextFixed === lane.nextFixed) holdSlot(lane.machine, slot, foundSetupStart)
  }
  next = min(next, earliestHeld)
  if (next !== Infinity) wake(number, next)
}

/** Places the operation on the lane, or on another that is free and where it ends earlier. */
function commit(operation: i32, alternative: i32, lane: i32, time: f64): void {
  const o = operationAt(operation)
  const here = alternativeAt(alternative)
  let bestAlternative = alternative
  let bestLane = lane
  let bestEnd = foundEnd
  keepFound()
  for (let k = o.altFirst; k < o.altEnd; k++) {
    if (k === alternative) continue
    const a = alternativeAt(k)
    // It begins at once here: elsewhere it ends earlier only with less work, or with other working time.
    if (a.table === here.table && a.run + a.setup >= here.run + foundSetup) continue
    const machine = machineAt(a.machine)
    for (let other = machine.laneFirst; other < machine.laneEnd; other++) {
      if (laneAt(other).free > time) continue
      if (find(o, a, other) && foundEnd < bestEnd) {
        keepFound()
        bestEnd = foundEnd
        bestAlternative = k
        bestLane = other
      }
      break
    }
  }
  takeKept()
  place(operation, bestAlternative, bestLane)
  if (bestLane !== lane) wake(bestLane, laneAt(bestLane).free)
  placed(operation)
  if (machineAt(laneAt(bestLane).machine).charge > 0) fill(operation, bestAlternative)
}

/** The furnace is filled with what else is there of the family, by index. */
function fill(head: i32, alternative: i32): void {
  const a = alternativeAt(alternative)
  const leader = operationAt(head)
  const most = machineAt(a.machine).charge
  let load = loadOf(alternative)
  followers(alternative, leader.start, candidates)
  for (; candidates.size > 0; candidates.pop()) {
    const other = candidates.key
    const follower = alternativeAt(other)
    if (load + loadOf(other) > most) continue
    if (!suits(follower, a) || !isReadyAt(operationAt(follower.operation), leader)) continue
    load += loadOf(other)
    join(follower.operation, other, head)
    placed(follower.operation)
  }
}

/** What comes after it arrives, if it waits for nothing else. */
function placed(operation: i32): void {
  unplaced--
  leaveQueues(operation)
  const o = operationAt(operation)
  for (let s = o.succFirst; s < o.succEnd; s++) {
    const next = successorAt(s)
    const after = operationAt(next.operation)
    if (after.isFixed) continue
    linkAt(next.link).done = o.end + next.wait
    after.ready = max(after.ready, handedOver(o, next.share) + next.wait)
    if (--after.open === 0) arrivals.push(after.ready, next.operation)
  }
}
