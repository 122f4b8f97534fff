import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MaterialPlan } from './material-plan.ts'
import { orderOfAllocation, planMaterial } from './plan-material.ts'
import type { MaterialSnapshot, Supply } from './snapshot.ts'

const day = 86_400
const now = 1000 * day
/** m0 contains m1..m5, m1 contains m2..m5, and so on: never a cycle. */
const names = ['m0', 'm1', 'm2', 'm3', 'm4', 'm5'] as const
const ratio = fc.record({ numerator: fc.integer({ min: 1, max: 5 }), denominator: fc.integer({ min: 1, max: 4 }) })
const index = fc.nat(names.length - 1)
const days = (max: number) => fc.nat(max).map(n => n * day)

const anyMaterials = fc.tuple(
  ...names.map((id, i) =>
    fc.record({
      id: fc.constant(id),
      kind: i < 3 ? fc.constant('made' as const) : fc.constant('bought' as const),
      leadTimeSeconds: days(6),
      lotMinimum: fc.nat(8),
      lotMultiple: fc.nat(5),
    }),
  ),
)
const anyBoms = fc.tuple(
  ...names.slice(0, 3).map((material, i) =>
    fc.record({
      material: fc.constant(material),
      lines: fc.uniqueArray(
        fc.record({ material: fc.integer({ min: i + 1, max: names.length - 1 }).map(n => names[n]!), ratio }),
        { selector: line => line.material, maxLength: 3 },
      ),
    }),
  ),
)
const anyDemands = fc.array(
  fc.record({
    kind: fc.constantFrom('component' as const, 'sales' as const, 'safety' as const),
    material: index,
    quantity: fc.integer({ min: 1, max: 40 }),
    order: fc.nat(3),
    operation: fc.nat(2),
    neededAt: days(20),
    priority: fc.integer({ min: 1, max: 3 }),
    due: days(5),
    substitutes: fc.array(fc.record({ by: index, ratio }), { maxLength: 2 }),
  }),
  { maxLength: 8 },
)
const anySupply = fc.record({
  kind: fc.constantFrom('stock' as const, 'transit' as const, 'production' as const),
  material: index,
  quantity: fc.integer({ min: 1, max: 60 }),
  arrives: days(25),
  expires: fc.option(days(25)),
  order: fc.nat(3),
  scheduled: fc.boolean(),
})
type AnySupply = typeof anySupply extends fc.Arbitrary<infer T> ? T : never

const supplyOf = (each: AnySupply, id: string): Supply => ({
  id,
  kind: each.kind,
  material: names[each.material]!,
  quantity: each.quantity,
  availableAt: each.kind === 'stock' ? now : each.kind === 'production' && !each.scheduled ? null : now + each.arrives,
  expiresAt: each.expires === null || each.kind !== 'stock' ? null : now + each.expires,
  receivedAt: now - each.arrives,
  ...(each.kind === 'production' ? { order: `MO${each.order}` } : {}),
})

const anySnapshot: fc.Arbitrary<MaterialSnapshot> = fc
  .record({
    materials: anyMaterials,
    boms: anyBoms,
    demands: anyDemands,
    supplies: fc.array(anySupply, { maxLength: 8 }),
    locks: fc.array(fc.record({ supply: fc.nat(7), demand: fc.nat(7), quantity: fc.integer({ min: 1, max: 30 }) }), {
      maxLength: 4,
    }),
    locked: fc.boolean(),
  })
  .map(({ materials, boms, demands, supplies, locks, locked }) => ({
    now,
    materials,
    boms,
    orders: [0, 1, 2, 3].map(n => ({ id: `MO${n}`, locked, neededAt: now + 10 * day })),
    demands: demands.map((each, i) => ({
      id: `d${i}`,
      kind: each.kind,
      material: names[each.material]!,
      quantity: each.quantity,
      ...(each.kind === 'component'
        ? { order: `MO${each.order}`, operation: `MO${each.order}/${each.operation}` }
        : {}),
      neededAt: now + each.neededAt,
      priority: each.priority,
      due: now + each.due,
      number: `N${i % 3}`,
      substitutes: each.substitutes
        .filter(({ by }) => by !== each.material)
        .filter(({ by }, k, all) => all.findIndex(other => other.by === by) === k)
        .map(({ by, ratio: r }) => ({ material: names[by]!, ratio: r })),
    })),
    supplies: supplies.map((each, i) => supplyOf(each, `s${i}`)),
    locks: locks.map(({ supply, demand, quantity }) => ({ supply: `s${supply}`, demand: `d${demand}`, quantity })),
  }))

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0)

describe('material plan', () => {
  test('edges and shortage of a demand add up to it; proposals cover the shortage and nothing else', () => {
    fc.assert(
      fc.property(anySnapshot, snapshot => {
        const plan = planMaterial(snapshot)
        const proposals = [...plan.purchases, ...plan.productions]
        snapshot.demands.forEach((demand, i) => {
          const outcome = plan.demands[i]!
          const covered = sum(plan.edges.filter(edge => edge.demand === demand.id).map(edge => edge.quantity))
          expect(covered + outcome.shortage).toBe(demand.quantity)
          expect(outcome.covered).toBe(covered)
          const proposed = proposals
            .flatMap(proposal => proposal.covers)
            .filter(cover => 'demand' in cover && cover.demand === demand.id)
          expect(sum(proposed.map(cover => cover.quantity))).toBe(outcome.shortage)
        })
        for (const proposal of proposals) {
          expect(sum(proposal.covers.map(cover => cover.quantity))).toBeLessThanOrEqual(proposal.quantity)
        }
      }),
    )
  })

  test('no supply gives more than it has, nor another material', () => {
    fc.assert(
      fc.property(anySnapshot, snapshot => {
        const plan = planMaterial(snapshot)
        for (const supply of snapshot.supplies) {
          const edges = [...plan.edges, ...plan.proposalEdges].filter(edge => edge.supply === supply.id)
          expect(sum(edges.map(edge => edge.supplyQuantity))).toBeLessThanOrEqual(supply.quantity)
          for (const edge of edges) expect(edge.material).toBe(supply.material)
        }
        for (const edge of plan.edges) {
          const demand = snapshot.demands.find(each => each.id === edge.demand)!
          expect([demand.material, ...(demand.substitutes ?? []).map(each => each.material)]).toContain(edge.material)
        }
      }),
    )
  })

  test('proposals keep lots and lead times, and their components are needed in full', () => {
    fc.assert(
      fc.property(anySnapshot, snapshot => {
        const plan = planMaterial(snapshot)
        const materials = new Map(snapshot.materials.map(material => [material.id, material]))
        const proposals = [...plan.purchases, ...plan.productions]
        for (const proposal of proposals) {
          const material = materials.get(proposal.material)!
          expect(proposal.quantity).toBeGreaterThanOrEqual(material.lotMinimum)
          expect(proposal.quantity % Math.max(1, material.lotMultiple)).toBe(0)
          expect(proposal.orderBy).toBeGreaterThanOrEqual(now)
          expect(proposal.availableAt).toBeGreaterThanOrEqual(proposal.orderBy + material.leadTimeSeconds)
        }
        for (const proposal of plan.productions) {
          const bom = snapshot.boms.find(each => each.material === proposal.material)
          for (const line of bom?.lines ?? []) {
            const taken = plan.proposalEdges.filter(
              edge => edge.proposal === proposal.id && edge.material === line.material,
            )
            const proposed = proposals
              .filter(other => other.material === line.material)
              .flatMap(other => other.covers)
              .filter(cover => 'proposal' in cover && cover.proposal === proposal.id)
            const need = Math.ceil((proposal.quantity * line.ratio.numerator) / line.ratio.denominator)
            expect(sum(taken.map(edge => edge.quantity)) + sum(proposed.map(cover => cover.quantity))).toBe(need)
          }
        }
      }),
    )
  })

  test('a locked choice never moves', () => {
    fc.assert(
      fc.property(anySnapshot, fc.nat(7), fc.nat(7), (snapshot, s, d) => {
        const supply = snapshot.supplies[s]
        const demand = snapshot.demands[d]
        if (!supply || !demand || supply.material !== demand.material) return
        const quantity = Math.min(supply.quantity, demand.quantity)
        const plan = planMaterial({ ...snapshot, locks: [{ supply: supply.id, demand: demand.id, quantity }] })
        const locked = plan.edges.filter(edge => edge.locked)
        expect(locked).toMatchObject([{ supply: supply.id, demand: demand.id, quantity, supplyQuantity: quantity }])
      }),
    )
  })

  test('the order of the rows has no effect', () => {
    fc.assert(
      fc.property(anySnapshot, fc.infiniteStream(fc.nat(1000)), (snapshot, stream) => {
        const shuffle = <T>(rows: readonly T[]): T[] =>
          rows
            .map(row => [stream.next().value, row] as const)
            .sort((a, b) => a[0] - b[0])
            .map(([, row]) => row)
        const shuffled = {
          ...snapshot,
          materials: shuffle(snapshot.materials),
          boms: shuffle(snapshot.boms),
          orders: shuffle(snapshot.orders),
          demands: shuffle(snapshot.demands),
          supplies: shuffle(snapshot.supplies),
          locks: shuffle(snapshot.locks),
        }
        const inOrder = (plan: MaterialPlan) => ({
          ...plan,
          demands: plan.demands.toSorted((a, b) => (a.demand < b.demand ? -1 : 1)),
          orders: plan.orders.toSorted((a, b) => (a.order < b.order ? -1 : 1)),
        })
        expect(inOrder(planMaterial(shuffled))).toEqual(inOrder(planMaterial(snapshot)))
      }),
    )
  })

  test('more supply never makes the first in line later', () => {
    fc.assert(
      fc.property(anySnapshot, anySupply, (snapshot, extra) => {
        // Only firm dates: a child order's own kit may change with what the others take.
        const firm = (supplies: readonly Supply[]) =>
          supplies.map(supply => ({ ...supply, availableAt: supply.availableAt ?? now + 30 * day }))
        const before = { ...snapshot, locks: [], supplies: firm(snapshot.supplies) }
        const after = { ...before, supplies: [...before.supplies, ...firm([supplyOf(extra, 'extra')])] }
        const [first] = orderOfAllocation(snapshot.demands)
        if (first === undefined) return
        const demand = snapshot.demands[first]!
        const lateness = (plan: MaterialPlan) => {
          const { kitAt, shortage } = plan.demands[first]!
          return [shortage, Math.max(0, (kitAt ?? Number.POSITIVE_INFINITY) - demand.neededAt)] as const
        }
        const [shortBefore, lateBefore] = lateness(planMaterial(before))
        const [shortAfter, lateAfter] = lateness(planMaterial(after))
        expect(shortAfter).toBeLessThanOrEqual(shortBefore)
        expect(lateAfter).toBeLessThanOrEqual(lateBefore)
      }),
    )
  })
})
