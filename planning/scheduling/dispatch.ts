/**
 * The constructive pass: time runs forward, and whenever a machine is free and open it takes the operation with the highest
 * index among those that can begin at once. The index is ATCS (Lee, Bhaskaran, Pinedo 1997), as a logarithm:
 * ln(weight / run) - slack / (k1 x mean run) - set-up / (k2 x mean set-up); or the operation's due date alone.
 */
import { startAt, workedAt } from '../calendar/working-time.ts'
import { suits } from './charge.ts'
import { EventQueue } from './event-queue.ts'
import type { Model } from './model.ts'
import { Timetable } from './timetable.ts'
import type { Urgency } from './urgency.ts'
import { Waiting } from './waiting.ts'

export interface Rule {
  /** Weight of the logarithm of weight by run; 0 leaves it out. */
  readonly value: number
  /** Mean runs after which slack counts one; slack below 0 counts only when `late` is set. */
  readonly k1: number
  readonly k2: number
  /** Go by due date: negative slack counts too. */
  readonly late: boolean
}

/** Operations of a queue that are weighed, those held back that are passed over, and placements tried, at a decision. */
const longestLook = 120
const longestScan = 2000
/** Problems above so many operations want an answer first, and look less far. */
const large = 30_000
const largeLook = 16
const largeScan = 60
const mostTries = 30

export class Dispatcher {
  readonly timetable: Timetable
  /** Added to the index of each operation; what the improvement turns. */
  readonly bias: Float64Array
  /** Operations that did not fit before the limit, and those that wait for them. */
  unplaced = 0

  private readonly model: Model
  private readonly urgency: Urgency
  private readonly isLarge: boolean
  private readonly events = new EventQueue()
  private readonly ready: Float64Array
  private readonly open: Int32Array
  private readonly waiting: Waiting
  private readonly laneWake: Float64Array
  private readonly laneTop: Float64Array
  private readonly together: number[] = []
  private readonly candidates: number[] = []
  private valueScale = 0
  private slackScale = 0
  private setupScale = 0
  /** Slack counts from here on. */
  private leastSlack = 0

  constructor(model: Model, urgency: Urgency) {
    const n = model.operationCount
    this.model = model
    this.urgency = urgency
    this.isLarge = n > large
    this.timetable = new Timetable(model)
    this.timetable.remember()
    this.bias = new Float64Array(n)
    this.ready = new Float64Array(n)
    this.open = new Int32Array(n)
    const [look, scan] = this.isLarge ? [largeLook, largeScan] : [longestLook, longestScan]
    this.waiting = new Waiting(model, this.timetable, look, scan)
    this.laneWake = new Float64Array(model.laneMachine.length)
    this.laneTop = new Float64Array(model.laneMachine.length)
  }

  /** Fills the timetable; orders with `skip` set are left out. */
  run(rule: Rule, skip: Uint8Array): void {
    const { model, events, timetable, ready, open } = this
    const { problem, isFixed, orderOf, predFirst, predOp } = model
    timetable.clear()
    events.clear()
    this.laneWake.fill(-1)
    this.unplaced = 0
    this.weigh(rule)
    this.waiting.clear(this.slackScale)
    for (let i = 0; i < model.operationCount; i++) {
      if (isFixed[i] || skip[orderOf[i]!]) continue
      this.unplaced++
      ready[i] = Math.max(model.notBefore[i]!, model.kitAt[i]!)
      let before = 0
      for (let k = predFirst[i]!; k < predFirst[i + 1]!; k++) {
        if (isFixed[predOp[k]!]) ready[i] = Math.max(ready[i]!, model.fixedEnd[predOp[k]!]! + model.predWait[k]!)
        else before++
      }
      open[i] = before
      if (before === 0) events.push(ready[i]!, i)
    }
    // Lanes have keys above the operations': at one instant everything arrives before anything is decided.
    while (events.size > 0) {
      const { time, key } = events
      events.pop()
      if (time >= problem.limit) break
      if (key < model.operationCount) this.arrive(key, time)
      else {
        const lane = key - model.operationCount
        if (this.laneWake[lane] !== time) continue
        this.laneWake[lane] = -1
        if (timetable.holdsAnything) this.decideTogether(lane, time)
        else this.decide(lane, time)
      }
    }
  }

  private weigh({ value, k1, k2, late }: Rule): void {
    const { urgency } = this
    this.valueScale = value
    this.slackScale = 1 / (k1 * urgency.meanRun)
    this.setupScale = 1 / (k2 * urgency.meanSetup)
    this.leastSlack = late ? Number.NEGATIVE_INFINITY : 0
  }

  /** The operation joins the queues of its machines; their idle lanes look again. */
  private arrive(operation: number, time: number): void {
    const { model, timetable, urgency, valueScale } = this
    const weight = Math.log(urgency.weight[operation]!)
    const shortest = Math.log(urgency.shortest[operation]!)
    const due = urgency.due[operation]!
    const stretch = urgency.stretch[operation]!
    const bias = this.bias[operation]!
    for (let k = model.altFirst[operation]!; k < model.altFirst[operation + 1]!; k++) {
      const machine = model.altMachine[k]!
      const run = model.altRun[k]!
      const logRun = Math.log(run)
      // A machine that is slower than another for this operation is the second choice.
      const index = valueScale * (weight - logRun) + 2 * (shortest - logRun) + bias
      this.waiting.join(machine, k, index, due - run * stretch)
      for (let lane = model.laneFirst[machine]!; lane < model.laneFirst[machine + 1]!; lane++) {
        if (timetable.laneFree[lane]! <= time) this.wake(lane, time)
      }
    }
  }

  /** The lane decides at the first working second from `time` on. */
  private wake(lane: number, time: number): void {
    const planned = this.laneWake[lane]!
    if (planned >= 0 && planned <= time) return
    const { model } = this
    const table = model.tables[model.machineTable[model.laneMachine[lane]!]!]!
    const open = startAt(table, workedAt(table, time))
    if (open === Number.POSITIVE_INFINITY || (planned >= 0 && planned <= open)) return
    this.laneWake[lane] = open
    this.events.push(open, model.operationCount + lane)
  }

  private look(lane: number, time: number): void {
    this.waiting.look(lane, time, this.setupScale, this.leastSlack)
  }

  /** Machines that wait for the same people or moulds wake at one instant: the most urgent operation takes them. */
  private decideTogether(first: number, time: number): void {
    const { events, model, together: lanes, laneTop, waiting } = this
    lanes.length = 0
    lanes.push(first)
    while (events.size > 0 && events.time === time && events.key >= model.operationCount) {
      const lane = events.key - model.operationCount
      events.pop()
      if (this.laneWake[lane] !== time) continue
      this.laneWake[lane] = -1
      lanes.push(lane)
    }
    if (lanes.length > 1) {
      for (const lane of lanes) {
        let top = Number.NEGATIVE_INFINITY
        if (this.isLarge) top = waiting.top(model.laneMachine[lane]!, time)
        else if (this.timetable.laneFree[lane]! <= time) {
          this.look(lane, time)
          waiting.best()
          top = waiting.bestIndex
        }
        laneTop[lane] = top
      }
      byTop(lanes, laneTop)
    }
    for (const lane of lanes) this.decide(lane, time)
  }

  private decide(lane: number, time: number): void {
    const { timetable, model, waiting } = this
    if (timetable.laneFree[lane]! > time) {
      this.wake(lane, timetable.laneFree[lane]!)
      return
    }
    const machine = model.laneMachine[lane]!
    const single = model.laneFirst[machine + 1]! - model.laneFirst[machine]! === 1
    this.look(lane, time)
    let next = Number.POSITIVE_INFINITY
    for (let tries = 0; ; tries++) {
      const slot = waiting.best()
      if (slot < 0) break
      if (tries >= mostTries) continue
      const alternative = waiting.alternativeIn(slot)
      const operation = model.altOperation[alternative]!
      if (!timetable.find(operation, alternative, lane)) {
        waiting.hold(machine, slot, Number.POSITIVE_INFINITY)
        continue
      }
      if (timetable.foundSetupStart <= time) {
        this.commit(operation, alternative, lane, time)
        this.wake(lane, timetable.laneFree[lane]!)
        return
      }
      next = Math.min(next, timetable.foundSetupStart)
      // Nothing of this lane's own is in the way: the machine's other lanes would be no earlier.
      if (single || timetable.foundNextFixed === timetable.laneNextFixed[lane])
        waiting.hold(machine, slot, timetable.foundSetupStart)
    }
    next = Math.min(next, waiting.earliestHeld)
    if (next !== Number.POSITIVE_INFINITY) this.wake(lane, next)
  }

  private commit(operation: number, alternative: number, lane: number, time: number): void {
    const { model, timetable } = this
    const { altRun, altSetup, altTable } = model
    let bestAlternative = alternative
    let bestLane = lane
    let bestEnd = timetable.foundEnd
    let searched = false
    for (let k = model.altFirst[operation]!; k < model.altFirst[operation + 1]!; k++) {
      if (k === alternative) continue
      // It begins at once here: elsewhere it ends earlier only with less work, or with other working time.
      if (
        altTable[k] === altTable[alternative] &&
        altRun[k]! + altSetup[k]! >= altRun[alternative]! + timetable.foundSetup
      )
        continue
      const machine = model.altMachine[k]!
      for (let other = model.laneFirst[machine]!; other < model.laneFirst[machine + 1]!; other++) {
        if (timetable.laneFree[other]! > time) continue
        searched = true
        if (timetable.find(operation, k, other) && timetable.foundEnd < bestEnd) {
          bestEnd = timetable.foundEnd
          bestAlternative = k
          bestLane = other
        }
        break
      }
    }
    if (searched) timetable.find(operation, bestAlternative, bestLane)
    timetable.place(operation, bestAlternative, bestLane)
    if (bestLane !== lane) this.wake(bestLane, timetable.laneFree[bestLane]!)
    this.placed(operation)
    if (model.machineCharge[model.laneMachine[bestLane]!]! > 0) this.fill(operation, bestAlternative)
  }

  /** The furnace is filled with what else is there of the family, by index. */
  private fill(head: number, alternative: number): void {
    const { model, timetable, waiting } = this
    const { altOperation, altLoad } = model
    const machine = model.altMachine[alternative]!
    const time = timetable.start[head]!
    const { candidates } = this
    waiting.followers(machine, alternative, candidates)
    let fitting = 0
    for (const slot of candidates) {
      const other = waiting.alternativeIn(slot)
      const operation = altOperation[other]!
      if (suits(model, other, alternative) && timetable.isReadyAt(operation, head)) candidates[fitting++] = slot
    }
    candidates.length = fitting
    const value = (slot: number) => waiting.worth(slot, time)
    candidates.sort((a, b) => value(b) - value(a) || waiting.alternativeIn(a) - waiting.alternativeIn(b))
    let load = altLoad[alternative]!
    for (const slot of candidates) {
      const other = waiting.alternativeIn(slot)
      if (load + altLoad[other]! > model.machineCharge[machine]!) continue
      load += altLoad[other]!
      timetable.join(altOperation[other]!, head)
      this.placed(altOperation[other]!)
    }
  }

  private placed(operation: number): void {
    const { model, timetable, ready, open } = this
    this.unplaced--
    this.waiting.leave(operation)
    for (let s = model.succFirst[operation]!; s < model.succFirst[operation + 1]!; s++) {
      const after = model.succOp[s]!
      if (model.isFixed[after]) continue
      for (let k = model.predFirst[after]!; k < model.predFirst[after + 1]!; k++) {
        if (model.predOp[k] === operation) ready[after] = Math.max(ready[after]!, timetable.firstHandOver(k))
      }
      open[after] = open[after]! - 1
      if (open[after] === 0) this.events.push(ready[after]!, after)
    }
  }
}

/** The highest first, then by number; they come by number, and mostly they are few. */
function byTop(lanes: number[], top: Float64Array): void {
  for (let k = 1; k < lanes.length; k++) {
    const lane = lanes[k]!
    let at = k
    for (; at > 0 && top[lanes[at - 1]!]! < top[lane]!; at--) lanes[at] = lanes[at - 1]!
    lanes[at] = lane
  }
}
