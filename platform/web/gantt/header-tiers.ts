import type { Language } from '@qitao/core/text.ts'
import { type CivilTime, civilDay, daysOf, isoWeek, weekdayOf, type ZoneClock } from './zone-clock.ts'

/**
 * The two lines of the header. A unit is taken only when its shortest label fits into its narrowest cell, and of its
 * labels the longest that fits: so labels never overlap, at any zoom and in either language.
 */
export type TierUnit = 'quarter_hour' | 'half_hour' | 'hour' | 'two_hours' | 'four_hours' | 'twelve_hours' | LongUnit
type LongUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'

interface Unit {
  /** Narrowest cell. */
  readonly seconds: number
  readonly above?: LongUnit
  /** Local seconds of the step, for units within a day. */
  readonly step?: number
}
const day = 86_400
export const tierUnits: Readonly<Record<TierUnit, Unit>> = {
  quarter_hour: { seconds: 900, step: 900, above: 'day' },
  half_hour: { seconds: 1800, step: 1800, above: 'day' },
  hour: { seconds: 3600, step: 3600, above: 'day' },
  two_hours: { seconds: 7200, step: 7200, above: 'day' },
  four_hours: { seconds: 14_400, step: 14_400, above: 'day' },
  twelve_hours: { seconds: 43_200, step: 43_200, above: 'day' },
  day: { seconds: day, above: 'week' },
  week: { seconds: 7 * day, above: 'month' },
  month: { seconds: 28 * day, above: 'year' },
  quarter: { seconds: 90 * day, above: 'year' },
  year: { seconds: 365 * day },
}
const finestFirst = Object.keys(tierUnits) as TierUnit[]

const two = (n: number): string => String(n).padStart(2, '0')
const zhDays = ['一', '二', '三', '四', '五', '六', '日']
const enDays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const enMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Labels of the cell that begins at `at`, longest first. `upper` is the upper line, which must name what the lower leaves out. */
export function tierLabels(unit: TierUnit, at: CivilTime, language: Language, upper: boolean): string[] {
  const zh = language === 'zh'
  const month = enMonths[at.month - 1]!
  switch (unit) {
    case 'day': {
      const weekday = zh ? `周${zhDays[at.weekday]}` : enDays[at.weekday]!
      const { week } = isoWeek(at.days)
      const date = zh ? `${at.month}月${at.day}日` : `${at.day} ${month}`
      if (upper)
        return zh
          ? [`${at.year}年${date} ${weekday} · 第${week}周`, `${date} ${weekday}`, `${at.month}/${at.day}`, `${at.day}`]
          : [`${weekday} ${date} ${at.year} · W${two(week)}`, `${weekday} ${date}`, date, `${at.day}`]
      const short = at.day === 1 ? [zh ? `${at.month}月` : month] : []
      return zh
        ? [`${date} ${weekday}`, `${at.day}日 ${weekday}`, `${at.day} ${zhDays[at.weekday]}`, ...short, `${at.day}`]
        : [`${weekday} ${date}`, `${weekday} ${at.day}`, ...short, `${at.day}`]
    }
    case 'week': {
      const { week } = isoWeek(at.days)
      const thursday = civilDay(at.days + 3)
      if (upper)
        return zh
          ? [
              `${thursday.year}年${thursday.month}月 第${week}周`,
              `${thursday.month}月 第${week}周`,
              `第${week}周`,
              `${week}周`,
            ]
          : [
              `W${two(week)} · ${enMonths[thursday.month - 1]} ${thursday.year}`,
              `W${two(week)} · ${enMonths[thursday.month - 1]}`,
              `W${two(week)}`,
            ]
      return zh
        ? [`第${week}周 ${at.month}/${at.day}`, `${week}周`]
        : [`W${two(week)} · ${at.day} ${month}`, `W${two(week)}`]
    }
    case 'month':
      if (upper) return zh ? [`${at.year}年${at.month}月`, `${at.month}月`] : [`${month} ${at.year}`, month]
      return [zh ? `${at.month}月` : month]
    case 'quarter':
      return [zh ? `${Math.ceil(at.month / 3)}季度` : `Q${Math.ceil(at.month / 3)}`, `Q${Math.ceil(at.month / 3)}`]
    case 'year':
      return [zh ? `${at.year}年` : `${at.year}`, `${at.year}`]
    default:
      return [`${two(at.hour)}:${two(at.minute)}`, ...(at.minute === 0 ? [`${two(at.hour)}`] : [])]
  }
}

/** Widest texts a unit's shortest label may take, to judge whether the unit fits. */
const widestShortest: Readonly<Record<TierUnit, { zh: string; en: string }>> = {
  quarter_hour: { zh: '00:00', en: '00:00' },
  half_hour: { zh: '00:00', en: '00:00' },
  hour: { zh: '00', en: '00' },
  two_hours: { zh: '00', en: '00' },
  four_hours: { zh: '00', en: '00' },
  twelve_hours: { zh: '00', en: '00' },
  day: { zh: '30', en: '30' },
  week: { zh: '52周', en: 'W52' },
  month: { zh: '12月', en: 'May' },
  quarter: { zh: 'Q4', en: 'Q4' },
  year: { zh: '2026', en: '2026' },
}
export const labelPadding = 8

export interface Tiers {
  readonly upper?: LongUnit
  readonly lower: TierUnit
}

/** `measure` gives the width of a text in the header's font. */
export function tiersFor(secondsPerPixel: number, language: Language, measure: (text: string) => number): Tiers {
  for (const unit of finestFirst) {
    if (tierUnits[unit].seconds / secondsPerPixel >= measure(widestShortest[unit][language]) + labelPadding)
      return { lower: unit, upper: tierUnits[unit].above }
  }
  return { lower: 'year' }
}

/** Starts of the unit's cells: the last at or before `from`, then on, ending with the first at or after `to`. */
export function ticks(clock: ZoneClock, unit: TierUnit, from: number, to: number): number[] {
  const result: number[] = []
  const add = (local: number): boolean => {
    const instant = clock.fromLocal(local)
    if (result.length === 0 || instant > result[result.length - 1]!) result.push(instant)
    return instant < to
  }
  const local = clock.toLocal(from)
  const { step } = tierUnits[unit]
  if (step) {
    for (let at = Math.floor(local / step) * step; add(at); at += step);
    return result
  }
  const days = Math.floor(local / day)
  if (unit === 'day') for (let at = days; add(at * day); at += 1);
  else if (unit === 'week') for (let at = days - weekdayOf(days); add(at * day); at += 7);
  else {
    const months = unit === 'month' ? 1 : unit === 'quarter' ? 3 : 12
    const { year, month } = civilDay(days)
    for (let at = Math.floor((month - 1) / months) * months + 1; add(daysOf(year, at, 1) * day); at += months);
  }
  return result
}

const enDay = (at: CivilTime): string => `${enDays[at.weekday]} ${at.day} ${enMonths[at.month - 1]}`
/** `11/23 周一 08:30` or `Mon 23 Nov 08:30`. */
export function shortMoment(clock: ZoneClock, instant: number, language: Language): string {
  const at = clock.parts(instant)
  const time = `${two(at.hour)}:${two(at.minute)}`
  return language === 'zh' ? `${at.month}/${at.day} 周${zhDays[at.weekday]} ${time}` : `${enDay(at)} ${time}`
}
/** A period, the day said once when both ends fall on it. */
export function shortPeriod(clock: ZoneClock, start: number, end: number, language: Language): string {
  const from = clock.parts(start)
  const to = clock.parts(end)
  const tail = from.days === to.days ? `${two(to.hour)}:${two(to.minute)}` : shortMoment(clock, end, language)
  return `${shortMoment(clock, start, language)} – ${tail}`
}
/** `1天2小时`, `3h 20m`: the two largest parts. */
export function shortDuration(seconds: number, language: Language): string {
  const minutes = Math.round(Math.abs(seconds) / 60)
  const parts: [number, string][] = [
    [Math.floor(minutes / 1440), language === 'zh' ? '天' : 'd'],
    [Math.floor((minutes % 1440) / 60), language === 'zh' ? '小时' : 'h'],
    [minutes % 60, language === 'zh' ? '分' : 'm'],
  ]
  const said = parts.filter(([amount]) => amount > 0).slice(0, 2)
  if (said.length === 0) return language === 'zh' ? '0分' : '0m'
  return said.map(([amount, unit]) => `${amount}${unit}`).join(language === 'zh' ? '' : ' ')
}
