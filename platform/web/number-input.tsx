import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { useSay } from './language.ts'
import {
  defaultDecimals,
  finishNumber,
  isWrongNumber,
  mustBeNumber,
  mustBeWhole,
  selectsOnFocus,
  typedNumber,
} from './number-text.ts'

interface NumberInputProps {
  value?: string | number | null | undefined
  /** The number as a string, null when empty or wrong. */
  onChange?: ((value: string | null) => void) | undefined
  /** What is wrong is handed on as it was typed: who takes it refuses it. */
  givesWrong?: boolean | undefined
  decimals?: number | undefined
  unit?: string | undefined
  disabled?: boolean | undefined
  id?: string | undefined
  placeholder?: string | undefined
  autoFocus?: boolean | undefined
  /** As in a spreadsheet: entering selects the whole number, so that typing replaces it. */
  inCell?: boolean | undefined
  onBlur?: (() => void) | undefined
  onPressEnter?: (() => void) | undefined
  'aria-label'?: string | undefined
}
const asText = (value: NumberInputProps['value']): string =>
  value === null || value === undefined ? '' : String(value)

/** A stored `10.500000` is shown as 10.5. */
const shortest = (given: string): string => (given.includes('.') ? given.replace(/\.?0+$/, '') : given)

/** The number input of the specification (section 5). It speaks decimal strings, never floats. */
export function NumberInput({
  value,
  onChange,
  givesWrong = false,
  decimals = defaultDecimals,
  unit,
  inCell = false,
  onBlur,
  ...rest
}: NumberInputProps) {
  const say = useSay()
  const given = asText(value)
  const [typed, setTyped] = useState(shortest(given))
  const handedOn = (text: string): string => (isWrongNumber(text, decimals) && !givesWrong ? '' : finishNumber(text))
  // While someone types "1." the value is "1": what is typed stays until the value really differs.
  useEffect(() => setTyped(now => (handedOn(now) === given ? now : shortest(given))), [given])
  const wrong = isWrongNumber(typed, decimals)
  return (
    <Input
      {...rest}
      {...(wrong
        ? { status: 'error', 'aria-invalid': true, title: say(decimals === 0 ? mustBeWhole : mustBeNumber) }
        : {})}
      className="qt-number-input"
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={typed}
      suffix={unit}
      onChange={event => {
        const next = typedNumber(event.target.value, decimals)
        setTyped(next)
        onChange?.(handedOn(next) || null)
      }}
      onFocus={event => (inCell || selectsOnFocus(typed)) && event.target.select()}
      onBlur={() => {
        setTyped(finishNumber(typed))
        onBlur?.()
      }}
    />
  )
}
