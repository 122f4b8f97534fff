import { expect, test } from 'vitest'
import { seededRandom } from '../random.ts'
import { dispatch } from './construct.ts'
import { Graph } from './graph.ts'
import { makeSequence } from './shop.ts'
import { readShop, writeShopSolution } from './shop-file.ts'
import { flexibleShop, jobShop } from './testing/random-shops.ts'
import { violations } from './testing/shop-violations.ts'
import { WindowSearch } from './windows.ts'

const { setup: _, ...flexible } = flexibleShop(30, 6, 2)

test.each([
  ['plain', jobShop(30, 8, 4)],
  ['flexible', flexible],
])('windows over a %s plan shorten it, and what they put together is a plan', (_name, file) => {
  const shop = readShop(file)
  const random = seededRandom(1)
  const best = makeSequence(shop)
  dispatch(shop, best, { random, noise: 0 })
  const first = best.makespan
  const seen: number[] = []
  const windows = new WindowSearch(shop, 60)
  windows.run(best, { random, floor: 0, shouldStop: () => false, onBetter: () => seen.push(best.makespan) })
  const graph = new Graph(shop)
  graph.load(best)
  const machine = graph.machine.slice(0, shop.count)
  const end = graph.end.slice(0, shop.count)
  const start = end.map((time, i) => time - graph.duration[i]!)
  expect(violations(file, writeShopSolution(file, { makespan: best.makespan, machine, start, end }))).toEqual([])
  expect(best.makespan).toBeLessThan(first)
  expect(seen.at(-1)).toBe(best.makespan)
  expect(windows.iterations).toBeGreaterThan(0)
})

test('windows are left when told to stop', () => {
  const shop = readShop(jobShop(20, 5, 4))
  const random = seededRandom(1)
  const best = makeSequence(shop)
  dispatch(shop, best, { random, noise: 0 })
  const windows = new WindowSearch(shop, 40)
  windows.run(best, { random, floor: 0, shouldStop: () => true, onBetter: () => {} })
  expect(windows.iterations).toBe(0)
})
