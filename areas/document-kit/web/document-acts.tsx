import type { AnyCall } from '@qitao/core/call.ts'
import type { Text } from '@qitao/core/text.ts'
import { type Act, act } from '@qitao/platform/web/list/act.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { type ComponentType, type ReactNode, useState } from 'react'
import type { ActionOf, AnyDocument, DocumentRow, LinedDocument } from '../model/document.ts'
import type { printOf } from '../model/document-paper.ts'
import { rowOf } from './any-row.ts'
import { AskDialog } from './ask-dialog.tsx'
import type { Asked } from './asked.ts'
import { type MailWith, usePaper } from './use-paper.tsx'

/** An action that asks. */
interface Asks {
  readonly call: AnyCall
  readonly Dialog: ComponentType<{ id: string; action: string; refreshes: readonly AnyCall[]; onClose: () => void }>
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
  /** Why none of them, or this one, is possible, whatever its state. */
  readonly rests?: (record: DocumentRow<D>, action: string) => Text | undefined
  readonly print?: ReturnType<typeof printOf>
  readonly mail?: MailWith<DocumentRow<D>>
  /** Calls beside its own whose answers change with whatever is done to it. */
  readonly refreshes?: readonly AnyCall[]
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
  { asked = {}, behind = [], grave = [], rests, print, mail, refreshes = [] }: DocumentActs<D>,
): Shown<DocumentRow<D>> {
  type R = DocumentRow<D>
  const [opened, setOpened] = useState<{ action: string; id: string }>()
  const paper = usePaper<R>(of, { print, mail })
  const named: Readonly<Partial<Record<string, Asks>>> = asked
  const doing = (action: string, record: R): Act => {
    const { id, status } = rowOf(record)
    const why = rests?.(record, action)
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
        {opened && Opened ? <Opened {...opened} refreshes={refreshes} onClose={() => setOpened(undefined)} /> : null}
        {paper.dialogs}
      </>
    ),
  }
}
