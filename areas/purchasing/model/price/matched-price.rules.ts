import type { Quantity } from '@qitao/core/quantity.ts'
import { type Offered, stepFor } from '@qitao/masterdata/model/price/price-list.rules.ts'
import { converted } from '@qitao/masterdata/model/unit/unit.rules.ts'
import type { MatchedPrice } from './unit-price.calls.ts'

export interface OfferedPrice extends Offered {
  readonly minimum_quantity: string | null
  readonly pack_quantity: string | null
  readonly lead_days: number | null
  readonly tax_rate: string | null
}

/** What a supplier asks for a quantity in the unit of the material: its minimum and its package are of that unit as well. */
export function matchedPrice(offered: readonly OfferedPrice[], quantity: Quantity): MatchedPrice | null {
  const best = stepFor(offered, quantity)
  if (!best) return null
  const { factor, valid_from: _, minimum_quantity, pack_quantity, ...matched } = best
  return {
    ...matched,
    minimum_quantity: minimum_quantity && converted(minimum_quantity, factor),
    pack_quantity: pack_quantity && converted(pack_quantity, factor),
  }
}
