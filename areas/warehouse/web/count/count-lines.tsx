import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import type { In } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { useRows } from '@qitao/platform/web/call/use-rows.ts'
import { useColumnSettings } from '@qitao/platform/web/list/column-settings.tsx'
import { type Column, resolveColumns } from '@qitao/platform/web/list/columns.tsx'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { FilterBar } from '@qitao/platform/web/list/filter-bar.tsx'
import type { Filter } from '@qitao/platform/web/list/filters.ts'
import { Pager } from '@qitao/platform/web/list/list-page.tsx'
import { useListState } from '@qitao/platform/web/list/list-state.ts'
import { useLanguage } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { materialColumn } from '@qitao/stock/web'
import { useState } from 'react'
import { type CountLineRow, countCalls } from '../../model/count/count.calls.ts'
import { countedExchange } from '../../model/count/count.exchange.ts'
import { countLine } from '../../model/count/count.record.ts'
import { countAnswers } from '../refreshes.ts'
import { CountPhotos } from './count-history.tsx'

const filters: readonly Filter<typeof countCalls.lines>[] = [
  'keyword',
  { name: 'states', of: 'state', many: true },
  'location_id',
  'material_id',
]

interface CountLinesProps {
  readonly count_id: string
  /** Where somebody counts alone. */
  readonly zones: readonly string[]
  readonly onCount?: (line: CountLineRow) => void
}
/** The lines of one count, in the order in which one walks. */
export function CountLines({ count_id, zones, onCount }: CountLinesProps) {
  const language = useLanguage()
  const [photos, setPhotos] = useState<CountLineRow>()
  const state = useListState<typeof countCalls.lines>(countLine, filters)
  const within = zones.length > 0 ? { areas: [...zones] } : {}
  const input: In<typeof countCalls.lines> = { ...state.input, ...within, count_id }
  const rows = useRows(countCalls.lines, input, last => state.turn(last, state.size))
  const columns: Column<CountLineRow>[] = [
    { name: 'location_id', width: 130, ...(onCount ? { opens: onCount } : {}) },
    materialColumn,
    { name: 'lot_number', width: 120, sort: false },
    { name: 'quality_status', width: 100, sort: false },
    { name: 'state', width: 120 },
    { name: 'counted_quantity', width: 120, sort: false, unit: row => row.unit_name },
    { name: 'book_quantity', width: 120, sort: false, unit: row => row.unit_name },
    { name: 'difference', width: 120, sort: false, unit: row => row.unit_name },
    { name: 'counted_by', width: 110, sort: false },
    { name: 'counted_time', width: 150 },
    {
      ...{ name: 'photo_count', width: 80, sort: false },
      ...(onCount
        ? { opens: setPhotos }
        : { opens: (row: CountLineRow) => (row.photo_count > 0 ? setPhotos(row) : undefined) }),
    },
    { name: 'area', width: 110, sort: false },
    { name: 'container_id', width: 120, sort: false, hidden: true },
    { name: 'remark', width: 160, sort: false },
  ]
  const settings = useColumnSettings<CountLineRow>(resolveColumns(columns, countLine, language), countLine.name)
  const list = {
    input: { ...state.asked, ...within, count_id },
    orderBy: state.orderBy,
    rows: rows.data?.result ?? [],
    total: rows.data?.total ?? 0,
    selected: [],
    columns: settings.shown,
    refresh: () => void rows.refetch(),
    clear: () => undefined,
  }
  return (
    <>
      <div className="qt-list-head">
        <FilterBar
          filters={state.filters}
          values={state.values}
          filtered={state.filtered}
          onChange={state.filter}
          onClear={state.clear}
        />
        <div className="qt-toolbar">
          <ExchangeButtons
            list={list}
            exports={countCalls.exportLines}
            {...(onCount ? { imports: countedExchange, refreshes: countAnswers } : {})}
          />
        </div>
      </div>
      {rows.error && !rows.data ? (
        <ErrorState failure={rows.error} retry={rows.refetch} />
      ) : rows.isPending ? (
        <RowsSkeleton />
      ) : (
        <DataTable<CountLineRow>
          rows={list.rows}
          columns={settings}
          sort={{ by: state.orderBy, onChange: state.sort }}
          loading={rows.isPlaceholderData}
          empty={
            <EmptyState
              text={
                state.filtered
                  ? text('没有符合条件的数据', 'Nothing matches these filters')
                  : text('所选库位没有库存', 'The books have nothing in these bins')
              }
            />
          }
        />
      )}
      {photos ? <CountPhotos of={photos} onClose={() => setPhotos(undefined)} readOnly={!onCount} /> : null}
      <Pager page={state.page} size={state.size} total={rows.data?.total} onChange={state.turn} />
    </>
  )
}
