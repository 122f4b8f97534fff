import { formatQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { addDays } from '@qitao/core/time.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { usePriceMatch } from './match-prices.ts'

interface Wanted {
  readonly material_id: string
  readonly supplier_id: string | null
  readonly quantity: string | null
  readonly required_date?: number | null
}

/** What is agreed with the supplier for so much: the price, his lead days, and until when it is to be ordered by them. */
export function AgreedPrice({ of: { material_id, supplier_id, quantity, required_date = null } }: { of: Wanted }) {
  const say = useSay()
  const dates = useOrgDate()
  const { org } = useSession()
  const match = usePriceMatch(
    supplier_id === null ? null : { day: null, currency: null, supplier_id, material_id, quantity },
  )
  if (supplier_id === null || match === 'failed') return <span className="qt-none">—</span>
  if (!match) return null
  const { matched, last_price, last_order_no, currency } = match
  const unit = currency === org.currency ? null : currency
  if (!matched)
    return last_price === null ? (
      <span className="qt-none">—</span>
    ) : (
      <span className="qt-secondary" title={last_order_no ?? ''}>
        {say(text('最近 {price}', 'last {price}'), { price: formatQuantity(last_price) })} {unit}
      </span>
    )
  const { price, lead_days } = matched
  const by = lead_days === null || required_date === null ? null : addDays(dates.dayOf(required_date), -lead_days)
  return (
    <span>
      {formatQuantity(price)} {unit}
      {lead_days === null ? null : (
        <span
          className="qt-secondary"
          title={
            by === null ? '' : say(text('按约定周期最迟 {by} 下单', 'By the agreed lead time order by {by}'), { by })
          }
        >
          {' '}
          {say(text('· {lead_days} 天', '· {lead_days} d'), { lead_days })}
          {by !== null && by < dates.today() ? ` · ${say(text('已过下单日', 'too late'))}` : ''}
        </span>
      )}
    </span>
  )
}
