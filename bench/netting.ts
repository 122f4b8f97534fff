/**
 * Netting bench: the material plan of so many manufacturing orders with five components each, from a seed.
 *   npm run bench:netting -- [--orders 100000] [--runs 3] [--changes 300] [--seed 1]
 * Prints processor seconds of each run with median, p99 and the peak of memory; then the same for one changed order,
 * receipt or stock row of the plan as it stands.
 */
import { parseArgs } from 'node:util'
import { messagesOf } from '@qitao/planning/netting/messages.ts'
import { NettingState, type SnapshotChange } from '@qitao/planning/netting/netting-state.ts'
import { kitsOf, planMaterial } from '@qitao/planning/netting/plan-material.ts'
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
    changes: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
  },
})
const snapshot = snapshotOf(Number(values.orders), Number(values.seed))
/** Processor and clock seconds of some work. */
function timed<T>(work: () => T): { result: T; processor: number; clock: number } {
  const before = process.cpuUsage()
  const start = performance.now()
  const result = work()
  const clock = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(before)
  return { result, processor: (user + system) / 1e6, clock }
}
const share = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
const peakMegabytes = () => process.resourceUsage().maxRSS / 1024

const seconds: number[] = []
for (let run = 0; run < Number(values.runs); run++) {
  const { result: plan, processor, clock } = timed(() => planMaterial(snapshot))
  seconds.push(processor)
  console.log(
    `run ${run + 1}: processor ${processor.toFixed(2)} s, clock ${clock.toFixed(2)} s, ${plan.edges.supply.length} edges, ` +
      `${plan.purchases.length} purchases, ${plan.productions.length} productions, ${plan.messages.length} messages`,
  )
}
const sorted = seconds.toSorted((a, b) => a - b)
console.log(
  `${values.orders} orders, ${snapshot.demands.length} needs: median ${share(sorted, 0.5).toFixed(2)} s, ` +
    `p99 ${share(sorted, 0.99).toFixed(2)} s, peak ${peakMegabytes().toFixed(0)} MB`,
)

// One change after the other, and what a planner sees of it: the kits and messages that it touches.
const state = new NettingState(snapshot)
const random = seededRandom(Number(values.seed) + 1)
const one = <T>(rows: readonly T[]): T => rows[Math.floor(random() * rows.length)]!
const kinds: readonly { name: string; change: () => SnapshotChange }[] = [
  {
    name: 'order',
    change: () => {
      const order = Math.floor(random() * snapshot.orders.length)
      const factor = 1 + Math.floor(random() * 3)
      const needs = snapshot.demands.slice(order * componentsEach, (order + 1) * componentsEach)
      return { demands: needs.map(need => ({ ...need, quantity: need.quantity * factor })) }
    },
  },
  {
    name: 'receipt',
    change: () => {
      const receipt = one(snapshot.supplies)
      const availableAt = Math.max(now, (receipt.availableAt ?? now) + (Math.floor(random() * 20) - 10) * day)
      return { supplies: [{ ...receipt, kind: 'transit', availableAt }] }
    },
  },
  {
    name: 'stock',
    change: () => {
      const stock = one(snapshot.supplies)
      return { supplies: [{ ...stock, quantity: 1 + Math.floor(random() * 300) }] }
    },
  },
]
for (const { name, change } of kinds) {
  const processor: number[] = []
  const clock: number[] = []
  let touched = 0
  for (let i = 0; i < Number(values.changes); i++) {
    const next = change()
    const time = timed(() => {
      const { orders, materials } = state.apply(next)
      messagesOf(state, materials)
      return kitsOf(state, orders).length
    })
    touched += time.result
    processor.push(time.processor * 1000)
    clock.push(time.clock * 1000)
  }
  processor.sort((a, b) => a - b)
  clock.sort((a, b) => a - b)
  console.log(
    `one changed ${name}: processor median ${share(processor, 0.5).toFixed(1)} ms, p99 ${share(processor, 0.99).toFixed(1)} ms; ` +
      `clock median ${share(clock, 0.5).toFixed(1)} ms, p99 ${share(clock, 0.99).toFixed(1)} ms; ` +
      `${Math.round(touched / processor.length)} orders touched`,
  )
}
