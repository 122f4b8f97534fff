/**
 * Working time as a scale of its own. A table numbers the working seconds of a calendar 0, 1, 2 ...; durations that pause
 * over closed time are plain sums on that scale. Both ways cost one look at an index. Typed arrays, no allocation in use.
 */
import type { Instant } from '@qitao/core/time.ts'
import { type Interval, merge, subtract } from './interval.ts'

export interface WorkTable {
  readonly starts: Float64Array
  readonly ends: Float64Array
  /** Working seconds before each interval; one more entry for the total. */
  readonly before: Float64Array
  /** Positions on the scale that a task with its set-up must not cross: unspannable breaks and frozen time. Sorted. */
  readonly walls: Float64Array
  readonly longest: number
  /** Where to look for an instant and for a number of working seconds: the interval at the start of each bucket. */
  readonly byInstant: Int32Array
  readonly byWork: Int32Array
}

const instantBucket = 8192
const workBucket = 8192

/** `intervals` need not be merged. Frozen time is taken out and may not be spanned; `walls` are instants. */
export function workTable(
  intervals: readonly Interval[],
  frozen: readonly Interval[] = [],
  walls: readonly Instant[] = [],
): WorkTable {
  const closed = merge(frozen)
  const open = subtract(merge(intervals), closed)
  const starts = new Float64Array(open.length)
  const ends = new Float64Array(open.length)
  const before = new Float64Array(open.length + 1)
  let longest = 0
  for (let i = 0; i < open.length; i++) {
    starts[i] = open[i]![0]
    ends[i] = open[i]![1]
    const length = ends[i]! - starts[i]!
    before[i + 1] = before[i]! + length
    if (length > longest) longest = length
  }
  const table = {
    starts,
    ends,
    before,
    walls: new Float64Array(0),
    longest,
    byInstant: index(starts, open.length, starts[0] ?? 0, starts.at(-1) ?? 0, instantBucket),
    byWork: index(before, open.length, 0, before[open.length]!, workBucket),
  }
  const positions = [...walls, ...closed.map(([start]) => start)].map(instant => workedAt(table, instant))
  return { ...table, walls: Float64Array.from(new Set(positions.sort((a, b) => a - b))) }
}

export const totalWorked = (table: WorkTable): number => table.before[table.starts.length]!

/** Index of the last interval that starts at or before the instant, -1 if none. */
function intervalAt({ starts, byInstant }: WorkTable, instant: Instant): number {
  const first = starts[0]!
  if (!(instant >= first)) return -1
  const bucket = Math.floor((instant - first) / instantBucket)
  let i = bucket < byInstant.length ? byInstant[bucket]! : starts.length - 1
  while (i + 1 < starts.length && starts[i + 1]! <= instant) i++
  return i
}

/** Index of the last entry of `before` (the total left out) that is at most `worked`. */
function intervalOf({ starts, before, byWork }: WorkTable, worked: number): number {
  if (worked < 0 || starts.length === 0) return -1
  const bucket = Math.floor(worked / workBucket)
  let i = bucket < byWork.length ? byWork[bucket]! : starts.length - 1
  while (i + 1 < starts.length && before[i + 1]! <= worked) i++
  return i
}

/** For each bucket of the scale the last entry that begins at or before the bucket: where a look-up starts. */
function index(entries: Float64Array, count: number, from: number, to: number, bucket: number): Int32Array {
  const table = new Int32Array(count === 0 ? 0 : Math.floor((to - from) / bucket) + 1)
  let i = 0
  for (let b = 0; b < table.length; b++) {
    while (i + 1 < count && entries[i + 1]! <= from + b * bucket) i++
    table[b] = i
  }
  return table
}

/** Working seconds before an instant. */
export function workedAt(table: WorkTable, instant: Instant): number {
  const i = intervalAt(table, instant)
  if (i < 0) return 0
  const end = table.ends[i]!
  return table.before[i]! + (instant < end ? instant : end) - table.starts[i]!
}

/** The instant at which working second number `worked` begins; Infinity after the last. */
export function startAt(table: WorkTable, worked: number): Instant {
  if (worked >= totalWorked(table)) return Number.POSITIVE_INFINITY
  const i = intervalOf(table, worked)
  return table.starts[i]! + worked - table.before[i]!
}

/** The instant at which `worked` seconds have just been worked: the end of a shift, where startAt is the start of the next. */
export function endAt(table: WorkTable, worked: number): Instant {
  if (worked > totalWorked(table)) return Number.POSITIVE_INFINITY
  if (worked <= 0) return table.starts.length > 0 ? table.starts[0]! : Number.POSITIVE_INFINITY
  const i = intervalOf(table, worked - 1)
  return table.starts[i]! + worked - table.before[i]!
}

/** Smallest position not before `worked` from which `length` lies in one unbroken interval; Infinity if there is none. */
export function nextUnbroken(table: WorkTable, worked: number, length: number): number {
  if (length > table.longest || worked + length > totalWorked(table)) return Number.POSITIVE_INFINITY
  const { before } = table
  let i = intervalOf(table, worked)
  let at = worked
  for (; i < table.starts.length; i++) {
    if (at < before[i]!) at = before[i]!
    if (at + length <= before[i + 1]!) return at
  }
  return Number.POSITIVE_INFINITY
}

/** First wall strictly inside (from, to) on the scale of worked seconds, or -1. */
export function wallWithin(table: WorkTable, from: number, to: number): number {
  const { walls } = table
  if (walls.length === 0) return -1
  let low = 0
  let high = walls.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (walls[middle]! <= from) low = middle + 1
    else high = middle
  }
  return low < walls.length && walls[low]! < to ? walls[low]! : -1
}

/** Working seconds in [from, to). */
export const workedBetween = (table: WorkTable, from: Instant, to: Instant): number =>
  workedAt(table, to) - workedAt(table, from)

/** When `seconds` of work are done that begin at `from` or as soon as it is open: the end of a running task. */
export const finishAfter = (table: WorkTable, from: Instant, seconds: number): Instant =>
  seconds <= 0 ? from : endAt(table, workedAt(table, from) + seconds)
