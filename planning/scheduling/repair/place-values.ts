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
}
/** A task that could be in the place of one, or of two next to each other. */
export interface Slot {
  readonly alternative: number
  readonly lane: number
  readonly first: number
  /** -1: only the first gives way. */
  readonly second: number
  readonly end: number
}

const passes = 3
const mostFollowers = 12

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
  costOf(task: number, { first, second, end }: Slot): number {
    return this.costOfEnd(task, end) + this.value[first]! + (second >= 0 ? this.value[second]! : 0)
  }
  costOfEnd(task: number, end: number): number {
    return this.worth.lateness(task, end) + this.worth.price * (1 + this.lost(task, end))
  }

  /** Places of others in which a task would end before an instant. */
  *slotsOf(task: number, until: number): Iterable<Slot> {
    const { plan } = this
    const { model } = plan
    const ready = plan.readyAt(task)
    for (let k = model.altFirst[task]!; k < model.altFirst[task + 1]!; k++) {
      const machine = model.altMachine[k]!
      if (model.machineCharge[machine]! > 0) continue
      for (let lane = model.laneFirst[machine]!; lane < model.laneFirst[machine + 1]!; lane++) {
        for (let first = plan.firstAfter(lane, ready); first >= 0; first = plan.after[first]!) {
          const previous = plan.before[first]!
          const end = plan.endFrom(k, previous >= 0 ? Math.max(ready, plan.end[previous]!) : ready)
          if (end >= until) break
          if (first === task || !this.mayGive(first)) continue
          const next = plan.after[first]!
          if (next < 0 || end <= plan.setupStart[next]!) yield { alternative: k, lane, first, second: -1, end }
          else if (
            next !== task &&
            this.mayGive(next) &&
            !(plan.after[next]! >= 0 && end > plan.setupStart[plan.after[next]!]!)
          )
            yield { alternative: k, lane, first, second: next, end }
        }
      }
    }
  }

  private mayGive(task: number): boolean {
    return this.plan.model.isFixed[task] === 0 && this.plan.nextMember[task]! < 0
  }

  private valued(): Float64Array {
    const { plan, worth } = this
    const { model, setupStart } = plan
    const value = new Float64Array(model.operationCount).fill(Number.POSITIVE_INFINITY)
    const tasks = Array.from(value.keys()).filter(
      i =>
        plan.isPlaced(i) &&
        plan.head[i] === i &&
        this.mayGive(i) &&
        model.machineCharge[model.laneMachine[plan.lane[i]!]!] === 0,
    )
    tasks.sort((a, b) => setupStart[b]! - setupStart[a]!)
    const ways: { readonly cost: number; readonly first: number; readonly second: number }[][] = []
    for (const task of tasks) {
      const end = worth.freeEnd(task)
      value[task] = end < Number.POSITIVE_INFINITY ? this.costOfGiving(task, end) : end
      const list = []
      for (const slot of this.slotsOf(task, end)) {
        const cost = this.costOfGiving(task, slot.end)
        if (cost < value[task]!) list.push({ cost, first: slot.first, second: slot.second })
      }
      ways.push(list)
    }
    for (let pass = 0; pass < passes; pass++)
      for (const [k, task] of tasks.entries())
        for (const { cost, first, second } of ways[k]!)
          value[task] = Math.min(value[task]!, cost + value[first]! + (second >= 0 ? value[second]! : 0))
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
