import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PixelRatio } from './stage.ts'

beforeEach(() => vi.stubGlobal('window', { devicePixelRatio: 3 }))
afterEach(() => vi.unstubAllGlobals())

const frames = (ratio: PixelRatio, count: number, gap: number): boolean =>
  Array.from({ length: count }, (_, n) => ratio.painted(1000 + n * gap)).some(Boolean)

test('a quick device stays sharp', () => {
  const ratio = new PixelRatio()
  expect(frames(ratio, 200, 17)).toBe(false)
  expect(ratio.value).toBe(2.5)
})

test('a device whose frames come late is painted at 1.5, once', () => {
  const ratio = new PixelRatio()
  expect(frames(ratio, 30, 60)).toBe(true)
  expect(ratio.value).toBe(1.5)
  expect(frames(ratio, 30, 60)).toBe(false)
})

test('pauses between movements are not slowness', () => {
  expect(frames(new PixelRatio(), 60, 2000)).toBe(false)
})
