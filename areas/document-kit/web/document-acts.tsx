import type { AnyCall, In, Out } from '@qitao/core/call.ts'
import type { Draft, RecordType } from '@qitao/core/record.ts'
import type { Text } from '@qitao/core/text.ts'
import type { PickedRow } from '@qitao/platform/web/form/pickers.ts'
import type { LineColumn } from '@qitao/platform/web/lines/line-columns.ts'
import { type Act, act } from '@qitao/platform/web/list/act.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { type ComponentType, type ReactNode, useState } from 'react'
import type { ActionOf, AnyDocument, DocumentLineRow, DocumentRow, LinedDocument } from '../model/document.ts'
import type { printOf } from '../model/document-paper.ts'
import { rowOf } from './any-row.ts'
import { AskDialog } from './ask-dialog.tsx'
import { type MailWith, usePaper } from './use-paper.tsx'

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
  /** Fields besides, with what they begin with; `when`: only then; `first`: above the lines. */
  readonly fields?: {
    readonly of: RecordType
    readonly values: Readonly<Record<string, unknown>>
    readonly first?: boolean
    readonly when?: (record: DocumentRow<D>) => boolean
  }
  /** What has to be known before it is done. */
  readonly note?: Text
  readonly facts?: (record: DocumentRow<D>) => ReactNode
  /** Words of the button; those of the action when absent. */
  readonly ok?: Text
  readonly refreshes?: readonly AnyCall[]
  readonly done?: (input: In<C>, taken: Taken<D>) => void
}
/** An action that asks. */
interface Asks {
  readonly call: AnyCall
  readonly Dialog: ComponentType<{ id: string; action: string; onClose: () => void }>
}
/** An action of one document whose call asks for something: what its dialog shows and sends. */
export const asks = <D extends LinedDocument, C extends AnyCall, L extends object, A extends AnyCall>(
  of: D,
  call: C,
  asked: Asked<D, C, L, A>,
): Asks => ({
  call,
  Dialog: at => <AskDialog<D, C, L, A> {...at} of={of} call={call} asked={asked} />,
})

/** What can be done to one document beside the actions of its life: in the list, on its page, wherever it is shown. */
export interface DocumentActs<D extends AnyDocument> {
  /** In the order of their buttons. */
  readonly asked?: Partial<Readonly<Record<ActionOf<D>, Asks>>>
  /** Those of them that stand behind the others in a list. */
  readonly behind?: readonly ActionOf<D>[]
  readonly grave?: readonly ActionOf<D>[]
  /** Why none of them is possible, whatever its state. */
  readonly rests?: (record: DocumentRow<D>) => Text | undefined
  readonly print?: ReturnType<typeof printOf>
  readonly mail?: MailWith<DocumentRow<D>>
}

interface Shown<R> {
  readonly asked: (action: string, record: R) => Act
  readonly first: (record: R) => readonly Act[]
  readonly behind: (record: R) => readonly Act[]
  readonly bulk: (records: readonly R[]) => readonly Act[]
  /** Stand where the page does. */
  readonly dialogs: ReactNode
}

export function useDocumentActs<D extends AnyDocument>(
  of: D,
  { asked = {}, behind = [], grave = [], rests, print, mail }: DocumentActs<D>,
): Shown<DocumentRow<D>> {
  type R = DocumentRow<D>
  const [opened, setOpened] = useState<{ action: string; id: string }>()
  const paper = usePaper<R>(of, { print, mail })
  const named: Readonly<Partial<Record<string, Asks>>> = asked
  const doing = (action: string, record: R): Act => {
    const { id, status } = rowOf(record)
    const why = rests?.(record)
    return act(
      of.statuses,
      action,
      status,
      needing(named[action]!.call, () => setOpened({ action, id })),
      { ...(why ? { whyNot: why } : {}), ...(grave.some(one => one === action) ? { danger: true } : {}) },
    )
  }
  const isBehind = (action: string) => behind.some(one => one === action)
  const all = Object.keys(named)
  const Opened = opened && named[opened.action]?.Dialog
  return {
    asked: doing,
    first: record => all.filter(action => !isBehind(action)).map(action => doing(action, record)),
    behind: record => {
      const acts = all.filter(isBehind).map(action => doing(action, record))
      return [...acts.filter(({ danger }) => !danger), ...paper.acts(record), ...acts.filter(({ danger }) => danger)]
    },
    bulk: paper.bulk,
    dialogs: (
      <>
        {opened && Opened ? <Opened {...opened} onClose={() => setOpened(undefined)} /> : null}
        {paper.dialogs}
      </>
    ),
  }
}
