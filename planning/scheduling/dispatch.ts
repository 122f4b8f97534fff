/**
 * The constructive pass: time runs forward, and whenever a machine is free and open it takes the operation with the highest
 * index among those that can begin at once. The index is ATCS (Lee, Bhaskaran, Pinedo 1997), as a logarithm:
 * ln(weight / run) - slack / (k1 x mean run) - set-up / (k2 x mean set-up); or the operation's due date alone.
 */
import { startAt, workedAt } from '../calendar/working-time.ts'
import { changeoverSeconds } from './changeover.ts'
import { suits } from './charge.ts'
import { EventQueue } from './event-queue.ts'
import type { Model } from './model.ts'
import { Timetable } from './timetable.ts'
import type { Urgency } from './urgency.ts'

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
const largeLook = 40
const largeScan = 300
const mostTries = 30

export class Dispatcher {
  readonly timetable: Timetable
  /** Added to the index of each operation; what the improvement turns. */
  readonly bias: Float64Array
  /** Operations that did not fit before the limit, and those that wait for them. */
  unplaced = 0

  private readonly model: Model
  private readonly urgency: Urgency
  private readonly events = new EventQueue()
  private readonly ready: Float64Array
  private readonly waiting: Int32Array
  /** The part of the index that does not change during a pass, by alternative. */
  private readonly index: Float64Array
  /** Start that is in time, by alternative. */
  private readonly latest: Float64Array
  /** Place in the queue, the highest first. */
  private readonly standing: Float64Array
  private readonly queues: Int32Array[]
  private readonly queueLength: Int32Array
  private readonly laneWake: Float64Array
  private readonly laneTop: Float64Array
  private readonly seen = new Int32Array(longestLook)
  private readonly seenIndex = new Float64Array(longestLook)
  /** When an alternative was found to begin at the earliest; Infinity: placed, or never before the limit. */
  private readonly notUntil: Float64Array
  private earliestHeld = 0
  private readonly mostSeen: number
  private readonly mostScanned: number
  private slackScale = 0

  constructor(model: Model, urgency: Urgency) {
    const n = model.operationCount
    this.model = model
    this.urgency = urgency
    this.mostSeen = n > large ? largeLook : longestLook
    this.mostScanned = n > large ? largeScan : longestScan
    this.timetable = new Timetable(model)
    this.bias = new Float64Array(n)
    this.ready = new Float64Array(n)
    this.waiting = new Int32Array(n)
    this.index = new Float64Array(model.altMachine.length)
    this.latest = new Float64Array(model.altMachine.length)
    this.standing = new Float64Array(model.altMachine.length)
    this.queues = Array.from({ length: model.machineCount }, () => new Int32Array(16))
    this.queueLength = new Int32Array(model.machineCount)
    this.laneWake = new Float64Array(model.laneMachine.length)
    this.laneTop = new Float64Array(model.laneMachine.length)
    this.notUntil = new Float64Array(model.altMachine.length)
  }

  /** Fills the timetable; orders with `skip` set are left out. */
  run(rule: Rule, skip: Uint8Array): void {
    const { model, events, timetable, ready, waiting } = this
    const { problem, isFixed, orderOf, predFirst, predOp } = model
    timetable.clear()
    events.clear()
    this.queueLength.fill(0)
    this.laneWake.fill(-1)
    this.notUntil.fill(0)
    this.unplaced = 0
    this.weigh(rule)
    for (let i = 0; i < model.operationCount; i++) {
      if (isFixed[i] || skip[orderOf[i]!]) continue
      this.unplaced++
      ready[i] = Math.max(model.notBefore[i]!, model.kitAt[i]!)
      let open = 0
      for (let k = predFirst[i]!; k < predFirst[i + 1]!; k++) {
        const before = predOp[k]!
        if (isFixed[before]) ready[i] = Math.max(ready[i]!, model.fixedEnd[before]! + model.predWait[k]!)
        else open++
      }
      waiting[i] = open
      if (open === 0) events.push(ready[i]!, i)
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
        if (timetable.holdsAnything) this.decideTogether(lane, time, rule)
        else this.decide(lane, time, rule)
      }
    }
  }

  private weigh({ value, k1 }: Rule): void {
    const { model, urgency, index, latest, bias } = this
    for (let k = 0; k < index.length; k++) {
      const operation = model.altOperation[k]!
      const run = model.altRun[k]!
      // A machine that is slower than another for this operation is the second choice.
      const slower = 2 * Math.log(urgency.shortest[operation]! / run)
      index[k] = value * Math.log(urgency.weight[operation]! / run) + slower + bias[operation]!
      latest[k] = urgency.due[operation]! - run * urgency.stretch[operation]!
      this.standing[k] = index[k]! - (latest[k]! - model.problem.now) / (k1 * urgency.meanRun)
    }
  }

  /** The operation joins the queues of its machines; their idle lanes look again. */
  private arrive(operation: number, time: number): void {
    const { model, queueLength } = this
    for (let k = model.altFirst[operation]!; k < model.altFirst[operation + 1]!; k++) {
      const machine = model.altMachine[k]!
      let queue = this.queues[machine]!
      const length = queueLength[machine]!
      if (length === queue.length) {
        const longer = new Int32Array(length * 2)
        longer.set(queue)
        this.queues[machine] = queue = longer
      }
      // By the index without set-up: what is not late keeps this order as time goes on, so the head is what matters.
      const { standing } = this
      const own = standing[k]!
      let low = 0
      let high = length
      while (low < high) {
        const middle = (low + high) >>> 1
        const other = queue[middle]!
        if (standing[other]! > own || (standing[other] === own && other < k)) low = middle + 1
        else high = middle
      }
      queue.copyWithin(low + 1, low, length)
      queue[low] = k
      queueLength[machine] = length + 1
      for (let lane = model.laneFirst[machine]!; lane < model.laneFirst[machine + 1]!; lane++) {
        if (this.timetable.laneFree[lane]! <= time) this.wake(lane, time)
      }
    }
  }

  /** The lane decides at the first working second from `time` on. */
  private wake(lane: number, time: number): void {
    const { model } = this
    const table = model.tables[model.machineTable[model.laneMachine[lane]!]!]!
    const open = startAt(table, workedAt(table, time))
    if (open === Number.POSITIVE_INFINITY) return
    const planned = this.laneWake[lane]!
    if (planned >= 0 && planned <= open) return
    this.laneWake[lane] = open
    this.events.push(open, model.operationCount + lane)
  }

  /** Machines that wait for the same people or moulds wake at one instant: the most urgent operation takes them. */
  private decideTogether(first: number, time: number, rule: Rule): void {
    const { events, model } = this
    const lanes = [first]
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
        if (this.timetable.laneFree[lane]! <= time) {
          const count = this.look(lane, time, rule)
          for (let i = 0; i < count; i++) if (this.seenIndex[i]! > top) top = this.seenIndex[i]!
        }
        this.laneTop[lane] = top
      }
      lanes.sort((a, b) => this.laneTop[b]! - this.laneTop[a]! || a - b)
    }
    for (const lane of lanes) this.decide(lane, time, rule)
  }

  private decide(lane: number, time: number, rule: Rule): void {
    const { timetable, model, seen, seenIndex } = this
    if (timetable.laneFree[lane]! > time) {
      this.wake(lane, timetable.laneFree[lane]!)
      return
    }
    const machine = model.laneMachine[lane]!
    const single = model.laneFirst[machine + 1]! - model.laneFirst[machine]! === 1
    const count = this.look(lane, time, rule)
    let next = this.earliestHeld
    for (let tries = 0; tries < mostTries; tries++) {
      let best = -1
      let bestIndex = Number.NEGATIVE_INFINITY
      for (let i = 0; i < count; i++) {
        if (seenIndex[i]! > bestIndex) {
          bestIndex = seenIndex[i]!
          best = i
        }
      }
      if (best < 0) break
      seenIndex[best] = Number.NEGATIVE_INFINITY
      const alternative = seen[best]!
      const operation = model.altOperation[alternative]!
      if (!timetable.find(operation, alternative, lane)) {
        this.notUntil[alternative] = Number.POSITIVE_INFINITY
        continue
      }
      if (timetable.foundSetupStart <= time) {
        this.commit(operation, alternative, lane, time)
        this.wake(lane, timetable.laneFree[lane]!)
        return
      }
      next = Math.min(next, timetable.foundSetupStart)
      if (single) this.notUntil[alternative] = timetable.foundSetupStart
    }
    if (next !== Number.POSITIVE_INFINITY) this.wake(lane, next)
  }

  /** Looks through the head of the queue: fills `seen` and `seenIndex`, returns how many; drops what is placed by now. */
  private look(lane: number, time: number, rule: Rule): number {
    const { model, notUntil, index, latest, seen, seenIndex } = this
    const machine = model.laneMachine[lane]!
    const queue = this.queues[machine]!
    const length = this.queueLength[machine]!
    const slackScale = 1 / (rule.k1 * this.urgency.meanRun)
    this.slackScale = slackScale
    const setupScale = 1 / (rule.k2 * this.urgency.meanSetup)
    const least = rule.late ? Number.NEGATIVE_INFINITY : 0
    const { altSetup, altFamily } = model
    const matrix = model.machineChangeover[machine]!
    const family = this.timetable.laneFamily[lane]!
    const mounted = this.timetable.laneMould[lane]!
    const mouldChange = model.machineMouldChange[machine]!
    let held = Number.POSITIVE_INFINITY
    let kept = 0
    let count = 0
    let i = 0
    for (; i < length && count < this.mostSeen && kept < this.mostScanned; i++) {
      const alternative = queue[i]!
      const hold = notUntil[alternative]!
      if (hold === Number.POSITIVE_INFINITY) continue
      queue[kept++] = alternative
      // Not before then at the last look, and people, machines and material do not come back earlier.
      if (hold > time) {
        if (hold < held) held = hold
        continue
      }
      let setup = altSetup[alternative]! + changeoverSeconds(matrix, family, altFamily[alternative]!)
      const own = model.mould[model.altOperation[alternative]!]!
      if (own >= 0 && own !== mounted) setup += mouldChange
      let slack = latest[alternative]! - time
      if (slack < least) slack = least
      seen[count] = alternative
      seenIndex[count++] = index[alternative]! - slack * slackScale - setup * setupScale
    }
    // What was not looked at keeps its place behind the rest.
    if (kept < i) {
      queue.copyWithin(kept, i, length)
      this.queueLength[machine] = length - (i - kept)
    }
    this.earliestHeld = held
    return count
  }

  private commit(operation: number, alternative: number, lane: number, time: number): void {
    const { model, timetable } = this
    let bestAlternative = alternative
    let bestLane = lane
    let bestEnd = timetable.foundEnd
    let searched = false
    for (let k = model.altFirst[operation]!; k < model.altFirst[operation + 1]!; k++) {
      if (k === alternative) continue
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
    const { model, timetable } = this
    const machine = model.altMachine[alternative]!
    const queue = this.queues[machine]!
    const candidates: number[] = []
    for (let i = 0; i < Math.min(this.mostScanned, this.queueLength[machine]!); i++) {
      const other = queue[i]!
      const operation = model.altOperation[other]!
      if (timetable.isPlaced(operation) || !suits(model, other, alternative)) continue
      if (timetable.isReadyAt(operation, head)) candidates.push(other)
    }
    const value = (k: number) =>
      this.index[k]! - Math.max(0, this.latest[k]! - timetable.start[head]!) * this.slackScale
    candidates.sort((a, b) => value(b) - value(a) || a - b)
    let load = model.altLoad[alternative]!
    for (const other of candidates) {
      if (load + model.altLoad[other]! > model.machineCharge[machine]!) continue
      load += model.altLoad[other]!
      timetable.join(model.altOperation[other]!, head)
      this.placed(model.altOperation[other]!)
    }
  }

  private placed(operation: number): void {
    const { model, timetable, ready, waiting } = this
    this.unplaced--
    for (let k = model.altFirst[operation]!; k < model.altFirst[operation + 1]!; k++) {
      this.notUntil[k] = Number.POSITIVE_INFINITY
    }
    for (let s = model.succFirst[operation]!; s < model.succFirst[operation + 1]!; s++) {
      const after = model.succOp[s]!
      if (model.isFixed[after]) continue
      for (let k = model.predFirst[after]!; k < model.predFirst[after + 1]!; k++) {
        if (model.predOp[k] === operation) ready[after] = Math.max(ready[after]!, timetable.firstHandOver(k))
      }
      waiting[after] = waiting[after]! - 1
      if (waiting[after] === 0) this.events.push(ready[after]!, after)
    }
  }
}
