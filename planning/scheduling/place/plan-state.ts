/**
 * The tasks of a plan in numbers: where and when each operation runs, what stands on each lane, and what is held. It knows how
 * to put a task down and take what it holds; the rules are in the timetable.
 */

import { alternativeOn } from '../problem/charge.ts'
import type { Model } from '../problem/model.ts'
import { ResourceUse } from './resource-use.ts'

export class PlanState {
  readonly model: Model
  readonly lane: Int32Array
  readonly alternative: Int32Array
  readonly setupStart: Float64Array
  readonly start: Float64Array
  readonly end: Float64Array
  readonly setupSeconds: Float64Array
  /** Charges of furnaces: the operation that leads (itself for most), and the next of the same charge, -1 at the end. */
  readonly head: Int32Array
  readonly nextMember: Int32Array
  /** One of `why` for each placed operation, and the operation or resource behind it (-1: none). */
  readonly reason: Uint8Array
  readonly behind: Int32Array

  readonly laneFree: Float64Array
  readonly laneFamily: Int32Array
  readonly laneMould: Int32Array
  /** Operation that was last on the lane, -1 at first. */
  readonly laneLast: Int32Array
  readonly laneNextFixed: Int32Array

  protected readonly resources: ResourceUse[]
  readonly holdsAnything: boolean

  constructor(model: Model) {
    const n = model.operationCount
    const lanes = model.laneMachine.length
    this.model = model
    this.lane = new Int32Array(n)
    this.alternative = new Int32Array(n)
    this.setupStart = new Float64Array(n)
    this.start = new Float64Array(n)
    this.end = new Float64Array(n)
    this.setupSeconds = new Float64Array(n)
    this.head = new Int32Array(n)
    this.nextMember = new Int32Array(n)
    this.reason = new Uint8Array(n)
    this.behind = new Int32Array(n)
    this.laneFree = new Float64Array(lanes)
    this.laneFamily = new Int32Array(lanes)
    this.laneMould = new Int32Array(lanes)
    this.laneLast = new Int32Array(lanes)
    this.laneNextFixed = new Int32Array(lanes)
    this.resources = Array.from(model.resourceCapacity, capacity => new ResourceUse(capacity))
    this.holdsAnything = model.holdResource.length > 0
    this.clear()
  }

  /** Only the fixed tasks stand. */
  clear(): void {
    const { model } = this
    this.lane.fill(-1)
    this.alternative.fill(-1)
    this.setupSeconds.fill(0)
    for (let i = 0; i < this.head.length; i++) this.head[i] = i
    this.nextMember.fill(-1)
    this.laneFree.fill(model.problem.now)
    this.laneLast.fill(-1)
    for (let lane = 0; lane < this.laneFamily.length; lane++) {
      this.laneFamily[lane] = model.machineFamily[model.laneMachine[lane]!]!
      this.laneMould[lane] = model.machineMould[model.laneMachine[lane]!]!
      this.laneNextFixed[lane] = model.laneFixedFirst[lane]!
    }
    for (const resource of this.resources) resource.clear()
    for (const i of model.laneFixed) {
      this.lane[i] = model.fixedLane[i]!
      this.setupStart[i] = model.fixedSetupStart[i]!
      this.start[i] = model.fixedStart[i]!
      this.end[i] = model.fixedEnd[i]!
      if (this.holdsAnything) this.hold(i)
    }
  }

  /** Tasks only, to be looked at; what is needed to place more is not copied. */
  copyFrom(other: PlanState): void {
    this.lane.set(other.lane)
    this.alternative.set(other.alternative)
    this.setupStart.set(other.setupStart)
    this.start.set(other.start)
    this.end.set(other.end)
    this.setupSeconds.set(other.setupSeconds)
    this.copyCharges(other)
    this.reason.set(other.reason)
    this.behind.set(other.behind)
  }

  /** The same operations together in charges as there, whenever they are placed. */
  copyCharges(other: PlanState): void {
    this.head.set(other.head)
    this.nextMember.set(other.nextMember)
  }

  isPlaced(operation: number): boolean {
    return this.lane[operation]! >= 0
  }

  /** A member of a charge has the times of its head; the set-up is counted there. */
  protected follow(member: number, head: number): void {
    this.lane[member] = this.lane[head]!
    this.alternative[member] = alternativeOn(this.model, member, this.model.laneMachine[this.lane[head]!]!)
    this.setupStart[member] = this.setupStart[head]!
    this.start[member] = this.start[head]!
    this.end[member] = this.end[head]!
    this.setupSeconds[member] = 0
    this.reason[member] = this.reason[head]!
    this.behind[member] = this.behind[head]!
  }

  /** Puts an operation that `canJoin` allows into the charge of a placed one, which stays when it is. */
  join(operation: number, head: number): void {
    this.head[operation] = head
    this.nextMember[operation] = this.nextMember[head]!
    this.nextMember[head] = operation
    this.follow(operation, head)
  }

  /** Whether everything the operation waits for is there when a placed one starts on the furnace. */
  isReadyAt(operation: number, head: number): boolean {
    const { model } = this
    if (model.notBefore[operation]! > this.setupStart[head]! || model.kitAt[operation]! > this.start[head]!)
      return false
    for (let k = model.predFirst[operation]!; k < model.predFirst[operation + 1]!; k++) {
      const before = model.predOp[k]!
      if (this.lane[before]! < 0 || this.end[before]! + model.predWait[k]! > this.start[head]!) return false
    }
    return true
  }

  hold(operation: number): void {
    const { model } = this
    if (this.head[operation] !== operation) return
    for (let k = model.holdFirst[operation]!; k < model.holdFirst[operation + 1]!; k++) {
      this.resources[model.holdResource[k]!]!.add(
        this.setupStart[operation]!,
        this.end[operation]!,
        model.holdAmount[k]!,
      )
    }
  }

  /** What the tasks hold where they stand now, whatever was held before. */
  holdAnew(): void {
    for (const resource of this.resources) resource.clear()
    for (let i = 0; i < this.model.operationCount; i++) if (this.isPlaced(i)) this.hold(i)
  }

  /** Gives back what the operation holds at its present times. */
  release(operation: number): void {
    const { model } = this
    if (this.head[operation] !== operation) return
    for (let k = model.holdFirst[operation]!; k < model.holdFirst[operation + 1]!; k++) {
      this.resources[model.holdResource[k]!]!.add(
        this.setupStart[operation]!,
        this.end[operation]!,
        -model.holdAmount[k]!,
      )
    }
  }
}
