import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Interval, intersect, merge, subtract } from './interval.ts'
import { endAt, nextUnbroken, startAt, totalWorked, wallWithin, workedAt, workTable } from './working-time.ts'

const horizon = 60
const intervals = fc.array(
  fc.tuple(fc.nat(horizon), fc.nat(12)).map(([start, length]) => [start, start + length] as const),
  {
    maxLength: 8,
  },
)
/** The slow truth: which seconds belong to the set. */
const seconds = (set: readonly Interval[]) => {
  const found = new Set<number>()
  for (const [start, end] of set) for (let t = start; t < end; t++) found.add(t)
  return found
}
const sorted = (set: Set<number>) => [...set].sort((a, b) => a - b)

describe('interval sets', () => {
  test('merge, intersect and subtract agree with sets of seconds', () => {
    fc.assert(
      fc.property(intervals, intervals, (a, b) => {
        const [left, right] = [seconds(a), seconds(b)]
        expect(sorted(seconds(merge(a)))).toEqual(sorted(left))
        expect(sorted(seconds(intersect(merge(a), merge(b))))).toEqual(sorted(left.intersection(right)))
        expect(sorted(seconds(subtract(merge(a), merge(b))))).toEqual(sorted(left.difference(right)))
      }),
    )
  })
  test('merged sets are sorted and do not touch', () => {
    fc.assert(
      fc.property(intervals, a => {
        const merged = merge(a)
        for (let i = 1; i < merged.length; i++) expect(merged[i]![0]).toBeGreaterThan(merged[i - 1]![1])
      }),
    )
  })
})

describe('working time', () => {
  test('both ways agree with counting seconds', () => {
    fc.assert(
      fc.property(intervals, intervals, (open, frozen) => {
        const table = workTable(open, frozen)
        const working = sorted(seconds(open).difference(seconds(frozen)))
        expect(totalWorked(table)).toBe(working.length)
        for (let t = 0; t <= horizon + 15; t++) expect(workedAt(table, t)).toBe(working.filter(s => s < t).length)
        for (let w = 0; w < working.length; w++) {
          expect(startAt(table, w)).toBe(working[w])
          expect(endAt(table, w + 1)).toBe(working[w]! + 1)
        }
        expect(startAt(table, working.length)).toBe(Number.POSITIVE_INFINITY)
        expect(endAt(table, working.length + 1)).toBe(Number.POSITIVE_INFINITY)
      }),
    )
  })

  test('the next unbroken stretch is the first that is long enough', () => {
    fc.assert(
      fc.property(intervals, fc.nat(horizon), fc.integer({ min: 1, max: 14 }), (open, from, length) => {
        const table = workTable(open)
        const working = sorted(seconds(open))
        let expected = Number.POSITIVE_INFINITY
        for (let w = Math.min(from, working.length); w + length <= working.length; w++) {
          if (working[w + length - 1]! - working[w]! === length - 1) {
            expected = w
            break
          }
        }
        expect(nextUnbroken(table, Math.min(from, working.length), length)).toBe(expected)
      }),
    )
  })

  test('frozen time and hard breaks are walls', () => {
    const table = workTable(
      [
        [0, 10],
        [20, 30],
        [40, 50],
      ],
      [[24, 26]],
      [10],
    )
    expect([...table.walls]).toEqual([10, 14])
    expect(wallWithin(table, 9, 11)).toBe(10)
    expect(wallWithin(table, 10, 14)).toBe(-1)
    expect(wallWithin(table, 11, 20)).toBe(14)
    // Frozen time in closed time may not be spanned either.
    expect([
      ...workTable(
        [
          [0, 10],
          [20, 30],
        ],
        [[12, 14]],
      ).walls,
    ]).toEqual([10])
  })
})
