import { expect, test } from 'vitest'
import { StatementNames } from './prepared.ts'

test('a statement has a name from its third time on, and keeps it', () => {
  const names = new StatementNames()
  const asked = ['a', 'b', 'a', 'a', 'a', 'b'].map(text => names.of(text))
  expect(asked).toEqual([undefined, undefined, undefined, expect.any(String), asked[3], undefined])
  expect(names.of('b')).not.toBe(asked[3])
})
test('what is asked for one occasion gets none, however often it comes', () => {
  const names = new StatementNames()
  const long = 'x'.repeat(60_000)
  expect([1, 2, 3, 4].map(() => names.of(long))).toEqual(Array(4).fill(undefined))
})
test('those that have not come for long are forgotten, and a name is never given twice', () => {
  const names = new StatementNames()
  const often = (text: string) => [1, 2, 3].map(() => names.of(text)).at(-1)
  const first = often('first')
  const given = new Set([first])
  for (let n = 0; n < 1_500; n++) given.add(often(`statement ${n}`))
  expect(given.size).toBe(1_501)
  expect(names.of('first')).toBeUndefined()
  expect(names.of('statement 1499')).toBeDefined()
})
