import type { Instant } from '@qitao/core/time.ts'
import { type Interval, merge } from '@qitao/planning/calendar/interval.ts'
import { clip } from '@qitao/planning/calendar/weekly-calendar.ts'
import type { DeviceOfPlan } from '../problem/facts.ts'
import type { Machines } from './load.rules.ts'

type Span = [Instant, Instant]
export interface MachineHours {
  /** By its calendar. */
  readonly working: Span[]
  /** It stands still, whatever the calendar says. */
  readonly frozen: Span[]
}
export function machineHours(
  machines: Machines,
  { id, freezes }: Pick<DeviceOfPlan, 'id' | 'freezes'>,
  from: Instant,
  to: Instant,
): MachineHours {
  const { starts, ends } = machines.calendarTableOf(id)
  const within = (intervals: readonly Interval[]) => clip(intervals, from, to).map(([start, end]): Span => [start, end])
  return {
    working: within(Array.from(starts, (start, at): Interval => [start, ends[at]!])),
    frozen: within(merge(freezes.map(({ start_time, end_time }): Interval => [start_time, end_time]))),
  }
}
