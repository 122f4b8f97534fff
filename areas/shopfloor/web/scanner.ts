import { isWrongNumber } from '@qitao/platform/web/number-text.ts'

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

/**
 * The code that Enter ends: keys of a scanner, or what stands in the field and is no number, however slowly it came.
 * Undefined when a person typed a number, or nothing.
 */
export function scannedCode(burst: Burst, at: number, typed: string): string | undefined {
  const isFast = burst.text.length >= shortestCode && at - burst.at <= longestGap
  const wrong = isWrongNumber(typed)
  if (isFast && (!wrong || isWrongNumber(burst.text))) return burst.text
  return wrong ? typed : undefined
}
