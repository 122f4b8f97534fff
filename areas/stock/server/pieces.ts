import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import { sql } from 'kysely'
import type { adjustmentSource } from '../model/ledger.rules.ts'
import {
  expectPieceThere,
  type KnownPiece,
  type LastEntry,
  type NamedPiece,
  placeOfPiece,
} from '../model/piece.rules.ts'

/**
 * Locks the pieces that a document names and refuses those that are not where it takes them from; what is known of each, by its
 * number. Before the ledger is locked.
 */
export async function takePieces(
  tx: Tx,
  org_id: string,
  named: readonly NamedPiece[],
): Promise<ReadonlyMap<string, KnownPiece>> {
  if (named.length === 0) return new Map()
  const numbers = named.map(({ serial_no }) => serial_no)
  const which = sql`s.org_id = ${org_id} and s.serial_no = any(${numbers}::text[])`
  await sql`select from serial_number s where ${which} order by s.id for no key update`.execute(tx)
  const found = await rows(
    tx,
    sql<
      Omit<KnownPiece, 'place'>
    >`select s.serial_no, s.material_id, s.mo_id, coalesce(s.lot_number, '') as lot_number, m.serial_policy from serial_number s
      join material m on m.org_id = s.org_id and m.id = s.material_id where ${which}`,
  )
  const last = await rows(
    tx,
    sql<
      LastEntry & { serial_no: string; lot_number: string }
    >`select distinct on (serial_no) serial_no, source_type, mo_id, quantity, lot_number
      from trace_entry where org_id = ${org_id} and serial_no <> '' and serial_no = any(${numbers}::text[]) order by serial_no, id desc`,
  )
  const lastOf = new Map(last.map(entry => [entry.serial_no, entry]))
  const known = new Map(
    found.map(piece => {
      const entry = lastOf.get(piece.serial_no)
      const lot_number = entry?.lot_number || piece.lot_number
      return [piece.serial_no, { ...piece, lot_number, place: placeOfPiece(entry) }]
    }),
  )
  return new Map(named.map(piece => [piece.serial_no, expectPieceThere(piece, known.get(piece.serial_no))]))
}

export interface TraceEntry {
  readonly source_type: 'receipt' | 'report' | 'qc_task' | typeof adjustmentSource
  readonly source_id: string
  readonly source_no: string
  readonly movement_type?: number | null
  readonly mo_id: string | null
  readonly material_id: string
  readonly lot_number: string
  readonly serial_no: string
  /** Positive: out of the document; negative: into it. */
  readonly quantity: string
}
export const recordTrace = (tx: Tx, entries: readonly TraceEntry[]): Promise<void> =>
  insertRows(tx, 'trace_entry', entries)

/** A report that is undone has neither used nor made anything. */
export const dropTrace = (tx: Tx, org_id: string, source_ids: readonly string[]): Promise<unknown> =>
  sql`delete from trace_entry where org_id = ${org_id} and ${among(sql`source_id`, source_ids)}`.execute(tx)
