/**
 * A timetable that can be changed: one operation is taken to another place, and only what that moves is timed anew, in an
 * order that respects both machines and routings. A change is kept or taken back. Every state is feasible.
 *
 * Each operation has a `key`: smaller for whatever has to come before it. A new place is possible where a key fits between.
 */
import { alternativeOn, loadOn, suits } from './charge.ts'
import { EventQueue } from './event-queue.ts'
import type { PlanState } from './plan-state.ts'
import { Sequence } from './sequence.ts'
import { Timetable, why } from './timetable.ts'

export class Repair extends Timetable {
  /** Neighbours on the lane, -1 at the ends; fixed tasks are not in the chain. */
  readonly before: Int32Array
  readonly after: Int32Array
  readonly key: Float64Array
  readonly laneFront: Int32Array
  readonly laneBack: Int32Array
  protected readonly sequence: Sequence
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
  protected readonly isChanged: Uint8Array
  private readonly hasMoulds: boolean
  protected readonly old: {
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
  private moved = -1
  /** Head of the charge it was a member of, -1: it stood on the lane itself. */
  private movedHead = -1
  private movedBefore = -1
  private movedKey = 0
  private movedLane = -1

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

  /** Fresh keys, evenly spread, when they have come too close to each other. */
  renumber(): void {
    const order = operationsInOrder(this)
    for (let i = 0; i < order.length; i++) this.sequence.setKey(order[i]!, i)
  }

  /**
   * Takes an operation to another place: on a lane of one of its machines, before `next` (-1: at the end). False, and nothing
   * has changed, when that contradicts a routing, does not fit before the limit, or moves more than `most` operations. With
   * `pushesOthers` what follows from it may stand earlier now, and is taken along.
   */
  tryMove(
    operation: number,
    alternative: number,
    lane: number,
    next: number,
    most: number,
    pushesOthers = false,
  ): boolean {
    if (this.head[operation] !== operation) return false
    if (next === operation || (this.lane[operation] === lane && this.after[operation] === next)) return false
    const previous = next >= 0 ? this.before[next]! : this.laneBack[lane]!
    const machine = this.model.laneMachine[lane]!
    const charge = this.model.machineCharge[machine]!
    // A charge goes to another furnace in whole.
    if (this.nextMember[operation]! >= 0 && loadOn(this.model, this.nextMember, operation, machine) > charge)
      return false
    if (this.nextMember[operation]! >= 0 && charge === 0) return false
    const neighbour = previous === operation ? this.before[operation]! : previous
    let key = this.sequence.keyBetween(operation, neighbour, next)
    if (Number.isNaN(key) && pushesOthers) key = this.sequence.makeRoom(operation, neighbour, next)
    if (Number.isNaN(key)) return false

    this.changedCount = 0
    this.moved = operation
    this.movedHead = -1
    this.movedBefore = this.before[operation]!
    this.movedKey = this.key[operation]!
    this.movedLane = this.lane[operation]!
    const oldNext = this.after[operation]!
    this.note(operation)
    this.sequence.unlink(operation)
    this.lane[operation] = lane
    this.alternative[operation] = alternative
    this.sequence.setKey(operation, key)
    this.sequence.link(operation, lane, next >= 0 ? this.before[next]! : this.laneBack[lane]!)
    this.ask(operation)
    this.ask(oldNext)
    this.ask(next)
    if (this.settle(most)) return true
    this.takeBack()
    return false
  }

  /** Takes an operation that runs alone, or is not the head of its charge, into another charge. Answers as `tryMove` does. */
  tryJoin(operation: number, target: number, most: number): boolean {
    const { model, head, key } = this
    if (head[target] !== target || head[operation] === target) return false
    if (head[operation] === operation && this.nextMember[operation]! >= 0) return false
    const machine = model.laneMachine[this.lane[target]!]!
    const alternative = alternativeOn(model, operation, machine)
    if (alternative < 0 || !suits(model, alternative, this.alternative[target]!)) return false
    const load = loadOn(model, this.nextMember, target, machine) + model.altLoad[alternative]!
    if (model.machineCharge[machine] === 0 || load > model.machineCharge[machine]!) return false
    if (this.sequence.lowestKey(operation) >= key[target]! || this.sequence.highestKey(operation) <= key[target]!)
      return false
    this.changedCount = 0
    this.takeOut(operation)
    this.note(target)
    this.enter(operation, target)
    this.ask(target)
    if (this.settle(most)) return true
    this.takeBack()
    return false
  }

  /** Takes a member out of its charge, to run on a lane of its own choice before `next`. Answers as `tryMove` does. */
  tryLeave(operation: number, alternative: number, lane: number, next: number, most: number): boolean {
    const from = this.head[operation]!
    if (from === operation || next === from) return false
    const previous = next >= 0 ? this.before[next]! : this.laneBack[lane]!
    const key = this.sequence.keyBetween(operation, previous, next)
    if (Number.isNaN(key)) return false
    this.changedCount = 0
    this.takeOut(operation)
    this.lane[operation] = lane
    this.alternative[operation] = alternative
    this.key[operation] = key
    if (this.holdsAnything) this.hold(operation)
    this.sequence.link(operation, lane, previous)
    this.ask(operation)
    this.ask(next)
    if (this.settle(most)) return true
    this.takeBack()
    return false
  }

  /** Out of its charge or off its lane, remembered; what is left behind will be timed anew. */
  private takeOut(operation: number): void {
    const from = this.head[operation]!
    this.moved = operation
    this.movedHead = from === operation ? -1 : from
    this.movedBefore = this.before[operation]!
    this.movedKey = this.key[operation]!
    this.movedLane = this.lane[operation]!
    if (from === operation) {
      this.note(operation)
      const next = this.after[operation]!
      if (this.holdsAnything) this.release(operation)
      this.sequence.unlink(operation)
      this.ask(next)
    } else {
      this.note(from)
      this.leave(operation)
      this.ask(from)
    }
  }

  private enter(operation: number, target: number): void {
    this.head[operation] = target
    this.nextMember[operation] = this.nextMember[target]!
    this.nextMember[target] = operation
    this.key[operation] = this.key[target]!
    this.before[operation] = -1
    this.after[operation] = -1
  }

  private leave(operation: number): void {
    const { nextMember } = this
    let last = this.head[operation]!
    while (nextMember[last] !== operation) last = nextMember[last]!
    nextMember[last] = nextMember[operation]!
    nextMember[operation] = -1
    this.head[operation] = operation
  }

  /** Times some operations anew where they stand, because what they wait for or need has changed. Answers as `tryMove` does. */
  protected tryTimes(operations: Iterable<number>, most: number): boolean {
    this.changedCount = 0
    this.moved = -1
    for (const operation of operations) this.ask(operation)
    if (this.settle(most)) return true
    this.takeBack()
    return false
  }

  /** The change never was. */
  takeBack(): void {
    const { old } = this
    this.sequence.takeBackKeys()
    if (this.holdsAnything) for (let k = 0; k < this.changedCount; k++) this.release(this.changed[k]!)
    if (this.moved < 0) this.movedHead = -1
    else if (this.head[this.moved] === this.moved) this.sequence.unlink(this.moved)
    else this.leave(this.moved)
    if (this.movedHead >= 0) this.enter(this.moved, this.movedHead)
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
    if (this.moved >= 0 && this.movedHead < 0) {
      this.sequence.setKey(this.moved, this.movedKey)
      this.sequence.link(this.moved, this.movedLane, this.movedBefore)
    }
    this.changedCount = 0
  }

  /** The change stays. */
  keep(): void {
    this.sequence.keepKeys()
    for (let k = 0; k < this.changedCount; k++) this.isChanged[this.changed[k]!] = 0
    this.changedCount = 0
  }

  /** End of a changed operation before the change. */
  endBefore(operation: number): number {
    return this.old.end[operation]!
  }
  setupBefore(operation: number): number {
    return this.old.setupSeconds[operation]!
  }

  /** Times everything that is asked for, and what follows from it. */
  private settle(most: number): boolean {
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
        operation !== this.moved &&
        (this.moved < 0 || this.head[this.moved] !== operation)
      ) {
        this.reason[operation] = this.foundWhy
        this.behind[operation] = this.foundRef
        if (this.holdsAnything) this.hold(operation)
        if (this.isBarred(operation, false)) fits = false
        continue
      }
      this.note(operation)
      this.place(operation, this.alternative[operation]!, lane)
      this.familyAfter[operation] = this.laneFamily[lane]!
      this.mouldAfter[operation] = this.laneMould[lane]!
      this.fixedAfter[operation] = this.laneNextFixed[lane]!
      if (this.isBarred(operation, true)) {
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

  /** Whether a change that puts the operation where it now is must not be made. `hasMoved`: what follows will be timed anew. */
  protected isBarred(_operation: number, _hasMoved: boolean): boolean {
    return false
  }

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
  private note(operation: number): void {
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
}

/**
 * Placed operations that are not fixed, charges by their head, predecessors first: by the start of the set-up, for from then
 * on people and moulds are held. Timed anew in this order, as early as can be, nothing takes them from one that comes later.
 */
export function operationsInOrder(plan: PlanState): number[] {
  const { model, start, setupStart, lane, head, nextMember } = plan
  const { operationCount, topological, isFixed, predFirst, predOp } = model
  const place = new Int32Array(operationCount)
  for (let i = 0; i < topological.length; i++) place[topological[i]!] = i
  const at = new Float64Array(operationCount)
  const order: number[] = []
  for (let i = 0; i < operationCount; i++) {
    if (isFixed[i] !== 0 || lane[i]! < 0 || head[i] !== i) continue
    order.push(i)
    at[i] = setupStart[i]!
    // It is set up while what it waits for has not begun: its run comes after that in any case.
    for (let member = i; member >= 0; member = nextMember[member]!) {
      for (let k = predFirst[member]!; k < predFirst[member + 1]!; k++) {
        const before = predOp[k]!
        if (isFixed[before] === 0 && start[before]! >= setupStart[i]!) at[i] = start[i]!
      }
    }
  }
  return order.sort((a, b) => at[a]! - at[b]! || place[a]! - place[b]!)
}
