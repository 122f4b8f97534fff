import { convert, isMore, isPositive, multiply, type Quantity, roundUp, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'

/** What a person gives to a component. */
export interface AssignedByHand {
  readonly source_id: string
  readonly quantity: Quantity
}
/** A supply of the component's material or of one that may stand in for it. */
export interface SupplyForHand {
  readonly available_quantity: Quantity
  /** So much of it stands for one of the component. */
  readonly ratio: Quantity
  /** Decimals of its unit. */
  readonly precision: number
}

/**
 * Refuses, with the row, what a supply does not have (rows of one call count together) and what the component does not need: of
 * a substitute as much as stands for what is open, up to the next whole step of its unit.
 */
export function expectAssignable(
  assigns: readonly AssignedByHand[],
  supplies: ReadonlyMap<string, SupplyForHand>,
  open: Quantity,
): void {
  let left = open
  const free = new Map<string, Quantity>()
  assigns.forEach(({ source_id, quantity }, index) => {
    const { ratio, precision, available_quantity } = supplies.get(source_id)!
    const has = free.get(source_id) ?? available_quantity
    const needed = isPositive(left) ? roundUp(multiply(left, ratio), precision) : '0'
    for (const available of [has, needed])
      if (isMore(quantity, available)) refuse(stockErrors.occupiedOverAvailable, { row: index + 1, available })
    free.set(source_id, subtract(has, quantity))
    left = subtract(left, convert(quantity, '1', ratio))
  })
}
