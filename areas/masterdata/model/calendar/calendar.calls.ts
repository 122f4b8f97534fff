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

/** `affected`: days that were changed. `kept`: days that differed from their week before and stay as they were. */
const changedDays = affected.extend({ kept: z.int() })

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
/** What becomes of days that already differ from their week: whoever said so is not overruled unless that is asked for. */
const overwrite = z.boolean().default(false)
const mostCalendars = 200
const manyIds = z.array(id).min(1).max(mostCalendars)

/** Public holidays of mainland China and the days that are worked instead, as the State Council announced them. */
export const queryPublicHolidays = query(`${prefix}query_public_holidays`, {
  title: text('查询法定节假日', 'List public holidays'),
  grantedBy: [pages.calendars],
  input: z.strictObject({ year: z.int().min(2000).max(2100) }),
  output: z.object({
    /** Years that are known. */
    years: z.array(z.int()),
    days: z.array(
      z.object({
        date: instant,
        name: z.string(),
        name_en: z.string(),
        /** False: a day of the weekend that is worked instead. */
        is_off: z.boolean(),
      }),
    ),
  }),
})
/** Public holidays of a year become days of calendars. */
export const importPublicHolidays = command(`${prefix}import_public_holidays`, {
  title: text('导入法定节假日', 'Import public holidays'),
  grantedBy: [pages.calendars],
  input: z.strictObject({
    calendar_ids: manyIds,
    /** Which of the known days. */
    dates: z.array(instant).min(1).max(mostDays),
    overwrite,
  }),
  output: changedDays,
  records: [calendarDay],
})
/** Days of a calendar that differ from its week become so in others. */
export const copyCalendarDays = command(`${prefix}copy_calendar_days`, {
  title: text('复制日历日', 'Copy calendar days'),
  grantedBy: [pages.calendars],
  input: z.strictObject({
    calendar_id: id,
    target_ids: manyIds,
    timestamp_range: timestampRange,
    overwrite,
  }),
  output: changedDays,
  records: [calendarDay],
})
export const dropCalendar = command(`${prefix}drop_calendar`, {
  title: text('删除日历', 'Delete calendar'),
  grantedBy: [pages.calendars],
  input: z.strictObject({ id }),
  output: affected,
  records,
})
