import { isWrongNumber } from './number-text.ts'

/** Keys that came as fast as a hand-held scanner sends them; no hand types so. */
export interface Burst {
  readonly text: string
  /** Of its last key, milliseconds. */
  readonly at: number
}
export const noBurst: Burst = { text: '', at: Number.NEGATIVE_INFINITY }
const longestGap = 50
const shortestCode = 3

export const withKey = (burst: Burst, key: string, at: number): Burst => ({
  text: at - burst.at <= longestGap ? burst.text + key : key,
  at,
})

export interface Scan {
  readonly code: string
  /** The field gets back what stood in it before. */
  readonly restores: boolean
}
/**
 * What Enter ends: keys of a scanner, or what stands in the field and is no number, however slowly it came.
 * Undefined when a person typed a number, or nothing. `before`: what stood in the field before the label.
 */
export function scanOf(burst: Burst, at: number, typed: string, before = ''): Scan | undefined {
  const isFast = burst.text.length >= shortestCode && at - burst.at <= longestGap
  const wrong = isWrongNumber(typed)
  const added = typed.startsWith(before) ? typed.slice(before.length) : typed
  const isLabel = isWrongNumber(added) && added.length >= shortestCode
  if (!isFast) {
    if (!wrong) return undefined
    return isLabel && before !== '' ? { code: added, restores: true } : { code: typed, restores: false }
  }
  // What came before the fast keys and is no number is the beginning of a label whose keys came with a pause.
  const head = added.endsWith(burst.text) ? added.slice(0, -burst.text.length) : ''
  if (isWrongNumber(head)) return { code: added, restores: true }
  return wrong && !isWrongNumber(burst.text) ? { code: typed, restores: false } : { code: burst.text, restores: true }
}
