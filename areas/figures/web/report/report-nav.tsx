import { MailOutlined, TeamOutlined } from '@ant-design/icons'
import { type Text, text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { sharing } from '../../model/report/report.status.ts'
import { type ReportKey, reportOf } from '../../model/report/reports.ts'
import type { SavedReportRow } from '../../model/report/saved-report.calls.ts'

interface NavProps {
  readonly allowed: readonly ReportKey[]
  readonly saved: readonly SavedReportRow[]
  readonly current: string | undefined
  readonly report_type: ReportKey | undefined
  readonly onKind: (key: ReportKey | undefined) => void
  readonly onSaved: (row: SavedReportRow) => void
}
/** Saved reports, the own ones first, and the catalogue that they are made from. */
export function ReportNav({ allowed, saved, current, report_type, onKind, onSaved }: NavProps) {
  const say = useSay()
  const entry = (key: string, title: string, isCurrent: boolean, run: () => void, marks?: React.ReactNode) => (
    <button
      key={key}
      type="button"
      className="qt-report-kind"
      aria-current={isCurrent ? 'page' : undefined}
      title={title}
      onClick={run}
    >
      {title}
      {marks}
    </button>
  )
  const rowsOf = (rows: readonly SavedReportRow[], title: Text) =>
    rows.length === 0 ? null : (
      <>
        <h2>{say(title)}</h2>
        {rows.map(row =>
          entry(
            row.id,
            row.name,
            row.id === current,
            () => onSaved(row),
            <span className="qt-report-marks">
              {row.is_mine && row.sharing !== sharing.codes.private ? (
                <TeamOutlined aria-label={say(text('已共享', 'Shared'))} />
              ) : null}
              {row.is_mailed ? <MailOutlined aria-label={say(text('定时邮件', 'Goes out by mail'))} /> : null}
            </span>,
          ),
        )}
      </>
    )
  return (
    <nav aria-label={say(text('报表目录', 'Reports'))}>
      {rowsOf(
        saved.filter(({ is_mine }) => is_mine),
        text('我的报表', 'My reports'),
      )}
      {rowsOf(
        saved.filter(({ is_mine }) => !is_mine),
        text('共享给我', 'Shared with me'),
      )}
      <h2>{say(text('目录', 'Catalogue'))}</h2>
      {allowed.map(key =>
        entry(key, say(reportOf(key).title), current === undefined && key === report_type, () => onKind(key)),
      )}
      {entry('own', say(text('自选指标', 'Own choice')), current === undefined && report_type === undefined, () =>
        onKind(undefined),
      )}
    </nav>
  )
}
