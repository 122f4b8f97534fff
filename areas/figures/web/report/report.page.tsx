import { DownloadOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { useDownload } from '@qitao/platform/web/call/download.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { exportReport, type ReportInput, showReport } from '../../model/figure.calls.ts'
import { maySee } from '../../model/figure.rules.ts'
import { grain } from '../../model/figure.status.ts'
import type { FigureKey } from '../../model/figures.ts'
import { commonDimensions, figuresFor, liesAcross, standsNow } from '../../model/report/report.rules.ts'
import { chartKind } from '../../model/report/report.status.ts'
import { type ReportKey, reportKeys, reportOf } from '../../model/report/reports.ts'
import { listSavedReports, type ReportDefinition } from '../../model/report/saved-report.calls.ts'
import { RowsDrawer, type ShownRows } from '../rows.drawer.tsx'
import { addressOf, holdsReport, isSameReport, reportIn } from './report-address.ts'
import { ReportBuilder } from './report-builder.tsx'
import { ReportChart } from './report-chart.tsx'
import { ReportNav } from './report-nav.tsx'
import { ReportTable } from './report-table.tsx'
import { SavedReportActs } from './saved-report-acts.tsx'
import '../figures.css'

/** The numbers with their detail: which figures, over what time, split by what, beside when. All of it stands in the address. */
export default function ReportPage() {
  const say = useSay()
  const { may } = useSession()
  const [search, setSearch] = useSearchParams()
  const [shown, setShown] = useState<ShownRows>()
  const saved = useCall(listSavedReports, { page_size: -1, order_by: 'name' })
  const seen = (key: FigureKey) => maySee(key, { has: path => may({ path }) })
  const allowed = reportKeys.filter(key => reportOf(key).figures.some(seen))
  const kept = saved.data?.result.find(({ id }) => id === search.get('saved'))
  if (allowed.length === 0) return <EmptyState text={text('没有可看的报表', 'There is no report that you may see')} />
  if (search.has('saved') && !holdsReport(search)) {
    if (saved.error) return <ErrorState failure={saved.error} retry={saved.refetch} />
    if (!saved.data) return <RowsSkeleton />
  }
  // A link names a saved report alone; what is changed of it stands in the address.
  const asked = kept && !holdsReport(search) ? kept.definition : reportIn(search)
  const { definition, figures, chosen, isNow } = fitted(asked, { allowed, seen, isBegun: search.get('own') !== null })
  const set = (change: Partial<ReportDefinition>) => show({ ...definition, ...change }, search.get('saved'))
  const show = (next: ReportDefinition, saved_id: string | null) => {
    const other = new URLSearchParams()
    for (const [key, value] of Object.entries(addressOf(next))) if (value !== null) other.set(key, value)
    if (next.report_type === undefined && next.figures === undefined) other.set('own', 'yes')
    if (saved_id !== null) other.set('saved', saved_id)
    setSearch(other, { replace: true })
  }
  return (
    <div className="qt-page qt-figure-report">
      <ReportNav
        allowed={allowed}
        saved={saved.data?.result ?? []}
        current={kept?.id}
        report_type={definition.report_type}
        onKind={key =>
          show({ ...definition, report_type: key, figures: undefined, by: [], across: undefined, only: {} }, null)
        }
        onSaved={row => setSearch({ saved: row.id }, { replace: true })}
      />
      <div className="qt-report-body">
        <SavedReportActs
          definition={definition}
          kept={kept}
          isChanged={
            kept !== undefined && !isSameReport(fitted(kept.definition, { allowed, seen }).definition, definition)
          }
          onShow={id => setSearch(id === undefined ? addressParts(definition) : { saved: id }, { replace: true })}
        >
          <ExportButton definition={definition} isNow={isNow} disabled={chosen.length === 0} />
        </SavedReportActs>
        <ReportBuilder value={definition} figures={figures} chosen={chosen} onChange={set} />
        {chosen.length === 0 ? (
          <EmptyState text={text('请在「指标」中选择要看的指标', 'Choose what to see under “Figures”')} />
        ) : (
          <Report definition={definition} input={inputOf(definition, isNow)} onRows={setShown} />
        )}
      </div>
      <RowsDrawer shown={shown} onClose={() => setShown(undefined)} />
      {search.has('saved') && saved.data && !kept ? (
        <p className="qt-secondary">
          {say(text('该报表已删除或不再共享', 'That report was deleted or is not shared any more'))}
        </p>
      ) : null}
    </div>
  )
}
/** What of a report this reader may see, and what goes with that. `isBegun`: figures of the own choice, none of them chosen yet. */
function fitted(
  asked: ReportDefinition,
  of: { allowed: readonly ReportKey[]; seen: (key: FigureKey) => boolean; isBegun?: boolean },
) {
  const isOwn = asked.report_type === undefined && (asked.figures !== undefined || of.isBegun === true)
  const report_type = isOwn ? undefined : (of.allowed.find(key => key === asked.report_type) ?? of.allowed[0])
  const figures = figuresFor(report_type).filter(of.seen)
  const wanted = figures.filter(key => asked.figures?.includes(key))
  const chosen = wanted.length > 0 || isOwn ? wanted : figures
  const splits = commonDimensions(chosen)
  const by = (asked.by ?? []).filter(key => splits.includes(key))
  const isNow = chosen.length > 0 && chosen.every(standsNow)
  const { across, by_time = true } = asked
  const definition: ReportDefinition = {
    ...asked,
    report_type,
    figures: wanted.length > 0 && (isOwn || wanted.length < figures.length) ? wanted : undefined,
    by,
    across: liesAcross({ by, by_time, across }, isNow) ? across : undefined,
    only: Object.fromEntries(Object.entries(asked.only ?? {}).filter(([key]) => splits.some(one => one === key))),
  }
  return { definition, figures, chosen, isNow }
}
const addressParts = (definition: ReportDefinition): Record<string, string> =>
  Object.fromEntries(
    Object.entries(addressOf(definition)).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
  )

/** What is asked for. */
function inputOf({ chart: _, ...definition }: ReportDefinition, isNow: boolean): ReportInput {
  const { timestamp_range, period, compared, ...input } = definition
  return {
    ...input,
    ...(isNow ? {} : { timestamp_range, period: timestamp_range ? undefined : period, compared }),
  }
}

function ExportButton({
  definition,
  isNow,
  disabled,
}: {
  definition: ReportDefinition
  isNow: boolean
  disabled: boolean
}) {
  const download = useDownload(exportReport)
  return (
    <ActButton
      act={{
        title: text('导出', 'Export'),
        icon: <DownloadOutlined aria-hidden />,
        run: needing(exportReport, () => download.run(inputOf(definition, isNow))),
        whyNot: disabled ? text('请先选择指标', 'Choose figures first') : undefined,
      }}
    />
  )
}

function Report({
  definition,
  input,
  onRows,
}: {
  definition: ReportDefinition
  input: ReportInput
  onRows: (shown: ShownRows) => void
}) {
  const say = useSay()
  const found = useCall(showReport, input, { keepPrevious: true })
  if (found.error) return <ErrorState failure={found.error} retry={found.refetch} />
  const wanted = input.figures ?? figuresFor(input.report_type)
  // An answer of another report has other columns.
  if (!found.data || (found.isPlaceholderData && !found.data.columns.every(key => wanted.includes(key))))
    return <RowsSkeleton />
  const shape = { by: input.by ?? [], across: input.across, grain: input.time_dimension ?? grain.codes.month }
  const kind = definition.chart ?? chartKind.codes.line
  return (
    <div
      className={found.isPlaceholderData ? 'qt-report-told qt-waiting' : 'qt-report-told'}
      aria-busy={found.isPlaceholderData}
    >
      {kind === chartKind.codes.none ? null : <ReportChart data={found.data} {...shape} kind={kind} />}
      <ReportTable data={found.data} {...shape} only={input.only ?? {}} onRows={onRows} />
      {found.data.cut ? (
        <p className="qt-secondary">
          {say(text('只显示前2000行，请缩小范围', 'Only the first 2000 rows are shown; ask for less'))}
        </p>
      ) : null}
    </div>
  )
}
