/**
 * How well plans hold when they are played out, and what makes them hold better: material is planned to come later than it
 * will, by a margin for each operation, and by more where its lateness has made many orders late in the plans so far.
 */
import { daySeconds } from '@qitao/core/time.ts'
import { leadingGoal, type Objective } from '../improve/score.ts'
import { Timetable } from '../place/timetable.ts'
import { urgencyOf } from '../place/urgency.ts'
import type { Model } from '../problem/model.ts'
import type { Disturbances } from '../problem/problem.ts'
import { Playout } from './playout.ts'
import { width } from './scenarios.ts'

/** Blocks of scenarios; a plan that is clearly worse after some of them is played no further. */
const blocks = 8
/** After one block the mean of late orders may be wrong by this part. */
const doubt = 0.06
/** What has been seen of a plan counts for less with each block that is played later. */
const fading = 0.95
/** So much is taken as seen of every operation: the mean of all. */
const prior = 0.5
/** Margins at most, and time an order keeps for waiting at machines. */
const mostMarginDays = 12
const mostKeptDays = 16
/** What the late orders of a first plan cost in all, at least, beside its tardiness. */
const lateBeside = 2

export class Holding {
  /** The model to plan with: its `kitAt` are with the margins. */
  readonly model: Model
  /** Of the scenarios. */
  readonly seed: number
  readonly disturbances: Disturbances
  /** What an order costs that has to be expected late. */
  lateOrderHours: number
  private readonly playout: Playout
  /** The model as it came. */
  readonly given: Model
  private readonly until: number
  private readonly arrives: Float64Array
  private readonly slack: Float64Array
  /** Operations whose material is on its way. */
  private readonly waiting: readonly number[]
  /** Late orders that the material of an operation was blamed for, by how much they were to be expected of it. */
  private readonly blamed: Float64Array
  private readonly exposed: Float64Array
  /** Late orders by block: of the plan that was played last, and of the one that others are compared with. */
  private readonly latest = new Float64Array(blocks)
  private readonly compared = new Float64Array(blocks)

  constructor(model: Model, disturbances: Disturbances, seed: number) {
    const { now, operations } = model.problem
    this.seed = seed
    this.disturbances = disturbances
    this.lateOrderHours = disturbances.lateOrderHours
    this.given = model
    this.model = { ...model, kitAt: model.kitAt.slice() }
    this.playout = new Playout(new Timetable(model), disturbances, blocks, seed)
    this.until = now + disturbances.aheadSeconds
    this.arrives = model.kitAt
    const { due, shortest, stretch } = urgencyOf(model)
    this.slack = due.map((each, i) => each - shortest[i]! * stretch[i]! - model.kitAt[i]!)
    this.waiting = operations.flatMap(({ kit }, i) =>
      model.isFixed[i] === 0 && kit?.supplies?.length && model.kitAt[i]! > now && model.kitAt[i]! < this.until
        ? [i]
        : [],
    )
    this.blamed = new Float64Array(model.operationCount)
    this.exposed = new Float64Array(model.operationCount)
  }

  /** Hours that the orders cost which are to be expected late. No more is played than shows that it is above the limit. */
  costOf(plan: Timetable, limit = Number.POSITIVE_INFINITY): number {
    const { playout, compared, latest, lateOrderHours } = this
    const mean = compared.reduce((sum, late) => sum + late, 0) / blocks
    playout.load(plan)
    let late = 0
    let known = 0
    let cost = 0
    for (let block = 0; block < blocks; block++) {
      latest[block] = playout.play(block)
      late += latest[block]!
      known += compared[block]!
      // A block that is hard on the one is hard on the other.
      cost = ((late - known) / (block + 1) + mean) * lateOrderHours
      if (cost > limit + (doubt * mean * lateOrderHours) / Math.sqrt(block + 1)) break
    }
    this.learn(plan)
    return cost
  }

  /**
   * What the late orders of a first plan cost. Where its tardiness is so large that they would not count beside it, they cost
   * more from now on.
   */
  firstCost(tardinessHours: number, plan: Timetable): number {
    const { playout, latest, disturbances } = this
    playout.load(plan)
    for (let block = 0; block < blocks; block++) latest[block] = playout.play(block)
    this.learn(plan)
    const late = latest.reduce((sum, each) => sum + each, 0) / blocks
    this.lateOrderHours = lateOrderPrice(disturbances, tardinessHours, late)
    return late * this.lateOrderHours
  }

  /** The plan whose cost was asked for last is what others are compared with from now on. */
  compareWithLast(): void {
    this.compared.set(this.latest)
  }

  /** Margins as they are, to be set again. */
  margins(): Float64Array {
    return Float64Array.from(this.waiting, i => this.model.kitAt[i]! - this.arrives[i]!)
  }

  setMargins(margins: Float64Array): void {
    this.waiting.forEach((i, w) => {
      this.model.kitAt[i] = this.arrives[i]! + margins[w]!
    })
  }

  /** Material is there when it is there: what waits for it in a plan says so. */
  withoutMargins(): void {
    this.model.kitAt.set(this.arrives)
  }

  /** Other margins: the larger the more an operation is to be feared, as far as the slack of its order goes. */
  drawMargins(random: () => number): void {
    const { blamed, exposed, slack, disturbances } = this
    const price = 0.003 * 300 ** random()
    const kept = random() * mostKeptDays * daySeconds
    const most = (2 + random() * (mostMarginDays - 2)) * daySeconds
    let allBlamed = 0
    let allExposed = 0
    for (const i of this.waiting) {
      allBlamed += blamed[i]!
      allExposed += exposed[i]!
    }
    const usual = allExposed > 0 ? allBlamed / allExposed : 0
    this.setMargins(
      Float64Array.from(this.waiting, i => {
        const feared = (blamed[i]! + prior * usual) / (exposed[i]! + prior)
        const wanted = disturbances.meanLateSeconds * Math.log(Math.max(1, feared / price))
        return Math.floor(Math.max(0, Math.min(wanted, most, slack[i]! - kept)))
      }),
    )
  }

  /** A supply that comes long before its use is late for it but seldom: blame counts by how much there was to fear. */
  private learn(plan: Timetable): void {
    const { playout, blamed, exposed, arrives, until } = this
    const kept = fading ** (playout.scenariosPlayed / width)
    for (const i of this.waiting) {
      const start = plan.start[i]!
      const early = Math.max(0, start - arrives[i]!) / this.disturbances.meanLateSeconds
      blamed[i] = blamed[i]! * kept + playout.blame[i]! / width
      exposed[i] = exposed[i]! * kept + (start < until ? (Math.exp(-early) * playout.scenariosPlayed) / width : 0)
    }
  }
}

/** Hours that an order costs which has to be expected late, seen from a plan with so many hours of tardiness and late orders. */
export const lateOrderPrice = ({ lateOrderHours }: Disturbances, tardinessHours: number, lateOrders: number): number =>
  lateOrders > 0 ? Math.max(lateOrderHours, (lateBeside * tardinessHours) / lateOrders) : lateOrderHours

/** null: the problem does not ask for it, or orders that are late are not what matters most. */
export const holdingFor = (model: Model, objective: Objective, seed: number): Holding | null =>
  model.problem.disturbances && leadingGoal(objective) === 'tardiness'
    ? new Holding(model, model.problem.disturbances, seed)
    : null
