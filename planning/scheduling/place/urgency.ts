/** How urgent each operation is, seen from the orders: a backward pass without queues. */
import { totalWorked } from '../../calendar/working-time.ts'
import type { Model } from '../problem/model.ts'

export interface Urgency {
  /** When the operation has to end so that everything after it can be in time without waiting. */
  readonly due: Float64Array
  /** The heaviest of the orders that wait for it. */
  readonly weight: Float64Array
  /** Shortest run. */
  readonly shortest: Float64Array
  /** Wall-clock seconds for a working second on its first machine. */
  readonly stretch: Float64Array
  readonly meanRun: number
  readonly meanSetup: number
}

/** What feeds a fixed task is more urgent than any order: that task will not wait. */
const fixedFactor = 10

export function urgencyOf(model: Model): Urgency {
  const { operationCount: n, altFirst, altRun, altSetup, altTable, tables, orderOf, orderDue, orderWeight } = model
  const due = new Float64Array(n)
  const weight = new Float64Array(n)
  const shortest = new Float64Array(n)
  const stretch = new Float64Array(n).fill(1)
  const stretchOf = Float64Array.from(tables, table => {
    const worked = totalWorked(table)
    return worked === 0 ? 1 : (table.ends.at(-1)! - table.starts[0]!) / worked
  })
  let runs = 0
  let setups = 0
  let counted = 0
  for (let i = 0; i < n; i++) {
    let least = Number.POSITIVE_INFINITY
    for (let k = altFirst[i]!; k < altFirst[i + 1]!; k++) {
      least = Math.min(least, altRun[k]!)
      setups += altSetup[k]! / (altFirst[i + 1]! - altFirst[i]!)
    }
    if (altFirst[i]! < altFirst[i + 1]!) {
      shortest[i] = least
      stretch[i] = stretchOf[altTable[altFirst[i]!]!]!
      runs += least
      counted++
    }
    due[i] = orderDue[orderOf[i]!]!
    weight[i] = orderWeight[orderOf[i]!]!
  }
  let changes = 0
  let pairs = 0
  for (const matrix of new Set(model.machineChangeover)) {
    for (const seconds of matrix.seconds) if (seconds >= 0) changes += seconds
    pairs += matrix.seconds.length
  }

  const { topological, succFirst, succOp, isFixed, fixedSetupStart } = model
  for (let t = topological.length - 1; t >= 0; t--) {
    const i = topological[t]!
    for (let k = succFirst[i]!; k < succFirst[i + 1]!; k++) {
      const next = succOp[k]!
      const latest = isFixed[next] ? fixedSetupStart[next]! : due[next]! - shortest[next]! * stretch[next]!
      due[i] = Math.min(due[i]!, latest)
      weight[i] = Math.max(weight[i]!, weight[next]! * (isFixed[next] ? fixedFactor : 1))
    }
  }
  const heaviest = weight.reduce((most, each) => Math.max(most, each), 0) || 1
  // Orders nobody waits for still want to be done, last.
  for (let i = 0; i < n; i++) weight[i] = Math.max(weight[i]!, heaviest * 1e-6)
  return {
    due,
    weight,
    shortest,
    stretch,
    meanRun: counted > 0 ? runs / counted : 1,
    meanSetup: (counted > 0 ? setups / counted : 0) + (pairs > 0 ? changes / pairs : 0) || 1,
  }
}
