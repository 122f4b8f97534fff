import type { CodeOf } from '@qitao/core/status.ts'
import type { Instant } from '@qitao/core/time.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'

interface Planned {
  readonly status: CodeOf<typeof taskStatus>
  readonly setup_start_time: Instant
  readonly start_time: Instant
  readonly end_time: Instant
  readonly actual_start_time: Instant | null
  readonly actual_finish_time: Instant | null
}
export interface Times {
  readonly setup_start_time: Instant
  readonly start_time: Instant
  readonly end_time: Instant
}

/** Shortest that a done task is shown and counted, where it was reported at once. */
const shortest = 60

/** Where a task really is: planned until it begins, from its actual start once it runs, as it was when it is done. */
export function timesOf(task: Planned): Times {
  const {
    status,
    setup_start_time,
    start_time,
    end_time,
    actual_start_time: began,
    actual_finish_time: finished,
  } = task
  if (status === taskStatus.codes.not_started || began === null) return { setup_start_time, start_time, end_time }
  if (status === taskStatus.codes.started)
    return { setup_start_time: began, start_time: began, end_time: Math.max(end_time, began + shortest) }
  return { setup_start_time: began, start_time: began, end_time: Math.max(finished ?? end_time, began + shortest) }
}
