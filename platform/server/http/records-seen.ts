import { FileGiven } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { sql } from 'kysely'
import { among, readingWith, rows, type Tx } from '../database/database.ts'

interface Place {
  readonly field: string
  readonly row: number | undefined
}
const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Every id in an input, with the field in which it stands first. */
function idsIn(value: unknown, place: Place, found = new Map<string, Place>()): Map<string, Place> {
  if (typeof value === 'string') {
    if (isId.test(value) && !found.has(value)) found.set(value, place)
  } else if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) idsIn(one, { ...place, row: index + 1 }, found)
  } else if (typeof value === 'object' && value !== null && !(value instanceof FileGiven)) {
    for (const [field, one] of Object.entries(value)) idsIn(one, { field, row: place.row }, found)
  }
  return found
}

/**
 * What is given by its id has to be seen, whatever is done with it: 5010, as of what is not there, where the scope of workgroups
 * hides it. One place for all calls, so that no handler can forget it.
 */
export async function expectRecordsSeen(
  tx: Tx,
  org_id: string,
  input: unknown,
  tables: readonly string[],
): Promise<void> {
  const given = idsIn(input, { field: 'id', row: undefined })
  if (given.size === 0 || tables.length === 0) return
  const ids = [...given.keys()]
  const found = sql<{ id: string }>`${sql.join(
    tables.map(table => sql`select id from ${sql.table(table)} where org_id = ${org_id} and ${among(sql`id`, ids)}`),
    sql` union all `,
  )}`
  const all = await readingWith(tx, false, () => rows(tx, found))
  if (all.length === 0) return
  const seen = new Set((await readingWith(tx, true, () => rows(tx, found))).map(({ id }) => id))
  const hidden = all.find(({ id }) => !seen.has(id))
  if (hidden) throw new Refusal(generalErrors.recordNotFound, { ...given.get(hidden.id) })
}
