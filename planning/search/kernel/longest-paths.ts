/**
 * Longest paths from the first and to the last operation, by passes along the topological order. They have no branch, so that
 * they take less time than looking for what has changed.
 */
import { areChains, cold, count, most, order } from './graph.ts'
import {
  AFTER,
  BEFORE,
  DURATION,
  END,
  NOT_AFTER,
  NOT_BEFORE,
  OUT,
  PREDECESSOR,
  PREDECESSORS,
  PREDECESSORS_END,
  READY,
  REST,
  SUCCESSOR,
  SUCCESSORS,
  SUCCESSORS_END,
} from './layout.ts'

/** Ends from this position on. */
export function passForward(from: i32): void {
  if (areChains) passForwardAlongChains(order + <usize>(from << 2), order + <usize>(count << 2))
  else passForwardThroughLists(order + <usize>(from << 2), order + <usize>(count << 2))
}

function passForwardAlongChains(from: usize, last: usize): void {
  for (let at = from; at < last; at += 4) {
    const w = load<usize>(at)
    const ready = most(load<i32>(load<usize>(w, PREDECESSOR), END), load<i32>(w, NOT_BEFORE))
    store<i32>(w, ready, READY)
    store<i32>(w, most(ready, load<i32>(load<usize>(w, BEFORE), END)) + load<i32>(w, DURATION), END)
  }
}

function passForwardThroughLists(from: usize, last: usize): void {
  for (let at = from; at < last; at += 4) {
    const w = load<usize>(at)
    let ready = load<i32>(w, NOT_BEFORE)
    const to = load<usize>(w + cold, PREDECESSORS_END)
    for (let k = load<usize>(w + cold, PREDECESSORS); k < to; k += 4)
      ready = most(ready, load<i32>(load<usize>(k), END))
    store<i32>(w, ready, READY)
    store<i32>(w, most(ready, load<i32>(load<usize>(w, BEFORE), END)) + load<i32>(w, DURATION), END)
  }
}

/** Outs from this position down to the first. */
export function passBackward(from: i32): void {
  if (areChains) passBackwardAlongChains(order + <usize>(from << 2))
  else passBackwardThroughLists(order + <usize>(from << 2))
}

function passBackwardAlongChains(from: usize): void {
  for (let at = from; at >= order; at -= 4) {
    const w = load<usize>(at)
    const rest = most(load<i32>(load<usize>(w, SUCCESSOR), OUT), load<i32>(w, NOT_AFTER))
    store<i32>(w, rest, REST)
    store<i32>(w, most(rest, load<i32>(load<usize>(w, AFTER), OUT)) + load<i32>(w, DURATION), OUT)
  }
}

function passBackwardThroughLists(from: usize): void {
  for (let at = from; at >= order; at -= 4) {
    const w = load<usize>(at)
    let rest = load<i32>(w, NOT_AFTER)
    const to = load<usize>(w + cold, SUCCESSORS_END)
    for (let k = load<usize>(w + cold, SUCCESSORS); k < to; k += 4) rest = most(rest, load<i32>(load<usize>(k), OUT))
    store<i32>(w, rest, REST)
    store<i32>(w, most(rest, load<i32>(load<usize>(w, AFTER), OUT)) + load<i32>(w, DURATION), OUT)
  }
}
