import { amountOf, type Quantity, sum } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import { purchaseStatus } from '../model/purchase.status.ts'

export interface PastPurchase {
  readonly id: string
  readonly no: string
  readonly supplier_id: string
  readonly order_date: Instant
  readonly eta: Instant
  readonly arrival_time: Instant
  readonly lines: readonly {
    readonly id: string
    readonly material_id: string
    readonly quantity: Quantity
    readonly price: Quantity
  }[]
}
/** Purchase orders of a past that is entered later: received whole. Whoever enters them enters their receipts too. */
export async function enterPastPurchases(tx: Tx, operator_id: string, orders: readonly PastPurchase[]): Promise<void> {
  await insertRows(
    tx,
    'purchase_order',
    orders.map(({ id, no, supplier_id, order_date, eta, lines }) => ({
      ...{ id, no, supplier_id, order_date, eta, operator_id, status: purchaseStatus.codes.completed },
      total_amount: sum(lines.map(({ quantity, price }) => amountOf(quantity, price))),
    })),
  )
  await insertRows(
    tx,
    'purchase_order_line',
    orders.flatMap(({ id: order_id, eta, arrival_time, lines }) =>
      lines.map(({ id, material_id, quantity, price }, index) => ({
        ...{ id, order_id, line_no: index + 1, material_id, quantity, received_quantity: quantity, price },
        ...{ amount: amountOf(quantity, price), eta, arrival_time },
      })),
    ),
  )
}
