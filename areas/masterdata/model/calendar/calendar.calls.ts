import { affected, command, query } from '@qitao/core/call.ts'
import { codeOf, id, instant, plainString, rowVersion } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { timestampRange } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { calendar, shiftsSchema } from './calendar.record.ts'
import { calendarDay } from './calendar-day.record.ts'
import { dayType } from './day-type.status.ts'

const prefix = '/mep_server/factory/'
const records = [calendar]
const mostDays = 366

/** One day of a calendar as it is worked. */
export const calendarDayRow = z.object({
  calendar_id: id,
  /** Instant of the day's local midnight. */
  date: instant,
  day_type: codeOf(dayType),
  /** The day differs from the week. */
  is_exception: z.boolean(),
  shifts: shiftsSchema,
  work_seconds: z.int(),
  remark: z.string().nullable(),
})
export type CalendarDayRow = z.output<typeof calendarDayRow>

export const queryCalendar = query(`${prefix}query_calendar`, {
  title: text('查询日历', 'Show calendar'),
  grantedBy: [pages.calendars, pages.productionPlan, pages.devices, pages.workgroups],
  input: z.strictObject({
    /** The default calendar when absent. */
    calendar_id: id.optional(),
    /** One month back to two months ahead when absent. */
    timestamp_range: timestampRange.optional(),
  }),
  output: z.object({ calendar: calendar.row, days: z.array(calendarDayRow) }),
  records,
})
export const queryCalendarList = query(`${prefix}query_calendar_list`, {
  title: text('查询日历列表', 'List calendars'),
  grantedBy: [pages.calendars, pages.devices, pages.workgroups, pages.productionPlan],
  input: z.strictObject({
    keyword: plainString(100).optional(),
    page: z.int().min(1).default(1),
    page_size: z.int().min(-1).max(2000).default(-1),
  }),
  output: z.object({ result: z.array(calendar.row), total: z.int() }),
  records,
})
export const queryCalendarDetail = query(`${prefix}query_calendar_detail`, {
  title: text('查看日历', 'Show calendar'),
  grantedBy: queryCalendarList.grantedBy,
  input: z.strictObject({ id }),
  output: z.object({ record: calendar.row }),
  records,
})
/** Makes a calendar, or with an id changes it. */
export const setCalendar = command(`${prefix}set_calendar`, {
  title: text('设置日历', 'Set calendar'),
  grantedBy: [pages.calendars],
  input: z.strictObject({
    ...calendar.input.shape,
    id: id.optional(),
    row_version: rowVersion.optional(),
  }),
  output: z.object({ id }),
  records,
})
export const alterCalendarDays = command(`${prefix}alter_calendar_day`, {
  title: text('修改日历日', 'Alter calendar days'),
  grantedBy: [pages.calendars],
  input: z.strictObject({
    calendar_id: id,
    dates: z.array(instant).min(1).max(mostDays),
    /** Null: the days follow the week again. */
    day_type: codeOf(dayType).nullable(),
    /** For working and overtime days; those of the week when absent. */
    shifts: shiftsSchema.optional(),
    remark: plainString(255, generalErrors.remarkTooLong).nullish(),
  }),
  output: affected,
  records: [calendarDay],
})
export const dropCalendar = command(`${prefix}drop_calendar`, {
  title: text('删除日历', 'Delete calendar'),
  grantedBy: [pages.calendars],
  input: z.strictObject({ id }),
  output: affected,
  records,
})
