/**
 * A plan in the making: lanes that are filled from left to right, and the one place that knows when an operation can run
 * there. Every rule of the plan is applied here, so whatever is built with it is feasible. No allocation while placing.
 */
import { endAt, nextUnbroken, startAt, wallWithin, workedAt } from '../calendar/working-time.ts'
import { changeoverSeconds } from './changeover.ts'
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
  /** One of `why` for each placed operation, and the operation or resource behind it (-1: none). */
  readonly reason: Uint8Array
  readonly behind: Int32Array

  readonly laneFree: Float64Array
  readonly laneFamily: Int32Array
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
  protected readonly holdsAnything: boolean

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
    this.reason = new Uint8Array(n)
    this.behind = new Int32Array(n)
    this.laneFree = new Float64Array(lanes)
    this.laneFamily = new Int32Array(lanes)
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
    this.laneFree.fill(model.problem.now)
    this.laneLast.fill(-1)
    for (let lane = 0; lane < this.laneFamily.length; lane++) {
      this.laneFamily[lane] = model.machineFamily[model.laneMachine[lane]!]!
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
    this.reason.set(other.reason)
    this.behind.set(other.behind)
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
    for (let k = model.predFirst[operation]!; k < model.predFirst[operation + 1]!; k++) {
      const bound = this.readyAfter(k, alternative)
      if (bound > ready) {
        ready = bound
        readyWhy = why.predecessor
        readyRef = model.predOp[k]!
      }
    }
    const kit = model.kitAt[operation]!
    if (kit > 0) {
      const bound = workedAt(table, kit)
      if (bound > ready) {
        ready = bound
        readyWhy = why.kit
        readyRef = -1
      }
    }

    let nextFixed = this.laneNextFixed[lane]!
    const lastFixed = model.laneFixedFirst[lane + 1]!
    let floor = this.laneFree[lane]!
    let family = this.laneFamily[lane]!
    let floorRef = this.laneLast[lane]!
    let floorWhy: number = floorRef >= 0 ? why.lane : why.now
    const notBefore = model.notBefore[operation]!
    if (notBefore > floor) {
      floor = notBefore
      floorWhy = why.notBefore
      floorRef = -1
    }
    let setup = this.setupAfter(alternative, machine, family, operation)
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
          setup = this.setupAfter(alternative, machine, family, operation)
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
    if (this.holdsAnything) this.hold(operation)
  }

  private passFixed(lane: number, until: number): void {
    const { model } = this
    for (let k = this.laneNextFixed[lane]!; k < until; k++) {
      const family = model.family[model.laneFixed[k]!]!
      if (family >= 0) this.laneFamily[lane] = family
    }
    this.laneNextFixed[lane] = until
  }

  setupAfter(alternative: number, machine: number, family: number, operation: number): number {
    const { model } = this
    return (
      model.altSetup[alternative]! +
      changeoverSeconds(model.machineChangeover[machine]!, family, model.family[operation]!)
    )
  }

  /**
   * Earliest position of the run that a link allows. With transfer batches the follower needs the k-th batch when it comes
   * to it at its own pace.
   */
  private readyAfter(link: number, alternative: number): number {
    const { model } = this
    const before = model.predOp[link]!
    const wait = model.predWait[link]!
    const share = model.predShare[link]!
    const table = model.tables[model.altTable[alternative]!]!
    if (share === 1) return workedAt(table, this.end[before]! + wait)
    const run = model.altRun[alternative]!
    let ready = 0
    for (let done = share; ; done += share) {
      const bound = workedAt(table, this.handedOver(before, done) + wait) - Math.floor(run * (done - share))
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
    if (part >= 1) return this.end[operation]!
    const { model } = this
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
    for (let k = model.holdFirst[operation]!; k < model.holdFirst[operation + 1]!; k++) {
      this.resources[model.holdResource[k]!]!.add(
        this.setupStart[operation]!,
        this.end[operation]!,
        -model.holdAmount[k]!,
      )
    }
  }
}
