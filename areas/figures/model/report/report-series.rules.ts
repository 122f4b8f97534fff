import type { DimensionKey } from '../facts.ts'
import type { ReportRow } from '../figure.calls.ts'
import { periodsIn } from '../figure.rules.ts'
import type { FigureKey } from '../figures.ts'
import type { Across } from './pivot.rules.ts'

interface Told {
  readonly result: readonly ReportRow[]
  readonly timestamp_range: readonly [number, number]
}
interface Shape {
  readonly by: readonly DimensionKey[]
  readonly across?: Across | undefined
  readonly grain: number
  readonly zone: string
}
/** What things are called where the chart is read. */
interface Words {
  /** Of the figure itself, where nothing else tells what it stands for. */
  readonly title: string
  readonly periodName: (begin: number) => string
  readonly nameOf: (dimension: DimensionKey, key: string | null, name: string | null) => string
}
export interface ReportSeries {
  readonly byTime: boolean
  /** The dimension along which groups stand; undefined: time, or none. */
  readonly along: DimensionKey | undefined
  readonly labels: readonly string[]
  readonly series: readonly {
    readonly key: string
    readonly name: string
    readonly values: readonly (number | null)[]
  }[]
  /** There are more series than are told. */
  readonly isCut: boolean
}

/**
 * One figure of a report as a chart shows it: over time, a series for each group; without time, groups side by side, and what stands
 * across makes the series. Of many the largest. Undefined: a single number is no chart.
 */
export function seriesOf(
  { result, timestamp_range }: Told,
  figure: FigureKey,
  { by, across, grain, zone }: Shape,
  { title, periodName, nameOf }: Words,
  most: { readonly series: number; readonly labels: number },
): ReportSeries | undefined {
  const byTime = result.some(({ period }) => period !== null)
  if (result.length === 0 || (!byTime && by.length === 0)) return undefined
  const numberOf = (row: ReportRow | undefined) => (row?.values[figure] == null ? null : Number(row.values[figure]))
  const inSeries = byTime ? by : by.filter(key => key === across)
  const along = byTime ? [] : by.filter(key => key !== across)
  const partOf = (row: ReportRow, dimensions: readonly DimensionKey[]) =>
    dimensions.map(dimension => row.keys[by.indexOf(dimension)] ?? null)
  const wordsOf = (row: ReportRow, dimensions: readonly DimensionKey[]) =>
    dimensions
      .map(key => nameOf(key, row.keys[by.indexOf(key)] ?? null, row.names[by.indexOf(key)] ?? null))
      .join(' · ')
  const largestFirst = (dimensions: readonly DimensionKey[]) =>
    [...Map.groupBy(result, row => JSON.stringify(partOf(row, dimensions)))]
      .map(([key, rows]) => ({ key, rows, sum: rows.reduce((sum, row) => sum + Math.abs(numberOf(row) ?? 0), 0) }))
      .sort((a, b) => b.sum - a.sum)
  const groups = largestFirst(inSeries)
  const stands = byTime
    ? periodsIn(timestamp_range, grain, zone).begins.map(begin => ({
        label: periodName(begin),
        is: (row: ReportRow) => row.period === begin,
      }))
    : largestFirst(along)
        .slice(0, most.labels)
        .map(({ key, rows }) => ({
          label: wordsOf(rows[0]!, along) || title,
          is: (row: ReportRow) => JSON.stringify(partOf(row, along)) === key,
        }))
  return {
    byTime,
    along: along[0],
    labels: stands.map(({ label }) => label),
    series: groups.slice(0, most.series).map(({ key, rows }) => ({
      key,
      name: inSeries.length === 0 ? title : wordsOf(rows[0]!, inSeries),
      values: stands.map(({ is }) => numberOf(rows.find(is))),
    })),
    isCut: groups.length > most.series,
  }
}
