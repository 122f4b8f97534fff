/**
 * Local search on a plan that is to hold: where an order comes late in a scenario, one of the runs on its way goes before what
 * it waited for, or one of the two to another machine. Such a change shifts little or it is dropped, and only what it reaches
 * is played out again: many more changes can be judged than whole plans.
 */
import { seededRandom } from '../../random.ts'
import { Repair } from '../improve/changeable-timetable.ts'
import { hoursOf, type Objective, scoreOf } from '../improve/score.ts'
import type { Solution } from '../place/solve.ts'
import { Timetable, why } from '../place/timetable.ts'
import type { Model } from '../problem/model.ts'
import { Replay } from './replay.ts'
import type { Holding } from './robust.ts'
import { width } from './scenarios.ts'

/** A change that shifts more tasks is not looked at any further: mostly it holds up the whole plant. */
const mostShifted = 100
/** So many orders may be in time by one change: what costs more by plan is not played out. */
const ordersHoped = 3
/** After one block the mean of late orders may be wrong by this part. */
const doubt = 0.005
/** Changes that are looked at before one is played out, at most. */
const mostTries = 400
/** Changes that begin with who waited in a scenario; the others with an order that is late by plan. */
const waitedShare = 0.85
/** Length of the chain behind an order late by plan. */
const longestChain = 60
/** Blocks of scenarios: of small gains many are luck, with more scenarios fewer. */
const mostBlocks = 16
/** Blocks of scenarios whose late orders are looked at for the next changes. */
const blocksLookedAt = 2
/** Results that are kept, of all runs in all scenarios. */
const mostResults = 2 ** 22

export class HoldSearch {
  /** Hours: what the plan costs and what its late orders cost. */
  cost: number
  private readonly model: Model
  private readonly lateOrderHours: number
  private readonly objective: Objective
  private readonly random: () => number
  private readonly given: Solution
  private readonly skip: Uint8Array
  private readonly plan: Repair
  private readonly replay: Replay
  /** What the plan itself costs. */
  private hours: number
  private waited: number[] = []
  private blocked: number[] = []
  /** Last operations of the orders that are late by plan. */
  private late: number[] = []

  constructor(
    given: Solution,
    { given: model, disturbances, lateOrderHours, seed: scenarios }: Holding,
    objective: Objective,
    seed: number,
  ) {
    this.model = model
    this.lateOrderHours = lateOrderHours
    this.objective = objective
    this.random = seededRandom(seed)
    this.given = given
    this.skip = new Uint8Array(model.orderCount)
    for (const order of given.stuck.keys()) this.skip[order] = 1
    // Without margins: material is there when it is there.
    const plan = new Timetable(model)
    plan.copyFrom(given.timetable)
    this.plan = new Repair(plan)
    const room = Math.floor(mostResults / (model.operationCount * width))
    this.replay = new Replay(this.plan, disturbances, Math.max(1, Math.min(mostBlocks, room)), scenarios)
    this.hours = this.hoursNow()
    this.cost = this.hours + mean(this.replay.late) * lateOrderHours
    this.look()
  }

  /** The plan as it stands. */
  solution(): Solution {
    const timetable = new Timetable(this.model)
    timetable.copyFrom(this.plan)
    return { ...this.given, timetable, score: scoreOf(timetable, this.skip) }
  }

  /** Changes until one is worth being played out. */
  step(): void {
    const { plan, replay } = this
    for (let tries = 0; tries < mostTries; tries++) {
      if (!this.propose()) continue
      const hours = this.hoursNow()
      const leastLate = Math.max(0, this.cost - this.hours - ordersHoped * this.lateOrderHours)
      if (hours + leastLate > this.cost) {
        plan.takeBack()
        continue
      }
      const cost = hours + this.costOfLate(this.cost - hours)
      if (cost > this.cost) {
        plan.takeBack()
        replay.takeBack()
        return
      }
      plan.keep()
      replay.keep()
      this.cost = cost
      this.hours = hours
      this.look()
      return
    }
  }

  /** No more is played than shows that it is above the limit: infinite then. */
  private costOfLate(limit: number): number {
    const { replay, plan, lateOrderHours } = this
    replay.compare(plan)
    const known = mean(replay.lateBefore)
    let more = 0
    for (let block = 0; block < replay.blocks; block++) {
      more += replay.replay(block) - replay.lateBefore[block]!
      const cost = (known + more / (block + 1)) * lateOrderHours
      if (cost > limit + (doubt * known * lateOrderHours) / Math.sqrt(block + 1)) return Number.POSITIVE_INFINITY
    }
    return mean(replay.late) * lateOrderHours
  }

  private hoursNow(): number {
    return hoursOf(scoreOf(this.plan, this.skip), this.objective)
  }

  /** Where to change something. */
  private look(): void {
    const { plan, model, replay, random, waited, blocked, skip } = this
    plan.renumber()
    waited.length = 0
    blocked.length = 0
    for (let count = 0; count < blocksLookedAt; count++) {
      replay.findWaiting(Math.floor(random() * replay.blocks), random, (run, before) => {
        waited.push(run)
        blocked.push(before)
      })
    }
    const last = new Int32Array(model.orderCount).fill(-1)
    for (let i = 0; i < model.operationCount; i++) {
      const order = model.orderOf[i]!
      if (plan.isPlaced(i) && (last[order]! < 0 || plan.end[i]! > plan.end[last[order]!]!)) last[order] = i
    }
    this.late = Array.from(last).filter(
      (i, order) =>
        i >= 0 && model.orderWeight[order]! > 0 && skip[order] === 0 && plan.end[i]! > model.orderDue[order]!,
    )
  }

  /** Makes a change that waits for a decision; false: none. */
  private propose(): boolean {
    const { random, plan, waited, blocked, late } = this
    if (waited.length > 0 && random() < waitedShare) {
      const at = this.whole(waited.length)
      return this.part(waited[at]!, blocked[at]!)
    }
    if (late.length === 0) return false
    const chain = this.chainOf(late[this.whole(late.length)]!)
    const one = chain[this.whole(chain.length)]
    return one !== undefined && this.part(one, plan.behind[one]!)
  }

  /** Back from an operation along what held each one up: those that wait for their machine. */
  private chainOf(last: number): number[] {
    const { plan, model } = this
    const chain: number[] = []
    let i = plan.head[last]!
    for (let steps = 0; steps < longestChain && i >= 0 && model.isFixed[i] === 0; steps++) {
      if (plan.reason[i] === why.lane) chain.push(i)
      else if (plan.reason[i] !== why.predecessor) break
      i = plan.head[plan.behind[i]!] ?? -1
    }
    return chain
  }

  /** One run is not to wait for the other any more. */
  private part(waits: number, before: number): boolean {
    const { plan, random, model } = this
    if (before < 0 || model.isFixed[waits] === 1) return false
    if (random() < 0.25 && this.hasChoice(waits)) return this.toOther(waits)
    if (model.isFixed[before] === 1) return false
    const lane = plan.lane[waits]!
    if (plan.lane[before] !== lane) return random() < 0.5 && this.hasChoice(before) && this.toOther(before)
    if (random() < 0.5) {
      let next = before
      while (random() < 0.3 && plan.before[next]! >= 0) next = plan.before[next]!
      return plan.tryMove(waits, plan.alternative[waits]!, lane, next, mostShifted, true)
    }
    let next = plan.after[waits]!
    while (random() < 0.5 && next >= 0) next = plan.after[next]!
    return plan.tryMove(before, plan.alternative[before]!, lane, next, mostShifted, true)
  }

  private hasChoice(operation: number): boolean {
    return this.model.altFirst[operation + 1]! - this.model.altFirst[operation]! > 1
  }

  /** To another machine, at about the same time or a little earlier. */
  private toOther(operation: number): boolean {
    const { plan, model } = this
    const { altFirst, altMachine, laneFirst } = model
    const alternative = altFirst[operation]! + this.whole(altFirst[operation + 1]! - altFirst[operation]!)
    const machine = altMachine[alternative]!
    const lane = laneFirst[machine]! + this.whole(laneFirst[machine + 1]! - laneFirst[machine]!)
    if (lane === plan.lane[operation]) return false
    let next = -1
    for (let at = plan.laneBack[lane]!; at >= 0 && plan.start[at]! >= plan.start[operation]!; at = plan.before[at]!)
      next = at
    for (let back = this.whole(4); back > 0; back--) {
      const earlier = next >= 0 ? plan.before[next]! : plan.laneBack[lane]!
      if (earlier < 0) break
      next = earlier
    }
    return plan.tryMove(operation, alternative, lane, next, mostShifted, true)
  }

  private whole(below: number): number {
    return Math.floor(this.random() * below)
  }
}

const mean = (list: Float64Array): number => list.reduce((sum, each) => sum + each, 0) / list.length
