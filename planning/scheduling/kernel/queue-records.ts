/** The queues of the machines in memory, see queues.ts. */
import { numberAt, reserve, setNumber, sizeOf } from '../../web-assembly/kernel/memory.ts'
import { EventQueue } from './event-queue.ts'
import { alternativeAt, alternativeCount, machineCount } from './records.ts'

/** So many that are gone are passed over before they are dropped. */
export const mostGone = 16

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
  operation: i32
}

/** Copied in one. */
@unmanaged
export class Place {
  standing: f64
  slot: i32
  alternative: i32
}

@unmanaged
export class Queue {
  /** Its places and slots, and how many there are. */
  first: i32
  room: i32
  length: i32
  /** Placed, or never to begin, and still in the queue. */
  gone: i32
}

let queues: usize = 0
/** Behind the last place of a queue are the slots that are free. */
let places: usize = 0
let slots: usize = 0
/** By slot: it was found to begin no earlier; Infinity: it is gone. */
let until: usize = 0
/** For the slots that `tidy` drops. */
export let dropped: usize = 0
/** Operations held back that are passed over at a decision. */
export let mostScanned: i32 = 0

export function queueOf(machine: i32): Queue {
  return changetype<Queue>(queues + <usize>machine * (sizeOf<Queue>() + sizeOf<EventQueue>()))
}
/** Alternatives behind the places, by falling standing, and then by number. */
export function behind(queue: Queue): EventQueue {
  return changetype<EventQueue>(changetype<usize>(queue) + sizeOf<Queue>())
}
export function placeAt(place: i32): Place {
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
export function holdBack(slot: i32, instant: f64): void {
  setNumber(until, slot, instant)
}
export function copyPlace(to: Place, from: Place): void {
  v128.store(changetype<usize>(to), v128.load(changetype<usize>(from)))
}
/** Those from one on up to another move one further. Some tens do: a copy of memory would call out of the kernel. */
export function makeWay(first: i32, end: i32): void {
  const last = changetype<usize>(placeAt(first))
  for (let to = changetype<usize>(placeAt(end)); to > last; to -= sizeOf<Place>())
    v128.store(to, v128.load(to - sizeOf<Place>()))
}

export function makeQueues(scanned: i32): void {
  mostScanned = scanned
  const mostPlaces = 2 * scanned + mostGone
  queues = reserve(machineCount * <i32>(sizeOf<Queue>() + sizeOf<EventQueue>()))
  dropped = reserve(mostPlaces * 4)
  for (let m = 0; m < machineCount; m++) queueOf(m).length = 0
  for (let k = 0; k < alternativeCount; k++) queueOf(alternativeAt(k).machine).length++
  let count = 0
  for (let m = 0; m < machineCount; m++) {
    const queue = queueOf(m)
    behind(queue).make(max(1, queue.length))
    queue.first = count
    queue.room = min(queue.length, mostPlaces)
    count += queue.room
  }
  places = reserve(count * <i32>sizeOf<Place>())
  slots = reserve(count * 64)
  until = reserve(count * 8)
}
