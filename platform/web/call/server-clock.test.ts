import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hearServerClock, serverSeconds } from './server-clock.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => vi.useRealTimers())
const at = (seconds: number) => new Date((1_800_000_000 + seconds) * 1000).toUTCString()

test('what is done is told by the clock of the server, also when the device is half an hour slow', () => {
  hearServerClock(at(1800))
  expect(serverSeconds()).toBe(1_800_001_800)
  vi.advanceTimersByTime(60_000)
  expect(serverSeconds()).toBe(1_800_001_860)
})
test('an answer that was on its way for a moment says nothing of the clocks, nor does one without a date', () => {
  hearServerClock(at(-2))
  expect(serverSeconds()).toBe(1_800_000_000)
  hearServerClock(at(-3600))
  hearServerClock(null)
  hearServerClock('yesterday')
  expect(serverSeconds()).toBe(1_799_996_400)
})
