import { Readable } from 'node:stream'
import type { FileGiven } from '@qitao/core/file.ts'
import { sql } from 'kysely'
import { rows, type Tx } from '../database/database.ts'
import { FileStream, type Transaction } from './file-stream.ts'
import { keepPieces, readPieces } from './pieces.ts'
import { expectRoom } from './storage.ts'

const place = { table: 'file_piece', of: 'sha256' }

/**
 * Where the bytes of files are kept: in the database, once for each company and contents. What refers to a file keeps its
 * digest. A file is there exactly when the row that refers to it is, and a backup of the database is a backup of all.
 */
export async function keepFile(tx: Tx, { sha256, size, pieces }: FileGiven): Promise<void> {
  const fresh = await rows(
    tx,
    sql`insert into file_content (sha256, size) values (${sha256}, ${size}) on conflict do nothing returning sha256`,
  )
  if (fresh.length === 0) return
  await keepPieces(tx, place, sha256, pieces)
  await expectRoom(tx)
}

interface Stored {
  readonly org_id: string
  readonly sha256: string
  /** In bytes. */
  readonly size: number
}
/** The contents, read while they are used; a file that is gone breaks off. */
export const openFile = (transaction: Transaction, stored: Stored): Readable =>
  Readable.from(whole(transaction, stored))

async function* whole(transaction: Transaction, { org_id, sha256, size }: Stored): AsyncGenerator<Buffer> {
  let read = 0
  for await (const piece of readPieces(transaction, place, org_id, sha256)) {
    read += piece.length
    yield piece
  }
  if (read !== size) throw new Error(`of the file ${sha256} there are ${read} bytes instead of ${size}`)
}

/** The file as an answer. */
export const storedFile = (name: string, mime_type: string, stored: Stored): FileStream =>
  new FileStream(name, mime_type, transaction => openFile(transaction, stored), stored.size)

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
