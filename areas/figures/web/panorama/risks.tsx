import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import type { Panorama, RiskRow } from '../../model/dashboard.calls.ts'
import { riskCause } from '../../model/figure.status.ts'

/** The ten that cost the most: money times days. */
export function Risks({ rows }: { rows: readonly RiskRow[] }) {
  const say = useSay()
  const { org } = useSession()
  if (rows.length === 0) return <EmptyState text={text('没有逾期或有风险的订单', 'No order is late or at risk')} />
  return (
    <div className="qt-trend-scroll">
      <table className="qt-figure-table qt-words-table">
        <thead>
          <tr>
            {[
              text('订单', 'Order'),
              text('客户', 'Customer'),
              text('物料', 'Material'),
              text('承诺日', 'Promised'),
              text('计划完成', 'Planned finish'),
              text('晚', 'Late'),
              text('未发金额', 'Not shipped'),
              text('原因', 'Cause'),
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
              <th scope="row">
                <RecordLink kind="sales_order" id={row.order_id} no={row.no} />
              </th>
              <td>{row.customer_name ?? '—'}</td>
              <td>{`${row.material_code} ${row.material_name}`}</td>
              <td>
                <DayText of={row.due} />
              </td>
              <td>
                <DayText of={row.finish} />
              </td>
              <td className="qt-number">{say(text('{days}天', '{days} d'), { days: row.days })}</td>
              <td>
                <Quantity value={row.amount} unit={org.currency} decimals={0} />
              </td>
              <td>
                <StatusTag of={riskCause.stateOf(row.cause)} /> {row.cause_name}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Shortage = NonNullable<Panorama['shortages']>[number]
export function Shortages({ rows, onOpen }: { rows: readonly Shortage[]; onOpen: (row: Shortage) => void }) {
  const say = useSay()
  const { org } = useSession()
  if (rows.length === 0) return <EmptyState text={text('没有缺料', 'Nothing is short')} />
  return (
    <div className="qt-trend-scroll">
      <table className="qt-figure-table">
        <thead>
          <tr>
            <th scope="col">{say(text('物料', 'Material'))}</th>
            <th scope="col">{say(text('等待它的订单金额', 'Value of orders that wait'))}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.material_id}>
              <th scope="row">
                <button type="button" className="qt-link" onClick={() => onOpen(row)}>
                  {row.name}
                </button>
              </th>
              <td>
                <Quantity value={row.waiting} unit={org.currency} decimals={0} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
