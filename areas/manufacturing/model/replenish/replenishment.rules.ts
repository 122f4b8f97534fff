/** What is made and bought so that work orders get what they lack: the proposals of a material plan, as documents. */
import { fromSteps, type Quantity, toSteps } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { Proposal } from '@qitao/planning/netting/material-plan.ts'
import { neededOf, type Proposals } from '@qitao/planning/netting/plan-material.ts'
import { roundLot } from '@qitao/planning/netting/replenish.ts'
import type { PlannedMaterial } from '@qitao/planning/netting/snapshot.ts'
import type { AskedFor } from '@qitao/purchasing/model/asked-for.ts'
import type { OrderToMake } from '../mo/mo.rules.ts'
import { isSafetyStock, isTentative, type OrderBooks, type Precisions } from '../plan/material-snapshot.ts'

/** What proposals are for: work orders of the components that they cover, priorities of those, precisions and lots of the materials. */
export interface Served {
  readonly moOf: ReadonlyMap<string, string>
  readonly priorityOf: ReadonlyMap<string, number>
  readonly precisions: Precisions
  readonly lots: ReadonlyMap<string, Lot>
}
type Lot = Pick<PlannedMaterial, 'lotMinimum' | 'lotMultiple'>
const noLot: Lot = { lotMinimum: 0, lotMultiple: 0 }

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

/** The one order that a proposal covers; null when it covers several, or something else besides. */
export function parentOf(proposal: Proposal, served: Served, childOf: ReadonlyMap<string, string>): string | null {
  const covered = new Set(
    proposal.covers.map(cover => ('proposal' in cover ? childOf.get(cover.proposal) : served.moOf.get(cover.demand))),
  )
  return covered.size === 1 ? ([...covered][0] ?? null) : null
}

/** What of a proposal that parent asked for; the rest is the lot's. */
export const quantityForParent = (proposal: Proposal, { precisions }: Pick<Served, 'precisions'>): Quantity =>
  fromSteps(neededOf(proposal), precisions.get(proposal.material) ?? 0)

export interface RequestToMake {
  readonly proposal: string
  readonly material_id: string
  /** What is needed, and what the lot makes of it. */
  readonly demand_quantity: Quantity
  readonly quantity: Quantity
  readonly required_date: Instant
  readonly asked: readonly Required<AskedFor>[]
  readonly source: 'shortage'
}
interface Wanting {
  /** Work orders that are replenished. */
  readonly asked: ReadonlySet<string>
  /** Those that are made for the proposals above. */
  readonly childOf: ReadonlyMap<string, string>
}
/** What buyers have been asked for and is not supply yet. */
export interface Pending {
  readonly material_id: string
  readonly quantity: Quantity
  readonly asked: readonly AskedFor[]
}
/**
 * Purchase requests for what the asked orders lack, less what of it buyers already have on open requests and orders not sent.
 * They are for the asked orders, each with what it lacks; what the lot adds covers what they lack next, the rest of it is free.
 */
export function requestsFor(
  purchases: readonly Proposal[],
  served: Served,
  wanting: Wanting,
  pending: readonly Pending[],
): RequestToMake[] {
  const open = lacking(purchases, served, wanting, pending)
  const made = new Map<string, RequestInSteps[]>()
  for (const proposal of purchases) {
    const { id, material, neededAt } = proposal
    const before = made.get(material) ?? []
    made.set(material, before)
    const needed = open.get(id)!.filter(({ isAsked, left }) => isAsked && left > 0)
    const last = before.at(-1)
    if (last) for (const lack of needed) lack.left -= give(last, lack.mo_id!, Math.min(last.spare, lack.left))
    const missing = needed.reduce((sum, { left }) => sum + left, 0)
    if (missing === 0) continue
    const quantity = roundLot(missing, served.lots.get(material) ?? noLot)
    const request = { proposal: id, quantity, neededAt, spare: quantity, asked: new Map<string, number>() }
    for (const { mo_id, left } of needed) give(request, mo_id!, left)
    before.push(request)
  }
  return purchases.flatMap(({ id, material }) => {
    const request = made.get(material)!.find(({ proposal }) => proposal === id)
    if (!request) return []
    const inUnits = (steps: number) => fromSteps(steps, served.precisions.get(material) ?? 0)
    return [
      {
        proposal: id,
        material_id: material,
        demand_quantity: inUnits(request.quantity - request.spare),
        quantity: inUnits(request.quantity),
        required_date: request.neededAt,
        asked: [...request.asked].map(([mo_id, quantity]) => ({ mo_id, quantity: inUnits(quantity) })),
        source: 'shortage',
      },
    ]
  })
}
interface RequestInSteps {
  readonly proposal: string
  readonly quantity: number
  readonly neededAt: Instant
  /** Nobody has asked for so much of it. */
  spare: number
  readonly asked: Map<string, number>
}
function give(request: RequestInSteps, mo_id: string, quantity: number): number {
  if (quantity === 0) return 0
  request.spare -= quantity
  request.asked.set(mo_id, (request.asked.get(mo_id) ?? 0) + quantity)
  return quantity
}

interface Lack {
  /** Whose need it is, also when the order is made for a proposal; absent when it is neither. */
  readonly mo_id: string | undefined
  readonly isAsked: boolean
  left: number
}
/**
 * What each proposal covers that buyers do not have yet: what was asked for some work orders is theirs, what they do not need
 * goes to all in the order of the proposals. As it will be when it comes.
 */
export function lacking(
  purchases: readonly Pick<Proposal, 'id' | 'material' | 'covers'>[],
  { moOf, precisions }: Pick<Served, 'moOf' | 'precisions'>,
  { asked, childOf }: Wanting,
  pending: readonly Pending[],
): Map<string, Lack[]> {
  const lacks = new Map(
    purchases.map(({ id, covers }) => [
      id,
      covers.map((cover): Lack => {
        const mo_id = 'demand' in cover ? moOf.get(cover.demand) : childOf.get(cover.proposal)
        return {
          mo_id,
          isAsked: mo_id !== undefined && ('proposal' in cover || asked.has(mo_id)),
          left: cover.quantity,
        }
      }),
    ]),
  )
  const byMo = Map.groupBy(
    purchases.flatMap(({ id, material }) => lacks.get(id)!.map(lack => ({ key: `${material}:${lack.mo_id}`, lack }))),
    ({ key }) => key,
  )
  const free = { asked: new Map<string, number>(), all: new Map<string, number>() }
  for (const { material_id, quantity, asked: askedFor } of pending) {
    const inSteps = (of: Quantity) => toSteps(of, precisions.get(material_id) ?? 0)
    let left = inSteps(quantity)
    for (const { mo_id, quantity: wanted } of askedFor) {
      let most = wanted === null ? left : Math.min(left, inSteps(wanted))
      for (const { lack } of byMo.get(`${material_id}:${mo_id}`) ?? []) {
        const part = Math.min(most, lack.left)
        most -= part
        left -= part
        lack.left -= part
      }
    }
    const of = askedFor.some(({ mo_id }) => asked.has(mo_id)) ? free.asked : free.all
    of.set(material_id, (of.get(material_id) ?? 0) + left)
  }
  const giveAway = (from: Map<string, number>, wanted: (lack: Lack) => boolean) => {
    for (const { id, material } of purchases)
      for (const lack of lacks.get(id)!) {
        if (!wanted(lack)) continue
        const left = from.get(material) ?? 0
        const part = Math.min(left, lack.left)
        from.set(material, left - part)
        lack.left -= part
      }
  }
  // Who does not need what was asked for it has taken it from another: one of those asked for goes first.
  giveAway(free.asked, ({ isAsked }) => isAsked)
  giveAway(free.asked, () => true)
  giveAway(free.all, () => true)
  return lacks
}

/** A work order or request that is going to be made, as the planner is asked. */
export interface PlannedSupply {
  /** The same in the next preview: kind, material, and which of them by need date. */
  readonly id: string
  readonly kind: 'make' | 'buy'
  readonly material_id: string
  readonly quantity: Quantity
  readonly needed_time: Instant
  /** To be ordered or begun by then, also when that is past. */
  readonly by_time: Instant
  readonly level: number
  /** Product of the work order that it goes into, when that is to be made too. */
  readonly into_id: string | null
  /** Work orders that are there and get it, through whatever is made above it. */
  readonly mo_ids: readonly string[]
}
/** Level by level; of a level what is to be begun first comes first. */
export function plannedSupply(
  { productions, purchases }: Proposals,
  requests: readonly RequestToMake[],
  served: Served,
  asked: ReadonlySet<string>,
): PlannedSupply[] {
  const all = [...productions, ...purchases]
  const roots = rootsOf(all, served.moOf)
  const byId = new Map(all.map(proposal => [proposal.id, proposal]))
  const rowOf = (kind: PlannedSupply['kind'], proposal: Proposal, quantity: Quantity): PlannedSupply => {
    const above = proposal.covers.flatMap(cover => ('proposal' in cover ? (byId.get(cover.proposal) ?? []) : []))
    return {
      ...{ id: proposal.id, kind, material_id: proposal.material, quantity },
      ...{ needed_time: proposal.neededAt, by_time: proposal.latestStart, level: proposal.level },
      into_id: above[0]?.material ?? null,
      mo_ids: [...roots.get(proposal.id)!].filter(mo_id => asked.has(mo_id)).sort(),
    }
  }
  return [
    ...productions.map(one => rowOf('make', one, fromSteps(one.quantity, served.precisions.get(one.material) ?? 0))),
    ...requests.map(({ proposal, quantity }) => rowOf('buy', byId.get(proposal)!, quantity)),
  ].sort((a, b) => a.level - b.level || a.by_time - b.by_time || (a.id < b.id ? -1 : 1))
}

interface Child {
  readonly id: string
  readonly components: readonly {
    readonly id: string
    readonly material_id: string
    readonly required_quantity: Quantity
  }[]
}
/** The needs that each child work order is made for stay with it: of orders that are there, and of the children above it. */
export function madeFor(
  productions: readonly Proposal[],
  children: readonly Child[],
  { moOf, precisions }: Served,
): OrderBooks['locks'] {
  const childOf = new Map(productions.map(({ id }, index) => [id, children[index]!]))
  const open = new Map<string, number>()
  return productions.flatMap(({ id, material, covers }) => {
    const precision = precisions.get(material) ?? 0
    const kept = (mo_id: string, component_id: string, steps: number) => ({
      ...{ mo_id, component_id, source_id: childOf.get(id)!.id, quantity: fromSteps(steps, precision) },
      ...{ by_hand: false, kept: 'made' as const },
    })
    return covers.flatMap(cover => {
      if ('demand' in cover) {
        const mo_id = moOf.get(cover.demand)
        return mo_id ? [kept(mo_id, cover.demand, cover.quantity)] : []
      }
      const above = childOf.get(cover.proposal)
      let left = cover.quantity
      return (above?.components ?? []).flatMap(component => {
        if (component.material_id !== material) return []
        const room = open.get(component.id) ?? toSteps(component.required_quantity, precision)
        const part = Math.min(room, left)
        open.set(component.id, room - part)
        left -= part
        return part > 0 ? [kept(above!.id, component.id, part)] : []
      })
    })
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
