import type { ModuleCode } from '@qitao/access/model/record/serial-number.rules.ts'
import type { Exchange } from '@qitao/core/exchange.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import type { TableName } from '@qitao/platform/server/database/write-rows.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import type { RawBuilder } from 'kysely'
import type { AnyDocument, DocumentInput } from '../model/document.ts'

export type Conditions = readonly (RawBuilder<unknown> | undefined | false)[]

/** What rules ask of any document, read after its lock. */
export interface DocumentFacts {
  readonly id: string
  readonly no: string
  readonly row_version: number
  // biome-ignore lint/suspicious/noExplicitAny: codes of any table of states
  readonly status: any
}

/** A document as it is stored: columns of its head, and those of its lines in their order. */
export interface StoredDocument {
  readonly head: Readonly<Record<string, unknown>>
  readonly lines: readonly (Readonly<Record<string, unknown>> & { readonly id?: string | undefined })[]
}

/** How a declared document is stored and shown. In its SQL `t` is the document, `l` a line, `m` the line's material. */
export interface DocumentTable<D extends AnyDocument, X extends object = Record<never, never>> {
  readonly table: TableName
  readonly lines: { readonly table: TableName; readonly parent: string }
  /** Its numbers, and the refusal of one that is taken. */
  readonly serial: ModuleCode
  readonly numberTaken: ErrorDefinition
  /** The refusal of what its state does not allow. */
  readonly notNow: ErrorDefinition
  /** Columns that the keyword looks in, besides the number. */
  readonly keyword?: readonly RawBuilder<unknown>[]
  /** Conditions of the filters that only it has. */
  // biome-ignore lint/suspicious/noExplicitAny: the filters of the declaration
  readonly where?: (filters: any, context: Context) => Conditions
  readonly shows?: { readonly columns: RawBuilder<unknown>; readonly joins: RawBuilder<unknown> }
  readonly lineShows?: { readonly columns: RawBuilder<unknown>; readonly joins: RawBuilder<unknown> }
  /** Fields that the list may be ordered by, besides number, status and the dates. */
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
  readonly begins?: (context: Context) => Readonly<Record<string, unknown>>
  /** Further conditions of an action, for each document that is asked for. */
  readonly checks?: Readonly<Record<string, (facts: DocumentFacts & X) => void>>
  /** What an action does besides moving the documents on; before they move. */
  readonly acts?: Readonly<
    Record<string, (context: Context, documents: readonly (DocumentFacts & X)[]) => Promise<unknown>>
  >
  readonly imports?: Exchange
}
