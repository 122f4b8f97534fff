import { loadCycleTimes } from '@qitao/engineering/server'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import {
  changedBy,
  type FactsChange,
  isChange,
  type LastingFacts,
  onlyOrders,
} from '../../model/problem/renewed-facts.rules.ts'
import { devicesOf, loadFacts, loadOrderFacts, processesOf } from './facts.queries.ts'
import { changesSince, type InputChanges, type Reading } from './input-changes.queries.ts'

export interface KnownFacts {
  readonly facts: LastingFacts
  /** When it was read; null: by a transaction that had written some of it. */
  readonly reading: Reading | null
  /** Names this state of the facts; null: it is not to be kept. */
  readonly state: number | null
  /** The state it was made of, and what that lacked. Absent: all was read. */
  readonly since?: { readonly state: number; readonly change: FactsChange }
}
interface Kept {
  readonly reading: Reading
  readonly facts: LastingFacts
  readonly state: number
}

/** Facts of the companies that planned last; of so many operations in all, and the latest in any case. */
const kept = new Map<string, Kept>()
const mostOperations = 60_000
let lastState = 0

/**
 * Facts of the whole plan, as they are now: kept from the last time, and read anew for those orders that have changed since.
 * Always what reading all of it would give.
 */
export async function knownFacts(tx: Tx, org_id: string): Promise<KnownFacts> {
  const before = kept.get(org_id)
  // Kept for all: a call that reads some of the floor has to be declared by `acrossWorkgroups`.
  const [read] = await rows(tx, sql<{ part: boolean }>`select app_workgroup_only() as part`)
  if (read!.part) throw new Error('the whole plan is read in a transaction that sees a part of it')
  const { reading, since } = await changesSince(tx, org_id, before?.reading)
  const known = before && since ? await brought(tx, org_id, before, since) : await readAll(tx, org_id)
  if (!reading) return { ...known, reading, state: null }
  keep(org_id, { reading, facts: known.facts, state: known.state })
  return { ...known, reading }
}

/**
 * Whether nothing of it is another now. Asked under the locks of what is to be written, in statements of its own: what others
 * had begun before has ended by then, and is seen.
 */
export async function isUnchanged(tx: Tx, org_id: string, { facts, reading }: KnownFacts): Promise<boolean> {
  if (!reading) return JSON.stringify((await readAll(tx, org_id)).facts) === JSON.stringify(facts)
  const { since } = await changesSince(tx, org_id, reading)
  if (!since) return false
  return since.mo_ids.length === 0 && !since.devices ? true : !isChange(facts, await changeOf(tx, org_id, facts, since))
}

interface AllFacts {
  readonly facts: LastingFacts
  readonly state: number
  readonly since?: NonNullable<KnownFacts['since']>
}
const readAll = async (tx: Tx, org_id: string): Promise<AllFacts> => {
  const { now: _, time_zone: __, ...facts } = await loadFacts(tx, org_id, 0, 'UTC')
  return { facts, state: ++lastState }
}

/** The orders as they are now, and the machines where they may be others. */
async function changeOf(
  tx: Tx,
  org_id: string,
  facts: LastingFacts,
  { mo_ids, devices }: NonNullable<InputChanges['since']>,
): Promise<FactsChange> {
  const asked = new Set(mo_ids)
  const others = facts.orders.filter(({ id }) => !asked.has(id)).map(({ id }) => id)
  const orders = asked.size === 0 ? onlyOrders(facts, asked) : await loadOrderFacts(tx, org_id, mo_ids, others)
  return { mo_ids, orders, ...(devices ? { devices: await devicesOf(tx, org_id) } : {}) }
}

async function brought(
  tx: Tx,
  org_id: string,
  { facts, state }: Kept,
  since: NonNullable<InputChanges['since']>,
): Promise<AllFacts> {
  const change = await changeOf(tx, org_id, facts, since)
  const changed = changedBy(facts, change)
  // Times are known of the processes that were on the plan.
  const processes = processesOf(changed)
  const before = new Set(processesOf(facts))
  if (processes.some(one => !before.has(one)))
    return { facts: { ...changed, cycle_times: await loadCycleTimes(tx, org_id, processes) }, state: ++lastState }
  return { facts: changed, state: ++lastState, since: { state, change } }
}

function keep(org_id: string, one: Kept): void {
  kept.delete(org_id)
  kept.set(org_id, one)
  let operations = 0
  for (const [id, { facts }] of [...kept].reverse()) {
    operations += facts.operations.length
    if (operations > mostOperations && id !== org_id) kept.delete(id)
  }
}
