import type { testApp } from './test-app.ts'

/** When connections of this name to this database asked last, in milliseconds; 0: there are none. */
export async function connectionsUsedAt(
  { database }: Awaited<ReturnType<typeof testApp>>,
  name: string,
): Promise<number> {
  const statement =
    'select max(query_start) as at from pg_stat_activity where datname = current_database() and application_name = $1'
  const { rows } = await database.pool.query<{ at: Date | null }>(statement, [name])
  return rows[0]!.at?.getTime() ?? 0
}
