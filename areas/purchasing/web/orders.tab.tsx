import { text } from '@qitao/core/text.ts'
import { DocumentList, materialsColumn } from '@qitao/document-kit/web'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { act } from '@qitao/platform/web/list/act.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { confirmation } from '../model/answer/supplier-answer.status.ts'
import { purchaseStatus } from '../model/purchase.status.ts'
import { type PurchaseOrderRow, purchaseOrders } from '../model/purchase-order.calls.ts'
import { useConfirmLinks } from './answer/confirm-links.drawer.tsx'
import { purchaseActs } from './purchase-acts.ts'

const isDone = ({ status }: PurchaseOrderRow) => !purchaseStatus.can('receive', status)

export function OrdersTab() {
  const links = useConfirmLinks()
  return (
    <>
      <DocumentList
        of={purchaseOrders}
        edit={pages.editPurchase}
        columns={[
          { name: 'no', width: 160 },
          { name: 'status', width: 144 },
          {
            name: 'confirmation',
            width: 110,
            render: row => <StatusTag of={confirmation.stateOf(row.confirmation)} />,
          },
          {
            name: 'expedited_line_count',
            width: 90,
            render: row => <Expedited of={row} />,
          },
          { name: 'approval_status', width: 90 },
          { name: 'supplier_id', width: 120 },
          materialsColumn,
          'order_date',
          { name: 'eta', width: 160, render: row => <DueDate day={row.eta} done={isDone(row)} /> },
          {
            name: 'received_line_count',
            width: 90,
            render: ({ received_line_count, line_count }) => (
              <span className="qt-number">
                {received_line_count} / {line_count}
              </span>
            ),
          },
          { name: 'total_amount', unit: row => row.currency },
        ]}
        hidden={['arrival_date', 'tax_rate', 'operator_id', 'mailed_time', 'mailed_to', 'remark']}
        filters={['supplier_id', 'overdue', 'confirmation', 'expedited', 'timestamp_range', 'material_id']}
        acts={purchaseActs}
        moreActs={row => [
          act(
            purchaseStatus,
            'receive',
            row.status,
            needing(pages.arrivalPlan, () => openPage(pages.arrivalPlan, { keyword: row.no })),
          ),
          links.act(row),
        ]}
      />
      {links.drawer}
    </>
  )
}

/** How many of its lines are wished for earlier, and the supplier has not answered. */
function Expedited({ of: { expedited_line_count } }: { of: PurchaseOrderRow }) {
  const say = useSay()
  if (expedited_line_count === 0) return <span className="qt-none">—</span>
  return (
    <span className="qt-warns">{say(text('催货 {count} 行', '{count} lines'), { count: expedited_line_count })}</span>
  )
}
