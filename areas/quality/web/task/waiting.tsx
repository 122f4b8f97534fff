import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import type { TaskRow } from '../../model/task/task.calls.ts'

/** How many work orders count on the goods, and when the first needs them; late when they are released after that. */
export function Waiting({ of: { waiting_count, needed_time, due_time } }: { of: TaskRow }) {
  const say = useSay()
  const dates = useOrgDate()
  if (waiting_count === 0) return <span className="qt-none">—</span>
  const isLate = needed_time !== null && needed_time < due_time
  return (
    <span className={isLate ? 'qt-late' : ''}>
      {say(text('{count} 张工单', '{count} MOs'), { count: waiting_count })}
      {needed_time === null ? '' : say(text('，{day} 要用', ', by {day}'), { day: dates.dayOf(needed_time) })}
    </span>
  )
}
