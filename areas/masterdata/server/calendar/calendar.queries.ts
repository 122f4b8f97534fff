import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { daySeconds } from '@qitao/core/time.ts'
import type { Shift as EngineShift, WeeklyCalendar } from '@qitao/planning/calendar/weekly-calendar.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import type { CalendarRow, Shift, WeeklyShift } from '../../model/calendar/calendar.record.ts'
import type { ExceptionDay } from '../../model/calendar/calendar.rules.ts'

export const calendarColumns = sql`t.*`

/** The exceptions of calendars, by calendar, in order of days. */
export async function exceptionsOf(
  tx: Tx,
  org_id: string,
  calendar_ids?: readonly string[],
): Promise<Map<string, ExceptionDay[]>> {
  const wanted = calendar_ids === undefined ? sql`` : sql`and ${among(sql`calendar_id`, calendar_ids)}`
  const found = await rows(
    tx,
    sql<ExceptionDay & { calendar_id: string }>`select calendar_id, day::text as day, day_type, shifts, remark
      from calendar_day where org_id = ${org_id} ${wanted} order by day`,
  )
  return Map.groupBy(found, one => one.calendar_id)
}

export const calendarById = async (
  tx: Tx,
  org_id: string,
  id: string,
  lock = false,
): Promise<CalendarRow | undefined> => {
  const [found] = await rows(
    tx,
    sql<CalendarRow>`select ${calendarColumns} from calendar t where t.org_id = ${org_id} and t.id = ${id} ${lock ? sql`for update` : sql``}`,
  )
  return found
}

/** Calendars of these ids, locked in their order. Refuses when one of them is gone. */
export async function calendarsById(tx: Tx, org_id: string, ids: readonly string[]): Promise<CalendarRow[]> {
  const wanted = [...new Set(ids)]
  const found = await rows(
    tx,
    sql<CalendarRow>`select ${calendarColumns} from calendar t where t.org_id = ${org_id} and ${among(sql`t.id`, wanted)}
      order by t.id for update`,
  )
  if (found.length < wanted.length) refuse(generalErrors.recordNotFound)
  return found
}

/** A calendar for the planning engine, with its id and name. */
export interface CalendarFacts {
  readonly id: string
  readonly name: string
  readonly is_default: boolean
  readonly weekly: WeeklyCalendar
}
// The engine writes the end of a day as second 0 of the next one.
const engineShift = ({ start_second, end_second, breaks }: Shift): EngineShift => ({
  fromSecond: start_second,
  toSecond: end_second % daySeconds,
  breaks: breaks.map(pause => ({
    fromSecond: pause.start_second,
    toSecond: pause.end_second % daySeconds,
    spannable: pause.spannable,
  })),
})

/** The calendar with other days in place of what they were; those that are not given follow the week again. */
export function withDays<C extends Pick<CalendarFacts, 'weekly'>>(
  of: C,
  { days, given }: { readonly days: readonly string[]; readonly given: readonly ExceptionDay[] },
): C {
  const changed = new Set(days)
  const kept = (of.weekly.exceptions ?? []).filter(one => !changed.has(one.day))
  const exceptions = [...kept, ...given.map(one => ({ day: one.day, shifts: one.shifts.map(engineShift) }))]
  return { ...of, weekly: { ...of.weekly, exceptions: exceptions.toSorted((a, b) => (a.day < b.day ? -1 : 1)) } }
}

/** All calendars of the company with their exceptions, in its time zone, for the planning engine. */
export async function loadCalendars(tx: Tx, org_id: string): Promise<CalendarFacts[]> {
  const found = await rows(
    tx,
    sql<{
      id: string
      name: string
      is_default: boolean
      shifts: WeeklyShift[]
      zone: string
    }>`select t.id, t.name, t.is_default,
      t.shifts, o.time_zone as zone from calendar t join org o on o.id = t.org_id where t.org_id = ${org_id} order by t.name`,
  )
  const exceptions = await exceptionsOf(tx, org_id)
  return found.map(({ id, name, is_default, shifts, zone }) => ({
    id,
    name,
    is_default,
    weekly: {
      zone,
      shifts: shifts.map(shift => ({ days: shift.week_days, ...engineShift(shift) })),
      exceptions: (exceptions.get(id) ?? []).map(one => ({ day: one.day, shifts: one.shifts.map(engineShift) })),
    },
  }))
}
