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

/** What was pasted, row by row. A line without tabs that a gauge has sent is a row, too. */
const rowsOf = (pasted: string): string[][] => {
  const lines = pasted.replace(/\r/g, '').replace(/\n+$/, '').split('\n')
  return lines.map(line => line.split(lines.length === 1 && !line.includes('\t') ? /[\s;]+/ : '\t'))
}
/**
 * The cells that a pasted block fills from one cell on. A single row or column goes along the pieces. A block lies as the grid does
 * (items down, pieces across), or turned, as most sheets have it, where only that fits. What is beyond the grid is left out.
 */
export function pastedCells(
  pasted: string,
  { rows, pieces }: { rows: number; pieces: number },
  at: { row: number; sample: number },
): { row: number; sample: number; value: string }[] {
  const block = rowsOf(pasted)
  const width = Math.max(...block.map(line => line.length))
  const [down, across] = [rows - at.row, pieces - at.sample + 1]
  const isLine = block.length === 1 || width === 1
  const isTurned = isLine ? block.length > 1 : (block.length > down || width > across) && width <= down
  return block
    .flatMap((line, y) =>
      line.map((value, x) => ({ row: at.row + (isTurned ? x : y), sample: at.sample + (isTurned ? y : x), value })),
    )
    .filter(({ row, sample }) => row < rows && sample <= pieces)
}
const moves: Readonly<Record<string, readonly [items: number, samples: number]>> = {
  ...{ Enter: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] },
}

interface MeasureGridProps {
  items: readonly QcItemRow[]
  pieces: number
  values: Values
  /** Numbers of the pieces, under their sample. */
  serials: ReadonlyMap<number, string>
  onSerial: (changes: readonly (readonly [sample_no: number, serial_no: string])[]) => void
  onChange: (changes: readonly (readonly [key: string, value: string])[]) => void
  readOnly: boolean
}
/** Row of the serial numbers, above the characteristics. */
const serialRow = -1
/** Characteristics down, pieces across, by keyboard, scanner, gauge or paste: Enter goes on to the next piece, arrows go where they point. */
export function MeasureGrid({ items, pieces, values, serials, onSerial, onChange, readOnly }: MeasureGridProps) {
  const say = useSay()
  const numbers = Array.from({ length: pieces }, (_, index) => index + 1)
  const goTo = (grid: Element | null, row: number, sample: number) => {
    const cell = grid?.querySelector<HTMLInputElement>(`input[data-cell="${row}:${sample}"]`)
    cell?.focus()
    cell?.select()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, row: number, sample: number) => {
    const move = moves[event.key] ?? sideways(event)
    if (!move) return
    event.preventDefault()
    const grid = event.currentTarget.closest('table')
    const back = event.key === 'Enter' && event.shiftKey
    if (back) goTo(grid, sample === 1 ? row - 1 : row, sample === 1 ? pieces : sample - 1)
    else if (event.key === 'Enter' && sample === pieces) goTo(grid, row + 1, 1)
    else goTo(grid, row + move[0], sample + move[1])
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>, row: number, sample: number) => {
    const from = { row: row - serialRow, sample }
    const cells = pastedCells(event.clipboardData.getData('text'), { rows: items.length - serialRow, pieces }, from)
    if (cells.length < 2) return
    event.preventDefault()
    const placed = cells.map(cell => ({ ...cell, item: items[cell.row + serialRow] }))
    onSerial(placed.flatMap(({ item, value, ...cell }) => (item ? [] : [[cell.sample, value.trim()] as const])))
    onChange(
      placed.flatMap(({ item, value, ...cell }) =>
        item ? [[cellKey(item.id, cell.sample), meant(item, value)] as const] : [],
      ),
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
          <tr>
            <th scope="row">
              {say(text('序列号', 'Serial no.'))}{' '}
              <span className="qt-secondary">{say(text('可不填，扫码即入', 'if there is one; scan it'))}</span>
            </th>
            {numbers.map(sample => {
              const serial = serials.get(sample) ?? ''
              const isTwice = serial !== '' && [...serials].some(([other, it]) => other !== sample && it === serial)
              return (
                <td key={sample} className={isTwice ? 'qt-qc-bad' : ''}>
                  <input
                    data-cell={`${serialRow}:${sample}`}
                    value={serial}
                    disabled={readOnly}
                    maxLength={100}
                    aria-label={say(text('序列号 {n}', 'Serial no. {n}'), { n: sample })}
                    aria-invalid={isTwice ? true : undefined}
                    onChange={event => onSerial([[sample, event.target.value]])}
                    onKeyDown={event => onKeyDown(event, serialRow, sample)}
                    onPaste={event => onPaste(event, serialRow, sample)}
                  />
                </td>
              )
            })}
          </tr>
          {items.map((item, row) => (
            <tr key={item.id}>
              <th scope="row">
                {item.required ? <span className="qt-late">* </span> : null}
                {item.name} <span className="qt-secondary">{toleranceOf(item)}</span>
              </th>
              {numbers.map(sample => {
                const value = values.get(cellKey(item.id, sample)) ?? ''
                const isGood = value === '' ? true : conforms(item, meant(item, value))
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
                      onPaste={event => onPaste(event, row, sample)}
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
/** Left and right leave a cell only at its end, or when all of it is chosen; within it they move the caret. */
function sideways({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): readonly [number, number] | undefined {
  const { selectionStart: from, selectionEnd: to, value } = currentTarget
  const isWhole = from === 0 && to === value.length
  if (key === 'ArrowLeft' && (isWhole || (from === 0 && to === 0))) return [0, -1]
  if (key === 'ArrowRight' && (isWhole || (from === value.length && to === value.length))) return [0, 1]
  return undefined
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
