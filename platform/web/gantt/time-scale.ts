import type { GanttInterval, GanttLevel } from './gantt-types.ts'

/**
 * Time to pixels and back, and the window of a very wide chart. Positions: "virtual" pixels count from the start of the
 * range over its whole width; browsers limit an element to some 17 million pixels, so the scrolled element is at most
 * `widestSpacer` wide and shows the part of the virtual width that begins at `base`.
 */
export const widestSpacer = 8_000_000
export const finestSecondsPerPixel = 5
export const coarsestSecondsPerPixel = 120_000

export const levelSecondsPerPixel: Readonly<Record<GanttLevel, number>> = {
  hour: 45,
  shift: 240,
  day: 900,
  week: 3600,
  month: 14_400,
}

export interface Viewport {
  /** Inner size of the scrolled area in CSS pixels, row column and header included. */
  readonly width: number
  readonly height: number
  readonly side_width: number
  readonly header_height: number
  /** Virtual pixels left of the plot, fraction kept. */
  readonly left: number
  /** Pixels scrolled down. */
  readonly top: number
  /** Instant at virtual pixel 0. */
  readonly origin: number
  readonly seconds_per_pixel: number
}

export const xOf = (view: Viewport, time: number): number =>
  (time - view.origin) / view.seconds_per_pixel - view.left + view.side_width
export const timeAt = (view: Viewport, x: number): number =>
  view.origin + (x - view.side_width + view.left) * view.seconds_per_pixel
export const plotWidth = (view: Viewport): number => Math.max(1, view.width - view.side_width)
export const plotHeight = (view: Viewport): number => Math.max(1, view.height - view.header_height)
export const shownTime = (view: Viewport): GanttInterval => ({
  start: timeAt(view, view.side_width),
  end: timeAt(view, view.width),
})

export const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value))

export const clampZoom = (secondsPerPixel: number): number =>
  clamp(secondsPerPixel, finestSecondsPerPixel, coarsestSecondsPerPixel)

/** The range widened about its middle so that it fills the plot at this zoom. */
export function filledRange(range: GanttInterval, secondsPerPixel: number, width: number): GanttInterval {
  const missing = width * secondsPerPixel - (range.end - range.start)
  if (missing <= 0) return range
  return { start: Math.floor(range.start - missing / 2), end: Math.ceil(range.end + missing / 2) }
}

/** `left` after a zoom that keeps the instant under plot pixel `anchor` in place. */
export const leftAfterZoom = (anchorTime: number, anchor: number, origin: number, secondsPerPixel: number): number =>
  (anchorTime - origin) / secondsPerPixel - anchor

/** Zoom and left edge instant that show a period with a little air. */
export function fitted(period: GanttInterval, width: number): { seconds_per_pixel: number; start: number } {
  const air = 0.03
  const seconds = Math.max(3600, period.end - period.start)
  const secondsPerPixel = clampZoom((seconds * (1 + 2 * air)) / Math.max(1, width))
  const middle = (period.start + period.end) / 2
  return { seconds_per_pixel: secondsPerPixel, start: middle - (width * secondsPerPixel) / 2 }
}

export function nearestLevel(secondsPerPixel: number): GanttLevel {
  let best: GanttLevel = 'day'
  let distance = Number.POSITIVE_INFINITY
  for (const [level, value] of Object.entries(levelSecondsPerPixel) as [GanttLevel, number][]) {
    const away = Math.abs(Math.log(value / secondsPerPixel))
    if (away < distance) {
      best = level
      distance = away
    }
  }
  return best
}

export interface Window {
  readonly spacer: number
  readonly base: number
  readonly scroll: number
}

/** Scroll window that shows virtual pixel `left`; keeps `base` while the place is well inside it. */
export function windowFor(left: number, virtualWidth: number, plot: number, base: number): Window {
  const spacer = Math.max(plot, Math.min(virtualWidth, widestSpacer))
  const place = clamp(left, 0, Math.max(0, virtualWidth - plot))
  if (virtualWidth <= widestSpacer) return { spacer, base: 0, scroll: place }
  const lastBase = virtualWidth - spacer
  const margin = spacer / 10
  const kept = clamp(base, 0, lastBase)
  const scroll = place - kept
  const tooLow = scroll < margin && kept > 0
  const tooHigh = scroll > spacer - plot - margin && kept < lastBase
  const moved = tooLow || tooHigh ? clamp(place - spacer / 2, 0, lastBase) : kept
  return { spacer, base: moved, scroll: place - moved }
}
