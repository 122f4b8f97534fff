/**
 * Repair of a plan that something has happened to - a machine is down, material slipped, a report came late, an order cannot
 * wait - as a small plan of its own, with choices. Neither is later, and the one of fewest moves moves no more, than pushing on
 * what breaks a rule. Where pushing on would leave the horizon, a new plan of all that has not begun is the one choice.
 */
import type { Instant } from '@qitao/core/time.ts'
import { type Refused, refused } from '../hand/hand-refusal.ts'
import { schedule } from '../improve/schedule.ts'
import { scheduleAround } from '../improve/schedule-around.ts'
import type { Problem, Standing } from '../problem/problem.ts'
import { heldTasks } from '../standing/held-tasks.ts'
import type { StandingTask } from '../standing/standing-plan.ts'
import { withLongerRuns } from './longer-runs.ts'
import { roomMade } from './make-room.ts'
import { playedByNeed } from './need-search.ts'
import { costOf } from './repair-cost.ts'
import {
  bindingOvertime,
  type Overtime,
  type PossibleOvertime,
  takingOvertime,
  usedOf,
  withOvertimeIn,
} from './repair-overtime.ts'
import { type MovedTask, reasonsOfMoves } from './repair-reasons.ts'
import { type RepairAim, RepairSearch, type RepairTask, type StoodAt } from './repair-search.ts'
import { inPlaceOf, likelySplits, type PossibleSplits, type Split, withSplitIn } from './repair-split.ts'
import { calledBack, pushedInTurns } from './repair-turns.ts'

export interface RepairOptions {
  /** 1 by default. */
  readonly seed?: number
  /** Operations that were published or promised: they move last. */
  readonly firm?: ReadonlySet<string>
  /** Orders that are not in the plan and are to come in now. */
  readonly rush?: ReadonlySet<string>
  /** Hours that could be worked beyond the calendars; absent: none. */
  readonly overtime?: PossibleOvertime
  /** What may be made in two parts; absent: nothing. */
  readonly splits?: PossibleSplits
}

export interface PlanTotals {
  readonly lateOrders: number
  /** Each hour counts by the weight of its order. */
  readonly weightedLateHours: number
  readonly lateHours: number
  readonly setupSeconds: number
}
export interface RepairChoice {
  readonly kind: 'fewest_moves' | 'balanced' | 'least_lateness' | 'with_overtime' | 'with_split'
  /** What has to be worked on for it. */
  readonly overtime?: Overtime
  /** What is made in two parts for it. */
  readonly split?: Split
  readonly tasks: readonly RepairTask[]
  readonly moved: readonly MovedTask[]
  readonly totals: PlanTotals
}
export type RepairAnswer =
  | {
      readonly ok: true
      readonly before: PlanTotals
      /** null: it cannot all be pushed on. */
      readonly push: { readonly totals: PlanTotals; readonly movedCount: number } | null
      /**
       * The first moves the fewest, the last of these the least late, one alone where they are the same, and one between them that is
       * hardly later than the one and moves far less, or else gains half of what that gains with few moves; then what overtime, and what an operation in two parts make of it, where
       * that gains something.
       */
      readonly choices: readonly RepairChoice[]
      /** The choice that moves the fewest of those that are hardly later than the least late one. */
      readonly advised: RepairChoice['kind']
    }
  | Refused

/** Hours of lateness, of an order of ordinary weight, that a move has to gain; the least late one where no new plan says more. */
const hoursForFewest = 24
const hoursForLeast = 0.02
/** All that a new plan moves has to gain this share of its lateness: a choice is later by no more than that. */
const shareForMoves = 0.05
/** Hardly later than the least late choice: as much of its lateness. */
const hardlyLater = 1.1
/** Of choices that all move few tasks one is advised that is later than the least late of them by no more. */
const laterAmongFew = 1.02
/** Moves of the least late choice that one between has to do without. */
const shareBetween = 0.5
/** Moves of the least late choice with which one between may gain no more than half of what that gains; of a new plan's: few. */
const shareHalfway = 0.3
/** Operations looked at in search for a choice. */
const fewestWork = 100_000
const leastWork = 300_000
/** Operations passed over by the new plan that is looked at beside: fewer in a large plan, whose search takes its time itself. */
const newPlanWork = (count: number) => Math.max(40_000, 900_000 - 110 * count)
const mostPasses = 600
/** Of what gives way around all that stays. */
const passesAround = 20
/** A new plan that costs no more than this share of what was pushed is better than all that can be found from there. */
const hopelessShare = 0.5
/** Splits that are tried, by the number of tasks: each is a plan of its own, for which a very large one has no time. */
const splitsTried = (count: number) => Math.min(8, Math.floor(8_000 / Math.max(1, count)))

/** Room is made until it is so much as late as a new plan, of which few ways were looked at, and as what stood before. */
const enoughOfNew = 1.02
const enoughOfBefore = 1.02
/** How often it goes on from where it came to, by the number of tasks, as long as each time gains that share of what is missing. */
const worthARound = 0.05
const roundsMore = (count: number) => Math.min(3, Math.floor(3_000 / Math.max(1, count)))
/** Places looked at for it at most. */
const roomWork = (count: number) => Math.min(300 * count, Math.floor(3e8 / Math.max(1, count)))

/** Ways to play on by need that are tried: each takes the longer the larger the plan is, and a few of them find nothing. */
const fewestNeedTries = 10
function needTries(count: number): number {
  const tries = Math.min(200, Math.floor(2.5e8 / Math.max(1, count) ** 2))
  return tries < fewestNeedTries ? 0 : tries
}

/** Ways to push on in turn that are tried. */
const turnsTried = (count: number) => Math.max(6, Math.min(30, Math.floor(80_000 / Math.max(1, count))))

export function repairPlan(asked: Problem, tasks: readonly StandingTask[], options: RepairOptions = {}): RepairAnswer {
  const { seed = 1, firm = new Set(), rush = new Set() } = options
  const given = withLongerRuns(asked, tasks)
  const stoodAt: StoodAt = new Map(
    tasks.map(task => [task.operation, firm.has(task.operation) ? { ...task, firm: true } : task]),
  )
  const standing = [...tasks, ...asSoonAsPossible(given, tasks, rush)]
  const open = openProblem(given, standing)
  const search = new RepairSearch(given, standing, seed, stoodAt)
  const before = totalsOf(search)
  const weight = meanWeight(given)
  const from = (places: readonly StandingTask[] | null) => startFrom(search, places, standing, stoodAt, seed)
  const starts = [from(search.inTurn()), from(giveWay(search, open, rush, seed))].filter(one => one !== null)
  const anew = from(planAnew(open, seed))
  const hoursPerMove = anew ? priceOfMoves(anew) : hoursForLeast * weight
  const leastAim = { hoursPerMove, neverMore: false, work: leastWork }
  anew?.improve({ ...leastAim, work: leastAim.work / 3 })
  const tries = turnsTried(tasks.length)
  const enough = anew
    ? Math.min(enoughOfNew * anew.cost.now().weightedHours, enoughOfBefore * before.weightedLateHours)
    : 0
  const mostMoved = shareHalfway * (anew?.cost.now().movedCount ?? tasks.length)
  const needAim = { hoursPerMove, mostMoved, enough: 0, tries: needTries(tasks.length), rush }
  const need = from(playedByNeed(search, standing, needAim, seed))
  const pushed = from(pushedInTurns(search, standing, leastAim, seed, tries))
  const refusal = nowhere(search, standing) ?? search.push()
  if (refusal) {
    const others = [...starts, pushed, need].filter(one => one !== null)
    const other = leastLate(others, anew, leastAim)
    if (!other) return refusal
    return answered(null, [choiceOf('least_lateness', other)])
  }
  const push = { totals: totalsOf(search), movedCount: search.movedNow().length }
  const fewestAim = { hoursPerMove: hoursForFewest * weight, neverMore: true, work: fewestWork }
  const few = cheapest([search, ...starts.filter(one => isNoWorse(one, search))], fewestAim)!
  few.improve(fewestAim)
  const roomAim = { enough, hoursPerMove: hoursPerMove / 2, work: roomWork(tasks.length) }
  const roomy = [few, need].map(one => one && from(roomMade(one, standing, roomAim, seed)))
  const middle = [few, pushed, need, ...roomy].filter(one => one !== null)
  // What is not enough yet goes on from where it came to, with the moves that are left, as long as it gains by it.
  for (let [round, missing] = [1, Number.POSITIVE_INFINITY]; round <= roundsMore(tasks.length); round++) {
    const small = leastLateOfFew(middle, mostMoved)
    const left = (small?.cost.now().weightedHours ?? 0) - enough
    if (!small || left <= 0 || left > (1 - worthARound) * missing) break
    missing = left
    const more = from(roomMade(small, standing, roomAim, seed + round))
    if (!more) break
    middle.push(more)
  }
  const basis = cheapest(middle, leastAim)!
  const called = from(calledBack(basis, standing, leastAim, seed, tries))
  if (called) middle.push(called)
  // What was looked for elsewhere may have moved fewer yet.
  const first = middle.reduce((least, one) => (isNoWorse(one, least) ? one : least), few)
  const fewest = choiceOf('fewest_moves', first)
  const best = leastLate([...middle, ...starts], anew, leastAim)!
  const between = betweenOf(middle, best)
  const least = choiceOf('least_lateness', best)
  const isSame = least.totals.weightedLateHours >= fewest.totals.weightedLateHours - 1e-6
  if (isSame) return answered(push, [fewest])
  return answered(
    push,
    isBetween(between, first, best) ? [fewest, choiceOf('balanced', between), least] : [fewest, least],
  )

  function answered(push: Extract<RepairAnswer, { ok: true }>['push'], choices: readonly RepairChoice[]): RepairAnswer {
    const advised = advisedOf(choices, mostMoved, enough)
    return { ok: true, before, push, choices: othersToo(choices), advised }
  }
  function othersToo(choices: readonly RepairChoice[]): readonly RepairChoice[] {
    const least = choices.at(-1)!
    const worked = options.overtime && onOvertime(given, least, options.overtime, stoodAt, seed, leastAim)
    const parted = options.splits && inTwoParts(given, least, options.splits, stoodAt, seed, leastAim)
    return [...choices, ...(worked ? [worked] : []), ...(parted ? [parted] : [])]
  }
}

/**
 * The first that is hardly later than the least late one. Of those that move few tasks, where there are any, the moves of the
 * least late are worth it, unless one with fewer is good enough.
 */
function advisedOf(choices: readonly RepairChoice[], mostMoved: number, good: number): RepairChoice['kind'] {
  const most = hardlyLater * choices.at(-1)!.totals.weightedLateHours + 1e-6
  const near = choices.filter(({ totals }) => totals.weightedLateHours <= most)
  const small = near.filter(({ moved }) => moved.length <= mostMoved).map(({ totals }) => totals.weightedLateHours)
  const mostOfSmall = small.length > 0 ? Math.max(good, laterAmongFew * Math.min(...small) + 1e-6) : most
  return near.find(({ totals }) => totals.weightedLateHours <= mostOfSmall)!.kind
}

/** Of those that move few tasks the least late; undefined: there are none. */
function leastLateOfFew(all: readonly RepairSearch[], mostMoved: number): RepairSearch | undefined {
  const few = all.filter(({ cost }) => cost.now().movedCount <= mostMoved)
  return few.reduce<RepairSearch | undefined>(
    (best, one) => (best && best.cost.now().weightedHours <= one.cost.now().weightedHours ? best : one),
    undefined,
  )
}

/** Of those that are hardly later than the least late the one that moves the fewest; of none of them the least late. */
function betweenOf(all: readonly RepairSearch[], least: RepairSearch): RepairSearch {
  const most = hardlyLater * least.cost.now().weightedHours + 1e-6
  const near = all.filter(one => one.cost.now().weightedHours <= most)
  const by = near.length > 0 ? 'movedCount' : 'weightedHours'
  return (near.length > 0 ? near : all).reduce((best, one) => (one.cost.now()[by] < best.cost.now()[by] ? one : best))
}

/**
 * Hardly later than the least late and moved far less, or later than that with so few moves that each gains much; not where the
 * fewest moves are hardly later themselves.
 */
function isBetween(one: RepairSearch, few: RepairSearch, least: RepairSearch): boolean {
  const [middle, fewest, best] = [one.cost.now(), few.cost.now(), least.cost.now()]
  const most = hardlyLater * best.weightedHours + 1e-6
  return (
    fewest.weightedHours > most &&
    (middle.weightedHours <= most
      ? middle.movedCount <= shareBetween * best.movedCount
      : middle.movedCount <= shareHalfway * best.movedCount &&
        fewest.weightedHours - middle.weightedHours >= (fewest.weightedHours - best.weightedHours) / 2)
  )
}

/** The first task whose machine does not work any more within the horizon: there is nothing from where it could be pushed. */
function nowhere(search: RepairSearch, standing: readonly StandingTask[]): Refused | null {
  const lost = standing.find(({ operation }) => {
    const i = search.model.operationNumber.get(operation)
    return i !== undefined && !search.isPlaced(i)
  })
  return lost ? refused('no_capacity', 'operation', lost.operation) : null
}

/** The least late choice goes on with overtime where it binds; null: it saves fewer hours of lateness than it asks for. */
function onOvertime(
  given: Problem,
  least: RepairChoice,
  possible: PossibleOvertime,
  stoodAt: StoodAt,
  seed: number,
  aim: RepairAim,
): RepairChoice | null {
  const open = freeTasks(given, least.tasks)
  const all = bindingOvertime(given, open, possible)
  if (!all) return null
  const longer = withOvertimeIn(given, all)
  const search = new RepairSearch(longer, takingOvertime(given, longer, open), seed, stoodAt)
  if (search.push()) return null
  search.improve({ ...aim, work: aim.work / 3 })
  const overtime = usedOf(given, all, search.placedTasks())
  const choice = choiceOf('with_overtime', search)
  const gained = (least.totals.weightedLateHours - choice.totals.weightedLateHours) / meanWeight(given)
  const asked = overtime.pieces.reduce((sum, [from, to]) => sum + to - from, 0) / 3600
  return asked > 0 && gained > asked ? { ...choice, overtime } : null
}

/** The least late choice with one of its operations in two parts; null: that makes no order on time that is late without. */
function inTwoParts(
  given: Problem,
  least: RepairChoice,
  possible: PossibleSplits,
  stoodAt: StoodAt,
  seed: number,
  aim: RepairAim,
): RepairChoice | null {
  const open = freeTasks(given, least.tasks)
  let best = { search: null as RepairSearch | null, split: null as Split | null, totals: least.totals }
  const most = splitsTried(open.length)
  if (most === 0) return null
  let tried = 0
  for (const { orders, ...split } of likelySplits(given, open, possible)) {
    if (tried++ === most) break
    const search = new RepairSearch(withSplitIn(given, split), inPlaceOf(split, open), seed, stoodAt)
    if (search.push() || !search.takeElsewhere(split.part.id, split.rest.id, orders, aim)) continue
    const totals = totalsOf(search)
    if (totals.lateOrders >= least.totals.lateOrders || totals.weightedLateHours >= best.totals.weightedLateHours)
      continue
    best = { search, split, totals }
  }
  const { search, split } = best
  if (!search || !split) return null
  const { moved, ...choice } = choiceOf('with_split', search)
  const parts = new Set([split.rest.id, split.part.id])
  const reason = { kind: 'split' } as const
  return { ...choice, split, moved: moved.map(task => (parts.has(task.operation) ? { ...task, reason } : task)) }
}
function freeTasks({ operations }: Problem, tasks: readonly StandingTask[]): StandingTask[] {
  const fixed = new Set(operations.flatMap(one => (one.fixed ? [one.id] : [])))
  return tasks.filter(({ operation }) => !fixed.has(operation))
}

const costFor = (search: RepairSearch, { hoursPerMove }: RepairAim) => costOf(search.cost.now(), hoursPerMove)
const cheapest = (all: readonly RepairSearch[], aim: RepairAim): RepairSearch | undefined =>
  all.reduce((best, one) => (costFor(one, aim) < costFor(best, aim) ? one : best), all[0]!)

/** Hours of lateness that a move has to gain so that all moves of a new plan gain the share of its lateness that they have to. */
function priceOfMoves(anew: RepairSearch): number {
  const { weightedHours, moves } = anew.cost.now()
  return (shareForMoves * weightedHours) / Math.max(1, moves)
}

/** Neither later nor more moved than another. */
function isNoWorse(one: RepairSearch, other: RepairSearch): boolean {
  const [a, b] = [one.cost.now(), other.cost.now()]
  return a.weightedHours <= b.weightedHours && a.moves <= b.moves && a.movedCount <= b.movedCount
}

/**
 * What is found from the best of the starts, or a new plan of all that has not begun, where that gains more than its moves cost.
 * Where it gains most of all that there is to gain, the way from the start is not gone: it is as long as the plan is large, and
 * does not end there.
 */
function leastLate(
  starts: readonly RepairSearch[],
  anew: RepairSearch | null,
  aim: RepairAim,
): RepairSearch | undefined {
  const start = cheapest(starts, aim)
  if (!start || (anew && costFor(anew, aim) < hopelessShare * costFor(start, aim))) return anew ?? undefined
  start.improve(aim)
  return cheapest(anew ? [start, anew] : [start], aim)
}

/** Where a search may begin; null: not all that stands has a place. */
function startFrom(
  first: RepairSearch,
  places: readonly StandingTask[] | null,
  standing: readonly StandingTask[],
  stoodAt: StoodAt,
  seed: number,
): RepairSearch | null {
  if (!places) return null
  const search = new RepairSearch(first.model.problem, places, seed, stoodAt, first)
  return nowhere(search, standing) || search.push() ? null : search
}

/** What cannot stay, and all that waits for it, goes where all others leave room; null: there is not enough. */
function giveWay(
  first: RepairSearch,
  open: Problem,
  rush: ReadonlySet<string>,
  seed: number,
): readonly StandingTask[] | null {
  const rushed = new Set(open.operations.flatMap(({ id, order }) => (rush.has(order) ? id : [])))
  const held = heldTasks(open, isUnbroken(open)).filter(({ operation }) => !rushed.has(operation))
  const { tasks, unplanned } = scheduleAround(open, held, { seed, iterations: passesAround })
  // What runs before a task that stays may have given its set-up another length.
  return unplanned.length > 0 ? null : new RepairSearch(first.model.problem, tasks, seed, new Map(), first).inTurn()
}

/** Whether a task stands in the way of nothing that is locked, and has not been passed over by now. */
function isUnbroken({ now, operations, machines }: Problem): (task: Standing) => boolean {
  const single = new Set(machines.flatMap(one => ((one.capacity ?? 1) === 1 && !one.chargeCapacity ? one.id : [])))
  const locked = Map.groupBy(
    operations.flatMap(({ fixed }) => (fixed && single.has(fixed.machine) ? fixed : [])),
    ({ machine }) => machine,
  )
  return ({ machine, setupStart, end }) =>
    setupStart >= now && !locked.get(machine)?.some(task => task.setupStart < end && task.end > setupStart)
}

/** null: it cannot place all that stands. */
function planAnew(open: Problem, seed: number): readonly StandingTask[] | null {
  const { length } = open.operations
  const iterations = Math.min(mostPasses, Math.floor(newPlanWork(length) / Math.max(1, length)))
  const plan = schedule(open, { seed, iterations })
  return plan.unplanned.length > 0 ? null : plan.tasks
}

/** What is to be planned: without what is in no plan. */
function openProblem(given: Problem, standing: readonly StandingTask[]): Problem {
  const places = new Map(standing.map(task => [task.operation, task]))
  const operations = given.operations.flatMap(operation => {
    const place = places.get(operation.id)
    if (operation.fixed) return operation
    return place ? { ...operation, standing: place } : []
  })
  const known = new Set(operations.map(({ id }) => id))
  return {
    ...given,
    operations: operations.map(operation => ({
      ...operation,
      predecessors: operation.predecessors.filter(link => known.has(link.operation)),
    })),
  }
}

/** Orders that cannot wait begin at once, on the first of their machines that is free: everything else gives way. */
function asSoonAsPossible(
  { operations, now }: Problem,
  tasks: readonly StandingTask[],
  rush: ReadonlySet<string>,
): StandingTask[] {
  const stands = new Set(tasks.map(({ operation }) => operation))
  const load = Map.groupBy(tasks, ({ machine }) => machine)
  const ends = new Map<string, Instant>()
  const placed: StandingTask[] = []
  const open = operations.filter(({ id, order, fixed }) => rush.has(order) && !fixed && !stands.has(id))
  for (let left = open; left.length > 0; ) {
    const waiting = new Set(left.map(({ id }) => id))
    const next = left.filter(({ predecessors }) => !predecessors.some(link => waiting.has(link.operation)))
    if (next.length === 0) break
    for (const operation of next) {
      const able = operation.machines.filter(({ runSeconds }) => runSeconds !== null)
      const [machine] = able.toSorted(
        (a, b) =>
          (load.get(a.machine)?.length ?? 0) - (load.get(b.machine)?.length ?? 0) || (a.machine < b.machine ? -1 : 1),
      )
      if (!machine || operation.kit?.at === null) continue
      const start = Math.max(
        now,
        operation.notBefore ?? 0,
        operation.kit?.at ?? 0,
        ...operation.predecessors.map(link => ends.get(link.operation) ?? 0),
      )
      const end = start + Math.max(3600, machine.runSeconds!)
      ends.set(operation.id, end)
      placed.push({ operation: operation.id, machine: machine.machine, setupStart: start, start, end })
    }
    const done = new Set(next.map(({ id }) => id))
    left = left.filter(({ id }) => !done.has(id))
  }
  return placed
}

function choiceOf(kind: RepairChoice['kind'], search: RepairSearch): RepairChoice {
  const totals = totalsOf(search)
  const moved = reasonsOfMoves(search)
  return { kind, tasks: search.placedTasks(), moved, totals }
}

function totalsOf({ cost, model }: RepairSearch): PlanTotals {
  let lateOrders = 0
  let lateHours = 0
  for (let order = 0; order < model.orderCount; order++) {
    const behind = cost.orderEnd[order]! - model.orderDue[order]!
    if (behind <= 0 || model.orderWeight[order] === 0) continue
    lateOrders++
    lateHours += behind / 3600
  }
  const { weightedHours, setupSeconds } = cost.now()
  return { lateOrders, lateHours, weightedLateHours: weightedHours, setupSeconds }
}

/** Of the orders that have one. */
export function meanWeight({ orders }: Problem): number {
  const weights = orders.flatMap(({ weight, priority }) => weight ?? 100 / Math.max(1, priority)).filter(one => one > 0)
  return weights.length === 0 ? 1 : weights.reduce((sum, one) => sum + one, 0) / weights.length
}
