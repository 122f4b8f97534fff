/** Runs in a thread of its own: planning never stands on the event loop. It keeps the plans of the companies that planned last. */
import { type BomRing, planOrRing } from '@qitao/engineering/model/bom/bom-ring.rules.ts'
import { NettingState } from '@qitao/planning/netting/netting-state.ts'
import { kitsOf, type Proposals, proposalsOf } from '@qitao/planning/netting/plan-material.ts'
import { TooManyProposals } from '@qitao/planning/netting/replenish.ts'
import { materialStatus } from '../../model/mo/mo.status.ts'
import {
  type BooksChange,
  changedBooks,
  changeWith,
  type OrdersToCome,
  snapshotChange,
} from '../../model/plan/books-change.rules.ts'
import { type MaterialResult, resultOf } from '../../model/plan/material-result.ts'
import { type MaterialBooks, snapshotOf } from '../../model/plan/material-snapshot.ts'
import { messagesFrom, type StoredMessage } from '../../model/plan/plan-messages.rules.ts'
import { type Transfer, transfersFor, withTransfers } from '../../model/plan/reallocation.rules.ts'

export interface MaterialWork {
  readonly org_id: string
  /** All books, or what is new since a state of them, or what is going to be. */
  readonly known:
    | { readonly books: MaterialBooks }
    | { readonly state: number; readonly change: BooksChange }
    | { readonly state: number; readonly coming: OrdersToCome }
  /** The name of the state of these books for the next time. */
  readonly state: number
  /** Orders whose kits are asked for. */
  readonly mo_ids: readonly string[]
  /** Orders that are replenished: what is to be made and bought is answered, what is for them apart from the rest. */
  readonly replenished?: readonly string[]
  /** Orders that a plan before this one was about and was not stored. */
  readonly unsaved: readonly string[]
}
export interface MaterialOutcome {
  /** Of all orders; after a change, of those that it has touched. */
  readonly result: MaterialResult
  readonly messages: readonly StoredMessage[]
  readonly kits: { readonly mo_count: number; readonly complete_count: number; readonly short_count: number }
  readonly proposals: Proposals
  /** Orders of the result that keep something of what they have, or did. */
  readonly locked_ids: readonly string[]
}

/** The material of which a plan would propose the most, where it is too large to be made. */
export interface TooLarge {
  readonly too_many_of: string
}
function expectMakeable<T>(plan: () => T, materials: MaterialBooks['materials']): T | TooLarge | BomRing {
  try {
    return planOrRing(plan, materials)
  } catch (error) {
    if (!(error instanceof TooManyProposals)) throw error
    return { too_many_of: materials.find(({ id }) => id === error.material)?.code ?? '' }
  }
}

export interface ReallocationWork {
  readonly books: MaterialBooks
  readonly mo_ids: readonly string[]
  /** Orders that nothing is taken from. */
  readonly keeping_ids: readonly string[]
}
type Kit = MaterialResult['orders'][number]
export interface ReallocationOutcome {
  readonly transfers: readonly Transfer[]
  /** Orders whose kit is another by it. */
  readonly moved: readonly { readonly before: Kit; readonly after: Kit }[]
}

/** What these orders would take from others, and what that does to all; nothing of it is kept. */
export const planReallocation = (work: ReallocationWork): ReallocationOutcome | TooLarge | BomRing =>
  expectMakeable(() => reallocated(work), work.books.materials)
function reallocated({ books, mo_ids, keeping_ids }: ReallocationWork): ReallocationOutcome {
  const { snapshot, result } = wholePlan(books)
  const neededAt = new Map(snapshot.demands.map(({ id, neededAt }) => [id, neededAt]))
  const transfers = transfersFor(books, result, neededAt, { mo_ids, keeping_ids })
  if (transfers.length === 0) return { transfers, moved: [] }
  const after = new Map(wholePlan(withTransfers(books, transfers)).result.orders.map(kit => [kit.id, kit]))
  const moved = result.orders.flatMap(before => {
    const now = after.get(before.id)!
    const isSame = before.material_status === now.material_status && before.kitting_time === now.kitting_time
    return isSame ? [] : [{ before, after: now }]
  })
  return { transfers, moved }
}
function wholePlan(books: MaterialBooks) {
  const snapshot = snapshotOf(books)
  const plan = new NettingState(snapshot)
  return { snapshot, result: resultOf(books, plan, [...plan.orders.row.keys()]) }
}

interface Planned {
  readonly books: MaterialBooks
  readonly plan: NettingState
  /** Numbers of the orders that are new or touched. */
  readonly orders: readonly number[]
}
type Kept = Pick<Planned, 'books' | 'plan'> & { readonly state: number }
/** Of all companies, about a kilobyte each; the latest plan is kept in any case. */
const mostComponents = 200_000
const kept = new Map<string, Kept>()

/** 'unknown': it does not have the state that the change is to, or the change is too great; all books are to be read. */
export function planMaterial(work: MaterialWork): MaterialOutcome | 'unknown' | TooLarge | BomRing {
  const before = kept.get(work.org_id)
  const { materials } = 'books' in work.known ? work.known.books : (before?.books ?? { materials: [] })
  return expectMakeable(() => matched(work, before), materials)
}
function matched(work: MaterialWork, before: Kept | undefined): MaterialOutcome | 'unknown' {
  const { org_id, known, state } = work
  // What fails half way is not kept.
  kept.delete(org_id)
  const planned =
    'books' in known ? allPlanned(known.books) : before && followed(before, { ...known, unsaved: work.unsaved })
  if (!planned) return 'unknown'
  keep(org_id, { state, books: planned.books, plan: planned.plan })
  return outcomeOf(work, planned)
}

function allPlanned(books: MaterialBooks): Planned {
  const plan = new NettingState(snapshotOf(books))
  return { books, plan, orders: [...plan.orders.row.keys()] }
}

function followed(
  before: Kept,
  {
    unsaved,
    ...known
  }: Exclude<MaterialWork['known'], { readonly books: MaterialBooks }> & { unsaved: readonly string[] },
): Planned | undefined {
  if (before.state !== known.state) return undefined
  const change = 'coming' in known ? changeWith(before.books, known.coming) : known.change
  const books = changedBooks(before.books, change)
  if (!books) return undefined
  const { plan } = before
  const touched = new Set(plan.apply(snapshotChange(before.books, books, change)).orders)
  for (const id of [...change.mo_ids, ...unsaved]) touched.add(plan.orders.number.get(id) ?? -1)
  touched.delete(-1)
  return { books, plan, orders: [...touched] }
}

function outcomeOf({ mo_ids, replenished }: MaterialWork, { books, plan, orders }: Planned): MaterialOutcome {
  const result = resultOf(books, plan, orders)
  const asked = kitsOf(
    plan,
    mo_ids.flatMap(id => plan.orders.number.get(id) ?? []),
  )
  const { codes } = materialStatus
  const written = new Set(result.orders.map(({ id }) => id))
  return {
    result,
    messages: messagesFrom(books, plan),
    kits: {
      mo_count: asked.length,
      complete_count: asked.filter(kit => [codes.kitting_complete, codes.locked].includes(kit.materialStatus)).length,
      short_count: asked.filter(kit => kit.materialStatus === codes.to_be_purchased).length,
    },
    proposals: replenished ? proposalsFor(plan, replenished) : { purchases: [], productions: [] },
    locked_ids: keepingIds(books, result).filter(id => written.has(id)),
  }
}

/** What the plan proposes otherwise is shared by all, and so it stays. */
function proposalsFor(plan: NettingState, replenished: readonly string[]): Proposals {
  plan.ask(replenished)
  const proposals = proposalsOf(plan)
  plan.ask([])
  return proposals
}

function keepingIds({ locks, orders }: MaterialBooks, { assignments }: MaterialResult): string[] {
  const keeping = new Set(locks.map(({ mo_id }) => mo_id))
  for (const { id, firm } of orders) if (firm) keeping.add(id)
  for (const { mo_id, made_for_quantity } of assignments) if (made_for_quantity !== '0') keeping.add(mo_id)
  return [...keeping]
}

function keep(org_id: string, one: Kept): void {
  kept.set(org_id, one)
  let components = 0
  for (const [id, { books }] of [...kept].reverse()) {
    components += books.components.length
    if (components > mostComponents && id !== org_id) kept.delete(id)
  }
}
