import type { Out } from '@qitao/core/call.ts'
import { isMore, type Quantity } from '@qitao/core/quantity.ts'
import type { queryUsualPrices } from '../usual-price.calls.ts'

/** A step of a price list, in the unit of the material. */
export type AgreedStep = Out<typeof queryUsualPrices>['result'][number]['agreed'][number]

/** What a line of so much is to cost: the highest step of the customer that it reaches, else of all customers; undefined: nothing is agreed. */
export function agreedPrice(steps: readonly AgreedStep[], quantity: Quantity): AgreedStep | undefined {
  const reached = (own: boolean) =>
    steps
      .filter(one => one.own === own && !isMore(one.from_quantity, quantity))
      .reduce<AgreedStep | undefined>(
        (best, one) => (best && isMore(best.from_quantity, one.from_quantity) ? best : one),
        undefined,
      )
  return reached(true) ?? reached(false)
}
