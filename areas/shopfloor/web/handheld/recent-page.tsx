import { add, formatQuantity, isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { device, take } from '@qitao/platform/web/offline/device.ts'
import type { DevicePart } from '@qitao/platform/web/offline/part.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { useState } from 'react'
import { dropReport, type ReportRow, report } from '../../model/report.calls.ts'
import { useClock } from './clock.ts'
import { nothingTaken } from './nothing-taken.ts'
import { oneTap } from './one-tap.ts'
import { loadRecent, readRecent, recent, recentOffered } from './recent.ts'

/** What the holder has reported, to be undone within the rights that the desk asks for. */
export const recentPart: DevicePart = {
  ...{ name: 'reports', title: text('我的报工', 'My reports'), offered: recentOffered },
  ...{ read: readRecent, load: loadRecent, Page: RecentPage },
}
const question = text(
  '撤销报工 {no}（{figures}）？物料退回原库位。',
  'Undo report {no} ({figures})? Its material goes back to its bins.',
)

function RecentPage() {
  const say = useSay()
  const { reports = [] } = recent.use() ?? {}
  const { holder } = device.use() ?? {}
  const clockOf = useClock(holder?.zone)
  return (
    <ul className="qt-m-list" aria-label={say(text('我的报工', 'My reports'))}>
      {reports.map(row => (
        <Report key={row.id} {...{ row, clockOf }} />
      ))}
    </ul>
  )
}

function Report({ row, clockOf }: { row: ReportRow; clockOf: (milliseconds: number) => string }) {
  const say = useSay()
  const { actions: taken = nothingTaken } = device.use()?.outbox ?? {}
  const own = taken.use().filter(({ path, input }) => path === dropReport.path && input.id === row.id)
  const [once] = useState(oneTap)
  const { finished_quantity: good, defective_quantity: bad, rework_quantity: again } = report.fields
  const figures = [
    [good, row.finished_quantity] as const,
    ...(isPositive(row.defective_quantity) ? [[bad, row.defective_quantity] as const] : []),
    ...(isPositive(row.rework_quantity) ? [[again, row.rework_quantity] as const] : []),
  ]
  const words = figures.map(([{ title }, quantity]) => `${say(title)} ${formatQuantity(quantity)}`).join(' · ')
  const waits = own.some(({ state }) => state === 'waiting')
  const isGone = row.revoked || own.some(({ state }) => state === 'done')
  const undo = async () => {
    if (!confirm(say(question, { no: row.report_no, figures: words }))) return false
    const { process_name, report_no, finished_quantity } = row
    await take({
      path: dropReport.path,
      lane: row.mo_id,
      title: text(
        `撤销报工 ${process_name} ${report_no}：良品 ${add(finished_quantity, '0')}`,
        `Undo ${process_name} ${report_no}: good ${add(finished_quantity, '0')}`,
      ),
      input: { id: row.id },
    })
    return false
  }
  return (
    <li className="qt-m-card">
      <header>
        <strong>{row.process_name}</strong>
        <span className={`qt-m-tag qt-m-${isGone ? 'neutral' : row.approved_time === null ? 'processing' : 'success'}`}>
          {say(
            isGone
              ? text('已撤销', 'Undone')
              : row.approved_time === null
                ? text('待审核', 'To approve')
                : text('已审核', 'Approved'),
          )}
        </span>
      </header>
      <p>
        {row.material_code} {row.material_name}
      </p>
      <p className="qt-m-quiet">
        {row.report_no} · {row.task_no} · {clockOf(row.report_time * 1000)}
      </p>
      <dl className="qt-m-figures">
        {figures.map(([{ title }, quantity]) => (
          <div key={title.en}>
            <dt>{say(title)}</dt>
            <dd>
              <Quantity value={quantity} />
            </dd>
          </div>
        ))}
      </dl>
      {row.defect_reason ? <p className="qt-m-quiet">{row.defect_reason}</p> : null}
      {waits ? <p className="qt-m-note">{say(text('撤销待发送', 'To be undone, waits here'))}</p> : null}
      {isGone || waits || !row.is_own ? null : (
        <footer>
          <button type="button" className="qt-m-button qt-m-danger-button" onClick={() => void once(undo)}>
            {say(text('撤销', 'Undo'))}
          </button>
        </footer>
      )}
    </li>
  )
}
