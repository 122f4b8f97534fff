import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { type alterCalendarDays, type CalendarDayRow, queryCalendar } from '@qitao/masterdata/model/calendar.calls.ts'
import type { Shift } from '@qitao/masterdata/model/calendar.record.ts'
import { dayType } from '@qitao/masterdata/model/day-type.status.ts'
import { ask } from '@qitao/platform/web/call/use-call.ts'
import type { Command } from '@qitao/platform/web/call/use-command.ts'

/** The last shift of the day goes on for so long; undefined when the day is full. */
export function prolonged(shifts: readonly Shift[], seconds: number): Shift[] | undefined {
  const last = shifts.at(-1)
  if (!last) return undefined
  const length = (last.end_second - last.start_second + daySeconds) % daySeconds || daySeconds
  const first = shifts[0]!.start_second
  // Up to where the next day's first shift begins.
  const room = first + daySeconds - (last.start_second + length)
  if (room < seconds) return undefined
  const end = last.start_second + length + seconds
  return [...shifts.slice(0, -1), { ...last, end_second: end > daySeconds ? end - daySeconds : end }]
}

/**
 * Working days of a calendar become overtime days, longer by so much. Answers how many there were; undefined when one was refused.
 */
export async function addOvertime(
  { calendar_id, from, to, seconds }: { calendar_id: string; from: Instant; to: Instant; seconds: number },
  alter: Command<typeof alterCalendarDays>,
): Promise<number | undefined> {
  const { days } = await ask(queryCalendar, { calendar_id, timestamp_range: [from, to] })
  const worked = days.filter(day => day.work_seconds > 0 && day.date + daySeconds > from && day.date < to)
  const alike = Map.groupBy(worked, (day: CalendarDayRow) => JSON.stringify(day.shifts))
  let changed = 0
  for (const same of alike.values()) {
    const shifts = prolonged(same[0]!.shifts, seconds)
    if (!shifts) continue
    const dates = same.map(day => day.date)
    if (!(await alter.run({ calendar_id, dates, day_type: dayType.codes.overtime, shifts }))) return undefined
    changed += dates.length
  }
  return changed
}
