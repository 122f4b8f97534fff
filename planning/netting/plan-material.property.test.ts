import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NettingState } from './netting-state.ts'
import type { Lock, MaterialSnapshot, Supply } from './snapshot.ts'
import { anySnapshot, anySupply, day, now, supplyOf } from './testing/any-snapshot.ts'
import { type PlanRows, planRows, sorted } from './testing/plan-rows.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0)
/** How much of a supply each demand has, in however many parts. */
const byPair = ({ edges }: PlanRows) => {
  const found = new Map<string, number>()
  for (const { demand, supply, supplyQuantity } of edges)
    found.set(`${demand} ${supply}`, (found.get(`${demand} ${supply}`) ?? 0) + supplyQuantity)
  return [...found].sort()
}

const allCounted = (snapshot: MaterialSnapshot): MaterialSnapshot => ({
  ...snapshot,
  supplies: snapshot.supplies.map(supply => ({ ...supply, uncounted: false })),
})

describe('material plan', () => {
  test('what does not count is given to nobody, and stands for no more than there is of it when proposals are made', () => {
    fc.assert(
      fc.property(anySnapshot, snapshot => {
        const plan = planRows(snapshot)
        const uncounted = snapshot.supplies.filter(supply => supply.uncounted)
        const ids = new Set(uncounted.map(({ id }) => id))
        for (const { supply } of [...plan.edges, ...plan.proposalEdges]) expect(ids).not.toContain(supply)
        const covers = [...plan.purchases, ...plan.productions].flatMap(proposal => proposal.covers)
        for (const { id: material } of snapshot.materials) {
          const unproposed = snapshot.demands.map((demand, i) => {
            if (demand.material !== material) return 0
            const proposed = covers.filter(cover => 'demand' in cover && cover.demand === demand.id)
            const left = plan.demands[i]!.shortage - sum(proposed.map(cover => cover.quantity))
            expect(left).toBeGreaterThanOrEqual(0)
            return left
          })
          const there = uncounted.flatMap(supply => (supply.material === material ? supply.quantity : []))
          expect(sum(unproposed)).toBeLessThanOrEqual(sum(there))
        }
      }),
    )
  })

  test('edges and shortage of a demand add up to it; proposals cover the shortage and nothing else', () => {
    fc.assert(
      fc.property(anySnapshot.map(allCounted), snapshot => {
        const plan = planRows(snapshot)
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
        const plan = planRows(snapshot)
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
      fc.property(anySnapshot.map(allCounted), snapshot => {
        const plan = planRows(snapshot)
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
          const needs = (bom?.lines ?? []).map(({ ratio }) =>
            Math.ceil((proposal.quantity * ratio.numerator) / ratio.denominator),
          )
          const taken = plan.proposalEdges.filter(edge => edge.proposal === proposal.id)
          const proposed = proposals
            .flatMap(other => other.covers)
            .filter(cover => 'proposal' in cover && cover.proposal === proposal.id)
          expect(sum(taken.map(edge => edge.quantity)) + sum(proposed.map(cover => cover.quantity))).toBe(sum(needs))
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
        const plan = planRows({ ...snapshot, locks: [{ supply: supply.id, demand: demand.id, quantity }] })
        const locked = plan.edges.filter(edge => edge.locked)
        expect(locked).toMatchObject([{ supply: supply.id, demand: demand.id, quantity, supplyQuantity: quantity }])
      }),
    )
  })

  test('what a plan gave stays when some of it is kept, and nothing else changes', () => {
    fc.assert(
      fc.property(anySnapshot, fc.infiniteStream(fc.nat(4)), (any, stream) => {
        const snapshot = {
          ...any,
          locks: any.locks.filter(({ kept }) => !kept),
          // Of a substitute in other units parts of one edge are rounded each for itself.
          demands: any.demands.map(demand => ({
            ...demand,
            substitutes:
              demand.substitutes?.map(({ material }) => ({ material, ratio: { numerator: 1, denominator: 1 } })) ?? [],
          })),
        }
        const plan = planRows(snapshot)
        const locks = plan.edges.flatMap(({ supply, demand, supplyQuantity, locked }): Lock[] => {
          const how = stream.next().value
          if (locked) return [{ supply, demand, quantity: supplyQuantity }]
          return how === 4
            ? []
            : [{ supply, demand, quantity: supplyQuantity, kept: { firm: how < 2, made: how % 2 === 1 } }]
        })
        const again = planRows({ ...snapshot, locks })
        expect(byPair(again)).toEqual(byPair(plan))
        expect(again.demands).toEqual(plan.demands)
        expect(again.orders).toEqual(plan.orders)
      }),
      { numRuns: 300 },
    )
  })

  test('whoever else comes and however urgent: firm orders lose nothing', () => {
    fc.assert(
      fc.property(anySnapshot, anySnapshot, (snapshot, others) => {
        const plan = planRows({ ...snapshot, locks: [] })
        const locks = plan.edges.map(
          ({ supply, demand, supplyQuantity }): Lock => ({
            ...{ supply, demand, quantity: supplyQuantity, kept: { firm: true, made: false } },
          }),
        )
        // Others ask for the same, before all that were there.
        const urgent = others.demands.map(demand => ({
          ...{ ...demand, id: `other-${demand.id}`, kind: 'component' as const, priority: 0, due: now },
          order: 'other',
          operation: 'other',
        }))
        const kept = snapshot.demands.filter(({ kind }) => kind !== 'tentative').map(({ id }) => id)
        const after = planRows({ ...snapshot, demands: [...snapshot.demands, ...urgent], locks })
        const covered = (rows: PlanRows) => rows.demands.filter(row => kept.includes(row.demand))
        for (const before of covered(plan))
          expect(covered(after).find(({ demand }) => demand === before.demand)!.covered).toBeGreaterThanOrEqual(
            before.covered,
          )
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
        expect(sorted(planRows(shuffled))).toEqual(sorted(planRows(snapshot)))
      }),
    )
  })

  test('more supply never makes the first in line later', () => {
    fc.assert(
      fc.property(anySnapshot, anySupply, (snapshot, extra) => {
        if (snapshot.demands.length === 0) return
        // Only firm dates: a child order's own kit may change with what the others take.
        const firm = (supplies: readonly Supply[]) =>
          supplies.map(supply => ({ ...supply, availableAt: supply.availableAt ?? now + 30 * day }))
        const before = { ...snapshot, locks: [], supplies: firm(snapshot.supplies) }
        const after = { ...before, supplies: [...before.supplies, ...firm([supplyOf(extra, 'extra')])] }
        const { needs } = new NettingState(snapshot)
        const [first] = [...snapshot.demands.keys()].sort(needs.compare)
        if (first === undefined) return
        const demand = snapshot.demands[first]!
        const lateness = (plan: PlanRows) => {
          const { kitAt, shortage } = plan.demands[first]!
          return [shortage, Math.max(0, (kitAt ?? Number.POSITIVE_INFINITY) - demand.neededAt)] as const
        }
        const [shortBefore, lateBefore] = lateness(planRows(before))
        const [shortAfter, lateAfter] = lateness(planRows(after))
        expect(shortAfter).toBeLessThanOrEqual(shortBefore)
        expect(lateAfter).toBeLessThanOrEqual(lateBefore)
      }),
    )
  })
})
