import type { Out } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { ColumnChart } from '@qitao/platform/web/show/column-chart.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { mostSeries, TrendChart } from '@qitao/platform/web/show/trend-chart.tsx'
import { Select } from 'antd'
import { useState } from 'react'
import { type DimensionKey, dimensionOf } from '../../model/facts.ts'
import type { ReportRow, showReport } from '../../model/figure.calls.ts'
import { periodsIn } from '../../model/figure.rules.ts'
import { type FigureKey, figureOf } from '../../model/figures.ts'
import type { Across } from '../../model/report/pivot.rules.ts'
import { chartKind } from '../../model/report/report.status.ts'
import { useDimensionName, useUnit } from '../figure-value.tsx'
import { usePeriodName } from '../period-name.ts'

interface ReportChartProps {
  readonly data: Out<typeof showReport>
  readonly by: readonly DimensionKey[]
  readonly across: Across | undefined
  readonly grain: number
  readonly kind: (typeof chartKind)['list'][number]['code']
}
/** So many groups stand side by side; the table has all. */
const mostLabels = 60

/** One figure of the report over time or over groups; of many groups those with the largest values. */
export function ReportChart({ data, by, across, grain, kind }: ReportChartProps) {
  const say = useSay()
  const { zone } = useOrgDate()
  const periodName = usePeriodName(grain)
  const nameOf = useDimensionName()
  const unitOf = useUnit()
  const [chosen, setChosen] = useState<FigureKey>()
  const figure = data.columns.find(key => key === chosen) ?? data.columns[0]
  if (!figure || data.result.length === 0) return null
  const byTime = data.result.some(({ period }) => period !== null)
  if (!byTime && by.length === 0) return null

  const title = say(figureOf(figure).title)
  const numberOf = (row: ReportRow | undefined) => (row?.values[figure] == null ? null : Number(row.values[figure]))
  /** Without a time, what stands across makes the series; else all dimensions do. */
  const inSeries = byTime ? by : by.filter(key => key === across)
  const along = byTime ? [] : by.filter(key => key !== across)
  const partOf = (row: ReportRow, dimensions: readonly DimensionKey[]) =>
    dimensions.map(dimension => row.keys[by.indexOf(dimension)] ?? null)
  const wordsOf = (row: ReportRow, dimensions: readonly DimensionKey[]) =>
    dimensions
      .map(key => nameOf(key, row.keys[by.indexOf(key)] ?? null, row.names[by.indexOf(key)] ?? null))
      .join(' · ')
  const largestFirst = (dimensions: readonly DimensionKey[]) =>
    [...Map.groupBy(data.result, row => JSON.stringify(partOf(row, dimensions)))]
      .map(([key, rows]) => ({ key, rows, sum: rows.reduce((sum, row) => sum + Math.abs(numberOf(row) ?? 0), 0) }))
      .sort((a, b) => b.sum - a.sum)
  const groups = largestFirst(inSeries)
  const isCut = groups.length > mostSeries
  const stands = byTime
    ? periodsIn(data.timestamp_range, grain, zone).begins.map(begin => ({
        label: periodName(begin),
        is: (row: ReportRow) => row.period === begin,
      }))
    : largestFirst(along)
        .slice(0, mostLabels)
        .map(({ key, rows }) => ({
          label: wordsOf(rows[0]!, along) || title,
          is: (row: ReportRow) => JSON.stringify(partOf(row, along)) === key,
        }))
  const series = groups.slice(0, mostSeries).map(({ key, rows }) => ({
    key,
    name: inSeries.length === 0 ? title : wordsOf(rows[0]!, inSeries),
    values: stands.map(({ is }) => numberOf(rows.find(is))),
  }))
  const head = say(byTime ? text('周期', 'Period') : along[0] ? dimensionOf(along[0]).title : text('指标', 'Figure'))
  const labels = stands.map(({ label }) => label)
  return (
    <section className="qt-report-chart">
      {data.columns.length > 1 ? (
        <Select
          size="small"
          aria-label={say(text('图中的指标', 'Figure of the chart'))}
          value={figure}
          popupMatchSelectWidth={false}
          options={data.columns.map(key => ({ value: key, label: say(figureOf(key).title) }))}
          onChange={setChosen}
        />
      ) : null}
      {byTime && kind === chartKind.codes.line ? (
        <TrendChart name={title} unit={unitOf(figure)} labels={labels} series={series} />
      ) : (
        <ColumnChart
          {...{ name: title, head, labels, series, unit: unitOf(figure) }}
          stacked={kind === chartKind.codes.stacked}
        />
      )}
      {isCut ? (
        <p className="qt-secondary">
          {say(text('图中只有数值最大的{count}组', 'The chart shows the {count} largest groups'), {
            count: mostSeries,
          })}
        </p>
      ) : null}
    </section>
  )
}
