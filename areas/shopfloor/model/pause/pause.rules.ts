import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import type { TaskFacts } from '../report.rules.ts'

/** A rest that has no end yet. */
export interface OpenPause {
  readonly id: string
  readonly from_time: Instant
}
const notBegun = text('任务{no}还未开工，不能暂停', 'Task {no} was not begun: it cannot rest')
const isPaused = text('任务{no}已暂停', 'Task {no} rests already')
const isNotPaused = text('任务{no}没有暂停', 'Task {no} does not rest')

/** When a task begins to rest: not before it was begun, and not in the time to come. */
export function pausesAt(
  task: Pick<TaskFacts, 'status' | 'task_no' | 'actual_start_time'>,
  open: OpenPause | undefined,
  { at, now }: { at: Instant | undefined; now: Instant },
): Instant {
  if (task.status !== taskStatus.codes.started)
    refuse(generalErrors.statusNotAllowed, { detail: notBegun, no: task.task_no })
  if (open) refuse(generalErrors.statusNotAllowed, { detail: isPaused, no: task.task_no })
  return Math.max(task.actual_start_time ?? 0, Math.min(at ?? now, now))
}
export function resumesAt(
  task: Pick<TaskFacts, 'task_no'>,
  open: OpenPause | undefined,
  { at, now }: { at: Instant | undefined; now: Instant },
): { id: string; to_time: Instant } {
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
