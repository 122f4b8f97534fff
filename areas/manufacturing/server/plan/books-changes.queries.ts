/**
 * What has changed in what the material plan reads since it was read, by what the writing transactions have noted of
 * themselves. A reading is known by the snapshot it began with: whatever that one did not see counts as changed, so nothing is
 * missed, whoever wrote it and on whichever server.
 */
import type { Instant } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { lockPurchaseOrdersOf } from '@qitao/purchasing/server'
import { sql } from 'kysely'
import { supplySource } from '../../model/mo/mo.status.ts'
import { lockMos } from '../mo/mo.queries.ts'
import type { HeldSources } from './pass-holds.ts'

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

interface Noted extends ChangedInputs {
  readonly reading: Reading
  /** False: notes are gone, or this is another database, so nothing is known. */
  readonly was_noted: boolean
  /** More than can be named one by one. */
  readonly all: boolean
}
/** What transactions have noted that the reading did not see. */
async function notedSince(tx: Tx, org_id: string, { reading, saved_by }: Before, now: Instant): Promise<Noted> {
  const { snapshot, database } = reading
  const [found] = await rows(
    tx,
    sql<ChangedInputs & Reading & { was_noted: boolean; all: boolean }>`with here as (
        select (select oid from pg_database where datname = current_database()) || ' ' || pg_postmaster_start_time() as database, pg_current_snapshot() as snapshot
      ), noted as (
        select what, about from input_change c, here
        where here.database = ${database} and c.org_id = ${org_id} and c.reader = 'material_plan' and c.changed_by >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
          and not pg_visible_in_snapshot(c.changed_by, ${snapshot}::pg_snapshot) and c.changed_by <> ${saved_by}::xid8
      )
      select here.database, here.snapshot::text, least(epoch_now(), ${now}::bigint) as at,
        here.database = ${database} and not exists (select from input_change c where c.org_id = ${org_id} and c.reader = 'material_plan' and c.what = 'cleared'
          and c.cleared_to >= pg_snapshot_xmin(${snapshot}::pg_snapshot)) as was_noted,
        exists (select from noted where what = 'all') as "all",
        coalesce((select array_agg(distinct about) from noted where what = 'order'), '{}') as mo_ids,
        coalesce((select array_agg(distinct about) from noted where what = 'material'), '{}') as material_ids
      from here`,
  )
  const { was_noted, all, mo_ids, material_ids, ...now_read } = found!
  return { reading: now_read, was_noted, all, mo_ids, material_ids }
}
const nothingRead: Before = { reading: { database: '', snapshot: '1:1:', at: 0 }, saved_by: '0' }

/** To be asked before the books are read, in the same transaction, which writes nothing. `since` null: not known, or too much. */
export async function changesSince(
  tx: Tx,
  org_id: string,
  before: Before | undefined,
  asked: readonly string[],
  now: Instant,
): Promise<{ reading: Reading; since: ChangedInputs | null }> {
  const { reading, was_noted, all, ...changed } = await notedSince(tx, org_id, before ?? nothingRead, now)
  if (!before || !was_noted || all) return { reading, since: null }
  return { reading, since: await withTime(tx, org_id, before.reading, changed, asked) }
}

/** What a plan is about to write. */
export interface PlanToKeep {
  readonly orders: readonly { readonly id: string }[]
  readonly assignments: readonly {
    readonly source_type: number
    readonly source_id: string
    readonly material_id: string
  }[]
  /** Materials of which more is made or bought for it. */
  readonly wanted?: readonly string[]
}
const { in_transit, in_production, in_inspection } = supplySource.codes
const comes: readonly number[] = [in_transit, in_production, in_inspection]
const sourcesOf = ({ assignments }: PlanToKeep, type: number): string[] => [
  ...new Set(assignments.flatMap(({ source_type, source_id }) => (source_type === type ? source_id : []))),
]

/**
 * Locks what the plan is about: its messages and orders, and what is coming that it, or promises with it, give to them. Stock is
 * locked when it is written.
 */
export async function lockPlanned(tx: Tx, org_id: string, plan: PlanToKeep, held?: HeldSources): Promise<void> {
  await sql`select from plan_message where org_id = ${org_id} order by id for update`.execute(tx)
  await lockPurchaseOrdersOf(tx, org_id, [...sourcesOf(plan, in_transit), ...(held?.purchase_line_ids ?? [])])
  await lockMos(tx, org_id, [
    ...plan.orders.map(({ id }) => id),
    ...sourcesOf(plan, in_production),
    ...(held?.mo_ids ?? []),
  ])
}

/**
 * Whether a plan of that reading still stands, asked once it is locked: a person's decision that it did not know is never
 * overwritten. What only came or went meanwhile may be left to the next plan (`strictly` false), so that a busy plant gets one.
 */
export async function stillStands(
  tx: Tx,
  org_id: string,
  reading: Reading,
  plan: PlanToKeep,
  { strictly, now }: { strictly: boolean; now: Instant },
): Promise<boolean> {
  const { was_noted, all, mo_ids, material_ids } = await notedSince(tx, org_id, { reading, saved_by: '0' }, now)
  if (!was_noted) return false
  if (strictly) return !all && mo_ids.length === 0 && material_ids.length === 0
  const coming = plan.assignments.filter(({ source_type }) => comes.includes(source_type))
  const own = new Set([...plan.orders.map(({ id }) => id), ...sourcesOf(plan, in_production)])
  const materials = new Set([...coming.map(({ material_id }) => material_id), ...(plan.wanted ?? [])])
  if (all || mo_ids.some(id => own.has(id)) || material_ids.some(id => materials.has(id))) return false
  // Others may have been given what this plan gives.
  const taken = await rows(
    tx,
    sql`select from mo_assignment where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} and ${among(
      sql`source_id`,
      coming.map(({ source_id }) => source_id),
    )} limit 1`,
  )
  return taken.length === 0
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
    sql<{ other_versions: boolean; mo_ids: string[]; material_ids: string[] }>`with concerned as (
        select unnest(${mo_ids}::uuid[]) as id
        union select id from mo where org_id = ${org_id} and ${among(sql`id`, asked)} and material_status is null
      )
      select (exists (select from material_bom where org_id = ${org_id} and (expiry_time between ${at} and epoch_now() or valid_from between ${at} and epoch_now()))
          or exists (select from manufacturing_bom where org_id = ${org_id} and (expiry_time between ${at} and epoch_now() or valid_from between ${at} and epoch_now()))
          or exists (select from routing where org_id = ${org_id} and (expiry_time between ${at} and epoch_now() or valid_from between ${at} and epoch_now()))
          or exists (select from material_bom_line l, jsonb_to_recordset(l.substitutes) as s(valid_from bigint, expiry_time bigint)
            where l.org_id = ${org_id} and l.substitutes <> '[]' and (s.valid_from between ${at} and epoch_now() or s.expiry_time between ${at} and epoch_now()))) as other_versions,
        array(select id from concerned) as mo_ids,
        array(select unnest(${material_ids}::uuid[])
          union select c.material_id from mo_component c join concerned m on m.id = c.mo_id where c.org_id = ${org_id}
          union select material_id from inventory where org_id = ${org_id} and expire_time between ${at} and epoch_now()) as material_ids`,
  )
  const { other_versions, ...changed } = found!
  return other_versions ? null : changed
}
