import type { Out } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Fragment } from 'react'
import { type DimensionKey, dimensionOf } from '../../model/facts.ts'
import type { ReportInput, ReportRow, showReport } from '../../model/figure.calls.ts'
import { periodsIn } from '../../model/figure.rules.ts'
import { type FigureKey, figureOf } from '../../model/figures.ts'
import { type Across, pivotOf } from '../../model/report/pivot.rules.ts'
import { comparison } from '../../model/report/report.status.ts'
import { Change, FigureValue, useDimensionName } from '../figure-value.tsx'
import { usePeriodName } from '../period-name.ts'
import type { ShownRows } from '../rows.drawer.tsx'

interface ReportTableProps {
  readonly data: Out<typeof showReport>
  readonly by: readonly DimensionKey[]
  readonly across: Across | undefined
  readonly only: NonNullable<ReportInput['only']>
  readonly grain: number
  readonly onRows: (shown: ShownRows) => void
}
type Place = Pick<ReportRow, 'period'> & {
  readonly keys: readonly (string | null)[]
  readonly names: readonly (string | null)[]
}
const whole = text('合计', 'Whole')

/** Periods and dimensions down, figures across, or a dimension or the time across with figures in each; each cell opens its rows. */
export function ReportTable(props: ReportTableProps) {
  const { data, by, across, only, grain, onRows } = props
  const say = useSay()
  const { zone } = useOrgDate()
  const periodName = usePeriodName(grain, data.timestamp_range)
  const nameOf = useDimensionName()
  const byTime = data.result.some(({ period }) => period !== null)
  const { begins, from, until } = periodsIn(data.timestamp_range, grain, zone)
  const rangeOf = (period: number | null): readonly [number, number] => {
    if (period === null) return data.timestamp_range
    const next = begins[begins.indexOf(period) + 1] ?? until
    return [Math.max(from, period), Math.min(until, next) - 1]
  }
  const wordsOf = ({ period, keys, names }: Place, dimensions: readonly DimensionKey[]) => [
    ...(period === null ? [] : [periodName(period)]),
    ...dimensions.map((dimension, at) => nameOf(dimension, keys[at] ?? null, names[at] ?? null)),
  ]
  /** `of`: the dimensions that the keys of the row are of. */
  const cells = (row: ReportRow | undefined, of: readonly DimensionKey[], sign: string) =>
    data.columns.map(figure => (
      <td key={`${sign} ${figure}`}>
        {row ? (
          <>
            <button
              type="button"
              className="qt-link"
              title={say(text('查看明细', 'Show the rows'))}
              onClick={() =>
                onRows({
                  figure,
                  range: rangeOf(row.period),
                  only: {
                    ...only,
                    ...Object.fromEntries(of.map((dimension, at) => [dimension, row.keys[at] ?? null])),
                  },
                  of: wordsOf(row, of).join(' · ') || say(whole),
                })
              }
            >
              <FigureValue figure={figure} value={row.values[figure]} />
            </button>
            <Compared figure={figure} row={row} />
          </>
        ) : (
          '—'
        )}
      </td>
    ))
  const heads = (dimensions: readonly DimensionKey[], withTime: boolean) => [
    ...(withTime ? [text('周期', 'Period')] : []),
    ...dimensions.map(key => dimensionOf(key).title),
  ]
  const figureHeads = (sign: string) =>
    data.columns.map(figure => (
      <th key={`${sign} ${figure}`} scope="col" title={say(figureOf(figure).formula)}>
        {say(figureOf(figure).title)}
      </th>
    ))
  const total = { ...data.total, keys: [], names: [] }

  if (across === undefined || (across === 'period' && !byTime)) {
    const titles = heads(by, byTime)
    return (
      <div className="qt-trend-scroll qt-report-table">
        <table className="qt-figure-table">
          <thead>
            <tr>
              {titles.length === 0 ? <th scope="col" aria-label={say(whole)} /> : null}
              {titles.map(title => (
                <th key={title.zh} scope="col">
                  {say(title)}
                </th>
              ))}
              {figureHeads('')}
            </tr>
          </thead>
          <tbody>
            {titles.length === 0
              ? null
              : data.result.map(row => (
                  <tr key={JSON.stringify([row.period, row.keys])}>
                    {wordsOf(row, by).map((word, at) => (
                      <th key={titles[at]!.zh} scope="row">
                        {word}
                      </th>
                    ))}
                    {cells(row, by, '')}
                  </tr>
                ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={Math.max(1, titles.length)}>
                {say(whole)}
              </th>
              {cells(total, [], '')}
            </tr>
          </tfoot>
        </table>
      </div>
    )
  }

  const down = by.filter(key => key !== across)
  const { columns, lines } = pivotOf(data, by, across)
  const titles = heads(down, byTime && across !== 'period')
  const columnName = ({ period, key, name }: (typeof columns)[number]) =>
    period === null && across !== 'period' ? nameOf(across, key, name) : periodName(period ?? 0)
  const single = data.columns.length === 1
  return (
    <div className="qt-trend-scroll qt-report-table">
      {single ? <p className="qt-secondary">{say(figureOf(data.columns[0]!).title)}</p> : null}
      <table className="qt-figure-table qt-pivot">
        <thead>
          <tr>
            {titles.length === 0 ? <th scope="col" aria-label={say(whole)} rowSpan={single ? 1 : 2} /> : null}
            {titles.map(title => (
              <th key={title.zh} scope="col" rowSpan={single ? 1 : 2}>
                {say(title)}
              </th>
            ))}
            {columns.map(column => (
              <th key={column.id} scope={single ? 'col' : 'colgroup'} colSpan={data.columns.length}>
                {columnName(column)}
              </th>
            ))}
            <th scope={single ? 'col' : 'colgroup'} colSpan={data.columns.length}>
              {say(whole)}
            </th>
          </tr>
          {single ? null : (
            <tr>
              {columns.map(column => (
                <Fragment key={column.id}>{figureHeads(column.id)}</Fragment>
              ))}
              {figureHeads('total')}
            </tr>
          )}
        </thead>
        <tbody>
          {titles.length === 0
            ? null
            : lines.map(line => (
                <tr key={line.id}>
                  {wordsOf(line, down).map((word, at) => (
                    <th key={titles[at]!.zh} scope="row">
                      {word}
                    </th>
                  ))}
                  {line.cells.map((cell, at) => cells(cell, by, columns[at]!.id))}
                  {cells(line.total, down, 'total')}
                </tr>
              ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={Math.max(1, titles.length)}>
              {say(whole)}
            </th>
            {columns.map(column => cells(column.total, across === 'period' ? [] : [across], column.id))}
            {cells(total, [], 'total')}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** What a figure is compared with, the difference, and that as percent. */
function Compared({ figure, row }: { figure: FigureKey; row: ReportRow }) {
  const say = useSay()
  return comparison.list.map(({ code, zh, en }) => {
    const values = row.before[code]
    if (!values) return null
    const before = values[figure] ?? null
    return (
      <div key={code} className="qt-compared">
        <span>{say(text(zh, en))}</span>
        <FigureValue figure={figure} value={before} />
        <Change figure={figure} value={row.values[figure] ?? null} before={before} withDifference />
      </div>
    )
  })
}
