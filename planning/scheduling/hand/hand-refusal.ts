/**
 * Why a change by hand is not possible. The kinds are the keys of the error catalogue (56xx); their numbers and texts are
 * declared once, in the scheduling area.
 */
import type { Instant } from '@qitao/core/time.ts'
import { firstTouched, merge } from '../../calendar/interval.ts'
import { endAt, startAt, type WorkTable, wallWithin, workedAt } from '../../calendar/working-time.ts'
import type { Reason } from '../place/plan.ts'
import type { Model } from '../problem/model.ts'
import { shortestTaskSeconds } from '../problem/problem.ts'

export type MoveRefusal =
  | 'device_unavailable'
  | 'no_capacity'
  | 'task_spans_break'
  | 'task_before_predecessor'
  | 'task_after_successor'
  | 'device_frozen'
  | 'task_reversed'
  | 'start_before_kitting'
  | 'bad_time_range'
  | 'capacity_locked'
  | 'task_under_one_hour'
  | 'task_overlap'
  /** It is as far as it can be: nothing is wrong with it. */
  | 'held_back'

export interface MoveObject {
  readonly kind: 'machine' | 'operation' | 'interval' | 'instant'
  readonly id: string
  /** The limit that was broken, where it is a time. */
  readonly at?: Instant
}

export interface Refused {
  readonly ok: false
  readonly refusal: MoveRefusal
  readonly object: MoveObject
  /** Of one that is held back to the left: by what. */
  readonly held?: Reason
}

export const refused = (refusal: MoveRefusal, kind: MoveObject['kind'], id: string, at?: Instant): Refused => ({
  ok: false,
  refusal,
  object: at === undefined ? { kind, id } : { kind, id, at },
})

/** Milliseconds where seconds are asked for: no plan reaches that far. */
const beyondSeconds = 100_000_000_000

/** What is wrong with a run from one instant to another whatever stands beside it; null: nothing. */
export function runRefusal(operation: string, start: Instant, end: Instant): Refused | null {
  if (![start, end].every(at => Number.isSafeInteger(at) && at >= 0 && at < beyondSeconds))
    return refused('bad_time_range', 'instant', operation)
  if (start > end) return refused('task_reversed', 'operation', operation)
  return end - start < shortestTaskSeconds ? refused('task_under_one_hour', 'operation', operation) : null
}

/** What is wrong with these times on the machine by its calendar, its frozen time and the work that is to be done; null: nothing. */
export function placeRefusal(
  model: Model,
  operation: number,
  alternative: number,
  start: Instant,
  end: Instant,
  shortestRun: number,
): Refused | null {
  const table = model.tables[model.altTable[alternative]!]!
  const machine = model.problem.machines[model.altMachine[alternative]!]!
  const frozen = firstTouched(merge(machine.frozen ?? []), start, end)
  if (frozen) return refused('device_frozen', 'machine', machine.id, frozen[0])
  const from = workedAt(table, start)
  const done = workedAt(table, end)
  if (startAt(table, from) !== start || endAt(table, done) !== end)
    return refused('no_capacity', 'machine', machine.id, start)
  if (model.mayPause[operation] === 0 && done - from < end - start)
    return refused('task_spans_break', 'interval', machine.id, endOfPiece(table, start))
  const wall = wallWithin(table, from, done)
  if (wall >= 0) return refused('task_spans_break', 'interval', machine.id, endAt(table, wall))
  return done - from < shortestRun ? refused('no_capacity', 'machine', machine.id, end) : null
}

/** End of the working time in which an instant lies. */
const endOfPiece = (table: WorkTable, instant: Instant): Instant =>
  table.ends[table.ends.findIndex(end => end > instant)] ?? instant
