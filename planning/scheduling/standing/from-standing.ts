/**
 * The plan that stands, taken into a new problem: its tasks on their machines in their order, each as early as every rule
 * allows; what is not in it comes behind, where it ends first, but what they wait for comes before them.
 */
import type { Stuck } from '../compile/causes.ts'
import { scoreOf } from '../improve/score.ts'
import { rules, type Solution } from '../place/solve.ts'
import { Timetable } from '../place/timetable.ts'
import { loadOn } from '../problem/charge.ts'
import type { Model } from '../problem/model.ts'
import { operationsInOrder } from '../problem/operations-in-order.ts'
import { StandingPlan, type StandingTask } from './standing-plan.ts'

/** null: nothing stands, or it does not fit before the limit any more. */
export function fromStanding(model: Model, stuck: ReadonlyMap<number, Stuck>): Solution | null {
  // Mostly nothing does, and the operations lie far apart in memory.
  if (!model.standingMachine.some(machine => machine >= 0)) return null
  const tasks: StandingTask[] = []
  for (const { id, standing } of model.problem.operations) if (standing) tasks.push({ operation: id, ...standing })
  const skip = new Uint8Array(model.orderCount)
  for (const order of stuck.keys()) skip[order] = 1
  const from = new StandingPlan(model, tasks)
  const timetable = new Timetable(model)
  const isLeftOut = (i: number) => skip[model.orderOf[i]!] === 1
  /** What it waits for and nobody has planned yet is placed first. */
  const waitsForMissing = (i: number): boolean => {
    for (let k = model.predFirst[i]!; k < model.predFirst[i + 1]!; k++) {
      const before = model.predOp[k]!
      if (timetable.isPlaced(before)) continue
      if (from.isPlaced(before) || isLeftOut(before) || waitsForMissing(before)) return true
      if (!placeWhereItEndsFirst(timetable, before)) return true
    }
    return false
  }
  timetable.copyCharges(from)
  for (const operation of operationsInOrder(from)) {
    const members: number[] = []
    for (let m = operation; m >= 0; m = timetable.nextMember[m]!) members.push(m)
    if (members.some(m => isLeftOut(m) || waitsForMissing(m)) || !fitsTogether(from, operation)) {
      for (const m of members) {
        timetable.head[m] = m
        timetable.nextMember[m] = -1
      }
      continue
    }
    if (!timetable.find(operation, from.alternative[operation]!, from.lane[operation]!)) return null
    timetable.place(operation, from.alternative[operation]!, from.lane[operation]!)
  }
  for (const i of model.topological) {
    if (timetable.isPlaced(i) || isLeftOut(i)) continue
    if (!placeWhereItEndsFirst(timetable, i)) return null
  }
  return { rule: rules[0]!, timetable, stuck, score: scoreOf(timetable, skip) }
}

/** A charge that stands may be too much by now. */
function fitsTogether({ model, nextMember, lane }: StandingPlan, head: number): boolean {
  if (nextMember[head]! < 0) return true
  const machine = model.laneMachine[lane[head]!]!
  const most = model.machineCharge[machine]!
  return most > 0 && loadOn(model, nextMember, head, machine) <= most
}

function placeWhereItEndsFirst(timetable: Timetable, operation: number): boolean {
  const { altFirst, altMachine, laneFirst } = timetable.model
  let bestAlternative = -1
  let bestLane = -1
  let bestEnd = Number.POSITIVE_INFINITY
  for (let k = altFirst[operation]!; k < altFirst[operation + 1]!; k++) {
    for (let lane = laneFirst[altMachine[k]!]!; lane < laneFirst[altMachine[k]! + 1]!; lane++) {
      if (!timetable.find(operation, k, lane) || timetable.foundEnd >= bestEnd) continue
      bestEnd = timetable.foundEnd
      bestAlternative = k
      bestLane = lane
    }
  }
  if (bestAlternative < 0) return false
  timetable.find(operation, bestAlternative, bestLane)
  timetable.place(operation, bestAlternative, bestLane)
  return true
}
