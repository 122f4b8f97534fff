import { cancelJob, queryJobStatus } from '@qitao/access/model/job/job.calls.ts'
import type { In } from '@qitao/core/call.ts'
import { isNegative, isZero } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { seesUnitPrices } from '@qitao/masterdata/model/price/sees-unit-prices.ts'
import { useDownload } from '@qitao/platform/web/call/download.ts'
import { JobProgress } from '@qitao/platform/web/call/job-progress.tsx'
import { ask, refresh } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useEndless } from '@qitao/platform/web/call/use-endless.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import type { Column } from '@qitao/platform/web/list/columns.tsx'
import { EndlessTable } from '@qitao/platform/web/list/endless-table.tsx'
import { FilterBar } from '@qitao/platform/web/list/filter-bar.tsx'
import type { Filter } from '@qitao/platform/web/list/filters.ts'
import { useListState } from '@qitao/platform/web/list/list-state.ts'
import { useSelection } from '@qitao/platform/web/list/selection.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { listPurchaseDemands, orderDemands, requestDemands } from '@qitao/purchasing/model/purchase-demand.calls.ts'
import type { PurchaseDemandRow } from '@qitao/purchasing/model/purchase-demand.record.ts'
import { BuyDialog } from '@qitao/purchasing/web'
import { materialColumn } from '@qitao/stock/web'
import { useMemo, useState } from 'react'
import {
  exportSupplyDemand,
  listSupplyDemand,
  makeShortages,
  type SupplyDemandRow,
  showPegging,
  showSupplyDemand,
} from '../../model/balance/supply-demand.calls.ts'
import { supplyDemand } from '../../model/balance/supply-demand.record.ts'
import { supplyStatus } from '../../model/balance/supply-demand.status.ts'
import { triggerStockPlan } from '../../model/stock-plan.calls.ts'
import { usePeriodName, usePeriods } from '../periods.tsx'
import { SupplyDemandDrawer } from './supply-demand.drawer.tsx'

const unit = (row: SupplyDemandRow) => row.unit_name
const refreshes = [listSupplyDemand, showSupplyDemand, showPegging]
/** Work orders that are told by their number. */
const mostNamed = 3

/** What is left of each material at the end of each week or month: what runs out first, first. */
export default function SupplyDemandPage() {
  const { org, may } = useSession()
  const money = org.currency ?? ''
  const seesPrices = seesUnitPrices.some(may)
  const { dimension, choice } = usePeriods()
  const nameOf = usePeriodName(dimension)
  const filters: Filter<typeof listSupplyDemand>[] = [
    'keyword',
    'material_id',
    'supply_status',
    'demand_trend',
    { name: 'time_dimension', fixed: dimension },
  ]
  const state = useListState<typeof listSupplyDemand>(supplyDemand, filters, [])
  const input: In<typeof listSupplyDemand> = { ...state.asked, time_dimension: dimension }
  const list = useEndless(listSupplyDemand, input)
  const selection = useSelection(JSON.stringify(input), list.rows)
  const [shown, setShown] = useState<SupplyDemandRow>()
  const [job, setJob] = useState<string>()
  const [buying, setBuying] = useState<{ as: 'requests' | 'orders'; rows: readonly PurchaseDemandRow[] }>()
  const start = useCommand(triggerStockPlan, { success: null, done: ({ job_id }) => setJob(job_id) })
  const make = useCommand(makeShortages, {
    refreshes,
    success: ({ nos }) =>
      text(
        `已建立工单${nos.slice(0, mostNamed).join('、')}${nos.length > mostNamed ? `等${nos.length}张` : ''}，其用料在重新计算后计入`,
        `Made ${nos.slice(0, mostNamed).join(', ')}${nos.length > mostNamed ? ` and ${nos.length - mostNamed} more` : ''}; the next calculation counts their parts`,
      ),
    done: () => selection.clear(),
  })
  const exporting = useDownload(exportSupplyDemand)
  const periods = list.first?.periods ?? []
  const columns = useMemo(
    (): Column<SupplyDemandRow>[] => [
      { ...materialColumn, opens: setShown },
      { name: 'supply_status', width: 120 },
      { name: 'opening_quantity', width: 110, unit },
      { name: 'safety_stock', width: 100, unit },
      // The period, whose first day may be past.
      { name: 'short_period', width: 110, render: ({ short_period: at }) => (at === null ? '—' : nameOf(at)) },
      { name: 'short_quantity', width: 110, unit },
      ...(seesPrices ? [{ name: 'short_amount' as const, width: 140, unit: () => money }] : []),
      { name: 'cover_days', width: 90 },
      { name: 'demand_trend', width: 80 },
      ...periods.map((period, at) => ({
        name: `balance_${period}`,
        title: text(nameOf(period), nameOf(period)),
        width: 92,
        end: true,
        render: (row: SupplyDemandRow) => <Balance of={row} at={at} />,
      })),
    ],
    [periods, nameOf, money, seesPrices],
  )
  const bought = async (as: 'requests' | 'orders') => {
    const material_ids = selection.rows.flatMap(row => row.material_id ?? [])
    const { result } = await ask(listPurchaseDemands, { material_ids, page_size: -1 })
    if (result.length > 0) setBuying({ as, rows: result })
    else
      toast.warning(
        text(
          '所选物料没有待采购的需求：在途、申请已覆盖',
          'Nothing is to be bought of them: what comes or is asked for covers it',
        ),
      )
  }
  const none = selection.rows.length === 0 ? text('请先勾选物料', 'Choose materials first') : undefined
  const toMake = selection.rows.filter(row => row.made && !isZero(row.short_quantity ?? '0'))
  return (
    <div className="qt-page">
      <div className="qt-list-head">
        <FilterBar
          filters={state.filters}
          values={state.values}
          filtered={state.filtered}
          onChange={state.filter}
          onClear={state.clear}
        />
        <div className="qt-toolbar">
          {choice}
          {job ? (
            <JobProgress
              key={job}
              jobId={job}
              title={text('正在计算供需', 'Netting demand and supply')}
              status={queryJobStatus}
              cancel={cancelJob}
              onDone={() => void refresh(...refreshes).then(() => setJob(undefined))}
            />
          ) : (
            <ActButton primary act={{ title: text('计算供需', 'Calculate'), run: start.with({}) }} />
          )}
          <ActButton
            act={{
              title: text('转采购申请', 'To requests'),
              whyNot: none,
              run: needing(requestDemands, () => bought('requests')),
            }}
          />
          <ActButton
            act={{
              title: text('转采购订单', 'To purchase orders'),
              whyNot: none,
              run: needing(orderDemands, () => bought('orders')),
            }}
          />
          <ActButton
            act={{
              title: text('建立工单', 'Make work orders'),
              whyNot:
                none ??
                (toMake.length === 0
                  ? text('所选物料中没有缺料的自制件', 'None of them is made and short')
                  : undefined),
              ask: {
                title: text('为缺料的自制件建立工单？', 'Make work orders for what is short?'),
                objects: toMake.map(row => `${row.material_code} ${row.short_quantity} ${row.unit_name}`),
                detail: text(
                  '数量为最多缺的数量，交期为首次缺料的周期。',
                  'Each for the most that is ever short, due when it first is.',
                ),
              },
              run: make.with(() => ({ rows: toMake.map(({ id, row_version }) => ({ id, row_version })) })),
            }}
          />
          <ActButton
            act={{ title: text('导出', 'Export'), run: needing(exportSupplyDemand, () => exporting.run(input)) }}
          />
        </div>
      </div>
      <EndlessTable<SupplyDemandRow>
        list={list}
        columns={columns}
        record={supplyDemand}
        selection={{ ids: selection.ids, onChange: selection.choose }}
        onOpen={setShown}
        rowTone={row => (row.supply_status === supplyStatus.codes.abnormal ? 'danger' : undefined)}
        empty={
          <EmptyState
            text={
              state.filtered
                ? text('没有符合条件的物料', 'No material is like that')
                : text('还没有供需计划：点“计算供需”', 'No plan yet: press Calculate')
            }
          />
        }
        total={text('共 {all} 种物料；每格为周期末的结存', '{all} materials; each cell is what is left at the end')}
      />
      {shown ? <SupplyDemandDrawer of={shown} dimension={dimension} onClose={() => setShown(undefined)} /> : null}
      {buying ? <BuyDialog {...buying} onClose={() => setBuying(undefined)} /> : null}
    </div>
  )
}

function Balance({ of: { balances, safety_stock }, at }: { of: SupplyDemandRow; at: number }) {
  const value = balances[at] ?? '0'
  const tone = isNegative(value)
    ? 'qt-danger'
    : Number(value) < Number(safety_stock ?? 0)
      ? 'qt-balance-low'
      : undefined
  return (
    <span className={tone}>
      <Quantity value={value} />
    </span>
  )
}
