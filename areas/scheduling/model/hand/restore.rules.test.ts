import { expect, test } from 'vitest'
import { hasJustPassed, type KeptTask } from './restore.rules.ts'

test('a start that passed within the hour is kept; an older one, and one to come, are judged', () => {
  const now = 1_000_000
  const startsAt = (setup_start_time: number) => hasJustPassed({ setup_start_time } as KeptTask, now)
  expect([now - 1, now - 3_600].map(startsAt)).toEqual([true, true])
  expect([now - 3_601, now, now + 1].map(startsAt)).toEqual([false, false, false])
})
