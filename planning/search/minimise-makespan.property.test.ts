import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minimiseMakespan } from './minimise-makespan.ts'
import { readShop, type ShopFile, writeShopSolution } from './shop-file.ts'
import { violations } from './testing/shop-violations.ts'

/** Three short jobs on three machines, with choices, arcs that only go forward, and change-overs. */
const tinyShop: fc.Arbitrary<ShopFile> = fc
  .record({
    jobs: fc.array(
      fc.array(
        fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 9 })), {
          minLength: 1,
          maxLength: 2,
          selector: ([machine]) => machine,
        }),
        { minLength: 1, maxLength: 2 },
      ),
      { minLength: 1, maxLength: 3 },
    ),
    isChain: fc.boolean(),
    matrix: fc.option(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 4, maxLength: 4 })),
  })
  .map(({ jobs, isChain, matrix }) => ({
    name: 'tiny',
    machines: 3,
    jobs,
    ...(isChain ? {} : { precedence: jobs.map(() => []) }),
    ...(matrix && {
      setup: {
        opFamily: jobs.map((job, j) => job.map((_, k) => (j + k) % 2)),
        matrix: [
          [
            [matrix[0]!, matrix[1]!],
            [matrix[2]!, matrix[3]!],
          ],
        ],
      },
    }),
  }))

/** The least makespan by trying every order and every choice. */
function least({ jobs, precedence, setup }: ShopFile): number {
  const names = jobs.flatMap((job, j) => job.map((_, k) => [j, k] as const))
  let best = Number.POSITIVE_INFINITY
  const ends = jobs.map(job => job.map(() => -1))
  const last: ([number, number] | undefined)[] = []
  const go = (placed: number, longest: number): void => {
    if (placed === names.length) best = Math.min(best, longest)
    for (const [j, k] of names) {
      if (ends[j]![k]! >= 0) continue
      const waits = !precedence && k > 0
      if (waits && ends[j]![k - 1]! < 0) continue
      for (const [machine, duration] of jobs[j]![k]!) {
        const before = last[machine]
        let start = waits ? ends[j]![k - 1]! : 0
        if (before) {
          const [bj, bk] = before
          const gap = setup ? setup.matrix[0]![setup.opFamily[bj]![bk]!]![setup.opFamily[j]![k]!]! : 0
          start = Math.max(start, ends[bj]![bk]! + gap)
        }
        ends[j]![k] = start + duration
        last[machine] = [j, k]
        go(placed + 1, Math.max(longest, start + duration))
        last[machine] = before
        ends[j]![k] = -1
      }
    }
  }
  go(0, 0)
  return best
}

test('every plan is feasible, none beats the optimum, and the bound does not either', () => {
  fc.assert(
    fc.property(tinyShop, fc.integer({ min: 0, max: 1000 }), (file, seed) => {
      const result = minimiseMakespan(readShop(file), { seed, iterations: 300 })
      expect(violations(file, writeShopSolution(file, result))).toEqual([])
      const optimum = least(file)
      expect(result.makespan).toBeGreaterThanOrEqual(optimum)
      expect(result.lowerBound).toBeLessThanOrEqual(optimum)
    }),
    { numRuns: 60 },
  )
})

test('without change-overs a tiny shop is solved to the optimum', () => {
  fc.assert(
    fc.property(tinyShop, file => {
      const { setup: _, ...plain } = file
      expect(minimiseMakespan(readShop(plain), { seed: 1, iterations: 2000 }).makespan).toBe(least(plain))
    }),
    { numRuns: 40 },
  )
})
