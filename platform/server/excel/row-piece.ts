import type { FileRow } from '@qitao/core/exchange.ts'

/** Rows to save, on their way from the thread to the database: the event loop between them passes them on unread. */
export interface RowPiece {
  readonly ids: readonly string[]
  /** As PostgreSQL takes jsonb in binary: its version, then the JSON in UTF-8. */
  readonly jsonb: Uint8Array<ArrayBuffer>
}
/** A row with its `id`, and its `row` in the file. */
export type PieceRow = FileRow & { readonly id: string; readonly row: number }

const version = '\u0001'

export const rowPiece = (rows: readonly PieceRow[]): RowPiece => ({
  ids: rows.map(({ id }) => id),
  jsonb: new TextEncoder().encode(version + JSON.stringify(rows)),
})
export const rowsOf = ({ jsonb }: RowPiece): PieceRow[] =>
  JSON.parse(new TextDecoder().decode(jsonb.subarray(version.length)))
