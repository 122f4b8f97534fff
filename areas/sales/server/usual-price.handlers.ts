import { daySeconds } from '@qitao/core/time.ts'
import { startOfToday } from '@qitao/document-kit/server'
import { currencyWith, partnerTerms } from '@qitao/masterdata/server'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { inquiryOrderType, salesOrderStatus } from '../model/sales-order.status.ts'
import { fewestSold, queryUsualPrices, usualPriceDays } from '../model/usual-price.calls.ts'
import { agreedSteps } from './price/sales-price.handlers.ts'

interface Usual {
  readonly material_id: string
  readonly median_price: string | null
  readonly line_count: number
  readonly sales_price: string | null
}
/** Of lines of orders that were submitted and not cancelled, as the caller sees them. */
export const usualPriceHandlers: Handler[] = [
  handle(queryUsualPrices, async ({ material_ids, currency, order_id, customer_id, day }, context) => {
    const { tx, org_id, member } = context
    const terms = await partnerTerms(tx, org_id, 'customer', [customer_id])
    const soldIn = currencyWith(currency, customer_id ? terms.get(customer_id) : undefined, member.currency)
    const from = startOfToday(context) - usualPriceDays * daySeconds
    const found = await rows(
      tx,
      sql<Usual>`select m.id as material_id, coalesce(k.line_count, 0) as line_count,
          case when k.line_count >= ${fewestSold} then trim_scale(k.median_price)::text end as median_price,
          case when ${soldIn === member.currency} then trim_scale(m.sales_price)::text end as sales_price
        from material m left join (
          select l.material_id, count(*) as line_count, percentile_disc(0.5) within group (order by l.price) as median_price
          from seen_sales_order_line l join seen_sales_order o on o.org_id = l.org_id and o.id = l.order_id
          where l.org_id = ${org_id} and ${among(sql`l.material_id`, material_ids)} and l.price is not null
            and not o.deleted and o.order_type <> ${inquiryOrderType}
            and o.status not in (${salesOrderStatus.codes.init}, ${salesOrderStatus.codes.cancelled})
            and o.order_date >= ${from} and coalesce(o.currency, ${member.currency}) = ${soldIn}
            and o.id is distinct from ${order_id ?? null}::uuid
          group by l.material_id) k on k.material_id = m.id
        where m.org_id = ${org_id} and ${among(sql`m.id`, material_ids)}`,
    )
    const agreed = await agreedSteps(tx, {
      ...{ org_id, material_ids, customer_id: customer_id ?? null, day: day ?? startOfToday(context) },
      currency: soldIn,
    })
    return {
      result: found.map(one => ({ ...one, agreed: (agreed.get(one.material_id) ?? []).map(({ step }) => step) })),
    }
  }),
]
