import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { addDays, addMonths, type Day, mondayOf, weekdayOf } from '@qitao/core/time.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Button } from 'antd'
import { useRef } from 'react'
import type { CalendarDayRow } from '../model/calendar.calls.ts'
import { dayType } from '../model/day-type.status.ts'
import { HoursText, hoursOf } from './hours.tsx'
import { weekDays } from './week-days.ts'
import { shiftText } from './week-pattern.tsx'

const weeksShown = 6
export const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`
/** First and last day of the grid of a month: whole weeks. */
export function gridOf(month: Day): [Day, Day] {
  const first = mondayOf(month)
  return [first, addDays(first, weeksShown * 7 - 1)]
}

interface MonthViewProps {
  /** First day of the month. */
  month: Day
  days: readonly CalendarDayRow[]
  onMonth: (month: Day) => void
  selected: ReadonlySet<Day>
  onSelect: (days: ReadonlySet<Day>) => void
}
/** A month of a calendar. A click chooses a day, shift and click all days up to it, a weekday its column. */
export function MonthView({ month, days, onMonth, selected, onSelect }: MonthViewProps) {
  const say = useSay()
  const language = useLanguage()
  const dates = useOrgDate()
  const last = useRef<Day>(undefined)
  const today = dates.today()
  const [from] = gridOf(month)
  const byDay = new Map(days.map(one => [dates.dayOf(one.date), one]))
  const isInMonth = (day: Day) => day.startsWith(month.slice(0, 7))
  const inMonth = [...byDay].filter(([day]) => isInMonth(day)).map(([, one]) => one)
  const choose = (day: Day, range: boolean) => {
    const next = new Set(selected)
    if (range && last.current) {
      const [start, end] = [last.current, day].toSorted()
      for (let one = start!; one <= end!; one = addDays(one, 1)) next.add(one)
    } else if (!next.delete(day)) next.add(day)
    last.current = day
    onSelect(next)
  }
  const chooseColumn = (weekday: number) => {
    const column = [...byDay.keys()].filter(day => isInMonth(day) && weekdayOf(day) === weekday)
    const all = column.every(day => selected.has(day))
    const next = new Set(selected)
    for (const day of column) all ? next.delete(day) : next.add(day)
    onSelect(next)
  }
  const title = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en', {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(Date.parse(`${month}T00:00:00Z`))

  return (
    <section className="qt-md-month" aria-label={title}>
      <header className="qt-md-month-head">
        <Button
          size="small"
          icon={<LeftOutlined aria-hidden />}
          aria-label={say(text('上个月', 'Previous month'))}
          onClick={() => onMonth(addMonths(month, -1))}
        />
        <Button
          size="small"
          icon={<RightOutlined aria-hidden />}
          aria-label={say(text('下个月', 'Next month'))}
          onClick={() => onMonth(addMonths(month, 1))}
        />
        <Button size="small" onClick={() => onMonth(firstOfMonth(today))}>
          {say(text('本月', 'This month'))}
        </Button>
        <strong>{title}</strong>
        <span className="qt-secondary">
          {say(text('{days} 个工作日，共 {hours} 小时', '{days} working days, {hours} h'), {
            days: inMonth.filter(one => one.work_seconds > 0).length,
            hours: hoursOf(inMonth.reduce((all, one) => all + one.work_seconds, 0)),
          })}
        </span>
      </header>
      <div className="qt-md-grid">
        {weekDays.map(({ day, name }) => (
          <button key={day} type="button" className="qt-md-weekday" onClick={() => chooseColumn(day)}>
            {say(name)}
          </button>
        ))}
        {Array.from({ length: weeksShown * 7 }, (_, offset) => addDays(from, offset)).map(day => {
          const one = byDay.get(day)
          const names = ['qt-md-day', isInMonth(day) ? '' : 'qt-md-other', one?.work_seconds === 0 ? 'qt-md-off' : '']
          return (
            <button
              key={day}
              type="button"
              className={[...names, day === today ? 'qt-md-today' : ''].filter(Boolean).join(' ')}
              aria-pressed={selected.has(day)}
              title={
                one
                  ? [one.remark, ...one.shifts.map(shift => `${shift.name} ${shiftText(shift)}`)]
                      .filter(Boolean)
                      .join('\n')
                  : ''
              }
              onClick={event => choose(day, event.shiftKey)}
            >
              <span className="qt-md-date">
                <span className="qt-number">{Number(day.slice(8))}</span>
                {one?.is_exception ? <StatusTag of={dayType.stateOf(one.day_type)} /> : null}
              </span>
              {one && one.work_seconds > 0 ? <HoursText seconds={one.work_seconds} /> : null}
              {one?.remark ? <span className="qt-heading qt-secondary">{one.remark}</span> : null}
            </button>
          )
        })}
      </div>
    </section>
  )
}
