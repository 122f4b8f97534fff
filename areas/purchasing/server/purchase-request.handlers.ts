import { addDays, dayOf, startOfDay } from '@qitao/core/time.ts'
import { documentHandlers, startOfToday } from '@qitao/document-kit/server'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { ordersFromRequests, wantedPrices } from '../model/purchase-order.rules.ts'
import {
  addPurchaseRequests,
  type ConversionLine,
  purchaseRequests,
  requestsToPurchaseOrders,
} from '../model/purchase-request.calls.ts'
import { matchedPrices } from './price/unit-price.queries.ts'
import { purchaseMaterials } from './purchase.queries.ts'
import { orderBooks } from './purchase-order.books.ts'
import { requestBooks, requestTable } from './purchase-request.books.ts'

/** One order for each supplier. */
export async function orderRequests(
  context: Context,
  lines: readonly ConversionLine[],
): Promise<{ purchase_order_ids: string[]; nos: string[] }> {
  const { tx, org_id, now, member } = context
  const requests = await requestBooks.lock(
    tx,
    org_id,
    lines.map(line => line.request_id),
  )
  const materials = await purchaseMaterials(
    tx,
    org_id,
    [...requests.values()].map(request => request.material_id),
  )
  const etaAfter = (days: number) => startOfDay(addDays(dayOf(now, member.time_zone), days), member.time_zone)
  const prices = await matchedPrices(tx, org_id, {
    wanted: wantedPrices(lines, requests),
    ...{ day: startOfToday(context), currency: null, company_currency: member.currency },
  })
  const known = { materials, requests, prices, company_currency: member.currency }
  const orders = ordersFromRequests(lines, known, etaAfter).map(order => ({
    ...{
      no: null,
      order_date: startOfToday(context),
      eta: null,
      currency: null,
      tax_rate: null,
      remark: null,
      custom: {},
    },
    ...order,
  }))
  const made = await orderBooks.add(context, orders, 'later')
  return { purchase_order_ids: made.map(({ id }) => id), nos: made.map(({ no }) => no) }
}

export const purchaseRequestHandlers: Handler[] = [
  ...documentHandlers(purchaseRequests, requestTable, requestBooks),
  handle(addPurchaseRequests, async ({ lines }, context) => {
    const made = await requestBooks.add(context, lines)
    return { ids: made.map(({ id }) => id), nos: made.map(({ no }) => no) }
  }),
  handle(requestsToPurchaseOrders, ({ lines }, context) => orderRequests(context, lines)),
]
