import { fromSteps, type Quantity } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { MessageReason, PlanMessage } from '@qitao/planning/netting/material-plan.ts'
import { messagesOf } from '@qitao/planning/netting/messages.ts'
import type { NettingState } from '@qitao/planning/netting/netting-state.ts'
import { neededOf, type Proposals, proposalsOf } from '@qitao/planning/netting/plan-material.ts'
import { lineOfSupply } from '@qitao/purchasing/model/supply-part.rules.ts'
import { supplySource } from '../mo/mo.status.ts'
import { isSafetyStock, isTentative, type MaterialBooks, precisionsIn } from './material-snapshot.ts'

/** A message as it is stored. Quantities without trailing zeros, so that texts compare. */
export interface StoredMessage {
  readonly key: string
  readonly kind: string
  readonly material_id: string
  readonly instead_of_id: string | null
  readonly source_type: number | null
  readonly source_id: string | null
  readonly component_id: string | null
  /** The work orders that it serves, the first in line first. */
  readonly mo_ids: readonly string[]
  readonly quantity: Quantity
  /** Of a purchase: what is needed of it; the rest is the lot's. */
  readonly needed_quantity: Quantity | null
  readonly from_quantity: Quantity | null
  readonly to_quantity: Quantity | null
  readonly from_time: Instant
  readonly to_time: Instant
  /** To be ordered or begun by then, also when that is past; null: it is on its way. */
  readonly by_time: Instant | null
  readonly reason: MessageReason | 'safety_stock' | 'unchecked_orders' | 'parent_earlier' | 'parent_later'
}

/** Messages of a state in the product's own units; what only orders need that are not checked yet is not told. */
export function messagesFrom(books: Pick<MaterialBooks, 'materials'>, state: NettingState): StoredMessage[] {
  const precisions = precisionsIn(books)
  const moOf = (demand: string) => state.demand(demand)?.order
  const proposals = proposalsOf(state)
  const needsOf = topDemands(proposals)
  const proposed = new Map([...proposals.purchases, ...proposals.productions].map(proposal => [proposal.id, proposal]))
  return messagesOf(state, state.families.materials).flatMap((message): StoredMessage[] => {
    const demands = demandsOf(message, needsOf)
    if (message.proposals.length > 0 && demands.every(isTentative)) return []
    const inUnits = (steps: number | null) =>
      steps === null ? null : fromSteps(steps, precisions.get(message.material) ?? 0)
    const source = state.supply(message.object)
    const component_id = message.kind === 'substitute' && moOf(message.object) !== undefined ? message.object : null
    if (message.kind === 'substitute' && component_id === null) return []
    // A work order is moved by the day on which it is due, not by when it is expected (need-dates.rules.ts).
    if (source?.kind === 'production' && (message.kind === 'expedite' || message.kind === 'defer')) return []
    return [
      {
        key: [message.kind, message.object, message.kind === 'substitute' ? message.material : ''].join(':'),
        kind: message.kind,
        material_id: message.material,
        instead_of_id: message.insteadOf,
        source_type: source
          ? source.kind === 'transit'
            ? supplySource.codes.in_transit
            : supplySource.codes.in_production
          : null,
        source_id: source ? lineOfSupply(source.id) : null,
        component_id,
        mo_ids: [...new Set(demands.flatMap(demand => moOf(demand) ?? []))],
        quantity: inUnits(message.quantity)!,
        needed_quantity: message.kind === 'buy' ? inUnits(neededOf(proposed.get(message.object)!)) : null,
        from_quantity: inUnits(message.fromQuantity),
        to_quantity: inUnits(message.toQuantity),
        from_time: message.fromDate,
        to_time: message.toDate,
        by_time: proposed.get(message.object)?.latestStart ?? null,
        reason: reasonOf(message, demands),
      },
    ]
  })
}

/** What no checked order needs says who does. */
function reasonOf({ reason, demand }: PlanMessage, demands: readonly string[]): StoredMessage['reason'] {
  if (demand === null || !demands.every(each => isSafetyStock(each) || isTentative(each))) return reason
  return isSafetyStock(demand) ? 'safety_stock' : 'unchecked_orders'
}

function demandsOf({ proposals, demand }: PlanMessage, needsOf: (proposal: string) => ReadonlySet<string>): string[] {
  return [...new Set([...(demand === null ? [] : [demand]), ...proposals.flatMap(each => [...needsOf(each)])])]
}

/** Demands at the top of what each proposal covers, through the proposals above it. */
function topDemands({ purchases, productions }: Proposals): (proposal: string) => ReadonlySet<string> {
  const byId = new Map([...purchases, ...productions].map(proposal => [proposal.id, proposal]))
  const known = new Map<string, Set<string>>()
  const find = (id: string): Set<string> => {
    const before = known.get(id)
    if (before) return before
    const found = new Set<string>()
    known.set(id, found)
    for (const cover of byId.get(id)?.covers ?? []) {
      if ('demand' in cover) found.add(cover.demand)
      else for (const top of find(cover.proposal)) found.add(top)
    }
    return found
  }
  return find
}

export interface MessageChanges {
  readonly gone: readonly string[]
  readonly altered: readonly (StoredMessage & { readonly id: string })[]
  readonly added: readonly StoredMessage[]
}
/** A message that asks for the same stays as it is, refused or not; one that asks for something else is open again. */
export function messageChanges(
  stored: readonly (StoredMessage & { readonly id: string })[],
  wanted: readonly StoredMessage[],
): MessageChanges {
  const known = new Map(stored.map(message => [message.key, message]))
  const altered: (StoredMessage & { id: string })[] = []
  const added: StoredMessage[] = []
  for (const message of wanted) {
    const before = known.get(message.key)
    known.delete(message.key)
    if (!before) added.push(message)
    else if (!asksTheSame(before, message)) altered.push({ ...message, id: before.id })
  }
  return { gone: [...known.values()].map(({ id }) => id), altered, added }
}

const compared = [
  'material_id',
  'quantity',
  'needed_quantity',
  'from_quantity',
  'to_quantity',
  'from_time',
  'to_time',
  'by_time',
  'source_id',
  'reason',
] as const
const asksTheSame = (a: StoredMessage, b: StoredMessage): boolean =>
  compared.every(field => a[field] === b[field]) && a.mo_ids.join() === b.mo_ids.join()
