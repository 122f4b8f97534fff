import type { Language, Text } from '@qitao/core/text.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import type { Factory } from '../../model/sample/factory.ts'
import { namesOf } from '../../model/sample/names.ts'

/** What the company has already of the names that the factory needs. A member who has left keeps no account. */
export async function takenNames(
  tx: Tx,
  org_id: string,
  factory: Factory,
  language: Language,
): Promise<{ title: Text; name: string }[]> {
  const kinds = namesOf(factory, language)
  const taken = kinds.map(
    ({ table, column, names }, kind) => sql`select distinct ${kind}::integer as kind, t.${sql.ref(column)} as name
      from ${sql.table(table)} t where t.org_id = ${org_id} and t.${sql.ref(column)} = any(${names}::text[])
        ${table === 'app_user' ? sql`and not t.dropped` : sql``}`,
  )
  const found = await rows(
    tx,
    sql<{ kind: number; name: string }>`${sql.join(taken, sql` union all `)} order by kind, name`,
  )
  return found.map(({ kind, name }) => ({ title: kinds[kind]!.title, name }))
}
