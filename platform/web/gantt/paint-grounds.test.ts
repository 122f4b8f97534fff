import { expect, test } from 'vitest'
import { gapPixels } from './paint-grounds.ts'

const view = {
  width: 1200,
  height: 400,
  side_width: 200,
  header_height: 48,
  left: 0,
  top: 0,
  origin: 0,
  seconds_per_pixel: 60,
}
const shown = { start: 0, end: 60_000 }
const working = [
  { start: 6000, end: 12_000 },
  { start: 12_030, end: 18_000 },
  { start: 24_000, end: 30_000 },
]

test('gaps between working intervals are shaded, slivers and unknown time are not', () => {
  expect(gapPixels(working, { view }, shown, undefined)).toEqual([500, 600])
})

test('with a known calendar the time before the first and after the last interval is shaded too', () => {
  expect(gapPixels(working, { view }, shown, { start: 0, end: 60_000 })).toEqual([200, 300, 500, 600, 700, 1200])
})

test('a row that never works in a known calendar is wholly shaded', () => {
  expect(gapPixels([], { view }, shown, { start: 0, end: 60_000 })).toEqual([200, 1200])
  expect(gapPixels([], { view }, shown, undefined)).toEqual([])
})
