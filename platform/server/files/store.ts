import type { FileGiven } from '@qitao/core/file.ts'
import { sql } from 'kysely'
import { rows, type Tx } from '../database.ts'

/**
 * Where the bytes of files are kept: in the database, once for each company and contents. What refers to a file keeps its
 * digest. A file is there exactly when the row that refers to it is, and a backup of the database is a backup of all.
 */
export async function keepFile(tx: Tx, { sha256, bytes }: FileGiven): Promise<void> {
  await sql`insert into file_content (sha256, size, content) values (${sha256}, ${bytes.length}, ${Buffer.from(bytes)})
    on conflict do nothing`.execute(tx)
}

export async function readFile(tx: Tx, org_id: string, sha256: string): Promise<Uint8Array | undefined> {
  const [found] = await rows(
    tx,
    sql<{ content: Buffer }>`select content from file_content where org_id = ${org_id} and sha256 = ${sha256}`,
  )
  return found?.content
}

/** Forgets contents that nothing refers to any more; `users` are the tables that keep digests. */
export async function forgetFiles(
  tx: Tx,
  org_id: string,
  digests: readonly string[],
  users: readonly string[],
): Promise<void> {
  const unused = users.map(
    table => sql`not exists (select 1 from ${sql.table(table)} u where u.org_id = f.org_id and u.sha256 = f.sha256)`,
  )
  await sql`delete from file_content f where f.org_id = ${org_id} and f.sha256 = any(${digests}::text[])
    and ${sql.join(unused, sql` and `)}`.execute(tx)
}
