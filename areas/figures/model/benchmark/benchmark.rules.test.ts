import { Refusal } from '@qitao/core/refusal.ts'
import { startOfDay } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import { expectReference, gapRate, ofWholeMonths, ownBest, type Reference } from './benchmark.rules.ts'

const reference = (more: Partial<Reference>): Reference => ({
  ...{ industry_worst: null, industry_average: null, industry_best: null, target: null, source: null },
  ...more,
})
const refused = (of: Reference, better: 'more' | 'less') => {
  try {
    expectReference(of, better)
    return undefined
  } catch (error) {
    return error instanceof Refusal ? (error.data as { field: string }).field : error
  }
}
test('what others reach needs a source, a target of our own does not; nothing at all says nothing', () => {
  expect(refused(reference({ industry_average: '80' }), 'more')).toBe('source')
  expect(refused(reference({ industry_average: '80', source: 'APQC' }), 'more')).toBe(undefined)
  expect(refused(reference({ target: '95' }), 'more')).toBe(undefined)
  expect(refused(reference({}), 'more')).toBe('target')
})
test('the best is better than the average, whichever way is better', () => {
  const quartiles = { industry_worst: '20', industry_average: '10', industry_best: '5', source: 'x' }
  expect(refused(reference(quartiles), 'less')).toBe(undefined)
  expect(refused(reference(quartiles), 'more')).toBe('industry_best')
})
test('own best is the mean of three months, and is not guessed from fewer', () => {
  expect(ownBest(['80', null, '90', '70', '95.5'], 'more')).toBe('88.5')
  expect(ownBest(['80', null, '90', '70', '95'], 'less')).toBe('80')
  expect(ownBest(['80', null, '90'], 'more')).toBe(null)
})
test('a gap is a share of what it is compared with; ahead is below zero', () => {
  expect(gapRate('60', '80', 'more')).toBe('25')
  expect(gapRate('12', '10', 'less')).toBe('20')
  expect(gapRate('8', '10', 'less')).toBe('-20')
  expect([gapRate(null, '10', 'more'), gapRate('5', null, 'more'), gapRate('5', '0', 'more')]).toEqual([
    null,
    null,
    null,
  ])
})

test('a month that still runs, or of which a part is asked for, is none of the best', () => {
  const at = (day: string) => startOfDay(day, 'UTC')
  const months = (until: string) => ({ begins: [at('2026-09-01'), at('2026-10-01')], until: at(until) })
  const told = ['80', '95']
  expect(ofWholeMonths(told, months('2026-11-01'), at('2026-11-02'), 'UTC')).toEqual(told)
  expect(ofWholeMonths(told, months('2026-11-01'), at('2026-10-20'), 'UTC')).toEqual(['80'])
  expect(ofWholeMonths(told, months('2026-10-20'), at('2026-11-20'), 'UTC')).toEqual(['80'])
})
