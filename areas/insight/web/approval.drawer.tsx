import {
  type ApprovalEventRow,
  type ApprovalRow,
  type ApprovalStepRow,
  queryApprovalDetail,
} from '@qitao/access/model/approval/approval.calls.ts'
import { approval } from '@qitao/access/model/approval/approval.record.ts'
import { type ApprovalCode, approvalModules, type ModeCode } from '@qitao/access/model/approval/approval.rules.ts'
import { approvalMode, approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { Attachments } from '@qitao/access/web/record/attachments.tsx'
import { type Text, text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { FieldValue } from '@qitao/platform/web/list/columns.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { FormSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Button } from 'antd'
import { approvalDocuments } from './approval-documents.ts'
import './task-center.css'

interface ApprovalDrawerProps {
  id: string
  actions: (of: ApprovalRow) => readonly Act[]
  onClose: () => void
}
/** An approval: the document as it was submitted, its files, and who has decided what. */
export function ApprovalDrawer({ id, actions, onClose }: ApprovalDrawerProps) {
  const say = useSay()
  const { may } = useSession()
  const found = useCall(queryApprovalDetail, { id })
  const of = found.data?.record
  const shown = of && approvalDocuments[of.module_code]
  const possible = of ? actions(of).filter(act => !act.whyNot) : []
  return (
    <DetailDrawer
      open
      wide
      title={of ? `${say(approvalModules[of.module_code] ?? approval.title)} ${of.object_no}` : approval.title}
      onClose={onClose}
      actions={possible}
    >
      {found.error && !found.data ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !found.data || !of || !shown ? (
        <FormSkeleton />
      ) : (
        <>
          <p>
            <StatusTag of={approvalStatus.stateOf(of.status)} />{' '}
            {of.amount === null ? null : (
              <strong>
                <Quantity value={of.amount} unit={of.currency} decimals={2} />
              </strong>
            )}{' '}
            <span className="qt-secondary">
              {of.starter_name} · <Instant at={of.started_time} />
            </span>{' '}
            {may(shown.page) ? (
              <Button type="link" size="small" onClick={() => shown.open(of)}>
                {say(text('打开单据', 'Open the document'))}
              </Button>
            ) : null}
          </p>
          <Facts of={shown.record} row={found.data.document.record} names={[...shown.facts]} />
          <div className="qt-approved-lines">
            <table>
              <thead>
                <tr>
                  {shown.columns.map(name => (
                    <th key={name}>{say(shown.line.fields[name]!.title)}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {found.data.document.lines.map(line => (
                  <tr key={String(line.id)}>
                    {shown.columns.map(name => (
                      <td key={name}>
                        {name === 'material_id' ? (
                          `${line.material_code} ${line.material_name}`
                        ) : (
                          <FieldValue
                            field={shown.line.fields[name]}
                            kind={shown.line.fields[name]!.kind}
                            name={name}
                            row={line}
                            unit={name.endsWith('quantity') ? String(line.unit_name ?? '') : null}
                          />
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <h3>{say(text('附件', 'Attachments'))}</h3>
          <Attachments module={shown.attached_to} objectId={of.object_id} readOnly />
          <h3>{say(approvalMode.stateOf(of.mode as ModeCode))}</h3>
          <Steps of={found.data.steps} current={of.current_approver_ids} />
          <h3>{say(text('经过', 'What happened'))}</h3>
          <Events of={found.data.events} submitted={of} />
        </>
      )}
    </DetailDrawer>
  )
}

/** Approvers in their order, with what they decided; whose turn it is stands out. */
function Steps({ of, current }: { of: readonly ApprovalStepRow[]; current: readonly string[] }) {
  const say = useSay()
  return (
    <ol className="qt-approval-steps">
      {of.map(step => {
        const isTurn = current.includes(step.approver_id)
        const open = step.result === approvalStatus.codes.pending
        const passed = step.result === approvalStatus.codes.withdrawn
        return (
          <li key={step.id} aria-current={isTurn ? 'step' : undefined}>
            <strong>{step.approver_name ?? '—'}</strong>{' '}
            {step.delegated_by_name ? (
              <span className="qt-secondary">
                {say(text('{name} 转交', 'passed on by {name}'), { name: step.delegated_by_name })}{' '}
              </span>
            ) : null}
            {open ? (
              <span className={isTurn ? 'qt-turn' : 'qt-secondary'}>
                {say(isTurn ? text('待审批', 'to decide') : text('未到', 'not yet'))}
              </span>
            ) : passed ? (
              <span className="qt-secondary">{say(text('无需处理', 'no longer needed'))}</span>
            ) : (
              <StatusTag of={approvalStatus.stateOf(step.result as ApprovalCode)} />
            )}{' '}
            {step.handled_time === null ? null : (
              <span className="qt-secondary">
                <Instant at={step.handled_time} />
              </span>
            )}
            {step.comment ? <p>{step.comment}</p> : null}
          </li>
        )
      })}
    </ol>
  )
}

/** From the submission on; what was decided on a step that was returned to stays to be read here. */
function Events({ of, submitted }: { of: readonly ApprovalEventRow[]; submitted: ApprovalRow }) {
  const say = useSay()
  const line = (key: string, who: string | null, what: Text, at: number, comment: string | null) => (
    <li key={key}>
      <strong>{who ?? '—'}</strong> {say(what)}{' '}
      <span className="qt-secondary">
        <Instant at={at} />
      </span>
      {comment ? <p>{comment}</p> : null}
    </li>
  )
  return (
    <ul className="qt-approval-steps">
      {line('submitted', submitted.starter_name, text('提交', 'submitted it'), submitted.started_time, null)}
      {of.map(event => {
        const to = event.to_user_name ?? ''
        const { zh, en } = done[event.action]
        return line(event.id, event.user_name, text(zh + to, to ? `${en} ${to}` : en), event.at, event.comment)
      })}
    </ul>
  )
}
const done: Readonly<Record<ApprovalEventRow['action'], Text>> = {
  approve: text('通过', 'approved'),
  reject: text('驳回', 'rejected'),
  return: text('退回给', 'returned it to'),
  delegate: text('转交给', 'passed it on to'),
  withdraw: text('撤回', 'withdrew it'),
  remind: text('催办', 'asked for a decision'),
}
