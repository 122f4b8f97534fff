/**
 * Disjunctive graph of one sequence, as in ../graph.ts: its records and its longest path. The record `none` stands for no
 * operation: its times are 0.
 */

import { allocate } from '../../web-assembly/kernel/memory.ts'
import {
  BEFORE,
  DURATION,
  END,
  machineSize,
  NOT_AFTER,
  operationSize,
  POSITION,
  PREDECESSOR,
  PREDECESSORS,
  PREDECESSORS_END,
  SUCCESSOR,
  SUCCESSORS,
  SUCCESSORS_END,
} from './layout.ts'
import { below, random } from './random.ts'

export let count: i32 = 0
export let operations: usize = 0
export let none: usize = 0
/** From an operation to the record of what is seldom read of it. */
export let cold: usize = 0
export let order: usize = 0
export let machines: usize = 0
export let machineCount: i32 = 0
/** Whether every operation has one predecessor and one successor at most. */
export let areChains: bool = true
/** Where a longest path may end. */
let ends: usize = 0
let endsEnd: usize = 0
/** A longest path, its last operation in the last place. */
let path: usize = 0
export let pathEnd: usize = 0

export function most(a: i32, b: i32): i32 {
  return select<i32>(a, b, a > b)
}

export function prepareGraph(size: i32, machinesOfAll: i32): void {
  count = size
  machineCount = machinesOfAll
  operations = allocate((size + 1) * operationSize)
  none = operations + <usize>(size * operationSize)
  cold = allocate((size + 1) * operationSize) - operations
  order = allocate(size * 4)
  machines = allocate(machinesOfAll * machineSize)
  ends = allocate(size * 4)
  path = allocate(size * 4)
  pathEnd = path + <usize>(size * 4)
  store<i32>(none, -1, POSITION)
}

/** When the records of the operations have been filled in. */
export function closeGraph(): void {
  areChains = true
  endsEnd = ends
  for (let w = operations; w < none; w += operationSize) {
    const before = <i32>(load<usize>(w + cold, PREDECESSORS_END) - load<usize>(w + cold, PREDECESSORS))
    const after = <i32>(load<usize>(w + cold, SUCCESSORS_END) - load<usize>(w + cold, SUCCESSORS))
    if (before > 4 || after > 4) areChains = false
    store<usize>(w, before > 0 ? load<usize>(load<usize>(w + cold, PREDECESSORS)) : none, PREDECESSOR)
    store<usize>(w, after > 0 ? load<usize>(load<usize>(w + cold, SUCCESSORS)) : none, SUCCESSOR)
    if (after === 0 || load<i32>(w, NOT_AFTER) > 0) {
      store<usize>(endsEnd, w)
      endsEnd += 4
    }
  }
}

export function makespan(): i32 {
  let longest = 0
  for (let at = ends; at < endsEnd; at += 4) {
    const w = load<usize>(at)
    longest = most(longest, load<i32>(w, END) + load<i32>(w, NOT_AFTER))
  }
  return longest
}

/** Writes one longest path, by chance where there are several; returns where it begins. */
export function criticalPath(longest: i32): usize {
  let w = none
  let seen = 0
  for (let at = ends; at < endsEnd; at += 4) {
    const last = load<usize>(at)
    if (load<i32>(last, END) + load<i32>(last, NOT_AFTER) !== longest) continue
    seen++
    if (seen === 1 || below(seen) === 0) w = last
  }
  let at = pathEnd
  while (w !== none) {
    at -= 4
    store<usize>(at, w)
    const start = load<i32>(w, END) - load<i32>(w, DURATION)
    if (start === 0) break
    let next = predecessorThatEnds(w, start)
    const before = load<usize>(w, BEFORE)
    if (before !== none && load<i32>(before, END) === start && (next === none || random() < 0x80000000)) next = before
    w = next
  }
  return at
}

function predecessorThatEnds(w: usize, time: i32): usize {
  if (areChains) {
    const p = load<usize>(w, PREDECESSOR)
    return p !== none && load<i32>(p, END) === time ? p : none
  }
  let found = none
  let seen = 0
  const to = load<usize>(w + cold, PREDECESSORS_END)
  for (let k = load<usize>(w + cold, PREDECESSORS); k < to; k += 4) {
    const p = load<usize>(k)
    if (load<i32>(p, END) !== time) continue
    seen++
    if (seen === 1 || below(seen) === 0) found = p
  }
  return found
}
