import { text } from '@qitao/core/text.ts'
import { DocumentList } from '@qitao/document-kit/web'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { act } from '@qitao/platform/web/list/act.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { materialColumn } from '@qitao/stock/web'
import { useState } from 'react'
import { purchaseRequestStatus } from '../model/purchase.status.ts'
import { type PurchaseRequestRow, purchaseRequests, requestsToPurchaseOrders } from '../model/purchase-request.calls.ts'
import { NewRequestsDialog } from './new-requests.dialog.tsx'
import { AgreedPrice } from './price/agreed-price.tsx'
import { RequestDrawer } from './request.drawer.tsx'
import { ToOrderDialog } from './to-order.dialog.tsx'

const isOpen = (row: PurchaseRequestRow) => purchaseRequestStatus.can('to_order', row.status)

export function RequestsTab() {
  const { may } = useSession()
  const [edited, setEdited] = useState<PurchaseRequestRow | 'new'>()
  const [ordered, setOrdered] = useState<readonly PurchaseRequestRow[]>()
  return (
    <>
      <DocumentList
        of={purchaseRequests}
        edit={row => setEdited(row ?? 'new')}
        columns={[
          { name: 'no', width: 160 },
          materialColumn,
          { name: 'demand_quantity', width: 100, unit: row => row.unit_name },
          { name: 'quantity', width: 100, unit: row => row.unit_name },
          {
            name: 'required_date',
            width: 160,
            render: row => <DueDate day={row.required_date} done={!isOpen(row)} />,
          },
          {
            name: 'latest_order_date',
            width: 160,
            render: row => <DueDate day={row.latest_order_date} done={!isOpen(row)} />,
          },
          { name: 'supplier_id', width: 120 },
          {
            ...{ name: 'agreed', title: text('约定价 · 周期', 'Agreed price, lead'), width: 170 },
            render: row => <AgreedPrice of={row} />,
          },
          { name: 'source', width: 100 },
          { name: 'mo_ids', title: text('工单数', 'MOs'), width: 90, render: row => row.mo_ids.length || '—' },
          { name: 'status', width: 110 },
          {
            name: 'purchase_order_id',
            width: 160,
            render: row => row.purchase_order_no ?? <span className="qt-none">—</span>,
            ...(may(pages.editPurchase)
              ? {
                  opens: (row: PurchaseRequestRow) =>
                    row.purchase_order_id && openEdit(pages.editPurchase, { id: row.purchase_order_id }),
                }
              : {}),
          },
        ]}
        hidden={['remark']}
        filters={['supplier_id', 'timestamp_range', { name: 'sources', of: 'source', many: true }, 'material_id']}
        moreActs={row => [
          act(
            purchaseRequestStatus,
            'to_order',
            row.status,
            needing(requestsToPurchaseOrders, () => setOrdered([row])),
          ),
        ]}
        moreBulk={rows => [
          {
            title: text('转采购订单', 'To purchase orders'),
            run: needing(requestsToPurchaseOrders, () => setOrdered(rows.filter(isOpen))),
            whyNot: rows.some(isOpen) ? undefined : text('所选申请都已转采购', 'All of these are ordered already'),
          },
        ]}
      />
      {edited === 'new' ? <NewRequestsDialog onClose={() => setEdited(undefined)} /> : null}
      {edited && edited !== 'new' ? <RequestDrawer old={edited} onClose={() => setEdited(undefined)} /> : null}
      {ordered ? <ToOrderDialog requests={ordered} onClose={() => setOrdered(undefined)} /> : null}
    </>
  )
}
