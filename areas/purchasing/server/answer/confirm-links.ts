import { knownShareLink, revokeShareLinksOf } from '@qitao/access/server'
import type { Instant } from '@qitao/core/time.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'

export const object_type = 'purchase_order'

/** What a supplier was asked is another now: his link shows it no longer. The orders are locked by the caller. */
export const withdrawConfirmLinks = (tx: Tx, org_id: string, order_ids: readonly string[]): Promise<unknown> =>
  revokeShareLinksOf(tx, org_id, object_type, [...new Set(order_ids)])

type At = { readonly now: Instant; readonly origin: string | null }
type Wanted = { readonly id: string; readonly expire_days: number; readonly shows_prices: boolean }
/** A link of a locked order beside those that it has: whoever sends it withdraws the others once it is out. */
export const addConfirmLink = (tx: Tx, at: At, { id, expire_days, shows_prices }: Wanted) =>
  knownShareLink(tx, at, {
    ...{ object_type, object_id: id, editable: true, shows_prices },
    ...{ path: '/confirm-purchase', expire_days },
  })
/** Of two that are sent at once the later one stays, whichever is out first. */
export const withdrawConfirmLinksBefore = (
  tx: Tx,
  org_id: string,
  order_id: string,
  link_id: string,
): Promise<unknown> => revokeShareLinksOf(tx, org_id, object_type, [order_id], link_id)

/** The link of a locked order; one of an order lives at a time. */
export async function newConfirmLink(tx: Tx, at: At & { readonly org_id: string }, wanted: Wanted) {
  await withdrawConfirmLinks(tx, at.org_id, [wanted.id])
  return (await addConfirmLink(tx, at, wanted)).link
}
