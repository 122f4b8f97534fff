import { expect, test } from 'vitest'
import { minimiseMakespan } from './minimise-makespan.ts'
import { readShop, type ShopFile, writeShopSolution } from './shop-file.ts'
import { flexibleShop, jobShop } from './testing/random-shops.ts'
import { violations } from './testing/shop-violations.ts'

const withoutSetup = ({ setup: _, ...file }: ShopFile): ShopFile => file

test('a job shop is planned close to the bound within a fixed number of moves', () => {
  const file = jobShop(12, 5, 7)
  const result = minimiseMakespan(readShop(file), { seed: 1, iterations: 20_000 })
  expect(violations(file, writeShopSolution(file, result))).toEqual([])
  expect(result.gap).toBeLessThanOrEqual(0.01)
})

test('a flexible shop with change-overs is planned close to the bound within a fixed number of moves', () => {
  const file = flexibleShop(8, 5, 3)
  const result = minimiseMakespan(readShop(file), { seed: 1, iterations: 5000 })
  expect(violations(file, writeShopSolution(file, result))).toEqual([])
  expect(result.gap).toBeLessThanOrEqual(0.1)
})

test('a flexible shop is planned close to the bound within a fixed number of moves', () => {
  const file = withoutSetup(flexibleShop(15, 5, 3))
  const result = minimiseMakespan(readShop(file), { seed: 1, iterations: 20_000 })
  expect(violations(file, writeShopSolution(file, result))).toEqual([])
  expect(result.gap).toBeLessThanOrEqual(0.04)
})

test.each([
  { shop: 'a square job shop', file: jobShop(15, 15, 3), best: 1234 },
  { shop: 'a flexible shop', file: withoutSetup(flexibleShop(15, 10, 3)), best: 851 },
])('$shop comes within 0.5 percent of what twenty times the moves find', ({ file, best }) => {
  expect(minimiseMakespan(readShop(file), { seed: 1, iterations: 100_000 }).makespan).toBeLessThanOrEqual(1.005 * best)
})

test('the same seed and number of moves give the same plan', () => {
  for (const file of [jobShop(10, 8, 5), flexibleShop(6, 4, 5)]) {
    const shop = readShop(file)
    const first = minimiseMakespan(shop, { seed: 3, iterations: 9000 })
    const second = minimiseMakespan(shop, { seed: 3, iterations: 9000 })
    expect(second.start).toEqual(first.start)
    expect(second.machine).toEqual(first.machine)
  }
})

test('progress only gets better, and a stop is obeyed with a whole plan in hand', () => {
  const file = jobShop(15, 10, 2)
  const seen: number[] = []
  let asked = 0
  const result = minimiseMakespan(readShop(file), {
    seed: 1,
    shouldStop: () => ++asked > 40,
    onProgress: ({ makespan }) => seen.push(makespan),
  })
  expect(seen).toEqual([...seen].sort((a, b) => b - a))
  expect(result.makespan).toBe(seen.at(-1))
  expect(violations(file, writeShopSolution(file, result))).toEqual([])
})

test('two thousand operations get a plan without a single move', () => {
  const file = jobShop(100, 20, 1)
  const result = minimiseMakespan(readShop(file), { seed: 1, iterations: 0, shouldStop: () => true })
  expect(result.iterations).toBe(0)
  expect(violations(file, writeShopSolution(file, result))).toEqual([])
})

test('a large plan is improved in windows, the same way each time', () => {
  const shop = readShop(jobShop(60, 55, 1))
  const first = minimiseMakespan(shop, { seed: 1, iterations: 0 })
  const once = minimiseMakespan(shop, { seed: 1, iterations: 1000 })
  const twice = minimiseMakespan(shop, { seed: 1, iterations: 1000 })
  expect(once.iterations).toBeLessThan(1200)
  expect(once.makespan).toBeLessThan(first.makespan)
  expect(twice.start).toEqual(once.start)
}, 60_000)

test('a routing with a cycle is refused', () => {
  const file: ShopFile = {
    name: 'cycle',
    machines: 1,
    jobs: [[[[0, 1]], [[0, 1]]]],
    precedence: [
      [
        [0, 1],
        [1, 0],
      ],
    ],
  }
  expect(() => minimiseMakespan(readShop(file), { seed: 1, iterations: 1 })).toThrow('cycle')
})
