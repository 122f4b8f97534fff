import type { FileRow } from '@qitao/core/exchange.ts'

/** What the thread of an import and the job that drives it tell each other. Large lists travel as JSON text: the event loop hands them to the database unread. */
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
  readonly json: string
  /** Of each document, the rows that it is made of. */
  readonly rows: readonly (readonly number[])[]
}
/** A problem as the page shows it. */
export interface ShownProblem {
  readonly row: number
  readonly column: string
  readonly title: string
  readonly message: string
}
