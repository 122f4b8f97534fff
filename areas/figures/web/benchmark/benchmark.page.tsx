import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { remove } from '@qitao/platform/web/list/act.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { DateRange } from '@qitao/platform/web/list/date-range.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { lineOf } from '@qitao/platform/web/show/trend-chart.tsx'
import { AutoComplete, Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  type BenchmarkRow,
  dropBenchmarks,
  listBenchmarks,
  setBenchmark,
} from '../../model/benchmark/benchmark.calls.ts'
import { figureOf } from '../../model/figures.ts'
import { FigureValue } from '../figure-value.tsx'
import { RowsDrawer, type ShownRows } from '../rows.drawer.tsx'
import { BenchmarkDialog } from './benchmark.dialog.tsx'
import './benchmark.css'

const spark = { width: 132, height: 30, edge: 3 }
const comparedWith = {
  industry_best: text('行业前25%', 'top quartile'),
  target: text('本公司目标', 'own target'),
  best_months: text('本公司最好3个月', 'own best three months'),
} as const

/** Where the factory stands against others, against its own target, and against what it has shown that it can do. */
export default function BenchmarkPage() {
  const say = useSay()
  const [search, setSearch] = useSearchParams()
  const [shown, setShown] = useState<ShownRows>()
  const [edited, setEdited] = useState<BenchmarkRow>()
  const [from, to] = (search.get('range') ?? '').split('-').map(Number)
  const range: [number, number] | undefined = from && to && from <= to ? [from, to] : undefined
  const industry = search.get('industry') ?? undefined
  const found = useCall(
    listBenchmarks,
    { ...(industry === undefined ? {} : { industry }), ...(range ? { timestamp_range: range } : {}) },
    { keepPrevious: true },
  )
  const drop = useCommand(dropBenchmarks, { refreshes: [listBenchmarks] })
  const set = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(search)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: true })
  }
  const { data } = found
  // The largest gaps first; what nothing is known of stands last.
  const ranked = data?.result.toSorted((a, b) => Number(b.gap_rate ?? -1e9) - Number(a.gap_rate ?? -1e9))
  return (
    <div className="qt-page">
      <div className="qt-list-head">
        <div className="qt-filters">
          <div className="qt-filter qt-filter-range">
            <Industry
              key={data?.industry}
              known={data?.industries ?? []}
              value={data?.industry ?? ''}
              onChange={value => set('industry', value)}
            />
          </div>
          <div className="qt-filter qt-filter-range">
            <DateRange
              title={text('期间', 'Period')}
              value={range}
              onChange={value => set('range', value?.join('-'))}
            />
          </div>
        </div>
      </div>
      {found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !data || !ranked ? (
        <PageSkeleton />
      ) : ranked.length === 0 ? (
        <EmptyState
          text={text(
            '没有可看的指标：需要订单、生产、库存或采购页面的权限',
            'No figure that you may see: it takes a right to orders, production, stock or buying',
          )}
        />
      ) : (
        <div className="qt-benchmark-told" aria-busy={found.isPlaceholderData}>
          <p className="qt-secondary">
            {say(
              text(
                '系统不附带行业数据：行业值由贵公司录入并注明来源，没有录入的指标与目标或自身最好的3个月比较。',
                'No industry figures come with the product: your company enters what was published, with its source. What is not entered is held against your target or your own best three months.',
              ),
            )}
          </p>
          <div className="qt-trend-scroll">
            <table className="qt-figure-table qt-benchmark">
              <thead>
                <tr>
                  {[
                    text('指标', 'Figure'),
                    text('本公司', 'Own'),
                    text('近12个月', 'Last 12 months'),
                    text('最好3个月', 'Best three months'),
                    text('行业后25%', 'Bottom quartile'),
                    text('行业中位', 'Median'),
                    text('行业前25%', 'Top quartile'),
                    text('目标', 'Target'),
                    text('差距', 'Gap'),
                    text('来源', 'Source'),
                    text('操作', 'Actions'),
                  ].map(head => (
                    <th key={head.zh} scope="col">
                      {say(head)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {ranked.map(row => {
                  const { title, formula, k } = figureOf(row.indicator)
                  return (
                    <tr key={row.indicator}>
                      <th scope="row" title={say(formula)}>
                        {k ? <span className="qt-secondary">{`${k} `}</span> : null}
                        {say(title)}
                      </th>
                      <td>
                        <button
                          type="button"
                          className="qt-link"
                          title={say(text('查看明细', 'Show the rows'))}
                          onClick={() => setShown({ figure: row.indicator, range: data.timestamp_range })}
                        >
                          <FigureValue figure={row.indicator} value={row.own_value} />
                        </button>
                      </td>
                      <td>
                        <Spark row={row} />
                      </td>
                      {(['best_months', 'industry_worst', 'industry_average', 'industry_best', 'target'] as const).map(
                        name => (
                          <td key={name}>
                            {row[name] === null ? (
                              <span className="qt-none">—</span>
                            ) : (
                              <FigureValue figure={row.indicator} value={row[name]} />
                            )}
                          </td>
                        ),
                      )}
                      <td>
                        <Gap row={row} />
                      </td>
                      <td className="qt-benchmark-source">
                        <Source row={row} />
                      </td>
                      <td>
                        <ActButton
                          size="small"
                          act={{
                            title: row.id ? text('编辑', 'Edit') : text('录入', 'Enter'),
                            run: needing(setBenchmark, () => setEdited(row)),
                          }}
                        />
                        {row.id ? (
                          <ActButton size="small" act={remove([say(title)], drop.with({ ids: [row.id] }))} />
                        ) : null}
                      </td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </div>
        </div>
      )}
      {edited && data ? (
        <BenchmarkDialog of={edited} industry={data.industry} onClose={() => setEdited(undefined)} />
      ) : null}
      <RowsDrawer shown={shown} onClose={() => setShown(undefined)} />
    </div>
  )
}

/** An industry by the name that the company gives it. */
function Industry({
  known,
  value,
  onChange,
}: {
  known: readonly string[]
  value: string
  onChange: (value: string) => void
}) {
  const say = useSay()
  const [written, setWritten] = useState(value)
  return (
    <AutoComplete
      aria-label={say(text('行业', 'Industry'))}
      placeholder={say(text('行业', 'Industry'))}
      maxLength={100}
      value={written}
      options={known.filter(Boolean).map(name => ({ value: name }))}
      onChange={setWritten}
      onSelect={onChange}
      onBlur={() => {
        if (written.trim() !== value) onChange(written.trim())
      }}
    />
  )
}
function Gap({ row: { gap_rate, compared_with } }: { row: BenchmarkRow }) {
  const say = useSay()
  if (gap_rate === null || compared_with === null)
    return (
      <span className="qt-secondary">
        {say(compared_with === null ? text('未录入行业值', 'No reference entered') : text('无数据', 'No data'))}
      </span>
    )
  const behind = Number(gap_rate) > 0
  return (
    <span title={say(text('与{what}相比', 'Against the {what}'), { what: say(comparedWith[compared_with]) })}>
      <span className={behind ? 'qt-change-bad' : 'qt-change-good'}>
        {behind
          ? say(text('落后 {rate}%', '{rate}% behind'), { rate: gap_rate })
          : say(text('领先 {rate}%', '{rate}% ahead'), { rate: gap_rate.replace('-', '') })}
      </span>
      <br />
      <span className="qt-secondary">{say(comparedWith[compared_with])}</span>
    </span>
  )
}
function Source({ row: { source, source_year, sample_count, link } }: { row: BenchmarkRow }) {
  if (source === null) return <span className="qt-none">—</span>
  const told = [source, source_year, sample_count === null ? null : `n = ${sample_count}`]
    .filter(one => one !== null)
    .join(', ')
  return link && /^https?:\/\//.test(link) ? (
    <Button type="link" size="small" href={link} target="_blank" rel="noreferrer" title={told}>
      {told}
    </Button>
  ) : (
    <span title={told}>{told}</span>
  )
}
function Spark({ row: { trend } }: { row: BenchmarkRow }) {
  const values = trend.map(value => (value === null ? null : Number(value)))
  const known = values.filter(value => value !== null)
  if (known.length < 2) return <span className="qt-none">—</span>
  const { width, height, edge } = spark
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const x = (at: number) => edge + ((width - 2 * edge) * at) / (values.length - 1)
  const y = (value: number) => edge + (height - 2 * edge) * (1 - (value - least) / Math.max(1e-9, most - least))
  return (
    <svg width={width} height={height} role="img" aria-label={trend.map(value => value ?? '—').join(', ')}>
      <path d={lineOf(values, x, y)} fill="none" stroke="var(--qt-primary)" strokeWidth={2} />
    </svg>
  )
}
