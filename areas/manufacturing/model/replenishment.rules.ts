/** What is made and bought so that work orders get what they lack: the proposals of a material plan, as documents. */
import { add, fromSteps, isMore, isPositive, least, type Quantity, subtract } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { Proposal } from '@qitao/planning/netting/material-plan.ts'
import { neededOf, type Proposals } from '@qitao/planning/netting/plan-material.ts'
import { isSafetyStock, isTentative, type Precisions } from './material-snapshot.ts'
import type { OrderToMake } from './mo.rules.ts'

/** What proposals are for: work orders of the components that they cover, priorities of those, precisions of the materials. */
export interface Served {
  readonly moOf: ReadonlyMap<string, string>
  readonly priorityOf: ReadonlyMap<string, number>
  readonly precisions: Precisions
}

/** Safety stock and needs of unchecked orders are covered too; those are no components. */
export const componentsCovered = ({ productions, purchases }: Proposals): string[] =>
  [...productions, ...purchases].flatMap(({ covers }) =>
    covers.flatMap(cover =>
      'demand' in cover && !isSafetyStock(cover.demand) && !isTentative(cover.demand) ? cover.demand : [],
    ),
  )

/** All checked orders are matched; only what the asked ones lack is made and bought. */
export function proposalsFor(
  { productions, purchases }: Proposals,
  { moOf }: Served,
  asked: ReadonlySet<string>,
): Proposals {
  const roots = rootsOf([...productions, ...purchases], moOf)
  const serves = (proposal: Proposal): boolean => [...(roots.get(proposal.id) ?? [])].some(mo_id => asked.has(mo_id))
  return { productions: productions.filter(serves), purchases: purchases.filter(serves) }
}

/** A child work order for each proposal, as urgent as the most urgent order that it serves. */
export function childrenFor(productions: readonly Proposal[], { moOf, priorityOf, precisions }: Served): OrderToMake[] {
  const roots = rootsOf(productions, moOf)
  return productions.map(({ id, material, quantity, neededAt }) => ({
    material_id: material,
    planned_quantity: fromSteps(quantity, precisions.get(material) ?? 0),
    delivery_date: neededAt,
    priority: Math.min(...[...(roots.get(id) ?? [])].map(mo_id => priorityOf.get(mo_id) ?? 100), 10_000),
  }))
}

/** Work orders that a proposal covers at once; `childOf`: those that are made for the proposals above it. */
export const coveredBy = ({ covers }: Proposal, { moOf }: Served, childOf: ReadonlyMap<string, string>): string[] => [
  ...new Set(
    covers.flatMap(cover =>
      'proposal' in cover ? (childOf.get(cover.proposal) ?? []) : (moOf.get(cover.demand) ?? []),
    ),
  ),
]
/** The one order that a proposal covers; null when it covers several, or something else besides. */
export function parentOf(proposal: Proposal, served: Served, childOf: ReadonlyMap<string, string>): string | null {
  const covered = new Set(
    proposal.covers.map(cover => ('proposal' in cover ? childOf.get(cover.proposal) : served.moOf.get(cover.demand))),
  )
  return covered.size === 1 ? ([...covered][0] ?? null) : null
}

export interface RequestToMake {
  readonly material_id: string
  /** What is needed, and what the lot makes of it. */
  readonly demand_quantity: Quantity
  readonly quantity: Quantity
  readonly required_date: Instant
  readonly mo_ids: readonly string[]
  readonly source: 'shortage'
}
/** Purchase requests for what is short, less what buyers already have on open requests and orders not sent. */
export function requestsFor(
  purchases: readonly Proposal[],
  served: Served,
  childOf: ReadonlyMap<string, string>,
  pending: readonly { readonly material_id: string; readonly quantity: Quantity }[],
): RequestToMake[] {
  const left = new Map<string, Quantity>()
  for (const { material_id, quantity } of pending) left.set(material_id, add(left.get(material_id) ?? '0', quantity))
  return purchases.flatMap(proposal => {
    const { material, neededAt } = proposal
    const wanted = fromSteps(proposal.quantity, served.precisions.get(material) ?? 0)
    const already = left.get(material) ?? '0'
    if (!isMore(wanted, already)) {
      left.set(material, subtract(already, wanted))
      return []
    }
    left.set(material, '0')
    const quantity = isPositive(already) ? subtract(wanted, already) : wanted
    return [
      {
        material_id: material,
        demand_quantity: least(quantity, fromSteps(neededOf(proposal), served.precisions.get(material) ?? 0)),
        quantity,
        required_date: neededAt,
        mo_ids: coveredBy(proposal, served, childOf),
        source: 'shortage',
      },
    ]
  })
}

/** Work orders at the top of what a proposal covers, through the proposals above it. */
function rootsOf(proposals: readonly Proposal[], moOf: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const byId = new Map(proposals.map(proposal => [proposal.id, proposal]))
  const roots = new Map<string, Set<string>>()
  const visit = (proposal: Proposal): Set<string> => {
    const known = roots.get(proposal.id)
    if (known) return known
    const found = new Set<string>()
    roots.set(proposal.id, found)
    for (const cover of proposal.covers) {
      const mo = 'demand' in cover ? moOf.get(cover.demand) : undefined
      if (mo) found.add(mo)
      const above = 'proposal' in cover ? byId.get(cover.proposal) : undefined
      if (above) for (const root of visit(above)) found.add(root)
    }
    return found
  }
  for (const proposal of proposals) visit(proposal)
  return roots
}
