/**
 * A plan that something has happened to, put right in steps: first what breaks a rule is pushed on, then the moves of local
 * search - another machine, a gap, another sequence - are tried within a radius that grows from what was pushed, as long as
 * that makes the plan cheaper. Whoever is not touched stays where people know it to be, and comes back there when it can.
 */
import type { Instant } from '@qitao/core/time.ts'
import { seededRandom } from '../../random.ts'
import { type HandTask, taskIn } from '../hand/hand-answer.ts'
import type { HandBoard } from '../hand/hand-board.ts'
import { HandPlan } from '../hand/hand-plan.ts'
import type { Refused } from '../hand/hand-refusal.ts'
import type { PlanChanges, Repair } from '../improve/changeable-timetable.ts'
import { LocalMoves } from '../improve/local-moves.ts'
import { type Timetable, why } from '../place/timetable.ts'
import { alternativeOn } from '../problem/charge.ts'
import type { Model } from '../problem/model.ts'
import type { Problem } from '../problem/problem.ts'
import { pushInTurn } from '../standing/push-in-turn.ts'
import type { StandingTask } from '../standing/standing-plan.ts'
import { costOf, RepairCost, type RepairTotals, type Stood } from './repair-cost.ts'

/** A move that shifts more than this is not looked at any further. */
const mostShifted = 1000
const longestChain = 60
/** A radius that lowers the cost by less than this share is wide enough. */
const worthwhile = 0.002
/** Rounds of a radius at most, and how often it grows in vain before it is left at that. */
const roundsPerRadius = 12
const vainRadii = 2

/** What a step may make of a plan. */
export interface RepairAim {
  readonly hoursPerMove: number
  /** It is never to be later, and where it is asked for never to move more, than it was. */
  readonly neverMore: boolean
  /** Operations looked at, at most. */
  readonly work: number
  /** All orders are looked after from the first; else those that were touched, then those beside them. */
  readonly everywhere?: boolean
}

export interface RepairTask extends HandTask {
  readonly charge?: string
}

export class RepairSearch {
  readonly model: Model
  readonly plan: Repair
  readonly cost: RepairCost
  readonly stood: Stood
  /** Placed operations of each order. */
  readonly ofOrder: readonly Int32Array[]
  private readonly random: () => number
  private readonly hand: HandPlan
  private readonly board: HandBoard

  /** `stood`: where the tasks were before, when the given ones come from another plan. `like`: a search of the same problem. */
  constructor(problem: Problem, tasks: readonly StandingTask[], seed: number, stoodAt: StoodAt, like?: RepairSearch) {
    this.hand = new HandPlan(problem, { tasks }, like?.hand)
    this.board = this.hand.board
    this.model = this.board.model
    this.plan = this.board.plan
    const { model, plan } = this
    this.random = seededRandom(seed)
    this.stood = stoodIn(model, stoodAt)
    const lists: number[][] = Array.from({ length: model.orderCount }, () => [])
    for (let i = 0; i < model.operationCount; i++) if (plan.isPlaced(i)) lists[model.orderOf[i]!]!.push(i)
    this.ofOrder = lists.map(list => Int32Array.from(list))
    this.cost = new RepairCost(plan, this.stood, this.ofOrder)
  }

  /** What breaks a rule goes on, and what is in its way with it. */
  push(): Refused | null {
    this.hand.awaitKits()
    const answer = this.hand.putRight()
    if (!answer.ok) return answer
    this.hand.keepChange()
    this.cost.recount()
    return null
  }

  /** Tasks as the floor would push them on (see `pushInTurn`); null: not all of them fit. */
  inTurn(keepsTurn = false): RepairTask[] | null {
    const timetable = pushInTurn(this.plan, { wanted: this.board.stands, keepsTurn })
    return timetable && this.tasksIn(timetable)
  }
  /** Tasks that may move, as they stand elsewhere. */
  tasksIn(timetable: Timetable): RepairTask[] {
    return Array.from(this.plan.start.keys()).flatMap(i => (this.board.isFree(i) ? [this.placed(i, timetable)] : []))
  }

  isPlaced(i: number): boolean {
    return this.plan.isPlaced(i)
  }
  /** Tasks that stand elsewhere than they did, or at another time, by start. */
  movedNow(): number[] {
    const { start } = this.plan
    const moved = Array.from(start.keys()).filter(
      i => this.board.isFree(i) && (this.cost.isMoved(i) || this.stood.machine[i]! < 0),
    )
    return moved.sort((a, b) => start[a]! - start[b]! || a - b)
  }
  placed(i: number, plan: Timetable = this.plan): RepairTask {
    const { model } = this
    const head = plan.head[i]!
    const task = { ...taskIn(plan, i), setupSeconds: plan.setupSeconds[head]! }
    const isCharge = this.board.isFree(i) && model.machineCharge[model.laneMachine[plan.lane[i]!]!]! > 0
    return isCharge ? { ...task, charge: model.operationNumber.ids[head]! } : task
  }
  placedTasks(): RepairTask[] {
    return Array.from(this.plan.start.keys()).flatMap(i => (this.isPlaced(i) ? [this.placed(i)] : []))
  }

  /** Makes the plan cheaper, move by move. */
  improve(aim: RepairAim): void {
    const { cost } = this
    const until = this.plan.work + aim.work
    cost.inScope.fill(0)
    let ahead = aim.everywhere ? Array.from(cost.inScope.keys()) : this.firstOrders()
    for (let vain = 0; (aim.everywhere || ahead.length > 0) && vain < vainRadii && this.plan.work < until; ) {
      for (const order of ahead) cost.inScope[order] = 1
      const before = costOf(cost.now(), aim.hoursPerMove)
      this.searchScope(aim, until)
      vain = costOf(cost.now(), aim.hoursPerMove) < before * (1 - worthwhile) ? 0 : vain + 1
      ahead = this.nextOrders()
    }
    this.goHome(aim, this.plan.work + aim.work)
  }

  /** The wish to start when it did is given up for what the search takes elsewhere: it is as early as it can be there. */
  private readonly changes: PlanChanges = {
    tryMove: (operation, alternative, lane, next, most) => {
      this.wish(operation, 0)
      return this.plan.tryMove(operation, alternative, lane, next, most, true)
    },
    tryJoin: (operation, target, most) => {
      this.wish(target, 0)
      this.board.stand(operation, 0)
      return this.plan.tryJoin(operation, target, most)
    },
    tryLeave: (operation, alternative, lane, next, most) => {
      this.board.stand(operation, 0)
      return this.plan.tryLeave(operation, alternative, lane, next, most)
    },
  }

  private wish(head: number, start: Instant): void {
    for (let member = head; member >= 0; member = this.plan.nextMember[member]!) this.board.stand(member, start)
  }

  private searchScope(aim: RepairAim, until: number): void {
    const { cost } = this
    const movable = this.movableInScope()
    if (movable.length === 0) return
    const moves = new LocalMoves(this.plan, cost, 'tardiness', this.random, this.ofOrder, movable, this.changes)
    for (let round = 0; round < roundsPerRadius && this.plan.work < until; round++) {
      this.plan.renumber()
      moves.findLate()
      const moved = movable.filter(i => cost.isMoved(i))
      const before = costOf(cost.now(), aim.hoursPerMove)
      const enough = Math.min(until, this.plan.work + Math.max(2000, 8 * movable.length))
      for (let tries = 0; this.plan.work < enough && tries < movable.length + 400; tries++) {
        const share = this.random()
        if (share < 0.35 && moved.length > 0) {
          const i = moved[this.whole(moved.length)]!
          this.attempt(() => this.back(this.plan.head[i]!), aim)
        } else if (share < 0.55) {
          const i = moves.pick()
          if (i >= 0) this.attempt(() => this.free(this.plan.head[i]!), aim)
        } else {
          const i = moves.pick()
          if (i >= 0) this.attempt(() => moves.propose(i), aim)
        }
      }
      if (costOf(cost.now(), aim.hoursPerMove) >= before * (1 - worthwhile)) break
    }
  }

  /** Makes a change and keeps it when it is worth it. */
  private attempt(change: () => boolean, aim: RepairAim): boolean {
    const { cost, board } = this
    this.hand.bars.begin()
    if (!change()) {
      board.putBackWritten()
      return false
    }
    cost.count()
    if (isBetter(cost.now(), cost.before(), aim)) {
      cost.keep()
      board.keep()
      return true
    }
    board.takeBack()
    cost.forget()
    return false
  }

  /** What keeps an order's chain where it was planned may start as early as it can. */
  private free(from: number): boolean {
    let i = from
    const freed: number[] = []
    for (let steps = 0; steps < longestChain && i >= 0 && this.board.isFree(i); steps++) {
      if (this.plan.reason[i] === why.notBefore && this.board.stands[i]! > 0) freed.push(i)
      if (this.plan.reason[i] !== why.lane && this.plan.reason[i] !== why.predecessor) break
      i = this.plan.head[this.plan.behind[i]!] ?? -1
    }
    if (freed.length === 0) return false
    for (const each of freed) this.wish(each, 0)
    return this.plan.tryTimes(freed, mostShifted)
  }

  /** A task that has moved goes to where it stood, or part of the way there; or near that, on a machine of its choice. */
  private back(i: number): boolean {
    const { model, stood } = this
    if (!this.board.isFree(i)) return false
    const first = model.altFirst[i]!
    const count = model.altFirst[i + 1]! - first
    const toOther = count > 1 && this.random() < 0.6
    const alternative = toOther ? first + this.whole(count) : this.plan.alternative[i]!
    const machine = model.altMachine[alternative]!
    const lanes = model.laneFirst[machine + 1]! - model.laneFirst[machine]!
    const lane = toOther ? model.laneFirst[machine]! + this.whole(lanes) : this.plan.lane[i]!
    const home = stood.machine[i]! < 0 ? this.plan.start[i]! : stood.start[i]!
    const isLater = this.plan.start[i]! > home
    const at = isLater && this.random() < 0.5 ? home + this.whole(this.plan.start[i]! - home) : home
    let next = this.nextFrom(lane, i, at)
    for (let on = this.random() < 0.5 ? 0 : this.whole(4); on > 0 && next >= 0; on--) next = this.plan.after[next]!
    if (next === i) next = this.plan.after[i]!
    return this.plan.head[i] === i && this.moveWishing(i, alternative, lane, next, at, mostShifted)
  }

  private moveWishing(i: number, alternative: number, lane: number, next: number, at: Instant, most: number): boolean {
    this.wish(i, at)
    return this.plan.lane[i] === lane && this.plan.after[i] === next
      ? this.plan.tryTimes([i], most)
      : this.plan.tryMove(i, alternative, lane, next, most, true)
  }

  /**
   * Takes a part of an operation to the other machine where that makes the plan cheapest when each hour for which its rest waits
   * for it counts; then what these orders wait for comes earlier. False: it can go nowhere.
   */
  takeElsewhere(part: string, rest: string, orders: Iterable<string>, aim: RepairAim): boolean {
    const { model, plan, cost } = this
    const [i, other] = [model.operationNumber.get(part)!, model.operationNumber.get(rest)!]
    const weight = model.orderWeight[model.orderOf[i]!]!
    plan.renumber()
    let best = { cost: Number.POSITIVE_INFINITY, move: () => false }
    for (const move of this.placesElsewhere(i, plan.start[other]!)) {
      this.hand.bars.begin()
      if (!move()) {
        this.board.putBackWritten()
        continue
      }
      cost.count()
      const behind = Math.max(0, plan.end[i]! - plan.end[other]!) / 3600
      const now = costOf(cost.now(), aim.hoursPerMove) + behind * weight
      if (now < best.cost) best = { cost: now, move }
      this.board.takeBack()
      cost.forget()
    }
    this.hand.bars.begin()
    if (!best.move()) return false
    cost.count()
    cost.keep()
    this.board.keep()
    for (const order of orders) this.callEarlier(model.orderNumber.get(order)!, aim)
    return true
  }

  /** On each lane of another machine, where a task would run from an instant on, or as the one before or behind. */
  private *placesElsewhere(i: number, from: Instant): Iterable<() => boolean> {
    const { model, plan } = this
    const own = model.laneMachine[plan.lane[i]!]!
    for (let k = model.altFirst[i]!; k < model.altFirst[i + 1]!; k++) {
      const machine = model.altMachine[k]!
      if (machine === own) continue
      for (let lane = model.laneFirst[machine]!; lane < model.laneFirst[machine + 1]!; lane++) {
        const at = this.nextFrom(lane, i, from)
        const earlier = at < 0 ? plan.laneBack[lane]! : plan.before[at]!
        const later = at < 0 ? -1 : plan.after[at]!
        for (const next of new Set([at, ...(earlier < 0 ? [] : [earlier]), later]))
          yield () => this.moveWishing(i, k, lane, next, 0, mostShifted)
      }
    }
  }

  /** What keeps an order where it was planned is given up, link by link of its chain, as long as it gains by it. */
  private callEarlier(order: number, aim: RepairAim): void {
    const { plan, cost } = this
    for (let steps = 0; steps < longestChain; steps++) {
      const last = this.ofOrder[order]!.reduce((latest, i) => (plan.end[i]! > plan.end[latest]! ? i : latest))
      const before = cost.orderEnd[order]!
      if (!this.attempt(() => this.free(plan.head[last]!), aim) || cost.orderEnd[order] === before) return
    }
  }

  /** What has moved and gains nothing by it goes back to where it stood. */
  private goHome(aim: RepairAim, until: number): void {
    const { model, stood } = this
    const moved = (i: number) =>
      this.board.isFree(i) && this.plan.head[i] === i && this.cost.isMoved(i) && stood.machine[i]! >= 0
    const list = Array.from(this.plan.start.keys()).filter(moved)
    list.sort((a, b) => stood.start[b]! - stood.start[a]! || b - a)
    this.plan.renumber()
    for (const i of list) {
      if (this.plan.work > until) break
      if (!moved(i)) continue
      const machine = stood.machine[i]!
      const alternative = alternativeOn(model, i, machine)
      const lane = model.laneMachine[this.plan.lane[i]!] === machine ? this.plan.lane[i]! : model.laneFirst[machine]!
      const isEarly = this.plan.lane[i] === lane && this.plan.start[i]! <= stood.start[i]!
      const next = isEarly ? this.plan.after[i]! : this.nextFrom(lane, i, stood.start[i]!)
      if (alternative >= 0) this.attempt(() => this.moveWishing(i, alternative, lane, next, stood.start[i]!, 100), aim)
    }
  }

  /** The task of a lane, but for one, before which an instant lies; -1: the end. */
  private nextFrom(lane: number, i: number, at: Instant): number {
    let next = -1
    for (let each = this.plan.laneBack[lane]!; each >= 0; each = this.plan.before[each]!) {
      if (each === i) continue
      if (this.plan.start[each]! < at) break
      next = each
    }
    return next
  }

  /** Orders that the push has touched, and those that come in too late now. */
  private firstOrders(): number[] {
    const { model, cost } = this
    const found = new Uint8Array(model.orderCount)
    for (let i = 0; i < model.operationCount; i++)
      if (cost.isMoved(i) || (this.board.isFree(i) && this.stood.machine[i]! < 0)) found[model.orderOf[i]!] = 1
    return Array.from(found.keys()).filter(order => found[order] === 1)
  }

  /** Orders of the tasks that stand next to those that are looked after. */
  private nextOrders(): number[] {
    const { model, cost } = this
    const found = new Set<number>()
    const see = (i: number) => {
      if (i >= 0 && cost.inScope[model.orderOf[i]!] === 0) found.add(model.orderOf[i]!)
    }
    for (let i = 0; i < model.operationCount; i++) {
      if (cost.inScope[model.orderOf[i]!] === 0 || !this.board.isFree(i)) continue
      see(this.plan.before[this.plan.head[i]!]!)
      see(this.plan.after[this.plan.head[i]!]!)
      for (let k = model.succFirst[i]!; k < model.succFirst[i + 1]!; k++) see(model.succOp[k]!)
    }
    return [...found].sort((a, b) => a - b)
  }

  private movableInScope(): Int32Array {
    const { model, cost } = this
    return Int32Array.from(
      Array.from(this.plan.start.keys()).filter(i => this.board.isFree(i) && cost.inScope[model.orderOf[i]!] === 1),
    )
  }

  private whole(below: number): number {
    return Math.floor(this.random() * below)
  }
}

/** `pushedTo`: the start that reports have pushed it on to. */
export type StoodAt = ReadonlyMap<string, StandingTask & { readonly firm?: boolean; readonly pushedTo?: Instant }>

function stoodIn(model: Model, at: StoodAt): Stood {
  const n = model.operationCount
  const stood = {
    machine: new Int32Array(n).fill(-1),
    start: new Float64Array(n),
    end: new Float64Array(n),
    firm: new Uint8Array(n),
    pushedStart: new Float64Array(n),
  }
  for (const [id, task] of at) {
    const i = model.operationNumber.get(id)
    if (i === undefined) continue
    stood.machine[i] = model.machineNumber.get(task.machine) ?? -1
    stood.start[i] = task.start
    stood.end[i] = task.end
    if (task.firm) stood.firm[i] = 1
    stood.pushedStart[i] = task.pushedTo ?? 0
  }
  return stood
}

function isBetter(now: RepairTotals, before: RepairTotals, { hoursPerMove, neverMore }: RepairAim): boolean {
  if (now.weightedHours > before.weightedHours + 1e-9 && neverMore) return false
  if (neverMore && (now.moves > before.moves || now.movedCount > before.movedCount)) return false
  return costOf(now, hoursPerMove) <= costOf(before, hoursPerMove)
}
