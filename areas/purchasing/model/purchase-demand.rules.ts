import { isLess, isMore, isPositive, type Quantity } from '@qitao/core/quantity.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { demandUrgency, type LotReason } from './purchase-demand.record.ts'
import { suggestedQuantity } from './purchase-order.rules.ts'

/** How much is advised for a demand, and why it is more. */
export function advisedLot(
  demand: Quantity,
  minimum_lot: Quantity,
  packaging_size: Quantity,
): { quantity: Quantity; lot_reason: LotReason } {
  const quantity = suggestedQuantity(demand, minimum_lot, packaging_size)
  const isSmall = isMore(minimum_lot, demand)
  const isPacked = isPositive(packaging_size) && isLess(isSmall ? minimum_lot : demand, quantity)
  const lot_reason = isSmall ? (isPacked ? 'both' : 'minimum_lot') : isPacked ? 'packaging' : 'as_needed'
  return { quantity, lot_reason }
}

/** Days between which something is to be ordered so that it is that urgent: from the first, before the second. */
export type UrgencyDays = readonly [code: number, from: Instant, before: Instant]
export function urgencyDays(today: Instant): readonly UrgencyDays[] {
  const { past, this_week, later } = demandUrgency.codes
  const nextWeek = today + 7 * daySeconds
  return [
    [past, Number.MIN_SAFE_INTEGER, today],
    [this_week, today, nextWeek],
    [later, nextWeek, Number.MAX_SAFE_INTEGER],
  ]
}
export const urgencyOf = (latest_order_date: Instant, days: readonly UrgencyDays[]): number =>
  days.find(([, , before]) => latest_order_date < before)![0]
