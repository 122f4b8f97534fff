import { text } from '@qitao/core/text.ts'
import { type Day, weekdayOf } from '@qitao/core/time.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { MonthFrame } from '@qitao/platform/web/show/month-frame.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import type { CalendarDayRow } from '../model/calendar/calendar.calls.ts'
import { dayType } from '../model/calendar/day-type.status.ts'
import { HoursText, hoursOf } from './hours.tsx'
import { useDayChoice } from './use-day-choice.ts'
import { shiftText } from './week-pattern.tsx'

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
  const dates = useOrgDate()
  const pick = useDayChoice(selected, onSelect)
  const byDay = new Map(days.map(one => [dates.dayOf(one.date), one]))
  const isInMonth = (day: Day) => day.startsWith(month.slice(0, 7))
  const inMonth = [...byDay].filter(([day]) => isInMonth(day)).map(([, one]) => one)
  const chooseColumn = (weekday: number) =>
    pick.many([...byDay.keys()].filter(day => isInMonth(day) && weekdayOf(day) === weekday))
  return (
    <MonthFrame
      month={month}
      onMonth={onMonth}
      onWeekday={chooseColumn}
      note={say(text('{days} 个工作日，共 {hours} 小时', '{days} working days, {hours} h'), {
        days: inMonth.filter(one => one.work_seconds > 0).length,
        hours: hoursOf(inMonth.reduce((all, one) => all + one.work_seconds, 0)),
      })}
      day={(day, className) => {
        const one = byDay.get(day)
        return (
          <button
            key={day}
            type="button"
            className={one?.work_seconds === 0 ? `${className} qt-month-off` : className}
            aria-pressed={selected.has(day)}
            title={
              one
                ? [one.remark, ...one.shifts.map(shift => `${shift.name} ${shiftText(shift)}`)]
                    .filter(Boolean)
                    .join('\n')
                : ''
            }
            onClick={event => pick.one(day, event.shiftKey)}
          >
            <span className="qt-month-date">
              <span className="qt-number">{Number(day.slice(8))}</span>
              {one?.is_exception ? <StatusTag of={dayType.stateOf(one.day_type)} /> : null}
            </span>
            {one && one.work_seconds > 0 ? <HoursText seconds={one.work_seconds} /> : null}
            {one?.remark ? <span className="qt-heading qt-secondary">{one.remark}</span> : null}
          </button>
        )
      }}
    />
  )
}
