import type { ModuleCode } from '@qitao/access/model/record/serial-number.rules.ts'
import type { Fields } from '@qitao/core/record.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { LineToSave, TableName } from '@qitao/platform/server/database/write-rows.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import type { RawBuilder } from 'kysely'
import type { AnyDocument, DocumentInput } from '../model/document.ts'

export type Conditions = readonly (RawBuilder<unknown> | undefined | false)[]

/** Columns beside its own, and where they come from. */
interface Shown {
  readonly columns: RawBuilder<unknown>
  readonly joins?: RawBuilder<unknown>
}

export interface DocumentNumber {
  readonly id: string
  readonly no: string
}
/** What rules ask of any document, read after its lock. */
export interface DocumentFacts extends DocumentNumber {
  readonly row_version: number
  /** Of a document that is approved. */
  readonly approval_status?: number | null
  /** Of one that may lie in a bin. */
  readonly deleted?: boolean
  /** Of one that may be without lines. */
  readonly line_count?: number
  // biome-ignore lint/suspicious/noExplicitAny: codes of any table of states
  readonly status: any
}

/** How a document is stored, as far as it is not as it was given: columns of its head, and those of its lines in their order. */
export interface StoredDocument {
  readonly head?: Readonly<Record<string, unknown>>
  readonly lines?: readonly LineToSave[]
}

/** Where the lines of a document are. */
export interface LineTable {
  readonly table: TableName
  readonly parent: string
  /** Each has a state of its own, which is the document's as long as no other area has moved it. */
  readonly live?: boolean
  /** What is counted over the lines, as columns over `l` and `m`; `shows` finds them as `l`. */
  readonly counted?: RawBuilder<unknown>
}

/**
 * How a declared document is stored and shown. In its SQL `t` is the document, `l` a line, `m` the line's material; what a named
 * reference points to is called by it: `supplier` of `supplier_id`.
 */
export interface DocumentTable<D extends AnyDocument, X extends object = Record<never, never>> {
  readonly table: TableName
  /** What a member may see of the table, where it is not all of it. */
  readonly seen?: TableName
  /** Absent: it has none, and its material is a column of its own. */
  readonly lines?: LineTable
  readonly serial: ModuleCode
  /** Where the keyword is looked for besides the number and named partners: `found` says of columns that it stands in one of them. */
  readonly keyword?: (
    found: (...columns: RawBuilder<unknown>[]) => RawBuilder<unknown>,
    org_id: string,
  ) => RawBuilder<unknown>
  /** Conditions of its `filters`. */
  // biome-ignore lint/suspicious/noExplicitAny: the filters of the declaration
  readonly where?: (filters: any, context: Context) => Conditions
  /** `today`: when the day began on which it is asked. */
  readonly shows?: (today: Instant) => Shown
  readonly lineShows?: Shown
  /** Joins that conditions and orders need. */
  readonly filterJoins?: RawBuilder<unknown>
  /** The order of the list when none is asked for; the newest first. */
  readonly defaultOrder?: string
  /** How rows are exported, where it is not as those of every document. */
  readonly exported?: { readonly fields: Fields; readonly instead: Readonly<Record<string, readonly string[]>> }
  /** How the list is ordered by fields of `sorted`, where it is not by them as they are. */
  readonly orders?: Readonly<Record<string, RawBuilder<unknown>>>
  /** What its rules ask of it beside `DocumentFacts`, as columns over `t`. */
  readonly facts?: RawBuilder<unknown>
  /**
   * What is stored for what is given: loads, all inputs at once, what the decision asks for, and decides. `own_id`: the one
   * that is altered. Refuses with the row and the field.
   */
  readonly settle: (
    context: Context,
    inputs: readonly DocumentInput<D>[],
    own_id?: string,
  ) => Promise<readonly StoredDocument[]>
  /** Columns of a new document that no input names. */
  readonly begins?: (context: Context, input: DocumentInput<D>) => Readonly<Record<string, unknown>>
  /** An action's own refusals, told before those of every document. */
  readonly checks?: Readonly<Record<string, (facts: DocumentFacts & X) => void>>
  /** What an action locks before its documents are locked, where that comes first in the order of locks. */
  readonly before?: Readonly<Record<string, (context: Context, ids: readonly string[]) => Promise<unknown>>>
  /** What follows from `add`, `alter`, `drop`, `restore`, `forget` and the actions, once it is done. */
  readonly acts?: Readonly<Record<string, (context: Context, documents: readonly DocumentNumber[]) => Promise<unknown>>>
}
