import { type Day, startOfDay } from '@qitao/core/time.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addedSums, asOne, commonPeriods, daysHeld, type Periods, rangesIn } from './figure.rules.ts'
import { grain } from './figure.status.ts'

const set = fc
  .tuple(fc.integer({ min: 0, max: 400 }), fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 }))
  .map(([from, lengths]): Periods => {
    const cuts = [from]
    for (const length of lengths) cuts.push(cuts.at(-1)! + length)
    return { from, until: cuts.at(-1)!, begins: cuts.slice(0, -1) }
  })

test('sets that touch are cut such that each period of theirs is made of whole parts, and each part is in one set at least', () => {
  fc.assert(
    fc.property(fc.array(set, { minLength: 1, maxLength: 5 }), sets => {
      const common = commonPeriods(sets)
      expect(common.flatMap(({ of }) => of).sort((a, b) => a - b)).toEqual(sets.map((_, at) => at))
      for (const { periods, of } of common) {
        const parts = rangesIn(periods)
        expect(parts[0]![0]).toBe(periods.from)
        expect(parts.every(([from, until]) => from < until)).toBe(true)
        for (const at of of)
          for (const [from, until] of rangesIn(sets[at]!)) {
            const within = parts.filter(([begin]) => begin >= from && begin < until)
            expect(within[0]?.[0]).toBe(from)
            expect(within.at(-1)?.[1]).toBe(until)
          }
      }
    }),
  )
})

test('sets that do not touch are read apart; a period that begins before its range begins with it', () => {
  const [a, b] = [
    { from: 10, until: 20, begins: [5, 15] },
    { from: 30, until: 40, begins: [30] },
  ]
  expect(commonPeriods([b, a])).toEqual([
    { of: [1], periods: { from: 10, until: 20, begins: [10, 15] } },
    { of: [0], periods: { from: 30, until: 40, begins: [30] } },
  ])
  expect(asOne(a)).toEqual({ from: 10, until: 20, begins: [10] })
})

test('sums of parts are the sum of all rows: unknown only where none is known', () => {
  expect(
    addedSums([
      { a: '1.5', b: null, c: null },
      { a: '2', b: '3', c: null },
    ]),
  ).toEqual({ a: '3.5', b: '3', c: null })
  expect(addedSums([])).toEqual({})
})

test('of a period that a range cuts the days are told that it holds; a whole one is named alone', () => {
  const zone = 'Asia/Shanghai'
  const at = (day: Day) => startOfDay(day, zone)
  const held = (period: Day, from: Day, to: Day, by: number) => daysHeld(at(period), [at(from), at(to)], by, zone)
  expect(held('2026-10-01', '2026-10-31', '2026-11-29', grain.codes.month)).toEqual(['2026-10-31', '2026-10-31'])
  expect(held('2026-11-01', '2026-10-31', '2026-11-29', grain.codes.month)).toEqual(['2026-11-01', '2026-11-29'])
  expect(held('2026-11-01', '2026-11-01', '2026-11-30', grain.codes.month)).toBeUndefined()
  expect(held('2026-11-23', '2026-11-02', '2026-11-29', grain.codes.week)).toBeUndefined()
  expect(held('2026-11-23', '2026-11-02', '2026-11-25', grain.codes.week)).toEqual(['2026-11-23', '2026-11-25'])
  expect(held('2026-11-25', '2026-11-02', '2026-11-25', grain.codes.day)).toBeUndefined()
})
