import { command } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { CallFailure } from './failures.ts'
import { asBefore, forgetPresses, newIntention, pressOf, rereadPresses } from './idempotency.ts'

const add = command('/add', { title: text('加', 'Add'), grantedBy: 'signed_in', input: z.any(), output: z.any() })
const lost = (['network', 'timeout', 'http'] as const).map(kind => new CallFailure(kind, 0))
const refused = new CallFailure('refused', 5001)

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
  forgetPresses()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a sheet keeps its key until there is an answer, whatever is changed in it', () => {
  const sheet = newIntention()
  const first = sheet.key()
  for (const failure of lost) {
    sheet.ended(first, failure)
    expect(sheet.key()).toBe(first)
  }
  sheet.ended(first)
  const second = sheet.key()
  sheet.ended(second, refused)
  expect(new Set([first, second, sheet.key()]).size).toBe(3)
})
test('a press is known by what it asks, though others come between', () => {
  const first = pressOf(add, { a: 1 }).key()
  pressOf(add, { a: 1 }).ended(first, lost[0])
  const other = pressOf(add, { a: 2 })
  other.ended(other.key())
  expect(pressOf({ path: '/drop' }, { a: 1 }).key()).not.toBe(first)
  expect(pressOf(add, { a: 1 }).key()).toBe(first)
  for (const answer of [undefined, refused]) {
    const key = pressOf(add, { a: 1 }).key()
    pressOf(add, { a: 1 }).ended(key, answer)
    expect(pressOf(add, { a: 1 }).key()).not.toBe(key)
  }
})
test('a press is known after the page was loaded again, and gone with the session', () => {
  const key = pressOf(add, { a: 1 }).key()
  rereadPresses()
  expect(pressOf(add, { a: 1 }).key()).toBe(key)
  forgetPresses()
  rereadPresses()
  expect(pressOf(add, { a: 1 }).key()).not.toBe(key)
})
test('what was typed is not kept in the browser', () => {
  pressOf(add, { password: 'Secret-2026' }).key()
  expect(sessionStorage.getItem('unanswered')).not.toBeNull()
  expect(sessionStorage.getItem('unanswered')).not.toContain('Secret')
})
test('what was pressed long ago is meant anew', () => {
  vi.useFakeTimers()
  const key = pressOf(add, { a: 1 }).key()
  vi.advanceTimersByTime(14 * 60_000)
  expect(pressOf(add, { a: 1 }).key()).toBe(key)
  vi.advanceTimersByTime(2 * 60_000)
  expect(pressOf(add, { a: 1 }).key()).not.toBe(key)
})
test('the answer to an attempt that was given up does not end a later one', () => {
  const sheet = newIntention()
  const first = sheet.key()
  sheet.ended(first)
  const second = sheet.key()
  sheet.ended(first)
  expect(sheet.key()).toBe(second)
})

test('a form that was not answered asks the very same as long as nothing in it is changed, whatever version the page knows since', () => {
  const ask = (row_version: number) => () => ({ row_version, quantity: '2' })
  const before = { written: '{"quantity":"2"}', input: { row_version: 3, quantity: '2' } }
  expect(asBefore(undefined, before.written, ask(4))).toEqual({ row_version: 4, quantity: '2' })
  expect(asBefore(before, before.written, ask(4))).toBe(before.input)
  expect(asBefore(before, '{"quantity":"1"}', ask(4))).toEqual({ row_version: 4, quantity: '2' })
})
