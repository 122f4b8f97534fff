import { expect, test } from 'vitest'
import { CallFailure } from './failures.ts'
import { keepKeys } from './idempotency.ts'

const keeper = () => {
  let next = 0
  return keepKeys(() => {
    next += 1
    return `key ${next}`
  })
}
test('an attempt without an answer goes out again under its key', () => {
  const keys = keeper()
  const first = keys.keyFor({ a: 1 })
  for (const kind of ['network', 'timeout', 'http'] as const) {
    keys.ended(new CallFailure(kind, 0))
    expect(keys.keyFor({ a: 1 })).toBe(first)
  }
})
test('another input has another key', () => {
  const keys = keeper()
  const first = keys.keyFor({ a: 1 })
  keys.ended(new CallFailure('network', 0))
  expect(keys.keyFor({ a: 2 })).not.toBe(first)
})
test('an answer, good or bad, ends the key', () => {
  const keys = keeper()
  const first = keys.keyFor({ a: 1 })
  keys.ended()
  const second = keys.keyFor({ a: 1 })
  keys.ended(new CallFailure('refused', 5001))
  const third = keys.keyFor({ a: 1 })
  expect(new Set([first, second, third]).size).toBe(3)
})
