import { add, isPositive, least, type Quantity, subtract } from '@qitao/core/quantity.ts'

/** Goods that transfers which are written, and not yet carried out, are to take from a bin. */
export interface Leaving {
  readonly material_id: string
  readonly location_id: string
  readonly lot_number: string
  readonly quantity: Quantity
}
interface Lot extends Leaving {
  readonly occupied_quantity: Quantity
}

/** Lots without what is promised to transfers: free goods go first, as when they are carried out. What is occupied stays. */
export function lotsWithout<L extends Lot>(lots: readonly L[], leaving: readonly Leaving[]): L[] {
  const key = (of: Omit<Leaving, 'quantity'>) => `${of.material_id} ${of.location_id} ${of.lot_number}`
  const left = new Map<string, Quantity>()
  for (const one of leaving) left.set(key(one), add(left.get(key(one)) ?? '0', one.quantity))
  return lots.map(lot => {
    const promised = left.get(key(lot)) ?? '0'
    const free = subtract(lot.quantity, lot.occupied_quantity)
    if (!isPositive(promised) || !isPositive(free)) return lot
    const part = least(free, promised)
    left.set(key(lot), subtract(promised, part))
    return { ...lot, quantity: subtract(lot.quantity, part) }
  })
}
