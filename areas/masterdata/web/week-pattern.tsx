import { text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { weekDays } from '@qitao/platform/web/show/week-days.ts'
import type { Shift, WeeklyShift } from '../model/calendar/calendar.record.ts'
import { clockText, shiftSpans, shiftsOfWeekday, workSecondsOfDay } from '../model/calendar/calendar.rules.ts'
import { HoursText } from './hours.tsx'

const marks = [0, 6, 12, 18, 24]
const percent = (second: number): string => `${(second / daySeconds) * 100}%`
/** `08:00–17:00`, with + for the next day. */
export const shiftText = ({ start_second, end_second }: Shift): string =>
  `${clockText(start_second)}–${clockText(end_second, end_second % daySeconds <= start_second)}`

/** The week as people work it: a line of 24 hours for each day; what runs over midnight stands on the next day. */
export function WeekPattern({ shifts }: { shifts: readonly WeeklyShift[] }) {
  const say = useSay()
  return (
    <section className="qt-md-week" aria-label={say(text('每周安排', 'Week'))}>
      <div className="qt-md-week-row qt-md-week-scale" aria-hidden>
        <span />
        <span className="qt-md-week-line">
          {marks.map(hour => (
            <span key={hour} className="qt-md-week-mark" style={{ insetInlineStart: `${(hour / 24) * 100}%` }}>
              {hour}
            </span>
          ))}
        </span>
        <span />
      </div>
      {weekDays.map(({ day, name }) => {
        const own = shiftsOfWeekday(shifts, day)
        const before = shiftsOfWeekday(shifts, day === 1 ? 7 : day - 1)
        const spans = [
          ...own.flatMap(shift =>
            shiftSpans(shift).map(span => ({ ...span, title: `${shift.name} ${shiftText(shift)}` })),
          ),
          ...before.flatMap(shift =>
            shiftSpans(shift)
              .map(({ start, end }) => ({ start: start - daySeconds, end: end - daySeconds }))
              .filter(({ end }) => end > 0)
              .map(span => ({ ...span, title: `${shift.name} ${shiftText(shift)}` })),
          ),
        ]
        return (
          <div key={day} className="qt-md-week-row">
            <span>{say(name)}</span>
            <span className="qt-md-week-line">
              {spans.map(({ start, end, title }) => (
                <span
                  key={`${title} ${start}`}
                  className="qt-md-week-bar"
                  title={title}
                  style={{
                    insetInlineStart: percent(Math.max(0, start)),
                    width: percent(Math.min(daySeconds, end) - Math.max(0, start)),
                  }}
                />
              ))}
            </span>
            <span className="qt-md-week-hours">
              {own.length > 0 ? <HoursText seconds={workSecondsOfDay(own)} /> : say(text('休息', 'Off'))}
            </span>
          </div>
        )
      })}
    </section>
  )
}
