/**
 * A timetable in a sequence: what is asked for is timed anew, and whatever that moves, in an order that respects both machines
 * and routings. What each of them was before is remembered until it is decided whether it stays.
 *
 * Each operation has a `key`: smaller for whatever has to come before it.
 */

import { operationsInOrder } from '../problem/operations-in-order.ts'
import { EventQueue } from './event-queue.ts'
import { Sequence } from './sequence.ts'
import { Timetable, why } from './timetable.ts'

/** What may refuse a change while it is made. */
export interface PlanBars {
  /** Whether a change that puts the operation where it now is must not be made. `hasMoved`: what follows will be timed anew. */
  isBarred(operation: number, hasMoved: boolean): boolean
}

export abstract class RetimedPlan extends Timetable {
  /** Neighbours on the lane, -1 at the ends; fixed tasks are not in the chain. */
  readonly before: Int32Array
  readonly after: Int32Array
  readonly key: Float64Array
  readonly laneFront: Int32Array
  readonly laneBack: Int32Array
  readonly sequence: Sequence
  /** Asked about each operation that has been timed anew; null: nothing bars. */
  bars: PlanBars | null = null
  /** Operations timed anew since the last decision; the first `changedCount` are valid. */
  readonly changed: Int32Array
  changedCount = 0
  /** Operations looked at, ever: the measure of work. */
  work = 0

  /** What stands on the lane, and which fixed task is next, after each operation. */
  protected readonly familyAfter: Int32Array
  protected readonly mouldAfter: Int32Array
  protected readonly fixedAfter: Int32Array
  private readonly queue = new EventQueue()
  private readonly queued: Uint8Array
  readonly isChanged: Uint8Array
  private readonly hasMoulds: boolean
  /** What a changed operation was before the change. */
  readonly old: {
    lane: Int32Array
    alternative: Int32Array
    setupStart: Float64Array
    start: Float64Array
    end: Float64Array
    setupSeconds: Float64Array
    reason: Uint8Array
    behind: Int32Array
    familyAfter: Int32Array
    mouldAfter: Int32Array
    fixedAfter: Int32Array
  }

  /**
   * Takes over machines and sequences. Times are made anew, as early as they can be; with `wanted` they stay as they are until
   * something touches them, and then are not before what is wanted.
   */
  constructor(from: Timetable, wanted: Float64Array | null = null) {
    super(from.model)
    this.wanted = wanted
    const n = from.model.operationCount
    this.sequence = new Sequence(from.model, this)
    this.before = this.sequence.before
    this.after = this.sequence.after
    this.key = this.sequence.key
    this.laneFront = this.sequence.laneFront
    this.laneBack = this.sequence.laneBack
    this.changed = new Int32Array(n)
    this.familyAfter = new Int32Array(n)
    this.mouldAfter = new Int32Array(n)
    this.fixedAfter = new Int32Array(n)
    this.hasMoulds = from.model.mould.some(mould => mould >= 0)
    this.queued = new Uint8Array(n)
    this.isChanged = new Uint8Array(n)
    this.old = {
      lane: new Int32Array(n),
      alternative: new Int32Array(n),
      setupStart: new Float64Array(n),
      start: new Float64Array(n),
      end: new Float64Array(n),
      setupSeconds: new Float64Array(n),
      reason: new Uint8Array(n),
      behind: new Int32Array(n),
      familyAfter: new Int32Array(n),
      mouldAfter: new Int32Array(n),
      fixedAfter: new Int32Array(n),
    }
    this.copyCharges(from)
    this.takeOver(from)
  }

  private takeOver(from: Timetable): void {
    const order = operationsInOrder(from)
    for (let i = 0; i < order.length; i++) {
      const operation = order[i]!
      const lane = from.lane[operation]!
      this.sequence.setKey(operation, i)
      if (this.wanted !== null) this.findAsItStands(from, operation, lane)
      else if (!this.find(operation, from.alternative[operation]!, lane)) throw new Error('The plan is not feasible')
      this.place(operation, from.alternative[operation]!, lane)
      this.familyAfter[operation] = this.laneFamily[lane]!
      this.mouldAfter[operation] = this.laneMould[lane]!
      this.fixedAfter[operation] = this.laneNextFixed[lane]!
      this.sequence.link(operation, lane, this.laneBack[lane]!)
    }
  }

  /** In the place of `find`: what it would have to find for the task to stand where it stands. */
  private findAsItStands(from: Timetable, operation: number, lane: number): void {
    const { model } = this
    let next = this.laneNextFixed[lane]!
    const last = model.laneFixedFirst[lane + 1]!
    while (next < last && from.setupStart[model.laneFixed[next]!]! < from.start[operation]!) next++
    this.foundSetupStart = from.setupStart[operation]!
    this.foundStart = from.start[operation]!
    this.foundEnd = from.end[operation]!
    this.foundSetup = from.setupSeconds[operation]!
    this.foundNextFixed = next
    this.foundWhy = why.now
    this.foundRef = -1
  }

  /** Times everything that is asked for, and what follows from it. */
  protected settle(most: number): boolean {
    const { model, queue, queued } = this
    let fits = true
    // A plan that stands against its own rules may push in a circle.
    const enough = this.work + 20 * (model.operationCount + 50)
    while (fits && queue.size > 0) {
      const operation = queue.key
      queue.pop()
      queued[operation] = 0
      this.work++
      const lane = this.lane[operation]!
      const previous = this.before[operation]!
      this.laneLast[lane] = previous
      this.laneFree[lane] = previous >= 0 ? this.end[previous]! : model.problem.now
      this.laneFamily[lane] =
        previous >= 0 ? this.familyAfter[previous]! : model.machineFamily[model.laneMachine[lane]!]!
      this.laneMould[lane] = previous >= 0 ? this.mouldAfter[previous]! : model.machineMould[model.laneMachine[lane]!]!
      this.laneNextFixed[lane] = previous >= 0 ? this.fixedAfter[previous]! : model.laneFixedFirst[lane]!
      if (this.holdsAnything) this.release(operation)
      if (!this.find(operation, this.alternative[operation]!, lane) || this.changedCount > most || this.work > enough) {
        fits = false
        if (this.holdsAnything) this.hold(operation)
        continue
      }
      if (
        this.foundEnd === this.end[operation] &&
        this.foundStart === this.start[operation] &&
        this.foundSetupStart === this.setupStart[operation] &&
        this.familyStays(operation, lane) &&
        !this.isMoved(operation)
      ) {
        this.reason[operation] = this.foundWhy
        this.behind[operation] = this.foundRef
        if (this.holdsAnything) this.hold(operation)
        if (this.bars?.isBarred(operation, false)) fits = false
        continue
      }
      this.note(operation)
      this.place(operation, this.alternative[operation]!, lane)
      this.familyAfter[operation] = this.laneFamily[lane]!
      this.mouldAfter[operation] = this.laneMould[lane]!
      this.fixedAfter[operation] = this.laneNextFixed[lane]!
      if (this.bars?.isBarred(operation, true)) {
        fits = false
        continue
      }
      this.ask(this.after[operation]!)
      for (let member = operation; member >= 0; member = this.nextMember[member]!) {
        for (let k = model.succFirst[member]!; k < model.succFirst[member + 1]!; k++) {
          const next = model.succOp[k]!
          if (model.isFixed[next] === 0 && this.lane[next]! >= 0) this.ask(next)
        }
      }
    }
    for (let k = 0; k < queue.size; k++) queued[queue.keyAt(k)] = 0
    queue.clear()
    return fits
  }

  /** It stands elsewhere in the sequence, or another member does: it is timed anew in any case. */
  protected abstract isMoved(operation: number): boolean

  private familyStays(operation: number, lane: number): boolean {
    if (this.foundNextFixed !== this.fixedAfter[operation]) return false
    const passesNone = this.foundNextFixed === this.laneNextFixed[lane]
    return (
      (this.model.family[operation]! >= 0 || (passesNone && this.laneFamily[lane] === this.familyAfter[operation])) &&
      (!this.hasMoulds ||
        this.model.mould[operation]! >= 0 ||
        (passesNone && this.laneMould[lane] === this.mouldAfter[operation]))
    )
  }

  protected ask(operation: number): void {
    if (operation < 0) return
    const head = this.head[operation]!
    if (this.queued[head] === 1) return
    this.queued[head] = 1
    this.queue.push(this.key[head]!, head)
  }

  /** Remembers what the operation and its charge were before the change. */
  protected note(operation: number): void {
    for (let member = operation; member >= 0; member = this.nextMember[member]!) this.noteOne(member)
  }

  private noteOne(operation: number): void {
    if (this.isChanged[operation] === 1) return
    const { old } = this
    this.isChanged[operation] = 1
    this.changed[this.changedCount++] = operation
    old.lane[operation] = this.lane[operation]!
    old.alternative[operation] = this.alternative[operation]!
    old.setupStart[operation] = this.setupStart[operation]!
    old.start[operation] = this.start[operation]!
    old.end[operation] = this.end[operation]!
    old.setupSeconds[operation] = this.setupSeconds[operation]!
    old.reason[operation] = this.reason[operation]!
    old.behind[operation] = this.behind[operation]!
    old.familyAfter[operation] = this.familyAfter[operation]!
    old.mouldAfter[operation] = this.mouldAfter[operation]!
    old.fixedAfter[operation] = this.fixedAfter[operation]!
  }

  /** What was timed anew is where it was; its place in the sequence is given back by whoever took it. */
  protected forget(): void {
    const { old } = this
    for (let k = 0; k < this.changedCount; k++) {
      const i = this.changed[k]!
      this.lane[i] = old.lane[i]!
      this.alternative[i] = old.alternative[i]!
      this.setupStart[i] = old.setupStart[i]!
      this.start[i] = old.start[i]!
      this.end[i] = old.end[i]!
      this.setupSeconds[i] = old.setupSeconds[i]!
      this.reason[i] = old.reason[i]!
      this.behind[i] = old.behind[i]!
      this.familyAfter[i] = old.familyAfter[i]!
      this.mouldAfter[i] = old.mouldAfter[i]!
      this.fixedAfter[i] = old.fixedAfter[i]!
      this.isChanged[i] = 0
      if (this.holdsAnything) this.hold(i)
    }
    this.changedCount = 0
  }

  /** The change stays. */
  keep(): void {
    this.sequence.keepKeys()
    for (let k = 0; k < this.changedCount; k++) this.isChanged[this.changed[k]!] = 0
    this.changedCount = 0
  }

  /** All that a change may write. */
  written(): (Float64Array | Int32Array | Uint8Array)[] {
    const { lane, alternative, setupStart, start, end, setupSeconds, head, nextMember, reason, behind } = this
    const { before, after, key, laneFront, laneBack, familyAfter, mouldAfter, fixedAfter } = this
    return [
      ...[lane, alternative, setupStart, start, end, setupSeconds, head, nextMember, reason, behind],
      ...[before, after, key, laneFront, laneBack, familyAfter, mouldAfter, fixedAfter],
    ]
  }

  /** End of a changed operation before the change. */
  endBefore(operation: number): number {
    return this.old.end[operation]!
  }
  setupBefore(operation: number): number {
    return this.old.setupSeconds[operation]!
  }
}
