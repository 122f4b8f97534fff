import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import type { TaskFacts } from '../report.rules.ts'

/** `to_time` null: it has no end yet. */
export interface Pause {
  readonly id: string
  readonly from_time: Instant
  readonly to_time: Instant | null
}
/** What the device says, and until when the task was theirs who say it; absent: it still is. */
interface Said {
  readonly at: Instant | undefined
  readonly now: Instant
  readonly until?: Instant | undefined
}
const notBegun = text('任务{no}还未开工，不能暂停', 'Task {no} was not begun: it cannot rest')
const isPaused = text('任务{no}已暂停', 'Task {no} rests already')
const isNotPaused = text('任务{no}没有暂停', 'Task {no} does not rest')

/**
 * When a task rests: not before it was begun, not in a rest that was, and not in the time to come. What is told late of a task that was given
 * on meanwhile ends where it was: it puts nobody else to rest. Undefined: nothing is left of it.
 */
export function pausesAt(
  task: Pick<TaskFacts, 'status' | 'task_no' | 'actual_start_time'>,
  pauses: readonly Pause[],
  { at, now, until }: Said,
): Pick<Pause, 'from_time' | 'to_time'> | undefined {
  if (task.status !== taskStatus.codes.started)
    refuse(generalErrors.statusNotAllowed, { detail: notBegun, no: task.task_no })
  const before = pauses.filter(({ from_time }) => until === undefined || from_time < until)
  if (before.some(({ to_time }) => to_time === null))
    refuse(generalErrors.statusNotAllowed, { detail: isPaused, no: task.task_no })
  const from_time = Math.max(
    task.actual_start_time ?? 0,
    Math.min(at ?? now, now),
    ...before.map(one => one.to_time ?? 0),
  )
  if (until === undefined) return { from_time, to_time: null }
  return from_time < until ? { from_time, to_time: until } : undefined
}
/** Told late, it ends the rest that was theirs, and not that of whoever has the task now. */
export function resumesAt(
  task: Pick<TaskFacts, 'task_no'>,
  pauses: readonly Pause[],
  { at, now, until }: Said,
): { id: string; to_time: Instant } {
  const open = pauses.findLast(({ from_time, to_time }) =>
    until === undefined ? to_time === null : from_time < until && (to_time === null || to_time === until),
  )
  if (!open) refuse(generalErrors.statusNotAllowed, { detail: isNotPaused, no: task.task_no })
  return { id: open.id, to_time: Math.max(open.from_time, Math.min(at ?? now, now)) }
}

const minuteSeconds = 60
/**
 * How many minutes a task was worked on since it was begun, without its rests; undefined when it is not begun, or when a part of the time
 * was reported before.
 */
export function workedMinutes(
  task: {
    readonly actual_start_time: Instant | null
    readonly paused_since: Instant | null
    readonly paused_seconds: number
    readonly reported_quantity: string
    readonly defective_quantity: string
  },
  now: Instant,
): number | undefined {
  if (task.actual_start_time === null || Number(task.reported_quantity) + Number(task.defective_quantity) > 0)
    return undefined
  const seconds = (task.paused_since ?? now) - task.actual_start_time - task.paused_seconds
  return seconds > 0 ? Math.round(seconds / minuteSeconds) : undefined
}
