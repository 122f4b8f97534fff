import type { ZoneClock } from './zone-clock.ts'

/** Nearest multiple of `step` seconds counted on the wall clock of the zone; `step` 0 leaves whole seconds. */
export function snapTime(clock: ZoneClock, time: number, step: number): number {
  if (step <= 0) return Math.round(time)
  return clock.fromLocal(Math.round(clock.toLocal(time) / step) * step)
}

export interface Catch {
  /** Ends of neighbours: a start may follow them directly. */
  readonly ends: readonly number[]
  /** Starts of neighbours: an end may touch them. */
  readonly starts: readonly number[]
  /** Seconds within which a neighbour wins over the step. */
  readonly within: number
}
export const noCatch: Catch = { ends: [], starts: [], within: 0 }

const nearest = (candidates: readonly number[], time: number, within: number): number | undefined => {
  let best: number | undefined
  for (const candidate of candidates)
    if (
      Math.abs(candidate - time) <= within &&
      (best === undefined || Math.abs(candidate - time) < Math.abs(best - time))
    )
      best = candidate
  return best
}

/** Start of a bar that is moved whole. */
export function snapStart(clock: ZoneClock, start: number, seconds: number, step: number, caught: Catch): number {
  const after = nearest(caught.ends, start, caught.within)
  const before = nearest(caught.starts, start + seconds, caught.within)
  if (after !== undefined && (before === undefined || Math.abs(after - start) <= Math.abs(before - start - seconds)))
    return after
  if (before !== undefined) return before - seconds
  return snapTime(clock, start, step)
}

/** One edge of a bar. */
export function snapEdge(clock: ZoneClock, time: number, step: number, edge: 'start' | 'end', caught: Catch): number {
  return nearest(edge === 'start' ? caught.ends : caught.starts, time, caught.within) ?? snapTime(clock, time, step)
}
