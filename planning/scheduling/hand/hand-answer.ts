/** What a change by hand answers: the tasks that moved, and the orders that it made earlier or later. */
import type { Instant } from '@qitao/core/time.ts'
import type { PlanState } from '../place/plan-state.ts'
import type { Model } from '../problem/model.ts'
import type { Refused } from './hand-refusal.ts'

export interface HandTask {
  readonly operation: string
  readonly machine: string
  readonly setupStart: Instant
  readonly start: Instant
  readonly end: Instant
  readonly setupSeconds: number
}

export type HandAnswer =
  | {
      readonly ok: true
      /** Tasks with other times or another machine than before, the changed one included: see `movedTasks()`. */
      readonly movedCount: number
      /** Orders whose lateness changed, in seconds. */
      readonly orders: readonly Lateness[]
    }
  | Refused

export interface Lateness {
  readonly order: string
  readonly tardinessSeconds: number
  readonly tardinessSecondsBefore: number
}

/** The times of a plan, by operation. */
export interface Times {
  readonly lane: Int32Array
  readonly setupStart: Float64Array
  readonly start: Float64Array
  readonly end: Float64Array
}

/** A task as it stands in a plan. */
export function taskIn({ model, lane, setupStart, start, end, setupSeconds }: PlanState, i: number): HandTask {
  return {
    operation: model.problem.operations[i]!.id,
    machine: model.problem.machines[model.laneMachine[lane[i]!]!]!.id,
    setupStart: setupStart[i]!,
    start: start[i]!,
    end: end[i]!,
    setupSeconds: setupSeconds[i]!,
  }
}

/** Whether a task stands elsewhere, or at another time, than it did. */
export function hasMoved({ laneMachine }: Model, i: number, now: Times, before: Times): boolean {
  return (
    before.start[i] !== now.start[i] ||
    before.end[i] !== now.end[i] ||
    before.setupStart[i] !== now.setupStart[i] ||
    laneMachine[before.lane[i]!] !== laneMachine[now.lane[i]!]
  )
}

/** Operations of each order, to tell how late it is. */
export class OrderEnds {
  private readonly model: Model
  private readonly first: Int32Array
  private readonly operation: Int32Array

  constructor(model: Model) {
    this.model = model
    this.first = new Int32Array(model.orderCount + 1)
    for (let i = 0; i < model.operationCount; i++) this.first[model.orderOf[i]! + 1]!++
    for (let o = 0; o < model.orderCount; o++) this.first[o + 1]! += this.first[o]!
    this.operation = new Int32Array(model.operationCount)
    const next = this.first.slice()
    for (let i = 0; i < model.operationCount; i++) this.operation[next[model.orderOf[i]!]!++] = i
  }

  /** The orders of some operations that are so late now, and were not before; by id. */
  changed(moved: readonly number[], { lane, end }: Times, endBefore: (i: number) => Instant): Lateness[] {
    const { model } = this
    const touched = new Set<number>()
    for (const i of moved) touched.add(model.orderOf[i]!)
    const orders: Lateness[] = []
    for (const o of touched) {
      let last = 0
      let before = 0
      for (let k = this.first[o]!; k < this.first[o + 1]!; k++) {
        const i = this.operation[k]!
        if (lane[i]! < 0) continue
        last = Math.max(last, end[i]!)
        before = Math.max(before, endBefore(i))
      }
      const due = model.orderDue[o]!
      const tardinessSeconds = Math.max(0, last - due)
      const tardinessSecondsBefore = Math.max(0, before - due)
      const { id: order } = model.problem.orders[o]!
      if (tardinessSeconds !== tardinessSecondsBefore) orders.push({ order, tardinessSeconds, tardinessSecondsBefore })
    }
    return orders.sort((a, b) => (a.order < b.order ? -1 : 1))
  }
}
