/**
 * A plan that something has happened to, put right in steps: first what breaks a rule is pushed on, then the moves of local
 * search - another machine, a gap, another sequence - are tried within a radius that grows from what was pushed, as long as
 * that makes the plan cheaper. Whoever is not touched stays where people know it to be, and comes back there when it can.
 */
import type { Instant } from '@qitao/core/time.ts'
import { seededRandom } from '../../random.ts'
import type { HandTask } from '../hand/hand-answer.ts'
import { HandPlan } from '../hand/hand-plan.ts'
import type { Refused } from '../hand/hand-refusal.ts'
import { LocalMoves } from '../improve/local-moves.ts'
import { why } from '../place/timetable.ts'
import { alternativeOn } from '../problem/charge.ts'
import type { Problem } from '../problem/problem.ts'
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
}

export interface RepairTask extends HandTask {
  readonly charge?: string
}

export class RepairSearch extends HandPlan {
  readonly cost: RepairCost
  readonly stood: Stood
  private readonly ofOrder: readonly Int32Array[]
  private readonly random: () => number
  private isSearching = false

  /** `stood`: where the tasks were before, when the given ones come from another plan. */
  constructor(problem: Problem, tasks: readonly StandingTask[], seed: number, stoodAt: StoodAt) {
    super(problem, { tasks })
    const { model } = this
    this.random = seededRandom(seed)
    this.stood = stoodIn(this, stoodAt)
    const lists: number[][] = Array.from({ length: model.orderCount }, () => [])
    for (let i = 0; i < model.operationCount; i++) if (this.isPlaced(i)) lists[model.orderOf[i]!]!.push(i)
    this.ofOrder = lists.map(list => Int32Array.from(list))
    this.cost = new RepairCost(this, this.stood, this.ofOrder)
  }

  /** What breaks a rule goes on, and what is in its way with it. */
  push(): Refused | null {
    this.awaitKits()
    const answer = this.putRight()
    if (!answer.ok) return answer
    this.keepChange()
    this.cost.recount()
    return null
  }

  /** Tasks that stand elsewhere than they did, or at another time, by start. */
  movedNow(): number[] {
    const moved = Array.from(this.start.keys()).filter(
      i => this.isFree(i) && (this.cost.isMoved(i) || this.stood.machine[i]! < 0),
    )
    return moved.sort((a, b) => this.start[a]! - this.start[b]! || a - b)
  }
  placed(i: number): RepairTask {
    const head = this.head[i]!
    const task = { ...this.taskIn(i, this), setupSeconds: this.setupSeconds[head]! }
    const isCharge = this.isFree(i) && this.model.machineCharge[this.model.laneMachine[this.lane[i]!]!]! > 0
    return isCharge ? { ...task, charge: this.model.operationNumber.ids[head]! } : task
  }
  placedTasks(): RepairTask[] {
    return Array.from(this.start.keys()).flatMap(i => (this.isPlaced(i) ? [this.placed(i)] : []))
  }

  /** Makes the plan cheaper, move by move. */
  improve(aim: RepairAim): void {
    this.isSearching = true
    const { cost } = this
    const until = this.work + aim.work
    cost.inScope.fill(0)
    let ahead = this.firstOrders()
    for (let vain = 0; ahead.length > 0 && vain < vainRadii && this.work < until; ) {
      for (const order of ahead) cost.inScope[order] = 1
      const before = costOf(cost.now(), aim.hoursPerMove)
      this.searchScope(aim, until)
      vain = costOf(cost.now(), aim.hoursPerMove) < before * (1 - worthwhile) ? 0 : vain + 1
      ahead = this.nextOrders()
    }
    this.isSearching = false
    this.goHome(aim, this.work + aim.work)
  }

  /** The wish to start when it did is given up for what the search takes elsewhere: it is as early as it can be there. */
  override tryMove(
    operation: number,
    alternative: number,
    lane: number,
    next: number,
    most: number,
    pushesOthers = false,
  ): boolean {
    if (this.isSearching) this.wish(operation, 0)
    return super.tryMove(operation, alternative, lane, next, most, pushesOthers || this.isSearching)
  }
  override tryJoin(operation: number, target: number, most: number): boolean {
    if (this.isSearching) {
      this.wish(target, 0)
      this.stand(operation, 0)
    }
    return super.tryJoin(operation, target, most)
  }

  override tryLeave(operation: number, alternative: number, lane: number, next: number, most: number): boolean {
    if (this.isSearching) this.stand(operation, 0)
    return super.tryLeave(operation, alternative, lane, next, most)
  }

  private wish(head: number, start: Instant): void {
    for (let member = head; member >= 0; member = this.nextMember[member]!) this.stand(member, start)
  }

  private searchScope(aim: RepairAim, until: number): void {
    const { cost } = this
    const movable = this.movableInScope()
    if (movable.length === 0) return
    const moves = new LocalMoves(this, cost, 'tardiness', this.random, this.ofOrder, movable)
    for (let round = 0; round < roundsPerRadius && this.work < until; round++) {
      this.renumber()
      moves.findLate()
      const moved = movable.filter(i => cost.isMoved(i))
      const before = costOf(cost.now(), aim.hoursPerMove)
      const enough = Math.min(until, this.work + Math.max(2000, 8 * movable.length))
      for (let tries = 0; this.work < enough && tries < movable.length + 400; tries++) {
        const share = this.random()
        if (share < 0.35 && moved.length > 0) {
          const i = moved[this.whole(moved.length)]!
          this.attempt(() => this.back(this.head[i]!), aim)
        } else if (share < 0.55) {
          const i = moves.pick()
          if (i >= 0) this.attempt(() => this.free(this.head[i]!), aim)
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
    const { cost } = this
    this.begin()
    if (!change()) {
      this.takeBar()
      this.putBackWritten()
      return false
    }
    this.takeBar()
    cost.count()
    if (isBetter(cost.now(), cost.before(), aim)) {
      cost.keep()
      this.keep()
      this.keepWritten()
      return true
    }
    this.takeBack()
    this.putBackWritten()
    cost.forget()
    return false
  }

  /** What keeps an order's chain where it was planned may start as early as it can. */
  private free(from: number): boolean {
    let i = from
    const freed: number[] = []
    for (let steps = 0; steps < longestChain && i >= 0 && this.isFree(i); steps++) {
      if (this.reason[i] === why.notBefore && this.stands[i]! > 0) freed.push(i)
      if (this.reason[i] !== why.lane && this.reason[i] !== why.predecessor) break
      i = this.head[this.behind[i]!] ?? -1
    }
    if (freed.length === 0) return false
    for (const each of freed) this.wish(each, 0)
    return this.tryTimes(freed, mostShifted)
  }

  /** A task that has moved goes to where it stood; or near it, on a machine of its choice. */
  private back(i: number): boolean {
    const { model, stood } = this
    if (!this.isFree(i)) return false
    const first = model.altFirst[i]!
    const count = model.altFirst[i + 1]! - first
    const toOther = count > 1 && this.random() < 0.6
    const alternative = toOther ? first + this.whole(count) : this.alternative[i]!
    const machine = model.altMachine[alternative]!
    const lanes = model.laneFirst[machine + 1]! - model.laneFirst[machine]!
    const lane = toOther ? model.laneFirst[machine]! + this.whole(lanes) : this.lane[i]!
    const at = stood.machine[i]! < 0 ? this.start[i]! : stood.start[i]!
    let next = this.nextFrom(lane, i, at)
    for (let on = this.random() < 0.5 ? 0 : this.whole(4); on > 0 && next >= 0; on--) next = this.after[next]!
    if (next === i) next = this.after[i]!
    return this.head[i] === i && this.moveWishing(i, alternative, lane, next, at, mostShifted)
  }

  private moveWishing(i: number, alternative: number, lane: number, next: number, at: Instant, most: number): boolean {
    this.wish(i, at)
    return this.lane[i] === lane && this.after[i] === next
      ? this.tryTimes([i], most)
      : super.tryMove(i, alternative, lane, next, most, true)
  }

  /** What has moved and gains nothing by it goes back to where it stood. */
  private goHome(aim: RepairAim, until: number): void {
    const { model, stood } = this
    const moved = (i: number) => this.isFree(i) && this.head[i] === i && this.cost.isMoved(i) && stood.machine[i]! >= 0
    const list = Array.from(this.start.keys()).filter(moved)
    list.sort((a, b) => stood.start[b]! - stood.start[a]! || b - a)
    this.renumber()
    for (const i of list) {
      if (this.work > until) break
      if (!moved(i)) continue
      const machine = stood.machine[i]!
      const alternative = alternativeOn(model, i, machine)
      const lane = model.laneMachine[this.lane[i]!] === machine ? this.lane[i]! : model.laneFirst[machine]!
      const isEarly = this.lane[i] === lane && this.start[i]! <= stood.start[i]!
      const next = isEarly ? this.after[i]! : this.nextFrom(lane, i, stood.start[i]!)
      if (alternative >= 0) this.attempt(() => this.moveWishing(i, alternative, lane, next, stood.start[i]!, 100), aim)
    }
  }

  /** The task of a lane, but for one, before which an instant lies; -1: the end. */
  private nextFrom(lane: number, i: number, at: Instant): number {
    let next = -1
    for (let each = this.laneBack[lane]!; each >= 0; each = this.before[each]!) {
      if (each === i) continue
      if (this.start[each]! < at) break
      next = each
    }
    return next
  }

  /** Orders that the push has touched, and those that come in too late now. */
  private firstOrders(): number[] {
    const { model, cost } = this
    const found = new Uint8Array(model.orderCount)
    for (let i = 0; i < model.operationCount; i++)
      if (cost.isMoved(i) || (this.isFree(i) && this.stood.machine[i]! < 0)) found[model.orderOf[i]!] = 1
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
      if (cost.inScope[model.orderOf[i]!] === 0 || !this.isFree(i)) continue
      see(this.before[this.head[i]!]!)
      see(this.after[this.head[i]!]!)
      for (let k = model.succFirst[i]!; k < model.succFirst[i + 1]!; k++) see(model.succOp[k]!)
    }
    return [...found].sort((a, b) => a - b)
  }

  private movableInScope(): Int32Array {
    const { model, cost } = this
    return Int32Array.from(
      Array.from(this.start.keys()).filter(i => this.isFree(i) && cost.inScope[model.orderOf[i]!] === 1),
    )
  }

  private whole(below: number): number {
    return Math.floor(this.random() * below)
  }
}

export type StoodAt = ReadonlyMap<string, StandingTask & { readonly firm?: boolean }>

function stoodIn({ model }: HandPlan, at: StoodAt): Stood {
  const n = model.operationCount
  const stood = {
    machine: new Int32Array(n).fill(-1),
    start: new Float64Array(n),
    end: new Float64Array(n),
    firm: new Uint8Array(n),
  }
  for (const [id, task] of at) {
    const i = model.operationNumber.get(id)
    if (i === undefined) continue
    stood.machine[i] = model.machineNumber.get(task.machine) ?? -1
    stood.start[i] = task.start
    stood.end[i] = task.end
    if (task.firm) stood.firm[i] = 1
  }
  return stood
}

function isBetter(now: RepairTotals, before: RepairTotals, { hoursPerMove, neverMore }: RepairAim): boolean {
  if (now.weightedHours > before.weightedHours + 1e-9 && neverMore) return false
  if (neverMore && (now.moves > before.moves || now.movedCount > before.movedCount)) return false
  return costOf(now, hoursPerMove) <= costOf(before, hoursPerMove)
}
