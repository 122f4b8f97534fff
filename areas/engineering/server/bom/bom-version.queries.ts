import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { sql } from 'kysely'
import { bomVersionStatus } from '../../model/bom/bom-version.status.ts'

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

/** Moves the versions on; they become the default of their material, the last of each in order. */
export async function saveReleased(
  tx: Tx,
  org_id: string,
  table: 'material_bom' | 'manufacturing_bom',
  boms: readonly { readonly id: string; readonly material_id: string }[],
  action: 'release' | 'make_default' = 'release',
) {
  const defaults = [...new Map(boms.map(bom => [bom.material_id, bom.id])).values()]
  await sql`update ${sql.table(table)} set is_default = false where org_id = ${org_id} and is_default
    and ${among(
      sql`material_id`,
      boms.map(bom => bom.material_id),
    )} and not ${among(sql`id`, defaults)}`.execute(tx)
  await transition(
    tx,
    org_id,
    { table, statuses: bomVersionStatus },
    action,
    boms.map(bom => bom.id),
    sql`is_default = ${among(sql`t.id`, defaults)}`,
  )
}
export const saveCancelled = (
  tx: Tx,
  org_id: string,
  table: 'material_bom' | 'manufacturing_bom',
  ids: readonly string[],
) => transition(tx, org_id, { table, statuses: bomVersionStatus }, 'cancel', ids, sql`is_default = false`)
