import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IdNumbers } from './id-numbers.ts'

test('every id has its number, any other none', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string()), fc.string(), (ids, other) => {
      const numbers = IdNumbers.of(
        ids.map(id => ({ id })),
        'order',
      )
      expect(ids.map(id => numbers.get(id))).toEqual([...ids.keys()])
      expect(numbers.ids).toEqual(ids)
      if (!ids.includes(other)) expect(numbers.get(other)).toBeUndefined()
    }),
  )
})

test('ids with one hash are told apart', () => {
  // 31 x A + a is 31 x B + B.
  const numbers = IdNumbers.of([{ id: 'Aa' }, { id: 'BB' }], 'order')
  expect([numbers.get('Aa'), numbers.get('BB')]).toEqual([0, 1])
})

test('two of one id are refused', () => {
  expect(() => IdNumbers.of([{ id: 'a' }, { id: 'b' }, { id: 'a' }], 'order')).toThrow('Two of the orders have one id')
})
