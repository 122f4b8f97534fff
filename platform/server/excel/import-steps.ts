import type { FileRow } from '@qitao/core/exchange.ts'

/** What the steps of an import hand to each other. Long lists are JSON text, as statements take them. */
export interface ReadAnswer {
  readonly rows: number
  readonly problems: number
  /** Words to look up, by record: `{"unit":["件"]}`. */
  readonly wanted: string
  /** Keys of the rows; `pieces` has them so many at a time. */
  readonly keys: string
  readonly pieces: readonly string[]
}
export interface Match {
  readonly word: string
  /** 0 for a code, above for a name. */
  readonly rank: number
  readonly id: string
  readonly facts: FileRow
}
/** The records that the words of the file name, by the name of the record. */
export type Referred = Readonly<Record<string, readonly Match[]>>
/** A change that a record in use does not take; whether it is in use, the database knows. */
export interface LockedChange {
  readonly row: number
  readonly id: string
}
export interface Decided {
  readonly problems: number
  readonly adds: number
  readonly changes: number
  readonly unchanged: number
  readonly documents: number
  readonly locked: readonly LockedChange[]
}
export interface DocumentPiece {
  /** Checked inputs of the call. */
  readonly inputs: readonly unknown[]
  /** Of each document, the rows that it is made of. */
  readonly rows: readonly (readonly number[])[]
}
/** A row with its `id`, and its `row` in the file. */
export type PieceRow = FileRow & { readonly id: string; readonly row: number }
/** A problem as the page shows it. */
export interface ShownProblem {
  readonly row: number
  readonly column: string
  readonly title: string
  readonly message: string
}
