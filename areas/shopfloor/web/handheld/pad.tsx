import { text } from '@qitao/core/text.ts'
import { typedNumber } from '@qitao/platform/web/form/number-text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'

const digits = ['7', '8', '9', '4', '5', '6', '1', '2', '3']

/** Keys for a number that a glove hits; without decimals there is no point. */
export function Pad({
  value,
  decimals,
  onChange,
}: {
  value: string
  decimals: number
  onChange: (next: string) => void
}) {
  const say = useSay()
  const press = (key: string) => {
    if (key === '.') return value.includes('.') ? undefined : onChange(`${value || '0'}.`)
    onChange(typedNumber(value === '0' ? key : value + key, decimals))
  }
  const digit = (key: string) => (
    <button key={key} type="button" className="qt-m-key" onClick={() => press(key)}>
      {key}
    </button>
  )
  return (
    <fieldset className="qt-m-pad" aria-label={say(text('数字键盘', 'Number pad'))}>
      {digits.map(digit)}
      {decimals > 0 ? digit('.') : <span />}
      {digit('0')}
      <button
        type="button"
        className="qt-m-key"
        aria-label={say(text('退格', 'Backspace'))}
        onClick={() => onChange(value.slice(0, -1))}
      >
        ⌫
      </button>
    </fieldset>
  )
}
