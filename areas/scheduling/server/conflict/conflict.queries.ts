import { supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { loadReceiving } from '@qitao/masterdata/server'
import { readingWith, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { type Conflict, conflictsOf, type PeggedReceipt } from '../../model/conflict/conflict.rules.ts'
import type { ScheduleFacts } from '../../model/problem/facts.ts'
import { daysInParts } from '../problem/days-in-parts.ts'
import { loadFacts, plannedStatuses } from '../problem/facts.queries.ts'

/** The conflicts of a company's plan, with the facts that they were found in. */
export async function loadConflicts(
  tx: Tx,
  org_id: string,
  now: number,
  time_zone: string,
): Promise<{ facts: ScheduleFacts; conflicts: Conflict[] }> {
  const facts = await loadFacts(tx, org_id, now, time_zone)
  return { facts, conflicts: conflictsOf(facts, await receiptsOf(tx, org_id, now)) }
}
/** Those at tasks that the member sees, found in the whole plan. */
export async function conflictsSeen({
  tx,
  org_id,
  now,
  member,
}: Context): Promise<{ facts: ScheduleFacts; conflicts: Conflict[] }> {
  const found = await readingWith(tx, false, () => loadConflicts(tx, org_id, now, member.time_zone))
  if (!member.workgroup_only) return found
  const tasks = await rows(tx, sql<{ id: string }>`select id from production_task where org_id = ${org_id}`)
  const seen = new Set(tasks.map(({ id }) => id))
  return { ...found, conflicts: found.conflicts.filter(({ task_id }) => seen.has(task_id)) }
}

/** Purchases that planned orders count on: as the material plan knew them or as they are announced now, whichever is later. */
async function receiptsOf(tx: Tx, org_id: string, now: number): Promise<PeggedReceipt[]> {
  const found = await rows(
    tx,
    sql<
      PeggedReceipt & { eta: number | null }
    >`select a.component_id, l.id as line_id, p.no as order_no, greatest(a.available_time, ${now}::bigint) as at, coalesce(l.eta, p.eta) as eta
      from mo_assignment a join mo o on o.org_id = a.org_id and o.id = a.mo_id
        join purchase_order_line l on l.org_id = a.org_id and l.id = a.source_id
        join purchase_order p on p.org_id = l.org_id and p.id = l.order_id
      where a.org_id = ${org_id} and o.status in (${sql.join(plannedStatuses)}) and a.source_type = ${supplySource.codes.in_transit}
      order by a.component_id, p.no, l.line_no`,
  )
  const { arrival } = await loadReceiving(tx, org_id)
  const inParts = new Map((await daysInParts(tx, org_id)).map(({ id, by, eta }) => [`${id} ${by}`, eta]))
  return found.map(({ eta, at, ...receipt }) => {
    const own = inParts.get(`${receipt.line_id} ${receipt.component_id}`)
    const comes = own === undefined ? (eta === null ? null : arrival(eta)) : own
    return { ...receipt, at: comes === null ? at : Math.max(at, comes) }
  })
}
