import { refuse } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { addDays, type Day, daySeconds, daysBetween, minuteSeconds, weekdayOf, weekSeconds } from '@qitao/core/time.ts'
import { masterdataErrors } from '../masterdata.errors.ts'
import type { Shift, WeeklyShift } from './calendar.record.ts'
import { dayType } from './day-type.status.ts'

/** What holds on one day instead of the week. */
export interface ExceptionDay {
  readonly day: Day
  readonly day_type: number
  readonly shifts: readonly Shift[]
  readonly remark: string | null
}
interface Span {
  readonly start: number
  readonly end: number
}

/** Seconds after the midnight of the day on which the shift begins; an end on the next day is above a day. */
const spanOf = ({ start_second, end_second }: Pick<Shift, 'start_second' | 'end_second'>): Span => ({
  start: start_second,
  end: end_second > start_second ? end_second : end_second + daySeconds,
})
function breakSpans(shift: Shift): Span[] {
  const { start } = spanOf(shift)
  return shift.breaks.map(pause => {
    const span = spanOf(pause)
    return span.start < start ? { start: span.start + daySeconds, end: span.end + daySeconds } : span
  })
}
/** What is worked of a shift: its span without the breaks, in seconds after the midnight of its day. */
export function shiftSpans(shift: Shift): Span[] {
  const { start, end } = spanOf(shift)
  const pauses = breakSpans(shift).toSorted((a, b) => a.start - b.start)
  const starts = [start, ...pauses.map(pause => pause.end)]
  return starts
    .map((from, index) => ({ start: from, end: pauses[index]?.start ?? end }))
    .filter(one => one.start < one.end)
}
/** Seconds of work in a shift without its breaks. */
export function workSecondsOf(shift: Shift): number {
  const { start, end } = spanOf(shift)
  return breakSpans(shift).reduce((left, pause) => left - (pause.end - pause.start), end - start)
}
export const workSecondsOfDay = (shifts: readonly Shift[]): number =>
  shifts.reduce((all, shift) => all + workSecondsOf(shift), 0)

const wrong = (row: number, detail: Text, values: Record<string, unknown> = {}) =>
  refuse(masterdataErrors.badTimeRange, {
    field: 'shifts',
    field_title: text('班次', 'Shifts'),
    row,
    detail,
    ...values,
  })

/** Each shift by itself: its breaks lie within it, one after the other, and leave time to work. */
export function checkShifts(shifts: readonly Shift[]): void {
  for (const [index, shift] of shifts.entries()) {
    const row = index + 1
    const { start, end } = spanOf(shift)
    if (start >= daySeconds) wrong(row, text('开始时间应在24:00之前', 'The start must be before 24:00'))
    const pauses = breakSpans(shift).toSorted((a, b) => a.start - b.start)
    let after = start
    for (const pause of pauses) {
      if (pause.start < start || pause.end > end)
        wrong(row, text('休息时间必须在班次时间之内', 'A break must lie within its shift'))
      if (pause.start < after) wrong(row, text('休息时间不能重叠', 'Breaks must not overlap'))
      after = pause.end
    }
    if (workSecondsOf(shift) <= 0) wrong(row, text('班次没有工作时间', 'The shift has no working time'))
  }
}

/** The shifts of a week: each by itself, and none over another, Sunday night and Monday morning included. */
export function checkWeek(shifts: readonly WeeklyShift[]): void {
  checkShifts(shifts)
  const spans = shifts.flatMap((shift, index) =>
    [...new Set(shift.week_days)].map(week_day => {
      const { start, end } = spanOf(shift)
      const monday = (week_day - 1) * daySeconds
      return { start: monday + start, end: monday + end, row: index + 1 }
    }),
  )
  spans.sort((a, b) => a.start - b.start)
  const first = spans[0]
  const following = first ? [...spans.slice(1), { ...first, start: first.start + weekSeconds }] : []
  for (const [index, next] of following.entries()) {
    if (next.start < spans[index]!.end)
      wrong(Math.max(next.row, spans[index]!.row), text('与其他班次时间重叠', 'It overlaps another shift'))
  }
}

export const shiftsOfWeekday = (shifts: readonly WeeklyShift[], week_day: number): Shift[] =>
  shifts.filter(({ week_days }) => week_days.includes(week_day)).map(({ week_days: _, ...shift }) => shift)

export interface DayOfCalendar extends ExceptionDay {
  readonly is_exception: boolean
  readonly work_seconds: number
}
/** What the days from `from` to `to`, both included, are. */
export function calendarDays(
  shifts: readonly WeeklyShift[],
  exceptions: readonly ExceptionDay[],
  from: Day,
  to: Day,
): DayOfCalendar[] {
  const byDay = new Map(exceptions.map(exception => [exception.day, exception]))
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, offset) => {
    const day = addDays(from, offset)
    const exception = byDay.get(day)
    if (exception) return { ...exception, is_exception: true, work_seconds: workSecondsOfDay(exception.shifts) }
    const ofWeek = shiftsOfWeekday(shifts, weekdayOf(day))
    return {
      day,
      day_type: ofWeek.length > 0 ? dayType.codes.working : dayType.codes.rest,
      shifts: ofWeek,
      remark: null,
      is_exception: false,
      work_seconds: workSecondsOfDay(ofWeek),
    }
  })
}

/** Shifts of an exception must not run into those of the day before or after. */
export function checkExceptions(shifts: readonly WeeklyShift[], exceptions: readonly ExceptionDay[]): void {
  for (const { day, shifts: own } of exceptions) {
    checkShifts(own)
    const spans = calendarDays(shifts, exceptions, addDays(day, -1), addDays(day, 1)).flatMap((near, index) =>
      near.shifts.map(shift => {
        const { start, end } = spanOf(shift)
        return { start: (index - 1) * daySeconds + start, end: (index - 1) * daySeconds + end }
      }),
    )
    spans.sort((a, b) => a.start - b.start)
    if (spans.some((span, index) => index > 0 && span.start < spans[index - 1]!.end))
      refuse(masterdataErrors.badTimeRange, {
        field: 'shifts',
        field_title: text('班次', 'Shifts'),
        day,
        detail: text('{day} 的班次与前后班次重叠', 'The shifts of {day} overlap with others'),
      })
  }
}

/**
 * Shifts of days that become exceptions. Rest days and holidays have none. A working or overtime day has the given ones, or
 * those of its weekday; on a day off, those of the first working weekday.
 */
export function exceptionsFor(
  week: readonly WeeklyShift[],
  days: readonly Day[],
  day_type: number,
  given: readonly Shift[] | undefined,
  remark: string | null,
): ExceptionDay[] {
  const works = day_type === dayType.codes.working || day_type === dayType.codes.overtime
  if (works && given?.length === 0)
    refuse(masterdataErrors.badTimeRange, {
      field: 'shifts',
      field_title: text('班次', 'Shifts'),
      detail: text('工作日和加班日需要班次', 'A working or overtime day needs shifts'),
    })
  const usual = () => {
    const first = [1, 2, 3, 4, 5, 6, 7].find(week_day => shiftsOfWeekday(week, week_day).length > 0)
    return first === undefined ? [] : shiftsOfWeekday(week, first)
  }
  return [...new Set(days)].map(day => {
    const own = shiftsOfWeekday(week, weekdayOf(day))
    return { day, day_type, remark, shifts: !works ? [] : (given ?? (own.length > 0 ? own : usual())) }
  })
}

export interface PublicHoliday {
  readonly day: Day
  readonly name: string
  readonly name_en: string
  /** False: a day of the weekend that is worked instead. */
  readonly is_off: boolean
}
/** Days that are worked instead of another have the shifts of a working weekday. */
export function holidayExceptions(week: readonly WeeklyShift[], holidays: readonly PublicHoliday[]): ExceptionDay[] {
  const { holiday, working } = dayType.codes
  return holidays.flatMap(({ day, name, is_off }) =>
    exceptionsFor(week, [day], is_off ? holiday : working, undefined, is_off ? name : `${name}调休`),
  )
}

/** What is given for days that do not differ from their week yet, and how many of the given ones do. */
export function withoutDecided(
  stored: readonly ExceptionDay[],
  given: readonly ExceptionDay[],
): { given: ExceptionDay[]; kept: number } {
  const decided = new Set(stored.map(one => one.day))
  const free = given.filter(one => !decided.has(one.day))
  return { given: free, kept: given.length - free.length }
}

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

/** `08:30`; after midnight of the next day `+06:00`. */
export function clockText(second: number, nextDay = false): string {
  const minutes = Math.floor(second / minuteSeconds)
  const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return nextDay ? `+${clock}` : clock
}
