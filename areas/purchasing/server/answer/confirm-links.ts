import { newShareLink, revokeShareLinksOf } from '@qitao/access/server'
import type { Instant } from '@qitao/core/time.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'

export const object_type = 'purchase_order'

/** What a supplier was asked is another now: his link shows it no longer. The orders are locked by the caller. */
export const withdrawConfirmLinks = (tx: Tx, org_id: string, order_ids: readonly string[]): Promise<unknown> =>
  revokeShareLinksOf(tx, org_id, object_type, [...new Set(order_ids)])

/** The link of a locked order; one of an order lives at a time. */
export async function newConfirmLink(
  tx: Tx,
  at: { readonly org_id: string; readonly now: Instant; readonly origin: string | null },
  { id, expire_days, shows_prices }: { id: string; expire_days: number; shows_prices: boolean },
): ReturnType<typeof newShareLink> {
  await withdrawConfirmLinks(tx, at.org_id, [id])
  const of = { object_type, object_id: id, editable: true, shows_prices }
  return newShareLink(tx, at, { ...of, path: '/confirm-purchase', expire_days })
}
