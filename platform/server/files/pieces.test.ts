import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evenPieces, firstBytes } from './pieces.ts'

test('even pieces are the same bytes, all of one size but the last', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 200_000 }), { maxLength: 8 }), sizes => {
      const content = sizes.map((size, index) => Buffer.alloc(size, index + 1))
      const even = [...evenPieces(content)]
      expect(Buffer.concat(even).equals(Buffer.concat(content))).toBe(true)
      expect(even.slice(0, -1).every(({ length }) => length === 65_536)).toBe(true)
      expect(even.every(({ length }) => length > 0 && length <= 65_536)).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test('the first bytes are the same however the file is cut', () => {
  const whole = Buffer.from('PK\x03\x04 and more')
  for (let at = 0; at <= whole.length; at++) {
    const pieces = [whole.subarray(0, at), whole.subarray(at)]
    expect(firstBytes(pieces, 4)).toEqual(whole.subarray(0, 4))
    expect(firstBytes(pieces, 100)).toEqual(whole)
  }
  expect(firstBytes([], 4)).toHaveLength(0)
})
