/** Sets of time as sorted, disjoint, non-touching half-open intervals `[start, end)` in seconds since the epoch. */
import type { Instant } from '@qitao/core/time.ts'

export type Interval = readonly [start: Instant, end: Instant]

/** Sorts, drops what is empty, and joins what overlaps or touches. */
export function merge(intervals: readonly Interval[]): Interval[] {
  if (isMerged(intervals)) return intervals.slice()
  const sorted = intervals.filter(([start, end]) => start < end).sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const merged: [Instant, Instant][] = []
  for (const [start, end] of sorted) {
    const last = merged.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}

function isMerged(intervals: readonly Interval[]): boolean {
  let last = Number.NEGATIVE_INFINITY
  for (let i = 0; i < intervals.length; i++) {
    const interval = intervals[i]!
    if (!(interval[0] > last && interval[0] < interval[1])) return false
    last = interval[1]
  }
  return true
}

/** What is in both; both must be merged. */
export function intersect(left: readonly Interval[], right: readonly Interval[]): Interval[] {
  const both: Interval[] = []
  let i = 0
  let j = 0
  while (i < left.length && j < right.length) {
    const a = left[i]!
    const b = right[j]!
    const start = Math.max(a[0], b[0])
    const end = Math.min(a[1], b[1])
    // One that is whole stays what it is: calendars are long, and little of them is cut.
    if (start < end) both.push(start === a[0] && end === a[1] ? a : [start, end])
    if (a[1] < b[1]) i++
    else j++
  }
  return both
}

/** What is in the first and not in the second; both must be merged. */
export function subtract(from: readonly Interval[], what: readonly Interval[]): Interval[] {
  if (what.length === 0) return from.slice()
  const left: Interval[] = []
  let j = 0
  for (const interval of from) {
    const end = interval[1]
    let at = interval[0]
    while (j < what.length && what[j]![1] <= at) j++
    for (let k = j; k < what.length && what[k]![0] < end; k++) {
      if (what[k]![0] > at) left.push([at, what[k]![0]])
      at = Math.max(at, what[k]![1])
    }
    if (at < end) left.push(at === interval[0] ? interval : [at, end])
  }
  return left
}

export function firstTouched(intervals: readonly Interval[], start: Instant, end: Instant): Interval | undefined {
  let low = 0
  let high = intervals.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (intervals[middle]![1] <= start) low = middle + 1
    else high = middle
  }
  const candidate = intervals[low]
  return candidate && candidate[0] < end ? candidate : undefined
}
