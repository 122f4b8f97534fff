import { ExclamationCircleFilled } from '@ant-design/icons'
import { cancelJob, queryJobStatus } from '@qitao/access/model/job/job.calls.ts'
import { type CodeOf, type Statuses, statuses } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { JobProgress, type JobRecord, jobStates } from '@qitao/platform/web/call/job-progress.tsx'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import type { Column } from '@qitao/platform/web/list/columns.tsx'
import { VirtualTable } from '@qitao/platform/web/list/virtual-table.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Button, Input, Modal } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { mo } from '../../model/mo/mo.record.ts'
import { materialStatus, moStatus } from '../../model/mo/mo.status.ts'
import { previewReallocation, reallocateMaterial } from '../../model/plan/material-plan.calls.ts'
import { comesTooLate, type ReallocationPreview, type ReallocationRow } from '../../model/plan/reallocation-preview.ts'
import { planCalls } from './plan-calls.ts'
import '../manufacturing.css'

const roles: Statuses<ReallocationRow['role'], never, ReallocationRow['role']> = statuses({
  takes: { code: 'takes', zh: '调入', en: 'Takes', colour: 'success' },
  gives: { code: 'gives', zh: '让出', en: 'Gives', colour: 'warning' },
  follows: { code: 'follows', zh: '受影响', en: 'Moves', colour: 'neutral' },
})
const wide = 1180

/** Who would give what to these orders and what becomes of whose kit, before anything is taken; published orders too. */
export function ReallocationDialog({
  mo_ids,
  job_id: first,
  onClose,
}: {
  mo_ids: readonly string[]
  /** Of the preview that was asked for. */
  job_id: string
  onClose: () => void
}) {
  const say = useSay()
  const [job_id, setJob] = useState(first)
  const [keeping_ids, setKeeping] = useState<readonly string[]>([])
  const [found, setFound] = useState<ReallocationPreview>()
  const [reason, setReason] = useState('')
  const preview = useCommand(previewReallocation, { success: null, done: answer => setJob(answer.job_id) })
  const reallocate = useCommand(reallocateMaterial, { refreshes: planCalls, done: onClose })
  const onDone = useCallback(({ status, result }: JobRecord) => {
    if (status === jobStates.done) setFound(result as ReallocationPreview)
  }, [])
  const { run: again } = preview
  const keep = useCallback(
    async (ids: readonly string[]) => {
      const answer = await again({ mo_ids: [...mo_ids], keeping_ids: [...ids] })
      if (!answer) return
      setKeeping(ids)
      setFound(undefined)
    },
    [again, mo_ids],
  )
  const columns = useMemo(() => columnsWith(id => keep([...keeping_ids, id])), [keep, keeping_ids])
  const take = () =>
    reallocate.run({
      transfers: found!.transfers.map(({ component_id, from_component_id, source_id, quantity, instead_of_id }) => ({
        ...{ component_id, from_component_id, source_id, quantity, instead_of_id },
      })),
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    })
  const givers = found?.orders.filter(({ role }) => role === 'gives').length ?? 0
  return (
    <Modal
      open
      width={wide}
      title={say(text('从其他工单调料', 'Take from other orders'))}
      onCancel={onClose}
      okText={say(text('调料', 'Take these'))}
      cancelText={say(text('取消', 'Cancel'))}
      okButtonProps={{ disabled: givers === 0, loading: reallocate.pending }}
      onOk={take}
    >
      {found ? (
        <>
          {givers === 0 ? (
            <EmptyState
              text={text(
                '没有工单可以让料：不缺料，或其他工单没有更早可用的料',
                'No order can give: nothing is short, or nobody has it any sooner',
              )}
            />
          ) : (
            <>
              <Sums of={found} />
              <div className="qt-replenish-rows">
                <VirtualTable<ReallocationRow> rows={found.orders} columns={columns} />
              </div>
              <p className="qt-secondary">
                {say(
                  text(
                    '调入的料会锁定在调入工单上；让出的工单随后自动重新匹配。',
                    'What is taken is locked to the order that takes it; those who gave are matched again at once.',
                  ),
                )}
              </p>
              <Input
                value={reason}
                maxLength={255}
                aria-label={say(text('原因（可不填）', 'Reason (optional)'))}
                placeholder={say(text('原因（可不填）', 'Reason (optional)'))}
                onChange={event => setReason(event.target.value)}
              />
            </>
          )}
          {keeping_ids.length > 0 ? (
            <Button type="link" onClick={() => keep([])}>
              {say(text('{count}个工单不让料，全部恢复', '{count} left out: ask them all again'), {
                count: keeping_ids.length,
              })}
            </Button>
          ) : null}
        </>
      ) : (
        <JobProgress
          key={job_id}
          jobId={job_id}
          title={text('计算调料', 'Working out who could give')}
          status={queryJobStatus}
          cancel={cancelJob}
          onDone={onDone}
        />
      )}
    </Modal>
  )
}

function Sums({ of }: { of: ReallocationPreview }) {
  const say = useSay()
  const count = (role: ReallocationRow['role']) => of.orders.filter(one => one.role === role).length
  const late = of.orders.filter(one => one.role !== 'takes' && comesTooLate(one)).length
  return (
    <p className="qt-sum">
      <span>{say(text('{count}个工单调入', '{count} take'), { count: count('takes') })}</span>
      <span>{say(text('{count}个工单让出', '{count} give'), { count: count('gives') })}</span>
      {late > 0 ? (
        <span className="qt-late">
          <ExclamationCircleFilled aria-hidden />{' '}
          {say(text('{late}个工单齐套晚于计划开始', '{late} kitted after their planned start'), { late })}
        </span>
      ) : null}
    </p>
  )
}

const columnsWith = (keep: (id: string) => unknown): readonly Column<ReallocationRow>[] => [
  { name: 'role', title: text('去向', 'How'), width: 84, render: ({ role }) => <StatusTag of={roles.stateOf(role)} /> },
  { name: 'no', title: mo.fields.no.title, width: 132, render: ({ no }) => no },
  {
    name: 'material_code',
    title: text('产品', 'Product'),
    width: 140,
    render: ({ material_code, material_name }) => (
      <span title={`${material_code} ${material_name}`}>
        {material_code} {material_name}
      </span>
    ),
  },
  {
    name: 'status',
    title: mo.fields.status.title,
    width: 112,
    render: ({ status }) => <StatusTag of={moStatus.stateOf(status)} />,
  },
  {
    name: 'delivery_date',
    title: mo.fields.delivery_date.title,
    width: 104,
    render: ({ delivery_date }) => <DayText of={delivery_date} />,
  },
  { name: 'parts', title: text('调料', 'What'), width: 148, render: row => <Parts of={row} /> },
  { name: 'kit', title: text('齐套时间', 'Kitted'), width: 326, render: row => <KitMove of={row} /> },
  {
    name: 'keep',
    title: text('操作', 'Actions'),
    width: 84,
    render: ({ id, role }) => (role === 'gives' ? <KeepButton onPress={() => keep(id)} /> : null),
  },
]

function KeepButton({ onPress }: { onPress: () => unknown }) {
  const say = useSay()
  return (
    <Button type="link" size="small" onClick={onPress}>
      {say(text('不让料', 'Leave out'))}
    </Button>
  )
}

function Parts({ of: { parts } }: { of: ReallocationRow }) {
  const say = useSay()
  const [first] = parts
  if (!first) return <span className="qt-none">—</span>
  const all = parts.map(part => `${part.material_code} ${part.material_name} ${part.quantity} ${part.unit_name}`)
  return (
    <span title={all.join('\n')}>
      {first.material_code} <Quantity value={first.quantity} unit={first.unit_name} />
      {parts.length > 1 ? (
        <span className="qt-secondary">
          {' '}
          {say(text('等{count}项', '+{more}'), { count: parts.length, more: parts.length - 1 })}
        </span>
      ) : null}
    </span>
  )
}

/** From what to what; red, with a sign, what comes after the planned start. */
function KitMove({ of }: { of: ReallocationRow }) {
  const say = useSay()
  const { before, after } = of
  if (before.material_status === after.material_status && before.kitting_time === after.kitting_time)
    return <span className="qt-secondary">{say(text('不变', 'As it was'))}</span>
  return (
    <span className="qt-inline">
      <Kit of={before} /> → <Kit of={after} />
      {of.role !== 'takes' && comesTooLate(of) ? (
        <ExclamationCircleFilled
          className="qt-late"
          aria-label={say(text('晚于计划开始', 'After its planned start'))}
        />
      ) : null}
    </span>
  )
}
function Kit({ of }: { of: ReallocationRow['before'] }) {
  const { codes } = materialStatus
  const isKitted = of.material_status === codes.kitting_complete || of.material_status === codes.locked
  return (
    <>
      <StatusTag of={materialStatus.stateOf(of.material_status as CodeOf<typeof materialStatus>)} />
      {isKitted ? null : <DayText of={of.kitting_time} />}
    </>
  )
}
