import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import type { Panorama } from '../../model/dashboard.calls.ts'
import type { ShownRows } from '../rows.drawer.tsx'

/** From these shares of the open time on, percent. */
const levels = { full: 85, over: 100 }
const levelOf = (rate: string | null): string =>
  rate === null ? 'closed' : Number(rate) > levels.over ? 'over' : Number(rate) >= levels.full ? 'full' : 'free'

interface LoadProps {
  readonly plan: NonNullable<Panorama['plan']>
  readonly onRows: (shown: ShownRows) => void
}
/** The busiest machines, day by day: the number says it, the colour only helps. */
export function Load({ plan: { days, load }, onRows }: LoadProps) {
  const say = useSay()
  const dates = useOrgDate()
  if (load.length === 0) return <EmptyState text={text('没有设备', 'There are no machines')} />
  const range: [number, number] = [days[0]!, days.at(-1)!]
  const open = (device: string, name: string, at: readonly [number, number]) =>
    onRows({ figure: 'planned_load', range: at, only: { device }, of: name })
  return (
    <div className="qt-trend-scroll">
      <table className="qt-figure-table qt-load">
        <thead>
          <tr>
            <th scope="col">{say(text('设备', 'Machine'))}</th>
            <th scope="col">{say(text('两周', 'Two weeks'))}</th>
            {days.map(day => (
              <th key={day} scope="col">
                {dates.dayOf(day).slice(5)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {load.map(({ device_id, name, rate, days: rates }) => (
            <tr key={device_id}>
              <th scope="row">
                <button type="button" className="qt-link" onClick={() => open(device_id, name, range)}>
                  {name}
                </button>
              </th>
              <td className={`qt-number qt-load-${levelOf(rate)}`}>
                {rate === null ? '—' : `${Math.round(Number(rate))}%`}
              </td>
              {rates.map((one, at) => (
                <td
                  key={days[at]}
                  className={`qt-number qt-load-${levelOf(one)}`}
                  title={one === null ? say(text('不开放', 'Closed')) : undefined}
                >
                  {one === null ? '—' : `${Math.round(Number(one))}%`}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
