/**
 * The move a step will make: the cheapest of those that are allowed, ties by chance; where none is, one of the forbidden ones
 * by chance.
 */
import { below } from './random.ts'

/** What the best allowed move costs: its estimated makespan and what it is charged besides. */
export let cost: f64 = 0
/** The operation to move, 0 when there is none. */
export let moved: usize = 0
/** On its own machine: the operation it goes behind (`isRight`) or in front of. On another: the one it goes behind. */
export let anchor: usize = 0
export let isRight: bool = false
/** The choice of another machine, 0 for a move on its own. */
export let chosen: usize = 0
let ties: i32 = 0
let forbiddenSeen: i32 = 0

export function forget(): void {
  cost = Infinity
  moved = 0
  ties = 0
  forbiddenSeen = 0
}

export function offer(price: f64, u: usize, v: usize, right: bool, choice: usize): void {
  if (price > cost) return
  if (price < cost) ties = 0
  ties++
  if (ties > 1 && below(ties) !== 0) return
  cost = price
  take(u, v, right, choice)
}

export function offerForbidden(u: usize, v: usize, right: bool, choice: usize): void {
  forbiddenSeen++
  if (cost !== Infinity) return
  if (forbiddenSeen > 1 && below(forbiddenSeen) !== 0) return
  take(u, v, right, choice)
}

function take(u: usize, v: usize, right: bool, choice: usize): void {
  moved = u
  anchor = v
  isRight = right
  chosen = choice
}
