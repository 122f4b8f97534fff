import { daySeconds, hourSeconds } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import { byStake, lateBy, type Stake } from './stake.rules.ts'

const due = 100 * daySeconds
const stake = (of: Partial<Stake>): Stake => ({
  ...{ seconds: hourSeconds, finish: due - daySeconds, due, priority: 50 },
  ...of,
})

test('an order is late by what the conflict takes beyond the time that it has', () => {
  expect(lateBy(stake({}))).toBe(0)
  expect(lateBy(stake({ seconds: 3 * daySeconds }))).toBe(2 * daySeconds)
  expect(lateBy(stake({ finish: due + daySeconds }))).toBe(daySeconds + hourSeconds)
  expect(lateBy(stake({ seconds: 0 })), 'nothing says when it goes on').toBeNull()
})

test('what is at stake goes first: no end, weighted lateness, little time left', () => {
  const relaxed = stake({})
  const near = stake({ finish: due - 2 * hourSeconds })
  const late = stake({ seconds: 2 * daySeconds })
  const important = stake({ seconds: 2 * daySeconds, priority: 10 })
  const later = stake({ seconds: 3 * daySeconds })
  const endless = stake({ seconds: 0 })
  expect([relaxed, near, late, important, later, endless].sort(byStake)).toEqual([
    ...[endless, important, later, late, near, relaxed],
  ])
})
