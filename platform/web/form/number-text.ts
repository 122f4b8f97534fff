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
 * The number input of the specification (section 5): everything except digits and the point goes, a leading point goes,
 * only the first point stays, decimals are limited to 1 to 5, 2 when not chosen. Zero decimals is a whole number.
 */
export function cleanNumber(raw: string, decimals: number = defaultDecimals): string {
  const kept = halfWidth(raw)
    .replace(/[^\d.]/g, '')
    .replace(/^\.+/, '')
  const [whole = '', ...rest] = kept.split('.')
  if (decimals === 0 || rest.length === 0) return whole
  const limit = Math.min(mostDecimals, Math.max(fewestDecimals, decimals))
  return `${whole}.${rest.join('').slice(0, limit)}`
}
/**
 * What stands in a field whose Enter books at once: of a number, decimals beyond the limit of 1 to 5 go. What is no plain
 * number stays as it is: a label that is scanned must not be made into a quantity.
 */
export function typedNumber(raw: string, decimals: number = defaultDecimals): string {
  const typed = halfWidth(raw)
  const [whole = '', fraction] = typed.split('.')
  if (!isNumber(typed) || fraction === undefined || decimals === 0) return typed
  const limit = Math.min(mostDecimals, Math.max(fewestDecimals, decimals))
  return `${whole}.${fraction.slice(0, limit)}`
}
/** Neither empty nor a number; with no decimals, a whole one. */
export function isWrongNumber(raw: string, decimals: number = defaultDecimals): boolean {
  const typed = halfWidth(raw)
  return typed !== '' && !(isNumber(typed) && (decimals > 0 || !typed.includes('.')))
}

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
