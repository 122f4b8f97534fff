/** The graph reads a sequence, and moves one operation of it. */
import { cold, count, machineCount, machines, most, none, order } from './graph.ts'
import {
  AFTER,
  BEFORE,
  CHOICE,
  CHOICE_DURATION,
  CHOICE_MACHINE,
  DURATION,
  FIRST,
  LAST,
  machineSize,
  POSITION,
} from './layout.ts'
import { passBackward, passForward } from './longest-paths.ts'
import { reorderLeft, reorderRight } from './reorder.ts'

/** Reads the sequence from the order and the choices. */
export function loadSequence(): void {
  for (let k = 0; k < machineCount; k++) {
    const machine = machines + <usize>(k * machineSize)
    store<usize>(machine, none, FIRST)
    store<usize>(machine, none, LAST)
  }
  for (let i = 0; i < count; i++) {
    const w = load<usize>(order + <usize>(i << 2))
    const choice = load<usize>(w + cold, CHOICE)
    const machine = load<usize>(choice, CHOICE_MACHINE)
    store<i32>(w, i, POSITION)
    store<i32>(w, load<i32>(choice, CHOICE_DURATION), DURATION)
    const last = load<usize>(machine, LAST)
    store<usize>(w, last, BEFORE)
    store<usize>(w, none, AFTER)
    if (last !== none) store<usize>(last, w, AFTER)
    else store<usize>(machine, w, FIRST)
    store<usize>(machine, w, LAST)
  }
  passForward(0)
  passBackward(count - 1)
}

/** Puts u between two neighbours on the machine of a choice. False, and nothing has changed, when that would close a cycle. */
export function place(u: usize, choice: usize, x: usize, y: usize): bool {
  const a = load<usize>(u, BEFORE)
  const b = load<usize>(u, AFTER)
  store<usize>(a, b, AFTER)
  store<usize>(b, a, BEFORE)
  link(u, x, y)
  let isFree = true
  if (load<i32>(x, POSITION) > load<i32>(u, POSITION)) isFree = reorderRight(u, x)
  else if (y !== none && load<i32>(y, POSITION) < load<i32>(u, POSITION)) isFree = reorderLeft(u, y)
  if (!isFree) {
    store<usize>(x, y, AFTER)
    store<usize>(y, x, BEFORE)
    link(u, a, b)
    return false
  }
  const left = load<usize>(u + cold, CHOICE)
  if (a === none) store<usize>(load<usize>(left, CHOICE_MACHINE), b, FIRST)
  if (x === none) store<usize>(load<usize>(choice, CHOICE_MACHINE), u, FIRST)
  if (choice !== left) {
    store<usize>(u + cold, choice, CHOICE)
    store<i32>(u, load<i32>(choice, CHOICE_DURATION), DURATION)
  }
  const at = load<i32>(u, POSITION)
  passForward(b === none ? at : min(at, load<i32>(b, POSITION)))
  passBackward(most(at, load<i32>(a, POSITION)))
  return true
}

function link(u: usize, x: usize, y: usize): void {
  store<usize>(u, x, BEFORE)
  store<usize>(u, y, AFTER)
  store<usize>(x, u, AFTER)
  store<usize>(y, u, BEFORE)
}
