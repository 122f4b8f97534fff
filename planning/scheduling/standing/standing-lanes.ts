/**
 * Lanes of machines that take several tasks at a time. A plan does not say on which lane a task stands; any division does in
 * which none meets another, and there is one wherever no more tasks run together than there are lanes: earliest first, each on
 * a lane that is free (interval graphs are perfect). Locked tasks are laid with the others, or the others might not find room.
 */
import type { Model } from '../problem/model.ts'

export interface StandingTimes {
  readonly operation: number
  readonly machine: number
  readonly setupStart: number
  readonly end: number
}

/** Lane of each operation of the tasks, -1 for the others. Rewrites the lanes of the model's fixed tasks. */
export function layLanes(model: Model, free: readonly StandingTimes[]): Int32Array {
  const { laneFirst, laneFixed, laneFixedFirst, fixedLane } = model
  const lanes = new Int32Array(model.operationCount).fill(-1)
  const onMachine = Map.groupBy(free, task => task.machine)
  for (let machine = 0; machine < model.machineCount; machine++) {
    const first = laneFirst[machine]!
    const end = laneFirst[machine + 1]!
    const own = onMachine.get(machine) ?? []
    if (end - first < 2) {
      for (const { operation } of own) lanes[operation] = first
      continue
    }
    const from = laneFixedFirst[first]!
    const fixed = [...laneFixed.subarray(from, laneFixedFirst[end])].map(operation => ({
      ...{ operation, machine, setupStart: model.fixedSetupStart[operation]!, end: model.fixedEnd[operation]! },
    }))
    const busy = new Float64Array(end - first).fill(Number.NEGATIVE_INFINITY)
    const fixedOn: number[][] = Array.from(busy, () => [])
    for (const task of [...fixed, ...own].sort((a, b) => a.setupStart - b.setupStart || a.operation - b.operation)) {
      const lane = lastFree(busy, task.setupStart)
      busy[lane] = Math.max(busy[lane]!, task.end)
      lanes[task.operation] = first + lane
      if (model.isFixed[task.operation] === 1) fixedOn[lane]!.push(task.operation)
    }
    let k = from
    fixedOn.forEach((operations, lane) => {
      laneFixedFirst[first + lane] = k
      for (const operation of operations) {
        laneFixed[k++] = operation
        fixedLane[operation] = first + lane
      }
    })
  }
  return lanes
}

/** The lane that became free last, of those that are free; the first to become so when none is. */
function lastFree(busy: Float64Array, at: number): number {
  let best = -1
  for (let lane = 0; lane < busy.length; lane++)
    if (busy[lane]! <= at && (best < 0 || busy[lane]! > busy[best]!)) best = lane
  if (best >= 0) return best
  return busy.indexOf(Math.min(...busy))
}
