import { DownloadOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { useDownload } from '@qitao/platform/web/call/download.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { DateRange } from '@qitao/platform/web/list/date-range.tsx'
import { SavedViews } from '@qitao/platform/web/list/saved-views.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Segmented, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type DimensionKey, dimensionKeys, dimensionOf, factsAt } from '../../model/facts.ts'
import { exportReport, type ReportInput, showReport } from '../../model/figure.calls.ts'
import { grain } from '../../model/figure.status.ts'
import { type FigureKey, figureOf } from '../../model/figures.ts'
import { beforeTitle } from '../../model/report-sheet.rules.ts'
import { type ReportKey, reportKeys, reportOf } from '../../model/reports.ts'
import { RowsDrawer, type ShownRows } from '../rows.drawer.tsx'
import { ReportChart } from './report-chart.tsx'
import { ReportTable } from './report-table.tsx'
import '../figures.css'

const noColumns = { order: [], shown: {} }
const mostDimensions = 2

/** The numbers with their detail: which figures, over what time, split by what, beside when. All of it stands in the address. */
export default function ReportPage() {
  const say = useSay()
  const { may } = useSession()
  const [search, setSearch] = useSearchParams()
  const [shown, setShown] = useState<ShownRows>()
  const download = useDownload(exportReport)
  const seen = (key: FigureKey) => factsAt(figureOf(key).facts).pages.some(page => may(page))
  const allowed = reportKeys.filter(key => reportOf(key).figures.some(seen))
  const report_type = allowed.find(key => key === search.get('report')) ?? allowed[0]
  if (!report_type) return <EmptyState text={text('没有可看的报表', 'There is no report that you may see')} />
  const figures = reportOf(report_type).figures.filter(seen)
  const isNow = figures.every(key => factsAt(figureOf(key).facts).now)
  const splits = dimensionKeys.filter(key => figures.every(of => factsAt(figureOf(of).facts).by.includes(key)))
  const by = (search.get('by')?.split(',') ?? []).filter((key): key is DimensionKey =>
    splits.includes(key as DimensionKey),
  )
  const chosen = figures.filter(key => (search.get('figures')?.split(',') ?? figures).includes(key))
  const range = rangeIn(search.get('range'))
  const compared = (['previous', 'year'] as const).find(one => one === search.get('compared'))
  const time_dimension = grain.list.find(({ code }) => String(code) === search.get('grain'))?.code ?? grain.codes.month
  const input: ReportInput = {
    ...{ report_type, time_dimension, by: by.slice(0, mostDimensions), by_time: search.get('time') !== 'no' },
    ...(chosen.length > 0 && chosen.length < figures.length ? { figures: chosen } : {}),
    ...(range && !isNow ? { timestamp_range: range } : {}),
    ...(compared && !isNow ? { compared } : {}),
  }
  const set = (change: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(search)
    for (const [key, value] of Object.entries(change)) {
      if (value === null || value === '') next.delete(key)
      else next.set(key, value)
    }
    setSearch(next, { replace: true })
  }
  return (
    <div className="qt-page qt-figure-report">
      <nav aria-label={say(text('报表目录', 'Reports'))}>
        {allowed.map(key => (
          <button
            key={key}
            type="button"
            className="qt-report-kind"
            aria-current={key === report_type ? 'page' : undefined}
            onClick={() => set({ report: key, by: null, figures: null })}
          >
            {say(reportOf(key).title)}
          </button>
        ))}
      </nav>
      <div className="qt-report-body">
        <div className="qt-list-head">
          <div className="qt-filters">
            {isNow ? (
              <span className="qt-secondary">{say(text('当前数据', 'As it stands now'))}</span>
            ) : (
              <>
                <div className="qt-filter qt-filter-range">
                  <DateRange
                    title={text('期间', 'Period')}
                    value={range}
                    onChange={value => set({ range: value ? value.join('-') : null })}
                  />
                </div>
                <Segmented
                  aria-label={say(text('时间维度', 'By time'))}
                  value={input.by_time ? String(time_dimension) : 'no'}
                  onChange={value => set(value === 'no' ? { time: 'no', grain: null } : { time: null, grain: value })}
                  options={[
                    ...grain.list.map(({ code, zh, en }) => ({ value: String(code), label: say(text(zh, en)) })),
                    { value: 'no', label: say(text('合计', 'Whole')) },
                  ]}
                />
              </>
            )}
            <Choice
              title={text('指标', 'Figures')}
              value={chosen}
              options={figures.map(key => ({ value: key, label: say(figureOf(key).title) }))}
              onChange={value => set({ figures: value.length === figures.length ? null : value.join(',') })}
            />
            <Choice
              title={text('维度', 'Split by')}
              value={by}
              most={mostDimensions}
              options={splits.map(key => ({ value: key, label: say(dimensionOf(key).title) }))}
              onChange={value => set({ by: value.join(',') })}
            />
            {isNow ? null : (
              <div className="qt-filter">
                <Select
                  aria-label={say(text('对比', 'Compare'))}
                  allowClear
                  placeholder={say(text('对比', 'Compare with'))}
                  value={compared}
                  onChange={value => set({ compared: value ?? null })}
                  options={(['previous', 'year'] as const).map(key => ({ value: key, label: say(beforeTitle[key]) }))}
                />
              </div>
            )}
          </div>
          <div className="qt-toolbar">
            <SavedViews list="report" columns={noColumns} onColumns={() => {}} />
            <ActButton
              act={{
                title: text('导出', 'Export'),
                icon: <DownloadOutlined aria-hidden />,
                run: () => download.run(input),
              }}
            />
          </div>
        </div>
        <Report input={input} report_type={report_type} onRows={setShown} />
      </div>
      <RowsDrawer shown={shown} onClose={() => setShown(undefined)} />
    </div>
  )
}

function Report({
  input,
  report_type,
  onRows,
}: {
  input: ReportInput
  report_type: ReportKey
  onRows: (shown: ShownRows) => void
}) {
  const say = useSay()
  const found = useCall(showReport, input, { keepPrevious: true })
  if (found.error) return <ErrorState failure={found.error} retry={found.refetch} />
  // An answer of another report has other columns.
  if (
    !found.data ||
    (found.isPlaceholderData && !found.data.columns.every(key => reportOf(report_type).figures.includes(key)))
  )
    return <RowsSkeleton />
  const by = input.by ?? []
  return (
    <div
      className={found.isPlaceholderData ? 'qt-report-told qt-waiting' : 'qt-report-told'}
      aria-busy={found.isPlaceholderData}
    >
      <ReportChart data={found.data} by={by} grain={input.time_dimension ?? grain.codes.month} />
      <ReportTable data={found.data} by={by} grain={input.time_dimension ?? grain.codes.month} onRows={onRows} />
      {found.data.cut ? (
        <p className="qt-secondary">
          {say(text('只显示前2000行，请缩小范围', 'Only the first 2000 rows are shown; ask for less'))}
        </p>
      ) : null}
    </div>
  )
}

function Choice<K extends string>({
  title,
  value,
  options,
  most,
  onChange,
}: {
  title: { zh: string; en: string }
  value: readonly K[]
  options: { value: K; label: string }[]
  most?: number
  onChange: (value: K[]) => void
}) {
  const say = useSay()
  return (
    <div className="qt-filter qt-filter-range">
      <Select<K[]>
        mode="multiple"
        maxTagCount="responsive"
        {...(most ? { maxCount: most } : {})}
        aria-label={say(title)}
        placeholder={say(title)}
        value={[...value]}
        options={options}
        onChange={onChange}
      />
    </div>
  )
}

function rangeIn(written: string | null): [number, number] | undefined {
  const [from, to] = (written ?? '').split('-').map(Number)
  return from && to && from <= to ? [from, to] : undefined
}
