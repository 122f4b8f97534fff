/**
 * Improvement of the first plan: the index of some operations is turned, the whole plan made again, and kept when it is no
 * worse. Slow for each step, and right for every rule there is; large gains come from the orders that are late.
 */
import { seededRandom } from '../random.ts'
import type { Dispatcher } from './dispatch.ts'
import type { Model } from './model.ts'
import type { Progress } from './schedule.ts'
import { compareScores, type Objective } from './score.ts'
import { rules, type Solution, solve } from './solve.ts'

export interface ImproveOptions {
  readonly seed: number
  readonly iterations: number
  readonly objective: Objective
  readonly onProgress: ((progress: Progress) => void) | undefined
  readonly shouldStop: () => boolean
}

export function improve(
  model: Model,
  dispatcher: Dispatcher,
  first: Solution,
  triedRules: number,
  { seed, iterations, objective, onProgress, shouldStop }: ImproveOptions,
): { solution: Solution; iterations: number } {
  const random = seededRandom(seed)
  let best = first
  let iteration = 0
  const kept = dispatcher.bias.slice()
  const byOrder = operationsByOrder(model)
  while (iteration < iterations && !shouldStop()) {
    iteration++
    dispatcher.bias.set(kept)
    // First the rules that have not been tried, as they are.
    const untried = rules[triedRules + iteration - 1]
    if (!untried) turn(model, best, byOrder, dispatcher.bias, random)
    const rule = untried ?? (random() < 0.9 ? best.rule : rules[Math.floor(random() * rules.length)]!)
    const solution = solve(model, dispatcher, rule, first.stuck)
    const difference = compareScores(solution.score, best.score, objective)
    if (difference > 0) continue
    best = solution
    kept.set(dispatcher.bias)
    if (difference < 0) onProgress?.({ iteration, iterations, best: best.score })
  }
  return { solution: best, iterations: iteration }
}

/** Late orders are pushed forward, some others back, in one of three sizes. */
function turn(
  model: Model,
  { timetable }: Solution,
  byOrder: readonly Int32Array[],
  bias: Float64Array,
  random: () => number,
): void {
  const late: number[] = []
  for (let order = 0; order < model.orderCount; order++) {
    let end = 0
    for (const i of byOrder[order]!) end = Math.max(end, timetable.end[i]!)
    if (end > model.orderDue[order]! && model.orderWeight[order]! > 0) late.push(order)
  }
  const size = [0.3, 1, 3][Math.floor(random() * 3)]!
  if (late.length > 0 && random() < 0.7) {
    const some = 1 + Math.floor(random() * Math.min(8, late.length))
    for (let k = 0; k < some; k++) {
      const order = late[Math.floor(random() * late.length)]!
      const by = size * (random() < 0.85 ? random() : -random())
      for (const i of byOrder[order]!) bias[i]! += by
    }
    return
  }
  const share = [1, 0.1, 0.01][Math.floor(random() * 3)]!
  for (let i = 0; i < bias.length; i++) if (random() < share) bias[i]! += size * (random() - 0.5)
}

function operationsByOrder({ operationCount, orderCount, orderOf, isFixed }: Model): Int32Array[] {
  const lists: number[][] = Array.from({ length: orderCount }, () => [])
  for (let i = 0; i < operationCount; i++) if (!isFixed[i]) lists[orderOf[i]!]!.push(i)
  return lists.map(list => Int32Array.from(list))
}
