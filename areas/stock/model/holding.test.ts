import { expect, test } from 'vitest'
import { holding, whyHeld } from './holding.ts'

const edge = { locked: false, promised: false, firm: false, guaranteed: false, made_for_quantity: '0' }

test('the strongest reason is told, in the order in which supply is given', () => {
  expect(whyHeld(edge)).toBe('priority')
  expect(whyHeld({ ...edge, made_for_quantity: '2.000000' })).toBe('made')
  expect(whyHeld({ ...edge, made_for_quantity: '2', guaranteed: true })).toBe('guaranteed')
  expect(whyHeld({ ...edge, made_for_quantity: '2', guaranteed: true, firm: true })).toBe('firm')
  expect(whyHeld({ ...edge, made_for_quantity: '2', guaranteed: true, firm: true, locked: true })).toBe('locked')
  expect(whyHeld({ ...edge, firm: true, locked: true, promised: true })).toBe('promised')
  // Whoever unlocks what was promised gives it up.
  expect(whyHeld({ ...edge, promised: true })).toBe('priority')
  expect(holding.list.map(({ code }) => code)).toEqual(['locked', 'promised', 'firm', 'guaranteed', 'made', 'priority'])
})
