import { negate, type Quantity } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import { post } from '@qitao/stock/server'
import { type Direction, inboundStatus, movementOf, outboundStatus, receiptsType } from '../model/receipt.status.ts'

export interface PastReceipt {
  readonly id: string
  readonly direction: Direction
  readonly receipt_type: number
  readonly no: string
  readonly at: Instant
  readonly warehouse_id?: string
  readonly order_id?: string
  readonly customer_id?: string
  readonly purchase_order_id?: string
  readonly supplier_id?: string
  readonly mo_id?: string
  readonly lines: readonly {
    readonly material_id: string
    readonly location_id: string
    readonly quantity: Quantity
    readonly source_line_id?: string
  }[]
}
/** Receipts of a past that is entered later, booked in the ledger at their times: before what the ledger has already. */
export async function enterPastReceipts(
  tx: Tx,
  org_id: string,
  operator_id: string,
  receipts: readonly PastReceipt[],
): Promise<void> {
  // In before out on the same moment, as one makes what the other takes.
  const inOrder = receipts.toSorted((a, b) => a.at - b.at || receiptsType[a.direction] - receiptsType[b.direction])
  await insertRows(
    tx,
    'receipt',
    inOrder.map(({ id, direction, receipt_type, no, at, lines: _, ...of }) => ({
      ...{ id, no, receipt_type, receipts_type: receiptsType[direction], receipt_date: at, operator_id, ...of },
      status: direction === 'inbound' ? inboundStatus.codes.completed : outboundStatus.codes.completed,
    })),
  )
  await insertRows(
    tx,
    'receipt_line',
    inOrder.flatMap(({ id: receipt_id, lines }) =>
      lines.map(({ material_id, location_id, quantity, source_line_id }, index) => ({
        ...{ id: newId(), receipt_id, line_no: index + 1, material_id, location_id, quantity },
        ...{ done_quantity: quantity, source_line_id: source_line_id ?? null },
      })),
    ),
  )
  await post(tx, {
    org_id,
    movements: inOrder.flatMap(({ id, no, direction, receipt_type, at, supplier_id, mo_id, lines }) =>
      lines.map(({ material_id, location_id, quantity }) => ({
        ...{ movement_type: movementOf(direction, receipt_type), material_id, location_id },
        ...{ quantity: direction === 'inbound' ? quantity : negate(quantity) },
        ...{ receipt_no: no, source_type: 'receipt', source_id: id, movement_time: at },
        ...(direction === 'inbound' && supplier_id ? { supplier_id } : {}),
        ...(mo_id ? { mo_id } : {}),
      })),
    ),
  })
}
