import {
  type ApprovalRow,
  type ApprovalStepRow,
  approveApproval,
  approveApprovals,
  delegateApproval,
  queryApprovalDetail,
  rejectApproval,
  rejectApprovals,
  returnApproval,
} from '@qitao/access/model/approval/approval.calls.ts'
import { approval, decision } from '@qitao/access/model/approval/approval.record.ts'
import {
  approvalModules,
  type ModeCode,
  returnableSteps,
  type Step,
} from '@qitao/access/model/approval/approval.rules.ts'
import { sum } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Select } from 'antd'
import { approvalCalls } from './approval-calls.ts'
import './task-center.css'

export interface Deciding {
  readonly of: ApprovalRow
  readonly how: 'approve' | 'reject' | 'return' | 'delegate'
}
export interface DecidingMany {
  readonly rows: readonly ApprovalRow[]
  readonly how: 'approve' | 'reject'
}
interface Decision {
  comment: string | null
  reason: string
  user_id: string
  step_id: string
}
const options = { refreshes: approvalCalls }
const note = (comment: string | null) => (comment?.trim() ? { comment: comment.trim() } : {})
const words = {
  approve: text('通过', 'Approve'),
  reject: text('驳回', 'Reject'),
  return: text('退回', 'Return'),
  delegate: text('转交', 'Pass on'),
}

/** One approval: agreed to, refused with a reason, given back to an earlier step, or passed on to a colleague. */
export function DecisionDialog({ of, how, onClose }: Deciding & { onClose: () => void }) {
  const { id } = of
  const approve = useCommand(approveApproval, options)
  const reject = useCommand(rejectApproval, options)
  const back = useCommand(returnApproval, options)
  const delegate = useCommand(delegateApproval, options)
  const save = {
    approve: saveWith(approve, ({ comment }: Decision) => ({ id, ...note(comment) }), words.approve),
    reject: saveWith(reject, ({ reason }: Decision) => ({ id, comment: reason }), words.reject),
    return: saveWith(back, ({ step_id, reason }: Decision) => ({ id, step_id, comment: reason }), words.return),
    delegate: saveWith(
      delegate,
      ({ user_id, comment }: Decision) => ({ id, user_id, ...note(comment) }),
      words.delegate,
    ),
  }[how]
  return (
    <DialogForm<Decision>
      open
      title={of.object_no}
      values={{ comment: null } as Decision}
      save={save}
      onClose={onClose}
    >
      {how === 'delegate' ? <Field of={decision} name="user_id" /> : null}
      {how === 'return' ? <Field of={decision} name="step_id" input={<StepsBefore of={of} />} /> : null}
      {how === 'reject' || how === 'return' ? (
        <Field of={decision} name="reason" wide autoFocus={how === 'reject'} />
      ) : (
        <Field of={decision} name="comment" wide />
      )}
    </DialogForm>
  )
}

/** Colleagues who agreed before the member's own step. */
function StepsBefore({ of, ...input }: { of: ApprovalRow }) {
  const say = useSay()
  const { user } = useSession()
  const found = useCall(queryApprovalDetail, { id: of.id })
  const steps = (found.data?.steps ?? []) as readonly (ApprovalStepRow & Step)[]
  const own = steps.find(step => step.approver_id === user.id && step.handled_time === null)
  const before = own ? returnableSteps(of.mode as ModeCode, steps, own) : []
  return (
    <Select
      {...input}
      loading={found.isPending}
      notFoundContent={say(text('没有可退回的步骤', 'There is no step to return to'))}
      options={before.map(step => ({ value: step.id, label: `${step.sequence}. ${step.approver_name ?? '—'}` }))}
    />
  )
}

/** Several of one kind, listed before they are decided with one word for all. */
export function DecideManyDialog({ rows, how, onClose }: DecidingMany & { onClose: () => void }) {
  const say = useSay()
  const approve = useCommand(approveApprovals, options)
  const reject = useCommand(rejectApprovals, options)
  const ids = rows.map(({ id }) => id)
  const save = {
    approve: saveWith(approve, ({ comment }: Decision) => ({ ids, ...note(comment) }), words.approve),
    reject: saveWith(reject, ({ reason }: Decision) => ({ ids, comment: reason }), words.reject),
  }[how]
  const sums = [...Map.groupBy(rows, row => row.currency)].map(([currency, group]) => ({
    currency,
    amount: sum(group.flatMap(row => row.amount ?? [])),
  }))
  const title = approvalModules[rows[0]?.module_code ?? ''] ?? approval.title
  return (
    <DialogForm<Decision>
      open
      title={{
        zh: `${words[how].zh} ${rows.length} 个${title.zh}`,
        en: `${words[how].en}: ${title.en.toLowerCase()} (${rows.length})`,
      }}
      values={{ comment: null } as Decision}
      save={save}
      onClose={onClose}
    >
      <div className="qt-approved-lines qt-field-wide">
        <table>
          <thead>
            <tr>
              <th>{say(approval.fields.object_no.title)}</th>
              <th>{say(approval.fields.amount.title)}</th>
              <th>{say(approval.fields.starter_id.title)}</th>
              <th>{say(approval.fields.started_time.title)}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.id}>
                <td>{row.object_no}</td>
                <td>{row.amount === null ? null : <Quantity value={row.amount} unit={row.currency} decimals={2} />}</td>
                <td>{row.starter_name}</td>
                <td>
                  <Instant at={row.started_time} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {sums.map(({ currency, amount }) => (
              <tr key={currency ?? ''}>
                <th>{say(text('合计', 'Total'))}</th>
                <td>
                  <Quantity value={amount} unit={currency} decimals={2} />
                </td>
              </tr>
            ))}
          </tfoot>
        </table>
      </div>
      {how === 'reject' ? (
        <Field of={decision} name="reason" wide autoFocus />
      ) : (
        <Field of={decision} name="comment" wide />
      )}
    </DialogForm>
  )
}

/** Filter by kind of document. */
export function DocumentTypes({ value, onChange }: { value: unknown; onChange: (next: unknown) => void }) {
  const say = useSay()
  return (
    <Select
      allowClear
      value={value as string | undefined}
      onChange={onChange}
      aria-label={say(approval.fields.module_code.title)}
      placeholder={say(approval.fields.module_code.title)}
      popupMatchSelectWidth={false}
      options={Object.entries(approvalModules).map(([code, title]) => ({ value: code, label: say(title) }))}
    />
  )
}
