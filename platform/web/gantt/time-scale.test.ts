import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  filledRange,
  fitted,
  leftAfterZoom,
  nearestLevel,
  timeAt,
  type Viewport,
  widestSpacer,
  windowFor,
  xOf,
} from './time-scale.ts'

const view: Viewport = {
  width: 1440,
  height: 900,
  side_width: 240,
  header_height: 48,
  left: 12_345.5,
  top: 0,
  origin: 1_790_000_000,
  seconds_per_pixel: 45,
}

test('a position and its time are each other’s inverse', () => {
  fc.assert(
    fc.property(fc.double({ min: 240, max: 1440, noNaN: true }), x => {
      expect(xOf(view, timeAt(view, x))).toBeCloseTo(x, 4)
    }),
  )
})

test('zooming keeps the instant under the pointer', () => {
  const x = 700
  const time = timeAt(view, x)
  const left = leftAfterZoom(time, x - view.side_width, view.origin, 900)
  expect(xOf({ ...view, left, seconds_per_pixel: 900 }, time)).toBeCloseTo(x, 6)
})

test('five years at the finest zoom never ask for an element wider than browsers hold', () => {
  const virtual = (5 * 366 * 86_400) / 5
  const plot = 1200
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: virtual - plot, noNaN: true }),
      fc.double({ min: 0, max: virtual, noNaN: true }),
      (left, base) => {
        const window = windowFor(left, virtual, plot, base)
        expect(window.spacer).toBeLessThanOrEqual(widestSpacer)
        expect(window.base + window.scroll).toBeCloseTo(left, 3)
        expect(window.scroll).toBeGreaterThanOrEqual(0)
        expect(window.scroll).toBeLessThanOrEqual(window.spacer - plot + 0.001)
      },
    ),
  )
})

test('the window stays while scrolling inside it and moves before its edge is reached', () => {
  const virtual = 30_000_000
  const first = windowFor(15_000_000, virtual, 1200, 0)
  expect(windowFor(15_000_500, virtual, 1200, first.base).base).toBe(first.base)
  const nearEdge = first.base + widestSpacer - 1200 - 100
  expect(windowFor(nearEdge, virtual, 1200, first.base).base).toBeGreaterThan(first.base)
  expect(windowFor(0, virtual, 1200, first.base).base).toBe(0)
})

test('a short range is widened about its middle until it fills the plot', () => {
  expect(filledRange({ start: 1000, end: 2000 }, 10, 300)).toEqual({ start: 0, end: 3000 })
  expect(filledRange({ start: 0, end: 9000 }, 10, 300)).toEqual({ start: 0, end: 9000 })
})

test('fit shows the whole period', () => {
  const { seconds_per_pixel, start } = fitted({ start: 1_000_000, end: 2_000_000 }, 1000)
  expect(start).toBeLessThan(1_000_000)
  expect(start + 1000 * seconds_per_pixel).toBeGreaterThan(2_000_000)
  expect(nearestLevel(50)).toBe('hour')
  expect(nearestLevel(20_000)).toBe('month')
})
