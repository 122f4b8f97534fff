/**
 * A timetable that can be changed: one operation is taken to another place, and only what that moves is timed anew, in an
 * order that respects both machines and routings. A change is kept or taken back. Every state is feasible.
 *
 * A new place is possible where a key fits between.
 */

import { RetimedPlan } from '../place/retimed-plan.ts'
import { alternativeOn, loadOn, suits } from '../problem/charge.ts'
import { operationsInOrder } from '../problem/operations-in-order.ts'

/** The changes that local search makes. */
export type PlanChanges = Pick<Repair, 'tryMove' | 'tryJoin' | 'tryLeave'>

export class Repair extends RetimedPlan {
  private moved = -1
  /** Head of the charge it was a member of, -1: it stood on the lane itself. */
  private movedHead = -1
  private movedBefore = -1
  private movedKey = 0
  private movedLane = -1

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
  tryTimes(operations: Iterable<number>, most: number): boolean {
    this.changedCount = 0
    this.moved = -1
    for (const operation of operations) this.ask(operation)
    if (this.settle(most)) return true
    this.takeBack()
    return false
  }

  /** The change never was. */
  takeBack(): void {
    this.sequence.takeBackKeys()
    if (this.holdsAnything) for (let k = 0; k < this.changedCount; k++) this.release(this.changed[k]!)
    if (this.moved < 0) this.movedHead = -1
    else if (this.head[this.moved] === this.moved) this.sequence.unlink(this.moved)
    else this.leave(this.moved)
    if (this.movedHead >= 0) this.enter(this.moved, this.movedHead)
    this.forget()
    if (this.moved >= 0 && this.movedHead < 0) {
      this.sequence.setKey(this.moved, this.movedKey)
      this.sequence.link(this.moved, this.movedLane, this.movedBefore)
    }
  }

  protected override isMoved(operation: number): boolean {
    return operation === this.moved || (this.moved >= 0 && this.head[this.moved] === operation)
  }
}
