import { expect, test } from 'vitest'
import { dueIn, endsLate } from './due.ts'

const today = '2026-11-21'
test.each([
  ['2026-11-18', 'late', '逾期 3 天', '3 days late'],
  ['2026-11-20', 'late', '逾期 1 天', '1 day late'],
  ['2026-11-21', 'today', '今天', 'today'],
  ['2026-11-22', 'soon', '明天', 'tomorrow'],
  ['2026-11-24', 'soon', '3 天后', 'in 3 days'],
  ['2026-11-25', 'later', '4 天后', 'in 4 days'],
])('%s is %s', (due, tone, zh, en) => {
  expect(dueIn(due, today)).toEqual({ tone, text: { zh, en } })
})
test('what is done is never late', () => {
  expect(dueIn('2026-11-18', today, true)).toEqual({ tone: 'done', text: { zh: '3 天前', en: '3 days ago' } })
})

test('what ends at the very end of its day is on time, a second later it is late', () => {
  expect(endsLate(86_400 * 11, 86_400 * 10)).toBe(false)
  expect(endsLate(86_400 * 11 + 1, 86_400 * 10)).toBe(true)
})
