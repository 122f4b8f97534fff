import { daySeconds, type Instant } from '@qitao/core/time.ts'
import {
  type alterCalendarDays,
  type CalendarDayRow,
  queryCalendar,
} from '@qitao/masterdata/model/calendar/calendar.calls.ts'
import { prolonged } from '@qitao/masterdata/model/calendar/calendar.rules.ts'
import { dayType } from '@qitao/masterdata/model/calendar/day-type.status.ts'
import { ask } from '@qitao/platform/web/call/use-call.ts'
import type { Command } from '@qitao/platform/web/call/use-command.ts'

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
