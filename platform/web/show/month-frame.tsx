import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { addDays, addMonths, type Day, mondayOf } from '@qitao/core/time.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useLanguage, useSay } from '../session/language.ts'
import { useOrgDate } from './org-date.ts'
import { weekDays } from './week-days.ts'
import './month-frame.css'

const weeksShown = 6
export const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`
/** First and last day of the grid of a month: whole weeks. */
export function gridOf(month: Day): [Day, Day] {
  const first = mondayOf(month)
  return [first, addDays(first, weeksShown * 7 - 1)]
}
interface MonthFrameProps {
  /** First day of the month. */
  month: Day
  onMonth: (month: Day) => void
  /** Beside its name. */
  note?: ReactNode
  /** A press on the name of a weekday, 1 to 7. */
  onWeekday?: (weekday: number) => void
  /** A day; its class says whether it is of the month, and whether it is today. */
  day: (day: Day, className: string) => ReactNode
}
/** A month as six weeks. What a day shows is said by who uses it. */
export function MonthFrame({ month, onMonth, note, onWeekday, day: dayOf }: MonthFrameProps) {
  const say = useSay()
  const language = useLanguage()
  const today = useOrgDate().today()
  const [from] = gridOf(month)
  const title = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en', {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(Date.parse(`${month}T00:00:00Z`))
  const classOf = (day: Day) =>
    ['qt-month-day', day.startsWith(month.slice(0, 7)) ? '' : 'qt-month-other', day === today ? 'qt-month-today' : '']
      .filter(Boolean)
      .join(' ')
  return (
    <section className="qt-month" aria-label={title}>
      <header className="qt-month-head">
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
        {note ? <span className="qt-secondary">{note}</span> : null}
      </header>
      <div className="qt-month-grid">
        {weekDays.map(({ day: weekday, name }) =>
          onWeekday ? (
            <button key={weekday} type="button" className="qt-month-weekday" onClick={() => onWeekday(weekday)}>
              {say(name)}
            </button>
          ) : (
            <span key={weekday} className="qt-month-weekday">
              {say(name)}
            </span>
          ),
        )}
        {Array.from({ length: weeksShown * 7 }, (_, offset) => addDays(from, offset)).map(day =>
          dayOf(day, classOf(day)),
        )}
      </div>
    </section>
  )
}
