import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Occupation } from '@qitao/stock/model/occupation.rules.ts'
import { sql } from 'kysely'
import { followNeeds } from '../plan/need-dates.ts'
import { releaseHoldsOfLines } from '../plan/promise-holds.ts'
import { refreshKits } from '../plan/refresh-kits.ts'
import { lockMos } from './mo.queries.ts'
import { removeMos, resizeMos } from './mo-quantities.ts'

/** What work orders do when their sales order is another. They are locked. */
export interface MosToFollow {
  readonly resized: readonly { readonly id: string; readonly planned_quantity: string }[]
  readonly removed: readonly string[]
  /** Made for stock from now on. */
  readonly released: readonly string[]
  readonly moved: readonly { readonly id: string; readonly delivery_date: number }[]
  readonly ranked: readonly { readonly id: string; readonly priority: number }[]
  /** Lines of the sales order that go. */
  readonly dropped_line_ids: readonly string[]
}

/** Work orders that a promise has given something for these lines, whatever they make. */
export async function mosPromisedTo(tx: Tx, org_id: string, line_ids: readonly string[]): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{
      mo_id: string
    }>`select distinct mo_id from mo_assignment where org_id = ${org_id} and ${among(sql`promised_line_id`, line_ids)}`,
  )
  return found.map(({ mo_id }) => mo_id)
}

/** Answers what of stock the caller is to release. Sales is told by the caller, once its lines stand. */
export async function followOrder(tx: Tx, org_id: string, to: MosToFollow, now: number): Promise<Occupation[]> {
  const freed = [...(await removeMos(tx, org_id, to.removed, now)), ...(await resizeMos(tx, org_id, to.resized))]
  await sql`update mo set order_id = null, order_line_id = null where org_id = ${org_id} and ${among(sql`id`, to.released)}`.execute(
    tx,
  )
  const freer_ids = await promisedNoMore(tx, org_id, to.dropped_line_ids)
  await sql`update mo m set delivery_date = r.delivery_date from ${recordset(to.moved, sql`id uuid, delivery_date bigint`)} as r
    where m.org_id = ${org_id} and m.id = r.id`.execute(tx)
  await sql`update mo m set priority = r.priority from ${recordset(to.ranked, sql`id uuid, priority integer`)} as r
    where m.org_id = ${org_id} and m.id = r.id`.execute(tx)
  const ids = [...[...to.resized, ...to.moved].map(({ id }) => id), ...to.released]
  await refreshChecked(tx, org_id, [...ids, ...freer_ids], now)
  await followNeeds(tx, org_id, ids)
  return freed
}

/** Lines are cancelled that have no work orders of their own: others that serve them have what a promise gave them like any goods. */
export const freeOfPromise = {
  lock: async (tx: Tx, org_id: string, line_ids: readonly string[]) =>
    lockMos(tx, org_id, await mosPromisedTo(tx, org_id, line_ids)),
  async free(tx: Tx, org_id: string, line_ids: readonly string[], now: number) {
    await releaseHoldsOfLines(tx, org_id, line_ids)
    await refreshChecked(tx, org_id, await promisedNoMore(tx, org_id, line_ids), now)
  },
}

/** What was promised to the customer is promised no more: it is theirs like other goods, whoever has it. Answers who has. */
async function promisedNoMore(tx: Tx, org_id: string, line_ids: readonly string[]): Promise<string[]> {
  const mo_ids = await mosPromisedTo(tx, org_id, line_ids)
  await sql`update mo_assignment set locked = false, locked_by = null, locked_time = null, inquiry_id = null, promised_line_id = null
    where org_id = ${org_id} and ${among(sql`promised_line_id`, line_ids)}`.execute(tx)
  return mo_ids
}

async function refreshChecked(tx: Tx, org_id: string, mo_ids: readonly string[], now: number): Promise<void> {
  const checked = await rows(
    tx,
    sql<{
      id: string
    }>`select id from mo where org_id = ${org_id} and material_status is not null and ${among(sql`id`, mo_ids)} order by id`,
  )
  await refreshKits(
    tx,
    org_id,
    checked.map(({ id }) => id),
    now,
  )
}
