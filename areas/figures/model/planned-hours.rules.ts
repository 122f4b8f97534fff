import { roundHalfUp } from '@qitao/core/quantity.ts'
import { hourSeconds, type Instant } from '@qitao/core/time.ts'
import { type WorkTable, workedBetween } from '@qitao/planning/calendar/working-time.ts'

export interface PlannedTask {
  readonly device_id: string
  readonly start_time: Instant
  readonly end_time: Instant
  readonly quantity: string
}

/**
 * Pieces planned in each of these hours: those of a task spread evenly over the time that its machine works between its beginning and
 * its end, none over a night, a rest or a Sunday. Where the calendar knows no work in it, over all of it.
 */
export function plannedByHour(
  tasks: readonly PlannedTask[],
  hours: readonly Instant[],
  tableOf: (device_id: string) => WorkTable,
): string[] {
  const planned = hours.map(() => 0)
  for (const { device_id, start_time, end_time, quantity } of tasks) {
    const table = tableOf(device_id)
    const all = workedBetween(table, start_time, end_time)
    const within = (from: Instant, to: Instant) => (all > 0 ? workedBetween(table, from, to) : to - from)
    for (const [index, at] of hours.entries()) {
      const [from, to] = [Math.max(start_time, at), Math.min(end_time, at + hourSeconds)]
      if (from < to) planned[index]! += (Number(quantity) * within(from, to)) / (all > 0 ? all : end_time - start_time)
    }
  }
  return planned.map(pieces => roundHalfUp(String(pieces), 1))
}
