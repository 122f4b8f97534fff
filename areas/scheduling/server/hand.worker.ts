import type { OrderFacts, ScheduleFacts } from '../model/facts.ts'
import { changeByHand, type HandChange, type HandOutcome, isHeld } from '../model/hand.rules.ts'
import { type HeldHours, withHeld } from '../model/held.rules.ts'
import { problemOf } from '../model/plan-scope.rules.ts'
import { changedBy, type FactsChange, type LastingFacts, replacedOrders } from '../model/replaced-orders.rules.ts'

/** Runs in a thread of its own, which keeps the facts of the companies that were planned by hand last. */
export interface HandWork {
  readonly org_id: string
  /** All facts, or what is new since a state of them. */
  readonly known: { readonly facts: LastingFacts } | { readonly state: number; readonly change: FactsChange }
  /** The name of these facts for the next time; null: they are not kept. */
  readonly state: number | null
  readonly now: number
  readonly time_zone: string
  /** Orders as they would be with an operation in other parts. */
  readonly parted?: { readonly mo_ids: readonly string[]; readonly orders: OrderFacts }
  /** Hours that promises hold. */
  readonly held: readonly HeldHours[]
  readonly only_kitted: boolean
  readonly change: HandChange
}

const mostCompanies = 4
const kept = new Map<string, { readonly state: number; readonly facts: LastingFacts }>()

/** 'unknown': it does not have the state that the changes are to. */
export function hand({ org_id, known, state, now, time_zone, parted, ...work }: HandWork): HandOutcome | 'unknown' {
  const facts = factsOf(org_id, known)
  if (!facts) return 'unknown'
  kept.delete(org_id)
  if (state !== null) kept.set(org_id, { state, facts })
  if (kept.size > mostCompanies) kept.delete(kept.keys().next().value!)
  return handOn({ ...facts, now, time_zone }, { ...work, ...(parted ? { parted } : {}) })
}

function factsOf(org_id: string, known: HandWork['known']): LastingFacts | undefined {
  if ('facts' in known) return known.facts
  const before = kept.get(org_id)
  return before?.state === known.state ? changedBy(before.facts, known.change) : undefined
}

function handOn(
  facts: ScheduleFacts,
  { parted, held, only_kitted, change }: Pick<HandWork, 'parted' | 'held' | 'only_kitted' | 'change'>,
): HandOutcome {
  const own = parted ? replacedOrders(facts, new Set(parted.mo_ids), parted.orders) : facts
  const free = new Set(own.tasks.filter(task => !isHeld(task)).map(task => task.operation_id))
  const all = withHeld(own, held)
  return changeByHand(problemOf({ facts: all, free, only_kitted }), all.tasks, change)
}
