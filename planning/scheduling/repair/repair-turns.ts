/**
 * Repair as the floor would do it: what was sent far away comes back to where it stood, and whoever is in its way waits or goes
 * to another machine, each in its turn. Where the plan has slack the shift comes to rest after a few tasks, and where it does not it
 * runs through all of it: who gives way to whom decides, so that it is tried in several ways, and given up as soon as it costs more.
 */
import { daySeconds } from '@qitao/core/time.ts'
import { seededRandom } from '../../random.ts'
import type { Timetable } from '../place/timetable.ts'
import { urgencyOf } from '../place/urgency.ts'
import { alternativeOn } from '../problem/charge.ts'
import { pushInTurn, type Turns } from '../standing/push-in-turn.ts'
import type { StandingTask } from '../standing/standing-plan.ts'
import { costOf } from './repair-cost.ts'
import type { RepairAim, RepairSearch, RepairTask } from './repair-search.ts'

export type Places = Pick<Timetable, 'lane' | 'alternative' | 'setupStart' | 'start' | 'end'>

/** What is drawn for each try: hours that another machine has to gain, a wait that is put up with, how much slack gives way, chance. */
const gainHours = [0.5, 1, 2, 4, 8]
const patienceHours = [0, 0.5, 2, 4]
const slackShares = [0, 0.03, 0.1, 0.3, 1]
const chanceHours = [0, 1, 4]
const mostSlack = 30 * daySeconds

/** What stands, pushed on in several ways. `standing`: where each task stood or, of an order that comes in now, where it wants to be. */
export function pushedInTurns(
  from: RepairSearch,
  standing: readonly StandingTask[],
  aim: Pick<RepairAim, 'hoursPerMove'>,
  seed: number,
  tries: number,
): RepairTask[] | null {
  const search = new TurnSearch(from, standing, aim.hoursPerMove, seed, null)
  for (let k = 0; k < tries; k++) search.push()
  return search.best && from.tasksIn(search.best)
}

/** Of a plan that keeps the rules, what is later than it was comes back to where it stood. null: nothing is gained by it. */
export function calledBack(
  from: RepairSearch,
  standing: readonly StandingTask[],
  aim: Pick<RepairAim, 'hoursPerMove'>,
  seed: number,
  tries: number,
): RepairTask[] | null {
  const search = new TurnSearch(from, standing, aim.hoursPerMove, seed, from.plan)
  for (let k = 0; k < tries && search.callBack(k % 3 === 0); k++);
  return search.best && search.best !== from.plan ? from.tasksIn(search.best) : null
}

class TurnSearch {
  best: Timetable | null
  private cost = Number.POSITIVE_INFINITY
  private readonly from: RepairSearch
  private readonly home: Places
  private readonly hoursPerMove: number
  private readonly random: () => number
  private readonly homeEnd: Float64Array
  private readonly slack: Float64Array

  constructor(
    from: RepairSearch,
    standing: readonly StandingTask[],
    hoursPerMove: number,
    seed: number,
    best: Timetable | null,
  ) {
    const home = homeOf(from, standing)
    this.from = from
    this.home = home
    this.hoursPerMove = hoursPerMove
    this.random = seededRandom(seed)
    this.best = best
    if (best) this.cost = this.costIn(best)
    this.homeEnd = Float64Array.from(from.ofOrder, list => lastEnd(list, home.end))
    const { due } = urgencyOf(from.model)
    this.slack = Float64Array.from(due, (instant, i) =>
      Math.max(-mostSlack, Math.min(mostSlack, instant - home.end[i]!)),
    )
  }

  push(): void {
    this.keepIfBetter(this.pushed(this.from.plan, []))
  }

  /** All orders that are later, or one of them. False: none is. */
  callBack(all: boolean): boolean {
    const best = this.best!
    const later = this.laterOrders(best)
    if (later.length === 0) return false
    this.keepIfBetter(this.pushed(best, all ? later.map(({ order }) => order) : [this.oneOf(later)]))
    return true
  }

  private keepIfBetter(found: Timetable | null): void {
    if (!found) return
    const cost = this.costIn(found)
    if (cost >= this.cost) return
    this.cost = cost
    this.best = found
  }

  private laterOrders(current: Timetable): { order: number; hours: number }[] {
    const { from, homeEnd } = this
    return from.ofOrder.flatMap((list, order) => {
      const end = lastEnd(list, current.end)
      const hours = from.cost.lateness(order, end) - from.cost.lateness(order, homeEnd[order]!)
      return hours > 1e-6 ? [{ order, hours }] : []
    })
  }

  /** Those that are much later more often. */
  private oneOf(later: readonly { order: number; hours: number }[]): number {
    let at = this.random() * later.reduce((sum, { hours }) => sum + Math.sqrt(hours), 0)
    for (const { order, hours } of later) {
      at -= Math.sqrt(hours)
      if (at <= 0) return order
    }
    return later.at(-1)!.order
  }

  private pushed(current: Timetable, orders: readonly number[]): Timetable | null {
    const { from, home } = this
    const { model, cost, ofOrder } = from
    const wanted = current.start.slice()
    const places = {
      lane: current.lane.slice(),
      alternative: current.alternative.slice(),
      setupStart: current.setupStart.slice(),
    }
    const ends = Float64Array.from(ofOrder, list => lastEnd(list, current.end))
    for (const order of orders) {
      ends[order] = this.homeEnd[order]!
      for (const i of ofOrder[order]!) {
        if (model.isFixed[i] === 1 || current.head[i] !== i || current.nextMember[i]! >= 0) continue
        wanted[i] = home.start[i]!
        places.lane[i] = home.lane[i]!
        places.alternative[i] = home.alternative[i]!
        places.setupStart[i] = home.setupStart[i]!
      }
    }
    let hours = 0
    for (let order = 0; order < model.orderCount; order++) hours += cost.lateness(order, ends[order]!)
    // Nothing begins before it wants to, so that this is no more than what it comes to.
    const isTooMuch = (timetable: Timetable, head: number): boolean => {
      for (let i = head; i >= 0; i = timetable.nextMember[i]!) {
        hours += cost.moveCostIn(timetable, i) * this.hoursPerMove
        const order = model.orderOf[i]!
        const end = timetable.end[i]!
        if (end <= ends[order]!) continue
        hours += cost.lateness(order, end) - cost.lateness(order, ends[order]!)
        ends[order] = end
      }
      return hours >= this.cost
    }
    return pushInTurn(current, { ...this.draw(places.setupStart), wanted, places, isTooMuch })
  }

  private draw(setupStart: Float64Array): Pick<Turns, 'precedence' | 'otherMachine'> {
    const pick = (list: readonly number[]) => list[Math.floor(this.random() * list.length)]!
    const otherMachine = { gain: pick(gainHours) * 3600, patience: pick(patienceHours) * 3600 }
    const [share, chance] = [pick(slackShares), pick(chanceHours) * 3600]
    const precedence = setupStart.map((at, i) => at + share * this.slack[i]! + chance * this.random())
    return { precedence, otherMachine }
  }

  private costIn(timetable: Timetable): number {
    return costOf(this.from.cost.totalsIn(timetable), this.hoursPerMove)
  }
}

export function lastEnd(list: Int32Array, end: Float64Array): number {
  let last = 0
  for (const i of list) if (end[i]! > last) last = end[i]!
  return last
}

/** Where tasks stand, in numbers; a machine with several places is entered at the first of them. */
export function homeOf({ model, plan }: RepairSearch, standing: readonly StandingTask[]): Places {
  const home = {
    lane: plan.lane.slice(),
    alternative: plan.alternative.slice(),
    setupStart: plan.setupStart.slice(),
    start: plan.start.slice(),
    end: plan.end.slice(),
  }
  for (const { operation, machine, setupStart, start, end } of standing) {
    const i = model.operationNumber.get(operation)!
    const on = model.machineNumber.get(machine) ?? -1
    const alternative = on < 0 || i === undefined ? -1 : alternativeOn(model, i, on)
    if (alternative < 0 || !plan.isPlaced(i) || model.isFixed[i] === 1) continue
    if (model.laneMachine[plan.lane[i]!] !== on) home.lane[i] = model.laneFirst[on]!
    home.alternative[i] = alternative
    home.setupStart[i] = setupStart
    home.start[i] = start
    home.end[i] = end
  }
  return home
}
