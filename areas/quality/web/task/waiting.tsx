import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { qcType } from '../../model/qc-type.status.ts'
import type { TaskRow } from '../../model/task/task.calls.ts'
import { taskStatus } from '../../model/task/task.status.ts'

/** How many work orders count on the goods, and when the first needs them; late when they are released after that. */
export function Waiting({ of }: { of: TaskRow }) {
  const { waiting_count, needed_time, due_time } = of
  const say = useSay()
  const dates = useOrgDate()
  if (of.qc_type === qcType.codes.outgoing && taskStatus.can('submit', of.status))
    return <span className="qt-late">{say(text('发货 {no}', 'Shipment {no}'), { no: of.source_no })}</span>
  if (waiting_count === 0) return <span className="qt-none">—</span>
  const isLate = needed_time !== null && needed_time < due_time
  return (
    <span className={isLate ? 'qt-late' : ''}>
      {say(text('{count} 张工单', '{count} MOs'), { count: waiting_count })}
      {needed_time === null ? '' : say(text('，{day} 要用', ', by {day}'), { day: dates.dayOf(needed_time) })}
    </span>
  )
}
