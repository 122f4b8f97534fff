/**
 * What has changed in what the material plan reads since it was read, by what the writing transactions have noted of
 * themselves. A reading is known by the snapshot it began with: whatever that one did not see counts as changed, so nothing is
 * missed, whoever wrote it and on whichever server.
 */
import type { Instant } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database.ts'
import { sql } from 'kysely'

export interface Reading {
  /** The cluster's run and the database: a snapshot means nothing in another one. */
  readonly database: string
  readonly snapshot: string
  /** By the clock of the database or of the server, the earlier one. */
  readonly at: Instant
}
export interface ChangedInputs {
  readonly mo_ids: readonly string[]
  readonly material_ids: readonly string[]
}
export interface Before {
  readonly reading: Reading
  /** The transaction that stored the plan of that reading: what it wrote is known. */
  readonly saved_by: string
}

/** To be asked before the books are read, in the same transaction, which writes nothing. `since` null: not known, or too much. */
export async function changesSince(
  tx: Tx,
  org_id: string,
  before: Before | undefined,
  asked: readonly string[],
  now: Instant,
): Promise<{ reading: Reading; since: ChangedInputs | null }> {
  const { snapshot = '1:1:', database = '' } = before?.reading ?? {}
  const [found] = await rows(
    tx,
    sql<{
      database: string
      snapshot: string
      at: number
      was_noted: boolean
      all: boolean
      mo_ids: string[]
      material_ids: string[]
    }>`with here as (
        select (select oid from pg_database where datname = current_database()) || ' ' || pg_postmaster_start_time() as database, pg_current_snapshot() as snapshot
      ), noted as (
        select what, about from input_change c, here
        where here.database = ${database} and c.org_id = ${org_id} and c.reader = 'material_plan' and c.changed_by >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
          and not pg_visible_in_snapshot(c.changed_by, ${snapshot}::pg_snapshot) and c.changed_by <> ${before?.saved_by ?? '0'}::xid8
      )
      select here.database, here.snapshot::text, least(epoch_now(), ${now}::bigint) as at,
        here.database = ${database} and not exists (select from input_change c where c.org_id = ${org_id} and c.reader = 'material_plan' and c.what = 'cleared'
          and c.cleared_to >= pg_snapshot_xmin(${snapshot}::pg_snapshot)) as was_noted,
        exists (select from noted where what = 'all') as "all",
        coalesce((select array_agg(distinct about) from noted where what = 'order'), '{}') as mo_ids,
        coalesce((select array_agg(distinct about) from noted where what = 'material'), '{}') as material_ids
      from here`,
  )
  const { was_noted, all, mo_ids, material_ids, ...reading } = found!
  if (!before || !was_noted || all) return { reading, since: null }
  return { reading, since: await withTime(tx, org_id, before.reading, { mo_ids, material_ids }, asked) }
}

/** What is checked for the first time, what its needs were before that, and what time alone has changed. */
async function withTime(
  tx: Tx,
  org_id: string,
  { at }: Reading,
  { mo_ids, material_ids }: ChangedInputs,
  asked: readonly string[],
): Promise<ChangedInputs | null> {
  const [found] = await rows(
    tx,
    sql<{ expired_bom: boolean; mo_ids: string[]; material_ids: string[] }>`with concerned as (
        select unnest(${mo_ids}::uuid[]) as id
        union select id from mo where org_id = ${org_id} and ${among(sql`id`, asked)} and material_status is null
      )
      select exists (select from material_bom where org_id = ${org_id} and expiry_time between ${at} and epoch_now()) as expired_bom,
        array(select id from concerned) as mo_ids,
        array(select unnest(${material_ids}::uuid[])
          union select c.material_id from mo_component c join concerned m on m.id = c.mo_id where c.org_id = ${org_id}
          union select material_id from inventory where org_id = ${org_id} and expire_time between ${at} and epoch_now()) as material_ids`,
  )
  const { expired_bom, ...changed } = found!
  return expired_bom ? null : changed
}
