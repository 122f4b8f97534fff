/**
 * Neighbourhood N7 (Balas & Vazacopoulos 1998, Zhang et al. 2007): moves within the blocks of a longest path. The arcs that a
 * move has reversed are forbidden for a while.
 */

import { allocate } from '../../web-assembly/kernel/memory.ts'
import { anchor, cost, isRight, moved, offer, offerForbidden } from './candidate.ts'
import { cold, pathEnd } from './graph.ts'
import { AFTER, BEFORE, CHOICE, COLUMN, DURATION, END, OUT, READY, REST, ROW } from './layout.ts'
import { estimateLeft, estimateRight, prepareEstimate } from './segment-estimate.ts'
import { place } from './sequence.ts'

/** Until when x may not go before y, at the row of x and the column of y modulo the size, a power of 2. */
let forbidden: usize = 0
let mask: usize = 0
/** 1 where a job may follow itself on a machine or an operation may take no time: the path condition must then be strict. */
let strict: i32 = 0
/** A move that promises less than this is allowed even if it is forbidden. */
let bound: i32 = 0
let iteration: i32 = 0

/** The table has `size` entries, a power of 2. */
export function prepareBlockMoves(count: i32, size: i32, isStrict: i32): void {
  prepareEstimate(count)
  forbidden = allocate(size * 4)
  mask = ((<usize>size) << 2) - 1
  strict = isStrict
}

/** Offers the moves of N7 for every block of the path that begins at `begin`. */
export function weighBlocks(begin: usize, now: i32, allowedBelow: i32): void {
  iteration = now
  bound = allowedBelow
  for (let a = begin; a < pathEnd; ) {
    let b = a
    let last = load<usize>(a)
    while (b + 4 < pathEnd && load<usize>(load<usize>(b + 4), BEFORE) === last) {
      b += 4
      last = load<usize>(b)
    }
    if (b > a) weighBlock(a, b)
    a = b + 4
  }
}

function weighBlock(a: usize, b: usize): void {
  const first = load<usize>(a)
  const last = load<usize>(b)
  const firstEnd = load<i32>(first, END)
  const lastOut = load<i32>(last, OUT)
  // A block that begins or ends the path gains nothing at that end.
  const hasFront = firstEnd > load<i32>(first, DURATION)
  const hasBack = lastOut > load<i32>(last, DURATION)
  if (hasBack)
    for (let k = a; k < b; k += 4) {
      const w = load<usize>(k)
      if (lastOut >= load<i32>(w, REST) + strict) offerRight(w, last)
    }
  if (hasFront)
    for (let k = b - a === 4 && hasBack ? b + 4 : a + 4; k <= b; k += 4) {
      const w = load<usize>(k)
      if (firstEnd >= load<i32>(w, READY) + strict) offerLeft(w, first)
    }
  if (hasFront)
    for (let k = a + 8; k < b; k += 4) {
      const w = load<usize>(k)
      if (load<i32>(w, OUT) >= load<i32>(first, REST) + strict) offerRight(first, w)
    }
  if (hasBack)
    for (let k = a + 4; k + 4 < b; k += 4) {
      const w = load<usize>(k)
      if (load<i32>(w, END) >= load<i32>(last, READY) + strict) offerLeft(last, w)
    }
}

function offerRight(u: usize, v: usize): void {
  const value = estimateRight(u, v)
  if (<f64>value > cost) return
  if (value >= bound && isForbiddenRight(u, v)) offerForbidden(u, v, true, 0)
  else offer(<f64>value, u, v, true, 0)
}

function offerLeft(u: usize, v: usize): void {
  const value = estimateLeft(u, v)
  if (<f64>value > cost) return
  if (value >= bound && isForbiddenLeft(u, v)) offerForbidden(u, v, false, 0)
  else offer(<f64>value, u, v, false, 0)
}

function isForbiddenRight(u: usize, v: usize): bool {
  let w = u
  do {
    w = load<usize>(w, AFTER)
    if (load<i32>(cell(w, u)) > iteration) return true
  } while (w !== v)
  return false
}

function isForbiddenLeft(u: usize, v: usize): bool {
  let w = u
  do {
    w = load<usize>(w, BEFORE)
    if (load<i32>(cell(u, w)) > iteration) return true
  } while (w !== v)
  return false
}

function cell(x: usize, y: usize): usize {
  return forbidden + ((load<usize>(x, ROW) + load<usize>(y, COLUMN)) & mask)
}

/** Makes the move that was chosen; the arcs it reverses may not be reversed again before `until`. */
export function moveWithin(until: i32): void {
  const u = moved
  const v = anchor
  const choice = load<usize>(u + cold, CHOICE)
  if (isRight) {
    for (let w = load<usize>(u, AFTER); ; w = load<usize>(w, AFTER)) {
      store<i32>(cell(u, w), until)
      if (w === v) break
    }
    place(u, choice, v, load<usize>(v, AFTER))
    return
  }
  for (let w = load<usize>(u, BEFORE); ; w = load<usize>(w, BEFORE)) {
    store<i32>(cell(w, u), until)
    if (w === v) break
  }
  place(u, choice, load<usize>(v, BEFORE), v)
}
