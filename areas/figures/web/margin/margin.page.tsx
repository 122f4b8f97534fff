import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { useRows } from '@qitao/platform/web/call/use-rows.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import type { Column } from '@qitao/platform/web/list/columns.tsx'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { FilterBar } from '@qitao/platform/web/list/filter-bar.tsx'
import type { Filter } from '@qitao/platform/web/list/filters.ts'
import { Pager } from '@qitao/platform/web/list/list-page.tsx'
import { useListState } from '@qitao/platform/web/list/list-state.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { exportGrossMargins, grossMargin, listGrossMargins, type MarginRow } from '../../model/margin/margin.calls.ts'
import { marginGroup } from '../../model/margin/margin.status.ts'
import { GroupDrawer } from './group.drawer.tsx'
import { LineDrawer } from './line.drawer.tsx'
import { marginColumns } from './margin.columns.tsx'
import { MarginSums } from './margin-sums.tsx'
import { PeriodsDrawer } from './periods.drawer.tsx'
import { PlannedMarginDrawer } from './planned-margin.tsx'
import '../figures.css'

/** Which orders, products and customers earn money, and what of it cannot be said. */
export default function MarginPage() {
  const say = useSay()
  const dates = useOrgDate()
  const [search, setSearch] = useSearchParams()
  const group_by = marginGroup.list.find(({ code }) => code === search.get('group_by'))?.code ?? marginGroup.codes.order
  const filters: Filter<typeof listGrossMargins>[] = [
    { name: 'keyword', title: text('订单、物料、客户…', 'Order, product, customer…') },
    { name: 'timestamp_range', range: true, title: text('发货日期', 'Shipped') },
    'customer_id',
    'material_id',
    'unmeasured',
    { name: 'group_by', fixed: group_by },
  ]
  const state = useListState<typeof listGrossMargins>(grossMargin, filters)
  const found = useRows(listGrossMargins, state.input, last => state.turn(last, state.size))
  const [group, setGroup] = useState<MarginRow>()
  const [line, setLine] = useState<string>()
  const [beside, setBeside] = useState<'planned' | 'periods'>()
  const open = (row: MarginRow) => (group_by === marginGroup.codes.line ? setLine(row.id) : setGroup(row))
  const columns: Column<MarginRow>[] = marginColumns(group_by, open)
  // Rows of an answer that is grouped otherwise are something else.
  const data = found.data?.group_by === group_by ? found.data : undefined
  const byGroup = (of: string) => {
    const next = new URLSearchParams(search)
    next.set('group_by', of)
    next.delete('page')
    setSearch(next, { replace: true })
  }
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
          <Segmented
            aria-label={say(text('汇总方式', 'By'))}
            value={group_by}
            options={marginGroup.list.map(({ code, zh, en }) => ({ value: code, label: say(text(zh, en)) }))}
            onChange={byGroup}
          />
          <ActButton act={{ title: text('计划与实际', 'Planned and actual'), run: () => setBeside('planned') }} />
          <ActButton act={{ title: text('关账期间', 'Closed periods'), run: () => setBeside('periods') }} />
          <ExchangeButtons
            list={{ input: state.asked, orderBy: state.orderBy, total: data?.total ?? 0 }}
            exports={exportGrossMargins}
          />
        </div>
      </div>
      {found.error && !data ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !data ? (
        <RowsSkeleton />
      ) : (
        <>
          <MarginSums of={data.summary} onUnmeasured={() => state.filter({ unmeasured: true })}>
            {say(text('{from} 至 {to} 发货', 'Shipped {from} to {to}'), {
              from: dates.dayOf(data.timestamp_range[0]),
              to: dates.dayOf(data.timestamp_range[1]),
            })}
          </MarginSums>
          <DataTable
            record={grossMargin}
            rows={data.result}
            columns={columns}
            sort={{ by: state.orderBy, onChange: state.sort }}
            loading={found.isPlaceholderData}
            empty={
              state.filtered ? (
                <EmptyState
                  text={text('没有符合条件的数据', 'Nothing matches these filters')}
                  next={<Button onClick={state.clear}>{say(text('清空条件', 'Clear all'))}</Button>}
                />
              ) : (
                <EmptyState text={text('这段时间没有发货', 'Nothing was shipped in this time')} />
              )
            }
          />
        </>
      )}
      <Pager page={state.page} size={state.size} total={data?.total} onChange={state.turn} />
      {group ? (
        <GroupDrawer
          key={group.id}
          of={group}
          by={group_by}
          range={data?.timestamp_range}
          onLine={setLine}
          onClose={() => setGroup(undefined)}
        />
      ) : null}
      {beside === 'planned' && data ? (
        <PlannedMarginDrawer
          of={{ timestamp_range: data.timestamp_range }}
          name={`${dates.dayOf(data.timestamp_range[0])} – ${dates.dayOf(data.timestamp_range[1])}`}
          onClose={() => setBeside(undefined)}
        />
      ) : null}
      {beside === 'periods' ? <PeriodsDrawer onClose={() => setBeside(undefined)} /> : null}
      {line ? <LineDrawer key={line} line_id={line} onClose={() => setLine(undefined)} /> : null}
    </div>
  )
}
