/** Decimals that a number input may keep (specification section 5). */
const fewestDecimals = 1
export const mostDecimals = 5
export const defaultDecimals = 2

/**
 * The number input of the specification (section 5): everything except digits and the point goes, a leading point goes,
 * only the first point stays, decimals are limited to 1 to 5, 2 when not chosen. Zero decimals is a whole number. In a cell of
 * line items a minus in front stays, to be marked: 3 is not what somebody meant who wrote -3.
 */
export function cleanNumber(raw: string, decimals: number = defaultDecimals, inCell = false): string {
  if (inCell && raw.trimStart().startsWith('-')) return `-${cleanNumber(raw, decimals)}`
  const kept = raw.replace(/[^\d.]/g, '').replace(/^\.+/, '')
  const [whole = '', ...rest] = kept.split('.')
  if (decimals === 0 || rest.length === 0) return whole
  const limit = Math.min(mostDecimals, Math.max(fewestDecimals, decimals))
  return `${whole}.${rest.join('').slice(0, limit)}`
}
/** What is handed on when typing ends: no open point, no leading zeros. Empty stays empty, and a minus alone is empty. */
export function finishNumber(text: string): string {
  if (text.startsWith('-')) {
    const rest = finishNumber(text.slice(1))
    return rest && `-${rest}`
  }
  const [whole = '', fraction] = text.split('.')
  const plain = whole.replace(/^0+(?=\d)/, '')
  return fraction ? `${plain || '0'}.${fraction}` : plain
}
/** Focus selects the text when the value is zero or less. */
export const selectsOnFocus = (text: string): boolean => text !== '' && Number(text) <= 0
