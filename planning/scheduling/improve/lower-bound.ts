/**
 * What no plan can do better: every operation as early as its material, its predecessors and the calendars allow, on its
 * quickest machine, as if it had that machine to itself; tardiness also by what the work centres can do in all.
 */
import { endAt, nextUnbroken, startAt, type WorkTable, wallWithin, workedAt } from '../../calendar/working-time.ts'
import { findStuckOrders } from '../compile/causes.ts'
import { compile, type Model } from '../problem/model.ts'
import type { Problem } from '../problem/problem.ts'
import { queueBound } from './load-bound.ts'

/** Of the orders that can be planned. Compare with the `Score` of a plan that leaves no other order out. */
export interface LowerBound {
  readonly weightedTardinessHours: number
  /** Orders that are late however they are planned. */
  readonly lateOrders: number
  /** Set-ups without any change-over. */
  readonly setupSeconds: number
  readonly makespanSeconds: number
}

export const lowerBound = (problem: Problem): LowerBound => lowerBoundOf(compile(problem))

export function lowerBoundOf(model: Model): LowerBound {
  const { problem } = model
  const stuck = findStuckOrders(model)
  const end = earliestEnds(model)
  const finish = new Float64Array(model.orderCount)
  let setupSeconds = 0
  for (let i = 0; i < model.operationCount; i++) {
    const order = model.orderOf[i]!
    if (stuck.has(order)) continue
    finish[order] = Math.max(finish[order]!, end[i]!)
    if (model.isFixed[i] === 0) setupSeconds += leastSetup(model, i)
  }
  let lateOrders = 0
  let latest = problem.now
  for (const [order, at] of finish.entries()) {
    if (at === 0) continue
    if (!Number.isFinite(at)) {
      finish[order] = 0
      continue
    }
    latest = Math.max(latest, at)
    const behind = at - model.orderDue[order]!
    if (behind <= 0) continue
    if (model.orderWeight[order]! > 0) lateOrders++
  }
  return {
    weightedTardinessHours: queueBound(model, finish),
    lateOrders,
    setupSeconds,
    makespanSeconds: latest - problem.now,
  }
}

/** Infinity where there is no time for it at all. */
function earliestEnds(model: Model): Float64Array {
  const { problem, operationCount, isFixed, mayPause, tables, altTable, altRun, altSetup } = model
  const start = new Float64Array(operationCount).fill(Number.POSITIVE_INFINITY)
  const end = new Float64Array(operationCount).fill(Number.POSITIVE_INFINITY)
  for (const i of model.topological) {
    if (isFixed[i] === 1) {
      start[i] = model.fixedStart[i]!
      end[i] = model.fixedEnd[i]!
      continue
    }
    const begin = Math.max(problem.now, model.notBefore[i]!)
    const ready = Math.max(begin, model.kitAt[i]!, readyAfter(model, i, start, end))
    const first = model.altFirst[i]!
    for (let k = first; k < model.altFirst[i + 1]!; k++) {
      const setup = isShared(model, k) ? 0 : altSetup[k]!
      // Like machines stand side by side.
      const isLikeLast =
        k > first &&
        altTable[k] === altTable[k - 1] &&
        altRun[k] === altRun[k - 1] &&
        setup === (isShared(model, k - 1) ? 0 : altSetup[k - 1])
      if (isLikeLast) continue
      const table = tables[altTable[k]!]!
      const at = earliestOn(table, workedAt(table, begin), workedAt(table, ready), setup, altRun[k]!, mayPause[i] === 1)
      start[i] = Math.min(start[i]!, startAt(table, at))
      end[i] = Math.min(end[i]!, endAt(table, at + altRun[k]!))
    }
  }
  return end
}

/** Position of the run: set-up and run must not cross a wall, and the run pauses nowhere if it must not. */
function earliestOn(
  table: WorkTable,
  begin: number,
  ready: number,
  setup: number,
  run: number,
  mayPause: boolean,
): number {
  let from = begin
  for (;;) {
    const earliest = Math.max(ready, from + setup)
    const at = mayPause ? earliest : nextUnbroken(table, earliest, run)
    const wall = Number.isFinite(at) ? wallWithin(table, at - setup, at + run) : -1
    if (wall < 0) return at
    from = wall
  }
}

/** What is handed over in batches lets the next begin some time after its own start: here, at once. */
function readyAfter(
  { predFirst, predOp, predWait, predShare }: Model,
  i: number,
  start: Float64Array,
  end: Float64Array,
) {
  let ready = 0
  for (let k = predFirst[i]!; k < predFirst[i + 1]!; k++) {
    const before = predOp[k]!
    ready = Math.max(ready, predShare[k] === 1 ? end[before]! + predWait[k]! : start[before]!)
  }
  return ready
}

function leastSetup(model: Model, i: number): number {
  const { altFirst, altSetup } = model
  let least = Number.POSITIVE_INFINITY
  for (let k = altFirst[i]!; k < altFirst[i + 1]!; k++) least = Math.min(least, isShared(model, k) ? 0 : altSetup[k]!)
  return Number.isFinite(least) ? least : 0
}

/** A charge is set up once for all of its members. */
const isShared = ({ machineCharge, altMachine }: Pick<Model, 'machineCharge' | 'altMachine'>, k: number): boolean =>
  machineCharge[altMachine[k]!]! > 0
