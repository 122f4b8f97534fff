import type { AnyCall } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { type ReactNode, useState } from 'react'
import type { PriceListCalls } from '../../model/price/price-list.calls.ts'
import { PriceChangeDialog } from './price-change.dialog.tsx'
import { PriceHistoryDrawer } from './price-history.drawer.tsx'

interface Row {
  readonly id: string
}
/** What is done with rates beside writing one: several change together, seen first; and how one went. */
export function useRateActs(
  calls: PriceListCalls,
  refreshes: readonly AnyCall[],
): { rowActions: (row: Row) => Act[]; bulkActions: (rows: readonly Row[]) => Act[]; frames: ReactNode } {
  const [changed, setChanged] = useState<readonly string[]>()
  const [shown, setShown] = useState<string>()
  return {
    rowActions: row => [{ title: text('走势', 'History'), run: needing(calls.history, () => setShown(row.id)) }],
    bulkActions: rows => [
      {
        title: text('批量调价', 'Change prices'),
        run: needing(calls.change, () => setChanged(rows.map(({ id }) => id))),
      },
    ],
    frames: (
      <>
        {changed ? (
          <PriceChangeDialog {...{ calls, ids: changed, refreshes }} onClose={() => setChanged(undefined)} />
        ) : null}
        {shown ? <PriceHistoryDrawer calls={calls} id={shown} onClose={() => setShown(undefined)} /> : null}
      </>
    ),
  }
}
