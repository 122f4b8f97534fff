import { ClockCircleOutlined, ExclamationCircleFilled } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { Tooltip } from 'antd'
import { useSay } from '../session/language.ts'
import { dueIn } from './due.ts'
import { useOrgDate } from './org-date.ts'

/** A due day with how far away it is. Late has an icon and a word, not only a colour. Done: nothing is late any more. */
export function DueDate({ day, done = false }: { day: number | null | undefined; done?: boolean }) {
  const dates = useOrgDate()
  const say = useSay()
  if (day === null || day === undefined) return <span className="qt-none">—</span>
  const date = dates.dayOf(day)
  const due = dueIn(date, dates.today(), done)
  const icon =
    due.tone === 'late' ? (
      <ExclamationCircleFilled aria-hidden />
    ) : due.tone === 'today' ? (
      <ClockCircleOutlined aria-hidden />
    ) : null
  return (
    <Tooltip title={`${say(text('到期', 'Due'))} ${date}`}>
      <span className={`qt-due qt-due-${due.tone}`}>
        <time className="qt-number" dateTime={date}>
          {date}
        </time>
        <span className="qt-due-words">
          {icon} {say(due.text)}
        </span>
      </span>
    </Tooltip>
  )
}
