import { formatQuantity, isNegative, isPositive, isQuantity } from '@qitao/core/quantity.ts'
import { moneyDecimals } from './money-decimals.ts'

interface QuantityProps {
  value: string | number | null | undefined
  unit?: string | null | undefined
  decimals?: number | undefined
  /** Shows a plus before what is above zero, as for differences. */
  signed?: boolean
}
/** A quantity as people read it: thousands apart, equal digits, the unit beside it. */
export function Quantity({ value, unit, decimals, signed = false }: QuantityProps) {
  const written = value === null || value === undefined ? '' : String(value)
  if (!isQuantity(written)) return <span className="qt-none">—</span>
  const shown = formatQuantity(written, decimals === undefined ? undefined : moneyDecimals(written, decimals, unit))
  return (
    <span className={isNegative(written) ? 'qt-number qt-negative' : 'qt-number'}>
      {signed && isPositive(written) ? '+' : ''}
      {shown}
      {unit ? <span className="qt-unit"> {unit}</span> : null}
    </span>
  )
}
