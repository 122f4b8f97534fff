import type { Out } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { BarChart } from '@qitao/platform/web/show/bar-chart.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { mostSeries, TrendChart } from '@qitao/platform/web/show/trend-chart.tsx'
import { Select } from 'antd'
import { useState } from 'react'
import type { DimensionKey } from '../../model/facts.ts'
import type { ReportRow, showReport } from '../../model/figure.calls.ts'
import { periodsIn } from '../../model/figure.rules.ts'
import { type FigureKey, figureOf } from '../../model/figures.ts'
import { useDimensionName, useUnit } from '../figure-value.tsx'
import { usePeriodName } from '../period-name.ts'

interface ReportChartProps {
  readonly data: Out<typeof showReport>
  readonly by: readonly DimensionKey[]
  readonly grain: number
}
/** One figure of the report: lines over time, for the groups with the largest values; bars of the groups where there is no time. */
export function ReportChart({ data, by, grain }: ReportChartProps) {
  const say = useSay()
  const { zone } = useOrgDate()
  const periodName = usePeriodName(grain)
  const nameOf = useDimensionName()
  const unitOf = useUnit()
  const [chosen, setChosen] = useState<FigureKey>()
  const figure = data.columns.find(key => key === chosen) ?? data.columns[0]
  if (!figure || data.result.length === 0) return null
  const title = say(figureOf(figure).title)
  const numberOf = (row: ReportRow) => (row.values[figure] == null ? null : Number(row.values[figure]))
  const wordsOf = (row: ReportRow) =>
    by.map((dimension, at) => nameOf(dimension, row.keys[at] ?? null, row.names[at] ?? null)).join(' · ')
  const groups = [...Map.groupBy(data.result, row => JSON.stringify(row.keys))]
    .map(([key, rows]) => ({ key, rows, sum: rows.reduce((sum, row) => sum + Math.abs(numberOf(row) ?? 0), 0) }))
    .sort((a, b) => b.sum - a.sum)
  const byTime = data.result.some(({ period }) => period !== null)
  const choice = (
    <Select
      size="small"
      aria-label={say(text('图中的指标', 'Figure of the chart'))}
      value={figure}
      popupMatchSelectWidth={false}
      options={data.columns.map(key => ({ value: key, label: say(figureOf(key).title) }))}
      onChange={setChosen}
    />
  )
  if (!byTime && by.length === 0) return null
  if (!byTime) {
    return (
      <section className="qt-report-chart">
        {choice}
        <BarChart
          name={title}
          full={0}
          bars={groups.map(({ key, rows: [row] }) => ({
            ...{ key, label: wordsOf(row!), value: Math.max(0, numberOf(row!) ?? 0), tone: 'info' },
            ...{ shown: row!.values[figure] ?? '—', hint: wordsOf(row!) },
          }))}
        />
      </section>
    )
  }
  const { begins } = periodsIn(data.timestamp_range, grain, zone)
  return (
    <section className="qt-report-chart">
      {data.columns.length > 1 ? choice : null}
      <TrendChart
        name={title}
        unit={unitOf(figure)}
        labels={begins.map(periodName)}
        series={groups.slice(0, mostSeries).map(({ key, rows }) => {
          const at = new Map(rows.map(row => [row.period, numberOf(row)]))
          return {
            key,
            name: by.length === 0 ? title : wordsOf(rows[0]!),
            values: begins.map(begin => at.get(begin) ?? null),
          }
        })}
      />
      {groups.length > mostSeries ? (
        <p className="qt-secondary">
          {say(text('图中只有数值最大的{count}组', 'The chart shows the {count} largest groups'), {
            count: mostSeries,
          })}
        </p>
      ) : null}
    </section>
  )
}
