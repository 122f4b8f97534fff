import { type Quantity as Amount, isLess, isNegative, isZero, negate } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Segmented } from 'antd'
import { Fragment, useState } from 'react'
import { flowKind } from '../../model/projected-stock.rules.ts'
import { mostProjectedDays, type ProjectedStock, showProjectedStock } from '../../model/stock.calls.ts'
import { ProjectedChart } from './projected-chart.tsx'
import './projected.css'

const horizons = [30, 60, 90, mostProjectedDays]

/** What there will be of a material day by day, as far as it is planned, and when it runs short. */
export function ProjectedTab({ material_id }: { material_id: string }) {
  const say = useSay()
  const [days, setDays] = useState(60)
  const found = useCall(showProjectedStock, { material_id, days }, { keepPrevious: true })
  if (found.error) return <ErrorState failure={found.error} retry={found.refetch} />
  if (!found.data) return <RowsSkeleton />
  return (
    <div className="qt-projected">
      <div className="qt-projected-head">
        <Verdict of={found.data} />
        <Segmented<number>
          aria-label={say(text('展望天数', 'Days ahead'))}
          value={days}
          onChange={setDays}
          options={horizons.map(value => ({ value, label: say(text(`${value}天`, `${value} days`)) }))}
        />
      </div>
      <ProjectedChart of={found.data} />
      <Days of={found.data} />
    </div>
  )
}

function Verdict({ of: { short_day, low_day, safety_stock, days } }: { of: ProjectedStock }) {
  const dates = useOrgDate()
  if (short_day === null && low_day === null)
    return (
      <StatusTag of={{ zh: `${days.length}天内不短缺`, en: `Enough for ${days.length} days`, colour: 'success' }} />
    )
  const [short, low] = [short_day, low_day].map(day => (day === null ? '' : dates.dayOf(day)))
  return (
    <>
      {short_day === null ? null : (
        <StatusTag of={{ zh: `${short} 起低于 0`, en: `Below 0 from ${short}`, colour: 'danger' }} />
      )}
      {low_day === null || low_day === short_day ? null : (
        <StatusTag
          of={{
            zh: `${low} 起低于安全库存 ${Number(safety_stock)}`,
            en: `Below the safety stock of ${Number(safety_stock)} from ${low}`,
            colour: 'warning',
          }}
        />
      )}
    </>
  )
}

/** What has no document of its own. */
const unnamed: Readonly<Record<number, Text>> = {
  [flowKind.codes.orders]: text('尚未检查齐套的工单', 'MOs whose kits were not checked yet'),
  [flowKind.codes.other_in]: text('待检或调拨在途', 'To inspect, or on a transfer'),
}
const incoming = ['purchase', 'outsourcing', 'production', 'other_in'] as const
const outgoing = ['orders', 'sales'] as const

/** The days on which something comes or goes; each unfolds to its documents. */
function Days({ of }: { of: ProjectedStock }) {
  const say = useSay()
  const dates = useOrgDate()
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const { days, flows, safety_stock, unit_name, opening_quantity, later_in, later_out } = of
  const columns = [...incoming, ...outgoing].filter(name => days.some(day => !isZero(day[name])))
  const isOut = (name: (typeof columns)[number]) => (outgoing as readonly string[]).includes(name)
  const moving = days.filter(({ day }) => flows.some(flow => flow.day === day))
  const tone = (balance: Amount) =>
    isNegative(balance) ? 'qt-projected-short' : isLess(balance, safety_stock) ? 'qt-projected-low' : ''
  const turn = (day: number) => setOpen(new Set([day]).symmetricDifference(open))
  return (
    <div className="qt-trend-scroll">
      <table className="qt-figure-table" aria-label={say(text('每日进出', 'What comes and goes'))}>
        <thead>
          <tr>
            <th scope="col">{say(text('日期', 'Day'))}</th>
            {columns.map(name => (
              <th key={name} scope="col">
                {say(text(flowKind.states[name].zh, flowKind.states[name].en))}
              </th>
            ))}
            <th scope="col">{say(text(`结存（${unit_name}）`, `Left (${unit_name})`))}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{say(text('现有合格库存', 'Good stock now'))}</th>
            {columns.map(name => (
              <td key={name} />
            ))}
            <td className={tone(opening_quantity)}>
              <Quantity value={opening_quantity} />
            </td>
          </tr>
          {moving.map(row => (
            <Fragment key={row.day}>
              <tr className={tone(row.balance)}>
                <th scope="row">
                  <button
                    type="button"
                    className="qt-link"
                    aria-expanded={open.has(row.day)}
                    onClick={() => turn(row.day)}
                  >
                    {dates.dayOf(row.day)}
                  </button>
                </th>
                {columns.map(name => (
                  <td key={name}>
                    {isZero(row[name]) ? (
                      <span className="qt-none">—</span>
                    ) : (
                      <Quantity value={isOut(name) ? negate(row[name]) : row[name]} signed />
                    )}
                  </td>
                ))}
                <td>
                  <Quantity value={row.balance} />
                </td>
              </tr>
              {open.has(row.day) ? (
                <tr>
                  <td colSpan={columns.length + 2} className="qt-projected-documents">
                    <ul className="qt-stock-lines">
                      {flows
                        .filter(flow => flow.day === row.day)
                        .map((flow, index) => (
                          <li key={index}>
                            <span>
                              <StatusTag of={flowKind.stateOf(flow.kind)} />{' '}
                              {flow.source_no ?? say(unnamed[flow.kind] ?? text('—', '—'))}
                              {flow.overdue ? (
                                <span className="qt-secondary"> {say(text('已逾期', 'overdue'))}</span>
                              ) : null}
                            </span>
                            <Quantity value={flow.quantity} unit={unit_name} signed />
                          </li>
                        ))}
                    </ul>
                  </td>
                </tr>
              ) : null}
            </Fragment>
          ))}
        </tbody>
      </table>
      {moving.length === 0 ? (
        <p className="qt-secondary">{say(text('这段时间没有计划的进出', 'Nothing is planned to come or go'))}</p>
      ) : null}
      {isZero(later_in) && isZero(later_out) ? null : (
        <p className="qt-secondary">
          {say(
            text(
              `此后还有：入 ${Number(later_in)}，出 ${Number(later_out)} ${unit_name}`,
              `After that: ${Number(later_in)} in, ${Number(later_out)} out (${unit_name})`,
            ),
          )}
        </p>
      )}
    </div>
  )
}
