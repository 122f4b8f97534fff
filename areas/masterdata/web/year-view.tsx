import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { type Day, weekdayOf } from '@qitao/core/time.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Button } from 'antd'
import type { CalendarDayRow } from '../model/calendar/calendar.calls.ts'
import { dayType } from '../model/calendar/day-type.status.ts'
import { hoursOf } from './hours.tsx'
import { useDayChoice } from './use-day-choice.ts'
import { shiftText } from './week-pattern.tsx'

interface YearViewProps {
  year: number
  days: readonly CalendarDayRow[]
  onYear: (year: number) => void
  onMonth: (month: Day) => void
  selected: ReadonlySet<Day>
  onSelect: (days: ReadonlySet<Day>) => void
}
const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))
const sumOf = (days: readonly CalendarDayRow[]) => ({
  worked: days.filter(one => one.work_seconds > 0).length,
  hours: hoursOf(days.reduce((all, one) => all + one.work_seconds, 0)),
})
const summary = text('{worked} 个工作日 · {hours} 小时', '{worked} working days · {hours} h')

/** A year of a calendar, a small month each: what differs from the week stands out, and each month says its hours. */
export function YearView({ year, days, onYear, onMonth, selected, onSelect }: YearViewProps) {
  const say = useSay()
  const language = useLanguage()
  const dates = useOrgDate()
  const today = dates.today()
  const choose = useDayChoice(selected, onSelect)
  const byMonth = Map.groupBy(
    days.map(one => ({ ...one, day: dates.dayOf(one.date) })),
    one => one.day.slice(0, 7),
  )
  const nameOf = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en', { month: 'long', timeZone: 'UTC' })
  return (
    <section className="qt-month" aria-label={String(year)}>
      <header className="qt-month-head">
        <Button
          size="small"
          icon={<LeftOutlined aria-hidden />}
          aria-label={say(text('上一年', 'Previous year'))}
          onClick={() => onYear(year - 1)}
        />
        <Button
          size="small"
          icon={<RightOutlined aria-hidden />}
          aria-label={say(text('下一年', 'Next year'))}
          onClick={() => onYear(year + 1)}
        />
        <strong>{say(text('{year}年', '{year}'), { year })}</strong>
        <span className="qt-secondary">{say(summary, sumOf(days))}</span>
        <span className="qt-md-year-legend">
          {dayType.list.map(({ code }) => (
            <StatusTag key={code} of={dayType.stateOf(code)} />
          ))}
        </span>
      </header>
      <div className="qt-md-year">
        {months.map(month => {
          const of = byMonth.get(`${year}-${month}`) ?? []
          const first = of[0]?.day
          return (
            <section key={month} className="qt-md-year-month">
              <header>
                <button type="button" onClick={() => onMonth(`${year}-${month}-01`)}>
                  {nameOf.format(Date.parse(`${year}-${month}-01T00:00:00Z`))}
                </button>
                <span className="qt-secondary">{say(summary, sumOf(of))}</span>
              </header>
              <div className="qt-md-year-grid">
                {of.map(({ day, ...one }) => {
                  const state = dayType.stateOf(one.day_type)
                  return (
                    <button
                      key={day}
                      type="button"
                      className={['qt-md-year-day', day === today ? 'qt-month-today' : ''].filter(Boolean).join(' ')}
                      style={day === first ? { gridColumnStart: weekdayOf(day) } : {}}
                      data-state={one.is_exception || one.work_seconds === 0 ? state.colour : undefined}
                      aria-pressed={selected.has(day)}
                      aria-label={`${day} ${say(state)}`}
                      title={[
                        `${day} ${say(state)}`,
                        one.remark,
                        ...one.shifts.map(shift => `${shift.name} ${shiftText(shift)}`),
                      ]
                        .filter(Boolean)
                        .join('\n')}
                      onClick={event => choose.one(day, event.shiftKey)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )
                })}
              </div>
            </section>
          )
        })}
      </div>
    </section>
  )
}
