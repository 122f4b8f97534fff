import { isDeepStrictEqual as isDeepEqual } from 'node:util'
import type { Parsed } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Day, dayOf } from '@qitao/core/time.ts'
import { recordset, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import type { alterCalendarDays } from '../../model/calendar/calendar.calls.ts'
import type { CalendarRow } from '../../model/calendar/calendar.record.ts'
import {
  calendarDays,
  checkExceptions,
  type ExceptionDay,
  exceptionsFor,
  prolonged,
  withoutDecided,
} from '../../model/calendar/calendar.rules.ts'
import { dayType } from '../../model/calendar/day-type.status.ts'
import { masterdataErrors } from '../../model/masterdata.errors.ts'
import { calendarById, exceptionsOf } from './calendar.queries.ts'

/** Days of a calendar, which is locked, become what is given; those that are not given follow the week again. */
export interface CalendarChange {
  readonly calendar: CalendarRow
  readonly days: readonly Day[]
  readonly given: readonly ExceptionDay[]
}
export async function putDays(tx: Tx, org_id: string, changes: readonly CalendarChange[]): Promise<void> {
  const stored = await exceptionsOf(
    tx,
    org_id,
    changes.map(one => one.calendar.id),
  )
  for (const { calendar, given, days } of changes) {
    const changed = new Set(days)
    const kept = (stored.get(calendar.id) ?? []).filter(one => !changed.has(one.day))
    checkExceptions(calendar.shifts, [...kept, ...given])
  }
  const gone = changes.flatMap(({ calendar, days }) => days.map(day => ({ calendar_id: calendar.id, day })))
  await sql`delete from calendar_day d using ${recordset(gone, sql`calendar_id uuid, day date`)} r
    where d.org_id = ${org_id} and d.calendar_id = r.calendar_id and d.day = r.day`.execute(tx)
  const added = changes.flatMap(({ calendar, given }) =>
    given.map(one => ({ ...one, id: newId(), calendar_id: calendar.id })),
  )
  await sql`insert into calendar_day (id, calendar_id, day, day_type, shifts, remark)
    select id, calendar_id, day, day_type, shifts, remark
    from ${recordset(added, sql`id uuid, calendar_id uuid, day date, day_type smallint, shifts jsonb, remark text`)} r`.execute(
    tx,
  )
}

/** Days of a calendar as `alter_calendar_day` asks for them, and the working time that they win or lose. Locked unless they are looked at only. */
export async function daysAsked(
  tx: Tx,
  org_id: string,
  time_zone: string,
  { calendar_id, dates, day_type, shifts, remark }: Parsed<typeof alterCalendarDays>,
  lock = false,
): Promise<CalendarChange & { work_seconds: number }> {
  const calendar = (await calendarById(tx, org_id, calendar_id, lock)) ?? refuse(generalErrors.recordNotFound)
  const days = [...new Set(dates.map(date => dayOf(date, time_zone)))]
  const given = day_type === null ? [] : exceptionsFor(calendar.shifts, days, day_type, shifts, remark ?? null)
  const stored = (await exceptionsOf(tx, org_id, [calendar_id])).get(calendar_id) ?? []
  const changed = new Set(days)
  const kept = stored.filter(one => !changed.has(one.day))
  checkExceptions(calendar.shifts, [...kept, ...given])
  const worked = (exceptions: readonly ExceptionDay[]) =>
    days.reduce((all, day) => all + calendarDays(calendar.shifts, exceptions, day, day)[0]!.work_seconds, 0)
  return { calendar, days, given, work_seconds: worked([...kept, ...given]) - worked(stored) }
}

/** The given days go into each of the calendars; what somebody has decided before stays, unless it may be overwritten. */
export async function changesOf(
  tx: Tx,
  org_id: string,
  calendars: readonly CalendarRow[],
  overwrite: boolean,
  givenFor: (calendar: CalendarRow) => readonly ExceptionDay[],
): Promise<{ changes: CalendarChange[]; affected: number; kept: number }> {
  const stored = await exceptionsOf(
    tx,
    org_id,
    calendars.map(one => one.id),
  )
  let kept = 0
  const changes = calendars.map((calendar): CalendarChange => {
    const found = overwrite
      ? { given: givenFor(calendar), kept: 0 }
      : withoutDecided(stored.get(calendar.id) ?? [], givenFor(calendar))
    kept += found.kept
    return { calendar, days: found.given.map(one => one.day), given: found.given }
  })
  return { changes, affected: changes.reduce((all, one) => all + one.given.length, 0), kept }
}

/** A day of a calendar before and after a change; null: it followed the week. */
export interface ChangedDay {
  readonly calendar_id: string
  readonly before: ExceptionDay | null
  readonly after: ExceptionDay
}

/** Days of a calendar become overtime days: their last shift goes on for so long. */
export async function prolongDays(
  tx: Tx,
  org_id: string,
  calendar_id: string,
  longer: readonly { readonly day: Day; readonly seconds: number }[],
): Promise<ChangedDay[]> {
  const found = (await calendarById(tx, org_id, calendar_id, true)) ?? refuse(generalErrors.recordNotFound)
  const exceptions = (await exceptionsOf(tx, org_id, [calendar_id])).get(calendar_id) ?? []
  const changed = longer.map(({ day, seconds }): ChangedDay => {
    const { shifts, remark } = calendarDays(found.shifts, exceptions, day, day)[0]!
    const longest = prolonged(shifts, seconds) ?? refuse(masterdataErrors.badTimeRange, { field: 'shifts', day })
    const before = exceptions.find(one => one.day === day) ?? null
    return { calendar_id, before, after: { day, day_type: dayType.codes.overtime, shifts: longest, remark } }
  })
  const change = { calendar: found, days: longer.map(({ day }) => day), given: changed.map(({ after }) => after) }
  await putDays(tx, org_id, [change])
  return changed
}

/** Days become again what they were, unless somebody has changed them since: then all is refused. */
export async function takeBackDays(tx: Tx, org_id: string, changed: readonly ChangedDay[]): Promise<void> {
  for (const [calendar_id, days] of Map.groupBy(changed, one => one.calendar_id)) {
    const found = (await calendarById(tx, org_id, calendar_id, true)) ?? refuse(generalErrors.recordNotFound)
    const stored = new Map(
      ((await exceptionsOf(tx, org_id, [calendar_id])).get(calendar_id) ?? []).map(one => [one.day, one]),
    )
    if (days.some(({ after }) => !isSameDay(stored.get(after.day), after))) refuse(generalErrors.versionConflict)
    const change = {
      calendar: found,
      days: days.map(({ after }) => after.day),
      given: days.flatMap(({ before }) => before ?? []),
    }
    await putDays(tx, org_id, [change])
  }
}
const isSameDay = (a: ExceptionDay | undefined, b: ExceptionDay): boolean =>
  a !== undefined && a.day_type === b.day_type && isDeepEqual(a.shifts, b.shifts)
