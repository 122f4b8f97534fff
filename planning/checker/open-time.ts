/** Working time by sweeping and scanning: slow, and nothing to get wrong. */
import type { Instant } from '@qitao/core/time.ts'

export type Span = readonly [Instant, Instant]

/** Where all of the calendars are open and nothing is closed. Touching spans are joined. */
export function openTime(calendars: readonly (readonly Span[])[], closed: readonly Span[]): Span[] {
  const steps: { at: Instant; open: number; closed: number }[] = []
  for (const calendar of calendars) {
    for (const [from, to] of calendar) steps.push({ at: from, open: 1, closed: 0 }, { at: to, open: -1, closed: 0 })
  }
  for (const [from, to] of closed) steps.push({ at: from, open: 0, closed: 1 }, { at: to, open: 0, closed: -1 })
  steps.sort((a, b) => a.at - b.at)
  const spans: [Instant, Instant][] = []
  let open = 0
  let shut = 0
  steps.forEach((step, i) => {
    open += step.open
    shut += step.closed
    const next = steps[i + 1]?.at ?? step.at
    if (open !== calendars.length || shut > 0 || next === step.at) return
    const last = spans.at(-1)
    if (last && last[1] === step.at) last[1] = next
    else spans.push([step.at, next])
  })
  return spans
}

export const isOpen = (open: readonly Span[], instant: Instant): boolean =>
  open.some(([from, to]) => from <= instant && instant < to)

/** Working seconds in [from, to). */
export function worked(open: readonly Span[], from: Instant, to: Instant): number {
  let seconds = 0
  for (const [start, end] of open) {
    if (start >= to) break
    seconds += Math.max(0, Math.min(end, to) - Math.max(start, from))
  }
  return seconds
}

/** When `seconds` have been worked since `from`; Infinity when there is not so much. */
export function endOfWork(open: readonly Span[], from: Instant, seconds: number): Instant {
  let left = seconds
  for (const [start, end] of open) {
    const here = Math.max(0, end - Math.max(start, from))
    if (here >= left && end > from) return Math.max(start, from) + left
    left -= here
  }
  return Number.POSITIVE_INFINITY
}
