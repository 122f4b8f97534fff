import { ExclamationCircleFilled } from '@ant-design/icons'
import { cancelJob, queryJobStatus } from '@qitao/access/model/job/job.calls.ts'
import { mostRows } from '@qitao/core/page.ts'
import { type Statuses, statuses } from '@qitao/core/status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { JobProgress, type JobRecord, jobStates } from '@qitao/platform/web/call/job-progress.tsx'
import type { Column } from '@qitao/platform/web/list/columns.tsx'
import { VirtualTable } from '@qitao/platform/web/list/virtual-table.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Modal } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import {
  type Change,
  changesBetween,
  type PreviewRow,
  type ReplenishmentPreview,
} from '../../model/replenish/replenishment-preview.ts'
import '../manufacturing.css'

/** What the planner looks at: the job that computes it, or what came instead of what was agreed to. */
export type Looking =
  | { readonly mo_ids: readonly string[]; readonly job_id: string }
  | {
      readonly mo_ids: readonly string[]
      readonly before: ReplenishmentPreview
      readonly now: ReplenishmentPreview
    }

const kinds = statuses({
  make: { code: 'make', zh: '生产', en: 'Make', colour: 'processing' },
  buy: { code: 'buy', zh: '采购', en: 'Buy', colour: 'info' },
})
const changes: Statuses<Change, never, Change> = statuses({
  added: { code: 'added', zh: '新增', en: 'New', colour: 'warning' },
  changed: { code: 'changed', zh: '有变化', en: 'Changed', colour: 'warning' },
  gone: { code: 'gone', zh: '不再需要', en: 'Not needed', colour: 'neutral' },
})
const wide = 1180

/** What would be made and bought, and by when, before it is; one press makes exactly that. */
export function ReplenishDialog({
  of,
  pending,
  onAgree,
  onClose,
}: {
  of: Looking
  pending: boolean
  onAgree: (preview: ReplenishmentPreview) => void
  onClose: () => void
}) {
  const say = useSay()
  const [found, setFound] = useState<ReplenishmentPreview>()
  const onDone = useCallback(({ status, result }: JobRecord) => {
    if (status === jobStates.done) setFound(result as ReplenishmentPreview)
  }, [])
  const preview = 'now' in of ? of.now : found
  const count = preview ? preview.mo_count + preview.request_count : 0
  return (
    <Modal
      open
      width={wide}
      title={say(text('补料预览', 'Preview of the replenishment'))}
      onCancel={onClose}
      okText={say(text('生成', 'Make these'))}
      cancelText={say(text('取消', 'Cancel'))}
      okButtonProps={{ disabled: count === 0, loading: pending }}
      onOk={() => preview && onAgree(preview)}
    >
      {preview ? (
        <Preview of={preview} before={'before' in of ? of.before : undefined} />
      ) : 'job_id' in of ? (
        <JobProgress
          jobId={of.job_id}
          title={text('计算补料', 'Working out what is short')}
          status={queryJobStatus}
          cancel={cancelJob}
          onDone={onDone}
        />
      ) : null}
    </Modal>
  )
}

function Preview({ of, before }: { of: ReplenishmentPreview; before: ReplenishmentPreview | undefined }) {
  const say = useSay()
  const different = useMemo(() => (before ? changesBetween(before, of) : new Map<string, Change>()), [before, of])
  const rows = useMemo(
    () => [...(before?.rows ?? []).filter(({ id }) => different.get(id) === 'gone'), ...of.rows],
    [before, of, different],
  )
  const count = of.mo_count + of.request_count
  return (
    <div className="qt-replenish">
      {before ? (
        <p role="alert" className="qt-late">
          <ExclamationCircleFilled aria-hidden />{' '}
          {say(
            text(
              '库存或订单已变化，没有生成任何单据。下面是现在的结果，{count}处不同已标出。',
              'Stock or orders have changed; nothing was made. This is what it would be now; {count} differences are marked.',
            ),
            { count: different.size },
          )}
        </p>
      ) : null}
      {rows.length === 0 ? (
        <EmptyState text={text('不缺料，没有需要生成的单据', 'Nothing is short: there is nothing to make or buy')} />
      ) : (
        <>
          <p className="qt-sum">
            <span>{say(text('子工单{mos}个', '{mos} child orders'), { mos: of.mo_count })}</span>
            <span>
              {say(text('采购申请{requests}条', '{requests} purchase requests'), { requests: of.request_count })}
            </span>
            {of.late_count > 0 ? (
              <span className="qt-late">
                <ExclamationCircleFilled aria-hidden />{' '}
                {say(text('{late}项已来不及', '{late} overdue'), { late: of.late_count })}
              </span>
            ) : null}
            {count > mostRows ? (
              <span className="qt-secondary">
                {say(text('仅显示前{most}行', 'The first {most} are shown'), { most: mostRows })}
              </span>
            ) : null}
          </p>
          <div className="qt-replenish-rows">
            <VirtualTable<PreviewRow> rows={rows} columns={before ? [changeColumn(different), ...columns] : columns} />
          </div>
        </>
      )}
    </div>
  )
}

const changeColumn = (different: ReadonlyMap<string, Change>): Column<PreviewRow> => ({
  name: 'change',
  title: text('变化', 'Change'),
  width: 92,
  render: ({ id }) => {
    const change = different.get(id)
    return change ? <StatusTag of={changes.stateOf(change)} /> : null
  },
})
const columns: readonly Column<PreviewRow>[] = [
  { name: 'kind', title: text('方式', 'How'), width: 72, render: ({ kind }) => <StatusTag of={kinds.stateOf(kind)} /> },
  {
    name: 'material_code',
    title: text('物料', 'Material'),
    width: 240,
    render: ({ material_code, material_name }) => (
      <span title={`${material_code} ${material_name}`}>
        {material_code} {material_name}
      </span>
    ),
  },
  {
    name: 'quantity',
    title: text('数量', 'Quantity'),
    width: 110,
    render: ({ quantity, unit_name }) => <Quantity value={quantity} unit={unit_name} />,
  },
  { name: 'by_time', title: text('最晚下单/开工', 'Buy or start by'), width: 190, render: row => <By of={row} /> },
  {
    name: 'needed_time',
    title: text('需求日期', 'Needed'),
    width: 110,
    render: ({ needed_time }) => <DayText of={needed_time} />,
  },
  { name: 'into_code', title: text('用于', 'Goes into'), width: 130, render: row => row.into_code ?? '—' },
  { name: 'mo_no', title: text('需求工单', 'Needed by'), width: 170, render: row => <Served of={row} /> },
]

const overdue: Readonly<Record<PreviewRow['kind'], Text>> = {
  make: text('应已开工', 'overdue'),
  buy: text('应已下单', 'overdue'),
}
/** Red is not all: a sign and words say it too. */
function By({ of }: { of: PreviewRow }) {
  const say = useSay()
  if (!of.late) return <DayText of={of.by_time} />
  return (
    <span className="qt-late">
      <DayText of={of.by_time} /> <ExclamationCircleFilled aria-hidden /> {say(overdue[of.kind])}
    </span>
  )
}

function Served({ of }: { of: PreviewRow }) {
  const say = useSay()
  if (of.mo_no === null) return <span className="qt-none">—</span>
  return (
    <span>
      {of.mo_no}
      {of.orders_served > 1 ? (
        <span className="qt-secondary">
          {' '}
          {say(text('等{count}个', '+{more}'), { count: of.orders_served, more: of.orders_served - 1 })}
        </span>
      ) : null}
    </span>
  )
}
