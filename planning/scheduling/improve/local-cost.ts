/** What a plan costs while it is changed move by move: only what a move touches is counted anew. */
import type { Model } from '../problem/model.ts'
import { movedSeconds } from '../problem/stability.ts'
import type { Repair } from './changeable-timetable.ts'
import type { Objective } from './score.ts'

/** Weights of the lesser goals beside an hour of the first. */
const lesser = 1e-4
const least = 1e-7

export class LocalCost {
  readonly orderEnd: Float64Array
  private readonly model: Model
  private readonly objective: Objective
  private readonly plan: Repair
  private readonly skip: Uint8Array
  private readonly ofOrder: readonly Int32Array[]

  private tardiness = 0
  private setups = 0
  private ends = 0
  /** Hours by which tasks are moved from the plan that stands, and the machine each counts with. */
  private moved = 0
  private readonly countedOn: Int32Array
  /** Orders touched by a move, with what they were, and what the sums were, so that it can be forgotten. */
  private readonly touched: Int32Array
  private readonly touchedEnd: Float64Array
  private readonly isTouched: Uint8Array
  private touchedCount = 0
  private former = { tardiness: 0, setups: 0, ends: 0, moved: 0 }

  /** `ofOrder`: placed operations of each order; `movable`: those that are not fixed. */
  constructor(
    plan: Repair,
    objective: Objective,
    skip: Uint8Array,
    ofOrder: readonly Int32Array[],
    movable: Int32Array,
  ) {
    const { model } = plan
    this.model = model
    this.objective = objective
    this.plan = plan
    this.skip = skip
    this.ofOrder = ofOrder
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
    for (const i of movable) {
      this.setups += plan.setupSeconds[i]! / 3600
      if (model.standingMachine[i]! < 0) continue
      this.countedOn[i] = this.machineOf(i)
      this.moved += movedSeconds(model, i, plan.end[i]!, this.machineOf(i)) / 3600
    }
  }

  now(): number {
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

  /** The move that was counted stays: so do the machines of what it changed. */
  keep(): void {
    const { plan, countedOn } = this
    for (let k = 0; k < plan.changedCount; k++) {
      const operation = plan.changed[k]!
      if (countedOn[operation]! >= 0) countedOn[operation] = this.machineOf(operation)
    }
  }

  /** Counts what the move changes that waits for a decision in the plan. */
  count(): void {
    const { plan, model, orderEnd, isTouched, tardiness, setups, ends, moved } = this
    this.former = { tardiness, setups, ends, moved }
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

  /** The move that was counted never was. */
  forget(): void {
    for (let k = 0; k < this.touchedCount; k++) this.orderEnd[this.touched[k]!] = this.touchedEnd[k]!
    const { tardiness, setups, ends, moved } = this.former
    this.tardiness = tardiness
    this.setups = setups
    this.ends = ends
    this.moved = moved
  }

  private endOf(order: number): number {
    let last = 0
    for (const i of this.ofOrder[order]!) if (this.plan.end[i]! > last) last = this.plan.end[i]!
    return last
  }

  tardinessOf(order: number, end: number): number {
    const behind = end - this.model.orderDue[order]!
    return behind > 0 && this.skip[order] === 0 ? (behind / 3600) * this.model.orderWeight[order]! : 0
  }
}
