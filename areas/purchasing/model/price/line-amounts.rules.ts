import { amountOf, isQuantity, sum } from '@qitao/core/quantity.ts'

interface PricedLine {
  readonly quantity: string | null
  readonly price?: string | null
  /** Null: not known yet. */
  readonly currency?: string | null
}

/** What lines come to, one sum for each currency in the order in which they stand; of none it is nothing. */
export function amountsByCurrency(lines: readonly PricedLine[]): { currency: string | null; amount: string }[] {
  const amounts = lines.flatMap(({ quantity, price, currency = null }) =>
    quantity && price && isQuantity(quantity) && isQuantity(price)
      ? [{ currency, amount: amountOf(quantity, price) }]
      : [],
  )
  if (amounts.length === 0) return [{ currency: null, amount: '0' }]
  return [...Map.groupBy(amounts, ({ currency }) => currency)].map(([currency, of]) => ({
    currency,
    amount: sum(of.map(({ amount }) => amount)),
  }))
}
