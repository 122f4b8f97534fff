import { choiceField, listField, remarkField } from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { shiftsSchema } from './calendar.record.ts'
import { dayType } from './day-type.status.ts'

/** What holds on one day of a calendar instead of the shifts of the week. */
export const calendarDay = record('calendar_day', text('日历日', 'Calendar day'), {
  day_type: choiceField('日期类型', 'Day type', dayType),
  shifts: listField('班次', 'Shifts', shiftsSchema),
  remark: remarkField(),
})
