/**
 * Overtime as a means of repair: the calendar whose closed hours cost the late orders most works on, as long as somebody uses
 * it. Which hours could be had is given; how many of them are needed is found.
 */
import type { Instant } from '@qitao/core/time.ts'
import { type Interval, merge } from '../../calendar/interval.ts'
import { endAt, startAt, workedAt } from '../../calendar/working-time.ts'
import { explainAll } from '../explain/explain-late.ts'
import { alternativeOn } from '../problem/charge.ts'
import { compile, type Model } from '../problem/model.ts'
import type { Problem } from '../problem/problem.ts'
import { StandingPlan, type StandingTask } from '../standing/standing-plan.ts'

/** Hours after the working days of each calendar that could be worked, sorted. */
export type PossibleOvertime = ReadonlyMap<string, readonly Interval[]>
export interface Overtime {
  readonly calendar: string
  readonly pieces: readonly Interval[]
}

/** So many late orders are asked what they wait for, the latest first. */
const mostAsked = 20
/** Overtime is asked of people by the half hour. */
const roundedTo = 1800

/** All that could be had on the calendar that binds the late orders of a plan; null: none of theirs can be prolonged. */
export function bindingOvertime(
  given: Problem,
  tasks: readonly StandingTask[],
  possible: PossibleOvertime,
): Overtime | null {
  const model = compile(given)
  const weights = new Map(model.problem.orders.map(({ id }, order) => [id, model.orderWeight[order]!]))
  const late = explainAll(new StandingPlan(model, tasks)).filter(({ order }) => weights.get(order)! > 0)
  const calendarOf = new Map(given.machines.map(({ id, calendar }) => [id, calendar]))
  const closed = new Map<string, number>()
  for (const { order, chain } of late.slice(0, mostAsked))
    for (const link of chain) {
      if (!('machine' in link)) continue
      const calendar = calendarOf.get(link.machine)
      const seconds = link.kind === 'calendar' ? link.seconds : 'closedSeconds' in link ? link.closedSeconds : 0
      if (!calendar || seconds === 0 || !possible.get(calendar)?.length) continue
      closed.set(calendar, (closed.get(calendar) ?? 0) + seconds * weights.get(order)!)
    }
  const [binding] = [...closed].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  if (!binding) return null
  const until = Math.max(...late.map(({ finish }) => finish))
  const pieces = possible.get(binding[0])!.filter(([from]) => from < until)
  return pieces.length > 0 ? { calendar: binding[0], pieces } : null
}

export const withOvertimeIn = (given: Problem, { calendar, pieces }: Overtime): Problem => ({
  ...given,
  calendars: given.calendars.map(one =>
    one.id === calendar ? { ...one, intervals: merge([...one.intervals, ...pieces]) } : one,
  ),
})

/** Tasks take as much work as before: what is worked on in overtime ends so much earlier. */
export function takingOvertime(before: Problem, after: Problem, tasks: readonly StandingTask[]): StandingTask[] {
  const [old, now] = [compile(before), compile(after)]
  return tasks.map(task => {
    const tables = tableOf(old, task) && tableOf(now, task)
    if (!tables) return task
    const [was, is] = [tableOf(old, task)!, tables]
    const worked = (from: Instant, to: Instant) => workedAt(was, to) - workedAt(was, from)
    const start = startAt(is, workedAt(is, task.setupStart) + worked(task.setupStart, task.start))
    return { ...task, start, end: endAt(is, workedAt(is, start) + worked(task.start, task.end)) }
  })
}
function tableOf(model: Model, { operation, machine }: StandingTask) {
  const i = model.operationNumber.get(operation)
  const on = model.machineNumber.get(machine)
  if (i === undefined || on === undefined || model.isFixed[i] === 1) return undefined
  const alternative = alternativeOn(model, i, on)
  return alternative < 0 ? undefined : model.tables[model.altTable[alternative]!]!
}

/** Of overtime what a plan uses, by the half hour. */
export function usedOf(given: Problem, { calendar, pieces }: Overtime, tasks: readonly StandingTask[]): Overtime {
  const machines = new Set(given.machines.flatMap(one => (one.calendar === calendar ? [one.id] : [])))
  const fixed = new Set(given.operations.flatMap(one => (one.fixed ? [one.id] : [])))
  const own = tasks.filter(({ machine, operation }) => machines.has(machine) && !fixed.has(operation))
  const used = pieces.flatMap(([from, to]): Interval[] => {
    const last = own.reduce(
      (until, { setupStart, end }) => (setupStart < to && end > from ? Math.max(until, Math.min(end, to)) : until),
      from,
    )
    const seconds = Math.ceil((last - from) / roundedTo) * roundedTo
    return seconds > 0 ? [[from, Math.min(to, from + seconds)]] : []
  })
  return { calendar, pieces: used }
}
