import { expect, test } from 'vitest'
import {
  labelPadding,
  shortDuration,
  shortPeriod,
  type TierUnit,
  ticks,
  tierLabels,
  tiersFor,
  tierUnits,
} from './header-tiers.ts'
import { coarsestSecondsPerPixel, finestSecondsPerPixel } from './time-scale.ts'
import { ZoneClock } from './zone-clock.ts'

const shanghai = new ZoneClock('Asia/Shanghai')
/** 7 pixels a letter, 12 a Chinese one: as wide as the header's font gets. */
const measure = (text: string): number => [...text].reduce((sum, letter) => sum + (letter > '⿿' ? 12 : 7), 0)
const seconds = (iso: string): number => Date.parse(iso) / 1000

test.each(['zh', 'en'] as const)('labels never overlap, at any zoom (%s)', language => {
  for (let zoom = finestSecondsPerPixel; zoom <= coarsestSecondsPerPixel; zoom *= 1.13) {
    const { lower, upper } = tiersFor(zoom, language, measure)
    const from = seconds('2026-11-20T00:00:00Z')
    const starts = ticks(shanghai, lower, from, from + 1400 * zoom)
    for (let i = 0; i + 1 < starts.length; i += 1) {
      const room = (starts[i + 1]! - starts[i]!) / zoom
      const labels = tierLabels(lower, shanghai.parts(starts[i]!), language, false)
      const shortest = Math.min(...labels.map(measure))
      // Minutes between whole hours may leave their label out; every other cell has one that fits.
      if (tierUnits[lower].step === undefined || starts[i]! % 3600 === 0)
        expect(shortest + labelPadding, `${lower} at ${zoom}: ${labels.at(-1)}`).toBeLessThanOrEqual(room)
    }
    if (upper) expect(tierUnits[upper].seconds).toBeGreaterThan(tierUnits[lower].seconds)
  }
})

test('weeks begin on Monday and months on the first, on the wall of the zone', () => {
  const from = seconds('2026-11-20T00:00:00Z')
  for (const at of ticks(shanghai, 'week', from, from + 40 * 86_400))
    expect(shanghai.parts(at)).toMatchObject({ weekday: 0, hour: 0 })
  const months = ticks(shanghai, 'month', from, from + 100 * 86_400).map(at => shanghai.parts(at))
  expect(months.map(({ month, day }) => [month, day])).toEqual([
    [11, 1],
    [12, 1],
    [1, 1],
    [2, 1],
    [3, 1],
  ])
})

test('cells cover the period without gap across daylight saving', () => {
  const berlin = new ZoneClock('Europe/Berlin')
  const from = seconds('2026-10-24T00:00:00Z')
  const to = seconds('2026-10-27T00:00:00Z')
  for (const unit of ['hour', 'two_hours', 'day', 'week'] as TierUnit[]) {
    const starts = ticks(berlin, unit, from, to)
    expect(starts[0]!).toBeLessThanOrEqual(from)
    expect(starts.at(-1)!).toBeGreaterThanOrEqual(to)
    expect([...starts].sort((a, b) => a - b)).toEqual(starts)
    expect(new Set(starts).size).toBe(starts.length)
  }
  const days = ticks(berlin, 'day', from, to)
  expect(days.map(at => berlin.parts(at).hour)).toEqual(days.map(() => 0))
})

test('both languages say the same moment', () => {
  const at = seconds('2026-11-23T00:30:00Z')
  expect(tierLabels('day', shanghai.parts(at), 'zh', true)[0]).toBe('2026年11月23日 周一 · 第48周')
  expect(tierLabels('day', shanghai.parts(at), 'en', true)[0]).toBe('Mon 23 Nov 2026 · W48')
  expect(shortPeriod(shanghai, at, at + 5400, 'zh')).toBe('11/23 周一 08:30 – 10:00')
  expect(shortPeriod(shanghai, at, at + 86_400, 'en')).toBe('Mon 23 Nov 08:30 – Tue 24 Nov 08:30')
})

test('a duration says its two largest parts', () => {
  expect(shortDuration(5400, 'en')).toBe('1h 30m')
  expect(shortDuration(93_780, 'zh')).toBe('1天2小时')
  expect(shortDuration(0, 'zh')).toBe('0分')
})
