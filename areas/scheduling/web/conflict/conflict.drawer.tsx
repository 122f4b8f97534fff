import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { Pager } from '@qitao/platform/web/list/list-page.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { type ConflictRow, listConflicts } from '../../model/conflict/conflict.calls.ts'
import { type ConflictKind, conflictKind } from '../../model/conflict/conflict.status.ts'
import { lengthText } from '../../model/late/late-words.ts'
import { repairPlan } from '../../model/schedule.calls.ts'
import { ForWhomLine } from './for-whom.tsx'

const pageSize = 20
const all = 'all' as const

interface ConflictDrawerProps {
  open: boolean
  onClose: () => void
  /** Looks at what has to move. */
  onRepair: () => void
  /** Brings a task into sight. */
  onShow: (task_id: string, start_time: number) => void
}
/** Where the books have overtaken the plan: what, by how much, why and what to do. */
export function ConflictDrawer({ open, onClose, onRepair, onShow }: ConflictDrawerProps) {
  const say = useSay()
  const language = useLanguage()
  const [page, setPage] = useState(1)
  const [kind, setKind] = useState<ConflictKind>()
  const [keyword, setKeyword] = useState('')
  const asked = {
    ...{ page, page_size: pageSize },
    ...(kind ? { kinds: [kind] } : {}),
    ...(keyword ? { keyword } : {}),
  }
  const found = useCall(listConflicts, open ? asked : null, { keepPrevious: true })
  const counts = found.data?.counts ?? {}
  const sum = Object.values(counts).reduce((total, count) => total + count, 0)
  const choose = (wanted: ConflictKind | undefined) => {
    setKind(wanted)
    setPage(1)
  }
  return (
    <DetailDrawer open={open} title={text('计划冲突', 'Conflicts of the plan')} onClose={onClose}>
      <div className="qt-conflict-filters">
        <Input.Search
          allowClear
          placeholder={say(text('工单、客户、物料、设备、单号', 'Order, customer, material, machine, document'))}
          aria-label={say(text('搜索冲突', 'Search conflicts'))}
          onSearch={word => {
            setKeyword(word.trim())
            setPage(1)
          }}
        />
        <Select<ConflictKind | typeof all>
          aria-label={say(text('冲突类型', 'Kind of conflict'))}
          value={kind ?? all}
          onChange={chosen => choose(chosen === all ? undefined : chosen)}
          options={[
            { value: all, label: say(text('全部类型（{n}）', 'All kinds ({n})'), { n: sum }) },
            ...conflictKind.list
              .filter(({ code }) => (counts[code] ?? 0) > 0 || code === kind)
              .map(state => ({ value: state.code, label: `${state[language]} (${counts[state.code] ?? 0})` })),
          ]}
        />
        <ActButton
          primary={sum > 0}
          act={{ title: text('修复计划', 'Repair plan'), run: needing(repairPlan, onRepair) }}
        />
      </div>
      {found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !found.data ? (
        <PageSkeleton />
      ) : found.data.result.length === 0 ? (
        <EmptyState
          text={
            sum === 0 && !keyword
              ? text(
                  '没有冲突：计划与物料、设备、报工一致。',
                  'No conflicts: the plan agrees with material, machines and reports.',
                )
              : text('没有符合条件的冲突', 'No conflict like that')
          }
        />
      ) : (
        <>
          <ol className="qt-conflicts">
            {found.data.result.map(conflict => (
              <Conflict key={conflict.id} conflict={conflict} onShow={onShow} />
            ))}
          </ol>
          {found.data.total > pageSize && (
            <Pager fixed page={page} size={pageSize} total={found.data.total} onChange={setPage} />
          )}
        </>
      )}
    </DetailDrawer>
  )
}

function Conflict({ conflict, onShow }: { conflict: ConflictRow; onShow: ConflictDrawerProps['onShow'] }) {
  const say = useSay()
  const { may } = useSession()
  const { kind, task_id, mo_no, process_name, machine_no, start_time, run_time, seconds, cause, remedy } = conflict
  const { other_mo_no, purchase_order_no } = conflict
  const documents = [
    { page: pages.manufacturingOrders, no: mo_no },
    ...(other_mo_no && other_mo_no !== mo_no ? [{ page: pages.manufacturingOrders, no: other_mo_no }] : []),
    ...(purchase_order_no ? [{ page: pages.arrivalPlan, no: purchase_order_no }] : []),
  ].filter(({ page }) => may(page))
  return (
    <li>
      <header>
        <StatusTag of={conflictKind.stateOf(kind)} />
        {seconds > 0 ? (
          <strong className="qt-plan-late qt-number">
            {say(text('差 {length}', 'by {length}'), { length: lengthText(seconds, say) })}
          </strong>
        ) : null}
        <Stake of={conflict} />
      </header>
      <button type="button" className="qt-link" onClick={() => onShow(task_id, start_time)}>
        {mo_no} · {process_name} · {machine_no}
      </button>
      <p>
        <ForWhomLine of={conflict} />
      </p>
      <p className="qt-secondary">
        {say(text('计划开工', 'Planned start'))} <Instant at={start_time} />
        {run_time > start_time ? (
          <>
            {say(text('，准备后加工', ', set up, runs from'))} <Instant at={run_time} />
          </>
        ) : null}
      </p>
      <p>{cause}</p>
      <p>
        <span className="qt-secondary">{say(text('处理：', 'What to do: '))}</span>
        {remedy}
      </p>
      {documents.length > 0 ? (
        <p className="qt-conflict-documents">
          {documents.map(({ page, no }) => (
            <button key={no} type="button" className="qt-link" onClick={() => openPage(page, { keyword: no })}>
              {say(text('打开 {no}', 'Open {no}'), { no })}
            </button>
          ))}
        </p>
      ) : null}
    </li>
  )
}

/** What it does to the order when nothing is done. */
function Stake({ of: { late_seconds } }: { of: ConflictRow }) {
  const say = useSay()
  if (late_seconds === 0) return <span className="qt-secondary">{say(text('交期内', 'still in time'))}</span>
  return (
    <span className="qt-plan-late">
      {late_seconds === null
        ? say(text('不处理则无法交货', 'no delivery unless it is seen to'))
        : say(text('将延期 {length}', 'late by {length}'), { length: lengthText(late_seconds, say) })}
    </span>
  )
}
