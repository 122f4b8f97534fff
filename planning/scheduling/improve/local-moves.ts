/** Where local search tries to take what: operations that make an order late, or where a set-up is lost, and places for them. */

import { why } from '../place/timetable.ts'
import type { Model } from '../problem/model.ts'
import type { PlanChanges, Repair } from './changeable-timetable.ts'
import type { LocalCost } from './local-cost.ts'
import type { Goal } from './score.ts'

/** A move that shifts more than this is not looked at any further. */
const mostShifted = 3000
/** Length of the chain behind a late order that is looked at, and neighbours that are looked at for a set-up. */
const longestChain = 60
const nearby = 15

/** Which orders are late in a plan, by how much it counts. */
type LatenessNow = Pick<LocalCost, 'orderEnd' | 'tardinessOf'>

export class LocalMoves {
  private readonly model: Model
  private readonly plan: Repair
  private readonly changes: PlanChanges
  private readonly cost: LatenessNow
  private readonly goal: Goal
  private readonly random: () => number
  private readonly ofOrder: readonly Int32Array[]
  private readonly movable: Int32Array
  private late = new Int32Array(0)
  private lateUpTo = new Float64Array(0)
  private readonly chain = new Int32Array(longestChain)

  /** `ofOrder`: placed operations of each order; `movable`: those that are not fixed; `changes`: how the plan is changed. */
  constructor(
    plan: Repair,
    cost: LatenessNow,
    goal: Goal,
    random: () => number,
    ofOrder: readonly Int32Array[],
    movable: Int32Array,
    changes: PlanChanges = plan,
  ) {
    this.model = plan.model
    this.plan = plan
    this.changes = changes
    this.cost = cost
    this.goal = goal
    this.random = random
    this.ofOrder = ofOrder
    this.movable = movable
  }

  /** Which orders are late now, and how much each counts. */
  findLate(): void {
    const { model, cost } = this
    const late: number[] = []
    const upTo: number[] = []
    let sum = 0
    for (let order = 0; order < model.orderCount; order++) {
      const tardiness = cost.tardinessOf(order, cost.orderEnd[order]!)
      if (tardiness === 0) continue
      // The root: many that are a little late count as much as one that is very late.
      sum += Math.sqrt(tardiness)
      late.push(order)
      upTo.push(sum)
    }
    this.late = Int32Array.from(late)
    this.lateUpTo = Float64Array.from(upTo)
  }

  private whole(below: number): number {
    return Math.floor(this.random() * below)
  }

  /** An operation worth moving: on the chain of an order that matters, or anywhere. */
  pick(): number {
    const share = this.random()
    if (this.goal === 'changeover' ? share < 0.1 : share < 0.85) {
      const order = this.goal === 'makespan' ? this.lastOrder() : this.someLate()
      if (order >= 0) return this.onChain(order)
    }
    return this.movable[this.whole(this.movable.length)]!
  }

  private someLate(): number {
    const { late, lateUpTo } = this
    if (late.length === 0) return -1
    const at = this.random() * lateUpTo[late.length - 1]!
    let low = 0
    let high = late.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (lateUpTo[middle]! <= at) low = middle + 1
      else high = middle
    }
    return late[low]!
  }

  private lastOrder(): number {
    const { orderEnd } = this.cost
    let last = -1
    for (let order = 0; order < orderEnd.length; order++)
      if (last < 0 || orderEnd[order]! > orderEnd[last]!) last = order
    return last
  }

  /** Back from the end of an order along what held each task up; one of the tasks that others made wait. */
  private onChain(order: number): number {
    const { plan, model, chain } = this
    let operation = -1
    for (const i of this.ofOrder[order]!) if (operation < 0 || plan.end[i]! > plan.end[operation]!) operation = i
    let count = 0
    for (let steps = 0; steps < longestChain && operation >= 0 && model.isFixed[operation] === 0; steps++) {
      const reason = plan.reason[operation]!
      const choice = model.altFirst[operation + 1]! - model.altFirst[operation]! > 1
      if (reason === why.lane || reason === why.resource || choice) chain[count++] = operation
      if (reason === why.lane || reason === why.predecessor) operation = plan.behind[operation]!
      else if (reason === why.resource || reason === why.calendar) operation = plan.before[operation]!
      else break
    }
    return count === 0 ? -1 : chain[this.whole(count)]!
  }

  /** Tries to move it somewhere; true when the plan has changed and waits for a decision. */
  propose(operation: number): boolean {
    const { plan, model } = this
    const lane = plan.lane[operation]!
    if (model.machineCharge[model.laneMachine[lane]!]! > 0 && this.random() < 0.5) return this.toOtherCharge(operation)
    const alternative = plan.alternative[operation]!
    const share = this.random()
    const alternatives = model.altFirst[operation + 1]! - model.altFirst[operation]!
    const setupShare = this.goal === 'changeover' ? 0.6 : 0.1
    if (share < setupShare && this.joinFamily(operation)) return true
    if (alternatives > 1 && this.random() < 0.35) return this.toOther(operation)
    if (this.random() < 0.25) {
      const blocker = plan.before[operation]!
      return (
        blocker >= 0 &&
        this.changes.tryMove(blocker, plan.alternative[blocker]!, lane, plan.after[operation]!, mostShifted)
      )
    }
    let next = plan.before[operation]!
    if (next < 0) return false
    while (this.random() < 0.5 && plan.before[next]! >= 0) next = plan.before[next]!
    return this.changes.tryMove(operation, alternative, lane, next, mostShifted)
  }

  /** Into a charge that runs at about the same time or earlier; or out of its own, to run as one of its own. */
  private toOtherCharge(operation: number): boolean {
    const { plan, model } = this
    const first = model.altFirst[operation]!
    const alternative = first + this.whole(model.altFirst[operation + 1]! - first)
    const lane = model.laneFirst[model.altMachine[alternative]!]!
    let at = plan.laneBack[lane]!
    while (at >= 0 && plan.start[at]! > plan.start[operation]!) at = plan.before[at]!
    if (plan.head[operation] !== operation && this.random() < 0.3) {
      for (let back = this.whole(4); back > 0 && at >= 0; back--) at = plan.before[at]!
      const next = at < 0 ? plan.laneFront[lane]! : plan.after[at]!
      return this.changes.tryLeave(operation, alternative, lane, next, mostShifted)
    }
    if (at >= 0 && plan.after[at]! >= 0 && this.random() < 0.3) at = plan.after[at]!
    for (let back = this.whole(nearby); back > 0 && at >= 0; back--) {
      if (model.family[at] === model.family[operation] && plan.head[operation] !== at && this.random() < 0.5) break
      at = plan.before[at]!
    }
    return at >= 0 && this.changes.tryJoin(operation, at, mostShifted)
  }

  /** To another machine, at about the same time or earlier. */
  private toOther(operation: number): boolean {
    const { plan, model } = this
    const first = model.altFirst[operation]!
    const alternative = first + this.whole(model.altFirst[operation + 1]! - first)
    const machine = model.altMachine[alternative]!
    const lanes = model.laneFirst[machine + 1]! - model.laneFirst[machine]!
    const lane = model.laneFirst[machine]! + this.whole(lanes)
    if (lane === plan.lane[operation]) return false
    let next = -1
    const start = plan.start[operation]!
    for (let at = plan.laneBack[lane]!; at >= 0 && plan.start[at]! >= start; at = plan.before[at]!) next = at
    for (let back = this.whole(4); back > 0; back--) {
      const earlier = next >= 0 ? plan.before[next]! : plan.laneBack[lane]!
      if (earlier < 0) break
      next = earlier
    }
    return this.changes.tryMove(operation, alternative, lane, next, mostShifted)
  }

  /** Another one of the same family as what runs before it is fetched from further on. */
  private joinFamily(operation: number): boolean {
    const { plan, model } = this
    const previous = plan.before[operation]!
    if (previous < 0 || model.family[previous] === model.family[operation]) return false
    let at = plan.after[operation]!
    for (let steps = 0; steps < nearby && at >= 0; steps++) {
      if (model.family[at] === model.family[previous]) {
        return this.changes.tryMove(at, plan.alternative[at]!, plan.lane[at]!, operation, mostShifted)
      }
      at = plan.after[at]!
    }
    return false
  }
}
