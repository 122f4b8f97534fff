import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evenParts } from './even-parts.ts'
import { isEqual, sum } from './quantity.ts'

test('ten in three parts', () => expect(evenParts('10', 3, 0)).toEqual(['4', '3', '3']))
test('one piece with two decimals in eight parts', () =>
  expect(evenParts('1.000000', 8, 2)).toEqual(['0.13', '0.13', '0.13', '0.13', '0.12', '0.12', '0.12', '0.12']))
test('the parts always add up', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2, max: 100 }), (whole, count) =>
      isEqual(sum(evenParts(String(whole), count, 0)), String(whole)),
    ),
  )
})
