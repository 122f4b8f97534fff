import { text } from '@qitao/core/text.ts'
import { DocumentList, materialsColumn } from '@qitao/document-kit/web'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { type OutsourceOrderRow, outsourceOrders } from '../model/outsource-order.calls.ts'
import { outsourceStatus } from '../model/outsource-order.status.ts'
import { outsourceActs } from './outsource-acts.tsx'
import { sumOf } from './sum-of.tsx'

const isDone = ({ status }: OutsourceOrderRow) => !outsourceStatus.can('receive', status)

export function OrdersTab() {
  return (
    <DocumentList
      of={outsourceOrders}
      edit={pages.editOutsourcing}
      columns={[
        { name: 'no', width: 160 },
        { name: 'status', width: 130 },
        { name: 'supplier_id', width: 140 },
        materialsColumn,
        { ...sumOf('sent_quantity'), title: text('已发出', 'Sent'), width: 100 },
        { ...sumOf('received_quantity'), title: text('已收回', 'Received'), width: 100 },
        { ...sumOf('loss_quantity'), title: text('损耗', 'Loss'), width: 90 },
        { name: 'yield_rate', title: text('良率%', 'Yield %'), width: 90 },
        { name: 'eta', width: 150, render: row => <DueDate day={row.eta} done={isDone(row)} /> },
        { name: 'total_amount', unit: row => row.currency },
      ]}
      hidden={['order_date', 'mailed_time', 'mailed_to', 'remark']}
      filters={['supplier_id', 'overdue', 'material_id', 'timestamp_range']}
      acts={outsourceActs}
    />
  )
}
