import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NettingState, type SnapshotChange } from './netting-state.ts'
import { kitsOf } from './plan-material.ts'
import type { MaterialSnapshot } from './snapshot.ts'
import { anySnapshot } from './testing/any-snapshot.ts'
import { type PlanRows, planRows, sorted, stateRows } from './testing/plan-rows.ts'

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
function changed<T extends { id: string }>(rows: readonly T[], put: readonly T[], removed: readonly string[]): T[] {
  const gone = new Set([...removed, ...put.map(({ id }) => id)])
  return [...rows.filter(({ id }) => !gone.has(id)), ...put].sort(byId)
}
/** The snapshot as it is after a change. */
function after(snapshot: MaterialSnapshot, change: SnapshotChange): MaterialSnapshot {
  const removed = new Set(change.removedOrders)
  const demands = snapshot.demands.filter(demand => demand.order === undefined || !removed.has(demand.order))
  const relocked = new Set((change.locks ?? []).map(({ demand }) => demand))
  return {
    ...snapshot,
    orders: changed(snapshot.orders, change.orders ?? [], change.removedOrders ?? []),
    demands: changed(demands, change.demands ?? [], change.removedDemands ?? []),
    supplies: changed(snapshot.supplies, change.supplies ?? [], change.removedSupplies ?? []),
    locks: [
      ...snapshot.locks.filter(({ demand }) => !relocked.has(demand)),
      ...(change.locks ?? []).flatMap(({ locks }) => locks),
    ],
  }
}

/** From one snapshot to another of the same materials, some rows at a time. */
const anyChange = (
  now: MaterialSnapshot,
  other: MaterialSnapshot,
  [kind, from, to]: readonly [number, number, number],
): SnapshotChange => {
  const some = <T>(rows: readonly T[]): T[] => rows.slice(Math.min(from, to), Math.max(from, to))
  const ids = <T extends { id: string }>(rows: readonly T[]) => some(rows).map(({ id }) => id)
  switch (kind) {
    case 0:
      return { demands: some(other.demands) }
    case 1:
      return { supplies: some(other.supplies) }
    case 2:
      return { orders: some(other.orders), demands: some(other.demands) }
    case 3:
      return { removedDemands: ids(other.demands) }
    case 4:
      return { removedSupplies: ids(other.supplies), supplies: some(other.supplies).slice(1) }
    case 5:
      return { removedOrders: ids(other.orders) }
    case 7:
      // Who goes first, and nothing else.
      return { demands: some(now.demands).map(row => ({ ...row, priority: row.priority === 1 ? 900 : 1 })) }
    default:
      return {
        locks: some(other.demands).map(({ id }) => ({
          demand: id,
          locks: other.locks.filter(({ demand }) => demand === id),
        })),
      }
  }
}
const anyStep = fc.tuple(anySnapshot, fc.tuple(fc.nat(8), fc.nat(8), fc.nat(8)))

test('a state that follows changes stands where a full run of the changed snapshot would', () => {
  fc.assert(
    fc.property(anySnapshot, fc.array(anyStep, { minLength: 1, maxLength: 6 }), (first, steps) => {
      let snapshot = first
      const state = new NettingState(first)
      for (const [other, step] of steps) {
        if (step[0] === 8) {
          const asked = first.orders.slice(...step.slice(1)).map(({ id }) => id)
          snapshot = { ...snapshot, asked }
          state.ask(asked)
          expect(sorted(stateRows(state))).toEqual(sorted(planRows(snapshot)))
          continue
        }
        const change = anyChange(snapshot, { ...other, materials: first.materials, boms: first.boms }, step)
        const before = stateRows(state)
        const { orders } = state.apply(change)
        snapshot = after(snapshot, change)
        const plan = stateRows(state)
        expect(sorted(plan)).toEqual(sorted(planRows(snapshot)))
        expectTold(before, plan, new Set(kitsOf(state, orders).map(kit => kit.order)))
      }
    }),
    { numRuns: 300 },
  )
}, 60_000)

/** Orders whose kit is another are named. */
function expectTold(before: PlanRows, plan: PlanRows, touched: ReadonlySet<string>): void {
  const known = new Map(before.orders.map(kit => [kit.order, JSON.stringify(kit)]))
  for (const kit of plan.orders)
    if (known.get(kit.order) !== JSON.stringify(kit)) expect([...touched]).toContain(kit.order)
}

test('who goes first now gets the components of what is to be made, though no more of it is made', () => {
  const need = (id: string, priority: number, neededAt: number) => ({
    ...{ id, kind: 'component' as const, material: 'made', quantity: 10, order: id, neededAt, priority, due: neededAt },
    number: id,
  })
  const material = (id: string, kind: 'made' | 'bought') => ({
    ...{ id, kind, leadTimeSeconds: 0, lotMinimum: 0, lotMultiple: 0 },
  })
  const first: MaterialSnapshot = {
    now: 0,
    materials: [material('made', 'made'), material('part', 'bought')],
    orders: [],
    demands: [need('a', 1, 500), need('b', 2, 900)],
    supplies: [{ id: 'stock', kind: 'stock', material: 'part', quantity: 10, availableAt: 0 }],
    locks: [],
    boms: [{ material: 'made', lines: [{ material: 'part', ratio: { numerator: 1, denominator: 1 } }] }],
  }
  const state = new NettingState(first)
  expect(stateRows(state).proposalEdges).toMatchObject([{ supply: 'stock', proposal: 'make-made-1' }])
  const change: SnapshotChange = { demands: [need('a', 3, 500)] }
  state.apply(change)
  expect(stateRows(state).proposalEdges).toMatchObject([{ supply: 'stock', proposal: 'make-made-2' }])
  expect(sorted(stateRows(state))).toEqual(sorted(planRows(after(first, change))))
})
