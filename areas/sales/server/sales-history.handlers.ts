import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, withinRange } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { queryHistoryOrder } from '../model/sales-history.calls.ts'
import type { SalesHistoryRow } from '../model/sales-history.record.ts'
import { inquiryOrderType, salesOrderStatus } from '../model/sales-order.status.ts'

/** Lines of orders that were submitted; drafts, inquiries and what is in the recycle bin sold nothing. */
export const salesHistoryHandlers: Handler[] = [
  handle(queryHistoryOrder, (input, { tx, org_id }) =>
    listRows<SalesHistoryRow>(
      tx,
      {
        org_id,
        table: 'seen_sales_order_line',
        filterJoins: sql`join seen_sales_order o on o.org_id = t.org_id and o.id = t.order_id`,
        where: [
          sql`t.material_id = ${input.material_id}`,
          sql`not o.deleted and o.order_type <> ${inquiryOrderType} and o.status <> ${salesOrderStatus.codes.init}`,
          input.customer_id !== undefined && sql`o.customer_id = ${input.customer_id}`,
          withinRange(sql`o.order_date`, input.timestamp_range),
          contains(input.keyword, sql`o.no`),
        ],
        columns: sql`t.id, t.row_version, t.created_time, t.updated_time, o.no as order_no, o.customer_id, k.name as customer_name,
          t.material_id, t.quantity, u.name as unit_name, t.price, t.amount, o.currency, o.order_date, t.delivered_time`,
        joins: sql`join seen_sales_order o on o.org_id = t.org_id and o.id = t.order_id
          left join customer k on k.org_id = o.org_id and k.id = o.customer_id
          join material m on m.org_id = t.org_id and m.id = t.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id`,
        orders: { order_date: sql`o.order_date`, order_no: sql`o.no`, quantity: sql`t.quantity` },
        defaultOrder: '-order_date',
      },
      input,
    ),
  ),
]
