/**
 * A plan is played on by need in many ways (see `play-by-need`), and the ways by which it was best are changed a little each time:
 * orders that became late by it count for more the next time, and some that can wait are called.
 */
import { hourSeconds } from '@qitao/core/time.ts'
import { seededRandom } from '../../random.ts'
import type { Timetable } from '../place/timetable.ts'
import { urgencyOf } from '../place/urgency.ts'
import type { StandingTask } from '../standing/standing-plan.ts'
import { type IsTooMuch, PlanToPlay } from './play-by-need.ts'
import type { RepairSearch, RepairTask } from './repair-search.ts'
import { homeOf, lastEnd } from './repair-turns.ts'

export interface NeedAim {
  /** Hours of lateness that a move costs; those beyond `mostMoved` cost many times as much. */
  readonly hoursPerMove: number
  readonly mostMoved: number
  /** Lateness, weighted, at which it is enough. */
  readonly enough: number
  readonly tries: number
  /** Orders that come in now. */
  readonly rush: ReadonlySet<string>
}

const beyondMost = 20
/** Drawn for each try. */
const draws = {
  foresight: [12, 24, 36, 48, 72, 96, 120, 168, 240].map(hours => hours * hourSeconds),
  shareOfPlan: [0, 0.25, 0.5, 0.75, 1],
  hope: [0.2, 0.5, 1, 2, 4],
  price: [0.3, 1, 3, 10, 30],
  chance: [0, 0.1, 0.1, 0.3],
  loss: [0.3, 1, 3],
}
const names = Object.keys(draws) as (keyof typeof draws)[]
type Drawn = Readonly<Record<keyof typeof draws, number>>
/** Shares of the tasks whose chance is drawn anew. */
const sharesOfChance = [0.005, 0.02, 0.1, 0.3]
/** Tries that begin anew, and of them those in which orders count as they have come to count in all tries. */
const shareAnew = 0.5
const shareLearnt = 0.5
const mostBoost = 200
const mostLearnt = 64
const learnsFrom = 12

interface Way {
  readonly drawn: Drawn
  /** By order: it counts so many times as much. */
  readonly boost: Float64Array
  /** By order, 1: it may come in earlier than it stood. */
  readonly called: Uint8Array
  /** By operation, from -1 to 1. */
  readonly chance: Float64Array
}
interface Played {
  readonly way: Way
  readonly plan: Timetable
  readonly cost: number
  /** By order: hours by which it is later than it stood. */
  readonly over: Float64Array
}

/** null: no way was found in which all fit. */
export function playedByNeed(
  from: RepairSearch,
  standing: readonly StandingTask[],
  aim: NeedAim,
  seed: number,
): RepairTask[] | null {
  const search = new NeedSearch(from, standing, aim, seed)
  for (let k = 0; k < aim.tries && !search.isEnough; k++) search.try()
  return search.best && from.tasksIn(search.best.plan)
}

class NeedSearch {
  best: Played | null = null
  isEnough = false
  private readonly from: RepairSearch
  private readonly plan: PlanToPlay
  private readonly aim: NeedAim
  private readonly random: () => number
  private readonly rush: Uint8Array
  private readonly homeEnd: Float64Array
  private readonly homeLate: Float64Array
  private readonly learnt: Float64Array

  constructor(from: RepairSearch, standing: readonly StandingTask[], aim: NeedAim, seed: number) {
    const { model, cost, ofOrder } = from
    const home = homeOf(from, standing)
    this.from = from
    this.aim = aim
    this.random = seededRandom(seed)
    this.plan = new PlanToPlay(from.plan, home, urgencyOf(model))
    this.rush = Uint8Array.from(model.problem.orders, ({ id }) => Number(aim.rush.has(id)))
    this.homeEnd = Float64Array.from(ofOrder, list => lastEnd(list, home.end))
    this.homeLate = this.homeEnd.map((end, order) => cost.lateness(order, end))
    this.learnt = new Float64Array(model.orderCount).fill(1)
  }

  try(): void {
    const { best, random, learnt } = this
    const isAnew = !best || random() < shareAnew
    const way = isAnew ? this.drawWay() : this.changed(best)
    const learns = isAnew && random() < shareLearnt
    if (learns) way.boost.set(learnt)
    const plan = this.play(way, learns ? Number.POSITIVE_INFINITY : (best?.cost ?? Number.POSITIVE_INFINITY))
    if (!plan) return
    const { cost, ofOrder } = this.from
    const over = this.homeLate.map((late, order) => cost.lateness(order, lastEnd(ofOrder[order]!, plan.end)) - late)
    if (learns)
      for (const [order, hours] of over.entries())
        learnt[order] =
          hours > learnsFrom
            ? Math.min(mostLearnt, learnt[order]! * (1 + random()))
            : Math.max(1, learnt[order]! * 0.85)
    const totals = cost.totalsIn(plan)
    const now = this.costOf(totals.weightedHours, totals.moves, totals.movedCount)
    if (best && now > best.cost) return
    this.best = { way, plan, cost: now, over }
    this.isEnough = totals.weightedHours <= this.aim.enough && totals.movedCount <= this.aim.mostMoved / 2
  }

  private costOf(hours: number, moves: number, movedCount: number): number {
    const { enough, hoursPerMove, mostMoved } = this.aim
    const beyond = beyondMost * Math.max(0, movedCount - mostMoved)
    return Math.max(enough, hours) + hoursPerMove * (moves + beyond)
  }

  private play({ drawn, boost, called, chance }: Way, most: number): Timetable | null {
    const { model } = this.from
    const { rush, plan } = this
    const comesIn = Uint8Array.from(model.orderOf, (order, i) => {
      const mayCome =
        rush[order] === 1 || (called[order] === 1 && plan.from.head[i] === i && plan.from.nextMember[i]! < 0)
      return Number(mayCome && model.isFixed[i] === 0)
    })
    const needs = {
      ...drawn,
      price: drawn.price * this.aim.hoursPerMove,
      weight: model.orderWeight.map((one, order) => one * boost[order]!),
      chance: chance.map(each => Math.exp(2 * drawn.chance * each)),
      comesIn,
    }
    return plan.play(needs, this.tooMuch(called, most))
  }

  /** Nobody begins before it stood but who is called, so that what has been placed costs no less in the end. */
  private tooMuch(called: Uint8Array, most: number): IsTooMuch {
    const { model, cost } = this.from
    const ends = this.homeEnd.map((end, order) => (called[order] === 1 ? 0 : end))
    let late = this.homeLate.reduce((sum, hours, order) => sum + (called[order] === 1 ? 0 : hours), 0)
    let [moves, movedCount] = [0, 0]
    return (timetable, head) => {
      for (let i = head; i >= 0; i = timetable.nextMember[i]!) {
        const move = cost.moveCostIn(timetable, i)
        moves += move
        if (move > 0) movedCount++
        const order = model.orderOf[i]!
        const end = timetable.end[i]!
        if (end <= ends[order]!) continue
        late += cost.lateness(order, end) - cost.lateness(order, ends[order]!)
        ends[order] = end
      }
      return this.costOf(late, moves, movedCount) > most
    }
  }

  private drawWay(): Way {
    const { model } = this.from
    const drawn = this.drawAll()
    return {
      drawn,
      boost: new Float64Array(model.orderCount).fill(1),
      called: new Uint8Array(model.orderCount),
      chance: new Float64Array(model.operationCount).map(() => (drawn.chance > 0 ? 2 * this.random() - 1 : 0)),
    }
  }
  private drawAll(): Drawn {
    return {
      foresight: this.pick(draws.foresight),
      shareOfPlan: this.pick(draws.shareOfPlan),
      hope: this.pick(draws.hope),
      price: this.pick(draws.price),
      chance: this.pick(draws.chance),
      loss: this.pick(draws.loss),
    }
  }

  /** A little different from the best. */
  private changed({ way, over }: Played): Way {
    const { random } = this
    const [boost, called, chance] = [way.boost.slice(), way.called.slice(), way.chance.slice()]
    let { drawn } = way
    const kind = random()
    if (kind < 0.25) {
      const name = this.pick(names)
      drawn = { ...drawn, [name]: this.drawAll()[name] }
    }
    if (kind > 0.2 && kind < 0.7) {
      const late = this.latest(over)
      for (let n = 1 + Math.floor(random() * 3); n > 0 && late.length > 0; n--) {
        const order = this.pickEarly(late)
        boost[order] = random() < 0.2 ? 1 : Math.min(mostBoost, boost[order]! * (1 + 3 * random()))
      }
    }
    if (kind > 0.6 && kind < 0.8) this.callOne(called, over)
    if (kind > 0.5) {
      const share = this.pick(sharesOfChance)
      for (let i = 0; i < chance.length; i++) if (random() < share) chance[i] = 2 * random() - 1
    }
    return { drawn, boost, called, chance }
  }

  /** An order that is late, or one less. */
  private callOne(called: Uint8Array, over: Float64Array): void {
    const late = this.latest(over.map((hours, order) => hours + this.homeLate[order]!))
    if (late.length === 0) return
    const order = this.pickEarly(late)
    called[order] = 1 - called[order]!
  }

  private latest(hours: Float64Array): number[] {
    const late = Array.from(hours.keys()).filter(order => hours[order]! > 1e-6)
    return late.sort((a, b) => hours[b]! - hours[a]!)
  }
  private pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)]!
  }
  private pickEarly(list: readonly number[]): number {
    return list[Math.floor(this.random() ** 2 * list.length)]!
  }
}
