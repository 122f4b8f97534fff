import { type Text, text } from '@qitao/core/text.ts'
import { type Day, daySeconds, daysBetween, type Instant } from '@qitao/core/time.ts'

type DueTone = 'late' | 'today' | 'soon' | 'later' | 'done'
/** Days before the due day from which a thing is due soon. */
const soonDays = 3

/** Whether what is due on a day, given by its start, ends after it; at its very end is on time, as the plan counts it. */
export const endsLate = (end: Instant, dueDay: Instant): boolean => end > dueDay + daySeconds

/** How far a due day is from today, in the words people use for it. */
export function dueIn(due: Day, today: Day, done = false): { tone: DueTone; text: Text } {
  const days = daysBetween(today, due)
  const count = Math.abs(days)
  const unit = count === 1 ? 'day' : 'days'
  if (days < 0 && !done) return { tone: 'late', text: text(`逾期 ${count} 天`, `${count} ${unit} late`) }
  const words =
    days === 0
      ? text('今天', 'today')
      : days === 1
        ? text('明天', 'tomorrow')
        : days > 0
          ? text(`${count} 天后`, `in ${count} ${unit}`)
          : text(`${count} 天前`, `${count} ${unit} ago`)
  return { tone: done ? 'done' : days === 0 ? 'today' : days <= soonDays ? 'soon' : 'later', text: words }
}
