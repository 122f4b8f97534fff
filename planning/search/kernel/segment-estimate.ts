/**
 * The longest path through the operations that a move on their machine shifts, by new heads and tails of the segment alone
 * (Taillard 1994, Balas & Vazacopoulos 1998).
 */

import { allocate } from '../../web-assembly/kernel/memory.ts'
import { most } from './graph.ts'
import { AFTER, BEFORE, DURATION, END, OUT, READY, REST } from './layout.ts'

/** Heads or tails of the segment, in the order they are found. */
let times: usize = 0

export function prepareEstimate(count: i32): void {
  times = allocate(count * 4)
}

/** When u goes behind v. */
export function estimateRight(u: usize, v: usize): i32 {
  let free = load<i32>(load<usize>(u, BEFORE), END)
  let at = times
  for (let w = load<usize>(u, AFTER); ; w = load<usize>(w, AFTER)) {
    const start = most(load<i32>(w, READY), free)
    store<i32>(at, start)
    at += 4
    free = start + load<i32>(w, DURATION)
    if (w === v) break
  }
  const head = most(load<i32>(u, READY), free)
  let out = most(load<i32>(load<usize>(v, AFTER), OUT), load<i32>(u, REST)) + load<i32>(u, DURATION)
  let longest = head + out
  for (let w = v; w !== u; w = load<usize>(w, BEFORE)) {
    out = most(load<i32>(w, REST), out) + load<i32>(w, DURATION)
    at -= 4
    longest = most(longest, load<i32>(at) + out)
  }
  return longest
}

/** When u goes in front of v. */
export function estimateLeft(u: usize, v: usize): i32 {
  let out = load<i32>(load<usize>(u, AFTER), OUT)
  let at = times
  for (let w = load<usize>(u, BEFORE); ; w = load<usize>(w, BEFORE)) {
    out = most(load<i32>(w, REST), out) + load<i32>(w, DURATION)
    store<i32>(at, out)
    at += 4
    if (w === v) break
  }
  let free = most(load<i32>(load<usize>(v, BEFORE), END), load<i32>(u, READY)) + load<i32>(u, DURATION)
  let longest = free + most(load<i32>(u, REST), out)
  for (let w = v; w !== u; w = load<usize>(w, AFTER)) {
    const start = most(load<i32>(w, READY), free)
    at -= 4
    longest = most(longest, start + load<i32>(at))
    free = start + load<i32>(w, DURATION)
  }
  return longest
}
