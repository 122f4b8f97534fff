import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { itemKind, type QcItemRow } from '../../model/scheme/method.record.ts'
import { choicesIn } from '../../model/scheme/method.rules.ts'
import { conforms, passFail } from '../../model/task/task.rules.ts'

export type Values = ReadonlyMap<string, string>
export const cellKey = (item_id: string, sample_no: number): string => `${item_id}:${sample_no}`

/** One key is enough for a piece that passes or fails. */
const shorthand: Readonly<Record<string, string>> = {
  ...{ o: passFail.pass, ok: passFail.pass, '1': passFail.pass, y: passFail.pass, 合格: passFail.pass },
  ...{ n: passFail.fail, ng: passFail.fail, '0': passFail.fail, x: passFail.fail, 不合格: passFail.fail },
}
export function meant(item: Pick<QcItemRow, 'kind' | 'choices'>, typed: string): string {
  const value = typed.trim()
  if (item.kind === itemKind.codes.pass_fail) return shorthand[value.toLowerCase()] ?? value
  if (item.kind === itemKind.codes.choice)
    return choicesIn(item.choices).find(choice => choice.toLowerCase() === value.toLowerCase()) ?? value
  return value.replace(',', '.')
}
const moves: Readonly<Record<string, readonly [items: number, samples: number]>> = {
  ...{ Enter: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] },
}

interface MeasureGridProps {
  items: readonly QcItemRow[]
  pieces: number
  values: Values
  onChange: (changes: readonly (readonly [key: string, value: string])[]) => void
  readOnly: boolean
}
/** Characteristics down, pieces across: Enter goes on to the next piece, arrows to the next item, a pasted column fills what follows. */
export function MeasureGrid({ items, pieces, values, onChange, readOnly }: MeasureGridProps) {
  const say = useSay()
  const numbers = Array.from({ length: pieces }, (_, index) => index + 1)
  const goTo = (grid: Element | null, row: number, sample: number) => {
    const cell = grid?.querySelector<HTMLInputElement>(`input[data-cell="${row}:${sample}"]`)
    cell?.focus()
    cell?.select()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, row: number, sample: number) => {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    const grid = event.currentTarget.closest('table')
    if (event.key === 'Enter' && sample === pieces) goTo(grid, row + 1, 1)
    else goTo(grid, row + move[0], sample + move[1])
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>, item: QcItemRow, sample: number) => {
    const pasted = event.clipboardData
      .getData('text')
      .trim()
      .split(/[\s;]+/)
    if (pasted.length < 2) return
    event.preventDefault()
    onChange(
      pasted
        .slice(0, pieces - sample + 1)
        .map((value, index) => [cellKey(item.id, sample + index), meant(item, value)] as const),
    )
  }
  return (
    <div className="qt-qc-grid">
      <table>
        <thead>
          <tr>
            <th scope="col">{say(text('质检项', 'Item'))}</th>
            {numbers.map(number => (
              <th key={number} scope="col">
                {number}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item, row) => (
            <tr key={item.id}>
              <th scope="row">
                {item.required ? <span className="qt-late">* </span> : null}
                {item.name} <span className="qt-secondary">{toleranceOf(item)}</span>
              </th>
              {numbers.map(sample => {
                const value = values.get(cellKey(item.id, sample)) ?? ''
                const isGood = value === '' ? true : conforms(item, value)
                return (
                  <td key={sample} className={isGood ? '' : 'qt-qc-bad'}>
                    <input
                      data-cell={`${row}:${sample}`}
                      value={value}
                      disabled={readOnly}
                      inputMode={item.kind === itemKind.codes.number ? 'decimal' : 'text'}
                      aria-label={`${item.name} ${sample}`}
                      aria-invalid={isGood === true ? undefined : true}
                      onChange={event => onChange([[cellKey(item.id, sample), event.target.value]])}
                      onBlur={event => {
                        const said = meant(item, event.target.value)
                        if (said !== value) onChange([[cellKey(item.id, sample), said]])
                      }}
                      onKeyDown={event => onKeyDown(event, row, sample)}
                      onPaste={event => onPaste(event, item, sample)}
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
function toleranceOf({ kind, lower_limit, upper_limit, unit, choices, standard, tool }: QcItemRow): string {
  const limits =
    kind === itemKind.codes.number && (lower_limit ?? upper_limit) !== null
      ? `${lower_limit ?? '−∞'} … ${upper_limit ?? '∞'} ${unit ?? ''}`
      : kind === itemKind.codes.choice
        ? (choices ?? '')
        : kind === itemKind.codes.pass_fail
          ? 'OK / NG'
          : (unit ?? '')
  return [limits, standard, tool].filter(Boolean).join(' · ')
}
