/** One complete answer for one rule. */
import { type Stuck, spread } from '../compile/causes.ts'
import { scoreOf } from '../improve/score.ts'
import type { Model } from '../problem/model.ts'
import type { Dispatcher, Rule } from './dispatch.ts'
import type { Score } from './plan.ts'
import type { Timetable } from './timetable.ts'

/** Where the best of the first plans is looked for; the plainest first, for the largest problems have time for few. */
export const rules: readonly Rule[] = [
  { value: 0.6, k1: 8, k2: 3, late: false },
  { value: 0, k1: 1, k2: 1e9, late: true },
  { value: 1.4, k1: 3.3, k2: 6.4, late: false },
  { value: 0.3, k1: 20, k2: 3, late: true },
  { value: 1, k1: 2, k2: 0.5, late: false },
  { value: 1, k1: 0.7, k2: 1, late: false },
  { value: 0.1, k1: 0.3, k2: 2, late: true },
]
/** A complete answer: everything is placed but the orders in `stuck`. The timetable is its own. */
export interface Solution {
  readonly rule: Rule
  readonly timetable: Timetable
  readonly stuck: ReadonlyMap<number, Stuck>
  readonly score: Score
}

/**
 * One pass, repeated without the orders that did not fit before the limit until the rest fits: an order is planned in whole
 * or not at all, and what is left out must not have taken time from the others.
 */
export function solve(model: Model, dispatcher: Dispatcher, rule: Rule, known: ReadonlyMap<number, Stuck>): Solution {
  const stuck = new Map(known)
  const skip = new Uint8Array(model.orderCount)
  for (;;) {
    for (const order of stuck.keys()) skip[order] = 1
    dispatcher.run(rule, skip)
    if (dispatcher.unplaced === 0) break
    const failed = new Map<number, Stuck>()
    for (const i of model.topological) {
      const order = model.orderOf[i]!
      if (model.isFixed[i] || skip[order] || failed.has(order) || dispatcher.timetable.isPlaced(i)) continue
      if (!waitsForUnplaced(model, dispatcher.timetable, i)) failed.set(order, beyondHorizon(model, i))
    }
    for (const [order, cause] of failed) stuck.set(order, cause)
    spread(model, stuck)
  }
  const timetable = dispatcher.take()
  return { rule, timetable, stuck, score: scoreOf(timetable, skip) }
}

const waitsForUnplaced = ({ predFirst, predOp }: Model, timetable: Timetable, i: number): boolean =>
  predOp.subarray(predFirst[i], predFirst[i + 1]).some(before => !timetable.isPlaced(before))

function beyondHorizon({ problem, altFirst, altMachine }: Model, i: number): Stuck {
  const machine = problem.machines[altMachine[altFirst[i]!]!]!
  return { cause: 'beyond_horizon', at: i, object: { kind: 'machine', id: machine.id } }
}
