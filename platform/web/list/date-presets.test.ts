import { expect, test } from 'vitest'
import { presetsUntil } from './date-presets.ts'

test('R-187 the last month is 30 days, three months 90, half a year 180', () => {
  expect(presetsUntil('2025-06-30').map(({ from, to }) => [from, to])).toEqual([
    ['2025-05-31', '2025-06-30'],
    ['2025-04-01', '2025-06-30'],
    ['2025-01-01', '2025-06-30'],
  ])
})
