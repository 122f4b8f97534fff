import { BellFilled } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { minuteSeconds } from '@qitao/core/time.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { act } from '@qitao/platform/web/list/act.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { useState } from 'react'
import { type AndonRow, andonCall, answerAndon, closeAndon, listAndon } from '../../model/andon/andon.calls.ts'
import { andonCause, andonLevel, andonStatus } from '../../model/andon/andon.status.ts'
import './andon.css'

const shown = 50
const open = andonStatus.from('close')
interface OpenCallsProps {
  workgroup_id: string | undefined
  now: number
  askEvery: number
}
/** Calls that are not solved, the oldest first, each with its clock; nothing while all is well. */
export function OpenCalls({ workgroup_id, now, askEvery }: OpenCallsProps) {
  const say = useSay()
  const [solved, setSolved] = useState<AndonRow>()
  const found = useCall(
    listAndon,
    {
      ...{ statuses: open, order_by: 'called_time', page_size: shown },
      ...(workgroup_id === undefined ? {} : { workgroup_id }),
    },
    { keepPrevious: true, refetchEvery: askEvery },
  )
  const rows = found.data?.result ?? []
  if (rows.length === 0) return null
  return (
    <section className="qt-andon" aria-label={say(text('未解决的呼叫', 'Open calls for help'))}>
      <ul>
        {rows.map(row => (
          <OpenCall key={row.id} of={row} now={now} onSolve={() => setSolved(row)} />
        ))}
      </ul>
      {found.data && found.data.total > rows.length ? (
        <p className="qt-secondary">
          {say(text('另有 {more} 个未解决的呼叫', '{more} more calls are open'), {
            more: found.data.total - rows.length,
          })}
        </p>
      ) : null}
      {solved ? <SolveDialog of={solved} onClose={() => setSolved(undefined)} /> : null}
    </section>
  )
}

function OpenCall({ of, now, onSolve }: { of: AndonRow; now: number; onSolve: () => void }) {
  const say = useSay()
  const dates = useOrgDate()
  const answer = useCommand(answerAndon, { refreshes: [listAndon] })
  const minutes = Math.max(0, Math.floor((now - of.called_time) / minuteSeconds))
  return (
    <li className={of.status === andonStatus.codes.called ? 'qt-andon-called' : undefined}>
      <span className="qt-andon-words">
        <BellFilled aria-hidden /> <StatusTag of={andonCause.stateOf(of.cause)} />{' '}
        <strong>
          {of.machine_no} {of.device_name}
        </strong>{' '}
        <RecordLink kind="mo" id={of.mo_id} no={of.mo_no} /> {of.process_name} · {of.called_by_name}
        {of.remark ? ` · ${of.remark}` : ''}
      </span>
      <span className="qt-andon-clock qt-number" title={dates.minuteOf(of.called_time)}>
        {say(text('{minutes} 分钟', '{minutes} min'), { minutes })}
      </span>
      <StatusTag of={andonStatus.stateOf(of.status)} />
      {of.level === andonLevel.codes.owner ? null : <StatusTag of={andonLevel.stateOf(of.level)} />}
      <span className="qt-secondary">
        {of.answered_by_name ?? say(text('已通知 {names}', 'told: {names}'), { names: of.rung_names.join(', ') })}
      </span>
      <span className="qt-andon-acts">
        {of.status === andonStatus.codes.called ? (
          <ActButton
            size="small"
            act={act(andonStatus, 'answer', of.status, answer.with({ id: of.id, row_version: of.row_version }))}
          />
        ) : null}
        <ActButton size="small" act={act(andonStatus, 'close', of.status, needing(closeAndon, onSolve))} />
      </span>
    </li>
  )
}

function SolveDialog({ of, onClose }: { of: AndonRow; onClose: () => void }) {
  const close = useCommand(closeAndon, { refreshes: [listAndon] })
  return (
    <DialogForm<{ remedy: string | null }>
      open
      title={text('解决呼叫', 'Solve the call')}
      values={{ remedy: null }}
      save={saveWith(
        close,
        ({ remedy }: { remedy: string | null }) => ({ id: of.id, row_version: of.row_version, remedy }),
        text('解决', 'Solve'),
      )}
      onClose={onClose}
    >
      <Field of={andonCall} name="remedy" wide autoFocus />
    </DialogForm>
  )
}
