import { text } from '@qitao/core/text.ts'
import { device, take } from '@qitao/platform/web/offline/device.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useState } from 'react'
import { callAndon } from '../../model/andon/andon.calls.ts'
import { andonCause, andonStatus } from '../../model/andon/andon.status.ts'
import type { ExpectedTask } from './expected.ts'
import { nothingTaken } from './nothing-taken.ts'
import { oneTap } from './one-tap.ts'
import { shift } from './shift.ts'

interface CallHelpProps {
  task: ExpectedTask
  /** The choice of what for is drawn by it; undefined: it was made. */
  onClose: () => void
}
/** Calls for help from a task: what for, by one tap, and a word if there is time. Without a connection it goes out with the next. */
export function CallHelp({ task, onClose }: CallHelpProps) {
  const say = useSay()
  const { reached = true } = device.use() ?? {}
  const [remark, setRemark] = useState('')
  const [once] = useState(oneTap)
  const call = async (cause: (typeof andonCause.list)[number]) => {
    const isKept = await take({
      path: callAndon.path,
      // Help does not wait behind a report that was refused.
      lane: `andon:${task.id}:${cause.code}`,
      title: text(`呼叫 ${task.task_no}：${cause.zh}`, `Call from ${task.task_no}: ${cause.en}`),
      input: { task_id: task.id, cause: cause.code, ...(remark.trim() ? { remark: remark.trim() } : {}) },
    })
    if (isKept === true) onClose()
    return isKept === true
  }
  return (
    <>
      {reached ? null : (
        <p className="qt-m-problem" role="status">
          {say(
            text(
              '没有连接：呼叫要等连接后才送达，急事请当面叫人',
              'No connection: the call arrives once there is one. If it is urgent, fetch somebody',
            ),
          )}
        </p>
      )}
      <label className="qt-m-field">
        <span>{say(text('说明（可不填）', 'Words (optional)'))}</span>
        <input maxLength={255} value={remark} onChange={event => setRemark(event.target.value)} />
      </label>
      <fieldset className="qt-m-reasons">
        <legend>{say(text('呼叫类型', 'Calls for'))}</legend>
        {andonCause.list.map(cause => (
          <button key={cause.code} type="button" className="qt-m-button" onClick={() => void once(() => call(cause))}>
            {say(cause)}
          </button>
        ))}
      </fieldset>
    </>
  )
}

/** Calls from a task that nobody has solved: on their way, heard, or answered by whom. */
export function OpenCalls({ task_id }: { task_id: string }) {
  const say = useSay()
  const { calls = [] } = shift.use() ?? {}
  const { actions: taken = nothingTaken } = device.use()?.outbox ?? {}
  const waiting = taken
    .use()
    .filter(({ path, state, input }) => path === callAndon.path && state === 'waiting' && input.task_id === task_id)
  const heard = calls.filter(call => call.task_id === task_id)
  return (
    <>
      {waiting.map(({ id, title }) => (
        <p key={id} className="qt-m-note">
          {say(title)} · {say(text('等待发送', 'waits to be sent'))}
        </p>
      ))}
      {heard.map(({ id, cause, status, answered_by_name, rung_names }) => (
        <p key={id} className="qt-m-note" role="status">
          {say(text('已呼叫', 'Called'))} {say(andonCause.stateOf(cause))} · {say(andonStatus.stateOf(status))} ·{' '}
          {answered_by_name ?? rung_names.join(', ')}
        </p>
      ))}
    </>
  )
}
