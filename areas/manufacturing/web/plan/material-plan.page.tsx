import { materialPlanSettings } from '@qitao/access/model/company/settings.ts'
import { SettingsButton } from '@qitao/access/web/company/settings-button.tsx'
import type { In } from '@qitao/core/call.ts'
import { mostRows } from '@qitao/core/page.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { useDownload } from '@qitao/platform/web/call/download.ts'
import { ask, useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useEndless } from '@qitao/platform/web/call/use-endless.ts'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { ColumnSettingsButton, useColumnSettings, useListName } from '@qitao/platform/web/list/column-settings.tsx'
import { resolveColumns } from '@qitao/platform/web/list/columns.tsx'
import { EndlessTable } from '@qitao/platform/web/list/endless-table.tsx'
import { FilterBar } from '@qitao/platform/web/list/filter-bar.tsx'
import type { Filter } from '@qitao/platform/web/list/filters.ts'
import { useListState } from '@qitao/platform/web/list/list-state.ts'
import { onlyFilter } from '@qitao/platform/web/list/only-filter.tsx'
import { PageTools } from '@qitao/platform/web/list/page-tools.tsx'
import { useSelection } from '@qitao/platform/web/list/selection.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { usePageMemory } from '@qitao/platform/web/session/page-memory.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { Button, Select, Tabs } from 'antd'
import { useCallback, useState } from 'react'
import { listMos, sendMosToPlan } from '../../model/mo/mo.calls.ts'
import { type MoRow, mo } from '../../model/mo/mo.record.ts'
import { moStatus } from '../../model/mo/mo.status.ts'
import {
  checkKits,
  countPools,
  exportKittingResult,
  lockMaterial,
  previewReallocation,
  previewReplenishment,
  replenishMos,
} from '../../model/plan/material-plan.calls.ts'
import type { ReplenishmentPreview } from '../../model/replenish/replenishment-preview.ts'
import { KittingTime, moColumns } from '../mo/mo.columns.tsx'
import { LockDialog } from './lock.dialog.tsx'
import { MaterialPlanDrawer } from './material-plan.drawer.tsx'
import { type PlanJob, PlanJobStrip } from './material-plan.job.tsx'
import { planCalls } from './plan-calls.ts'
import { PlanMessages } from './plan-messages.tsx'
import { ReallocationDialog } from './reallocation.dialog.tsx'
import { type Looking, ReplenishDialog } from './replenish.dialog.tsx'
import { ShortageDrawer } from './shortage.drawer.tsx'
import '../manufacturing.css'

type Pool = NonNullable<In<typeof listMos>['pool']>
const pools: readonly { key: Pool; title: Text; count: 'todo_count' | 'pre_kitting_count' | 'planned_count' }[] = [
  { key: 'todo', title: text('待办池', 'To do'), count: 'todo_count' },
  { key: 'pre_kitting', title: text('预齐套池', 'Pre-kitting'), count: 'pre_kitting_count' },
  { key: 'planned', title: text('已下计划', 'In the plan'), count: 'planned_count' },
]
const orders: readonly { value: string; title: Text }[] = [
  { value: 'priority', title: text('按优先级', 'By priority') },
  { value: 'delivery_date', title: text('按交期', 'By delivery date') },
  { value: 'kitting_time', title: text('按齐套时间', 'By kitting time') },
  { value: 'planned_start_time', title: text('按计划开始', 'By planned start') },
  { value: '-created_time', title: text('最新在前', 'Newest first') },
]
const filters: readonly Filter<typeof listMos>[] = [
  'keyword',
  { name: 'material_statuses', of: 'material_status', many: true },
  { name: 'timestamp_range', range: true, title: text('交期', 'Delivery date') },
  'material_id',
  onlyFilter<typeof listMos>('late', text('仅看超期', 'Late only')),
]

/** Which work orders can start, which wait for what, and who gets scarce material; what the plan asks to be done. */
export default function MaterialPlanPage() {
  return (
    <PageTabs
      tabs={[
        { key: 'orders', title: text('工单齐套', 'Kitting'), page: <MaterialPools /> },
        { key: 'messages', title: text('计划消息', 'Plan messages'), page: <PlanMessages /> },
      ]}
    />
  )
}

function MaterialPools() {
  const exportKitting = useDownload(exportKittingResult)
  const say = useSay()
  const language = useLanguage()
  const [pool, setPool] = usePageMemory<Pool>('pool', 'todo')
  const [job, setJob] = usePageMemory<PlanJob | undefined>('job', undefined)
  const [shown, setShown] = useState<string>()
  const [shortages, setShortages] = useState(false)
  const [looking, setLooking] = useState<Looking>()
  const [locking, setLocking] = useState(false)
  const [taking, setTaking] = useState<{ readonly mo_ids: readonly string[]; readonly job_id: string }>()
  const state = useListState<typeof listMos>(mo, filters)
  const order_by = state.orderBy ?? 'priority'
  const input = { ...state.asked, pool, order_by }
  const counts = useCall(countPools, {}, { keepPrevious: true })
  const list = useEndless(listMos, input)
  const selection = useSelection(JSON.stringify(input), list.rows)
  const chosen = selection.ids
  const columns = useColumnSettings<MoRow>(
    resolveColumns<MoRow>(
      [
        { name: 'no', width: 150, opens: order => setShown(order.id) },
        moColumns.product,
        moColumns.planned,
        { name: 'priority', width: 76 },
        moColumns.delivery,
        moColumns.kitting,
        { name: 'kitting_time', width: 260, render: order => <KittingTime mo={order} /> },
        moColumns.deciding,
        moColumns.finish,
        ...(pool === 'planned' ? ['status' as const] : []),
        { name: 'order_no', title: text('销售订单', 'Sales order'), width: 140 },
        { name: 'customer_name', title: text('客户', 'Customer'), width: 140 },
        { name: 'parent_no', title: text('父工单', 'Parent'), width: 140, hidden: true },
        { name: 'remark', hidden: true },
      ],
      mo,
      language,
    ),
    useListName(mo.name),
  )
  const started = (kind: PlanJob['kind']) => (answer: { job_id: string }) =>
    setJob({ id: answer.job_id, kind, running: true })
  const check = useCommand(checkKits, { success: null, done: started('kitting') })
  const preview = useCommand(previewReplenishment, {
    success: null,
    repeatable: true,
    done: ({ job_id }, { mo_ids }) => setLooking({ mo_ids, job_id }),
  })
  const replenish = useCommand(replenishMos, { success: null, done: () => setLooking(undefined) })
  const takeOver = useCommand(previewReallocation, {
    success: null,
    repeatable: true,
    done: ({ job_id }, { mo_ids }) => setTaking({ mo_ids, job_id }),
  })
  const lock = useCommand(lockMaterial, { refreshes: planCalls })
  const toPlan = useCommand(sendMosToPlan, { refreshes: planCalls })

  const ended = useCallback(
    (changed?: ReplenishmentPreview) => {
      if (!job?.running) return
      setJob({ ...job, running: false })
      if (changed && job.agreed) setLooking({ ...job.agreed, now: changed })
    },
    [job, setJob],
  )
  const agree = async (before: ReplenishmentPreview) => {
    const mo_ids = [...looking!.mo_ids]
    const answer = await replenish.run({ mo_ids, agreed: before.digest })
    if (!answer) return
    setJob({ id: answer.job_id, kind: 'replenishment', running: true, agreed: { mo_ids, before } })
  }

  /** The chosen ones, else all that the filters let through, in their order. */
  const wanted = async (): Promise<string[]> => {
    if (chosen.length > 0) return [...chosen]
    const all = await ask(listMos, { ...input, page_size: -1 })
    return all.result.map(({ id }) => id)
  }
  const run = (what: (mo_ids: string[]) => unknown) => async () => {
    const mo_ids = await wanted()
    if (mo_ids.length > 0) await what(mo_ids)
  }
  const whyNone = (action: 'lock' | 'to_plan') => {
    if (chosen.length === 0) return text('请先勾选工单', 'Choose work orders first')
    const reasons = selection.rows.map(order => moStatus.whyNot(action, order.status))
    return reasons.length > 0 && reasons.every(Boolean) ? reasons[0] : undefined
  }
  const scope: Text =
    chosen.length > 0
      ? { zh: `（已选${chosen.length}）`, en: ` (${chosen.length} chosen)` }
      : { zh: `（全部${Math.min(list.total, mostRows)}）`, en: ` (all ${Math.min(list.total, mostRows)})` }
  const scoped = (title: Text): Text => ({ zh: title.zh + scope.zh, en: title.en + scope.en })
  const busy = job?.running ? text('正在计算，请稍候', 'A calculation is running, please wait') : undefined
  const none = list.total === 0 ? text('没有工单', 'There are no work orders') : undefined
  const acts: Act[] = [
    {
      title: scoped(text('自动补料', 'Replenish')),
      whyNot: busy ?? none,
      run: needing(
        replenish.call,
        run(mo_ids => preview.run({ mo_ids })),
      ),
    },
    {
      title: text('从其他工单调料', 'Take from other orders'),
      whyNot: busy ?? whyNone('lock'),
      run: takeOver.with({ mo_ids: [...chosen] }),
    },
    {
      title: text('锁定物料', 'Lock material'),
      whyNot: whyNone('lock'),
      run: needing(lock.call, () => setLocking(true)),
    },
    {
      title: text('解锁物料', 'Unlock'),
      whyNot: whyNone('lock'),
      run: lock.with({ mo_ids: [...chosen], locked: false }),
    },
    {
      title: text('下发计划', 'Send to plan'),
      whyNot: whyNone('to_plan'),
      run: toPlan.with({ mo_ids: [...chosen] }),
    },
  ]
  return (
    <div className="qt-page qt-plan-page">
      <Tabs
        size="small"
        activeKey={pool}
        onChange={next => setPool(next as Pool)}
        items={pools.map(one => ({
          key: one.key,
          label: (
            <>
              {say(one.title)}{' '}
              <span className="qt-number">{counts.data?.[one.count].toLocaleString('en-US') ?? '…'}</span>
            </>
          ),
        }))}
      />
      <div className="qt-list-head">
        <FilterBar
          filters={state.filters}
          values={state.values}
          filtered={state.filtered}
          onChange={state.filter}
          onClear={state.clear}
        />
        <div className="qt-toolbar">
          <Select
            aria-label={say(text('排序', 'Order'))}
            value={order_by}
            options={orders.map(({ value, title }) => ({ value, label: say(title) }))}
            popupMatchSelectWidth={false}
            onChange={state.sort}
          />
          <ColumnSettingsButton settings={columns} />
        </div>
      </div>
      <div className="qt-plan-tools">
        <ActButton
          primary
          act={{
            title: scoped(text('齐套检查', 'Check kitting')),
            whyNot: busy ?? none,
            run: needing(
              check.call,
              run(mo_ids => check.run({ mo_ids })),
            ),
          }}
        />
        {acts.map(one => (
          <ActButton key={one.title.zh} act={one} />
        ))}
        <ActButton
          act={{
            title: scoped(text('导出齐套结果', 'Export kitting')),
            whyNot: none,
            run: run(mo_ids => exportKitting.run({ mo_ids })),
          }}
        />
        <Button onClick={() => setShortages(true)}>{say(text('缺料清单', 'Shortages'))}</Button>
        <SettingsButton title={text('物料计划', 'Material planning')} keys={materialPlanSettings} />
        <PageTools page={pages.materialPlan} chosen={chosen} />
        {chosen.length > 0 ? (
          <Button type="link" onClick={selection.clear}>
            {say(text('取消选择', 'Clear selection'))}
          </Button>
        ) : null}
        {list.total > mostRows && chosen.length === 0 ? (
          <span className="qt-secondary">
            {say(text('一次最多计算前{most}个', 'At most the first {most} at a time'), { most: mostRows })}
          </span>
        ) : null}
      </div>
      {job ? (
        <PlanJobStrip job={job} onEnd={ended} onShow={() => setPool('pre_kitting')} onClose={() => setJob(undefined)} />
      ) : null}
      <EndlessTable<MoRow>
        list={list}
        columns={columns}
        selection={{ ids: chosen, onChange: selection.choose }}
        onOpen={order => setShown(order.id)}
        empty={<EmptyPool pool={pool} filtered={state.filtered} clear={state.clear} />}
        total={text('共 {all} 个工单', '{all} work orders')}
      />
      {looking ? (
        <ReplenishDialog
          key={'job_id' in looking ? looking.job_id : looking.now.digest}
          of={looking}
          pending={replenish.pending}
          onAgree={agree}
          onClose={() => setLooking(undefined)}
        />
      ) : null}
      {taking ? <ReallocationDialog key={taking.job_id} {...taking} onClose={() => setTaking(undefined)} /> : null}
      {shown ? <MaterialPlanDrawer mo_id={shown} onClose={() => setShown(undefined)} /> : null}
      {locking ? <LockDialog mo_ids={chosen} onClose={() => setLocking(false)} /> : null}
      {shortages ? <ShortageDrawer onClose={() => setShortages(false)} onOpen={setShown} /> : null}
    </div>
  )
}

const emptyPool: Readonly<Record<Pool, Text>> = {
  todo: text('没有待检查的工单；可从销售订单转工单', 'Nothing to check; make work orders from sales orders'),
  pre_kitting: text(
    '没有检查过的待办工单；请在待办池做齐套检查',
    'Nothing was checked; check the orders of the to-do pool',
  ),
  planned: text('还没有工单下发到计划', 'No work order was sent to the plan'),
}
function EmptyPool({ pool, filtered, clear }: { pool: Pool; filtered: boolean; clear: () => void }) {
  const say = useSay()
  if (!filtered) return <EmptyState text={emptyPool[pool]} />
  return (
    <EmptyState
      text={text('没有符合条件的数据', 'Nothing matches these filters')}
      next={<Button onClick={clear}>{say(text('清空条件', 'Clear all'))}</Button>}
    />
  )
}
