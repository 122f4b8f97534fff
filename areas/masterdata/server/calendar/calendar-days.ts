import { isDeepStrictEqual as isDeepEqual } from 'node:util'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { Day } from '@qitao/core/time.ts'
import { recordset, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import type { CalendarRow } from '../../model/calendar/calendar.record.ts'
import { calendarDays, checkExceptions, type ExceptionDay, prolonged } from '../../model/calendar/calendar.rules.ts'
import { dayType } from '../../model/calendar/day-type.status.ts'
import { masterdataErrors } from '../../model/masterdata.errors.ts'
import { calendarById, exceptionsOf } from './calendar.queries.ts'

/** These days of a calendar, which is locked, become what is given; those that are not given follow the week again. */
export async function putDays(
  tx: Tx,
  org_id: string,
  { id: calendar_id, shifts }: CalendarRow,
  days: readonly Day[],
  given: readonly ExceptionDay[],
): Promise<void> {
  const changed = new Set(days)
  const stored = (await exceptionsOf(tx, org_id, [calendar_id])).get(calendar_id) ?? []
  checkExceptions(shifts, [...stored.filter(one => !changed.has(one.day)), ...given])
  await sql`delete from calendar_day where org_id = ${org_id} and calendar_id = ${calendar_id} and day = any(${days}::date[])`.execute(
    tx,
  )
  const rowsToAdd = given.map(one => ({ ...one, id: newId() }))
  await sql`insert into calendar_day (id, calendar_id, day, day_type, shifts, remark)
    select id, ${calendar_id}, day, day_type, shifts, remark
    from ${recordset(rowsToAdd, sql`id uuid, day date, day_type smallint, shifts jsonb, remark text`)} r`.execute(tx)
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
  await putDays(
    tx,
    org_id,
    found,
    longer.map(({ day }) => day),
    changed.map(({ after }) => after),
  )
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
    await putDays(
      tx,
      org_id,
      found,
      days.map(({ after }) => after.day),
      days.flatMap(({ before }) => before ?? []),
    )
  }
}
const isSameDay = (a: ExceptionDay | undefined, b: ExceptionDay): boolean =>
  a !== undefined && a.day_type === b.day_type && isDeepEqual(a.shifts, b.shifts)
