import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTooElaborate, jsonLimits } from './json-shape.ts'

const limits = { depth: 3, keysOfObject: 4, values: 12 }
const counted = (value: unknown, depth = 0): { depth: number; keys: number; values: number } => {
  if (typeof value !== 'object' || value === null) return { depth, keys: 0, values: 0 }
  const inner = Object.values(value).map(one => counted(one, depth + 1))
  const keys = Array.isArray(value) ? 0 : inner.length
  return {
    depth: Math.max(depth + 1, ...inner.map(one => one.depth)),
    keys: Math.max(keys, ...inner.map(one => one.keys)),
    values: 1 + Math.max(0, inner.length - 1) + inner.reduce((sum, one) => sum + one.values, 0),
  }
}
test('whatever JSON: too elaborate is what has more depth, keys or values than the limits say, however it is written', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2), (value, indent) => {
      const { depth, keys, values } = counted(value)
      const isTooMuch = depth > limits.depth || keys > limits.keysOfObject || values > limits.values
      expect(isTooElaborate(Buffer.from(JSON.stringify(value, null, indent)), limits)).toBe(isTooMuch)
    }),
    { numRuns: 2_000 },
  )
})
test('what is no JSON is left to the parser', () => {
  for (const text of ['', '"', '"\\', '}}}}', ']:', '{"a":"'])
    expect(isTooElaborate(Buffer.from(text)), text).toBe(false)
})
test('two thousand lines of twenty fields are no more than people send', () => {
  const line = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`field_${n}`, { a: '{[",:', b: [n] }.a]))
  expect(isTooElaborate(Buffer.from(JSON.stringify({ lines: Array(2_000).fill(line) })))).toBe(false)
  expect(isTooElaborate(Buffer.from('['.repeat(jsonLimits.depth + 1)))).toBe(true)
})
