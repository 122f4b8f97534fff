/**
 * A plan in the making: lanes that are filled from left to right, and the one place that knows when an operation can run
 * there. Every rule of the plan is applied here, so whatever is built with it is feasible. No allocation while placing.
 */
import { endAt, nextUnbroken, startAt, wallWithin, workedAt } from '../../calendar/working-time.ts'
import * as code from '../kernel/why.ts'
import { changeoverSeconds } from '../problem/changeover.ts'
import { PlanState } from './plan-state.ts'

/** What held a run back. */
export const why = {
  now: code.NOW,
  notBefore: code.NOT_BEFORE,
  lane: code.LANE,
  predecessor: code.PREDECESSOR,
  kit: code.KIT,
  calendar: code.CALENDAR,
  wall: code.WALL,
  resource: code.RESOURCE,
} as const

export class Timetable extends PlanState {
  /** Answer of `find`: no allocation. */
  foundSetupStart = 0
  foundStart = 0
  foundEnd = 0
  foundSetup = 0
  foundNextFixed = 0
  foundWhy: number = why.now
  /** Operation or resource behind `foundWhy`, -1 if none. */
  foundRef = -1

  /** Answer of `makeReady`. */
  private ready = 0
  private readyWhy: number = why.now
  private readyRef = -1
  private readyFrom = 0
  /** Start of the run that somebody chose, by operation, 0: none. It starts no earlier. */
  protected wanted: Float64Array | null = null

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

    this.makeReady(operation, alternative)
    const { ready, readyWhy, readyRef, readyFrom: notBefore } = this

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

  /** Earliest start of the run by what the operation and its charge wait for, as a position on the scale of working seconds. */
  private makeReady(operation: number, alternative: number): void {
    const { model, wanted } = this
    const table = model.tables[model.altTable[alternative]!]!
    let ready = 0
    let readyWhy: number = why.now
    let readyRef = -1
    let from = 0
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
      if (wanted !== null && wanted[member]! > 0) {
        const bound = workedAt(table, wanted[member]!)
        if (bound > ready) {
          ready = bound
          readyWhy = why.notBefore
          readyRef = -1
        }
      }
      if (model.notBefore[member]! > from) from = model.notBefore[member]!
    }
    this.ready = ready
    this.readyWhy = readyWhy
    this.readyRef = readyRef
    this.readyFrom = from
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
    // All of it is there then; one more for work of the next shift.
    const last = workedAt(table, this.handedOverLast(before) + wait) + 1
    let ready = 0
    for (let done = share; ; done += share) {
      if (last - Math.floor(run * (done - share)) <= ready) return ready
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

  /** No part is handed over later; the end, but for a task that stands with less time than its run. */
  private handedOverLast(operation: number): number {
    const { model } = this
    if (model.isFixed[operation] === 1) return this.end[operation]!
    const alternative = this.alternative[operation]!
    const table = model.tables[model.altTable[alternative]!]!
    const whole = endAt(table, workedAt(table, this.start[operation]!) + model.altRun[alternative]!)
    return Math.max(this.end[operation]!, whole)
  }

  /** When a part of the run of a placed operation is done. */
  private handedOver(operation: number, part: number): number {
    const { model } = this
    const machine = model.laneMachine[this.lane[operation]!]!
    // A furnace hands over at its end.
    if (part >= 1 || model.machineCharge[machine]! > 0) return this.end[operation]!
    if (model.isFixed[operation] === 1) return this.handedOverFixed(operation, machine, part)
    const alternative = this.alternative[operation]!
    const table = model.tables[model.altTable[alternative]!]!
    const worked = Math.ceil(model.altRun[alternative]! * part)
    return endAt(table, workedAt(table, this.start[operation]!) + worked)
  }

  /** What it has not made yet it makes evenly until its end, beginning now if it should have begun before. */
  private handedOverFixed(operation: number, machine: number, part: number): number {
    const { model } = this
    const { made = 0, quantity = 1 } = model.problem.operations[operation]!
    const table = model.tables[this.tableOfFixed(operation, machine)]!
    const from = Math.max(this.start[operation]!, model.problem.now)
    const end = this.end[operation]!
    const begin = workedAt(table, from)
    const run = workedAt(table, end) - begin
    const rest = part * (made + quantity) - made
    // It may stand in closed time, or in the past.
    if (run <= 0) return end
    return rest > 0 ? endAt(table, begin + Math.ceil((run * rest) / quantity)) : from
  }

  /** Working time of its machine with its people, as of one that is placed; of a machine that never works the machine's own. */
  private tableOfFixed(operation: number, machine: number): number {
    const { model } = this
    for (let k = model.altFirst[operation]!; k < model.altFirst[operation + 1]!; k++)
      if (model.altMachine[k] === machine) return model.altTable[k]!
    return model.machineTable[machine]!
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
}
