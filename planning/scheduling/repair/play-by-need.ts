/**
 * A plan that something has happened to, played on from now as a good foreman would: each task begins where and when people know
 * it to. What cannot - its machine is down, its order came in between, another has taken its place - waits for a machine, and
 * takes the place of one that can wait longer when its own need has become greater. Those whose place was taken wait in turn, so
 * that what is too much goes from one to the next that can wait longer, until there is room; all others stay.
 */
import { hourSeconds, type Instant, minuteSeconds } from '@qitao/core/time.ts'
import { EventQueue } from '../place/event-queue.ts'
import { Timetable } from '../place/timetable.ts'
import type { Urgency } from '../place/urgency.ts'
import type { Model } from '../problem/model.ts'
import { operationsInOrder } from '../problem/operations-in-order.ts'
import type { Places } from './repair-turns.ts'

/** How it is decided who waits. */
export interface Needs {
  /** What an order counts for, by order. */
  readonly weight: Float64Array
  /** Hours of lateness that it costs to move a task. */
  readonly price: number
  /** Seconds before a task is late at which waiting begins to cost. */
  readonly foresight: number
  /** Share of what is left behind a task in the plan that counts as its slack, beside what its routing leaves. */
  readonly shareOfPlan: number
  /** Moves that waiting on is thought to cost in the end. */
  readonly hope: number
  /** Share of a move that each task costs that has to leave its place for what is before it. */
  readonly loss: number
  /** By operation: its need is so many times as great. */
  readonly chance: Float64Array
  /** By operation, 1: it may begin before it stood, and gives no place up. */
  readonly comesIn: Uint8Array
}

/** Asked of each task that is placed: true gives the whole up. */
export type IsTooMuch = (timetable: Timetable, operation: number) => boolean

/** Another machine, as a share of a move. */
const otherMachine = 0.5
const leastNeed = 1e-3
/** Looks at a task, in the mean, before a play is given up: they take each other's places in a circle. */
const mostLooks = 60
/** Tasks that follow which are looked at when one is late. */
const mostFollowers = 12

/** What is known of a plan before it is played on; `home`: where each task is to stand. */
export class PlanToPlay {
  readonly from: Timetable
  readonly home: Places
  readonly urgency: Urgency
  /** By the start of their set-up. */
  readonly order: readonly number[]
  readonly rank: Int32Array
  readonly waitsFor: Int32Array
  /** Beside each of `succOp`, 1: it begins after the end, not with a part. */
  readonly afterEnd: Uint8Array
  readonly ofLane: readonly number[][]
  /** Tasks that hold a mould, or another thing that there is one of. */
  readonly ofResource: readonly number[][]
  readonly planSlack: Float64Array

  constructor(from: Timetable, home: Places, urgency: Urgency) {
    const { model } = from
    const { setupStart, lane } = home
    this.from = from
    this.home = home
    this.urgency = urgency
    this.order = operationsInOrder(from).sort((a, b) => setupStart[a]! - setupStart[b]! || a - b)
    this.rank = new Int32Array(model.operationCount).fill(-1)
    for (const [k, operation] of this.order.entries()) this.rank[operation] = k
    this.waitsFor = new Int32Array(model.operationCount)
    for (let i = 0; i < model.operationCount; i++) {
      if (this.rank[from.head[i]!]! < 0) continue
      for (let k = model.succFirst[i]!; k < model.succFirst[i + 1]!; k++) {
        const next = from.head[model.succOp[k]!]!
        if (this.rank[next]! >= 0) this.waitsFor[next]!++
      }
    }
    this.afterEnd = new Uint8Array(model.succOp.length)
    for (let i = 0; i < model.operationCount; i++)
      for (let k = model.succFirst[i]!; k < model.succFirst[i + 1]!; k++)
        this.afterEnd[k] = Number(shareOf(model, i, model.succOp[k]!) === 1)
    const ofLane: number[][] = Array.from({ length: model.laneMachine.length }, () => [])
    const ofResource: number[][] = Array.from({ length: model.resourceCapacity.length }, () => [])
    for (const i of this.order) {
      ofLane[lane[i]!]!.push(i)
      for (let k = model.holdFirst[i]!; k < model.holdFirst[i + 1]!; k++)
        if (model.resourceCapacity[model.holdResource[k]!] === 1) ofResource[model.holdResource[k]!]!.push(i)
    }
    this.ofLane = ofLane
    this.ofResource = ofResource
    this.planSlack = slackInPlan(model, home)
  }

  /** null: not all of them fit, or it became too much. */
  play(needs: Needs, isTooMuch: IsTooMuch): Timetable | null {
    return new Play(this, needs).run(isTooMuch)
  }
}

/** What has to be made before the next may begin. */
function shareOf({ predFirst, predOp, predShare }: Model, before: number, next: number): number {
  let least = 1
  for (let k = predFirst[next]!; k < predFirst[next + 1]!; k++)
    if (predOp[k] === before) least = Math.min(least, predShare[k]!)
  return least
}

/** Seconds that each may be later before an order is, as all that follows stands. */
function slackInPlan(model: Model, home: Places): Float64Array {
  const slack = Float64Array.from(model.orderOf, (order, i) => model.orderDue[order]! - home.end[i]!)
  for (let t = model.topological.length - 1; t >= 0; t--) {
    const i = model.topological[t]!
    for (let k = model.succFirst[i]!; k < model.succFirst[i + 1]!; k++) {
      const next = model.succOp[k]!
      const gap = Math.max(0, home.setupStart[next]! - home.end[i]!)
      slack[i] = Math.min(slack[i]!, gap + (model.isFixed[next] === 1 ? 0 : slack[next]!))
    }
  }
  return slack
}

class PlayedTimetable extends Timetable {
  constructor(from: Timetable) {
    super(from.model)
    this.wanted = new Float64Array(from.model.operationCount)
    this.copyCharges(from)
  }
  wish(head: number, start: Instant): void {
    for (let member = head; member >= 0; member = this.nextMember[member]!) this.wanted![member] = start
  }
}

class Play {
  private readonly plan: PlanToPlay
  private readonly model: Model
  private readonly home: Places
  private readonly timetable: PlayedTimetable
  private readonly needs: Needs
  private readonly slack: Float64Array
  private readonly need: Float64Array
  private readonly firstOfLane: Int32Array
  private readonly firstOfResource: Int32Array
  /** 1: it cannot begin when it did. */
  private readonly isLate: Uint8Array
  private readonly waitsFor: Int32Array
  private readonly queue: EventQueue
  private now = 0
  /** What was chosen. */
  private alternative = -1
  private lane = -1
  private at = 0
  /** What it costs those whose places would be taken. */
  private taken = 0

  constructor(plan: PlanToPlay, needs: Needs) {
    const { from, home, urgency, order } = plan
    const { model } = from
    this.plan = plan
    this.model = model
    this.home = home
    this.needs = needs
    this.timetable = new PlayedTimetable(from)
    this.waitsFor = plan.waitsFor.slice()
    this.firstOfLane = new Int32Array(plan.ofLane.length)
    this.firstOfResource = new Int32Array(plan.ofResource.length)
    this.isLate = needs.comesIn.slice()
    this.queue = new EventQueue(order.length + 1)
    this.slack = new Float64Array(model.operationCount)
    this.need = new Float64Array(model.operationCount)
    for (const head of order) {
      let slack = Number.POSITIVE_INFINITY
      let need = 0
      for (let i = head; i >= 0; i = from.nextMember[i]!) {
        const byRouting = urgency.due[i]! - home.end[i]!
        slack = Math.min(slack, byRouting + needs.shareOfPlan * (plan.planSlack[i]! - byRouting))
        need += Math.max(needs.weight[model.orderOf[i]!]!, leastNeed * urgency.weight[i]!)
      }
      this.slack[head] = slack
      this.need[head] = need * needs.chance[head]!
    }
  }

  run(isTooMuch: IsTooMuch): Timetable | null {
    const { order, rank, from, afterEnd } = this.plan
    const { queue, home, model, timetable, waitsFor } = this
    for (const i of order) if (waitsFor[i] === 0) queue.push(this.firstLook(i), rank[i]!)
    let placed = 0
    for (let looks = mostLooks * order.length; queue.size > 0; looks--) {
      if (looks === 0) return null
      this.now = Math.max(this.now, queue.time)
      const i = order[queue.key]!
      queue.pop()
      if (!this.choose(i)) return null
      if (this.at > this.now) {
        queue.push(this.at, rank[i]!)
        continue
      }
      timetable.place(i, this.alternative, this.lane)
      if (timetable.setupStart[i]! > home.setupStart[i]!) this.isLate[i] = 1
      placed++
      if (isTooMuch(timetable, i)) return null
      for (let member = i; member >= 0; member = timetable.nextMember[member]!)
        for (let k = model.succFirst[member]!; k < model.succFirst[member + 1]!; k++) {
          const next = from.head[model.succOp[k]!]!
          if (rank[next]! < 0) continue
          if (afterEnd[k] === 1 && timetable.end[i]! > home.start[next]!) this.isLate[next] = 1
          if (--waitsFor[next]! === 0) queue.push(this.firstLook(next), rank[next]!)
        }
    }
    return placed === order.length ? timetable : null
  }

  private firstLook(i: number): Instant {
    return this.needs.comesIn[i] === 1 ? this.model.problem.now : this.home.setupStart[i]!
  }

  /** False: it goes nowhere. Where it is to begin now, the timetable has found what was chosen. */
  private choose(i: number): boolean {
    if (this.isLate[i] === 0) {
      if (this.isAtHome(i)) return true
      this.isLate[i] = 1
    }
    const { timetable, home, model, needs, now } = this
    timetable.wish(i, 0)
    const isCharge = timetable.nextMember[i]! >= 0
    const own = home.lane[i]!
    const ownMachine = model.laneMachine[own]!
    let best = Number.POSITIVE_INFINITY
    const consider = (cost: number, at: Instant, alternative: number, lane: number) => {
      if (cost >= best) return
      best = cost
      this.at = at
      this.alternative = alternative
      this.lane = lane
    }
    for (let k = model.altFirst[i]!; k < model.altFirst[i + 1]!; k++) {
      const machine = model.altMachine[k]!
      if (isCharge && machine !== ownMachine) continue
      for (let lane = model.laneFirst[machine]!; lane < model.laneFirst[machine + 1]!; lane++) {
        if ((isCharge && lane !== own) || !timetable.find(i, k, lane)) continue
        const { foundSetupStart: from, foundEnd: end } = timetable
        const elsewhere = machine === ownMachine ? 0 : otherMachine * needs.price
        const release = this.takes(i, lane, from, end)
        consider(this.costOfEnd(i, end) + elsewhere + this.taken, from, k, lane)
        if (this.taken > 0) {
          const wait = this.costOfEnd(i, end + release - from) + elsewhere + needs.hope * needs.price
          consider(wait, Math.max(release, now + minuteSeconds), k, lane)
        }
      }
    }
    if (best === Number.POSITIVE_INFINITY) return false
    return this.at > now || timetable.find(i, this.alternative, this.lane)
  }

  private isAtHome(i: number): boolean {
    const { timetable, home } = this
    timetable.wish(i, home.start[i]!)
    if (!timetable.find(i, home.alternative[i]!, home.lane[i]!) || timetable.foundSetupStart > this.now) return false
    this.lane = home.lane[i]!
    this.alternative = home.alternative[i]!
    this.at = timetable.foundSetupStart
    return true
  }

  /** What it costs those whose place a task would take; answers when the first of them will have ended. */
  private takes(i: number, lane: number, from: Instant, end: Instant): Instant {
    const { model, plan } = this
    this.taken = 0
    let release = this.takesOf(i, plan.ofLane[lane]!, this.firstOfLane, lane, from, end)
    for (let k = model.holdFirst[i]!; k < model.holdFirst[i + 1]!; k++) {
      const held = model.holdResource[k]!
      if (model.resourceCapacity[held] !== 1) continue
      release = Math.max(release, this.takesOf(i, plan.ofResource[held]!, this.firstOfResource, held, from, end))
    }
    return release
  }

  private takesOf(
    i: number,
    list: readonly number[],
    first: Int32Array,
    which: number,
    from: Instant,
    end: Instant,
  ): Instant {
    const { home, timetable, isLate, now, needs } = this
    const isPlaced = (head: number) => timetable.lane[head]! >= 0
    while (first[which]! < list.length && isPlaced(list[first[which]!]!)) first[which]!++
    let release = from
    for (let k = first[which]!; k < list.length; k++) {
      const head = list[k]!
      if (home.setupStart[head]! >= end) break
      if (head === i || isLate[head] === 1 || isPlaced(head) || home.setupStart[head]! < now) continue
      if (release === from) release = home.end[head]!
      const delayed = home.end[head]! + end - home.setupStart[head]!
      this.taken += needs.price + this.costOfEnd(head, delayed) - this.costOfEnd(head, home.end[head]!)
    }
    return release
  }

  /** What it is thought to cost that a task ends then. */
  private costOfEnd(i: number, end: Instant): number {
    const { foresight, price, loss } = this.needs
    const behind = end - this.home.end[i]! - this.slack[i]!
    const seconds = behind > 0 ? behind + foresight : foresight * Math.exp(behind / foresight)
    return (seconds / hourSeconds) * this.need[i]! + this.lost(i, end) * price * loss
  }

  /** How many tasks that follow cannot begin any more when they did. */
  private lost(head: number, end: Instant): number {
    const { model, home } = this
    const { succFirst, succOp } = model
    let count = 0
    let delay = end - home.end[head]!
    for (let i = head; delay > 0 && count < mostFollowers && succFirst[i] !== succFirst[i + 1]; count++) {
      const next = succOp[succFirst[i]!]!
      if (this.timetable.lane[next]! >= 0) break
      delay -= Math.max(0, home.setupStart[next]! - home.end[i]!)
      if (delay <= 0) break
      i = next
    }
    return count
  }
}
