import { definePicker } from '@qitao/platform/web/form/picker.tsx'
import { listSalesOrders, type SalesOrderRow, showSalesOrder } from '../model/sales-order.calls.ts'
import { salesOrderStatus } from '../model/sales-order.status.ts'

const { delivered } = salesOrderStatus.codes

/** Orders of which something may have left. */
export const SalesOrderPicker = definePicker({
  list: listSalesOrders,
  detail: showSalesOrder,
  label: row => {
    const { no, customer_name } = row as SalesOrderRow
    return [no, customer_name].filter(Boolean).join(' ')
  },
  input: { statuses: [...salesOrderStatus.from('ship'), delivered] },
})
