/**
 * What a change of the plan is computed from, and whether that still stands when the change is to be saved. Whoever writes
 * tasks locks the head of the plan, then orders, then tasks; so plans, drags, publishing and the floor follow each other.
 */
import { loadSettings } from '@qitao/access/server'
import { type Language, text } from '@qitao/core/text.ts'
import { type CapacityHold, heldCapacity, lockMos } from '@qitao/manufacturing/server'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { type Context, Moved } from '@qitao/platform/server/http/handle.ts'
import type { NameOf } from '../../model/hand/name-of.ts'
import type { ScheduleFacts } from '../../model/problem/facts.ts'
import { namesOf } from '../../model/what-if/outcome.rules.ts'
import { lockHead } from '../plan/plan.queries.ts'
import { isUnchanged, type KnownFacts, knownFacts } from './kept-facts.ts'

export interface PlanRead {
  readonly org_id: string
  readonly known: KnownFacts
  readonly facts: ScheduleFacts
  /** Hours that promises hold: they stay. */
  readonly held: readonly CapacityHold[]
  readonly only_kitted: boolean
  readonly nameOf: NameOf
}
/** The whole plan, since what a change pushes may stand anywhere. */
export const readPlan = ({ tx, org_id, now, member, language }: Context): Promise<PlanRead> =>
  readPlanAt(tx, org_id, now, member.time_zone, language)

export async function readPlanAt(
  tx: Tx,
  org_id: string,
  now: number,
  time_zone: string,
  language: Language,
): Promise<PlanRead> {
  const known = await knownFacts(tx, org_id)
  const facts = { ...known.facts, now, time_zone }
  const rest = await besideFacts(tx, org_id, now)
  return { org_id, known, facts, ...rest, nameOf: namesBeside(facts, rest.held, heldHours[language]) }
}

async function besideFacts(tx: Tx, org_id: string, now: number): Promise<Pick<PlanRead, 'held' | 'only_kitted'>> {
  const { production_plan_no_schedule_not_kitted: only_kitted } = await loadSettings(tx, org_id)
  return { held: await heldCapacity(tx, org_id, now), only_kitted }
}

/** Locks the head of the plan and these orders; then whatever the change was computed from is what it was, or it is Moved. */
export async function lockStanding(tx: Tx, read: PlanRead, mo_ids: readonly string[]): Promise<void> {
  await lockHead(tx, read.org_id)
  await lockMos(tx, read.org_id, mo_ids)
  await expectStanding(tx, read)
}
/** Under the head of the plan and the locks of what is to be written. */
export async function expectStanding(tx: Tx, { org_id, known, facts, held, only_kitted }: PlanRead): Promise<void> {
  const now = await besideFacts(tx, org_id, facts.now)
  const same = JSON.stringify(now) === JSON.stringify({ held, only_kitted })
  if (!same || !(await isUnchanged(tx, org_id, known))) throw new Moved()
}

const heldHours = text('订单承诺占用的时间', 'hours that an order promise holds')
function namesBeside(facts: ScheduleFacts, held: readonly CapacityHold[], promise: string): NameOf {
  const promised = new Set(held.map(({ id }) => id))
  let names: NameOf | undefined
  return (kind, id) => {
    names ??= namesOf(facts)
    return promised.has(id) ? promise : names(kind, id)
  }
}
