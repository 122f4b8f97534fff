/**
 * What a plan costs while it is put right: lateness of its orders, tasks that do not stand where people know them to be, and
 * set-ups. Only what a move touches is counted anew.
 */
import { daySeconds } from '@qitao/core/time.ts'
import type { Repair } from '../improve/changeable-timetable.ts'
import type { Timetable } from '../place/timetable.ts'
import type { Model } from '../problem/model.ts'

/** Another machine is more of a change than another hour, and less than another day: shares of a task that is moved. */
const otherMachine = 0.5
const perDay = 0.5
const mostForDays = 1
/** A task that was published or promised costs as much as so many others. */
const firmWeight = 5
/** An hour of set-up beside one of lateness. */
const setupWeight = 1e-3

export interface Stood {
  /** Machine of each operation, -1: it was in no plan before, and costs nothing wherever it goes. */
  readonly machine: Int32Array
  readonly start: Float64Array
  readonly end: Float64Array
  /** 1: published or promised. */
  readonly firm: Uint8Array
  /** Where reports have pushed its start on to: to begin then is no move of ours. */
  readonly pushedStart: Float64Array
}

export interface RepairTotals {
  /** Weight x hours late, over all orders. */
  readonly weightedHours: number
  /** Tasks, those that are firm or go far more often. */
  readonly moves: number
  /** Tasks, each once. */
  readonly movedCount: number
  readonly setupSeconds: number
}

export class RepairCost {
  readonly orderEnd: Float64Array
  private readonly plan: Repair
  private readonly model: Model
  private readonly stood: Stood
  private readonly ofOrder: readonly Int32Array[]
  private totals = { weightedHours: 0, moves: 0, movedCount: 0, setupSeconds: 0 }
  private former = this.totals
  private readonly moveCost: Float64Array
  private readonly touched: Int32Array
  private readonly touchedEnd: Float64Array
  private readonly isTouched: Uint8Array
  private touchedCount = 0
  /** Orders that are looked after: others are not late in the eyes of the search. */
  readonly inScope: Uint8Array

  constructor(plan: Repair, stood: Stood, ofOrder: readonly Int32Array[]) {
    const { model } = plan
    this.plan = plan
    this.model = model
    this.stood = stood
    this.ofOrder = ofOrder
    this.orderEnd = new Float64Array(model.orderCount)
    this.moveCost = new Float64Array(model.operationCount)
    this.touched = new Int32Array(model.orderCount)
    this.touchedEnd = new Float64Array(model.orderCount)
    this.isTouched = new Uint8Array(model.orderCount)
    this.inScope = new Uint8Array(model.orderCount).fill(1)
    this.recount()
  }

  /** All of it, of the plan as it is. */
  recount(): void {
    const { model, plan } = this
    for (let order = 0; order < model.orderCount; order++) this.orderEnd[order] = this.endOf(order)
    for (let i = 0; i < model.operationCount; i++) this.moveCost[i] = this.moveCostIn(plan, i)
    this.totals = this.totalsIn(plan)
  }

  /** What another plan of the same tasks costs. */
  totalsIn(plan: Timetable): RepairTotals {
    const { model } = this
    const totals = { weightedHours: 0, moves: 0, movedCount: 0, setupSeconds: 0 }
    for (let order = 0; order < model.orderCount; order++)
      totals.weightedHours += this.lateness(order, this.endOf(order, plan))
    for (let i = 0; i < model.operationCount; i++) {
      if (!plan.isPlaced(i) || model.isFixed[i] === 1) continue
      totals.setupSeconds += plan.setupSeconds[i]!
      const cost = this.moveCostIn(plan, i)
      totals.moves += cost
      if (cost > 0) totals.movedCount++
    }
    return totals
  }

  now(): RepairTotals {
    return this.totals
  }
  before(): RepairTotals {
    return this.former
  }

  /** Counts what the move changes that waits for a decision in the plan. */
  count(): void {
    const { plan, model, orderEnd, isTouched } = this
    this.former = this.totals
    let { weightedHours, moves, movedCount, setupSeconds } = this.totals
    this.touchedCount = 0
    for (let k = 0; k < plan.changedCount; k++) {
      const i = plan.changed[k]!
      setupSeconds += plan.setupSeconds[i]! - plan.setupBefore(i)
      const cost = this.moveCostIn(plan, i)
      moves += cost - this.moveCost[i]!
      movedCount += Number(cost > 0) - Number(this.moveCost[i]! > 0)
      const order = model.orderOf[i]!
      if (isTouched[order] === 1) continue
      isTouched[order] = 1
      this.touched[this.touchedCount] = order
      this.touchedEnd[this.touchedCount++] = orderEnd[order]!
      const end = this.endOf(order)
      weightedHours += this.lateness(order, end) - this.lateness(order, orderEnd[order]!)
      orderEnd[order] = end
    }
    for (let k = 0; k < this.touchedCount; k++) isTouched[this.touched[k]!] = 0
    this.totals = { weightedHours, moves, movedCount, setupSeconds }
  }

  /** The move that was counted stays. */
  keep(): void {
    const { plan } = this
    for (let k = 0; k < plan.changedCount; k++)
      this.moveCost[plan.changed[k]!] = this.moveCostIn(plan, plan.changed[k]!)
  }

  /** The move that was counted never was. */
  forget(): void {
    for (let k = 0; k < this.touchedCount; k++) this.orderEnd[this.touched[k]!] = this.touchedEnd[k]!
    this.totals = this.former
  }

  /** It does not stand where it stood. */
  isMoved(i: number): boolean {
    const { stood, plan, model } = this
    const machine = stood.machine[i]!
    if (machine < 0 || !plan.isPlaced(i) || model.isFixed[i] === 1) return false
    return (
      model.laneMachine[plan.lane[i]!] !== machine || plan.start[i] !== stood.start[i] || plan.end[i] !== stood.end[i]
    )
  }

  /** What it counts for an order to end then, if it is one that is looked after. */
  tardinessOf(order: number, end: number): number {
    return this.inScope[order] === 1 ? this.lateness(order, end) : 0
  }

  /** What it counts for an order to end then. */
  lateness(order: number, end: number): number {
    const behind = end - this.model.orderDue[order]!
    return behind > 0 ? (behind / 3600) * this.model.orderWeight[order]! : 0
  }

  /** What it costs that a task does not stand there where it stood. */
  moveCostIn(plan: Timetable, i: number): number {
    const { stood, model } = this
    const machine = stood.machine[i]!
    if (machine < 0 || !plan.isPlaced(i) || model.isFixed[i] === 1) return 0
    const other = this.model.laneMachine[plan.lane[i]!] !== machine
    if (!other && plan.start[i] === stood.start[i] && plan.end[i] === stood.end[i]) return 0
    if (!other && plan.start[i] === stood.pushedStart[i]) return 0
    const days = Math.abs(plan.start[i]! - stood.start[i]!) / daySeconds
    const share = 1 + (other ? otherMachine : 0) + Math.min(mostForDays, days * perDay)
    return share * (stood.firm[i] === 1 ? firmWeight : 1)
  }

  private endOf(order: number, plan: Timetable = this.plan): number {
    let last = 0
    for (const i of this.ofOrder[order]!) if (plan.end[i]! > last) last = plan.end[i]!
    return last
  }
}

/** Hours of lateness that a plan costs when a move costs so many. */
export const costOf = ({ weightedHours, moves, setupSeconds }: RepairTotals, hoursPerMove: number): number =>
  weightedHours + moves * hoursPerMove + (setupSeconds / 3600) * setupWeight
