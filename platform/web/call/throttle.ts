/** Time for which a button rests after a click (specification section 5). */
export const throttleTimes = { default: 200, api: 2000 } as const
export type ThrottleMode = keyof typeof throttleTimes | number

export const throttleTime = (mode: ThrottleMode): number => (typeof mode === 'number' ? mode : throttleTimes[mode])

/** Lets one through and refuses the next until `ms` have passed. `now` in milliseconds. */
export function createThrottle(ms: number, now: () => number = Date.now): () => boolean {
  let freeAt = Number.NEGATIVE_INFINITY
  return () => {
    if (now() < freeAt) return false
    freeAt = now() + ms
    return true
  }
}
