import { expect, test } from 'vitest'
import { seededRandom } from '../random.ts'
import { dispatch } from './construct.ts'
import { CriticalTabu } from './critical-tabu.ts'
import { Graph } from './graph.ts'
import { mirrorShop } from './justify.ts'
import { makeSequence, type Sequence, type Shop } from './shop.ts'
import { readShop, type ShopFile } from './shop-file.ts'
import { makeTabuKernel } from './tabu-kernel.ts'
import { flexibleShop, jobShop } from './testing/random-shops.ts'

const { setup: _, ...flexible } = flexibleShop(10, 5, 4)
/** Operations 0 and 1 of each job may run at once; the others wait for both. */
const branching: ShopFile = {
  ...flexible,
  precedence: flexible.jobs.map(job => job.slice(2).flatMap((_, k) => [[0, k + 2] as const, [1, k + 2] as const])),
}

function first(shop: Shop): Sequence {
  const sequence = makeSequence(shop)
  dispatch(shop, sequence, { random: seededRandom(5), noise: 0.6 })
  return sequence
}

function improved(shop: Shop, kernel = makeTabuKernel()): Sequence {
  const sequence = first(shop)
  new CriticalTabu(shop, seededRandom(1), kernel).run(sequence, 2000, 0, () => false)
  return sequence
}

test.each([
  ['chains', jobShop(10, 6, 4)],
  ['choices of machine', flexible],
  ['routings that branch', branching],
])('%s: the sequence found is as long as the kernel says, and shorter than the first', (_name, file) => {
  const shop = readShop(file)
  const best = improved(shop)
  const graph = new Graph(shop)
  graph.load(best)
  expect(graph.makespan()).toBe(best.makespan)
  expect(best.makespan).toBeLessThan(first(shop).makespan)
})

test('earliest starts and times that follow count, whichever way time runs', () => {
  const parts = readShop(jobShop(7, 4, 1))
  const random = seededRandom(2)
  const chance = () => Math.floor(random() * 300)
  const shop: Shop = { ...parts, notBefore: parts.notBefore.map(chance), notAfter: parts.notAfter.map(chance) }
  const best = improved(shop)
  const graph = new Graph(shop)
  graph.load(best)
  expect(graph.makespan()).toBe(best.makespan)
  expect(improved(mirrorShop(shop)).makespan).toBe(best.makespan)
})

test('what a kernel held before does not matter', () => {
  const shop = readShop(jobShop(10, 6, 4))
  const kernel = makeTabuKernel()
  improved(readShop(flexible), kernel)
  improved(readShop(jobShop(30, 10, 2)), kernel)
  expect(improved(shop, kernel)).toEqual(improved(shop))
})

test('a run ends after its patience, at the floor, and when told to stop', () => {
  const shop = readShop(jobShop(10, 10, 4))
  const tabu = new CriticalTabu(shop, seededRandom(1))
  const sequence = first(shop)
  tabu.run(sequence, 1000, 0, () => true)
  expect(tabu.iterations).toBe(0)
  expect(sequence).toEqual(first(shop))
  tabu.run(sequence, 1000, sequence.makespan, () => false)
  expect(tabu.iterations).toBe(0)
  tabu.run(sequence, 1000, 0, () => false)
  expect(tabu.hasGained).toBe(true)
  const before = tabu.iterations
  tabu.run(sequence, 10, 0, () => false)
  expect(tabu.iterations).toBeGreaterThanOrEqual(before + 10)
  expect(tabu.iterations).toBeLessThan(before + 2000)
})
