/** What can be done about a late order, and the problem as it would be if it were done. Nothing here plans. */
import type { Instant } from '@qitao/core/time.ts'
import type { Interval } from '../../calendar/interval.ts'
import { merge } from '../../calendar/interval.ts'
import type { Calendar, Problem } from '../problem/problem.ts'

export type Remedy =
  /** The machine - and the people of its tasks - work on for so long after each working day in [from, to). */
  | ({ readonly kind: 'overtime'; readonly machine: string; readonly secondsPerDay: number } & Span)
  /**
   * What `operations` wait for comes at `to` instead of `from`: one receipt, so all of them gain. With `before` the order then goes
   * before those orders: while it waited, its place was given to them.
   */
  | ({
      readonly kind: 'expedite'
      readonly material: string | null
      readonly operations: readonly string[]
      readonly before?: readonly string[]
    } & Span)
  | {
      readonly kind: 'other_machine'
      readonly operation: string
      readonly order: string
      readonly from: string
      readonly to: string
    }
  /** The order and what it waits for go before the tasks that occupy their machines. */
  | { readonly kind: 'priority'; readonly order: string; readonly before: readonly string[] }
  /** Tasks that are not fixed move left in their sequence, as far as they can. */
  | { readonly kind: 'as_early'; readonly order: string }

interface Span {
  readonly from: Instant
  readonly to: Instant
}

/** Closed for longer than this after an interval: a working day has ended. */
const nightSeconds = 4 * 3600

export function withOvertime(
  problem: Problem,
  { machine: id, secondsPerDay, from, to }: Remedy & { kind: 'overtime' },
): Problem {
  const machine = problem.machines.find(each => each.id === id)
  if (!machine || machine.calendar === null) return problem
  const people = new Set(
    problem.operations
      .filter(operation => operation.machines.some(eligible => eligible.machine === id))
      .flatMap(operation => (operation.holds ?? []).map(hold => hold.resource)),
  )
  const longer = new Map<string, Calendar>()
  const name = (calendar: string) => `${calendar} overtime ${id}`
  const lengthen = (calendar: string): string => {
    const known = problem.calendars.find(each => each.id === calendar)
    if (known && !longer.has(calendar))
      longer.set(calendar, {
        ...known,
        id: name(calendar),
        intervals: workOn(known.intervals, secondsPerDay, from, to),
      })
    return known ? name(calendar) : calendar
  }
  const machines = problem.machines.map(each =>
    each === machine ? { ...each, calendar: lengthen(each.calendar!) } : each,
  )
  const resources = problem.resources?.map(each =>
    each.calendar !== null && each.calendar !== undefined && people.has(each.id)
      ? { ...each, calendar: lengthen(each.calendar) }
      : each,
  )
  return {
    ...problem,
    machines,
    ...(resources ? { resources } : {}),
    calendars: [...problem.calendars, ...longer.values()],
  }
}

function workOn(intervals: readonly Interval[], seconds: number, from: Instant, to: Instant): Interval[] {
  const extra: Interval[] = []
  intervals.forEach(([, end], i) => {
    const next = intervals[i + 1]?.[0] ?? Number.POSITIVE_INFINITY
    if (end < from || end >= to || next - end <= nightSeconds) return
    extra.push([end, Math.min(end + seconds, next)])
  })
  return merge([...intervals, ...extra])
}

export function withExpedited(problem: Problem, { operations, to }: Remedy & { kind: 'expedite' }): Problem {
  const earlier = new Set(operations)
  return {
    ...problem,
    operations: problem.operations.map(operation =>
      earlier.has(operation.id) && operation.kit ? { ...operation, kit: { ...operation.kit, at: to } } : operation,
    ),
  }
}
