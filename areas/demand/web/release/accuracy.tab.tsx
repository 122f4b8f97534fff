import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { isNegative } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useRows } from '@qitao/platform/web/call/use-rows.ts'
import type { Column } from '@qitao/platform/web/list/columns.tsx'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { FilterBar } from '@qitao/platform/web/list/filter-bar.tsx'
import type { Filter } from '@qitao/platform/web/list/filters.ts'
import { Pager } from '@qitao/platform/web/list/list-page.tsx'
import { useListState } from '@qitao/platform/web/list/list-state.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Segmented } from 'antd'
import { useState } from 'react'
import { accuracyGroup } from '../../model/release/accuracy.status.ts'
import { type AccuracyRow, exportForecastAccuracy, listForecastAccuracy } from '../../model/release/release.calls.ts'
import { forecastAccuracy } from '../../model/release/release.record.ts'
import { usePeriods } from '../periods.tsx'
import { AccuracyDrawer } from './accuracy.drawer.tsx'
import { type By, subjectOf } from './accuracy-subject.ts'
import '../forecast.css'

const { codes } = accuracyGroup
/** How near the released forecasts came, by how long before, by material, series, model and person. */
export function AccuracyTab() {
  const say = useSay()
  const { dimension, choice } = usePeriods()
  const [by, setBy] = useState<By>(codes.lag)
  const [shown, setShown] = useState<AccuracyRow>()
  const filters: Filter<typeof listForecastAccuracy>[] = [
    ...(by === codes.lag ? [] : (['keyword', 'lag'] as const)),
    'only',
    { name: 'time_dimension', fixed: dimension },
    { name: 'by', fixed: by },
  ]
  const state = useListState<typeof listForecastAccuracy>(forecastAccuracy, filters)
  const found = useRows(listForecastAccuracy, state.input, last => state.turn(last, state.size))
  const data = found.data?.by === by ? found.data : undefined
  const columns: Column<AccuracyRow>[] = [
    {
      name: 'subject',
      title: text(accuracyGroup.stateOf(by).zh, accuracyGroup.stateOf(by).en),
      width: 240,
      sort: false,
      render: row => say(subjectOf(by, row)),
      opens: setShown,
    },
    { name: 'cell_count', width: 90, sort: false },
    { name: 'forecast_quantity', width: 120, sort: false },
    { name: 'actual_quantity', width: 120, sort: false },
    { name: 'accuracy', width: 100, sort: false },
    { name: 'wape', width: 100, sort: false },
    { name: 'mape', width: 100, sort: false },
    { name: 'bias', width: 100, sort: false },
    { name: 'model_wape', width: 130, sort: false },
    {
      name: 'value_added',
      width: 170,
      sort: false,
      end: true,
      render: ({ value_added }) => (
        <span className={value_added !== null && isNegative(value_added) ? 'qt-danger' : undefined}>
          <Quantity value={value_added} />
        </span>
      ),
    },
  ]
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
          <Segmented<By>
            aria-label={say(text('汇总方式', 'By'))}
            value={by}
            options={accuracyGroup.list.map(({ code, zh, en }) => ({ value: code, label: say(text(zh, en)) }))}
            onChange={setBy}
          />
          <ExchangeButtons
            list={{ input: state.asked, orderBy: state.orderBy, total: data?.total ?? 0 }}
            exports={exportForecastAccuracy}
          />
        </div>
      </div>
      {found.error && !data ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !data ? (
        <RowsSkeleton />
      ) : (
        <>
          {data.total_of.cell_count > 0 ? (
            <p className="qt-secondary qt-number">
              {say(
                text(
                  '{count}格已到期；WAPE {wape}%，偏差{bias}%；仅用模型为{model}%，人工增值{added}个百分点',
                  '{count} cells are over; WAPE {wape} %, bias {bias} %; the models alone {model} %, value added by people {added} points',
                ),
                {
                  count: data.total_of.cell_count,
                  wape: data.total_of.wape ?? '—',
                  bias: data.total_of.bias ?? '—',
                  model: data.total_of.model_wape ?? '—',
                  added: data.total_of.value_added ?? '—',
                },
              )}
            </p>
          ) : null}
          <DataTable
            record={forecastAccuracy}
            rows={data.result}
            columns={columns}
            sort={{ by: state.orderBy, onChange: state.sort }}
            loading={found.isPlaceholderData}
            empty={
              <EmptyState
                text={
                  state.filtered
                    ? text('没有符合条件的数据', 'Nothing matches these filters')
                    : text(
                        '还没有到期的已发布预测：发布后下一个周期结束时即可评判',
                        'No released forecast is over yet: one is judged when the period after its release ends',
                      )
                }
              />
            }
          />
        </>
      )}
      <Pager page={state.page} size={state.size} total={data?.total} onChange={state.turn} />
      <AccuracyDrawer
        by={by}
        of={shown}
        dimension={dimension}
        lag={state.input.lag}
        onClose={() => setShown(undefined)}
      />
    </div>
  )
}
