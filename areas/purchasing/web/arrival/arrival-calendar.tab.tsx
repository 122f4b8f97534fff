import { text } from '@qitao/core/text.ts'
import { addDays, type Day } from '@qitao/core/time.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { firstOfMonth, gridOf, MonthFrame } from '@qitao/platform/web/show/month-frame.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import { type ArrivalHead, arrivalCalls } from '../../model/arrival/arrival.calls.ts'
import { arrivalStatus } from '../../model/arrival/arrival.status.ts'
import { listArrivals } from '../../model/purchase-order.calls.ts'
import type { ArrivalRow } from '../../model/purchase-order.record.ts'
import './arrival-calendar.css'

/** Of one answer; what is beyond it is told. */
const most = 500

/** What comes on which day: arrivals that are written or announced, and order lines that nobody has announced. */
export function ArrivalCalendarTab() {
  const say = useSay()
  const dates = useOrgDate()
  const { may } = useSession()
  const [month, setMonth] = useState<Day>(firstOfMonth(dates.today()))
  const [from, to] = gridOf(month)
  const timestamp_range: [number, number] = [dates.startOfDay(from), dates.startOfDay(addDays(to, 1)) - 1]
  const asked = { timestamp_range, page_size: most }
  const statuses = arrivalStatus.from('split')
  const arrivals = useCall(arrivalCalls.list, { ...asked, statuses: [...statuses], order_by: 'planned_date' })
  const lines = useCall(listArrivals, { ...asked, unannounced: true })
  const failed = [arrivals, lines].find(({ error, data }) => error && !data)
  if (failed) return <ErrorState failure={failed.error!} retry={failed.refetch} />
  const byDay = Map.groupBy(arrivals.data?.result ?? [], row => dates.dayOf(row.planned_date))
  const open = Map.groupBy(lines.data?.result ?? [], row => dates.dayOf(row.eta!))
  const left = [arrivals, lines].reduce(
    (sum, { data }) => sum + Math.max(0, (data?.total ?? 0) - (data?.result.length ?? 0)),
    0,
  )
  const mayEdit = may(pages.editArrival)
  return (
    <div className="qt-arrival-calendar">
      <MonthFrame
        month={month}
        onMonth={setMonth}
        note={
          arrivals.isLoading || lines.isLoading
            ? say(text('正在读取', 'Loading'))
            : left > 0
              ? say(text('另有 {left} 条未显示', '{left} more are not shown'), { left })
              : say(text('{arrivals} 张到货单，{lines} 行未通知', '{arrivals} arrivals, {lines} lines not announced'), {
                  arrivals: arrivals.data?.total ?? 0,
                  lines: lines.data?.total ?? 0,
                })
        }
        day={(day, className) => (
          <div key={day} className={className}>
            <span className="qt-month-date">
              <span className="qt-number">{Number(day.slice(8))}</span>
            </span>
            {(byDay.get(day) ?? []).map(arrival => (
              <ArrivalChip key={arrival.id} of={arrival} opens={mayEdit} />
            ))}
            {[...Map.groupBy(open.get(day) ?? [], row => row.supplier_id)].map(([supplier_id, rows]) => (
              <OpenChip key={supplier_id} rows={rows} opens={mayEdit} />
            ))}
          </div>
        )}
      />
    </div>
  )
}

function ArrivalChip({ of, opens }: { of: ArrivalHead; opens: boolean }) {
  const say = useSay()
  const words = say(text('{no} {supplier} {count} 行', '{no} {supplier}, {count} lines'), {
    ...{ no: of.no, supplier: of.supplier_name, count: of.line_count },
  })
  return (
    <Chip
      kind={of.overdue ? 'late' : of.status === arrivalStatus.codes.pending_submit ? 'draft' : 'sent'}
      title={[words, say(arrivalStatus.stateOf(of.status)), of.time_window, of.dock].filter(Boolean).join(' · ')}
      words={[of.time_window, of.supplier_name].filter(Boolean).join(' ')}
      run={opens ? () => openEdit(pages.editArrival, { id: of.id }) : undefined}
    />
  )
}

/** Lines of one supplier for that day which are on no arrival yet; a press begins one. */
function OpenChip({ rows, opens }: { rows: readonly ArrivalRow[]; opens: boolean }) {
  const say = useSay()
  const [{ supplier_name, overdue }] = rows as [ArrivalRow, ...ArrivalRow[]]
  const nos = [...new Set(rows.map(row => row.purchase_order_no))].join(', ')
  return (
    <Chip
      kind={overdue ? 'late' : 'open'}
      title={say(text('未通知：{supplier} {nos}，{count} 行', 'Not announced: {supplier} {nos}, {count} lines'), {
        ...{ supplier: supplier_name, nos, count: rows.length },
      })}
      words={say(text('{supplier} {count} 行未通知', '{supplier}: {count} not announced'), {
        ...{ supplier: supplier_name, count: rows.length },
      })}
      run={opens ? () => openEdit(pages.editArrival, { lines: rows.map(({ id }) => id).join(',') }) : undefined}
    />
  )
}

function Chip({
  kind,
  title,
  words,
  run,
}: {
  kind: 'late' | 'draft' | 'sent' | 'open'
  title: string
  words: string
  run: (() => void) | undefined
}) {
  const className = `qt-arrival-chip qt-arrival-${kind}`
  return run ? (
    <button type="button" className={className} title={title} onClick={run}>
      {words}
    </button>
  ) : (
    <span className={className} title={title}>
      {words}
    </span>
  )
}
