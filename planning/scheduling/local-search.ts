/**
 * Local search: operations on the chain that makes an order late - or where a set-up is lost - are taken to another place, on
 * their machine or another. What comes of it is kept by late acceptance (Burke, Bykov 2017): when it is no worse than the
 * plan was some moves ago.
 */
import { seededRandom } from '../random.ts'
import type { Model } from './model.ts'
import { Repair } from './repair.ts'
import { retime } from './retime.ts'
import { type Goal, leadingGoal, type Objective } from './score.ts'
import type { Solution } from './solve.ts'
import { movedSeconds } from './stability.ts'
import { Timetable, why } from './timetable.ts'

/** Accepted when no worse than so many moves ago. */
const memory = 50
/** A move that shifts more than this is not looked at any further. */
const mostShifted = 3000
/** Length of the chain behind a late order that is looked at, and neighbours that are looked at for a set-up. */
const longestChain = 60
const nearby = 15
/** Weights of the lesser goals beside an hour of the first. */
const lesser = 1e-4
const least = 1e-7

export class LocalSearch {
  readonly skip: Uint8Array
  private readonly model: Model
  private readonly objective: Objective
  private readonly goal: Goal
  private readonly random: () => number
  private readonly plan: Repair
  private readonly movable: Int32Array
  private readonly ofOrder: readonly Int32Array[]

  private readonly orderEnd: Float64Array
  private tardiness = 0
  private setups = 0
  private ends = 0
  /** Hours by which tasks are moved from the plan that stands, and the machine each counts with. */
  private moved = 0
  private readonly countedOn: Int32Array
  private cost: number
  private bestCost: number
  /** The best plan is the present one; else it is in `kept`. */
  private bestIsHere = false
  private keptIsNew = false
  private readonly kept: Timetable

  private readonly history = new Float64Array(memory)
  private moves = 0
  /** Orders touched by a move, with what they were, so that it can be forgotten. */
  private readonly touched: Int32Array
  private readonly touchedEnd: Float64Array
  private readonly isTouched: Uint8Array
  private touchedCount = 0

  private late = new Int32Array(0)
  private lateUpTo = new Float64Array(0)
  private readonly chain = new Int32Array(longestChain)

  constructor(solution: Solution, objective: Objective, seed: number) {
    const { model } = solution.timetable
    this.model = model
    this.objective = objective
    this.goal = leadingGoal(objective)
    this.random = seededRandom(seed)
    this.plan = new Repair(solution.timetable)
    this.kept = new Timetable(model)
    this.skip = new Uint8Array(model.orderCount)
    for (const order of solution.stuck.keys()) this.skip[order] = 1
    const lists: number[][] = Array.from({ length: model.orderCount }, () => [])
    const movable: number[] = []
    for (let i = 0; i < model.operationCount; i++) {
      if (!this.plan.isPlaced(i)) continue
      lists[model.orderOf[i]!]!.push(i)
      if (model.isFixed[i] === 0) movable.push(i)
    }
    this.movable = Int32Array.from(movable)
    this.ofOrder = lists.map(list => Int32Array.from(list))
    this.orderEnd = new Float64Array(model.orderCount)
    this.touched = new Int32Array(model.orderCount)
    this.touchedEnd = new Float64Array(model.orderCount)
    this.isTouched = new Uint8Array(model.orderCount)
    for (let order = 0; order < model.orderCount; order++) {
      const end = this.endOf(order)
      this.orderEnd[order] = end
      this.tardiness += this.tardinessOf(order, end)
      this.ends += end / 3600
    }
    this.countedOn = new Int32Array(model.operationCount).fill(-1)
    for (const i of this.movable) {
      this.setups += this.plan.setupSeconds[i]! / 3600
      if (model.standingMachine[i]! < 0) continue
      this.countedOn[i] = this.machineOf(i)
      this.moved += movedSeconds(model, i, this.plan.end[i]!, this.machineOf(i)) / 3600
    }
    this.cost = this.costNow()
    this.bestCost = this.cost
    this.history.fill(this.cost)
  }

  /** Moves worth about one pass over the plan. False when there is nothing to move. */
  step(): boolean {
    const { plan, movable } = this
    if (movable.length < 2) return false
    plan.renumber()
    this.findLate()
    const until = plan.work + Math.max(400, movable.length)
    for (let tries = 0; plan.work < until && tries < movable.length + 400; tries++) this.tryOne()
    return true
  }

  /** A copy of the best plan, as early as it can be; null when there is none since the last question. */
  best(): Timetable | null {
    if (this.bestIsHere) this.putAside()
    if (!this.keptIsNew) return null
    this.keptIsNew = false
    return retime(this.kept)
  }

  private tryOne(): void {
    const { plan, history } = this
    const operation = this.pick()
    if (operation < 0 || !this.propose(operation)) return
    const { tardiness, setups, ends, moved } = this
    this.account()
    const cost = this.costNow()
    const place = this.moves++ % memory
    const accepted = cost <= this.cost || cost <= history[place]!
    // Before the plan gets worse than the best it has been, that is put aside.
    const putsAside = accepted && this.bestIsHere && cost > this.cost
    if (accepted && !putsAside) {
      this.cost = cost
      this.countHere()
      plan.keep()
      if (cost < this.bestCost) {
        this.bestCost = cost
        this.bestIsHere = true
      }
    } else {
      plan.takeBack()
      for (let k = 0; k < this.touchedCount; k++) this.orderEnd[this.touched[k]!] = this.touchedEnd[k]!
      this.tardiness = tardiness
      this.setups = setups
      this.ends = ends
      this.moved = moved
      if (putsAside) this.putAside()
    }
    if (this.cost < history[place]!) history[place] = this.cost
  }

  private putAside(): void {
    this.kept.copyFrom(this.plan)
    this.keptIsNew = true
    this.bestIsHere = false
  }

  // What the plan costs

  private costNow(): number {
    const { tardiness, setups, ends } = this
    if (this.objective === 'changeover') return setups + tardiness * lesser + ends * least
    if (this.objective === 'tardiness') return tardiness + setups * lesser + ends * least
    let latest = 0
    for (const end of this.orderEnd) if (end > latest) latest = end
    if (this.objective === 'makespan') return latest / 3600 + tardiness * lesser + setups * least
    const weights = this.objective
    return (
      tardiness * weights.tardiness +
      setups * weights.changeover +
      (latest / 3600) * weights.makespan +
      ends * weights.flow +
      this.moved * (weights.stability ?? 0)
    )
  }

  private machineOf(operation: number): number {
    return this.model.laneMachine[this.plan.lane[operation]!]!
  }

  /** The machines of what has changed, once it stays. */
  private countHere(): void {
    const { plan, countedOn } = this
    for (let k = 0; k < plan.changedCount; k++) {
      const operation = plan.changed[k]!
      if (countedOn[operation]! >= 0) countedOn[operation] = this.machineOf(operation)
    }
  }

  private account(): void {
    const { plan, model, orderEnd, isTouched } = this
    this.touchedCount = 0
    for (let k = 0; k < plan.changedCount; k++) {
      const operation = plan.changed[k]!
      this.setups += (plan.setupSeconds[operation]! - plan.setupBefore(operation)) / 3600
      const before = this.countedOn[operation]!
      if (before >= 0) {
        const was = movedSeconds(model, operation, plan.endBefore(operation), before)
        this.moved += (movedSeconds(model, operation, plan.end[operation]!, this.machineOf(operation)) - was) / 3600
      }
      const order = model.orderOf[operation]!
      if (isTouched[order] === 1) continue
      isTouched[order] = 1
      this.touched[this.touchedCount] = order
      this.touchedEnd[this.touchedCount++] = orderEnd[order]!
      const end = this.endOf(order)
      this.tardiness += this.tardinessOf(order, end) - this.tardinessOf(order, orderEnd[order]!)
      this.ends += (end - orderEnd[order]!) / 3600
      orderEnd[order] = end
    }
    for (let k = 0; k < this.touchedCount; k++) isTouched[this.touched[k]!] = 0
  }

  private endOf(order: number): number {
    let last = 0
    for (const i of this.ofOrder[order]!) if (this.plan.end[i]! > last) last = this.plan.end[i]!
    return last
  }

  private tardinessOf(order: number, end: number): number {
    const behind = end - this.model.orderDue[order]!
    return behind > 0 && this.skip[order] === 0 ? (behind / 3600) * this.model.orderWeight[order]! : 0
  }

  // Where to move

  private findLate(): void {
    const { orderEnd, model } = this
    const late: number[] = []
    const upTo: number[] = []
    let sum = 0
    for (let order = 0; order < model.orderCount; order++) {
      const tardiness = this.tardinessOf(order, orderEnd[order]!)
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
  private pick(): number {
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
    const { orderEnd } = this
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
  private propose(operation: number): boolean {
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
        blocker >= 0 && plan.tryMove(blocker, plan.alternative[blocker]!, lane, plan.after[operation]!, mostShifted)
      )
    }
    let next = plan.before[operation]!
    if (next < 0) return false
    while (this.random() < 0.5 && plan.before[next]! >= 0) next = plan.before[next]!
    return plan.tryMove(operation, alternative, lane, next, mostShifted)
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
      return plan.tryLeave(operation, alternative, lane, next, mostShifted)
    }
    if (at >= 0 && plan.after[at]! >= 0 && this.random() < 0.3) at = plan.after[at]!
    for (let back = this.whole(nearby); back > 0 && at >= 0; back--) {
      if (model.family[at] === model.family[operation] && plan.head[operation] !== at && this.random() < 0.5) break
      at = plan.before[at]!
    }
    return at >= 0 && plan.tryJoin(operation, at, mostShifted)
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
    return plan.tryMove(operation, alternative, lane, next, mostShifted)
  }

  /** Another one of the same family as what runs before it is fetched from further on. */
  private joinFamily(operation: number): boolean {
    const { plan, model } = this
    const previous = plan.before[operation]!
    if (previous < 0 || model.family[previous] === model.family[operation]) return false
    let at = plan.after[operation]!
    for (let steps = 0; steps < nearby && at >= 0; steps++) {
      if (model.family[at] === model.family[previous]) {
        return plan.tryMove(at, plan.alternative[at]!, plan.lane[at]!, operation, mostShifted)
      }
      at = plan.after[at]!
    }
    return false
  }
}
