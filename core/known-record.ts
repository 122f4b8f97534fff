/**
 * Records that people know, and what they get beside the pages of their own: each area announces those of its tables, the apps
 * collect them (`announce`), and what serves all of them alike asks here.
 */
import type { RecordType } from './record.ts'
import type { Text } from './text.ts'

/** One of the pages must be open to the member. */
type Pages = readonly { readonly path: string }[]

/** Files that may hang on a record. */
export interface AttachmentOwner {
  readonly reads: Pages
  readonly changes: Pages
  /** 20 where nothing is said. */
  readonly most?: number
  /** Document type of its approvals: while one is pending, files stay as they were submitted. */
  readonly approved_as?: string
}

/** Lines of a document, in a table that is called as their record is. Each has `line_no` and `material_id`. */
export interface KnownLines {
  readonly of: RecordType
  /** The column in which a line names its document. */
  readonly parent: string
}

export interface KnownRecord {
  /** The history of a record is shown to who may open one of these. */
  readonly history?: Pages
  /** Fields of which the history tells only who may open one of their pages, such as what tells prices. */
  readonly guarded?: Readonly<Record<string, Pages>>
  /** What is changed of these is told in its history. */
  readonly lines?: KnownLines
  readonly attachments?: AttachmentOwner
  /** It may have fields of the company's own; this is what people choose it by. */
  readonly custom?: Text
  /** Where its number stands, which people may also type: automatic ones, by these rules, pass over those. */
  readonly numbers?: { readonly modules: readonly string[]; readonly column: string }
  /** The view of the records that a member may see, where that is not the matter of a page alone. */
  readonly seen?: string
}
/** By the name of the table. */
export type KnownRecords = Readonly<Record<string, KnownRecord>>

const known = new Map<string, KnownRecord>()

/** Throws when two areas announce one table. */
export function announce(records: KnownRecords): void {
  for (const [table, record] of Object.entries(records)) {
    if (known.has(table) && known.get(table) !== record) throw new Error(`${table} is announced twice`)
    known.set(table, record)
  }
}
export const knownRecords = (): ReadonlyMap<string, KnownRecord> => known
export const knownRecord = (table: string): KnownRecord => known.get(table) ?? {}

/** Where the numbers of a rule stand; undefined: nowhere but in the sequence. */
export function numberColumn(module: string): { table: string; column: string } | undefined {
  for (const [table, { numbers }] of known)
    if (numbers?.modules.includes(module)) return { table, column: numbers.column }
  return undefined
}
