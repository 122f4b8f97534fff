import { convert, isMore, isPositive, multiply, type Quantity, roundUp, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { manufacturingErrors } from '../manufacturing.errors.ts'

/** What a person gives to a component. */
export interface AssignedByHand {
  readonly source_id: string
  readonly quantity: Quantity
}
/** A supply of the component's material or of one that may stand in for it. */
export interface SupplyForHand {
  readonly material_code: string
  readonly available_quantity: Quantity
  /** So much of it stands for one of the component. */
  readonly ratio: Quantity
  /** Decimals of its unit. */
  readonly precision: number
}

const free = text(
  '物料{material_code}的该供应可用{free}，需要分配{wanted}',
  'The supply of material {material_code} has {free} free, {wanted} is to be assigned',
)
const plain = (quantity: Quantity): Quantity => convert(quantity, '1', '1')

/**
 * Refuses what a supply does not have (rows of one call count together) and what the component does not need: of a substitute as
 * much as stands for what is open, up to the next whole step of its unit. The row is told where there are several.
 */
export function expectAssignable(
  assigns: readonly AssignedByHand[],
  supplies: ReadonlyMap<string, SupplyForHand>,
  open: Quantity,
): void {
  let left = open
  const rest = new Map<string, Quantity>()
  assigns.forEach(({ source_id, quantity }, index) => {
    const { material_code, ratio, precision, available_quantity } = supplies.get(source_id)!
    const has = rest.get(source_id) ?? available_quantity
    const needed = isPositive(left) ? roundUp(multiply(left, ratio), precision) : '0'
    const told = { material_code, wanted: plain(quantity), ...(assigns.length > 1 ? { row: index + 1 } : {}) }
    if (isMore(quantity, has)) refuse(stockErrors.occupiedOverAvailable, { ...told, free: plain(has), detail: free })
    if (isMore(quantity, needed)) refuse(manufacturingErrors.assignedOverNeeded, { ...told, needed: plain(needed) })
    rest.set(source_id, subtract(has, quantity))
    left = subtract(left, convert(quantity, '1', ratio))
  })
}
