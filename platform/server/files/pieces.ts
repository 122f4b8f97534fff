import { sql } from 'kysely'
import { rows, type Tx } from '../database/database.ts'
import type { Transaction } from './file-stream.ts'

/** Where the pieces of files stand, and the column that says of which. */
interface Place {
  readonly table: string
  readonly of: string
}

/** Bytes of a piece: what the event loop copies, and the database reads, in well under a millisecond. */
const pieceBytes = 64 * 1024
const piecesAtOnce = 4

/** One statement a piece: together they would be one large message again. */
export async function keepPieces(
  tx: Tx,
  { table, of }: Place,
  key: string,
  content: readonly Uint8Array[],
): Promise<void> {
  let place = 0
  for (const piece of evenPieces(content)) {
    await sql`insert into ${sql.table(table)} (${sql.ref(of)}, place, content) values (${key}, ${place}, ${piece})`.execute(
      tx,
    )
    place += 1
  }
}

/** The contents of a file, read while they are used; each few pieces in a transaction of their own. */
export async function* readPieces(
  transaction: Transaction,
  { table, of }: Place,
  org_id: string,
  key: string,
): AsyncGenerator<Buffer> {
  for (let from = 0; ; from += piecesAtOnce) {
    const found = await transaction(tx =>
      rows(
        tx,
        sql<{ content: Buffer }>`select content from ${sql.table(table)}
          where org_id = ${org_id} and ${sql.ref(of)} = ${key} and place >= ${from} and place < ${from + piecesAtOnce}
          order by place`,
      ),
    )
    for (const { content } of found) yield content
    if (found.length < piecesAtOnce) return
  }
}

/** The first bytes, so many or all there are: pieces come as the network cuts them. */
export function firstBytes(content: readonly Uint8Array[], count: number): Buffer {
  const parts: Uint8Array[] = []
  let missing = count
  for (const one of content) {
    if (missing <= 0) break
    parts.push(one.subarray(0, missing))
    missing -= one.length
  }
  return Buffer.concat(parts)
}

/** The same bytes in pieces of one size, the last one smaller; copied only where a piece comes from several. */
export function* evenPieces(content: readonly Uint8Array[]): Generator<Buffer> {
  let open: Buffer[] = []
  let room = pieceBytes
  for (const one of content) {
    for (let from = 0; from < one.length; ) {
      const part = Buffer.from(one.buffer, one.byteOffset + from, Math.min(room, one.length - from))
      from += part.length
      room -= part.length
      open.push(part)
      if (room > 0) continue
      yield joined(open)
      open = []
      room = pieceBytes
    }
  }
  if (open.length > 0) yield joined(open)
}
const joined = (parts: readonly Buffer[]): Buffer => (parts.length === 1 ? parts[0]! : Buffer.concat(parts))
