/**
 * What it costs that a task gives its place up, as far as can be told without doing it: it goes where others leave room, or takes
 * the place of a task that can wait longer, which goes on in the same way. In a full plant the way to what is free is long; known
 * from its end it is found in one pass.
 */
import type { RoomPlan } from './room-plan.ts'

/** How it is known what a place is worth. */
export interface Worth {
  /** Hours that a move counts for. */
  readonly price: number
  /** Hours of lateness, weighted, that it adds when a task ends then. */
  readonly lateness: (task: number, end: number) => number
  /** The earliest end that others leave a task; infinite: none. */
  readonly freeEnd: (task: number) => number
  /** Places looked at, as the plan counts them, after which no more of others are looked for. */
  readonly work: number
}
/** A task that could be in the place of others next to each other, or in the charge that `charge` leads (-1: in none). */
export interface Slot {
  readonly alternative: number
  readonly lane: number
  readonly charge: number
  /** Tasks that give way, all members of a charge among them; of a charge that is joined those that leave it. */
  readonly victims: readonly number[]
  readonly end: number
}

const passes = 3
const mostFollowers = 12
/** Places next to each other that one takes at most, and of charges so many tasks. */
const mostPlaces = 4
const mostVictims = 10
/** Members of a charge that may leave it for one task: so many alone, and of so many two together. */
const mostLeaving = 10

export class PlaceValues {
  /** By operation: hours that it costs that it gives its place up; infinite where it cannot. */
  readonly value: Float64Array
  private readonly plan: RoomPlan
  private readonly worth: Worth

  constructor(plan: RoomPlan, worth: Worth) {
    this.plan = plan
    this.worth = worth
    this.value = this.valued()
  }

  /** What a place would cost that is taken from others, by what they give up. */
  costOf(task: number, { victims, end }: Slot): number {
    let sum = this.costOfEnd(task, end)
    for (const one of victims) sum += this.value[one]!
    return sum
  }
  costOfEnd(task: number, end: number): number {
    return this.worth.lateness(task, end) + this.worth.price * (1 + this.lost(task, end))
  }

  /** Places of others in which a task would end before an instant. */
  *slotsOf(task: number, until: number): Iterable<Slot> {
    const { model } = this.plan
    const ready = this.plan.readyAt(task)
    for (let k = model.altFirst[task]!; k < model.altFirst[task + 1]!; k++) {
      const machine = model.altMachine[k]!
      for (let lane = model.laneFirst[machine]!; lane < model.laneFirst[machine + 1]!; lane++) {
        if (model.machineCharge[machine]! > 0) yield* this.chargesOn(task, k, lane, ready, until)
        yield* this.placesOn(task, k, lane, ready, until)
      }
    }
  }

  private *placesOn(task: number, alternative: number, lane: number, ready: number, until: number): Iterable<Slot> {
    const { plan } = this
    for (let first = plan.firstAfter(lane, ready); first >= 0; first = plan.after[first]!) {
      const previous = plan.before[first]!
      const end = plan.endFrom(alternative, previous >= 0 ? Math.max(ready, plan.end[previous]!) : ready)
      if (end >= until) return
      const victims: number[] = []
      let next = first
      for (
        let places = 0;
        places < mostPlaces && next >= 0 && (places === 0 || end > plan.setupStart[next]!);
        places++
      ) {
        if (!this.mayGive(next, task)) break
        for (let m = next; m >= 0; m = plan.nextMember[m]!) victims.push(m)
        next = plan.after[next]!
      }
      if (victims.length > 0 && victims.length <= mostVictims && (next < 0 || end <= plan.setupStart[next]!))
        yield { alternative, lane, charge: -1, victims, end }
    }
  }

  /** Charges that one or two leave, so that a task has room in them. */
  private *chargesOn(task: number, alternative: number, lane: number, ready: number, until: number): Iterable<Slot> {
    const { plan } = this
    const { model, alternative: ways } = plan
    for (let charge = plan.firstAfter(lane, ready); charge >= 0; charge = plan.after[charge]!) {
      const end = plan.end[charge]!
      if (end >= until) return
      if (model.isFixed[charge] === 1) continue
      const beyond = plan.beyondLoad(task, alternative, charge)
      if (!(beyond > 0 && beyond < Number.POSITIVE_INFINITY)) continue
      const loadOf = (m: number) => model.altLoad[ways[m]!]!
      const [large, small]: [number[], number[]] = [[], []]
      for (let m = plan.nextMember[charge]!; m >= 0; m = plan.nextMember[m]!)
        if (m !== task && model.isFixed[m] === 0) (loadOf(m) >= beyond ? large : small).push(m)
      const slot = (victims: readonly number[]): Slot => {
        plan.work++
        return { alternative, lane, charge, victims, end }
      }
      for (const one of this.thoseWhoCanWait(large, charge)) yield slot([one])
      const few = this.thoseWhoCanWait(small, charge)
      for (const [k, one] of few.entries())
        for (const other of few.slice(k + 1)) if (loadOf(one) + loadOf(other) >= beyond) yield slot([one, other])
    }
  }

  /** Of many members of a charge those who lose the least by ending a charge later. */
  private thoseWhoCanWait(members: readonly number[], charge: number): readonly number[] {
    if (members.length <= mostLeaving) return members
    const { setupStart, end } = this.plan
    const later = 2 * end[charge]! - setupStart[charge]!
    const lost = new Map(members.map(one => [one, this.worth.lateness(one, later)]))
    return members.toSorted((a, b) => lost.get(a)! - lost.get(b)!).slice(0, mostLeaving)
  }

  /** A task, or all of a charge in which the one that asks is not. */
  private mayGive(head: number, task: number): boolean {
    const { model, nextMember } = this.plan
    for (let m = head; m >= 0; m = nextMember[m]!) if (m === task || model.isFixed[m] === 1) return false
    return true
  }

  private valued(): Float64Array {
    const { plan, worth } = this
    const { model, setupStart } = plan
    const value = new Float64Array(model.operationCount).fill(Number.POSITIVE_INFINITY)
    const tasks = Array.from(value.keys()).filter(i => plan.isPlaced(i) && model.isFixed[i] === 0)
    tasks.sort((a, b) => setupStart[b]! - setupStart[a]!)
    const ways: { readonly cost: number; readonly victims: readonly number[] }[][] = []
    for (const task of tasks) {
      const end = worth.freeEnd(task)
      value[task] = end < Number.POSITIVE_INFINITY ? this.costOfGiving(task, end) : end
      const list = []
      for (const slot of plan.work < worth.work ? this.slotsOf(task, end) : []) {
        if (plan.work > worth.work) break
        const cost = this.costOfGiving(task, slot.end)
        if (cost < value[task]!) list.push({ cost, victims: slot.victims })
      }
      ways.push(list)
    }
    for (let pass = 0; pass < passes; pass++)
      for (const [k, task] of tasks.entries())
        for (const { cost, victims } of ways[k]!) {
          let sum = cost
          for (const one of victims) sum += value[one]!
          if (sum < value[task]!) value[task] = sum
        }
    return value
  }

  /** Nobody gains by it: else it would go on in a circle. */
  private costOfGiving(task: number, end: number): number {
    return Math.max(this.worth.price, this.costOfEnd(task, end))
  }

  /** How many of those that follow it have to go, too. */
  private lost(task: number, end: number): number {
    const { plan } = this
    const { succFirst, succOp } = plan.model
    let count = 0
    let at = end
    for (let i = task; count < mostFollowers && succFirst[i] !== succFirst[i + 1]; count++) {
      const next = succOp[succFirst[i]!]!
      if (!plan.isPlaced(next) || plan.setupStart[next]! >= at) break
      at += plan.end[next]! - plan.setupStart[next]!
      i = next
    }
    return count
  }
}
