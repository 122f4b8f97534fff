import { ExclamationCircleFilled } from '@ant-design/icons'
import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import type { ProgressRow } from '../model/report.calls.ts'
import './shopfloor.css'

type Operation = ProgressRow['operations'][number]

/** How far an order is at a process, as a word, a share and a colour. */
export function OperationCell({ of, process }: { of: ProgressRow; process: string }) {
  const steps = of.operations.filter(operation => operation.process_name === process)
  if (steps.length === 0) return null
  return (
    <span className="qt-steps">
      {steps.map(step => (
        <OperationChip key={step.sequence} of={step} planned={of.planned_quantity} />
      ))}
    </span>
  )
}
function OperationChip({ of, planned }: { of: Operation; planned: string }) {
  const language = useLanguage()
  const say = useSay()
  const state = taskStatus.stateOf(of.status)
  const behind = of.status !== taskStatus.codes.done && of.end_time !== null && of.end_time < Date.now() / 1000
  const colour = behind ? 'danger' : state.colour
  const word = behind ? say(text('超时', 'Overdue')) : state[language]
  return (
    <span
      className="qt-tag"
      title={[of.machine_no, word].filter(Boolean).join(' · ')}
      style={{ color: `var(--qt-status-${colour}-text)`, background: `var(--qt-status-${colour}-bg)` }}
    >
      {behind ? <ExclamationCircleFilled aria-hidden /> : null} {word}{' '}
      {of.status === taskStatus.codes.not_started ? null : (
        <>
          <Quantity value={of.reported_quantity} />/<Quantity value={planned} />
        </>
      )}
      {isPositive(of.defective_quantity) ? (
        <>
          {' '}
          −<Quantity value={of.defective_quantity} />
        </>
      ) : null}
    </span>
  )
}

/** When it will be done as it goes; later than planned says so. */
export function ExpectedFinish({ of }: { of: ProgressRow }) {
  const say = useSay()
  if (of.expected_finish_time === null)
    return <span className="qt-secondary">{say(text('未排产', 'Not planned'))}</span>
  const behind = of.planned_finish_time !== null && of.expected_finish_time > of.planned_finish_time
  return (
    <span className={behind ? 'qt-floor-behind' : undefined}>
      <Instant at={of.expected_finish_time} />
    </span>
  )
}
export function Late({ days }: { days: number }) {
  const say = useSay()
  if (days === 0) return <span className="qt-secondary">{say(text('按期', 'On time'))}</span>
  return (
    <span className="qt-floor-late">
      <ExclamationCircleFilled aria-hidden /> {say(text('{days}天', '{days} d'), { days })}
    </span>
  )
}
