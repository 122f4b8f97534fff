/**
 * A change by hand - drag in time, to another machine, resize - judged against everything that holds on the plan. Pure and
 * light: the Gantt asks while dragging, the server asks again on save, with the same view of one machine's row. The kinds of
 * refusal are the keys of the error catalogue (56xx); their numbers and texts are declared once, in the scheduling area.
 */
import type { Instant } from '@qitao/core/time.ts'
import { firstTouched, type Interval, merge } from '../calendar/interval.ts'
import {
  endAt,
  nextUnbroken,
  startAt,
  totalWorked,
  type WorkTable,
  wallWithin,
  workedAt,
  workTable,
} from '../calendar/working-time.ts'
import { type Changeover, shortestTaskSeconds } from './problem.ts'

export interface MoveView {
  /** The machine the task is to stand on. */
  readonly machine: MoveMachine
  /** The other tasks on that machine, in any order. */
  readonly row: readonly RowTask[]
  readonly task: MovedTask
  /** Operations of the task's own order before it, and orders it waits for. */
  readonly predecessors: readonly MovePredecessor[]
  readonly successors: readonly MoveSuccessor[]
  /** Where it stands now, if it does: its neighbours there will meet, and their change-over has to fit. */
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
  /** On the machine before its first task, and the seconds it takes to put on another. */
  readonly mould?: string | null
  readonly mouldChangeSeconds?: number
}

export interface RowTask {
  readonly operation: string
  readonly setupStart: Instant
  readonly start: Instant
  readonly end: Instant
  readonly family?: string | null
  readonly mould?: string | null
  /** Own set-up on this machine, change-over not included. */
  readonly setupSeconds: number
  /** Running or locked: its set-up stays as it is. */
  readonly fixed?: boolean
  /** Where its working time is not that of the view's machine: one of the two needs people with a calendar of their own. */
  readonly machine?: MoveMachine
}

export interface MovedTask {
  readonly operation: string
  /** Its order's capacity is locked, or it is running. */
  readonly locked: boolean
  readonly mayPause: boolean
  readonly family?: string | null
  readonly mould?: string | null
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

/** Milliseconds where seconds are asked for: no plan reaches that far. */
const beyondSeconds = 100_000_000_000

/** Is the task allowed at these times on the machine of the view? The first rule that is broken, with what it collides with. */
export function checkMove(
  view: MoveView,
  { start, end }: { readonly start: Instant; readonly end: Instant },
): MoveVerdict {
  const { machine, task } = view
  const no = (refusal: MoveRefusal, kind: MoveObject['kind'], id: string, at?: Instant): MoveVerdict => ({
    ok: false,
    refusal,
    object: at === undefined ? { kind, id } : { kind, id, at },
  })
  if (![start, end].every(at => Number.isSafeInteger(at) && at >= 0 && at < beyondSeconds)) {
    return no('bad_time_range', 'instant', task.operation)
  }
  if (start > end) return no('task_reversed', 'operation', task.operation)
  if (end - start < shortestTaskSeconds) return no('task_under_one_hour', 'operation', task.operation)
  if (task.locked) return no('capacity_locked', 'operation', task.operation)
  if (!machine.usable || !machine.intervals || !task.eligible) return no('device_unavailable', 'machine', machine.id)

  const table = tableOf(machine)
  const frozenAt = firstTouched(merge(machine.frozen ?? []), start, end)
  if (frozenAt) return no('device_frozen', 'machine', machine.id, frozenAt[0])
  const from = workedAt(table, start)
  const done = workedAt(table, end)
  if (startAt(table, from) !== start || endAt(table, done) !== end)
    return no('no_capacity', 'machine', machine.id, start)
  if (!task.mayPause && done - from < end - start) {
    return no('task_spans_break', 'interval', machine.id, endAt(table, table.before[pieceOf(table, from) + 1]!))
  }
  const wall = wallWithin(table, from, done)
  if (wall >= 0) return no('task_spans_break', 'interval', machine.id, endAt(table, wall))
  if (done - from < Math.max(shortestTaskSeconds, task.eligible.runSeconds)) {
    return no('no_capacity', 'machine', machine.id, end)
  }

  const setupSeconds = setupSecondsAt(view, start)
  if (setupSeconds > from) return no('no_capacity', 'machine', machine.id, start)
  const setupStart = setupSeconds > 0 ? startAt(table, from - setupSeconds) : start
  const frozenInSetup = firstTouched(merge(machine.frozen ?? []), setupStart, end)
  if (frozenInSetup) return no('device_frozen', 'machine', machine.id, frozenInSetup[0])
  if (wallWithin(table, from - setupSeconds, done) >= 0) return no('task_spans_break', 'interval', machine.id, start)
  if (setupStart < (task.notBefore ?? 0)) return no('bad_time_range', 'instant', task.operation, task.notBefore!)

  const setups: ChangedSetup[] = []
  const collision = collides(view, { setupStart, start, end, setupSeconds }, setups)
  if (collision) return no('task_overlap', 'operation', collision.operation, collision.start)
  for (const { operation, readyAt, endsAt } of view.predecessors) {
    if (start < readyAt) return no('task_before_predecessor', 'operation', operation, readyAt)
    if (end < endsAt) return no('task_before_predecessor', 'operation', operation, endsAt)
  }
  for (const { operation, startsAt } of view.successors) {
    if (end > startsAt) return no('task_after_successor', 'operation', operation, startsAt)
  }
  if (task.kitAt !== null && task.kitAt !== undefined && start < task.kitAt) {
    return no('start_before_kitting', 'operation', task.operation, task.kitAt)
  }
  return { ok: true, task: { setupStart, start, end, setupSeconds }, setups }
}

/** Where the task comes to lie when it is dropped at an instant: the next working time, with all of its work. */
export function landing({ machine, task }: MoveView, at: Instant): { start: Instant; end: Instant } | null {
  if (!machine.usable || !machine.intervals || !task.eligible) return null
  const table = tableOf(machine)
  const run = Math.max(shortestTaskSeconds, task.eligible.runSeconds)
  let from = workedAt(table, at)
  for (;;) {
    if (!task.mayPause) from = nextUnbroken(table, from, run)
    if (from + run > totalWorked(table)) return null
    const wall = wallWithin(table, from, from + run)
    if (wall < 0) return { start: startAt(table, from), end: endAt(table, from + run) }
    from = wall
  }
}

/** Working seconds of set-up the task needs if it runs from an instant on: its own and the change-over. */
export const setupSecondsAt = ({ machine, row, task }: MoveView, start: Instant): number =>
  (task.eligible?.setupSeconds ?? 0) + changeBefore(machine, row, start, task)

const tables = new WeakMap<MoveMachine, WorkTable>()
/** Working time of a machine; made once for each object, because a drag asks many times a second. */
export function tableOf(machine: MoveMachine): WorkTable {
  const known = tables.get(machine)
  if (known) return known
  const table = workTable(machine.intervals ?? [], machine.frozen, machine.walls)
  tables.set(machine, table)
  return table
}

/** Number of the interval that holds a position. */
function pieceOf(table: WorkTable, worked: number): number {
  let i = 0
  while (table.before[i + 1]! <= worked) i++
  return i
}

/** Change of family and of mould from what is on the machine before an instant. */
function changeBefore(
  machine: MoveMachine,
  row: readonly RowTask[],
  start: Instant,
  { family = null, mould = null }: Pick<RowTask, 'family' | 'mould'>,
): number {
  if ((machine.capacity ?? 1) > 1) return 0
  const before = row.filter(task => task.start <= start).sort((a, b) => a.start - b.start)
  const mounted = before.findLast(task => task.mould)?.mould ?? machine.mould ?? null
  const mouldChange = mould === null || mould === mounted ? 0 : Math.ceil(machine.mouldChangeSeconds ?? 0)
  const standing = before.findLast(task => task.family)?.family ?? machine.family ?? null
  if (!machine.changeover || family === null || standing === null) return mouldChange
  const pair = machine.changeover.pairs.find(each => each.from === standing && each.to === family)
  const seconds = pair ? pair.seconds : standing === family ? 0 : (machine.changeover.otherwise ?? 0)
  return mouldChange + Math.ceil(seconds)
}

/** The first task in the way, change-overs of the neighbours included; `setups` tells whose change-over becomes another. */
function collides(view: MoveView, times: MovedTimes, setups: ChangedSetup[]): RowTask | null {
  const { machine, row, task, leaves } = view
  const capacity = Math.max(1, Math.floor(machine.capacity ?? 1))
  const overlapping = row.filter(other => other.setupStart < times.end && times.setupStart < other.end)
  if (capacity > 1) {
    const load = (at: Instant) => overlapping.filter(other => other.setupStart <= at && at < other.end).length
    const full = overlapping.find(other => load(Math.max(other.setupStart, times.setupStart)) >= capacity)
    return full ?? null
  }
  // The set-up of the task after it is made anew, so only its run stands.
  const after = nextOf(row, times.start)
  const inTheWay = overlapping.find(
    other => other !== after || (other.start < times.end && times.setupStart < other.end),
  )
  if (inTheWay) return inTheWay
  const { operation, family = null, mould = null } = task
  const here: RowTask = { operation, ...times, family, mould }
  const tight = refit(machine, [...row, here], after, setups)
  if (tight || !leaves) return tight
  const left = nextOf(leaves.row, leaves.setupStart)
  if (leaves.machine.id !== machine.id) return refit(leaves.machine, leaves.row, left, setups)
  return left === after ? null : refit(machine, [...row, here], nextOf(row, leaves.setupStart), setups)
}

const nextOf = (row: readonly RowTask[], start: Instant): RowTask | null =>
  row.reduce<RowTask | null>(
    (next, other) => (other.start > start && (!next || other.start < next.start) ? other : next),
    null,
  )

/** The set-up of a task after its neighbour changed; the task itself when there is no room for it. */
function refit(
  machine: MoveMachine,
  row: readonly RowTask[],
  task: RowTask | null,
  setups: ChangedSetup[],
): RowTask | null {
  if (!task || (machine.capacity ?? 1) > 1) return null
  const free = row.reduce((end, other) => (other.start < task.start ? Math.max(end, other.end) : end), 0)
  if (task.fixed) return task.setupStart < free ? task : null
  const others = row.filter(other => other !== task)
  const setupSeconds = task.setupSeconds + changeBefore(machine, others, task.start, task)
  const table = tableOf(task.machine ?? machine)
  const at = workedAt(table, task.start) - setupSeconds
  const setupStart = at < 0 ? Number.NEGATIVE_INFINITY : setupSeconds > 0 ? startAt(table, at) : task.start
  if (setupStart < free || wallWithin(table, at, workedAt(table, task.end)) >= 0) return task
  if (setupStart !== task.setupStart) setups.push({ operation: task.operation, setupStart, setupSeconds })
  return null
}
