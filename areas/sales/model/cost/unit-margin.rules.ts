import { amountOf, isZero, type Quantity, shareOf, subtract, sum } from '@qitao/core/quantity.ts'

/** Which share of a price is left when its cost is paid; undefined: nobody can say. */
export const marginRate = (
  price: Quantity | null | undefined,
  unit_cost: Quantity | null | undefined,
): number | undefined =>
  price === null || price === undefined || unit_cost === null || unit_cost === undefined || isZero(price)
    ? undefined
    : shareOf(subtract(price, unit_cost), price)

interface CostedLine {
  readonly quantity: Quantity
  readonly price: Quantity | null
  readonly unit_cost: Quantity | null
}
export interface MarginOfLines {
  readonly revenue: Quantity
  readonly margin: Quantity
  readonly rate: number | undefined
  /** Lines of which price or cost is not known: they are in neither. */
  readonly unknown: number
}
/** What lines earn together, of those of which both is known. */
export function marginOfLines(lines: readonly CostedLine[]): MarginOfLines {
  const known = lines.flatMap(({ quantity, price, unit_cost }) =>
    price === null || unit_cost === null
      ? []
      : [{ revenue: amountOf(quantity, price), cost: amountOf(quantity, unit_cost) }],
  )
  const revenue = sum(known.map(one => one.revenue))
  const margin = subtract(revenue, sum(known.map(one => one.cost)))
  return {
    ...{ revenue, margin, unknown: lines.length - known.length },
    rate: isZero(revenue) ? undefined : shareOf(margin, revenue),
  }
}
