/** What a timetable is worth, and which of two is better. */

import type { Score } from '../place/plan.ts'
import type { Timetable } from '../place/timetable.ts'
import { movedSeconds } from '../problem/stability.ts'

/**
 * tardiness: weighted tardiness, then set-up, flow, makespan. changeover: set-up first. makespan: that first, as public
 * benchmarks do.
 */
export type Goal = 'tardiness' | 'changeover' | 'makespan'
/** What an hour of each costs; an hour of tardiness is weighted by its order's priority, flow is the sum over the orders. */
export interface Weights {
  readonly tardiness: number
  readonly changeover: number
  readonly makespan: number
  readonly flow: number
  /** Of a task that ends an hour earlier or later than in the plan that stands; 0 by default. */
  readonly stability?: number
}
/** An hour of a lesser goal beside one of tardiness. */
const lesser = 1e-4

/** One goal after the other, or all of them by weight. */
export type Objective = Goal | Weights

/** Which goal the search looks after first. */
export function leadingGoal(objective: Objective): Goal {
  if (typeof objective === 'string') return objective
  const { tardiness, changeover, makespan } = objective
  return tardiness > 0 ? 'tardiness' : changeover > makespan ? 'changeover' : 'makespan'
}

/** Hours of tardiness that a score counts for where tardiness is what matters most. */
export function hoursOf(score: Score, objective: Objective): number {
  const { weightedTardinessHours, setupSeconds, makespanSeconds, flowSeconds, movedSeconds = 0 } = score
  if (typeof objective === 'string') return weightedTardinessHours + (setupSeconds / 3600) * lesser
  const { tardiness, changeover, makespan, flow, stability = 0 } = objective
  const others = setupSeconds * changeover + makespanSeconds * makespan + flowSeconds * flow + movedSeconds * stability
  return weightedTardinessHours + others / 3600 / tardiness
}

/** Orders in `skip` count as unplanned, and so do those with an operation that is not placed. */
export function scoreOf(timetable: Timetable, skip: Uint8Array): Score {
  const { model, setupStart, end, setupSeconds } = timetable
  const { orderOf, orderDue, orderWeight, isFixed, operationCount, orderCount, problem } = model
  const first = new Float64Array(orderCount).fill(Number.POSITIVE_INFINITY)
  const last = new Float64Array(orderCount).fill(Number.NEGATIVE_INFINITY)
  const missing = skip.slice()
  let setups = 0
  let moved = 0
  let stood = false
  let latest = problem.now
  for (let i = 0; i < operationCount; i++) {
    const order = orderOf[i]!
    if (!timetable.isPlaced(i)) {
      missing[order] = 1
      continue
    }
    if (setupStart[i]! < first[order]!) first[order] = setupStart[i]!
    if (end[i]! > last[order]!) last[order] = end[i]!
    if (isFixed[i]) continue
    setups += setupSeconds[i]!
    if (model.standingMachine[i]! < 0) continue
    stood = true
    moved += movedSeconds(model, i, end[i]!, model.laneMachine[timetable.lane[i]!]!)
  }
  let tardiness = 0
  let late = 0
  let flow = 0
  let unplanned = 0
  for (let order = 0; order < orderCount; order++) {
    if (missing[order]) {
      unplanned++
      continue
    }
    const finish = last[order]!
    if (finish === Number.NEGATIVE_INFINITY) continue
    latest = Math.max(latest, finish)
    flow += finish - first[order]!
    const behind = finish - orderDue[order]!
    if (behind <= 0) continue
    tardiness += (behind / 3600) * orderWeight[order]!
    if (orderWeight[order]! > 0) late++
  }
  return {
    weightedTardinessHours: tardiness,
    lateOrders: late,
    setupSeconds: setups,
    makespanSeconds: latest - problem.now,
    flowSeconds: flow,
    unplannedOrders: unplanned,
    ...(stood ? { movedSeconds: moved } : {}),
  }
}

/** Negative when the first is better. Fewer unplanned orders always are; then one goal after the other. */
export function compareScores(a: Score, b: Score, objective: Objective): number {
  return a.unplannedOrders - b.unplannedOrders || compareGoals(a, b, objective)
}

function compareGoals(a: Score, b: Score, objective: Objective): number {
  const tardiness = a.weightedTardinessHours - b.weightedTardinessHours
  const makespan = a.makespanSeconds - b.makespanSeconds
  const setups = a.setupSeconds - b.setupSeconds
  const flow = a.flowSeconds - b.flowSeconds
  const moved = (a.movedSeconds ?? 0) - (b.movedSeconds ?? 0)
  if (typeof objective === 'object') {
    const { tardiness: t, changeover: c, makespan: m, flow: f, stability: s = 0 } = objective
    return tardiness * t + (setups * c + makespan * m + flow * f + moved * s) / 3600
  }
  if (objective === 'makespan') return makespan || tardiness || setups || flow
  if (objective === 'changeover') return setups || tardiness || flow || makespan
  return tardiness || setups || flow || makespan
}
