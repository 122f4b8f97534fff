import { isValid } from '@qitao/masterdata/model/resource/skill.rules.ts'
import { changeByHand, type HandChange, type HandOutcome, isHeld } from '../../model/hand/hand.rules.ts'
import { possibleSplits } from '../../model/hand/split-task.rules.ts'
import type { OrderFacts, TaskOfPlan } from '../../model/problem/facts.ts'
import { type LastingProblem, lastingProblem, problemFrom } from '../../model/problem/problem.rules.ts'
import {
  changedBy,
  type FactsChange,
  type LastingFacts,
  movesOnly,
  replacedOrders,
} from '../../model/problem/renewed-facts.rules.ts'
import { type HeldHours, heldBeside, withHeld } from '../../model/problem/taken-hours.rules.ts'

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

interface Kept {
  readonly state: number
  readonly facts: LastingFacts
  /** What is made of them without the tasks, and for whom. */
  readonly lasting?: { readonly asked: string; readonly problem: LastingProblem } | undefined
}
const mostCompanies = 4
const kept = new Map<string, Kept>()

/** 'unknown': it does not have the state that the changes are to. */
export function hand({ org_id, known, state, ...work }: HandWork): HandOutcome | 'unknown' {
  const found = factsOf(org_id, known)
  if (!found) return 'unknown'
  const { facts, lasting } = found
  const made = handOn(facts, work, lasting)
  kept.delete(org_id)
  if (state !== null) kept.set(org_id, { state, facts, lasting: made.lasting })
  if (kept.size > mostCompanies) kept.delete(kept.keys().next().value!)
  return made.outcome
}

function factsOf(org_id: string, known: HandWork['known']): Omit<Kept, 'state'> | undefined {
  if ('facts' in known) return known
  const before = kept.get(org_id)
  if (before?.state !== known.state) return undefined
  const facts = changedBy(before.facts, known.change)
  return { facts, lasting: movesOnly(before.facts, known.change) ? before.lasting : undefined }
}

function handOn(
  lastingFacts: LastingFacts,
  { now, time_zone, parted, held, only_kitted, change }: Omit<HandWork, 'org_id' | 'known' | 'state'>,
  known: Kept['lasting'],
): { outcome: HandOutcome; lasting: Kept['lasting'] } {
  const facts = { ...lastingFacts, now, time_zone }
  const own = parted ? replacedOrders(facts, new Set(parted.mo_ids), parted.orders) : facts
  const all = withHeld(own, heldBeside(own, held))
  const free = new Set(own.tasks.filter(task => !isHeld(task)).map(task => task.operation_id))
  const scope = { isFree: (task: TaskOfPlan) => free.has(task.operation_id), only_kitted, by_hand: true } as const
  if (parted) return { outcome: changeByHand(problemFrom(all, scope), all.tasks, change), lasting: known }
  // With a skill that ends, what was known of the problem does.
  const asked = JSON.stringify([only_kitted, time_zone, held, all.skills.map(one => isValid(one, now))])
  const problem = known?.asked === asked ? known.problem : lastingProblem(all, scope)
  const splits = change.kind === 'put_right' ? possibleSplits(own) : undefined
  return {
    outcome: changeByHand(problemFrom(all, scope, problem), all.tasks, change, splits),
    lasting: { asked, problem },
  }
}
