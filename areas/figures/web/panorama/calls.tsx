import { text } from '@qitao/core/text.ts'
import { minuteSeconds } from '@qitao/core/time.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import type { AndonRow } from '@qitao/shopfloor/model/andon/andon.calls.ts'
import { andonCause, andonStatus } from '@qitao/shopfloor/model/andon/andon.status.ts'

/** Where somebody waits for help, and how long already. */
export function Calls({ rows, now }: { rows: readonly AndonRow[]; now: number }) {
  const say = useSay()
  return (
    <div className="qt-trend-scroll">
      <table className="qt-figure-table qt-words-table">
        <thead>
          <tr>
            {[
              text('设备', 'Machine'),
              text('类型', 'For'),
              text('工单', 'Work order'),
              text('呼叫人', 'Called by'),
              text('状态', 'State'),
              text('已等分钟', 'Minutes'),
            ].map(title => (
              <th key={title.zh} scope="col">
                {say(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id}>
              <td>
                {row.machine_no} {row.device_name}
              </td>
              <td>
                <StatusTag of={andonCause.stateOf(row.cause)} />
              </td>
              <td>
                <RecordLink kind="mo" id={row.mo_id} no={row.mo_no} />
              </td>
              <td>{row.called_by_name}</td>
              <td>
                <StatusTag of={andonStatus.stateOf(row.status)} />
              </td>
              <td className="qt-number">{Math.max(0, Math.floor((now - row.called_time) / minuteSeconds))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
