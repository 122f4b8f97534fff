import { text } from '@qitao/core/text.ts'
import { ask, useCall } from '@qitao/platform/web/call/use-call.ts'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { materialColumn } from '@qitao/stock/web'
import { useState } from 'react'
import { type ComingPartRow, comingPart, listComingParts } from '../../model/coming/coming.calls.ts'
import type { ComingState } from '../../model/coming/coming.status.ts'
import { listArrivals, receiveArrivals } from '../../model/purchase-order.calls.ts'
import type { ArrivalRow } from '../../model/purchase-order.record.ts'
import { ExpectedArrival } from '../delay/expected-arrival.tsx'
import { Wished } from '../line/wished.tsx'
import { ReceiveDialog } from '../receive.dialog.tsx'

export interface ShownCell {
  readonly supplier_id: string
  readonly title: string
  /** null: of which nobody knows the day. */
  readonly range: [number, number] | null
}
interface Asked {
  readonly keyword?: string | undefined
  readonly material_id?: string | undefined
  readonly state?: ComingState | undefined
}
/** Of one answer; what is beyond it is told. */
const most = 200

/** What comes then of one supplier, with its orders and arrivals; it is received from here. */
export function ComingDrawer({ of, asked, onClose }: { of: ShownCell; asked: Asked; onClose: () => void }) {
  const say = useSay()
  const { keyword, material_id, state } = asked
  const input = { keyword, material_id, state, supplier_id: of.supplier_id, range: of.range, page_size: most }
  const found = useCall(listComingParts, input)
  const [received, setReceived] = useState<{ part: ComingPartRow; line: ArrivalRow }>()
  /** The line as it stands now; it may have come meanwhile. */
  const receive = async (part: ComingPartRow) => {
    const { result } = await ask(listArrivals, { ids: [part.line_id] })
    const [line] = result
    if (line) setReceived({ part, line })
    else void found.refetch()
  }
  const left = (found.data?.total ?? 0) - (found.data?.result.length ?? 0)
  return (
    <DetailDrawer open wide title={of.title} onClose={onClose}>
      {found.error && !found.data ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !found.data ? (
        <RowsSkeleton />
      ) : (
        <DataTable<ComingPartRow>
          record={comingPart}
          rows={found.data.result}
          columns={[
            {
              ...{ name: 'purchase_order_id', width: 130, sort: false },
              render: row => <RecordLink kind="purchase_order" id={row.purchase_order_id} no={row.purchase_order_no} />,
            },
            { ...materialColumn, width: 200, sort: false },
            { name: 'day', width: 180, sort: false, render: row => <DueDate day={row.day} /> },
            { name: 'quantity', width: 100, sort: false, unit: row => row.unit_name },
            { name: 'state', width: 110, sort: false },
            {
              ...{ name: 'arrival_id', width: 150, sort: false },
              render: row =>
                row.arrival_no === null ? (
                  <span className="qt-none">—</span>
                ) : (
                  <RecordLink kind="arrival" id={row.arrival_id} no={row.arrival_no} />
                ),
            },
            { name: 'wished_date', width: 140, sort: false, render: row => <Wished of={row.wished_date} /> },
            {
              ...{ name: 'expected', title: text('按历史预计（P50 ~ P90）', 'By history (P50 ~ P90)'), width: 216 },
              render: row => <ExpectedArrival eta={row.day} supplier_id={row.supplier_id} />,
            },
          ]}
          rowActions={row => [
            {
              title: text('到货入库', 'Receive'),
              run: needing(receiveArrivals, () => receive(row)),
            },
          ]}
        />
      )}
      {left > 0 ? (
        <p className="qt-secondary">{say(text('另有 {left} 条未显示', '{left} more are not shown'), { left })}</p>
      ) : null}
      {received ? (
        <ReceiveDialog
          arrivals={[{ ...received.line, quantity: received.part.quantity }]}
          {...(received.part.arrival_id === null ? {} : { came_with: received.part.arrival_id })}
          onClose={() => setReceived(undefined)}
        />
      ) : null}
    </DetailDrawer>
  )
}
