/**
 * Search over whole passes of the dispatcher: first many sets of rule parameters, then the best of them with a bias on single
 * operations and orders - those on the chain of a late order - that is kept when the plan gets no worse. A pass costs
 * milliseconds for each thousand operations and every plan is feasible, whatever the rules of the plant.
 */
import { seededRandom } from '../../random.ts'
import type { Stuck } from '../compile/causes.ts'
import type { Dispatcher, Rule } from '../place/dispatch.ts'
import { type Solution, solve } from '../place/solve.ts'
import { why } from '../place/timetable.ts'
import type { Model } from '../problem/model.ts'
import type { Holding } from '../robust/robust.ts'
import { type Goal, leadingGoal, type Objective, scoreOf } from './score.ts'

interface Course {
  /** Sets of parameters that are tried before any bias. */
  readonly samples: number
  /** A pass that is worse by this part of the cost may be kept, by chance; it cools down over so many passes. */
  readonly tolerance: number
  readonly coolingPasses: number
}
const usual: Course = { samples: 80, tolerance: 0.003, coolingPasses: 600 }
/** Where plans are played out passes are fewer, and what is to be gained by one is small beside the whole cost. */
const whenHolding: Course = { samples: 60, tolerance: 0.001, coolingPasses: 150 }
/** Changes of a proposal, at most, and the length of the chain behind a late order that is looked at. */
const mostChanges = 6
const longestChain = 60
/** Where plans are to hold: samples that keep to the rule, or near it, and climbs that change the margins of material. */
const samplesNear = 0.7
const marginShare = 0.1
/** An operation that is not placed costs more than any lateness. */
const unplacedCost = 1e9

export class RuleSearch {
  readonly model: Model
  private readonly dispatcher: Dispatcher
  private readonly holding: Holding | null
  private readonly course: Course
  private readonly stuck: ReadonlyMap<number, Stuck>
  private readonly skip: Uint8Array
  private readonly random: () => number
  private readonly goal: Goal
  private readonly ofOrder: readonly (readonly number[])[]

  private rule: Rule
  private bestRule: Rule
  private cost: number
  private bestCost: number
  private passes = 0
  private readonly bestBias: Float64Array
  private bestMargins: Float64Array | undefined
  /** Late orders of the plan that was kept last, with the sum of the roots of their lateness up to each. */
  private late: number[] = []
  private lateUpTo: number[] = []
  private chains: number[][] = []

  constructor(
    first: Solution,
    dispatcher: Dispatcher,
    objective: Objective,
    seed: number,
    holding: Holding | null = null,
  ) {
    this.model = first.timetable.model
    this.holding = holding
    this.course = holding ? whenHolding : usual
    this.dispatcher = dispatcher
    this.stuck = first.stuck
    this.goal = leadingGoal(objective)
    this.random = seededRandom(seed)
    this.skip = new Uint8Array(this.model.orderCount)
    for (const order of first.stuck.keys()) this.skip[order] = 1
    const lists: number[][] = Array.from({ length: this.model.orderCount }, () => [])
    this.model.orderOf.forEach((order, i) => void lists[order]!.push(i))
    this.ofOrder = lists
    this.rule = first.rule
    this.bestRule = first.rule
    this.bestBias = dispatcher.bias.slice()
    this.bestMargins = holding?.margins()
    this.cost = this.pass(first.rule)
    this.bestCost = this.cost
    this.remember()
  }

  /** One pass; the plan when it is better than every one before. */
  step(): Solution | null {
    this.passes++
    return this.passes <= this.course.samples ? this.sample() : this.climb()
  }

  private sample(): Solution | null {
    const { holding, random } = this
    const rule = holding && random() < samplesNear ? (random() < 0.5 ? this.rule : this.nearRule()) : this.anyRule()
    const margins = holding?.margins()
    holding?.drawMargins(random)
    const cost = this.pass(rule, this.cost)
    if (cost >= this.cost) {
      if (margins) holding!.setMargins(margins)
      return null
    }
    this.rule = rule
    this.cost = cost
    return this.found()
  }

  private climb(): Solution | null {
    const { dispatcher, random, holding } = this
    const { samples, tolerance, coolingPasses } = this.course
    const margins = holding && random() < marginShare ? holding.margins() : null
    if (margins) holding!.drawMargins(random)
    const rule = random() < 0.12 ? this.nearRule() : this.rule
    const changes = rule === this.rule && !margins ? this.proposal() : []
    for (const [i, amount] of changes) dispatcher.bias[i]! += amount
    const cooled = Math.max(0.02, 1 - ((this.passes - samples) % coolingPasses) / coolingPasses)
    const limit = this.cost - Math.log(1 - random()) * tolerance * cooled * Math.min(this.cost, unplacedCost)
    const cost = this.pass(rule, limit)
    if (cost <= limit) {
      this.rule = rule
      this.cost = cost
      this.remember()
      if (cost < this.bestCost) return this.found()
    } else {
      for (const [i, amount] of changes) dispatcher.bias[i]! -= amount
      if (margins) holding!.setMargins(margins)
    }
    if ((this.passes - samples) % coolingPasses === 0) this.restart()
    return null
  }

  private found(): Solution {
    this.bestCost = this.cost
    this.bestBias.set(this.dispatcher.bias)
    this.bestRule = this.rule
    this.bestMargins = this.holding?.margins()
    this.remember()
    return solve(this.model, this.dispatcher, this.rule, this.stuck)
  }

  /** Back to the best when it has cooled down. */
  private restart(): void {
    this.rule = this.bestRule
    this.dispatcher.bias.set(this.bestBias)
    if (this.bestMargins) this.holding!.setMargins(this.bestMargins)
    this.cost = this.pass(this.rule)
    this.remember()
  }

  /** What a pass costs; a little too much or too little where that is above the limit. */
  private pass(rule: Rule, limit = Number.POSITIVE_INFINITY): number {
    const { dispatcher, skip, goal, holding } = this
    dispatcher.run(rule, skip)
    const score = scoreOf(dispatcher.timetable, skip)
    const hours = score.setupSeconds / 3600
    const goals =
      goal === 'tardiness'
        ? score.weightedTardinessHours + hours * 1e-4
        : goal === 'changeover'
          ? hours + score.weightedTardinessHours * 1e-4
          : score.makespanSeconds / 3600 + score.weightedTardinessHours * 1e-4
    const whole = goals + dispatcher.unplaced * unplacedCost
    return holding ? whole + holding.costOf(dispatcher.timetable, limit - whole) : whole
  }

  private anyRule(): Rule {
    const { random } = this
    const between = (low: number, high: number) => low * (high / low) ** random()
    return {
      value: random() < 0.15 ? 0 : random() * 1.5,
      k1: between(0.05, 20),
      k2: between(0.03, 10),
      late: random() < 0.5,
    }
  }

  private nearRule(): Rule {
    const { random, rule } = this
    const factor = () => 1.35 ** (random() * 2 - 1)
    return { ...rule, value: rule.value * factor(), k1: rule.k1 * factor(), k2: rule.k2 * factor() }
  }

  /** Keeps the late orders of the present plan, and the chains that make them late. */
  private remember(): void {
    this.holding?.compareWithLast()
    const { model, dispatcher, skip } = this
    const { end } = dispatcher.timetable
    this.late = []
    this.lateUpTo = []
    this.chains = []
    let sum = 0
    this.ofOrder.forEach((list, order) => {
      if (list.length === 0 || skip[order] === 1) return
      const last = list.reduce((latest, i) => (end[i]! > end[latest]! ? i : latest))
      const lateness = (end[last]! - model.orderDue[order]!) * model.orderWeight[order]!
      if (this.goal !== 'makespan' && lateness <= 0) return
      sum += this.goal === 'makespan' ? (end[last]! - model.problem.now) ** 2 : Math.sqrt(lateness)
      this.late.push(order)
      this.lateUpTo.push(sum)
      this.chains.push(this.chainOf(last))
    })
  }

  /** Back from an operation along what held each one up. */
  private chainOf(last: number): number[] {
    const { model } = this
    const { reason, behind } = this.dispatcher.timetable
    const chain: number[] = []
    let i = last
    while (chain.length < longestChain && i >= 0 && model.isFixed[i] === 0) {
      chain.push(i)
      if (reason[i] !== why.lane && reason[i] !== why.predecessor) break
      i = behind[i]!
    }
    return chain
  }

  private proposal(): [number, number][] {
    const { random, model } = this
    const changes: [number, number][] = []
    const amount = (up: number) => (random() < up ? 1 : -1) * Math.exp(-3 + random() * 4.2)
    for (let count = 1 + Math.floor(random() * random() * mostChanges); count > 0; count--) {
      const at = this.someLate()
      const order = at < 0 ? Math.floor(random() * model.orderCount) : this.late[at]!
      const chain = at < 0 ? [] : this.chains[at]!
      const one = chain[Math.floor(random() * chain.length)]
      if (one === undefined || random() < 0.4) {
        const by = amount(0.7)
        for (const i of this.ofOrder[order]!) changes.push([i, by])
      } else if (random() < 0.5) changes.push([one, amount(0.6)])
      else {
        const by = amount(model.orderOf[one] === order ? 0.7 : 0.4)
        for (const i of this.ofOrder[model.orderOf[one]!]!) changes.push([i, by])
      }
    }
    return changes
  }

  private someLate(): number {
    const { lateUpTo } = this
    const at = this.random() * (lateUpTo.at(-1) ?? 0)
    return lateUpTo.findIndex(upTo => upTo > at)
  }
}
