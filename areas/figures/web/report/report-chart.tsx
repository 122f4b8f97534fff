import type { Out } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { ColumnChart } from '@qitao/platform/web/show/column-chart.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { mostSeries, TrendChart } from '@qitao/platform/web/show/trend-chart.tsx'
import { Select } from 'antd'
import { useState } from 'react'
import { type DimensionKey, dimensionOf } from '../../model/facts.ts'
import type { showReport } from '../../model/figure.calls.ts'
import { type FigureKey, figureOf } from '../../model/figures.ts'
import type { Across } from '../../model/report/pivot.rules.ts'
import { chartKind } from '../../model/report/report.status.ts'
import { seriesOf } from '../../model/report/report-series.rules.ts'
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
  if (!figure) return null
  const title = say(figureOf(figure).title)
  const told = seriesOf(
    data,
    figure,
    { by, across, grain, zone },
    { title, periodName, nameOf },
    { series: mostSeries, labels: mostLabels },
  )
  if (!told) return null
  const { byTime, along, isCut } = told
  const [labels, series] = [[...told.labels], told.series.map(one => ({ ...one, values: [...one.values] }))]
  const head = say(byTime ? text('周期', 'Period') : along ? dimensionOf(along).title : text('指标', 'Figure'))
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
