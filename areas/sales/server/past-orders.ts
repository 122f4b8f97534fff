import { amountOf, type Quantity, sum } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import { orderType, salesOrderStatus } from '../model/sales-order.status.ts'

const { delivered } = salesOrderStatus.codes
export interface PastOrder {
  readonly id: string
  readonly no: string
  readonly customer_id: string
  readonly order_date: Instant
  readonly delivery_date: Instant
  readonly delivered_time: Instant
  readonly lines: readonly {
    readonly id: string
    readonly material_id: string
    readonly quantity: Quantity
    readonly price: Quantity | null
    /** What its work orders were to make, and have made. */
    readonly made: Quantity
  }[]
}
/** Orders of a past that is entered later: shipped whole, over and done with. Whoever enters them enters their shipments too. */
export async function enterPastOrders(tx: Tx, owner_id: string, orders: readonly PastOrder[]): Promise<void> {
  const amountFor = ({ quantity, price }: PastOrder['lines'][number]) =>
    price === null ? null : amountOf(quantity, price)
  await insertRows(
    tx,
    'sales_order',
    orders.map(({ id, no, customer_id, order_date, delivery_date, lines }) => ({
      ...{ id, no, customer_id, order_date, delivery_date, owner_id },
      ...{ order_type: orderType.codes.sales_order, status: delivered },
      total_amount: sum(lines.map(line => amountFor(line) ?? '0')),
    })),
  )
  await insertRows(
    tx,
    'sales_order_line',
    orders.flatMap(({ id: order_id, delivered_time, lines }) =>
      lines.map((line, index) => ({
        ...{ id: line.id, order_id, line_no: index + 1, material_id: line.material_id },
        ...{ quantity: line.quantity, price: line.price, amount: amountFor(line), planned_quantity: line.made },
        ...{ produced_quantity: line.made, inbound_quantity: line.made },
        ...{ shipped_quantity: line.quantity, status: delivered, delivered_time },
      })),
    ),
  )
}
