import type { DimensionKey } from '../facts.ts'
import type { ReportRow } from '../figure.calls.ts'
import type { FigureKey } from '../figures.ts'

/** What stands across, beside figures: the time, or a dimension. */
export type Across = 'period' | DimensionKey

/** The part of a row that is a column: its period, or its value of the dimension. */
interface Heading {
  readonly period: number | null
  readonly key: string | null
  readonly name: string | null
}
export interface PivotColumn extends Heading {
  readonly id: string
  /** Over all rows. */
  readonly total: ReportRow | undefined
}
export interface PivotLine {
  readonly id: string
  readonly period: number | null
  readonly keys: readonly (string | null)[]
  readonly names: readonly (string | null)[]
  /** For each column, in their order. */
  readonly cells: readonly (ReportRow | undefined)[]
  /** Over all columns. */
  readonly total: ReportRow | undefined
}
export interface Pivot {
  readonly columns: readonly PivotColumn[]
  readonly lines: readonly PivotLine[]
}
interface Told {
  readonly columns: readonly FigureKey[]
  readonly result: readonly ReportRow[]
  readonly row_totals: readonly ReportRow[]
  readonly column_totals: readonly ReportRow[]
}

const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at)
const idOf = (period: number | null, keys: readonly (string | null)[]): string => JSON.stringify([period, keys])
const size = (row: ReportRow | undefined, figure: FigureKey): number => {
  const value = row?.values[figure] ?? null
  return value === null ? -1 : Math.abs(Number(value))
}

/**
 * Rows of a report as a table of two ways. Totals are those that were computed: shares and averages do not add up. Time runs on; values
 * of a dimension stand by size of the first figure.
 */
export function pivotOf(told: Told, by: readonly DimensionKey[], across: Across): Pivot {
  const isTime = across === 'period'
  const place = isTime ? -1 : by.indexOf(across)
  const headingOf = ({ period, keys, names }: ReportRow): Heading =>
    isTime ? { period, key: null, name: null } : { period: null, key: keys[place] ?? null, name: names[place] ?? null }
  const headingId = ({ period, key }: Heading) => idOf(period, [key])
  const lineId = (row: ReportRow) => idOf(isTime ? null : row.period, isTime ? row.keys : without(row.keys, place))
  const first = told.columns[0]

  const totals = new Map(
    told.column_totals.map(row => [headingId({ period: row.period, key: row.keys[0] ?? null, name: null }), row]),
  )
  const headings = new Map(told.result.map(row => [headingId(headingOf(row)), headingOf(row)]))
  const columns = [...headings].map(([id, heading]): PivotColumn => ({ ...heading, id, total: totals.get(id) }))
  if (isTime) columns.sort((a, b) => (a.period ?? 0) - (b.period ?? 0))
  else if (first) columns.sort((a, b) => size(b.total, first) - size(a.total, first))

  const ofLines = new Map(told.row_totals.map(row => [idOf(row.period, row.keys), row]))
  const lines = [...Map.groupBy(told.result, lineId)].map(([id, rows]): PivotLine => {
    const cells = new Map(rows.map(row => [headingId(headingOf(row)), row]))
    const { period, keys, names } = rows[0]!
    return {
      id,
      period: isTime ? null : period,
      keys: isTime ? keys : without(keys, place),
      names: isTime ? names : without(names, place),
      cells: columns.map(column => cells.get(column.id)),
      total: ofLines.get(id),
    }
  })
  return { columns, lines }
}
