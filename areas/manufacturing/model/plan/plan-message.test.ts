import { expect, test } from 'vitest'
import { lateAnyway, messageKindOf, messageSource, wasDue } from './plan-message.ts'

const of = (kind: string, by_overdue_days: number, to_overdue_days: number, by_time: number | null = 1) =>
  lateAnyway({ kind, by_time, by_overdue_days, to_overdue_days })?.en ?? null

test('a day that is past is today, and it is said since when it was due and what follows', () => {
  expect([wasDue(1).en, wasDue(3).zh]).toEqual(['today (was due 1 day ago)', '今天（应于3天前）'])
  expect(of('buy', 0, 0)).toBeNull()
  expect(of('buy', 3, 0)).toBe('Ordered today it still comes 3 days late')
  expect(of('make', 1, 0)).toBe('Begun today it is still 1 day late')
  expect(of('expedite', 0, 2, null)).toBe('Even if it comes today it is 2 days late')
})

test("suppliers are pressed, orders of one's own are brought forward", () => {
  const words = (source_type: number, kind = 'expedite') => messageKindOf({ kind, source_type }).zh
  expect([words(messageSource.in_transit), words(messageSource.in_production)]).toEqual(['催货', '提前'])
  expect(words(messageSource.in_production, 'defer')).toBe('推迟')
})
