/**
 * Lanes that are filled from left to right, and where an operation can run that comes next there: the rules of ../timetable.ts,
 * for passes that place and never move.
 */
import { intAt, numberAt } from '../../web-assembly/kernel/memory.ts'
import { hold, holdsAnything, overloaded, overloadOf } from './holds.ts'
import {
  Alternative,
  alternativeAt,
  Lane,
  Link,
  laneAt,
  linkAt,
  Machine,
  machineAt,
  Operation,
  operationAt,
  readyByKit,
  readyByNow,
  urgencyAt,
} from './records.ts'
import * as why from './why.ts'
import { endAt, nextUnbroken, startAt, Table, tableAt, wallWithin, workedAt } from './working-time.ts'

/** Answer of `find`. */
export let foundSetupStart: f64 = 0
export let foundStart: f64 = 0
export let foundEnd: f64 = 0
export let foundSetup: f64 = 0
export let foundNextFixed: i32 = 0
let foundWhy: i32 = 0
let foundRef: i32 = -1

let keptSetupStart: f64 = 0
let keptStart: f64 = 0
let keptEnd: f64 = 0
let keptSetup: f64 = 0
let keptNextFixed: i32 = 0
let keptWhy: i32 = 0
let keptRef: i32 = -1

let laneFixed: usize = 0

export function loadTimetable(fixedOfLanes: usize): void {
  laneFixed = fixedOfLanes
}

export function changeoverSeconds(machine: Machine, from: i32, to: i32): f64 {
  if (from < 0 || to < 0 || machine.places === 0) return 0
  const a = intAt(machine.places, from)
  const b = intAt(machine.places, to)
  if (a >= 0 && b >= 0) {
    const listed = numberAt(machine.seconds, a * machine.size + b)
    if (listed >= 0) return listed
  }
  return from === to ? 0 : machine.otherwise
}

function setupAfter(alternative: Alternative, machine: Machine, family: i32, mould: i32, o: Operation): f64 {
  return (
    alternative.setup +
    (o.mould >= 0 && o.mould !== mould ? machine.mouldChange : 0) +
    changeoverSeconds(machine, family, o.family)
  )
}

/**
 * Where the operation runs if it comes next on the lane: the earliest that every rule allows; false when it does not end before
 * the limit. Its predecessors must be placed.
 */
export function find(o: Operation, a: Alternative, onLane: i32): bool {
  const table = tableAt(a.table)
  const lane = laneAt(onLane)
  const machine = machineAt(lane.machine)
  const run = a.run
  if (a.ready < 0) makeReady(o, a, table)

  let nextFixed = lane.nextFixed
  let floor = lane.free
  let family = lane.family
  let mould = lane.mould
  let floorRef = lane.last
  let floorWhy = floorRef >= 0 ? why.LANE : why.NOW
  if (o.notBefore > floor) {
    floor = o.notBefore
    floorWhy = why.NOT_BEFORE
    floorRef = -1
  }
  let setup = setupAfter(a, machine, family, mould, o)
  let from = workedAt(table, floor)

  for (;;) {
    let at = from + setup
    let reason = floorWhy
    let ref = floorRef
    if (a.ready > at) {
      at = a.ready
      reason = a.readyRef >= 0 ? why.PREDECESSOR : a.readyRef === readyByKit ? why.KIT : why.NOW
      ref = a.readyRef >= 0 ? a.readyRef : -1
    }
    if (!o.mayPause) {
      const unbroken = nextUnbroken(table, at, run)
      if (unbroken > at) {
        at = unbroken
        reason = why.CALENDAR
        ref = -1
      }
    }
    const done = at + run
    if (done > table.total) return false
    const wall = wallWithin(table, at - setup, done)
    if (wall >= 0) {
      from = wall
      floorWhy = why.WALL
      floorRef = -1
      continue
    }
    const end = endAt(table, done)
    const start = startAt(table, at)
    const setupStart = setup > 0 ? startAt(table, at - setup) : start

    if (nextFixed < lane.fixedEnd) {
      const number = intAt(laneFixed, nextFixed)
      const fixed = operationAt(number)
      if (end > fixed.setupStart) {
        nextFixed++
        const after = workedAt(table, fixed.end)
        if (after >= from) {
          from = after
          floorWhy = why.LANE
          floorRef = number
        }
        if (fixed.family >= 0) family = fixed.family
        if (fixed.mould >= 0) mould = fixed.mould
        setup = setupAfter(a, machine, family, mould, o)
        continue
      }
    }
    if (holdsAnything) {
      const free = overloadOf(o, setupStart, end)
      if (free >= 0) {
        if (free === Infinity) return false
        from = Math.max(from, workedAt(table, free))
        floorWhy = why.RESOURCE
        floorRef = overloaded
        continue
      }
    }
    foundSetupStart = setupStart
    foundStart = start
    foundEnd = end
    foundSetup = setup
    foundNextFixed = nextFixed
    foundWhy = reason
    foundRef = ref
    return true
  }
}

/** The answer is kept while others are looked for. */
export function keepFound(): void {
  keptSetupStart = foundSetupStart
  keptStart = foundStart
  keptEnd = foundEnd
  keptSetup = foundSetup
  keptNextFixed = foundNextFixed
  keptWhy = foundWhy
  keptRef = foundRef
}

export function takeKept(): void {
  foundSetupStart = keptSetupStart
  foundStart = keptStart
  foundEnd = keptEnd
  foundSetup = keptSetup
  foundNextFixed = keptNextFixed
  foundWhy = keptWhy
  foundRef = keptRef
}

/** Earliest start of the run by what the operation waits for, as a position on the scale of working seconds. */
function makeReady(o: Operation, a: Alternative, table: Table): void {
  a.ready = 0
  a.readyRef = readyByNow
  for (let k = o.predFirst; k < o.predEnd; k++) {
    const link = linkAt(k)
    const bound = readyAfter(link, a, table)
    if (bound > a.ready) {
      a.ready = bound
      a.readyRef = link.operation
    }
  }
  if (o.kitAt <= 0) return
  const bound = workedAt(table, o.kitAt)
  if (bound > a.ready) {
    a.ready = bound
    a.readyRef = readyByKit
  }
}

/**
 * Earliest position of the run that a link allows. With transfer batches the follower needs the k-th batch when it comes
 * to it at its own pace.
 */
function readyAfter(link: Link, a: Alternative, table: Table): f64 {
  // A furnace needs everything at its start.
  if (link.share === 1 || machineAt(a.machine).charge > 0) return workedAt(table, link.done)
  const before = operationAt(link.operation)
  // All of it is there then; one more for work of the next shift.
  const last = workedAt(table, handedOverLast(before) + link.wait) + 1
  let ready: f64 = 0
  for (let done = link.share; ; done += link.share) {
    const ahead = Math.floor(a.run * (done - link.share))
    if (last - ahead <= ready) break
    const there = handedOver(before, done) + link.wait
    let bound = workedAt(table, there)
    // Comes while it is closed: the work of the next shift needs it, not the last second of this one.
    if (done > link.share && endAt(table, bound) < there) bound++
    bound -= ahead
    if (bound > ready) ready = bound
    if (done >= 1) break
  }
  return ready
}

/** No part is handed over later; the end, but for a task that stands with less time than its run. */
function handedOverLast(before: Operation): f64 {
  const a = alternativeAt(before.alternative)
  const table = tableAt(a.table)
  return Math.max(before.end, endAt(table, workedAt(table, before.start) + a.run))
}

/** When a part of the run of a placed operation is done. */
export function handedOver(before: Operation, part: f64): f64 {
  // A furnace hands over at its end.
  if (part >= 1 || machineAt(laneAt(before.lane).machine).charge > 0) return before.end
  const a = alternativeAt(before.alternative)
  const table = tableAt(a.table)
  return endAt(table, workedAt(table, before.start) + Math.ceil(a.run * part))
}

/** Puts the operation where `find` just found. */
export function place(operation: i32, alternative: i32, onLane: i32): void {
  const o = operationAt(operation)
  const lane = laneAt(onLane)
  o.lane = onLane
  o.alternative = alternative
  o.setupStart = foundSetupStart
  o.start = foundStart
  o.end = foundEnd
  o.reason = foundWhy
  o.behind = foundRef
  o.setupSeconds = foundSetup
  passFixed(lane)
  lane.free = foundEnd
  lane.last = operation
  if (o.family >= 0) lane.family = o.family
  if (o.mould >= 0) lane.mould = o.mould
  if (holdsAnything) hold(o)
}

/** Puts an operation into the charge of a placed one; the set-up is counted there. */
export function join(operation: i32, alternative: i32, head: i32): void {
  const o = operationAt(operation)
  const leader = operationAt(head)
  urgencyAt(operation).head = head
  urgencyAt(operation).nextMember = urgencyAt(head).nextMember
  urgencyAt(head).nextMember = operation
  o.lane = leader.lane
  o.alternative = alternative
  o.setupStart = leader.setupStart
  o.start = leader.start
  o.end = leader.end
  o.reason = leader.reason
  o.behind = leader.behind
  o.setupSeconds = 0
}

/** Whether everything the operation waits for is there when a placed one starts on the furnace. */
export function isReadyAt(o: Operation, head: Operation): bool {
  if (o.notBefore > head.setupStart || o.kitAt > head.start) return false
  for (let k = o.predFirst; k < o.predEnd; k++) {
    if (linkAt(k).done > head.start) return false
  }
  return true
}

function passFixed(lane: Lane): void {
  for (let k = lane.nextFixed; k < foundNextFixed; k++) {
    const fixed = operationAt(intAt(laneFixed, k))
    if (fixed.family >= 0) lane.family = fixed.family
    if (fixed.mould >= 0) lane.mould = fixed.mould
  }
  lane.nextFixed = foundNextFixed
}
