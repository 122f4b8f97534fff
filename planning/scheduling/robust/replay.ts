/**
 * A plan played out again after a change: only what the change reaches is played anew, run by run, until the times are what
 * they were. A change is kept or taken back.
 */

import type { Timetable } from '../place/timetable.ts'
import type { Disturbances } from '../problem/problem.ts'
import { Playout } from './playout.ts'
import { width } from './scenarios.ts'

export class Replay extends Playout {
  readonly blocks: number
  /** Orders late in each block, in their mean: of the plan as it was kept, and of the one that is tried. */
  readonly late: Float64Array
  readonly lateBefore: Float64Array

  /** What was planned for each head when its results were made. */
  private readonly was: {
    setupStart: Float64Array
    start: Float64Array
    end: Float64Array
    setupSeconds: Float64Array
    alternative: Int32Array
    nextMember: Int32Array
    orderEnd: Float64Array
    afterFirst: Int32Array
    afterCount: Int32Array
    after: number[]
  }
  private readonly isNew: Uint8Array
  private readonly differs: Uint8Array
  private readonly operationsOf: readonly (readonly number[])[]
  private readonly isTouched: Uint8Array
  private readonly touched: number[] = []
  private readonly touchedAtOnce: number[] = []
  /** Late scenarios of each order in each block. */
  private readonly lateOf: Uint8Array

  /** Results before the change: place of the run, its values. */
  private readonly oldPlace: number[] = []
  private oldTimes = new Float64Array(1024 * width * 3)
  private oldCause = new Int32Array(1024 * width)
  private readonly oldOrder: number[] = []
  private readonly oldLate: number[] = []
  private readonly ends = new Float64Array(width)
  private readonly endRun = new Int32Array(width)

  constructor(plan: Timetable, disturbances: Disturbances, blocks: number, seed: number) {
    super(plan, disturbances, blocks, seed, blocks)
    const { model } = plan
    const n = model.operationCount
    this.blocks = blocks
    this.late = new Float64Array(blocks)
    this.lateBefore = new Float64Array(blocks)
    this.was = {
      setupStart: new Float64Array(n).fill(Number.NaN),
      start: new Float64Array(n),
      end: new Float64Array(n),
      setupSeconds: new Float64Array(n),
      alternative: new Int32Array(n),
      nextMember: new Int32Array(n),
      orderEnd: new Float64Array(model.orderCount),
      afterFirst: new Int32Array(n),
      afterCount: new Int32Array(n),
      after: [],
    }
    this.isNew = new Uint8Array(n)
    this.differs = new Uint8Array(n)
    const lists: number[][] = Array.from({ length: model.orderCount }, () => [])
    model.orderOf.forEach((order, i) => void lists[order]!.push(i))
    this.operationsOf = lists
    this.isTouched = new Uint8Array(model.orderCount)
    this.lateOf = new Uint8Array(blocks * model.orderCount)
    this.compare(plan)
    for (let block = 0; block < blocks; block++) {
      this.replay(block)
      this.forget()
    }
    this.keep()
  }

  /** The changed plan, as it stands: what is planned otherwise. */
  compare(plan: Timetable): void {
    this.load(plan)
    const { was, runs, isNew, afterFirst, afterCount, after, orderEnd, touchedAtOnce } = this
    isNew.fill(0)
    for (const run of runs) {
      let same: boolean =
        was.setupStart[run] === plan.setupStart[run] &&
        was.start[run] === plan.start[run] &&
        was.end[run] === plan.end[run] &&
        was.setupSeconds[run] === plan.setupSeconds[run] &&
        was.alternative[run] === plan.alternative[run] &&
        was.afterCount[run] === afterCount[run]
      if (same)
        for (let a = 0; same && a < afterCount[run]!; a++)
          same = was.after[was.afterFirst[run]! + a] === after[afterFirst[run]! + a]
      for (let member = run; same && member >= 0; member = plan.nextMember[member]!)
        same = was.nextMember[member] === plan.nextMember[member]
      if (!same) isNew[run] = 1
    }
    touchedAtOnce.length = 0
    for (let order = 0; order < orderEnd.length; order++)
      if (orderEnd[order] !== was.orderEnd[order]) touchedAtOnce.push(order)
  }

  /** Plays a block of the changed plan; orders late, in their mean. */
  replay(block: number): number {
    const { model, plan, runs, differs, isNew, touched, isTouched } = this
    this.begins(block)
    differs.fill(0)
    touched.length = 0
    for (const order of this.touchedAtOnce) this.touch(order)
    for (const run of runs) {
      if (isNew[run] === 0 && !this.waitsForOther(run)) continue
      this.remember(run)
      this.playOne(run)
      if (isNew[run] === 0 && this.isAsBefore(run)) continue
      differs[run] = 1
      for (let member = run; member >= 0; member = plan.nextMember[member]!) this.touch(model.orderOf[member]!)
    }
    let late = Math.round(this.lateBefore[block]! * width)
    for (const order of touched) {
      isTouched[order] = 0
      const at = block * model.orderCount + order
      const before = this.lateOf[at]!
      const now = this.lateScenarios(order)
      if (now === before) continue
      this.oldOrder.push(at)
      this.oldLate.push(before)
      this.lateOf[at] = now
      late += now - before
    }
    this.late[block] = late / width
    return late / width
  }

  private touch(order: number): void {
    if (this.isTouched[order] === 1) return
    this.isTouched[order] = 1
    this.touched.push(order)
  }

  private waitsForOther(run: number): boolean {
    const { model, plan, differs, afterFirst, afterCount, after } = this
    for (let a = afterFirst[run]!; a < afterFirst[run]! + afterCount[run]!; a++)
      if (differs[after[a]!] === 1) return true
    for (let member = run; member >= 0; member = plan.nextMember[member]!)
      for (let k = model.predFirst[member]!; k < model.predFirst[member + 1]!; k++)
        if (differs[plan.head[model.predOp[k]!]!] === 1) return true
    return false
  }

  private remember(run: number): void {
    const { end, begin, length, cause, oldPlace } = this
    const from = this.offset + run * width
    const to = oldPlace.length * width
    if (to === this.oldCause.length) this.grow()
    const { oldTimes, oldCause } = this
    for (let k = 0; k < width; k++) {
      oldTimes[(to + k) * 3] = end[from + k]!
      oldTimes[(to + k) * 3 + 1] = begin[from + k]!
      oldTimes[(to + k) * 3 + 2] = length[from + k]!
      oldCause[to + k] = cause[from + k]!
    }
    oldPlace.push(from)
  }

  private grow(): void {
    const times = new Float64Array(this.oldTimes.length * 2)
    const causes = new Int32Array(this.oldCause.length * 2)
    times.set(this.oldTimes)
    causes.set(this.oldCause)
    this.oldTimes = times
    this.oldCause = causes
  }

  /** Whether the run that was just played came out as remembered. */
  private isAsBefore(run: number): boolean {
    const { end, begin, length, oldTimes } = this
    const from = this.offset + run * width
    const to = (this.oldPlace.length - 1) * width
    for (let k = 0; k < width; k++)
      if (
        oldTimes[(to + k) * 3] !== end[from + k] ||
        oldTimes[(to + k) * 3 + 1] !== begin[from + k] ||
        oldTimes[(to + k) * 3 + 2] !== length[from + k]
      )
        return false
    return true
  }

  private lateScenarios(order: number): number {
    const { orderEnd, model } = this
    const due = model.orderDue[order]!
    if (orderEnd[order] === 0) return 0
    if (orderEnd[order]! > due) return width
    this.findEnds(order)
    let late = 0
    for (let k = 0; k < width; k++) if (this.ends[k]! > due) late++
    return late
  }

  /** When the order ends in each scenario of the block, and with which run. */
  private findEnds(order: number): void {
    const { plan, end, offset, ends, endRun, until } = this
    ends.fill(0)
    for (const i of this.operationsOf[order]!) {
      if (!plan.isPlaced(i)) continue
      const run = plan.head[i]!
      if (plan.setupStart[run]! >= until) continue
      for (let k = 0; k < width; k++)
        if (end[offset + run * width + k]! > ends[k]!) {
          ends[k] = end[offset + run * width + k]!
          endRun[k] = run
        }
    }
  }

  /** The tried plan is the plan from now on; all blocks have been played. */
  keep(): void {
    const { plan, was, runs, afterFirst, afterCount, orderEnd } = this
    was.setupStart.fill(Number.NaN)
    for (const run of runs) {
      was.setupStart[run] = plan.setupStart[run]!
      was.start[run] = plan.start[run]!
      was.end[run] = plan.end[run]!
      was.setupSeconds[run] = plan.setupSeconds[run]!
      was.alternative[run] = plan.alternative[run]!
    }
    was.nextMember.set(plan.nextMember)
    was.orderEnd.set(orderEnd)
    was.afterFirst.set(afterFirst)
    was.afterCount.set(afterCount)
    was.after = this.after
    this.lateBefore.set(this.late)
    this.forget()
  }

  /** The tried plan never was. */
  takeBack(): void {
    const { end, begin, length, cause, oldPlace, oldTimes, oldCause } = this
    for (let at = oldPlace.length - 1; at >= 0; at--) {
      const from = oldPlace[at]!
      const to = at * width
      for (let k = 0; k < width; k++) {
        end[from + k] = oldTimes[(to + k) * 3]!
        begin[from + k] = oldTimes[(to + k) * 3 + 1]!
        length[from + k] = oldTimes[(to + k) * 3 + 2]!
        cause[from + k] = oldCause[to + k]!
      }
    }
    for (let at = this.oldOrder.length - 1; at >= 0; at--) this.lateOf[this.oldOrder[at]!] = this.oldLate[at]!
    this.forget()
  }

  private forget(): void {
    this.oldPlace.length = 0
    this.oldOrder.length = 0
    this.oldLate.length = 0
  }

  /**
   * Who waited for whom in a block, right after the plan was kept: for each order that came late in a scenario one of the runs
   * on its way, and the one it waited for. Orders that are late by plan are left out.
   */
  findWaiting(block: number, random: () => number, found: (waited: number, before: number) => void): void {
    const { model, orderEnd, lateOf, endRun, ends, cause } = this
    this.begins(block)
    for (let order = 0; order < model.orderCount; order++) {
      const due = model.orderDue[order]!
      if (lateOf[block * model.orderCount + order] === 0 || orderEnd[order]! > due) continue
      this.findEnds(order)
      for (let k = 0; k < width; k++) {
        if (ends[k]! <= due) continue
        const before = (run: number) => cause[this.offset + run * width + k]!
        let length = 0
        for (let run = endRun[k]!; run >= 0; run = before(run)) length++
        let run = endRun[k]!
        for (let steps = Math.floor(random() * length); steps > 0; steps--) run = before(run)
        if (before(run) >= 0) found(run, before(run))
      }
    }
  }
}
