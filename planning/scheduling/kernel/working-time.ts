/** Working time as a scale of its own, as in calendar/working-time.ts; here an interval lies in one piece. */
import { intAt, numberAt, reserve, sizeOf } from '../../web-assembly/kernel/memory.ts'

/** One more stands behind the last: nothing begins there. */
@unmanaged
class Interval {
  start: f64
  end: f64
  /** Working seconds before it. */
  before: f64
}

/** As it is laid into the memory: addresses of the columns, and how long they are. */
@unmanaged
class TableHeader {
  intervals: usize
  walls: usize
  byInstant: usize
  byWork: usize
  count: i32
  wallCount: i32
  instantBuckets: i32
  workBuckets: i32
}

@unmanaged
export class Table {
  intervals: usize
  /** The last of them. */
  last: i32
  wallCount: i32
  walls: usize
  byInstant: usize
  byWork: usize
  instantBuckets: i32
  workBuckets: i32
  first: f64
  total: f64
  longest: f64
}

const instantBucket: f64 = 8192
const workBucket: f64 = 8192
let tables: usize = 0

export function tableAt(t: i32): Table {
  return changetype<Table>(tables + <usize>t * sizeOf<Table>())
}

export function makeTables(count: i32): void {
  tables = reserve(count * <i32>sizeOf<Table>())
}

/** Addresses in the headers are from `columns` on. */
export function loadTables(columns: usize, headers: usize, longest: usize, count: i32): void {
  for (let t = 0; t < count; t++) {
    const header = changetype<TableHeader>(headers + <usize>t * sizeOf<TableHeader>())
    const table = tableAt(t)
    table.walls = columns + header.walls
    table.wallCount = header.wallCount
    table.byInstant = columns + header.byInstant
    table.instantBuckets = header.instantBuckets
    table.byWork = columns + header.byWork
    table.workBuckets = header.workBuckets
    table.intervals = columns + header.intervals
    table.last = header.count - 1
    table.longest = numberAt(longest, t)
    table.total = intervalOf(table, header.count).before
    table.first = intervalOf(table, 0).start
  }
}

function intervalOf(table: Table, i: i32): Interval {
  return changetype<Interval>(table.intervals + <usize>i * sizeOf<Interval>())
}

function nextOf(interval: Interval): Interval {
  return changetype<Interval>(changetype<usize>(interval) + sizeOf<Interval>())
}

/** The last interval that starts at or before an instant that is not before the first. */
function intervalAt(table: Table, instant: f64): Interval {
  const bucket = Math.floor((instant - table.first) / instantBucket)
  let i = bucket < <f64>table.instantBuckets ? intAt(table.byInstant, <i32>bucket) : table.last
  while (i < table.last && intervalOf(table, i + 1).start <= instant) i++
  return intervalOf(table, i)
}

/** The last interval before which at most `worked` seconds lie. */
function intervalAfter(table: Table, worked: f64): i32 {
  const bucket = Math.floor(worked / workBucket)
  let i = bucket < <f64>table.workBuckets ? intAt(table.byWork, <i32>bucket) : table.last
  while (i < table.last && intervalOf(table, i + 1).before <= worked) i++
  return i
}

/** Working seconds before an instant. */
export function workedAt(table: Table, instant: f64): f64 {
  if (!(instant >= table.first)) return 0
  const interval = intervalAt(table, instant)
  return interval.before + (instant < interval.end ? instant : interval.end) - interval.start
}

/** The first instant from another on at which it is open; Infinity after the last. */
export function opensAt(table: Table, instant: f64): f64 {
  if (!(instant >= table.first)) return table.first
  const interval = intervalAt(table, instant)
  return instant < interval.end ? instant : nextOf(interval).start
}

/** The instant at which working second number `worked` begins; Infinity after the last. */
export function startAt(table: Table, worked: f64): f64 {
  if (worked >= table.total) return Infinity
  const interval = intervalOf(table, intervalAfter(table, worked))
  return interval.start + worked - interval.before
}

/** The instant at which `worked` seconds have just been worked. */
export function endAt(table: Table, worked: f64): f64 {
  if (worked > table.total) return Infinity
  if (worked <= 0) return table.first
  const interval = intervalOf(table, intervalAfter(table, worked - 1))
  return interval.start + worked - interval.before
}

/** Smallest position not before `worked` from which `length` lies in one unbroken interval; Infinity if there is none. */
export function nextUnbroken(table: Table, worked: f64, length: f64): f64 {
  if (length > table.longest || worked + length > table.total) return Infinity
  let at = worked
  for (let i = intervalAfter(table, worked); i <= table.last; i++) {
    const before = intervalOf(table, i).before
    if (at < before) at = before
    if (at + length <= intervalOf(table, i + 1).before) return at
  }
  return Infinity
}

/** First wall strictly inside (from, to) on the scale of worked seconds, or -1. */
export function wallWithin(table: Table, from: f64, to: f64): f64 {
  let low = 0
  let high = table.wallCount
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numberAt(table.walls, middle) <= from) low = middle + 1
    else high = middle
  }
  if (low === table.wallCount) return -1
  const wall = numberAt(table.walls, low)
  return wall < to ? wall : -1
}
