/**
 * A change by hand - drag in time, to another machine, resize - judged against everything that holds on the plan. Pure and
 * light: the Gantt asks while dragging, the server asks again on save, with the same view of one machine's row. The kinds of
 * refusal are the keys of the error catalogue (56xx); their numbers and texts are declared once, in the scheduling area.
 */
import { hourSeconds, type Instant } from '@qitao/core/time.ts'
import { firstTouched, type Interval, merge } from '../calendar/interval.ts'
import { endAt, nextUnbroken, startAt, type WorkTable, workedAt, workTable } from '../calendar/working-time.ts'
import type { Changeover } from './problem.ts'

export interface MoveView {
  /** The machine the task is to stand on. */
  readonly machine: MoveMachine
  /** The other tasks on that machine, in any order. */
  readonly row: readonly RowTask[]
  readonly task: MovedTask
  /** Operations of the task's own order before it, and orders it waits for. */
  readonly predecessors: readonly MovePredecessor[]
  readonly successors: readonly MoveSuccessor[]
  /** The row it leaves when the machine changes: its neighbours there meet, and their change-over has to fit. */
  readonly leaves?: { readonly machine: MoveMachine; readonly row: readonly RowTask[]; readonly setupStart: Instant }
}

export interface MoveMachine {
  readonly id: string
  /** Enabled, and not broken down. */
  readonly usable: boolean
  /** null: no calendar is maintained. */
  readonly intervals: readonly Interval[] | null
  /** Starts of breaks that must not be spanned. */
  readonly walls?: readonly Instant[]
  readonly frozen?: readonly Interval[]
  readonly capacity?: number
  readonly changeover?: Changeover | null
  readonly family?: string | null
}

export interface RowTask {
  readonly operation: string
  readonly setupStart: Instant
  readonly start: Instant
  readonly end: Instant
  readonly family?: string | null
  /** Own set-up on this machine, change-over not included. */
  readonly setupSeconds: number
}

export interface MovedTask {
  readonly operation: string
  /** Its order's capacity is locked, or it is running. */
  readonly locked: boolean
  readonly mayPause: boolean
  readonly family?: string | null
  readonly notBefore?: Instant
  readonly kitAt?: Instant | null
  /** On the machine of the view; null: not eligible there. */
  readonly eligible: { readonly setupSeconds: number; readonly runSeconds: number } | null
}

export interface MovePredecessor {
  readonly operation: string
  /** Earliest start it allows; its end (and waiting time), or earlier with a transfer batch. */
  readonly readyAt: Instant
  /** Earliest end it allows. */
  readonly endsAt: Instant
}

export interface MoveSuccessor {
  readonly operation: string
  /** Latest end it allows: its start, less waiting time. */
  readonly startsAt: Instant
}

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

export interface MoveObject {
  readonly kind: 'machine' | 'operation' | 'interval' | 'instant'
  readonly id: string
  /** The limit that was broken, where it is a time. */
  readonly at?: Instant
}

export type MoveVerdict =
  | { readonly ok: true; readonly task: MovedTimes; readonly setups: readonly ChangedSetup[] }
  | { readonly ok: false; readonly refusal: MoveRefusal; readonly object: MoveObject }

export interface MovedTimes {
  readonly setupStart: Instant
  readonly start: Instant
  readonly end: Instant
  readonly setupSeconds: number
}

/** A neighbour keeps its run and gets another change-over. */
export interface ChangedSetup {
  readonly operation: string
  readonly setupStart: Instant
  readonly setupSeconds: number
}
