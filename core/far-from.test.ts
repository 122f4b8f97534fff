import { expect, test } from 'vitest'
import { farFrom, percentOf } from './far-from.ts'

test('a price is far from another by more than a fifth of it, up or down; from none or zero it cannot be said', () => {
  expect(farFrom('12', '10')).toBeUndefined()
  expect(farFrom('12.01', '10')).toBeCloseTo(0.201)
  expect(farFrom('7.9', '10')).toBeCloseTo(-0.21)
  expect(farFrom('1', null)).toBeUndefined()
  expect(farFrom('1', '0')).toBeUndefined()
  expect([percentOf(0.349), percentOf(-0.21)]).toEqual(['+35%', '-21%'])
})
