import { codeField, flagField, listField, plainString, withDefault } from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { z } from 'zod'

const mostShifts = 10
const mostBreaks = 10
const secondOfDay = z.int().min(0).max(daySeconds)

/** Seconds after midnight. In a shift over midnight a break that begins before the shift does is after midnight. */
export const breakSchema = z.strictObject({
  start_second: secondOfDay,
  end_second: secondOfDay,
  /** No task may pause over a break that is not spannable: it ends before it or begins after it. */
  spannable: z.boolean().default(true),
})
/** Working time of one day; an end that is not after the start is on the next day. */
export const shiftSchema = z.strictObject({
  name: plainString(50),
  start_second: secondOfDay,
  end_second: secondOfDay,
  breaks: z.array(breakSchema).max(mostBreaks).default([]),
})
export const weeklyShiftSchema = shiftSchema.extend({
  /** 1 Monday to 7 Sunday: the days on which the shift begins. */
  week_days: z.array(z.int().min(1).max(7)).min(1).max(7),
})
export type Shift = z.output<typeof shiftSchema>
export type WeeklyShift = z.output<typeof weeklyShiftSchema>
export const shiftsSchema = z.array(shiftSchema).max(mostShifts)

/** When people and machines work: shifts of the week. Days that differ are calendar days. */
export const calendar = record('calendar', text('工作日历', 'Calendar'), {
  name: codeField('日历名称', 'Calendar name'),
  is_default: withDefault(flagField('默认日历', 'Default calendar'), false),
  shifts: listField('班次', 'Shifts', z.array(weeklyShiftSchema).min(1).max(mostShifts)),
})
export type CalendarRow = RowOf<typeof calendar>
