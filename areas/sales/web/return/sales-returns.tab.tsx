import { text } from '@qitao/core/text.ts'
import { DocumentList, materialsColumn } from '@qitao/document-kit/web'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { act } from '@qitao/platform/web/list/act.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { pages } from '@qitao/site/model/pages.ts'
import {
  makeReturnReceipt,
  printSalesReturns,
  type SalesReturnRow,
  salesReturnCalls,
  salesReturns,
} from '../../model/return/sales-return.calls.ts'
import { salesReturnStatus } from '../../model/return/sales-return.status.ts'
import { salesReturnType } from '../../model/sales-order.status.ts'

const payload = (of?: SalesReturnRow) => ({
  order_type: salesReturnType,
  ...(of ? { type: 'edit', id: of.id } : { type: 'add' }),
})

/** What customers give back: what is to come, what has, and the credit for it. */
export function SalesReturnsTab() {
  const { may } = useSession()
  const receive = useCommand(makeReturnReceipt, {
    refreshes: [salesReturnCalls.list],
    success: ({ no }) => text(`已生成入库单 ${no}`, `Receipt ${no} is made`),
    done: ({ no }) => {
      if (may(pages.inbound)) openPage(pages.inbound, { keyword: no })
    },
  })
  return (
    <DocumentList
      of={salesReturns}
      acts={{ print: printSalesReturns }}
      edit={pages.editSalesOrder}
      payload={payload}
      columns={[
        { name: 'no', width: 150 },
        'status',
        { name: 'order_id', width: 150, render: of => of.order_no },
        { name: 'customer_id', width: 150 },
        materialsColumn,
        { name: 'quantity', width: 100 },
        { name: 'received_quantity', width: 100 },
        { name: 'credit_amount', width: 120 },
        'return_date',
        { name: 'reason' },
      ]}
      hidden={['inspects', 'remark']}
      filters={['customer_id', 'material_id', 'timestamp_range']}
      moreActs={of => [
        act(salesReturnStatus, 'receive', of.status, receive.with({ id: of.id }), {
          title: text('转入库单', 'Make receipt'),
        }),
      ]}
    />
  )
}
