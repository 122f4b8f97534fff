/**
 * Moves of critical operations to another of their machines, between the sets L and R of Mastrolilli & Gambardella (2000),
 * where no cycle can arise and the best place lies. They are weighed with the ends and outs as they are. Makespan alone does
 * not see a machine fill up before it delays a path, so time on a well filled machine is charged too: the gradient of the
 * sum of the fourth powers of the loads.
 */
import { anchor, chosen, cost, moved, offer, offerForbidden } from './candidate.ts'
import { cold, machineCount, machines, most, none, operations, pathEnd } from './graph.ts'
import {
  AFTER,
  BEFORE,
  CHARGE,
  CHOICE,
  CHOICE_DURATION,
  CHOICE_FORBIDDEN,
  CHOICE_MACHINE,
  CHOICES,
  CHOICES_END,
  choiceSize,
  DURATION,
  END,
  FIRST,
  LOAD,
  machineSize,
  OUT,
  operationSize,
  READY,
  REST,
} from './layout.ts'
import { below } from './random.ts'
import { place } from './sequence.ts'

let scale: f64 = 1

/** For a sequence newly read. */
export function measureLoads(makespan: i32): void {
  scale = <f64>most(makespan, 1)
  for (let k = 0; k < machineCount; k++) store<f64>(machines + <usize>(k * machineSize), 0, LOAD)
  for (let w = operations; w < none; w += operationSize)
    shift(load<usize>(load<usize>(w + cold, CHOICE), CHOICE_MACHINE), load<i32>(w, DURATION))
}

function shift(machine: usize, time: i32): void {
  const total = load<f64>(machine, LOAD) + <f64>time
  const share = total / scale
  store<f64>(machine, total, LOAD)
  store<f64>(machine, share * share * share, CHARGE)
}

/** Offers every move of the operations on the path. Below `bound` a forbidden one is allowed. */
export function weighMachines(begin: usize, iteration: i32, bound: i32): void {
  for (let at = begin; at < pathEnd; at += 4) {
    const u = load<usize>(at)
    const to = load<usize>(u + cold, CHOICES_END)
    let choice = load<usize>(u + cold, CHOICES)
    if (to - choice === choiceSize) continue
    const now = load<usize>(u + cold, CHOICE)
    const around = withoutIt(u)
    const relief = <f64>load<i32>(u, DURATION) * load<f64>(load<usize>(now, CHOICE_MACHINE), CHARGE)
    const least = load<i32>(u, READY) + load<i32>(u, REST)
    for (; choice < to; choice += choiceSize) {
      if (choice === now) continue
      const time = load<i32>(choice, CHOICE_DURATION)
      const extra = <f64>time * load<f64>(load<usize>(choice, CHOICE_MACHINE), CHARGE) - relief
      if (<f64>most(least + time, around) + extra > cost) continue
      weighPlaces(u, choice, around, extra, load<i32>(choice, CHOICE_FORBIDDEN) > iteration, bound)
    }
  }
}

/** The longest path through the neighbours of u when they stand behind one another. */
function withoutIt(u: usize): i32 {
  const a = load<usize>(u, BEFORE)
  const b = load<usize>(u, AFTER)
  let longest = 0
  if (b !== none) longest = most(load<i32>(a, END), load<i32>(b, READY)) + load<i32>(b, OUT)
  if (a !== none) longest = most(longest, load<i32>(a, END) + most(load<i32>(b, OUT), load<i32>(a, REST)))
  return longest
}

function weighPlaces(u: usize, choice: usize, around: i32, extra: f64, isForbidden: bool, bound: i32): void {
  const earliest = load<i32>(u, READY)
  const tail = load<i32>(u, REST)
  const time = load<i32>(choice, CHOICE_DURATION)
  let x = none
  let y = load<usize>(load<usize>(choice, CHOICE_MACHINE), FIRST)
  while (y !== none && load<i32>(y, END) <= earliest && load<i32>(y, OUT) > tail) {
    x = y
    y = load<usize>(y, AFTER)
  }
  for (;;) {
    const start = most(load<i32>(x, END), earliest)
    const next = most(load<i32>(y, OUT), tail)
    const value = most(start + time + next, around)
    if (isForbidden && value >= bound) offerForbidden(u, x, true, choice)
    else offer(<f64>value + extra, u, x, true, choice)
    if (y === none || (load<i32>(y, END) > earliest && load<i32>(y, OUT) <= tail)) return
    x = y
    y = load<usize>(y, AFTER)
  }
}

/** Makes the move that was chosen. The machine left is forbidden the longer the more others there are. */
export function moveAway(iteration: i32): void {
  const u = moved
  const x = anchor
  const choice = chosen
  const choices = <i32>(load<usize>(u + cold, CHOICES_END) - load<usize>(u + cold, CHOICES)) / choiceSize
  const spread = (choices * 3) / 5
  const until = iteration + 2 + spread + below(spread + 1)
  const left = load<usize>(u + cold, CHOICE)
  const time = load<i32>(u, DURATION)
  const y = x === none ? load<usize>(load<usize>(choice, CHOICE_MACHINE), FIRST) : load<usize>(x, AFTER)
  if (!place(u, choice, x, y)) {
    store<i32>(choice, until, CHOICE_FORBIDDEN)
    return
  }
  store<i32>(left, until, CHOICE_FORBIDDEN)
  shift(load<usize>(left, CHOICE_MACHINE), -time)
  shift(load<usize>(choice, CHOICE_MACHINE), load<i32>(u, DURATION))
}
