import type { Instant } from '@qitao/core/time.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { transition, transitions } from '@qitao/platform/server/list/transition.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Validity } from '../../model/bom/bom.rules.ts'
import { bomVersionStatus } from '../../model/bom/bom-version.status.ts'
import { resume, succeed, type VersionInLine } from '../../model/bom/succession.rules.ts'

const { released } = bomVersionStatus.codes
/** What is kept in versions of which a product is made by one on each day. */
export type VersionTable = 'material_bom' | 'manufacturing_bom' | 'routing'

/**
 * Held until the transaction ends by whoever changes which BoMs of a company are released: two releases at a time could
 * close a way round that neither of them sees.
 */
export const lockReleases = (tx: Tx, org_id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`bom release ${org_id}`}, 0))`.execute(tx)

export async function loadOtherVersions(
  tx: Tx,
  org_id: string,
  table: 'material_bom' | 'manufacturing_bom',
  material_id: string,
  except?: string,
): Promise<Set<string>> {
  const found = await rows(
    tx,
    sql<{
      version: string
    }>`select version from ${sql.table(table)} where org_id = ${org_id} and material_id = ${material_id}
      and id is distinct from ${except ?? null}::uuid`,
  )
  return new Set(found.map(({ version }) => version))
}

/** Those of the ids that an open MO was made with. MOs of status 40 and up are completed (specification section 4). */
export async function usedByOpenMos(
  tx: Tx,
  org_id: string,
  column: 'material_bom_id' | 'manufacturing_bom_id',
  ids: readonly string[],
): Promise<Set<string>> {
  const completed = 40
  const found = await rows(
    tx,
    sql<{ id: string }>`select distinct ${sql.ref(column)} as id from mo
      where org_id = ${org_id} and ${among(sql.ref(column), ids)} and status < ${completed}`,
  )
  return new Set(found.map(({ id }) => id))
}

/** A version that is to be one of its product's line. */
export interface VersionToRelease extends Validity {
  readonly id: string
  readonly material_id: string
}
/**
 * Moves the versions on; each gets into the line of its product, so that on every day one is valid. Of several that are released at
 * once, and valid on the same days, the last one stays. Under the lock of releases.
 */
export async function saveReleased(
  tx: Tx,
  org_id: string,
  table: VersionTable,
  versions: readonly VersionToRelease[],
  today: Instant,
  action: 'release' | 'make_default' = 'release',
) {
  const stored = await linesOf(
    tx,
    org_id,
    table,
    versions.map(({ material_id }) => material_id),
  )
  const changed = new Map<string, Placed>()
  const lines = new Map([...Map.groupBy(stored, ({ material_id }) => material_id)])
  for (const version of versions) {
    const line = (lines.get(version.material_id) ?? []).filter(({ id }) => id !== version.id)
    // The days of one that is made default are those of the time when it was before.
    const asked = action === 'make_default' ? { valid_from: null, expiry_time: null } : version
    const { ended, replaced, ...days } = succeed(asked, line, today)
    const endOf = new Map(ended.map(({ id, expiry_time }) => [id, expiry_time]))
    const after = line.map(one => ({ ...one, expiry_time: endOf.get(one.id) ?? one.expiry_time }))
    for (const { id, valid_from, expiry_time } of after)
      if (endOf.has(id) || replaced.includes(id))
        changed.set(id, { id, valid_from, expiry_time, is_default: !replaced.includes(id) })
    changed.set(version.id, { id: version.id, ...days, is_default: true })
    lines.set(version.material_id, [...after.filter(({ id }) => !replaced.includes(id)), { ...version, ...days }])
  }
  const moved = new Set(versions.map(({ id }) => id))
  await place(
    tx,
    org_id,
    table,
    [...changed.values()].filter(({ id }) => !moved.has(id)),
  )
  await transitions(
    tx,
    org_id,
    { table, statuses: bomVersionStatus },
    [...moved].map(id => ({ ...changed.get(id)!, action })),
    {
      set: sql`is_default = r.is_default, valid_from = r.valid_from, expiry_time = r.expiry_time`,
      columns: sql`is_default boolean, valid_from bigint, expiry_time bigint`,
    },
  )
}

/** They leave their lines; where one has not begun yet, the version before it goes on. Under the lock of releases. */
export async function saveCancelled(
  tx: Tx,
  org_id: string,
  table: VersionTable,
  versions: readonly (VersionToRelease & { readonly is_default: boolean })[],
  now: Instant,
) {
  const gone = new Set(versions.map(({ id }) => id))
  const stored = await linesOf(
    tx,
    org_id,
    table,
    versions.map(({ material_id }) => material_id),
  )
  const lines = new Map([...Map.groupBy(stored, ({ material_id }) => material_id)])
  const changed = new Map<string, Placed>()
  const latestFirst = versions
    .filter(one => one.is_default)
    .toSorted((a, b) => (b.valid_from ?? 0) - (a.valid_from ?? 0))
  for (const version of latestFirst) {
    const line = lines.get(version.material_id) ?? []
    const own = line.find(({ id }) => id === version.id) ?? version
    const resumed = resume(own, line, now)
    const after = line.map(one => (one.id === resumed?.id ? { ...one, ...resumed } : one))
    for (const { id, valid_from, expiry_time } of after)
      if (id === resumed?.id && !gone.has(id)) changed.set(id, { id, valid_from, expiry_time, is_default: true })
    lines.set(version.material_id, after)
  }
  await transition(tx, org_id, { table, statuses: bomVersionStatus }, 'cancel', [...gone], sql`is_default = false`)
  await place(tx, org_id, table, [...changed.values()])
}

interface Placed extends VersionInLine {
  readonly is_default: boolean
}
const linesOf = (tx: Tx, org_id: string, table: VersionTable, material_ids: readonly string[]) =>
  rows(
    tx,
    sql<VersionToRelease>`select id, material_id, valid_from, expiry_time from ${sql.table(table)}
      where org_id = ${org_id} and is_default and ${among(sql`material_id`, [...new Set(material_ids)])} order by id for update`,
  )
async function place(tx: Tx, org_id: string, table: VersionTable, versions: readonly Placed[]): Promise<void> {
  if (versions.length === 0) return
  await sql`update ${sql.table(table)} t set is_default = r.is_default, expiry_time = r.expiry_time
    from ${recordset(versions, sql`id uuid, is_default boolean, expiry_time bigint`)} as r
    where t.org_id = ${org_id} and t.id = r.id`.execute(tx)
}

/** Of a version `alias`: released, of the line, and not over then; it may be one that is still to begin. */
export const inLineAt = (alias: string, at: Instant | RawBuilder<Instant>): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<boolean>`${of('status')} = ${released} and ${of('is_default')} and (${of('expiry_time')} is null or ${of('expiry_time')} > ${at})`
}
export const inForceAt = (alias: string, at: Instant): RawBuilder<boolean> =>
  sql<boolean>`${inLineAt(alias, at)} and (${sql.ref(`${alias}.valid_from`)} is null or ${sql.ref(`${alias}.valid_from`)} <= ${at})`
/** As it travels: the default, now or from its first day on; what has ended is so no longer, though it keeps its place in the line. */
export const isDefault = (alias: string): RawBuilder<boolean> => sql`(${inLineAt(alias, sql`epoch_now()`)})`
