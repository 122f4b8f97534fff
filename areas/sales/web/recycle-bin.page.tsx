import { text } from '@qitao/core/text.ts'
import { Instant } from '@qitao/platform/web/instant.tsx'
import { ListPage } from '@qitao/platform/web/list-page.tsx'
import { useCommand } from '@qitao/platform/web/use-command.ts'
import { countSalesOrders, dropSalesOrders, listSalesOrders, restoreSalesOrders } from '../model/sales-order.calls.ts'
import { type SalesOrderRow, salesOrder } from '../model/sales-order.record.ts'
import { orderColumns } from './sales-order.columns.tsx'

/** Deleted sales orders: to be had back, or to be removed for good. */
export default function RecycleBinPage() {
  const refreshes = [listSalesOrders, countSalesOrders]
  const restore = useCommand(restoreSalesOrders, { refreshes })
  const drop = useCommand(dropSalesOrders, { refreshes })
  const acts = (orders: readonly SalesOrderRow[]) => {
    const ids = orders.map(({ id }) => id)
    return [
      { title: text('恢复', 'Restore'), run: () => restore.run({ ids }) },
      {
        title: text('彻底删除', 'Delete for good'),
        danger: true,
        ask: { title: text('彻底删除后无法恢复', 'They cannot be had back'), objects: orders.map(({ no }) => no) },
        run: () => drop.run({ ids }),
      },
    ]
  }
  return (
    <ListPage
      call={listSalesOrders}
      record={salesOrder}
      columns={[
        { name: 'no', width: 150 },
        { name: 'order_type', sort: false },
        { name: 'customer_id', width: 150, sort: false },
        orderColumns.products,
        orderColumns.quantity,
        { name: 'total_amount', sort: false },
        {
          name: 'deleted_time',
          title: text('删除时间', 'Deleted'),
          width: 150,
          sort: true,
          render: order => (order.deleted_time === null ? null : <Instant at={order.deleted_time} />),
        },
      ]}
      filters={['keyword', { name: 'customer_id', of: 'customer_id' }, { name: 'deleted', fixed: true }]}
      rowActions={order => acts([order])}
      bulkActions={acts}
    />
  )
}
