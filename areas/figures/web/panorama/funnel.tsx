import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { pages } from '@qitao/site/model/pages.ts'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import type { Panorama } from '../../model/dashboard.calls.ts'

/** Orders state by state, with their money and how many are late; each opens its list. */
export function Funnel({ rows }: { rows: NonNullable<Panorama['orders']>['funnel'] }) {
  const say = useSay()
  const { org } = useSession()
  return (
    <ol className="qt-funnel">
      {rows.map(({ status, count, amount, late_count }) => {
        const state = salesOrderStatus.stateOf(status)
        return (
          <li key={status}>
            <Link
              to={`${pages.salesOrders.path}?statuses=${status}`}
              style={{ '--qt-bar': `var(--qt-status-${state.colour}-bar)` } as CSSProperties}
            >
              <span>{say(state)}</span>
              <strong className="qt-number">{count.toLocaleString('en-US')}</strong>
              <Quantity value={amount} unit={org.currency} decimals={0} />
              {late_count > 0 ? (
                <span className="qt-danger">{say(text('逾期 {count}', '{count} late'), { count: late_count })}</span>
              ) : (
                <span className="qt-secondary">{say(text('无逾期', 'None late'))}</span>
              )}
            </Link>
          </li>
        )
      })}
    </ol>
  )
}
