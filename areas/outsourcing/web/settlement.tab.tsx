import { text } from '@qitao/core/text.ts'
import { useDocumentActs } from '@qitao/document-kit/web'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { listOutsourceSettlements, type OutsourceOrderRow, outsourceOrders } from '../model/outsource-order.calls.ts'
import { outsourceOrder } from '../model/outsource-order.record.ts'
import { outsourceActs } from './outsource-acts.tsx'
import { sumOf } from './sum-of.tsx'

/** What has come to an end: what came of it, what is to be paid, and what still lies there. */
export function SettlementTab() {
  const { asked, dialogs } = useDocumentActs(outsourceOrders, outsourceActs)
  return (
    <>
      <ListPage
        call={listOutsourceSettlements}
        record={outsourceOrder}
        columns={[
          {
            name: 'no',
            width: 160,
            opens: (row: OutsourceOrderRow) => openEdit(pages.editOutsourcing, { id: row.id }),
          },
          { name: 'status', width: 120 },
          { name: 'supplier_id', width: 140 },
          { ...sumOf('received_quantity'), title: text('收回', 'Received'), width: 100 },
          { ...sumOf('loss_quantity'), title: text('损耗', 'Loss'), width: 90 },
          { name: 'yield_rate', title: text('良率%', 'Yield %'), width: 90, sort: false },
          {
            name: 'payable_amount',
            title: text('应付加工费', 'Payable'),
            width: 120,
            sort: false,
            unit: row => row.currency,
          },
          { ...sumOf('left_quantity'), title: text('未退物料', 'Material left'), width: 110 },
          { name: 'settled_time', width: 150, sort: false },
        ]}
        filters={['keyword', 'supplier_id']}
        rowActions={(row: OutsourceOrderRow) => [asked('settle', row), asked('give_back', row)]}
      />
      {dialogs}
    </>
  )
}
