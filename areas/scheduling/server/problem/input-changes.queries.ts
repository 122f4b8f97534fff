/**
 * What has changed in what planning reads since it was read, by what the writing transactions have noted of themselves. A
 * reading is known by the snapshot it began with: whatever that one did not see counts as changed, so nothing is missed,
 * whoever wrote it and on whichever server.
 */
import { supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'

export interface Reading {
  /** The cluster's run and the database: a snapshot means nothing in another one. */
  readonly database: string
  readonly snapshot: string
  /** The transaction that read; '0': it had written nothing. */
  readonly reader: string
}
export interface InputChanges {
  /** This reading, for the next time; null: what it reads may not be kept. */
  readonly reading: Reading | null
  /** Null: not known, or too much. */
  readonly since: { readonly mo_ids: readonly string[]; readonly devices: boolean } | null
}

/** To be asked before the facts are read, in the same transaction. */
export async function changesSince(tx: Tx, org_id: string, before: Reading | undefined): Promise<InputChanges> {
  const { snapshot = '1:1:', reader = '0', database = '' } = before ?? {}
  const [found] = await rows(
    tx,
    sql<{
      database: string
      snapshot: string
      reader: string
      was_noted: boolean
      wrote: boolean
      all: boolean
      devices: boolean
      mo_ids: string[]
    }>`with here as (
        select (select oid from pg_database where datname = current_database()) || ' ' || pg_postmaster_start_time() as database,
          pg_current_snapshot() as snapshot, coalesce(pg_current_xact_id_if_assigned(), '0'::xid8) as reader
      ), noted as (
        select what, about from input_change c, here
        where here.database = ${database} and c.org_id = ${org_id} and c.reader = 'schedule' and c.changed_by >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
          and (c.changed_by = ${reader}::xid8 or not pg_visible_in_snapshot(c.changed_by, ${snapshot}::pg_snapshot))
      )
      select here.database, here.snapshot::text, here.reader::text,
        here.database = ${database} and not exists (select from input_change c where c.org_id = ${org_id} and c.reader = 'schedule' and c.what = 'cleared'
          and c.cleared_to >= pg_snapshot_xmin(${snapshot}::pg_snapshot)) as was_noted,
        exists (select from input_change c where c.org_id = ${org_id} and c.reader = 'schedule' and c.changed_by = here.reader) as wrote,
        exists (select from noted where what = 'all') as "all",
        exists (select from noted where what = 'devices') as devices,
        coalesce((select array_agg(distinct about) from noted where about is not null), '{}') as mo_ids
      from here`,
  )
  const { was_noted, wrote, all, devices, mo_ids, ...reading } = found!
  return {
    // What this transaction has written itself may still be undone.
    reading: wrote ? null : reading,
    since: before && was_noted && !all ? { mo_ids: await withConsumers(tx, org_id, mo_ids), devices } : null,
  }
}

/** What an order reads of others: when those that make for it come, and whether they are on the plan. */
async function withConsumers(tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<readonly string[]> {
  if (mo_ids.length === 0) return mo_ids
  const consumers = await rows(
    tx,
    sql<{ mo_id: string }>`select distinct mo_id from mo_assignment
      where org_id = ${org_id} and ${among(sql`source_id`, mo_ids)} and source_type = ${supplySource.codes.in_production}`,
  )
  return [...new Set([...mo_ids, ...consumers.map(({ mo_id }) => mo_id)])]
}
