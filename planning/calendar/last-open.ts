/** The latest instant at which somebody works, not after a given one: nobody is told to begin on a day off. */
import { daySeconds, type Instant, minuteSeconds } from '@qitao/core/time.ts'
import type { Interval } from './interval.ts'

/** Nobody works for longer: then the calendar is not known so far. */
const longestRest = 31 * daySeconds

/** `open`: working time, sorted and merged; where nothing is known of it an instant stays as it is. */
export function lastOpen(open: readonly Interval[], at: Instant): Instant {
  let [low, high] = [0, open.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (open[middle]![0] <= at) low = middle + 1
    else high = middle
  }
  const before = open[low - 1]
  if (!before || at < before[1] || at - before[1] > longestRest) return at
  return Math.max(before[0], before[1] - minuteSeconds)
}
