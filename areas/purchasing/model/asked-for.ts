import type { Quantity } from '@qitao/core/quantity.ts'

/** How much of a purchase is for a work order; null: nobody said, it may be as much as it needs. */
export interface AskedFor {
  readonly mo_id: string
  readonly quantity: Quantity | null
}
