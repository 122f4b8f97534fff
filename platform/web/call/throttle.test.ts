import { expect, test } from 'vitest'
import { createThrottle, throttleTime } from './throttle.ts'

test('R-115 R-116 a button rests 200 ms, in API mode 2000 ms, or as long as it is told', () => {
  expect([throttleTime('default'), throttleTime('api'), throttleTime(700)]).toEqual([200, 2000, 700])
})
test('a second click passes only when the time is over', () => {
  let now = 0
  const pass = createThrottle(2000, () => now)
  const at = (ms: number) => {
    now = ms
    return pass()
  }
  expect([at(0), at(1), at(1999), at(2000), at(3999), at(4000)]).toEqual([true, false, false, true, false, true])
})
