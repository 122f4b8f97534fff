import type { AnyCall, In, Out } from '@qitao/core/call.ts'
import type { Draft, RecordType } from '@qitao/core/record.ts'
import type { Text } from '@qitao/core/text.ts'
import type { CallFailure } from '@qitao/platform/web/call/failures.ts'
import type { PickedRow } from '@qitao/platform/web/form/pickers.ts'
import type { LineColumn } from '@qitao/platform/web/lines/line-columns.ts'
import type { ReactNode } from 'react'
import type { DocumentLineRow, DocumentRow, LinedDocument } from '../model/document.ts'

/** A document as it is read for what is done to it. */
export interface Taken<D extends LinedDocument> {
  readonly record: DocumentRow<D>
  readonly lines: readonly DocumentLineRow<D>[]
}
type GivenLine<C> = In<C> extends { readonly lines: readonly (infer G)[] } ? Draft<G> : never
/** What is asked for an action of one document. */
export interface Asked<D extends LinedDocument, C extends AnyCall, L extends object, A extends AnyCall> {
  /** Read beside the document. */
  readonly also?: { readonly call: A; readonly input: (id: string) => In<A> }
  readonly lines?: {
    /** Of what they begin with; one of which `given` makes nothing is not sent. */
    readonly rows: (taken: Taken<D>, also: Out<A>) => readonly L[]
    readonly given: (line: L) => GivenLine<C> | undefined
    readonly of: RecordType
    readonly columns: readonly LineColumn<L>[]
    readonly change?: (line: L, changed: string, picked?: PickedRow) => L
    /** They may be left out, and none is copied. */
    readonly fixed?: boolean
    /** Said where there are none. */
    readonly none?: Text
  }
  /** Fields besides, with what they begin with; `when`: only then; `some`: those that are asked for, and sent, only then; `first`: above the lines. */
  readonly fields?: {
    readonly of: RecordType
    readonly values: Readonly<Record<string, unknown>>
    readonly first?: boolean
    readonly when?: (record: DocumentRow<D>) => boolean
    readonly some?: Readonly<Record<string, (record: DocumentRow<D>, refused: CallFailure | null) => boolean>>
  }
  /** What has to be known before it is done. */
  readonly note?: Text
  readonly facts?: (record: DocumentRow<D>) => ReactNode
  /** Words of the button; those of the action when absent. */
  readonly ok?: Text
  readonly done?: (input: In<C>, taken: Taken<D>) => void
}
