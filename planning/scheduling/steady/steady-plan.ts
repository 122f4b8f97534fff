/**
 * A plan made anew that leaves the next days as people know them. Their tasks stay where they stand, pushed on where a report
 * says so, and all others are planned around them; then tasks of these days, too, are taken elsewhere where that saves more
 * lateness than a move is worth. Nothing is left unplanned for it.
 */
import { daySeconds } from '@qitao/core/time.ts'
import { findStuckOrders } from '../compile/causes.ts'
import { type ScheduleOptions, schedule } from '../improve/schedule.ts'
import { type PlanAround, scheduleAround } from '../improve/schedule-around.ts'
import { leadingGoal, type Objective } from '../improve/score.ts'
import type { Plan } from '../place/plan.ts'
import { planFrom } from '../place/plan-from.ts'
import type { Problem } from '../problem/problem.ts'
import { meanWeight } from '../repair/repair-plan.ts'
import { RepairSearch, type StoodAt } from '../repair/repair-search.ts'
import { heldTasks } from '../standing/held-tasks.ts'
import type { StandingTask } from '../standing/standing-plan.ts'
import { HeldTimetable } from './held-timetable.ts'
import { keptPromises, type PromisedOrder, placesOfPromises } from './promised-first.ts'

/** So far ahead people have set themselves up. */
const nearSeconds = 3 * daySeconds
/** Hours of lateness, of an order of ordinary weight, that a move in these days has to save, by the weight of stability. */
const hoursPerMove = 1
/** Operations looked at, at most, in search of such moves. */
const searchWork = 600_000

export interface SteadyOptions extends ScheduleOptions {
  /** They come first, and keep their days. */
  readonly promised?: readonly PromisedOrder[]
}

/** Where stability weighs nothing, or nothing stands in the next days, and nothing is promised, a new plan as any other. */
export function scheduleSteadily(problem: Problem, { promised = [], ...options }: SteadyOptions = {}): Plan {
  const { seed = 1, objective = 'tardiness' } = options
  const weight = weightOfStability(objective)
  const standing = weight > 0 ? heldTasks(problem, ({ start }) => start < problem.now + nearSeconds) : []
  const places = placesOfPromises(problem, standing, promised, options)
  const kept =
    (places.length > 0 && planAround(problem, places, options)) ||
    // What is promised stays where what stands cannot.
    (promised.length > 0 && standing.length > 0 && aroundPromises(problem, promised, options))
  if (!kept) return schedule(problem, options)
  const begin = () => new RepairSearch(problem, kept.tasks, seed, kept.stoodAt)
  const planOf = ({ model, plan, stood }: RepairSearch) =>
    planFrom(problem, HeldTimetable.of(plan, stood), findStuckOrders(model), kept.iterations)
  const search = begin()
  if (search.push()) return schedule(problem, options)
  if (weight === 0) return planOf(search)
  const price = hoursPerMove * weight * meanWeight(problem)
  search.improve({ hoursPerMove: price, neverMore: false, work: searchWork, everywhere: true })
  const plan = planOf(search)
  const wereKept = keptPromises(problem, kept.tasks, promised)
  if (keptPromises(problem, plan.tasks, wereKept).length === wereKept.length) return plan
  const before = begin()
  before.push()
  return planOf(before)
}

function aroundPromises(
  problem: Problem,
  promised: readonly PromisedOrder[],
  options: ScheduleOptions,
): KeptPlan | null {
  const places = placesOfPromises(problem, [], promised, options)
  return places.length > 0 ? planAround(problem, places, options) : null
}

const weightOfStability = (objective: Objective): number =>
  typeof objective === 'object' && leadingGoal(objective) === 'tardiness' ? (objective.stability ?? 0) : 0

interface KeptPlan {
  /** All that is not fixed by the problem itself. */
  readonly tasks: readonly StandingTask[]
  readonly stoodAt: StoodAt
  readonly iterations: number
}

/** null: what stands cannot all be pushed on, or stands in the way of an order that has to be planned. */
function planAround(problem: Problem, standing: readonly StandingTask[], options: ScheduleOptions): KeptPlan | null {
  const pushed = new RepairSearch(problem, standing, 1, new Map())
  const places = pushed.inTurn(true)
  if (!places) return null
  // Pushed on in its turn a task is where people look for it, and stepping back behind others would be a move.
  const pushedTo = new Map(places.map(({ operation, start }) => [operation, start]))
  const stoodAt: StoodAt = new Map(
    standing.map(task => [task.operation, { ...task, pushedTo: pushedTo.get(task.operation)! }]),
  )
  const plan = scheduleAround(problem, places, options)
  const stuck = findStuckOrders(pushed.model)
  const isLeftOut = (order: string) => !stuck.has(pushed.model.orderNumber.get(order)!)
  if (plan.unplanned.some(({ order }) => isLeftOut(order))) return null
  if (plan.unplanned.length > 0 && leavesPart(plan, stoodAt)) return null
  // What runs before a task that stays may have given its set-up another length.
  const tasks = new RepairSearch(problem, plan.tasks, 1, new Map()).inTurn(true)
  return tasks && { tasks, stoodAt, iterations: plan.iterations }
}

/** An order is planned in whole or not at all. */
function leavesPart({ tasks, unplanned }: PlanAround, held: StoodAt): boolean {
  const orders = new Set(unplanned.map(({ order }) => order))
  return tasks.some(({ order, operation }) => held.has(operation) && orders.has(order))
}
