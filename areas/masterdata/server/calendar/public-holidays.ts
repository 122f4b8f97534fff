import data from 'chinese-days/dist/chinese-days.json' with { type: 'json' }
import type { PublicHoliday } from '../../model/calendar/calendar.rules.ts'

/** Days by date; each `English name,Chinese name,days off`. */
interface Announced {
  readonly holidays: Readonly<Record<string, string>>
  readonly workdays: Readonly<Record<string, string>>
}
// The package's data alone, not its code.
const announced: Announced = data

const daysOf = (days: Announced['holidays'], is_off: boolean): PublicHoliday[] =>
  Object.entries(days).map(([day, names]) => {
    const [name_en = '', name = ''] = names.split(',')
    return { day, name, name_en, is_off }
  })

/** Public holidays of mainland China and the days that are worked instead, in order of days (source: State Council, by `chinese-days`). */
export const publicHolidays: readonly PublicHoliday[] = [
  ...daysOf(announced.holidays, true),
  ...daysOf(announced.workdays, false),
].toSorted((a, b) => (a.day < b.day ? -1 : 1))

const yearOf = (day: string): number => Number(day.slice(0, 4))
export const knownYears: readonly number[] = [...new Set(publicHolidays.map(one => yearOf(one.day)))]
export const holidaysOf = (year: number): PublicHoliday[] => publicHolidays.filter(one => yearOf(one.day) === year)
