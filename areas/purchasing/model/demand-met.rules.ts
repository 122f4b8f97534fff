import { add, isLess, type Quantity } from '@qitao/core/quantity.ts'
import { type RefusalData, refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { purchasingErrors } from './purchasing.errors.ts'

/** What is bought meets the demand that it is bought for (5701): a line of an order, a request, a demand that is ordered. */
export function expectDemandMet(quantity: Quantity, demand: Quantity, place: RefusalData): void {
  if (!isLess(quantity, demand)) return
  const detail = text('需求数量为{demand}', 'The demand is {demand}')
  refuse(purchasingErrors.belowDemand, { ...place, demand: add(demand, '0'), detail })
}
