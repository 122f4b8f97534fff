import type { Out } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { type DimensionKey, dimensionOf } from '../../model/facts.ts'
import type { ReportRow, showReport } from '../../model/figure.calls.ts'
import { periodsIn } from '../../model/figure.rules.ts'
import { type FigureKey, figureOf } from '../../model/figures.ts'
import { Change, FigureValue, useDimensionName } from '../figure-value.tsx'
import { usePeriodName } from '../period-name.ts'
import type { ShownRows } from '../rows.drawer.tsx'

interface ReportTableProps {
  readonly data: Out<typeof showReport>
  readonly by: readonly DimensionKey[]
  readonly grain: number
  readonly onRows: (shown: ShownRows) => void
}
/** Periods and dimensions down, figures across; each cell opens the rows that it is made of. */
export function ReportTable({ data, by, grain, onRows }: ReportTableProps) {
  const say = useSay()
  const { zone } = useOrgDate()
  const periodName = usePeriodName(grain)
  const nameOf = useDimensionName()
  const byTime = data.result.some(({ period }) => period !== null)
  const { begins, from, until } = periodsIn(data.timestamp_range, grain, zone)
  const rangeOf = ({ period }: ReportRow): readonly [number, number] => {
    if (period === null) return data.timestamp_range
    const next = begins[begins.indexOf(period) + 1] ?? until
    return [Math.max(from, period), Math.min(until, next) - 1]
  }
  const wordsOf = (row: ReportRow) => [
    ...(row.period === null ? [] : [periodName(row.period)]),
    ...by.map((dimension, at) => nameOf(dimension, row.keys[at] ?? null, row.names[at] ?? null)),
  ]
  const cells = (row: ReportRow, isTotal = false) =>
    data.columns.map(figure => (
      <td key={figure}>
        <button
          type="button"
          className="qt-link"
          title={say(text('查看明细', 'Show the rows'))}
          onClick={() =>
            onRows({
              figure,
              range: rangeOf(row),
              only: Object.fromEntries(by.map((dimension, at) => [dimension, row.keys[at] ?? null])),
              of: isTotal ? say(text('合计', 'Whole')) : wordsOf(row).join(' · '),
            })
          }
        >
          <FigureValue figure={figure} value={row.values[figure]} />
        </button>
        {row.before ? <Compared figure={figure} row={row} /> : null}
      </td>
    ))
  const heads = [...(byTime ? [text('周期', 'Period')] : []), ...by.map(key => dimensionOf(key).title)]
  return (
    <div className="qt-trend-scroll qt-report-table">
      <table className="qt-figure-table">
        <thead>
          <tr>
            {heads.length === 0 ? <th scope="col" aria-label={say(text('合计', 'Whole'))} /> : null}
            {heads.map(title => (
              <th key={title.zh} scope="col">
                {say(title)}
              </th>
            ))}
            {data.columns.map(figure => (
              <th key={figure} scope="col" title={say(figureOf(figure).formula)}>
                {say(figureOf(figure).title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {heads.length === 0
            ? null
            : data.result.map(row => (
                <tr key={JSON.stringify([row.period, row.keys])}>
                  {wordsOf(row).map((word, at) => (
                    <th key={heads[at]!.zh} scope="row">
                      {word}
                    </th>
                  ))}
                  {cells(row)}
                </tr>
              ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={Math.max(1, heads.length)}>
              {say(text('合计', 'Whole'))}
            </th>
            {cells({ ...data.total, keys: [] }, true)}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Compared({ figure, row }: { figure: FigureKey; row: ReportRow }) {
  const before = row.before?.[figure] ?? null
  return (
    <div className="qt-compared">
      <FigureValue figure={figure} value={before} />
      <Change figure={figure} value={row.values[figure] ?? null} before={before} />
    </div>
  )
}
