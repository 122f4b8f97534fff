/**
 * Why an order is late: from its last task back along what each task waited for, to the instant of planning or to a task that
 * stays as it is. The links join without a gap, so their seconds add up to the time from there to the finish.
 */
import type { Instant } from '@qitao/core/time.ts'
import { startAt, workedAt, workedBetween } from '../../calendar/working-time.ts'
import type { Plan } from '../place/plan.ts'
import { why } from '../place/timetable.ts'
import { compile, type Model } from '../problem/model.ts'
import type { Problem } from '../problem/problem.ts'
import { StandingPlan } from '../standing/standing-plan.ts'

/** A piece [from, to) of the time before a late finish, `seconds` long by the clock. */
export type ChainLink = { readonly from: Instant; readonly to: Instant; readonly seconds: number } & (
  | TaskLink
  /** Set-up and change-over before the run of `operation`. */
  | { readonly kind: 'changeover'; readonly operation: string; readonly machine: string }
  /** The machine is closed, or what is open is too short for a run that must not pause. */
  | { readonly kind: 'calendar'; readonly operation: string; readonly machine: string }
  | { readonly kind: 'frozen'; readonly operation: string; readonly machine: string }
  /** Waits for material, from the instant of planning on. */
  | { readonly kind: 'material'; readonly operation: string; readonly material: string | null }
  | { readonly kind: 'not_before'; readonly operation: string }
  /** Cooling, drying: the time a link of the routing asks for. */
  | { readonly kind: 'waiting'; readonly operation: string }
  /** Nothing holds it: it could start at `from`, and was put where it is. */
  | { readonly kind: 'slack'; readonly operation: string; readonly machine: string }
)

/** A task that runs while the one after it in time waits. */
export interface TaskLink {
  /**
   * task: the last of the late order itself. predecessor: previous process of the order, or an order that makes a component.
   * machine: occupies the machine. resource: has the people or the mould. lock: one of these, and stays as it is.
   */
  readonly kind: 'task' | 'predecessor' | 'machine' | 'resource' | 'lock'
  readonly operation: string
  readonly order: string
  readonly machine: string
  /** Of the people or mould, for `resource`. */
  readonly resource?: string
  /** Why it is locked, for `lock`. */
  readonly why?: 'running' | 'locked' | 'published'
  /** Seconds of the piece in which the machine is closed. */
  readonly closedSeconds: number
}

export interface LateOrder {
  readonly order: string
  readonly due: Instant
  readonly finish: Instant
  readonly tardinessSeconds: number
  /** From the finish back. */
  readonly chain: readonly ChainLink[]
}

/** A chain is cut here: nobody reads further back. */
const longestChain = 200

/** Every late order of a plan, the latest first; fixed and hand-moved tasks are taken as they stand. */
export function explainLate(problem: Problem, plan: Pick<Plan, 'tasks'>): LateOrder[] {
  const model = compile(problem)
  return explainAll(new StandingPlan(model, plan.tasks))
}

export function explainAll(plan: StandingPlan): LateOrder[] {
  const { model } = plan
  const last = lastOperations(plan)
  const late: LateOrder[] = []
  model.problem.orders.forEach(({ id, due }, order) => {
    const operation = last[order]!
    if (operation < 0 || plan.end[operation]! <= due) return
    const finish = plan.end[operation]!
    late.push({ order: id, due, finish, tardinessSeconds: finish - due, chain: chainOf(plan, operation) })
  })
  return late.sort((a, b) => b.tardinessSeconds - a.tardinessSeconds || (a.order < b.order ? -1 : 1))
}

/** Operation of each order that ends last, -1 for orders without a task. */
export function lastOperations({ model, lane, end }: StandingPlan): Int32Array {
  const last = new Int32Array(model.orderCount).fill(-1)
  for (let i = 0; i < model.operationCount; i++) {
    const order = model.orderOf[i]!
    if (lane[i]! >= 0 && (last[order]! < 0 || end[i]! > end[last[order]!]!)) last[order] = i
  }
  return last
}

/** The chain behind the end of one task. */
export function chainOf(plan: StandingPlan, last: number): ChainLink[] {
  const { model } = plan
  const { problem } = model
  const chain: ChainLink[] = []
  const piece = (from: Instant, to: Instant) => ({ from, to, seconds: to - from })
  let kind: TaskLink['kind'] = 'task'
  let resource: string | undefined
  let cursor = plan.end[last]!
  const seen = new Set<number>()

  for (let i = last; i >= 0 && chain.length < longestChain && !seen.has(plan.head[i]!); ) {
    seen.add(plan.head[i]!)
    const { id: operation, order, fixed } = problem.operations[i]!
    const machine = problem.machines[model.laneMachine[plan.lane[i]!]!]!.id
    const about = { operation, order, machine, ...(resource === undefined ? {} : { resource }) }
    const closed = (from: Instant, to: Instant) => to - from - workedBetween(tableOf(model, plan, i), from, to)
    if (fixed) {
      const from = Math.min(cursor, fixed.setupStart)
      chain.push({
        kind: 'lock',
        ...about,
        why: fixed.why,
        ...piece(from, cursor),
        closedSeconds: closed(from, cursor),
      })
      return chain
    }
    const start = plan.start[i]!
    if (start < cursor) chain.push({ kind, ...about, ...piece(start, cursor), closedSeconds: closed(start, cursor) })
    cursor = Math.min(cursor, start)
    resource = undefined

    const binding = plan.bindingOf(i)
    const isFurtherBack = (to: Instant) => to < cursor
    if (isFurtherBack(binding.earliest)) {
      chain.push({ kind: 'slack', operation, machine, ...piece(binding.earliest, cursor) })
      cursor = binding.earliest
    }
    if (binding.why !== why.predecessor && binding.why !== why.kit) {
      const setup = setupBegin(plan, i, cursor, binding.freeAt)
      if (isFurtherBack(setup)) chain.push({ kind: 'changeover', operation, machine, ...piece(setup, cursor) })
      cursor = Math.min(cursor, setup)
    }
    if (isFurtherBack(binding.freeAt)) {
      const { frozen = [] } = problem.machines[model.laneMachine[plan.lane[i]!]!]!
      const shut = frozen.some(([from, to]) => from < cursor && to > binding.freeAt)
      chain.push({ kind: shut ? 'frozen' : 'calendar', operation, machine, ...piece(binding.freeAt, cursor) })
      cursor = binding.freeAt
    }
    const rest = piece(problem.now, cursor)
    switch (binding.why) {
      case why.lane:
        kind = 'machine'
        i = binding.ref
        break
      case why.predecessor: {
        const end = plan.end[binding.ref]!
        if (isFurtherBack(end)) {
          chain.push({ kind: 'waiting', operation, ...piece(end, cursor) })
          cursor = end
        }
        kind = 'predecessor'
        i = binding.ref
        break
      }
      case why.resource: {
        const holder = plan.holderBefore(binding.ref, plan.setupStart[i]!)
        if (holder < 0) return chain
        if (isFurtherBack(plan.end[holder]!)) {
          chain.push({ kind: 'calendar', operation, machine, ...piece(plan.end[holder]!, cursor) })
          cursor = plan.end[holder]!
        }
        kind = 'resource'
        resource = problem.resources![binding.ref]!.id
        i = holder
        break
      }
      case why.kit: {
        const needs = problem.operations[binding.ref]!
        if (rest.seconds > 0)
          chain.push({ kind: 'material', operation: needs.id, material: needs.kit?.material ?? null, ...rest })
        return chain
      }
      case why.notBefore:
        if (rest.seconds > 0) chain.push({ kind: 'not_before', operation, ...rest })
        return chain
      default:
        return chain
    }
  }
  return chain
}

/** Where the set-up that ends at an instant begins; not before the machine is free. */
function setupBegin(plan: StandingPlan, i: number, end: Instant, freeAt: Instant): Instant {
  const seconds = plan.setupSeconds[plan.head[i]!]!
  if (seconds <= 0) return end
  const table = tableOf(plan.model, plan, i)
  const begin = startAt(table, Math.max(0, workedAt(table, end) - seconds))
  return Math.max(Math.min(begin, end), Math.min(freeAt, end))
}

const tableOf = (model: Model, plan: StandingPlan, i: number) =>
  model.tables[
    plan.alternative[i]! < 0
      ? model.machineTable[model.laneMachine[plan.lane[i]!]!]!
      : model.altTable[plan.alternative[i]!]!
  ]!
