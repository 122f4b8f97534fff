/** Random material snapshots for property tests: three made and three bought materials, never a cycle among the BoMs. */
import fc from 'fast-check'
import type { MaterialSnapshot, Supply } from '../snapshot.ts'

export const day = 86_400
export const now = 1000 * day
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
        fc
          .record({
            material: fc.integer({ min: i + 1, max: names.length - 1 }).map(n => names[n]!),
            ratio,
            by: fc.option(fc.integer({ min: i + 1, max: names.length - 1 }).map(n => names[n]!)),
          })
          .map(({ by, ...line }) =>
            by === null || by === line.material
              ? line
              : { ...line, substitutes: [{ material: by, ratio: line.ratio }] },
          ),
        { selector: line => line.material, maxLength: 3 },
      ),
    }),
  ),
)
const anyDemands = fc.array(
  fc.record({
    kind: fc.constantFrom('component' as const, 'sales' as const, 'tentative' as const, 'safety' as const),
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
export const anySupply = fc.record({
  kind: fc.constantFrom('stock' as const, 'transit' as const, 'production' as const),
  material: index,
  quantity: fc.integer({ min: 1, max: 60 }),
  arrives: days(25),
  expires: fc.option(days(25)),
  order: fc.nat(3),
  scheduled: fc.boolean(),
  uncounted: fc.nat(3).map(one => one === 0),
  madeFor: fc.uniqueArray(
    fc.record({ order: fc.nat(3), quantity: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }) }),
    { selector: ({ order }) => order, maxLength: 2 },
  ),
})
export type AnySupply = typeof anySupply extends fc.Arbitrary<infer T> ? T : never

export const supplyOf = (each: AnySupply, id: string): Supply => ({
  id,
  kind: each.kind,
  material: names[each.material]!,
  quantity: each.quantity,
  availableAt: each.kind === 'stock' ? now : each.kind === 'production' && !each.scheduled ? null : now + each.arrives,
  expiresAt: each.expires === null || each.kind !== 'stock' ? null : now + each.expires,
  receivedAt: now - each.arrives,
  ...(each.kind === 'production' ? { order: `MO${each.order}` } : {}),
  ...(each.kind === 'stock' || !each.uncounted ? {} : { uncounted: true }),
  ...(each.kind === 'stock' || each.madeFor.length === 0 ? {} : { madeFor: each.madeFor.map(madeForOf) }),
})

const madeForOf = ({ order, quantity }: AnySupply['madeFor'][number]) => ({
  order: `MO${order}`,
  ...(quantity === undefined ? {} : { quantity }),
})

export const anySnapshot: fc.Arbitrary<MaterialSnapshot> = fc
  .record({
    materials: anyMaterials,
    boms: anyBoms,
    demands: anyDemands,
    supplies: fc.array(anySupply, { maxLength: 8 }),
    locks: fc.array(
      fc.record({
        ...{ supply: fc.nat(7), demand: fc.nat(7), quantity: fc.integer({ min: 1, max: 30 }) },
        kept: fc.option(fc.record({ firm: fc.boolean(), made: fc.boolean() }), { nil: undefined }),
      }),
      { maxLength: 4 },
    ),
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
    locks: locks.map(({ supply, demand, quantity, kept }) => ({
      ...{ supply: `s${supply}`, demand: `d${demand}`, quantity },
      ...(kept ? { kept } : {}),
    })),
  }))
