import { text } from '@qitao/core/text.ts'
import { Input, Tooltip } from 'antd'
import { useEffect, useState } from 'react'
import { useSay } from '../session/language.ts'
import { cleanNumber, defaultDecimals, finishNumber, isWrongNumber, selectsOnFocus } from './number-text.ts'

const readAs = text('只认数字和小数点，读作 {number}', 'Only digits and one point count: read as {number}')

interface NumberInputProps {
  value?: string | number | null | undefined
  /** The number as a string, null when empty. */
  onChange?: ((value: string | null) => void) | undefined
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
  decimals = defaultDecimals,
  unit,
  inCell = false,
  onBlur,
  ...rest
}: NumberInputProps) {
  const say = useSay()
  const given = asText(value)
  const [typed, setTyped] = useState(shortest(given))
  /** Something else was typed than stands here: it is said, so that nobody saves 25 for 2,5. */
  const [isOther, setIsOther] = useState(false)
  // While someone types "1." the value is "1": what is typed stays until the value really differs.
  useEffect(() => setTyped(now => (finishNumber(now) === given ? now : shortest(given))), [given])
  const tells = isOther && typed !== ''
  return (
    <Tooltip open={tells} title={tells ? say(readAs, { number: typed }) : undefined}>
      <Input
        {...rest}
        {...(tells ? { status: 'warning' } : {})}
        className="qt-number-input"
        inputMode={decimals === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        value={typed}
        suffix={unit}
        onChange={event => {
          const raw = event.target.value
          const next = cleanNumber(raw, decimals)
          setTyped(next)
          setIsOther(raw !== '' && (isOther || isWrongNumber(raw, decimals)))
          onChange?.(finishNumber(next) || null)
        }}
        onFocus={event => {
          setIsOther(false)
          if (inCell || selectsOnFocus(typed)) event.target.select()
        }}
        onBlur={() => {
          setTyped(finishNumber(typed))
          onBlur?.()
        }}
      />
    </Tooltip>
  )
}
