import type { Instant } from '@qitao/core/time.ts'

interface Hours {
  readonly device_id: string
  readonly setup_start_time: Instant
  readonly end_time: Instant
}

/** Whether at any moment of these hours more stands on their machine than it takes at once; `all`: they and everything else. */
export const isOverfull = (
  own: readonly Hours[],
  all: readonly Hours[],
  capacity: ReadonlyMap<string, number>,
): boolean =>
  own.some(({ device_id, setup_start_time, end_time }) => {
    const there = all.filter(
      one => one.device_id === device_id && one.setup_start_time < end_time && one.end_time > setup_start_time,
    )
    const room = Math.max(1, Math.floor(capacity.get(device_id) ?? 1))
    // Most stands there when something has just begun.
    return [setup_start_time, ...there.map(one => Math.max(setup_start_time, one.setup_start_time))].some(
      at => there.filter(one => one.setup_start_time <= at && at < one.end_time).length > room,
    )
  })
