import { text } from '@qitao/core/text.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { freezeKind } from '@qitao/masterdata/model/resource/device-freeze.status.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { andonCause } from '../../model/andon/andon.status.ts'
import type { OpenWork } from '../../model/handover/handover.calls.ts'
import './handover.css'

/** What a shift leaves open: calls for help, stops, tasks. */
export function OpenWorkList({ of: { tasks, more_tasks, calls, stops } }: { of: OpenWork }) {
  const say = useSay()
  return (
    <div className="qt-open-work">
      {calls.length === 0 ? null : (
        <ul aria-label={say(text('未解决的呼叫', 'Open calls for help'))}>
          {calls.map(({ cause, machine_no, mo_no, called_time, answered, remark }) => (
            <li key={`${machine_no} ${mo_no} ${cause} ${called_time}`}>
              <StatusTag of={andonCause.stateOf(cause)} /> <strong>{machine_no}</strong> {mo_no} ·{' '}
              <Instant at={called_time} /> ·{' '}
              {say(answered ? text('处理中', 'answered') : text('待响应', 'not answered'))}
              {remark ? ` · ${remark}` : ''}
            </li>
          ))}
        </ul>
      )}
      {stops.length === 0 ? null : (
        <ul aria-label={say(text('停机', 'Stops'))}>
          {stops.map(({ kind, machine_no, start_time, end_time, reason }) => (
            <li key={`${machine_no} ${start_time}`}>
              <StatusTag of={freezeKind.stateOf(kind)} /> <strong>{machine_no}</strong> <Instant at={start_time} /> –{' '}
              <Instant at={end_time} />
              {reason ? ` · ${reason}` : ''}
            </li>
          ))}
        </ul>
      )}
      {tasks.length === 0 ? (
        <p className="qt-secondary">{say(text('没有未完任务', 'No task is open'))}</p>
      ) : (
        <ul aria-label={say(text('未完任务', 'Open tasks'))}>
          {tasks.map(task => (
            <li key={task.task_id}>
              <StatusTag of={taskStatus.stateOf(task.status)} /> <strong>{task.machine_no}</strong> {task.task_no}{' '}
              {task.process_name} · {task.material_name} ·{' '}
              <span className="qt-open-work-much">
                <Quantity value={task.reported_quantity} /> / <Quantity value={task.quantity} unit={task.unit_name} />
              </span>
              {task.people.length > 0 ? ` · ${task.people.join(', ')}` : ''}
            </li>
          ))}
          {more_tasks > 0 ? (
            <li className="qt-secondary">
              {say(text('另有{more}个任务', 'and {more} more tasks'), { more: more_tasks })}
            </li>
          ) : null}
        </ul>
      )}
    </div>
  )
}
