import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Bom, dividedDown, timesUp } from './bom.ts'
import { findCycle } from './cycle.ts'
import { explode } from './explode.ts'
import { CyclicBom, lowLevelCodes } from './low-level-code.ts'

const one = { numerator: 1, denominator: 1 }
const bomOf = (material: string, ...parts: [string, number][]): Bom => ({
  material,
  lines: parts.map(([part, per]) => ({ material: part, ratio: { numerator: per, denominator: 1 } })),
})

describe('ratios', () => {
  test('needs round up, cover rounds down', () => {
    expect(timesUp(10, { numerator: 1, denominator: 3 })).toBe(4)
    expect(dividedDown(4, { numerator: 1, denominator: 3 })).toBe(12)
    expect(dividedDown(5, { numerator: 2, denominator: 1 })).toBe(2)
    expect(timesUp(0, one)).toBe(0)
  })
  test('exact beyond 2^53 on the way', () => {
    expect(timesUp(3_000_000_001, { numerator: 10_000_000, denominator: 10_000_000 })).toBe(3_000_000_001)
    expect(timesUp(3_000_000_001, { numerator: 10_000_001, denominator: 10_000_000 })).toBe(3_000_000_302)
    expect(dividedDown(3_000_000_001, { numerator: 10_000_000, denominator: 10_000_000 })).toBe(3_000_000_001)
  })

  test('the quotient is the exact one, also where a double has hardly room for it', () => {
    const anyProduct = fc.oneof(
      fc.maxSafeNat(),
      fc.integer({ min: Number.MAX_SAFE_INTEGER - 5000, max: Number.MAX_SAFE_INTEGER }),
    )
    const anyDivisor = fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 2 ** 31 }))
    fc.assert(
      fc.property(anyProduct, anyDivisor, (product, divisor) => {
        const [all, by] = [BigInt(product), BigInt(divisor)]
        expect(timesUp(product, { numerator: 1, denominator: divisor })).toBe(Number((all + by - 1n) / by))
        expect(dividedDown(product, { numerator: divisor, denominator: 1 })).toBe(Number(all / by))
      }),
      { numRuns: 2000 },
    )
  })
  test('what covers a need is never less than the need asks, and no step more than necessary', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 1e6 }), (q, n, d) => {
        const ratio = { numerator: n, denominator: d }
        const taken = timesUp(q, ratio)
        expect(dividedDown(taken, ratio)).toBeGreaterThanOrEqual(q)
        if (taken > 0) expect(dividedDown(taken - 1, ratio)).toBeLessThan(q)
      }),
    )
  })
})

describe('cycles', () => {
  test('are told by path', () => {
    const compositions = [
      { material: 'bike', components: ['frame', 'wheel'] },
      { material: 'wheel', components: ['hub'] },
      { material: 'hub', components: ['wheel'] },
    ]
    expect(findCycle(compositions)).toEqual(['wheel', 'hub', 'wheel'])
    expect(() => lowLevelCodes(compositions)).toThrow(CyclicBom)
  })
  test('a material that contains itself', () => {
    expect(findCycle([{ material: 'a', components: ['a'] }])).toEqual(['a', 'a'])
  })
  test('a part that is used twice is no cycle', () => {
    expect(
      findCycle([
        { material: 'a', components: ['b', 'c'] },
        { material: 'b', components: ['c'] },
      ]),
    ).toBeNull()
  })
  test('a chain of 100,000 levels does not exhaust the stack', () => {
    const chain = Array.from({ length: 100_000 }, (_, i) => ({ material: `m${i}`, components: [`m${i + 1}`] }))
    expect(findCycle(chain)).toBeNull()
    expect(lowLevelCodes(chain).get('m100000')).toBe(100_000)
  })
})

test('the low-level code is the deepest use', () => {
  const levels = lowLevelCodes([
    { material: 'bike', components: ['screw', 'wheel'] },
    { material: 'wheel', components: ['screw', 'rim'] },
  ])
  expect(Object.fromEntries(levels)).toEqual({ bike: 0, wheel: 1, screw: 2, rim: 2 })
})

test('explosion adds the uses of a part on all levels', () => {
  const boms = new Map(
    [bomOf('bike', ['wheel', 2], ['screw', 4]), bomOf('wheel', ['screw', 3])].map(bom => [bom.material, bom]),
  )
  expect(explode('bike', 10, boms)).toEqual([
    { material: 'bike', quantity: 10, level: 0 },
    { material: 'wheel', quantity: 20, level: 1 },
    { material: 'screw', quantity: 100, level: 2 },
  ])
})
