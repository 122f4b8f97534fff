import { cancelJob, queryJobStatus } from '@qitao/access/model/job/job.calls.ts'
import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { isZero } from '@qitao/core/quantity.ts'
import { statuses } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { seesUnitPrices } from '@qitao/masterdata/model/price/sees-unit-prices.ts'
import { failureText } from '@qitao/platform/web/call/failures.ts'
import { JobProgress } from '@qitao/platform/web/call/job-progress.tsx'
import { refresh, useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { materialColumn } from '@qitao/stock/web'
import { Select } from 'antd'
import { useState } from 'react'
import {
  acceptInventoryPlan,
  alterInventoryPlan,
  exportInventoryPlans,
  type InventoryPlanRow,
  keepInventoryPlan,
  listInventoryPlans,
  listReconciliation,
  showInventoryAnalysis,
} from '../../model/inventory/inventory-plan.calls.ts'
import { inventoryPlan } from '../../model/inventory/inventory-plan.record.ts'
import { triggerStockPlan } from '../../model/stock-plan.calls.ts'
import { asSeen, KeepDialog, ParametersDialog } from './inventory-plan.dialogs.tsx'
import { InventoryPlanDrawer } from './inventory-plan.drawer.tsx'
import { planCalls } from './plan-calls.ts'
import './inventory.css'

const abcClasses = statuses({
  A: { code: 'A', zh: 'A', en: 'A', colour: 'neutral' },
  B: { code: 'B', zh: 'B', en: 'B', colour: 'neutral' },
  C: { code: 'C', zh: 'C', en: 'C', colour: 'neutral' },
})
const xyzClasses = statuses({
  X: { code: 'X', zh: 'X', en: 'X', colour: 'neutral' },
  Y: { code: 'Y', zh: 'Y', en: 'Y', colour: 'neutral' },
  Z: { code: 'Z', zh: 'Z', en: 'Z', colour: 'neutral' },
})
const classFilter = (name: 'abc' | 'xyz', table: typeof abcClasses | typeof xyzClasses) => ({
  ...{ name, title: text(name.toUpperCase(), name.toUpperCase()) },
  input: ({ value, onChange }: { value: unknown; onChange: (value: unknown) => void }) => (
    <Select
      aria-label={name.toUpperCase()}
      placeholder={name.toUpperCase()}
      allowClear
      value={value ?? null}
      onChange={next => onChange(next ?? undefined)}
      options={table.list.map(({ code }) => ({ value: code, label: code }))}
    />
  ),
})

/** Points and parameters of all materials, or of those where what is in use is not what was computed. */
export function InventoryPlansTab({ of }: { of: 'all' | 'different' }) {
  const [shown, setShown] = useState<InventoryPlanRow>()
  const [edited, edit] = useState<readonly InventoryPlanRow[]>()
  const [kept, keep] = useState<readonly InventoryPlanRow[]>()
  const [job, setJob] = useState<string>()
  const start = useCommand(triggerStockPlan, { success: null, done: ({ job_id }) => setJob(job_id) })
  const accept = useCommand(acceptInventoryPlan, {
    refreshes: planCalls,
    success: text(
      '已采用，物料计划和采购需求按此补货',
      'Accepted: the material plan and buying go by them from now on',
    ),
  })
  const unit = (row: InventoryPlanRow) => row.unit_name
  const { org, may } = useSession()
  const money = () => org.currency ?? ''
  const seesPrices = seesUnitPrices.some(may)
  const acts = (rows: readonly InventoryPlanRow[]) => [
    {
      title: text('采用', 'Accept'),
      whyNot: rows.some(row => row.computed_time === null)
        ? text('请先计算', 'Calculate first')
        : rows.some(row => isZero(row.consumed_quantity ?? '0'))
          ? text('过去一年没有消耗，无从计算', 'Nothing was consumed in the past year to compute from')
          : undefined,
      ask: {
        title: text('采用计算的再订货点？', 'Accept the computed points?'),
        objects: rows.map(row => `${row.material_code} ${row.in_use_quantity} → ${row.reorder_point}`),
        detail: text(
          '低于该点时补货，物料计划与采购需求从现在起按此计算。',
          'Below them it is bought: the material plan and buying go by them from now on.',
        ),
      },
      run: accept.with(asSeen(rows)),
    },
    { title: text('参数', 'Parameters'), run: needing(alterInventoryPlan, () => edit(rows)) },
    ...(of === 'different' ? [{ title: text('保留', 'Keep'), run: needing(keepInventoryPlan, () => keep(rows)) }] : []),
  ]
  return (
    <>
      <ListPage
        call={of === 'all' ? listInventoryPlans : listReconciliation}
        record={inventoryPlan}
        columns={[
          { ...materialColumn, opens: setShown },
          {
            name: 'abc',
            title: text('分类', 'Class'),
            width: 70,
            sort: false,
            render: row => `${row.abc ?? '—'}${row.xyz ?? '—'}`,
          },
          { name: 'in_use_quantity', width: 110, sort: false, unit },
          { name: 'reorder_point', width: 110, sort: false, unit },
          { name: 'difference', width: 100, sort: false, unit },
          ...(seesPrices ? [{ name: 'difference_amount' as const, width: 140, sort: false, unit: money }] : []),
          { name: 'fluctuation_buffer', width: 110, sort: false, unit },
          { name: 'quality_buffer', width: 110, sort: false, unit },
          { name: 'reorder_quantity', width: 110, sort: false, unit },
          { name: 'fill_rate', width: 90, sort: false },
          { name: 'current_quantity', width: 100, sort: false, unit },
          { name: 'position_quantity', width: 100, sort: false, unit },
          { name: 'suggested_quantity', width: 100, sort: false, unit },
          { name: 'daily_average', width: 100, sort: false, unit },
          { name: 'standard_deviation', width: 100, sort: false, unit },
          { name: 'supply_lead_time', width: 100, sort: false },
          { name: 'reorder_cycle', width: 90, sort: false },
          { name: 'additional_time', width: 90, sort: false, hidden: true },
          { name: 'defect_rate', width: 90, sort: false, hidden: true },
          { name: 'packaging_size', width: 90, sort: false, hidden: true },
          { name: 'consumed_quantity', width: 110, sort: false, hidden: true, unit },
          ...(seesPrices ? [{ name: 'consumed_amount' as const, width: 140, unit: money }] : []),
          { name: 'turns', width: 120, sort: false },
          ...(seesPrices ? [{ name: 'excess_amount' as const, width: 130, sort: false, unit: money }] : []),
          { name: 'kept_reason', width: 140, sort: false, hidden: true },
          { name: 'computed_time', width: 150, sort: false },
        ]}
        filters={['keyword', 'material_id', classFilter('abc', abcClasses), classFilter('xyz', xyzClasses)]}
        rowActions={row => acts([row])}
        bulkActions={acts}
        toolbar={list => (
          <>
            {job ? (
              <JobProgress
                key={job}
                jobId={job}
                title={text('正在计算库存计划', 'Calculating the inventory plan')}
                status={queryJobStatus}
                cancel={cancelJob}
                onDone={() => void refresh(...planCalls).then(() => setJob(undefined))}
              />
            ) : (
              <ActButton primary act={{ title: text('计算库存计划', 'Calculate'), run: start.with({}) }} />
            )}
            {of === 'all' ? <Summary /> : null}
            {of === 'all' ? <ExchangeButtons list={list} exports={exportInventoryPlans} /> : null}
          </>
        )}
      />
      {shown ? <InventoryPlanDrawer of={shown} acts={acts([shown])} onClose={() => setShown(undefined)} /> : null}
      {edited ? (
        <ParametersDialog
          rows={edited}
          onSaved={material_ids => void start.run({ material_ids })}
          onClose={() => edit(undefined)}
        />
      ) : null}
      {kept ? <KeepDialog rows={kept} onClose={() => keep(undefined)} /> : null}
    </>
  )
}

/** What lies there in all and how fast it goes; what has no price is told, not counted as nothing. */
function Summary() {
  const say = useSay()
  const state = useCall(showInventoryAnalysis, {})
  const { org, may } = useSession()
  const language = useLanguage()
  const summary = state.data?.summary
  if (state.error && !summary)
    return (
      <span className="qt-inventory-facts qt-danger" role="alert">
        {failureText(state.error, language)}
        <ActButton act={{ title: text('重试', 'Try again'), run: () => void state.refetch() }} />
      </span>
    )
  if (!summary)
    return (
      <span className="qt-inventory-facts qt-secondary">
        {say(text('正在读取库存金额…', 'Reading the value of the stock…'))}
      </span>
    )
  const money = org.currency ?? ''
  const worth = [
    [
      text('库存金额（按采购价）', 'Stock at purchase prices'),
      <Quantity key="stock" value={summary.stock_amount} decimals={2} unit={money} />,
    ],
    [
      text('年出库金额', 'Issued in a year'),
      <Quantity key="used" value={summary.consumed_amount} decimals={2} unit={money} />,
    ],
  ] as const
  const facts = [
    ...(seesUnitPrices.some(may) ? worth : []),
    [text('周转次数', 'Turns'), <Quantity key="turns" value={summary.turns} unit={say(text('次/年', '/ year'))} />],
    [text('库存天数', 'Days of stock'), <Quantity key="days" value={summary.days} unit={say(text('天', 'd'))} />],
  ] as const
  return (
    <span className="qt-inventory-facts">
      {facts.map(([title, value]) => (
        <span key={title.en}>
          <span className="qt-secondary">{say(title)}</span> <strong className="qt-number">{value}</strong>
        </span>
      ))}
      {summary.unpriced_count > 0 ? (
        <span className="qt-danger">
          {say(
            text(
              '{count}种有库存的物料无采购价，未计入',
              '{count} materials in stock have no purchase price and are not in',
            ),
            {
              count: summary.unpriced_count,
            },
          )}
        </span>
      ) : null}
    </span>
  )
}
