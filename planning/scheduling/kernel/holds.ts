/** People and moulds that operations hold, and how much of them is in use in the plan so far. */
import { intAt, numberAt } from '../../web-assembly/kernel/memory.ts'
import { Operation, operationAt } from './records.ts'
import { clearUses, useOf } from './resource-use.ts'

let resources: usize = 0
let amounts: usize = 0
export let holdsAnything: bool = false
/** Counts what was held. */
export let holdChanges: i32 = 0
/** The resource that the last `overloadOf` was about. */
export let overloaded: i32 = -1

export function loadHolds(resourceColumn: usize, amountColumn: usize, count: i32): void {
  resources = resourceColumn
  amounts = amountColumn
  holdsAnything = count > 0
}

export function clearHolds(): void {
  clearUses()
  holdChanges++
}

/** The operation holds what it needs from the start of its set-up to its end. */
export function hold(o: Operation): void {
  if (o.holdFirst < o.holdEnd) holdChanges++
  for (let k = o.holdFirst; k < o.holdEnd; k++)
    useOf(intAt(resources, k)).add(o.setupStart, o.end, numberAt(amounts, k))
}

/** When every resource it holds has room, as far as can be seen; -1 when they have now. */
export function overloadOf(o: Operation, from: f64, to: f64): f64 {
  let free: f64 = -1
  for (let k = o.holdFirst; k < o.holdEnd; k++) {
    const end = useOf(intAt(resources, k)).overloadEnd(from, to, numberAt(amounts, k))
    if (end > free) {
      free = end
      overloaded = intAt(resources, k)
    }
  }
  return free
}

/** When everything an operation holds is free, if nothing else is placed; the instant itself when it is, or may be, then. */
export function heldUntil(operation: i32, instant: f64): f64 {
  const o = operationAt(operation)
  let free = instant
  for (let k = o.holdFirst; k < o.holdEnd; k++) {
    const each = useOf(intAt(resources, k)).freeFrom(instant, numberAt(amounts, k))
    if (each > free) free = each
  }
  return free
}

/** Whether the operation holds no more of anything than another does. */
export function holdsNoMore(o: Operation, other: Operation): bool {
  for (let k = o.holdFirst; k < o.holdEnd; k++) {
    let there: f64 = 0
    for (let h = other.holdFirst; h < other.holdEnd; h++)
      if (intAt(resources, h) === intAt(resources, k)) there = Math.max(there, numberAt(amounts, h))
    if (there < numberAt(amounts, k)) return false
  }
  return true
}
