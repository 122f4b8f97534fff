import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

test('others have turns while long work goes on, and it comes to what it comes to', async () => {
  let turns = 0
  const clock = setInterval(() => turns++, 1)
  function* counted() {
    for (let n = 0; n < 40; n++) {
      const until = performance.now() + 4
      while (performance.now() < until);
      yield
    }
    return 'done'
  }
  expect(await inTurns(counted())).toBe('done')
  clearInterval(clock)
  expect(turns).toBeGreaterThan(3)
})
test('what it throws is thrown', async () => {
  // biome-ignore lint/correctness/useYield: it fails at its first step
  const fails = function* (): Generator<void, never> {
    throw new Error('no')
  }
  await expect(inTurns(fails())).rejects.toThrow('no')
})
