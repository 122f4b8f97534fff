/**
 * A plan played out on the floor with disturbances: runs take longer or shorter than planned, supplies come late. Machines,
 * people and moulds keep the order of the plan, and nothing begins before its planned time. Scenarios are played in blocks,
 * all scenarios of a block at once, run by run.
 */
import { endAt, nextUnbroken, type WorkTable, workedAt } from '../../calendar/working-time.ts'
import { seededRandom } from '../../random.ts'
import type { Timetable } from '../place/timetable.ts'
import type { Model } from '../problem/model.ts'
import type { Disturbances } from '../problem/problem.ts'
import { Scenarios, width } from './scenarios.ts'

/** Causes of a start: as planned; behind a run (its number); or the material of an operation. */
const asPlanned = -1
const materialOf = (operation: number): number => -2 - operation

export class Playout {
  /** By operation: orders late because its material was, summed over the scenarios played since `load`. */
  readonly blame: Float64Array
  scenariosPlayed = 0
  protected readonly model: Model
  private readonly scenarios: Scenarios
  protected readonly until: number
  protected plan: Timetable
  /** Heads of what begins in the time looked at; each after all it waits for. */
  protected runs: number[] = []
  /** From whom a run takes its machine, people and moulds. */
  protected readonly afterFirst: Int32Array
  protected readonly afterCount: Int32Array
  protected after: number[] = []
  /** Planned ends of the orders that count, 0 for the others. */
  protected readonly orderEnd: Float64Array

  /** Blocks whose results are kept, one after the other, and where those of the present one begin. */
  private readonly keptBlocks: number
  protected offset = 0
  protected readonly end: Float64Array
  /** Of the run, on the scale of its working time. */
  protected readonly begin: Float64Array
  protected readonly length: Float64Array
  protected readonly cause: Int32Array
  private readonly lastRun: Int32Array
  private readonly lastEnd: Float64Array
  private readonly free = new Float64Array(width)
  private readonly freeCause = new Int32Array(width)
  private readonly ready = new Float64Array(width)
  private readonly readyCause = new Int32Array(width)

  constructor(plan: Timetable, disturbances: Disturbances, blocks: number, seed: number, keptBlocks = 1) {
    const { model } = plan
    const n = model.operationCount
    this.model = model
    this.plan = plan
    this.until = model.problem.now + disturbances.aheadSeconds
    this.scenarios = new Scenarios(model, disturbances, blocks, seededRandom(seed))
    this.blame = new Float64Array(n)
    this.afterFirst = new Int32Array(n)
    this.afterCount = new Int32Array(n)
    this.orderEnd = new Float64Array(model.orderCount)
    this.keptBlocks = keptBlocks
    this.end = new Float64Array(n * width * keptBlocks)
    this.begin = new Float64Array(n * width * keptBlocks)
    this.length = new Float64Array(n * width * keptBlocks)
    this.cause = new Int32Array(n * width * keptBlocks)
    this.lastRun = new Int32Array(model.orderCount * width)
    this.lastEnd = new Float64Array(model.orderCount * width)
  }

  /** The plan that is played from now on, as it stands. */
  load(plan: Timetable): void {
    const { model, until, orderEnd } = this
    const { head, setupStart, end } = plan
    this.plan = plan
    this.blame.fill(0)
    this.scenariosPlayed = 0
    orderEnd.fill(0)
    const runs: number[] = []
    for (let i = 0; i < model.operationCount; i++) {
      if (!plan.isPlaced(i)) continue
      const order = model.orderOf[i]!
      if (model.orderWeight[order]! > 0 && model.orderDue[order]! <= until && end[i]! > orderEnd[order]!)
        orderEnd[order] = end[i]!
      if (head[i] === i && setupStart[i]! < until) runs.push(i)
    }
    this.handOn(runs.sort((a, b) => setupStart[a]! - setupStart[b]! || end[a]! - end[b]! || a - b))
    this.runs = runs.sort((a, b) => end[a]! - end[b]! || setupStart[a]! - setupStart[b]! || a - b)
  }

  /** Goes through the runs by their start: who takes over from whom. */
  private handOn(runs: readonly number[]): void {
    const { model, plan, afterFirst, afterCount } = this
    const after: number[] = []
    const onLane = new Int32Array(model.laneMachine.length).fill(-1)
    const holders = Array.from(model.resourceCapacity, capacity => new Int32Array(Math.floor(capacity)).fill(-1))
    for (const run of runs) {
      afterFirst[run] = after.length
      const lane = plan.lane[run]!
      if (onLane[lane]! >= 0) after.push(onLane[lane]!)
      onLane[lane] = run
      for (let k = model.holdFirst[run]!; k < model.holdFirst[run + 1]!; k++) {
        const slots = holders[model.holdResource[k]!]!
        for (let amount = Math.min(model.holdAmount[k]!, slots.length); amount > 0; amount--) {
          const slot = this.firstFree(slots, run)
          if (slots[slot]! >= 0) after.push(slots[slot]!)
          slots[slot] = run
        }
      }
      afterCount[run] = after.length - afterFirst[run]!
    }
    this.after = after
  }

  /** The place whose holder is the first to end, but for those the run itself has taken. */
  private firstFree(slots: Int32Array, run: number): number {
    const { end } = this.plan
    let best = -1
    let bestEnd = Number.POSITIVE_INFINITY
    for (let s = 0; s < slots.length; s++) {
      if (slots[s] === run) continue
      const at = slots[s]! < 0 ? Number.NEGATIVE_INFINITY : end[slots[s]!]!
      if (best < 0 || at < bestEnd) {
        best = s
        bestEnd = at
      }
    }
    return best
  }

  /** Plays the scenarios of a block; orders late, in their mean. */
  play(block: number): number {
    this.begins(block)
    for (const run of this.runs) this.playOne(run)
    this.scenariosPlayed += width
    return this.countLate() / width
  }

  /** From now on results are those of a block. */
  protected begins(block: number): void {
    this.scenarios.choose(block)
    this.offset = (block % this.keptBlocks) * this.model.operationCount * width
  }

  protected playOne(run: number): void {
    if (this.model.isFixed[run] === 1) this.playFixed(run)
    else this.playRun(run)
  }

  private playFixed(run: number): void {
    const { model, plan, end, cause, scenarios, offset } = this
    const { now } = model.problem
    const left = plan.end[run]! - Math.max(now, plan.start[run]!)
    for (let k = 0; k < width; k++) {
      let behind = 0
      let why = asPlanned
      if (plan.setupStart[run]! >= now)
        for (let a = this.afterFirst[run]!; a < this.afterFirst[run]! + this.afterCount[run]!; a++) {
          const by = end[offset + this.after[a]! * width + k]! - plan.setupStart[run]!
          if (by <= behind) continue
          behind = by
          why = this.after[a]!
        }
      end[offset + run * width + k] = plan.end[run]! + behind + left * (scenarios.runFactor(run, k) - 1)
      cause[offset + run * width + k] = why
    }
  }

  private playRun(run: number): void {
    const { model, plan, free, freeCause, ready, readyCause, end, scenarios, offset } = this
    const setupStart = plan.setupStart[run]!
    const start = plan.start[run]!
    free.fill(setupStart)
    freeCause.fill(asPlanned)
    ready.fill(start)
    readyCause.fill(asPlanned)
    for (let a = this.afterFirst[run]!; a < this.afterFirst[run]! + this.afterCount[run]!; a++) {
      const other = this.after[a]!
      for (let k = 0; k < width; k++)
        if (end[offset + other * width + k]! > free[k]!) {
          free[k] = end[offset + other * width + k]!
          freeCause[k] = other
        }
    }
    for (let member = run; member >= 0; member = plan.nextMember[member]!) {
      scenarios.arrivals(member, ready, readyCause, materialOf(member))
      for (let link = model.predFirst[member]!; link < model.predFirst[member + 1]!; link++) this.waitFor(link, run)
    }
    const table = model.tables[model.altTable[plan.alternative[run]!]!]!
    const planned = workedAt(table, start)
    const seconds = workedAt(table, plan.end[run]!) - planned
    const mayPause = model.mayPause[run] === 1
    for (let k = 0; k < width; k++) {
      const at = offset + run * width + k
      let begin = planned
      let why = asPlanned
      if (free[k]! > setupStart) {
        const setUp = workedAt(table, free[k]!) + plan.setupSeconds[run]!
        if (setUp > begin) {
          begin = setUp
          why = freeCause[k]!
        }
      }
      if (ready[k]! > start) {
        const there = workedAt(table, ready[k]!)
        if (there > begin) {
          begin = there
          why = readyCause[k]!
        }
      }
      this.length[at] = seconds * scenarios.runFactor(run, k)
      this.begin[at] = begin
      this.cause[at] = why
    }
    for (let link = model.predFirst[run]!; link < model.predFirst[run + 1]!; link++)
      if (this.handsOverEarly(link, run)) this.waitForLast(link, run, table)
    for (let at = offset + run * width; at < offset + (run + 1) * width; at++) {
      if (!mayPause) {
        const unbroken = nextUnbroken(table, this.begin[at]!, this.length[at]!)
        if (unbroken < Number.POSITIVE_INFINITY) this.begin[at] = unbroken
      }
      end[at] = endAt(table, this.begin[at]! + this.length[at]!)
    }
  }

  /** The run waits for what a link hands over first. */
  private waitFor(link: number, run: number): void {
    const { model, plan, ready, readyCause, begin, length, end, offset } = this
    const before = plan.head[model.predOp[link]!]!
    if (!plan.isPlaced(before)) return
    const share = this.handsOverEarly(link, run) ? model.predShare[link]! : 1
    const table = share < 1 ? model.tables[model.altTable[plan.alternative[before]!]!]! : null
    for (let k = 0; k < width; k++) {
      const at = offset + before * width + k
      const there = (table ? endAt(table, begin[at]! + length[at]! * share) : end[at]!) + model.predWait[link]!
      if (there > ready[k]!) {
        ready[k] = there
        readyCause[k] = before
      }
    }
  }

  /** The run comes to what a link hands over last no sooner than that is there. */
  private waitForLast(link: number, run: number, table: WorkTable): void {
    const { model, begin, length, end, cause, offset } = this
    const before = model.predOp[link]!
    for (let k = 0; k < width; k++) {
      const at = offset + run * width + k
      const last = workedAt(table, end[offset + before * width + k]! + model.predWait[link]!)
      const earliest = last - Math.floor(length[at]! * (1 - model.predShare[link]!))
      if (earliest > begin[at]!) {
        begin[at] = earliest
        cause[at] = before
      }
    }
  }

  /** Neither a furnace nor a fixed task hands over before its end, and a furnace needs everything at its start. */
  private handsOverEarly(link: number, run: number): boolean {
    const { model, plan } = this
    const before = model.predOp[link]!
    if (model.predShare[link]! >= 1 || model.isFixed[before] === 1 || !plan.isPlaced(before)) return false
    const isFurnace = (operation: number) => model.machineCharge[model.laneMachine[plan.lane[operation]!]!]! > 0
    return !isFurnace(run) && !isFurnace(before)
  }

  /** Over the scenarios of the block; those that are late by plan are nobody's fault. */
  private countLate(): number {
    const { model, plan, orderEnd, lastRun, lastEnd, end, cause, blame, offset } = this
    lastEnd.fill(0)
    for (let i = 0; i < model.operationCount; i++) {
      const order = model.orderOf[i]!
      if (orderEnd[order] === 0 || !plan.isPlaced(i)) continue
      const run = plan.head[i]!
      if (plan.setupStart[run]! >= this.until) continue
      for (let k = 0; k < width; k++)
        if (end[offset + run * width + k]! > lastEnd[order * width + k]!) {
          lastEnd[order * width + k] = end[offset + run * width + k]!
          lastRun[order * width + k] = run
        }
    }
    let late = 0
    for (let order = 0; order < model.orderCount; order++) {
      const due = model.orderDue[order]!
      if (orderEnd[order]! > due) late += width
      else if (orderEnd[order]! > 0)
        for (let k = 0; k < width; k++) {
          if (lastEnd[order * width + k]! <= due) continue
          late++
          let root = lastRun[order * width + k]!
          while (root >= 0) root = cause[offset + root * width + k]!
          if (root < asPlanned) blame[materialOf(root)]!++
        }
    }
    return late
  }
}
