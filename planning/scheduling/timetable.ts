/**
 * A plan in the making: lanes that are filled from left to right, and the one place that knows when an operation can run
 * there. Every rule of the plan is applied here, so whatever is built with it is feasible. No allocation while placing.
 */
import { endAt, nextUnbroken, startAt, wallWithin, workedAt } from '../calendar/working-time.ts'
import { changeoverSeconds } from './changeover.ts'
import { alternativeOn } from './charge.ts'
import type { Model } from './model.ts'
import { ResourceUse } from './resource-use.ts'

/** What held a run back. */
export const why = {
  now: 0,
  notBefore: 1,
  lane: 2,
  predecessor: 3,
  kit: 4,
  calendar: 5,
  wall: 6,
  resource: 7,
} as const

export class Timetable {
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

  /** Answer of `find`: no allocation. */
  foundSetupStart = 0
  foundStart = 0
  foundEnd = 0
  foundSetup = 0
  foundNextFixed = 0
  foundWhy: number = why.now
  /** Operation or resource behind `foundWhy`, -1 if none. */
  foundRef = -1

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
  copyFrom(other: Timetable): void {
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
  copyCharges(other: Timetable): void {
    this.head.set(other.head)
    this.nextMember.set(other.nextMember)
  }

  isPlaced(operation: number): boolean {
    return this.lane[operation]! >= 0
  }

  /**
   * Where the operation runs if it comes next on the lane: the earliest that every rule allows. Answers in the `found` fields;
   * false when it does not end before the limit. Its predecessors must be placed.
   */
  find(operation: number, alternative: number, lane: number): boolean {
    const { model } = this
    const table = model.tables[model.altTable[alternative]!]!
    const run = model.altRun[alternative]!
    const machine = model.laneMachine[lane]!
    const mayPause = model.mayPause[operation] === 1

    // Earliest start of the run by what it waits for, as a position on the scale of working seconds.
    let ready = 0
    let readyWhy: number = why.now
    let readyRef = -1
    let notBefore = 0
    for (let member = operation; member >= 0; member = this.nextMember[member]!) {
      for (let k = model.predFirst[member]!; k < model.predFirst[member + 1]!; k++) {
        const bound = this.readyAfter(k, alternative)
        if (bound > ready) {
          ready = bound
          readyWhy = why.predecessor
          readyRef = model.predOp[k]!
        }
      }
      const kit = model.kitAt[member]!
      if (kit > 0) {
        const bound = workedAt(table, kit)
        if (bound > ready) {
          ready = bound
          readyWhy = why.kit
          readyRef = -1
        }
      }
      if (model.notBefore[member]! > notBefore) notBefore = model.notBefore[member]!
    }

    let nextFixed = this.laneNextFixed[lane]!
    const lastFixed = model.laneFixedFirst[lane + 1]!
    let floor = this.laneFree[lane]!
    let family = this.laneFamily[lane]!
    let mould = this.laneMould[lane]!
    let floorRef = this.laneLast[lane]!
    let floorWhy: number = floorRef >= 0 ? why.lane : why.now
    if (notBefore > floor) {
      floor = notBefore
      floorWhy = why.notBefore
      floorRef = -1
    }
    let setup = this.setupAfter(alternative, machine, family, mould, operation)
    let from = workedAt(table, floor)

    for (;;) {
      let at = from + setup
      let reason = floorWhy
      let ref = floorRef
      if (ready > at) {
        at = ready
        reason = readyWhy
        ref = readyRef
      }
      if (!mayPause) {
        const unbroken = nextUnbroken(table, at, run)
        if (unbroken > at) {
          at = unbroken
          reason = why.calendar
          ref = -1
        }
      }
      const done = at + run
      if (done > table.before[table.starts.length]!) return false
      const wall = wallWithin(table, at - setup, done)
      if (wall >= 0) {
        from = wall
        floorWhy = why.wall
        floorRef = -1
        continue
      }
      const end = endAt(table, done)
      const start = startAt(table, at)
      const setupStart = setup > 0 ? startAt(table, at - setup) : start

      if (nextFixed < lastFixed) {
        const fixed = model.laneFixed[nextFixed]!
        if (end > this.setupStart[fixed]!) {
          nextFixed++
          const after = workedAt(table, this.end[fixed]!)
          if (after >= from) {
            from = after
            floorWhy = why.lane
            floorRef = fixed
          }
          family = model.family[fixed]! >= 0 ? model.family[fixed]! : family
          mould = model.mould[fixed]! >= 0 ? model.mould[fixed]! : mould
          setup = this.setupAfter(alternative, machine, family, mould, operation)
          continue
        }
      }
      if (this.holdsAnything) {
        const free = this.resourceFree(operation, setupStart, end)
        if (free >= 0) {
          if (free === Number.POSITIVE_INFINITY) return false
          from = Math.max(from, workedAt(table, free))
          floorWhy = why.resource
          floorRef = this.conflictingResource
          continue
        }
      }
      this.foundSetupStart = setupStart
      this.foundStart = start
      this.foundEnd = end
      this.foundSetup = setup
      this.foundNextFixed = nextFixed
      this.foundWhy = reason
      this.foundRef = ref
      return true
    }
  }

  /** Puts the operation where `find` just found. */
  place(operation: number, alternative: number, lane: number): void {
    this.lane[operation] = lane
    this.alternative[operation] = alternative
    this.setupStart[operation] = this.foundSetupStart
    this.start[operation] = this.foundStart
    this.end[operation] = this.foundEnd
    this.setupSeconds[operation] = this.foundSetup
    this.reason[operation] = this.foundWhy
    this.behind[operation] = this.foundRef
    this.passFixed(lane, this.foundNextFixed)
    this.laneFree[lane] = this.foundEnd
    this.laneLast[lane] = operation
    const family = this.model.family[operation]!
    if (family >= 0) this.laneFamily[lane] = family
    const mould = this.model.mould[operation]!
    if (mould >= 0) this.laneMould[lane] = mould
    if (this.holdsAnything) this.hold(operation)
    for (let member = this.nextMember[operation]!; member >= 0; member = this.nextMember[member]!) {
      this.follow(member, operation)
    }
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

  private passFixed(lane: number, until: number): void {
    const { model } = this
    for (let k = this.laneNextFixed[lane]!; k < until; k++) {
      const family = model.family[model.laneFixed[k]!]!
      if (family >= 0) this.laneFamily[lane] = family
      const mould = model.mould[model.laneFixed[k]!]!
      if (mould >= 0) this.laneMould[lane] = mould
    }
    this.laneNextFixed[lane] = until
  }

  setupAfter(alternative: number, machine: number, family: number, mould: number, operation: number): number {
    const { model } = this
    const own = model.mould[operation]!
    return (
      model.altSetup[alternative]! +
      (own >= 0 && own !== mould ? model.machineMouldChange[machine]! : 0) +
      changeoverSeconds(model.machineChangeover[machine]!, family, model.family[operation]!)
    )
  }

  /**
   * Earliest position of the run that a link allows. With transfer batches the follower needs the k-th batch when it comes
   * to it at its own pace.
   */
  protected readyAfter(link: number, alternative: number): number {
    const { model } = this
    const before = model.predOp[link]!
    if (this.lane[before]! < 0) return 0
    const wait = model.predWait[link]!
    const share = model.predShare[link]!
    const table = model.tables[model.altTable[alternative]!]!
    // A furnace needs everything at its start.
    if (share === 1 || model.machineCharge[model.altMachine[alternative]!]! > 0)
      return workedAt(table, this.end[before]! + wait)
    const run = model.altRun[alternative]!
    let ready = 0
    for (let done = share; ; done += share) {
      const there = this.handedOver(before, done) + wait
      let bound = workedAt(table, there)
      // Comes while it is closed: the work of the next shift needs it, not the last second of this one.
      if (done > share && endAt(table, bound) < there) bound++
      bound -= Math.floor(run * (done - share))
      if (bound > ready) ready = bound
      if (done >= 1) return ready
    }
  }

  /** Earliest instant at which the follower of a link can start, whatever its pace. */
  firstHandOver(link: number): number {
    return this.handedOver(this.model.predOp[link]!, this.model.predShare[link]!) + this.model.predWait[link]!
  }

  /** When a part of the run of a placed operation is done. */
  private handedOver(operation: number, part: number): number {
    const { model } = this
    // A furnace hands over at its end.
    if (part >= 1 || model.machineCharge[model.laneMachine[this.lane[operation]!]!]! > 0) return this.end[operation]!
    const alternative = this.alternative[operation]!
    const table = model.tables[model.altTable[alternative]!]!
    const worked = Math.ceil(model.altRun[alternative]! * part)
    return endAt(table, workedAt(table, this.start[operation]!) + worked)
  }

  private conflictingResource = -1

  /** When every resource it holds has room, as far as can be seen; -1 when they have now. */
  private resourceFree(operation: number, from: number, to: number): number {
    const { model } = this
    let free = -1
    for (let k = model.holdFirst[operation]!; k < model.holdFirst[operation + 1]!; k++) {
      const end = this.resources[model.holdResource[k]!]!.overloadEnd(from, to, model.holdAmount[k]!)
      if (end > free) {
        free = end
        this.conflictingResource = model.holdResource[k]!
      }
    }
    return free
  }

  protected hold(operation: number): void {
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

  /** Gives back what the operation holds at its present times. */
  protected release(operation: number): void {
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
