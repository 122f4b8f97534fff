import {
  type ApprovalRow,
  approveApproval,
  approveApprovals,
  delegateApproval,
  mostDecided,
  queryApprovalList,
  rejectApproval,
  rejectApprovals,
  remindApproval,
  returnApproval,
  withdrawApproval,
} from '@qitao/access/model/approval/approval.calls.ts'
import { approval } from '@qitao/access/model/approval/approval.record.ts'
import { approvalModules } from '@qitao/access/model/approval/approval.rules.ts'
import { approvalMode, approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { type Act, act } from '@qitao/platform/web/list/act.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Tag } from 'antd'
import { useState } from 'react'
import { ApprovalDrawer } from './approval.drawer.tsx'
import { approvalCalls } from './approval-calls.ts'
import {
  DecideManyDialog,
  type Deciding,
  type DecidingMany,
  DecisionDialog,
  DocumentTypes,
} from './decision.dialog.tsx'

export type Scope = 'todo' | 'done' | 'mine'
const typeOf = (module_code: string): Text => approvalModules[module_code] ?? text(module_code, module_code)

/** Approvals that wait for me, that I decided, or that I asked for. */
export function ApprovalsTab({ scope }: { scope: Scope }) {
  const say = useSay()
  const { user } = useSession()
  const [shown, setShown] = useState<string>()
  const [deciding, setDeciding] = useState<Deciding>()
  const [many, setMany] = useState<DecidingMany>()
  const withdraw = useCommand(withdrawApproval, { refreshes: approvalCalls })
  const remind = useCommand(remindApproval, { refreshes: approvalCalls })
  const actsOn = (of: ApprovalRow): Act[] => {
    const code = of.status
    const mine = of.current_approver_ids.includes(user.id)
    return [
      ...(mine
        ? [
            act(
              approvalStatus,
              'approve',
              code,
              needing(approveApproval, () => setDeciding({ of, how: 'approve' })),
            ),
            act(
              approvalStatus,
              'reject',
              code,
              needing(rejectApproval, () => setDeciding({ of, how: 'reject' })),
              { danger: true },
            ),
            act(
              approvalStatus,
              'return',
              code,
              needing(returnApproval, () => setDeciding({ of, how: 'return' })),
              {
                title: text('退回', 'Return'),
                whyNot: approvalStatus.whyNot('return', code) ?? (hasSteps(of) ? undefined : noStepBefore),
              },
            ),
            act(
              approvalStatus,
              'delegate',
              code,
              needing(delegateApproval, () => setDeciding({ of, how: 'delegate' })),
            ),
          ]
        : []),
      ...(of.starter_id === user.id
        ? [
            act(approvalStatus, 'remind', code, remind.with({ id: of.id })),
            act(approvalStatus, 'withdraw', code, withdraw.with({ id: of.id }), {
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
            render: row => say(typeOf(row.module_code)),
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
          { name: 'module_code', title: approval.fields.module_code.title, input: own => <DocumentTypes {...own} /> },
          { name: 'scope', fixed: scope },
          ...(scope === 'todo' ? [] : [{ name: 'statuses' as const, of: 'status', many: true as const }]),
        ]}
        rowActions={actsOn}
        {...(scope === 'todo'
          ? {
              bulkActions: (rows: readonly ApprovalRow[]) => [
                {
                  title: text('批量通过', 'Approve'),
                  whyNot: whyNotTogether(rows),
                  run: needing(approveApprovals, () => setMany({ rows, how: 'approve' })),
                },
                {
                  title: text('批量驳回', 'Reject'),
                  danger: true,
                  whyNot: whyNotTogether(rows),
                  run: needing(rejectApprovals, () => setMany({ rows, how: 'reject' })),
                },
              ],
            }
          : {})}
      />
      {shown ? <ApprovalDrawer id={shown} actions={actsOn} onClose={() => setShown(undefined)} /> : null}
      {deciding ? <DecisionDialog key={deciding.how} {...deciding} onClose={() => setDeciding(undefined)} /> : null}
      {many ? <DecideManyDialog {...many} onClose={() => setMany(undefined)} /> : null}
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

/** Where one decision ends it, nobody has decided before. */
const hasSteps = (of: ApprovalRow): boolean =>
  of.mode === approvalMode.codes.sequential || of.mode === approvalMode.codes.joint_sign
const noStepBefore = text('没有可退回的步骤', 'There is no step to return to')
/** Decided together are documents of one kind, so that the reader sees what the sum is of. */
const whyNotTogether = (rows: readonly ApprovalRow[]): Text | undefined =>
  new Set(rows.map(row => row.module_code)).size > 1
    ? text('请选择同一类单据', 'Choose documents of one kind')
    : rows.length > mostDecided
      ? text('一次最多100个', 'At most 100 at once')
      : undefined
