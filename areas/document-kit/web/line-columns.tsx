import { amountOf, isLess, isQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'

/** Less than nothing is refused: no amount follows from it. */
const isNumber = (value: unknown): value is string =>
  typeof value === 'string' && isQuantity(value) && !isLess(value, '0')

/** A line with the amount that follows from its quantity and price. */
export const withAmount = <L extends object>(line: L): L => {
  const { quantity, price } = line as { quantity?: unknown; price?: unknown }
  return { ...line, amount: isNumber(quantity) && isNumber(price) ? amountOf(quantity, price) : null }
}
export const amountColumn = {
  ...{ name: 'amount', readOnly: true, total: true, width: 120, decimals: 2 },
  show: ({ amount }: { amount?: string | null }) => (amount ? <Quantity value={amount} decimals={2} /> : ''),
}
/** The unit of the line's material. */
export const unitColumn = {
  ...{ name: 'unit_name', title: text('单位', 'Unit'), readOnly: true, width: 70 },
  show: ({ unit_name }: { unit_name?: string }) => unit_name ?? '',
}
/** Goods that are only read, by code and name. */
export const goodsColumn = { name: 'material_name', title: text('物料', 'Material'), readOnly: true, width: 220 }
/** Figures of a line that follow from the work on it. */
export const figureColumns = (...names: readonly string[]) => names.map(name => ({ name, readOnly: true, width: 100 }))
