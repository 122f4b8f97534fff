/**
 * Repair with few moves: an order that is late takes the room of those that can wait, and they go where others leave room. Nobody
 * is pushed on, so that what is behind them stays where people know it to be. First what gains the most by each move, and no more
 * of it than is asked for. Who goes where is drawn, or follows what places are worth (see `place-values`).
 */
import { hourSeconds } from '@qitao/core/time.ts'
import { seededRandom } from '../../random.ts'
import { type Urgency, urgencyOf } from '../place/urgency.ts'
import type { Model } from '../problem/model.ts'
import type { StandingTask } from '../standing/standing-plan.ts'
import { PlaceValues, type Slot } from './place-values.ts'
import type { RepairCost } from './repair-cost.ts'
import type { RepairSearch, RepairTask } from './repair-search.ts'
import { homeOf, lastEnd, type Places } from './repair-turns.ts'
import { type Room, RoomPlan } from './room-plan.ts'

export interface RoomAim {
  /** Lateness, weighted, at which it is enough. */
  readonly enough: number
  /** Hours of lateness that a move has to gain at the least. */
  readonly hoursPerMove: number
  /** Places looked at, at most. */
  readonly work: number
}

/** Moves by which all that there is to gain could be gained: what a move has to gain at first. */
const shareOfTasks = 0.15
/** Tries for orders that are no later than they were. */
const shareOfOldLate = 0.2
/** Of those for orders that are later than they were, tries in which what is late for them does not go where it stood. */
const shareAway = 0.3
const mostTries = 20_000
/** To look through so many orders takes as long as to look at a place. */
const ordersLikePlace = 150
const tooManySet = 150
const tooOften = 3
/** Tasks behind those whose place is taken that give theirs, too. */
const mostMore = 3
/** Drawn for each try. */
const slackHours = [2, 12, 48]
const weightHours = [0, 24, 96]
const ownSlackHours = [0, 12, 48, 120]
const patienceHours = [0, 8, 24, 72]
const depths = [1, 3, 10, 30]
/** Where one begins that took the place of another: at once, or later as long as it is in time. */
const lateShares = [0, 0.3, 0.6, 0.9]
/** Tasks that one takes the place of at most. */
const victimCounts = [1, 2, 4]
const victimHours = [0, 2, 8]
/** Tries that go where the way to what is free is known to be the shortest, and by how much that is doubted. */
const shareKnown = 0.5
const doubts = [0, 0.1, 0.3, 1]
/** After so many tries it is looked for anew what places are worth, where the plan is another by then. */
const triesOfValues = 40
/** Places looked at for each task when it is: what is left of them has to be many times as many. */
const workOfValues = 10
/** Places of others that are tried for a task. */
const slotsTried = 6

/** null: nothing is gained by it. */
export function roomMade(
  from: RepairSearch,
  standing: readonly StandingTask[],
  aim: RoomAim,
  seed: number,
): RepairTask[] | null {
  const search = new RoomSearch(from, homeOf(from, standing), aim, seed)
  search.run()
  return search.gained ? from.tasksIn(search.plan) : null
}

class RoomSearch {
  readonly plan: RoomPlan
  gained = false
  private readonly model: Model
  private readonly cost: RepairCost
  private readonly ofOrder: readonly Int32Array[]
  private readonly home: Places
  private readonly urgency: Urgency
  private readonly aim: RoomAim
  private readonly random: () => number
  private readonly orderEnd: Float64Array
  private readonly moveCost: Float64Array
  private readonly meanWeight: number
  private readonly homeLateness: Float64Array
  private late = 0

  /** Of the try: what is to be set down, how often each was, whose places may be taken. */
  private readonly open = new Set<number>()
  private readonly touched = new Set<number>()
  private readonly times = new Map<number, number>()
  /** From how many of those that took each other's places it has its turn. */
  private readonly depth = new Map<number, number>()
  private mostDepth = 0
  private slack = 0
  private ownSlack = 0
  private patience = 0
  private lateShare = 0
  private mostVictims = 0
  private perWeight = 0
  private perVictim = 0
  /** The order that it is for, when what is late for it does not go where it stood; -1: all may. */
  private away = -1

  constructor(from: RepairSearch, home: Places, aim: RoomAim, seed: number) {
    this.plan = new RoomPlan(from.plan)
    this.model = from.model
    this.cost = from.cost
    this.ofOrder = from.ofOrder
    this.home = home
    this.urgency = urgencyOf(from.model)
    this.aim = aim
    this.random = seededRandom(seed)
    this.hasTime = aim.work >= workOfValues * this.model.operationCount
    this.orderEnd = Float64Array.from(this.ofOrder, (_, order) => this.endOf(order))
    this.moveCost = Float64Array.from(this.plan.start, (_, i) => this.cost.moveCostIn(this.plan, i))
    for (let order = 0; order < this.model.orderCount; order++) this.late += this.latenessOf(order)
    this.homeLateness = Float64Array.from(this.ofOrder, (list, order) =>
      this.cost.lateness(order, lastEnd(list, home.end)),
    )
    const weights = this.urgency.weight.filter(weight => weight > 0)
    this.meanWeight = weights.reduce((sum, one) => sum + one, 0) / Math.max(1, weights.length)
  }

  run(): void {
    const { aim, model, plan } = this
    const first = Math.max(aim.hoursPerMove, (this.late - aim.enough) / (shareOfTasks * model.operationCount))
    let price = first
    for (let vain = 0, tries = 0; tries < mostTries && plan.work < aim.work && this.late > aim.enough; tries++) {
      const order = this.draw()
      plan.work += 1 + model.orderCount / ordersLikePlace
      if (order >= 0 && this.tryFor(order, price)) {
        this.gained = true
        vain = 0
      } else if (++vain > 20 + this.lateCount) {
        price = price <= aim.hoursPerMove ? first : Math.max(aim.hoursPerMove, price / 2)
        vain = 0
      }
    }
  }

  private lateCount = 0
  /** One of the orders that are late, mostly of those that are later than they were; -1: none. */
  private draw(): number {
    const { orderEnd, homeLateness } = this
    let anyLate = this.random() < shareOfOldLate
    const weight = (order: number) =>
      Math.sqrt(Math.max(0, this.latenessOf(order) - (anyLate ? 0 : homeLateness[order]!)))
    const count = () => {
      let sum = 0
      this.lateCount = 0
      for (let order = 0; order < orderEnd.length; order++) {
        const share = weight(order)
        sum += share
        if (share > 0) this.lateCount++
      }
      return sum
    }
    let sum = count()
    if (sum === 0 && !anyLate) {
      anyLate = true
      sum = count()
    }
    let at = this.random() * sum
    let last = -1
    for (let order = 0; order < orderEnd.length; order++) {
      const share = weight(order)
      if (share === 0) continue
      last = order
      at -= share
      if (at <= 0) break
    }
    return last
  }

  /** An order is planned anew, and whoever it takes the place of. */
  private tryFor(order: number, price: number): boolean {
    const { plan, model, open } = this
    open.clear()
    this.touched.clear()
    this.times.clear()
    this.depth.clear()
    this.slack = this.pick(slackHours) * hourSeconds
    this.ownSlack = this.pick(ownSlackHours) * hourSeconds
    this.patience = this.pick(patienceHours) * hourSeconds
    this.mostDepth = this.pick(depths)
    this.lateShare = this.pick(lateShares)
    this.mostVictims = this.pick(victimCounts)
    this.perWeight = this.pick(weightHours) * hourSeconds
    this.perVictim = this.pick(victimHours) * hourSeconds
    if (this.hasTime) {
      this.isKnown = this.random() < shareKnown
      if (this.isKnown) this.values = this.valuesNow(price)
      this.doubt = this.pick(doubts)
    }
    const isLater = this.latenessOf(order) > this.homeLateness[order]! + 1e-6
    this.away = !isLater || this.random() < shareAway ? order : -1
    for (const i of this.ofOrder[order]!) if (model.isFixed[i] === 0) this.takeOut(i)
    const most = this.latenessOf(order)
    if (open.size > 0 && this.setAllDown(order, most, price) && plan.settleSetups() && this.isWorthIt(price)) {
      plan.keep()
      this.isStale = true
      return true
    }
    plan.takeBack()
    return false
  }

  /** To look for what places are worth. */
  private readonly hasTime: boolean
  private values: PlaceValues | null = null
  private valuesTried = 0
  private isStale = false
  private isKnown = false
  private doubt = 0
  /** What places are worth, as the plan was not long ago. */
  private valuesNow(price: number): PlaceValues {
    this.valuesTried++
    if (this.values && !(this.isStale && this.valuesTried > triesOfValues)) return this.values
    this.valuesTried = 0
    this.isStale = false
    return new PlaceValues(this.plan, {
      price,
      lateness: (task, end) => this.addedLateness(task, end),
      freeEnd: task => this.freeRoom(task, this.plan.readyAt(task))?.end ?? Number.POSITIVE_INFINITY,
      work: this.aim.work,
    })
  }
  /** Hours that its order is later than it stood when a task ends then and what follows takes its time. */
  private addedLateness(task: number, end: number): number {
    const { model, cost, urgency } = this
    const order = model.orderOf[task]!
    return cost.lateness(order, model.orderDue[order]! + end - urgency.due[task]!) - this.homeLateness[order]!
  }

  private takeOut(i: number): boolean {
    if (this.model.isFixed[i] === 1 || !this.plan.takeOut(i)) return false
    this.open.add(i)
    this.touched.add(i)
    return true
  }

  /** False: one of them goes nowhere, or too much is moved by it. */
  private setAllDown(own: number, most: number, price: number): boolean {
    const { open, plan, model } = this
    const harm = new Map<number, number>()
    let [count, moves, late] = [0, 0, 0]
    while (open.size > 0) {
      const i = this.nextOpen()
      if (i < 0 || ++count > tooManySet) return false
      const often = (this.times.get(i) ?? 0) + 1
      if (often > tooOften) return false
      this.times.set(i, often)
      const room = this.roomFor(i)
      if (!room) return false
      plan.setDown(i, room)
      open.delete(i)
      moves += Math.max(0, this.cost.moveCostIn(plan, i) - this.moveCost[i]!)
      const order = model.orderOf[i]!
      if (order !== own) {
        // What follows takes its time.
        const end = model.orderDue[order]! + plan.end[i]! - this.urgency.due[i]!
        const hours = this.cost.lateness(order, end) - this.latenessOf(order)
        if (hours > (harm.get(order) ?? 0)) {
          late += hours - (harm.get(order) ?? 0)
          harm.set(order, hours)
        }
      }
      if (moves * price + late > most) return false
      if (!this.followersWait(i)) return false
    }
    return true
  }

  /** The most urgent of those that wait for none of the others. */
  private nextOpen(): number {
    const { model, open } = this
    let best = -1
    for (const i of open) {
      if (best >= 0 && this.urgencyOf(i) >= this.urgencyOf(best)) continue
      let waits = false
      for (let k = model.predFirst[i]!; k < model.predFirst[i + 1]! && !waits; k++) waits = open.has(model.predOp[k]!)
      if (!waits) best = i
    }
    return best
  }

  /** What follows and would begin too early now is to be set down anew. False: it cannot be moved. */
  private followersWait(i: number): boolean {
    const { model, plan, open } = this
    for (let k = model.succFirst[i]!; k < model.succFirst[i + 1]!; k++) {
      const next = model.succOp[k]!
      if (open.has(next) || !plan.isPlaced(next)) continue
      if (model.isFixed[next] === 1) {
        if (plan.end[i]! > plan.setupStart[next]!) return false
      } else if (!plan.isInTime(next)) {
        if (!this.takeOut(next)) return false
        this.depth.set(next, Math.max(this.depthOf(next), this.depthOf(i)))
      }
    }
    return true
  }

  private depthOf(i: number): number {
    return this.depth.get(i) ?? 0
  }

  /** When an operation has to end; those of heavier orders earlier. */
  private urgencyOf(i: number): number {
    const { due, weight } = this.urgency
    return due[i]! - (this.perWeight > 0 ? this.perWeight * Math.log(weight[i]! / this.meanWeight) : 0)
  }

  private roomFor(i: number): Room | null {
    const { plan, model, home } = this
    const ready = plan.readyAt(i)
    if (home.start[i]! >= ready && (model.orderOf[i] !== this.away || home.end[i]! <= this.urgency.due[i]!)) {
      const [way, lane, start] = [home.alternative[i]!, home.lane[i]!, home.start[i]!]
      const isFurnace = model.machineCharge[model.laneMachine[lane]!]! > 0
      const room = (isFurnace ? plan.chargeAt(i, way, lane, start) : null) ?? plan.roomAt(i, way, lane, start)
      if (room) return room
    }
    const free = this.freeRoom(i, ready)
    if (this.isKnown) return this.knownRoom(i, free)
    if (free && (free.end <= this.urgency.due[i]! + this.patience || this.depthOf(i) >= this.mostDepth)) return free
    const until = free ? free.end - hourSeconds : Number.POSITIVE_INFINITY
    const inTime = this.urgency.due[i]! + this.patience
    const late =
      ready + this.lateShare * (this.urgency.due[i]! - this.urgency.shortest[i]! * this.urgency.stretch[i]! - ready)
    return (
      (late > ready ? this.takenRoom(i, ready, late, Math.min(until, inTime)) : null) ??
      this.takenRoom(i, ready, ready, until) ??
      free
    )
  }

  /** Where it costs the least, by what it is known to cost those whose place is taken. */
  private knownRoom(i: number, free: Room | null): Room | null {
    const { plan, doubt } = this
    const values = this.values!
    const doubted = (cost: number) => cost * (1 + doubt * this.random())
    const most = free ? doubted(values.costOfEnd(i, free.end)) : Number.POSITIVE_INFINITY
    const slots: { readonly cost: number; readonly slot: Slot }[] = []
    for (const slot of values.slotsOf(i, free?.end ?? Number.POSITIVE_INFINITY)) {
      if (slot.victims.some(one => (this.times.get(one) ?? 0) >= tooOften - 1)) continue
      const cost = doubted(values.costOf(i, slot))
      if (cost < most) slots.push({ cost, slot })
    }
    slots.sort((a, b) => a.cost - b.cost)
    let [least, best] = [most, null as Slot | null]
    for (const { slot, cost } of slots.slice(0, slotsTried)) {
      if (cost >= least) break
      const mark = plan.mark()
      const room = this.takeSlot(i, slot)
      const exact = room ? this.costOfTaken(i, room) : Number.POSITIVE_INFINITY
      if (exact < least) [least, best] = [exact, slot]
      plan.takeBackTo(mark)
    }
    // Who takes its place is to know better the next time.
    if (least > values.value[i]!) values.value[i] = least
    if (!best) return free
    const room = this.takeSlot(i, best)
    this.openVictims(i)
    return room
  }
  private takeSlot(i: number, { alternative, lane, charge, victims, end }: Slot): Room | null {
    const { plan } = this
    this.victims.length = 0
    if (charge < 0)
      return this.takePlace(
        i,
        alternative,
        lane,
        victims.filter(one => plan.head[one] === one),
      )
    for (const one of victims) {
      plan.takeOut(one)
      this.victims.push(one)
    }
    return { alternative, lane, previous: -1, charge, start: plan.start[charge]!, end }
  }
  private costOfTaken(i: number, room: Room): number {
    const values = this.values!
    return this.victims.reduce((sum, one) => sum + values.value[one]!, values.costOfEnd(i, room.end))
  }
  private openVictims(i: number): void {
    for (const one of this.victims) {
      this.open.add(one)
      this.touched.add(one)
      this.depth.set(one, this.depthOf(i) + 1)
    }
  }

  /** The earliest that others leave, or that a charge has. */
  private freeRoom(i: number, ready: number): Room | null {
    const { plan, model } = this
    let best: Room | null = null
    let end = Number.POSITIVE_INFINITY
    for (const [alternative, lane] of this.lanesOf(i)) {
      const isFurnace = model.machineCharge[model.laneMachine[lane]!]! > 0
      const charge = isFurnace ? plan.chargeOn(i, alternative, lane, ready, () => 0) : null
      const room = charge && charge.end <= end ? charge : plan.roomOn(i, alternative, lane, ready, end)
      if (!room) continue
      best = room
      end = room.end
    }
    return best
  }

  /** That of tasks that can wait, where an operation ends earlier than in a free one; they are to be set down again. */
  private takenRoom(i: number, ready: number, from: number, until: number): Room | null {
    const { plan, model } = this
    const tries: { end: number; take: () => Room | null }[] = []
    for (const [alternative, lane] of this.lanesOf(i)) {
      const noise = this.random() * this.perVictim
      if (model.machineCharge[model.laneMachine[lane]!]! > 0) {
        const frees = (head: number) => this.loadOfThoseThatCan(head, i)
        const charge = plan.chargeOn(i, alternative, lane, Math.max(ready, from), frees)
        if (charge) tries.push({ end: charge.end + noise, take: () => this.takeFromCharge(i, charge) })
      }
      const found = this.victimsOn(i, alternative, lane, from, until)
      if (found)
        tries.push({
          end: found.end + this.perVictim * (found.victims.length - 1) + noise,
          take: () => this.takePlace(i, alternative, lane, found.victims),
        })
    }
    tries.sort((a, b) => a.end - b.end)
    for (const { take } of tries.slice(0, 3)) {
      const mark = plan.mark()
      this.victims.length = 0
      const room = take()
      if (room && room.end < until) {
        this.openVictims(i)
        return room
      }
      plan.takeBackTo(mark)
    }
    return null
  }
  private readonly victims: number[] = []

  /** The first tasks of a lane, next to each other, whose room is enough. */
  private victimsOn(
    i: number,
    alternative: number,
    lane: number,
    ready: number,
    until: number,
  ): { end: number; victims: number[] } | null {
    const { plan } = this
    for (let first = plan.firstAfter(lane, ready); first >= 0; first = plan.after[first]!) {
      const previous = plan.before[first]!
      const from = previous >= 0 ? Math.max(ready, plan.end[previous]!) : ready
      const end = plan.endFrom(alternative, from)
      if (end >= until) return null
      const victims: number[] = []
      let at = first
      while (at >= 0 && plan.setupStart[at]! < end && victims.length <= this.mostVictims && this.canGive(at, i)) {
        victims.push(at)
        at = plan.after[at]!
      }
      if (victims.length > 0 && victims.length <= this.mostVictims && (at < 0 || plan.setupStart[at]! >= end))
        return { end, victims }
    }
    return null
  }

  private takePlace(i: number, alternative: number, lane: number, victims: readonly number[]): Room | null {
    const { plan } = this
    const previous = plan.before[victims[0]!]!
    let next = plan.after[victims.at(-1)!]!
    for (const head of victims) this.giveWay(head)
    let room = plan.roomBehind(i, alternative, lane, previous)
    // Set-ups that have become longer take from what comes next.
    for (let more = 0; !room && more < mostMore && next >= 0 && this.canWait(next); more++) {
      const head = next
      next = plan.after[next]!
      this.giveWay(head)
      room = plan.roomBehind(i, alternative, lane, previous)
    }
    return room
  }

  /** A task, or all of a charge, is taken out. */
  private giveWay(head: number): void {
    const { plan } = this
    const members: number[] = []
    for (let m = plan.nextMember[head]!; m >= 0; m = plan.nextMember[m]!) members.push(m)
    for (const m of [...members, head]) {
      plan.takeOut(m)
      this.victims.push(m)
    }
  }

  /** It is not due yet when it ends. */
  private canWait(head: number): boolean {
    for (let m = head; m >= 0; m = this.plan.nextMember[m]!) {
      const hasTime = this.urgency.due[m]! > this.plan.end[m]!
      if (this.model.isFixed[m] === 1 || (this.times.get(m) ?? 0) >= tooOften - 1 || !hasTime) return false
    }
    return true
  }

  private takeFromCharge(i: number, room: Room): Room | null {
    const { plan, model } = this
    const machine = model.laneMachine[room.lane]!
    const most = model.machineCharge[machine]!
    let load = model.altLoad[room.alternative]!
    const members: number[] = []
    for (let m = room.charge; m >= 0; m = plan.nextMember[m]!) {
      load += model.altLoad[plan.alternative[m]!]!
      if (m !== room.charge && this.canGiveOne(m, i)) members.push(m)
    }
    members.sort((a, b) => this.urgencyOf(b) - this.urgencyOf(a))
    for (const m of members) {
      if (load <= most) break
      load -= model.altLoad[plan.alternative[m]!]!
      plan.takeOut(m)
      this.victims.push(m)
    }
    return load <= most ? room : null
  }

  private loadOfThoseThatCan(head: number, i: number): number {
    const { plan, model } = this
    let load = 0
    for (let m = plan.nextMember[head]!; m >= 0; m = plan.nextMember[m]!)
      if (this.canGiveOne(m, i)) load += model.altLoad[plan.alternative[m]!]!
    return load
  }

  /** A task, or all of a charge, can wait longer than an operation. */
  private canGive(head: number, i: number): boolean {
    for (let m = head; m >= 0; m = this.plan.nextMember[m]!) if (!this.canGiveOne(m, i)) return false
    return true
  }
  private canGiveOne(one: number, i: number): boolean {
    return (
      this.model.isFixed[one] === 0 &&
      (this.times.get(one) ?? 0) < tooOften - 1 &&
      this.urgencyOf(one) > this.urgencyOf(i) + this.slack &&
      this.urgency.due[one]! - this.plan.end[one]! >= this.ownSlack
    )
  }

  private *lanesOf(i: number): Iterable<readonly [alternative: number, lane: number]> {
    const { altFirst, altMachine, laneFirst } = this.model
    for (let k = altFirst[i]!; k < altFirst[i + 1]!; k++)
      for (let lane = laneFirst[altMachine[k]!]!; lane < laneFirst[altMachine[k]! + 1]!; lane++) yield [k, lane]
  }

  private isWorthIt(price: number): boolean {
    const { plan, model } = this
    let [late, moves] = [0, 0]
    const orders = new Set<number>()
    for (const i of this.touched) {
      orders.add(model.orderOf[i]!)
      moves += this.cost.moveCostIn(plan, i) - this.moveCost[i]!
    }
    for (const order of orders) late += this.cost.lateness(order, this.endOf(order)) - this.latenessOf(order)
    if (late + price * moves > -1e-6) return false
    for (const i of this.touched) this.moveCost[i] = this.cost.moveCostIn(plan, i)
    for (const order of orders) this.orderEnd[order] = this.endOf(order)
    this.late += late
    return true
  }

  private endOf(order: number): number {
    return lastEnd(this.ofOrder[order]!, this.plan.end)
  }
  private latenessOf(order: number): number {
    return this.cost.lateness(order, this.orderEnd[order]!)
  }
  private pick(list: readonly number[]): number {
    return list[Math.floor(this.random() * list.length)]!
  }
}
