import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { standing } from '../../model/figure.status.ts'
import type { SalesDashboard } from '../../model/sales-dashboard.calls.ts'
import { FigureValue } from '../figure-value.tsx'

type Week = SalesDashboard['delivery'][number]

/** Orders in hand, a row for each week that they are due: how much is late, at risk, not planned and in time. */
export function Backlog({ weeks, onOpen }: { weeks: readonly Week[]; onOpen: (standing: string) => void }) {
  const say = useSay()
  const dates = useOrgDate()
  const amountOf = (week: Week) => week.by.reduce((sum, { amount }) => sum + Number(amount ?? 0), 0)
  const most = Math.max(1, ...weeks.map(amountOf))
  const nameOf = ({ week }: Week, at: number) =>
    week === null
      ? say(text('本周之前', 'Before this week'))
      : at === weeks.length - 1
        ? say(text('{day} 及以后', '{day} and later'), { day: dates.dayOf(week) })
        : dates.dayOf(week)
  return (
    <>
      <ul className="qt-backlog-keys">
        {standing.list.map(state => (
          <li key={state.code}>
            <i style={{ background: `var(--qt-status-${state.colour}-bar)` }} />
            <button type="button" className="qt-link" onClick={() => onOpen(state.code)}>
              {say(state)}
            </button>
          </li>
        ))}
      </ul>
      <ul className="qt-backlog">
        {weeks.map((week, at) => (
          <li key={week.week ?? 'before'}>
            <span className="qt-number">{nameOf(week, at)}</span>
            <span className="qt-backlog-bar">
              {week.by.map(({ standing: code, amount, lines }) => {
                const state = standing.stateOf(code)
                return Number(amount ?? 0) > 0 ? (
                  <i
                    key={code}
                    title={`${say(state)}: ${lines} · ${amount}`}
                    style={{
                      width: `${(100 * Number(amount)) / most}%`,
                      background: `var(--qt-status-${state.colour}-bar)`,
                    }}
                  />
                ) : null
              })}
            </span>
            <span className="qt-backlog-told">
              <FigureValue figure="backlog_value" value={String(amountOf(week))} />{' '}
              <span className="qt-secondary">
                {week.by
                  .filter(({ lines }) => Number(lines ?? 0) > 0)
                  .map(({ standing: code, lines }) => `${say(standing.stateOf(code))} ${lines}`)
                  .join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
