/**
 * Netting bench: the material plan of so many manufacturing orders with five components each, from a seed.
 *   npm run bench:netting -- [--orders 100000] [--runs 3] [--seed 1]
 * Prints processor seconds of each run, the median and the largest, and the peak of memory.
 */
import { parseArgs } from 'node:util'
import { planMaterial } from '@qitao/planning/netting/plan-material.ts'
import type { MaterialSnapshot } from '@qitao/planning/netting/snapshot.ts'
import { seededRandom } from '@qitao/planning/random.ts'

const day = 86_400
const now = 20_000 * day
const componentsEach = 5

/** A tenth of the components is made: half of what is needed of them by open orders, the rest is to be proposed. */
function snapshotOf(orders: number, seed: number): MaterialSnapshot {
  const random = seededRandom(seed)
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const parts = Math.max(50, Math.round(orders / 50))
  const made = Math.round(parts / 10)
  const materials = Array.from({ length: parts }, (_, i) => ({
    id: `part-${i}`,
    kind: i < made ? ('made' as const) : ('bought' as const),
    leadTimeSeconds: whole(1, 30) * day,
    lotMinimum: whole(0, 200),
    lotMultiple: whole(1, 20),
  }))
  const boms = materials.slice(0, made).map(({ id }) => ({
    material: id,
    lines: Array.from({ length: componentsEach }, (_, k) => ({
      material: `part-${made + ((whole(0, parts) * componentsEach + k) % (parts - made))}`,
      ratio: { numerator: whole(1, 4), denominator: 1 },
    })).filter((line, k, all) => all.findIndex(other => other.material === line.material) === k),
  }))
  const list = Array.from({ length: orders }, (_, i) => ({
    id: `MO-${i}`,
    locked: false,
    neededAt: now + whole(0, 120) * day,
  }))
  const demands = list.flatMap(({ id, neededAt }) =>
    Array.from({ length: componentsEach }, (_, k) => ({
      id: `${id}/${k}`,
      kind: 'component' as const,
      material: `part-${whole(0, parts - 1)}`,
      quantity: whole(1, 50),
      order: id,
      operation: `${id}/op-${k % 2}`,
      neededAt,
      priority: whole(1, 5) * 50,
      due: neededAt + whole(2, 20) * day,
      number: id,
    })),
  )
  const supplies = Array.from({ length: orders }, (_, i) => ({
    id: `S-${i}`,
    kind: i % 3 === 0 ? ('stock' as const) : ('transit' as const),
    material: `part-${whole(0, parts - 1)}`,
    quantity: whole(10, 200),
    availableAt: i % 3 === 0 ? now : now + whole(1, 90) * day,
  }))
  return { now, materials, orders: list, demands, supplies, locks: [], boms }
}

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
  },
})
const snapshot = snapshotOf(Number(values.orders), Number(values.seed))
const seconds: number[] = []
let peak = 0
for (let run = 0; run < Number(values.runs); run++) {
  const before = process.cpuUsage()
  const clock = performance.now()
  const plan = planMaterial(snapshot)
  const { user, system } = process.cpuUsage(before)
  seconds.push((user + system) / 1e6)
  peak = Math.max(peak, process.resourceUsage().maxRSS / 1024)
  console.log(
    `run ${run + 1}: processor ${seconds.at(-1)!.toFixed(2)} s, clock ${((performance.now() - clock) / 1000).toFixed(2)} s, ` +
      `${plan.edges.length} edges, ${plan.purchases.length} purchases, ${plan.productions.length} productions`,
  )
}
const sorted = seconds.toSorted((a, b) => a - b)
console.log(
  `${values.orders} orders, ${snapshot.demands.length} needs: median ${sorted[sorted.length >> 1]!.toFixed(2)} s, ` +
    `largest ${sorted.at(-1)!.toFixed(2)} s, peak ${peak.toFixed(0)} MB`,
)
