import {
  type ApprovalRow,
  approveApproval,
  delegateApproval,
  queryApprovalDetail,
  queryApprovalList,
  rejectApproval,
  remindApproval,
  withdrawApproval,
} from '@qitao/access/model/approval.calls.ts'
import { approval, decision } from '@qitao/access/model/approval.record.ts'
import { type ApprovalCode, approvalModules } from '@qitao/access/model/approval.rules.ts'
import { approvalStatus } from '@qitao/access/model/approval.status.ts'
import { text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { type Act, act } from '@qitao/platform/web/act.ts'
import { Field } from '@qitao/platform/web/field.tsx'
import { DialogForm } from '@qitao/platform/web/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/language.ts'
import { ListPage } from '@qitao/platform/web/list-page.tsx'
import { Quantity } from '@qitao/platform/web/quantity.tsx'
import { useSession } from '@qitao/platform/web/session.ts'
import { saveWith, useCommand } from '@qitao/platform/web/use-command.ts'
import { listPurchaseOrders, showPurchaseOrder } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { countSalesOrders, listSalesOrders, showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { Tag } from 'antd'
import { useState } from 'react'
import { queryAssignedList } from '../model/assigned.calls.ts'
import { ApprovalDrawer } from './approval.drawer.tsx'

export type Scope = 'todo' | 'done' | 'mine'
const refreshes = [
  ...[queryApprovalList, queryApprovalDetail, queryAssignedList],
  ...[listSalesOrders, countSalesOrders, showSalesOrder, listPurchaseOrders, showPurchaseOrder],
]
type Deciding = { of: ApprovalRow; how: 'approve' | 'reject' | 'delegate' }

/** Approvals that wait for me, that I decided, or that I asked for. */
export function ApprovalsTab({ scope }: { scope: Scope }) {
  const say = useSay()
  const { user } = useSession()
  const [shown, setShown] = useState<string>()
  const [deciding, setDeciding] = useState<Deciding>()
  const withdraw = useCommand(withdrawApproval, { refreshes })
  const remind = useCommand(remindApproval, { refreshes })
  const actsOn = (of: ApprovalRow): Act[] => {
    const code = of.status as ApprovalCode
    const mine = of.current_approver_ids.includes(user.id)
    return [
      ...(mine
        ? [
            act(approvalStatus, 'approve', code, () => setDeciding({ of, how: 'approve' })),
            act(approvalStatus, 'reject', code, () => setDeciding({ of, how: 'reject' }), { danger: true }),
            act(approvalStatus, 'delegate', code, () => setDeciding({ of, how: 'delegate' })),
          ]
        : []),
      ...(of.starter_id === user.id
        ? [
            act(approvalStatus, 'remind', code, () => remind.run({ id: of.id })),
            act(approvalStatus, 'withdraw', code, () => withdraw.run({ id: of.id }), {
              danger: true,
              ask: { title: text('撤回审批？', 'Withdraw it?'), objects: [of.object_no] },
            }),
          ]
        : []),
    ]
  }
  return (
    <>
      <ListPage
        call={queryApprovalList}
        record={approval}
        columns={[
          { name: 'object_no', width: 160, opens: row => setShown(row.id) },
          {
            name: 'module_code',
            width: 110,
            sort: false,
            render: row => say(approvalModules[row.module_code] ?? text(row.module_code, row.module_code)),
          },
          {
            name: 'amount',
            width: 140,
            sort: false,
            render: row =>
              row.amount === null ? null : <Quantity value={row.amount} unit={row.currency} decimals={2} />,
          },
          'status',
          { name: 'starter_id', width: 110, sort: false },
          { name: 'started_time', width: 150 },
          { name: 'waiting', title: text('等待', 'Waiting'), width: 120, render: row => <Waiting of={row} /> },
          {
            name: 'current_approver_ids',
            width: 180,
            sort: false,
            render: row => (
              <span title={row.current_approver_names.join(', ')}>{row.current_approver_names.join(', ')}</span>
            ),
          },
          { name: 'mode', width: 120, sort: false },
          { name: 'finished_time', sort: false, hidden: scope === 'todo' },
        ]}
        filters={[
          'keyword',
          { name: 'scope', fixed: scope },
          ...(scope === 'todo' ? [] : [{ name: 'statuses' as const, of: 'status', many: true }]),
        ]}
        rowActions={actsOn}
      />
      {shown ? <ApprovalDrawer id={shown} actions={actsOn} onClose={() => setShown(undefined)} /> : null}
      {deciding ? <DecisionDialog key={deciding.how} {...deciding} onClose={() => setDeciding(undefined)} /> : null}
    </>
  )
}

/** Whole days since it was submitted, and that the submitter has asked again. */
function Waiting({ of }: { of: ApprovalRow }) {
  const say = useSay()
  const days = Math.floor(((of.finished_time ?? Date.now() / 1000) - of.started_time) / daySeconds)
  return (
    <>
      {days > 0 ? say(text('{days}天', '{days} days'), { days }) : say(text('不到1天', 'under a day'))}{' '}
      {of.reminded_time !== null && of.status === approvalStatus.codes.pending ? (
        <Tag color="warning">{say(text('催办', 'Reminded'))}</Tag>
      ) : null}
    </>
  )
}

interface Decision {
  comment: string | null
  reason: string
  user_id: string
}
function DecisionDialog({ of, how, onClose }: Deciding & { onClose: () => void }) {
  const approve = useCommand(approveApproval, { refreshes })
  const reject = useCommand(rejectApproval, { refreshes })
  const delegate = useCommand(delegateApproval, { refreshes })
  const note = (comment: string | null) => (comment?.trim() ? { comment: comment.trim() } : {})
  const save = {
    approve: saveWith(approve, ({ comment }: Decision) => ({ id: of.id, ...note(comment) }), text('通过', 'Approve')),
    reject: saveWith(reject, ({ reason }: Decision) => ({ id: of.id, comment: reason }), text('驳回', 'Reject')),
    delegate: saveWith(
      delegate,
      ({ user_id, comment }: Decision) => ({ id: of.id, user_id, ...note(comment) }),
      text('转交', 'Pass on'),
    ),
  }[how]
  return (
    <DialogForm<Decision>
      open
      title={`${of.object_no}`}
      values={{ comment: null } as Decision}
      save={save as never}
      onClose={onClose}
    >
      {how === 'delegate' ? <Field of={decision} name="user_id" /> : null}
      {how === 'reject' ? (
        <Field of={decision} name="reason" wide autoFocus />
      ) : (
        <Field of={decision} name="comment" wide />
      )}
    </DialogForm>
  )
}
