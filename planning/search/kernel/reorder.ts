/**
 * Repairs the topological order after one operation has got new neighbours on a machine, between their positions only
 * (Pearce & Kelly 2006, with one side moved). False, and nothing has changed, when the new arcs close a cycle.
 */

import { allocate } from '../../web-assembly/kernel/memory.ts'
import { areChains, cold, order } from './graph.ts'
import {
  AFTER,
  BEFORE,
  POSITION,
  PREDECESSOR,
  PREDECESSORS,
  PREDECESSORS_END,
  STAMP,
  SUCCESSOR,
  SUCCESSORS,
  SUCCESSORS_END,
} from './layout.ts'

let moving: usize = 0
let staying: usize = 0
let stampNow: i32 = 0

export function prepareReorder(count: i32): void {
  moving = allocate(count * 4)
  staying = allocate(count * 4)
  stampNow = 0
}

/** u and all that follow it go behind x. */
export function reorderRight(u: usize, x: usize): bool {
  const mark = ++stampNow
  const low = order + <usize>(load<i32>(u, POSITION) << 2)
  const high = order + <usize>(load<i32>(x, POSITION) << 2)
  let stays = staying
  let moves = moving + 4
  store<i32>(u, mark, STAMP)
  store<usize>(moving, u)
  for (let at = low + 4; at <= high; at += 4) {
    const w = load<usize>(at)
    let follows =
      load<i32>(load<usize>(w, PREDECESSOR), STAMP) === mark || load<i32>(load<usize>(w, BEFORE), STAMP) === mark
    if (!areChains && !follows)
      follows = holds(load<usize>(w + cold, PREDECESSORS), load<usize>(w + cold, PREDECESSORS_END), mark)
    if (follows) {
      store<i32>(w, mark, STAMP)
      store<usize>(moves, w)
      moves += 4
    } else {
      store<usize>(stays, w)
      stays += 4
    }
  }
  if (load<i32>(x, STAMP) === mark) return false
  let at = load<i32>(u, POSITION)
  for (let from = staying; from < stays; from += 4) put(load<usize>(from), at++)
  for (let from = moving; from < moves; from += 4) put(load<usize>(from), at++)
  return true
}

/** u and all that precede it go in front of y. */
export function reorderLeft(u: usize, y: usize): bool {
  const mark = ++stampNow
  const low = order + <usize>(load<i32>(y, POSITION) << 2)
  const high = order + <usize>(load<i32>(u, POSITION) << 2)
  let stays = staying
  let moves = moving + 4
  store<i32>(u, mark, STAMP)
  store<usize>(moving, u)
  for (let at = high - 4; at >= low; at -= 4) {
    const w = load<usize>(at)
    let precedes =
      load<i32>(load<usize>(w, SUCCESSOR), STAMP) === mark || load<i32>(load<usize>(w, AFTER), STAMP) === mark
    if (!areChains && !precedes)
      precedes = holds(load<usize>(w + cold, SUCCESSORS), load<usize>(w + cold, SUCCESSORS_END), mark)
    if (precedes) {
      store<i32>(w, mark, STAMP)
      store<usize>(moves, w)
      moves += 4
    } else {
      store<usize>(stays, w)
      stays += 4
    }
  }
  if (load<i32>(y, STAMP) === mark) return false
  let at = load<i32>(u, POSITION)
  for (let from = staying; from < stays; from += 4) put(load<usize>(from), at--)
  for (let from = moving; from < moves; from += 4) put(load<usize>(from), at--)
  return true
}

function holds(from: usize, to: usize, mark: i32): bool {
  for (let at = from; at < to; at += 4) if (load<i32>(load<usize>(at), STAMP) === mark) return true
  return false
}

function put(w: usize, at: i32): void {
  store<usize>(order + <usize>(at << 2), w)
  store<i32>(w, at, POSITION)
}
