import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placesByKey } from './sort-numbers.ts'

const keys = fc.oneof(
  fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 200 }),
  fc.array(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })),
  fc.array(fc.double({ noNaN: true, min: -5, max: 5 })),
)

test('places are sorted by key, equal ones as they come', () => {
  fc.assert(
    fc.property(keys, list => {
      const expected = [...list.keys()].sort((a, b) => list[a]! - list[b]! || a - b)
      expect([...placesByKey(Float64Array.from(list))]).toEqual(expected)
    }),
  )
})

test('or equal ones as they are told', () => {
  fc.assert(
    fc.property(keys, list => {
      const falling = (a: number, b: number) => b - a
      const expected = [...list.keys()].sort((a, b) => list[a]! - list[b]! || falling(a, b))
      expect([...placesByKey(Float64Array.from(list), falling)]).toEqual(expected)
    }),
  )
})
