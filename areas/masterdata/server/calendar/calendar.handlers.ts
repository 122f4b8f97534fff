import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { addMonths, dayOf, startOfDay } from '@qitao/core/time.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { idsInUse, referencesTo } from '@qitao/platform/server/database/usage.ts'
import { expectVersion, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import {
  alterCalendarDays,
  copyCalendarDays,
  dropCalendar,
  importPublicHolidays,
  queryCalendar,
  queryCalendarDetail,
  queryCalendarList,
  queryPublicHolidays,
  setCalendar,
} from '../../model/calendar/calendar.calls.ts'
import type { CalendarRow } from '../../model/calendar/calendar.record.ts'
import { calendarDays, checkExceptions, checkWeek, holidayExceptions } from '../../model/calendar/calendar.rules.ts'
import { masterdataErrors } from '../../model/masterdata.errors.ts'
import { calendarById, calendarColumns, calendarsById, exceptionsOf } from './calendar.queries.ts'
import { changesOf, daysAsked, putDays } from './calendar-days.ts'
import { lockCalendars } from './default-calendar.ts'
import { holidaysOf, knownYears, publicHolidays } from './public-holidays.ts'

/** Months before and after today that are shown when nothing else is asked for (specification section 9). */
const monthsBack = 1
const monthsAhead = 2

const notAHoliday = (day: string, index: number) => ({
  field: 'dates',
  field_title: text('日期', 'Dates'),
  row: index + 1,
  day,
  detail: text('{day} 不是法定节假日或调休上班日', '{day} is neither a public holiday nor worked instead of one'),
})

export const calendarHandlers: Handler[] = [
  handle(queryCalendarList, (input, { tx, org_id }) =>
    listRows(
      tx,
      {
        org_id,
        table: 'calendar',
        where: [contains(input.keyword, sql`t.name`)],
        columns: calendarColumns,
        orders: { name: sql`t.name` },
        defaultOrder: 'name',
      },
      input,
    ),
  ),
  handle(queryCalendar, async ({ calendar_id, timestamp_range }, { tx, org_id, now, member }) => {
    const zone = member.time_zone
    const today = dayOf(now, zone)
    const [from, to] = timestamp_range
      ? ([dayOf(timestamp_range[0], zone), dayOf(timestamp_range[1], zone)] as const)
      : ([addMonths(today, -monthsBack), addMonths(today, monthsAhead)] as const)
    const [found] = await rows(
      tx,
      sql<CalendarRow>`select ${calendarColumns} from calendar t where t.org_id = ${org_id}
        and ${calendar_id === undefined ? sql`t.is_default` : sql`t.id = ${calendar_id}`}`,
    )
    if (!found) refuse(generalErrors.recordNotFound)
    const exceptions = (await exceptionsOf(tx, org_id, [found.id])).get(found.id) ?? []
    const days = calendarDays(found.shifts, exceptions, from, to).map(({ day, ...one }) => ({
      ...one,
      calendar_id: found.id,
      date: startOfDay(day, zone),
      day_type: one.day_type as 1,
      shifts: [...one.shifts],
    }))
    return { calendar: found, days }
  }),
  handle(queryCalendarDetail, async ({ id }, { tx, org_id }) => ({
    record: (await calendarById(tx, org_id, id)) ?? refuse(generalErrors.recordNotFound),
  })),
  handle(setCalendar, async ({ id: given, row_version, name, is_default, shifts }, { tx, org_id }) => {
    await lockCalendars(tx, org_id)
    checkWeek(shifts)
    const others = await rows(
      tx,
      sql<{ id: string; is_default: boolean }>`select id, is_default from calendar
      where org_id = ${org_id} and id is distinct from ${given ?? null}`,
    )
    // There is a default as soon as there is a calendar, and it goes only to another one.
    const becomesDefault = is_default || !others.some(one => one.is_default)
    if (becomesDefault)
      await sql`update calendar set is_default = false where org_id = ${org_id} and is_default and id is distinct from ${given ?? null}`.execute(
        tx,
      )
    const pattern = JSON.stringify(shifts)
    if (given === undefined) {
      const id = newId()
      await sql`insert into calendar (id, name, is_default, shifts) values (${id}, ${name}, ${becomesDefault}, ${pattern}::jsonb)`.execute(
        tx,
      )
      return { id }
    }
    expectVersion(await calendarById(tx, org_id, given, true), row_version ?? -1)
    checkExceptions(shifts, (await exceptionsOf(tx, org_id, [given])).get(given) ?? [])
    await sql`update calendar set name = ${name}, is_default = ${becomesDefault}, shifts = ${pattern}::jsonb
      where org_id = ${org_id} and id = ${given}`.execute(tx)
    return { id: given }
  }),
  handle(alterCalendarDays, async (input, { tx, org_id, member }) => {
    const change = await daysAsked(tx, org_id, member.time_zone, input, true)
    await putDays(tx, org_id, [change])
    return { affected: change.days.length }
  }),
  handle(queryPublicHolidays, async ({ year }, { member }) => ({
    years: [...knownYears],
    days: holidaysOf(year).map(({ day, ...one }) => ({ ...one, date: startOfDay(day, member.time_zone) })),
  })),
  handle(importPublicHolidays, async ({ calendar_ids, dates, overwrite }, { tx, org_id, member }) => {
    await lockCalendars(tx, org_id)
    const calendars = await calendarsById(tx, org_id, calendar_ids)
    const known = new Map(publicHolidays.map(one => [one.day, one]))
    const days = [...new Set(dates.map(date => dayOf(date, member.time_zone)))].map(
      (day, index) => known.get(day) ?? refuse(masterdataErrors.badTimeRange, notAHoliday(day, index)),
    )
    const { changes, ...told } = await changesOf(tx, org_id, calendars, overwrite, ({ shifts }) =>
      holidayExceptions(shifts, days),
    )
    await putDays(tx, org_id, changes)
    return told
  }),
  handle(copyCalendarDays, async ({ calendar_id, target_ids, timestamp_range, overwrite }, { tx, org_id, member }) => {
    await lockCalendars(tx, org_id)
    const found = await calendarsById(tx, org_id, [calendar_id, ...target_ids])
    const [from, to] = [dayOf(timestamp_range[0], member.time_zone), dayOf(timestamp_range[1], member.time_zone)]
    const stored = (await exceptionsOf(tx, org_id, [calendar_id])).get(calendar_id) ?? []
    const given = stored.filter(({ day }) => day >= from && day <= to)
    const targets = found.filter(one => one.id !== calendar_id)
    const { changes, ...told } = await changesOf(tx, org_id, targets, overwrite, () => given)
    await putDays(tx, org_id, changes)
    return told
  }),
  handle(dropCalendar, async ({ id }, { tx, org_id }) => {
    await lockCalendars(tx, org_id)
    const found = (await calendarById(tx, org_id, id, true)) ?? refuse(generalErrors.recordNotFound)
    const used = await idsInUse(tx, org_id, [id], await referencesTo(tx, 'calendar'))
    if (used.has(id)) refuse(generalErrors.dataInUse)
    const [{ others } = { others: 0 }] = await rows(
      tx,
      sql<{ others: number }>`select count(*)::int as others from calendar where org_id = ${org_id} and id <> ${id}`,
    )
    if (found.is_default && others > 0)
      refuse(generalErrors.dataInUse, {
        detail: text('请先将其他日历设为默认', 'Make another calendar the default one first'),
      })
    await sql`delete from calendar where org_id = ${org_id} and id = ${id}`.execute(tx)
    return { affected: 1 }
  }),
]
