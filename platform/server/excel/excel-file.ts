import { Readable } from 'node:stream'
import { daySeconds } from '@qitao/core/time.ts'
import { sql } from 'kysely'
import { rows, type Tx } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import type { Transaction } from '../files/file-stream.ts'
import { keepPieces, readPieces } from '../files/pieces.ts'
import { expectRoom } from '../files/storage.ts'

const keptDays = 7
const place = { table: 'excel_file_piece', of: 'file_id' }

/** Keeps a file for a week; its id. Older files go with each new one. */
export async function keepFile(
  tx: Tx,
  { name, pieces }: { readonly name: string; readonly pieces: readonly Uint8Array[] },
): Promise<string> {
  const id = newId()
  await sql`delete from excel_file where org_id = app_org() and created_time < epoch_now() - ${keptDays * daySeconds}`.execute(
    tx,
  )
  await sql`insert into excel_file (id, name) values (${id}, ${name})`.execute(tx)
  await keepPieces(tx, place, id, pieces)
  await expectRoom(tx)
  return id
}
/** What was sent is not needed any more. */
export const dropFile = (tx: Tx, org_id: string, id: string): Promise<unknown> =>
  sql`delete from excel_file where org_id = ${org_id} and id = ${id}`.execute(tx)

export interface KeptFile {
  readonly name: string
  readonly created_by: string | null
}
export async function findFile(tx: Tx, org_id: string, id: string): Promise<KeptFile | undefined> {
  const [found] = await rows(
    tx,
    sql<KeptFile>`select name, created_by from excel_file where org_id = ${org_id} and id = ${id}`,
  )
  return found
}
/** Its contents, read while they are used. */
export const openFile = (transaction: Transaction, org_id: string, id: string): Readable =>
  Readable.from(readPieces(transaction, place, org_id, id))
