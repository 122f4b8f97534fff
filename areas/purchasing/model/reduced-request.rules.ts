import { convert, isPositive, least, most, type Quantity, roundUp, subtract } from '@qitao/core/quantity.ts'

/** What is left of a request of which less is needed: a lot as before, and nothing when nobody needs any of it. */
export function reducedRequest(
  request: { readonly demand_quantity: Quantity; readonly quantity: Quantity },
  less: Quantity,
  lot: { readonly minimum_lot: Quantity | null; readonly packaging_size: Quantity | null },
): { demand_quantity: Quantity; quantity: Quantity } {
  const demand_quantity = most(subtract(request.demand_quantity, less), '0')
  if (!isPositive(demand_quantity)) return { demand_quantity: '0', quantity: '0' }
  const wanted = most(demand_quantity, lot.minimum_lot ?? '0')
  const pack = lot.packaging_size ?? '0'
  const whole = isPositive(pack) ? convert(roundUp(convert(wanted, '1', pack), 0), pack, '1') : wanted
  return { demand_quantity, quantity: most(demand_quantity, least(request.quantity, whole)) }
}
