import { text } from '@qitao/core/text.ts'

/** Decimals that a number input may keep (specification section 5). */
const fewestDecimals = 1
export const mostDecimals = 5
export const defaultDecimals = 2
export const mustBeNumber = text('请填写数字，如 2.5', 'It must be a number, e.g. 2.5')
export const mustBeWhole = text('请填写整数，如 25', 'It must be a whole number, e.g. 25')

const plain = /^\d+(\.\d*)?$/
/** Commas only where they part thousands. */
const inThousands = /^\d{1,3}(,\d{3})+(\.\d*)?$/
const isNumber = (typed: string): boolean => plain.test(typed) || inThousands.test(typed)

/** Full-width digits and points, as a Chinese keyboard writes them, are digits and points. */
const halfWidth = (raw: string): string => raw.normalize('NFKC').replaceAll('。', '.').trim()

/**
 * What stands in a number input for what was typed: of a number, decimals beyond the limit of 1 to 5 go (specification
 * section 5). What is no plain number stays as it is: made into another number it would be booked as one.
 */
export function typedNumber(raw: string, decimals: number = defaultDecimals): string {
  const typed = halfWidth(raw)
  const [whole = '', fraction] = typed.split('.')
  if (!isNumber(typed) || fraction === undefined || decimals === 0) return typed
  const limit = Math.min(mostDecimals, Math.max(fewestDecimals, decimals))
  return `${whole}.${fraction.slice(0, limit)}`
}
/** Neither empty nor a number; with no decimals, a whole one. */
export const isWrongNumber = (typed: string, decimals: number = defaultDecimals): boolean =>
  typed !== '' && !(isNumber(typed) && (decimals > 0 || !typed.includes('.')))

/** What is handed on when typing ends: no separators, no open point, no leading zeros. Empty stays empty, as does what is wrong. */
export function finishNumber(typed: string): string {
  if (!isNumber(typed)) return typed
  const [whole = '', fraction] = typed.replaceAll(',', '').split('.')
  const short = whole.replace(/^0+(?=\d)/, '')
  return fraction ? `${short}.${fraction}` : short
}
/** A number as someone wrote it in a spreadsheet, with its sign; undefined when it is none. */
export function writtenNumber(raw: string): string | undefined {
  const [, sign = '', typed = ''] =
    halfWidth(raw)
      .replaceAll(/\s/g, '')
      .match(/^(-?)(.*)$/) ?? []
  return isNumber(typed) ? sign + finishNumber(typed) : undefined
}
/** Focus selects the text when the value is zero or less. */
export const selectsOnFocus = (text: string): boolean => text !== '' && Number(text) <= 0
