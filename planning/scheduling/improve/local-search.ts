/**
 * Local search: operations on the chain that makes an order late - or where a set-up is lost - are taken to another place, on
 * their machine or another. What comes of it is kept by late acceptance (Burke, Bykov 2017): when it is no worse than the
 * plan was some moves ago.
 */
import { seededRandom } from '../../random.ts'
import { retime } from '../place/retime.ts'
import type { Solution } from '../place/solve.ts'
import { Timetable } from '../place/timetable.ts'
import { Repair } from './changeable-timetable.ts'
import { LocalCost } from './local-cost.ts'
import { LocalMoves } from './local-moves.ts'
import { leadingGoal, type Objective } from './score.ts'

/** Accepted when no worse than so many moves ago. */
const memory = 50

export class LocalSearch {
  readonly skip: Uint8Array
  private readonly plan: Repair
  private readonly movable: Int32Array
  private readonly costs: LocalCost
  private readonly proposals: LocalMoves

  private cost: number
  private bestCost: number
  /** The best plan is the present one; else it is in `kept`. */
  private bestIsHere = false
  private keptIsNew = false
  private readonly kept: Timetable

  private readonly history = new Float64Array(memory)
  private moves = 0

  constructor(solution: Solution, objective: Objective, seed: number) {
    const { model } = solution.timetable
    this.plan = new Repair(solution.timetable)
    this.kept = new Timetable(model)
    this.skip = new Uint8Array(model.orderCount)
    for (const order of solution.stuck.keys()) this.skip[order] = 1
    const lists: number[][] = Array.from({ length: model.orderCount }, () => [])
    const movable: number[] = []
    for (let i = 0; i < model.operationCount; i++) {
      if (!this.plan.isPlaced(i)) continue
      lists[model.orderOf[i]!]!.push(i)
      if (model.isFixed[i] === 0) movable.push(i)
    }
    this.movable = Int32Array.from(movable)
    const ofOrder = lists.map(list => Int32Array.from(list))
    this.costs = new LocalCost(this.plan, objective, this.skip, ofOrder, this.movable)
    const random = seededRandom(seed)
    this.proposals = new LocalMoves(this.plan, this.costs, leadingGoal(objective), random, ofOrder, this.movable)
    this.cost = this.costs.now()
    this.bestCost = this.cost
    this.history.fill(this.cost)
  }

  /** Moves worth about one pass over the plan. False when there is nothing to move. */
  step(): boolean {
    const { plan, movable } = this
    if (movable.length < 2) return false
    plan.renumber()
    this.proposals.findLate()
    const until = plan.work + Math.max(400, movable.length)
    for (let tries = 0; plan.work < until && tries < movable.length + 400; tries++) this.tryOne()
    return true
  }

  /** A copy of the best plan, as early as it can be; null when there is none since the last question. */
  best(): Timetable | null {
    if (this.bestIsHere) this.putAside()
    if (!this.keptIsNew) return null
    this.keptIsNew = false
    return retime(this.kept)
  }

  private tryOne(): void {
    const { plan, costs, proposals, history } = this
    const operation = proposals.pick()
    if (operation < 0 || !proposals.propose(operation)) return
    costs.count()
    const cost = costs.now()
    const place = this.moves++ % memory
    const accepted = cost <= this.cost || cost <= history[place]!
    // Before the plan gets worse than the best it has been, that is put aside.
    const putsAside = accepted && this.bestIsHere && cost > this.cost
    if (accepted && !putsAside) {
      this.cost = cost
      costs.keep()
      plan.keep()
      if (cost < this.bestCost) {
        this.bestCost = cost
        this.bestIsHere = true
      }
    } else {
      plan.takeBack()
      costs.forget()
      if (putsAside) this.putAside()
    }
    if (this.cost < history[place]!) history[place] = this.cost
  }

  private putAside(): void {
    this.kept.copyFrom(this.plan)
    this.keptIsNew = true
    this.bestIsHere = false
  }
}
