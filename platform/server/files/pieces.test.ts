import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evenPieces } from './pieces.ts'

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
