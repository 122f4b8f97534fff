import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { DocumentList } from '@qitao/document-kit/web'
import { openEdit, openPage } from '@qitao/platform/web/frame/navigation.ts'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { act } from '@qitao/platform/web/list/act.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import { cancelWithFollowers, changeSalesOrder } from '../model/order-change.calls.ts'
import { salesReturnCalls } from '../model/return/sales-return.calls.ts'
import { salesErrors } from '../model/sales.errors.ts'
import { addSalesOrder, type SalesOrderRow, salesLinesToMo, salesOrders } from '../model/sales-order.calls.ts'
import { orderType, salesOrderStatus, salesReturnType } from '../model/sales-order.status.ts'
import { makeOrderLink } from '../model/share.calls.ts'
import { CancelOrderDialog } from './cancel-order.dialog.tsx'
import { CreateMosDialog } from './create-mos.dialog.tsx'
import { OrderLines } from './order-lines.tsx'
import { SalesReturnsTab } from './return/sales-returns.tab.tsx'
import { salesActs } from './sales-acts.ts'
import { orderColumns } from './sales-order.columns.tsx'
import { ShareDrawer } from './share.dialog.tsx'
import { withoutPrice } from './without-price.ts'

/** What the page of an order is opened with (specification section 3). */
const payload = (order?: SalesOrderRow) =>
  order
    ? { type: 'edit', order_type: order.order_type, no: order.no }
    : { type: 'add', order_type: orderType.codes.sales_order }
const copy = ({ order_type, no }: SalesOrderRow) =>
  openEdit(pages.editSalesOrder, { type: 'copy', order_type, copyNo: no })
const returnOf = ({ id: order_id, no: order_no }: SalesOrderRow) =>
  openEdit(pages.editSalesOrder, { type: 'add', order_type: salesReturnType, order_id, order_no })
const isOnMos = ({ status, to_make_quantity }: SalesOrderRow) =>
  salesOrderStatus.can('to_mo', status) && !isPositive(to_make_quantity)

/** Which day can be given is asked before anything is made. */
const askFor = (order: SalesOrderRow) =>
  act(
    salesOrderStatus,
    'ask',
    order.status,
    needing(pages.orderPromise, () => openPage(pages.orderPromise, { order: order.id })),
  )

/** Orders of customers, and what they give back. */
export default function SalesOrderListPage() {
  return (
    <PageTabs
      tabs={[
        { key: 'orders', title: text('订单', 'Orders'), page: <SalesOrdersTab /> },
        { key: 'returns', title: text('退货', 'Returns'), page: <SalesReturnsTab /> },
      ]}
    />
  )
}

function SalesOrdersTab() {
  const { may } = useSession()
  const [shared, setShared] = useState<SalesOrderRow>()
  /** That is to be cancelled, and has work orders. */
  const [kept, setKept] = useState<SalesOrderRow>()
  /** Orders whose lines become work orders, as they are looked at. */
  const [making, setMaking] = useState<readonly string[]>()
  const make = (orders: readonly SalesOrderRow[]) =>
    needing(salesLinesToMo, () => setMaking(orders.map(({ id }) => id)))
  return (
    <>
      <DocumentList
        of={salesOrders}
        edit={pages.editSalesOrder}
        payload={payload}
        columns={[
          { name: 'no', width: 126 },
          orderColumns.status,
          { name: 'customer_id', width: 92 },
          orderColumns.products,
          orderColumns.delivery,
          orderColumns.finish,
          { name: 'total_amount', width: 116, unit: row => row.currency },
          orderColumns.promised,
          orderColumns.quantity,
          orderColumns.shipped,
          { name: 'approval_status', width: 90 },
          'priority',
          {
            ...{ name: 'returned_quantity', title: text('已退货', 'Returned'), hidden: true, width: 90 },
            render: order => <Quantity value={order.returned_quantity} />,
          },
          {
            ...{ name: 'credit_amount', title: text('退货金额', 'Credit'), hidden: true, width: 110 },
            render: order => <Quantity value={order.credit_amount} unit={order.currency} decimals={2} />,
          },
        ]}
        hidden={['order_type', 'customer_order_no', 'order_date', 'mailed_time', 'mailed_to', 'remark']}
        below={order => <OrderLines order_id={order.id} />}
        filters={[
          'customer_id',
          'material_id',
          'timestamp_range',
          { name: 'order_types', of: 'order_type', many: true },
          { name: 'part_shipped', title: text('部分发货', 'Part shipped'), flag: true },
        ]}
        acts={salesActs}
        moreActs={order => [
          act(salesOrderStatus, 'to_mo', order.status, make([order]), {
            ...(isOnMos(order) ? { whyNot: salesErrors.orderHasMo.text } : {}),
          }),
          ...(salesOrderStatus.can('change', order.status) && !salesOrderStatus.can('alter', order.status)
            ? [
                act(
                  salesOrderStatus,
                  'change',
                  order.status,
                  needing(changeSalesOrder, () => openEdit(pages.editSalesOrder, payload(order))),
                ),
              ]
            : []),
          ...(may(pages.shipping)
            ? [
                act(
                  salesOrderStatus,
                  'ship',
                  order.status,
                  needing(pages.shipping, () => openEdit(pages.shipping, { id: order.id })),
                ),
              ]
            : []),
        ]}
        alsoActs={order => [
          // In production the action of the specification is over; with all that follows it is asked for here.
          ...(salesOrderStatus.can('cancel_all', order.status) && !salesOrderStatus.can('cancel', order.status)
            ? [
                act(
                  salesOrderStatus,
                  'cancel_all',
                  order.status,
                  needing(cancelWithFollowers, () => setKept(order)),
                  {
                    danger: true,
                    ...(isPositive(order.shipped_quantity) ? { whyNot: salesErrors.cancelHasShipping.text } : {}),
                  },
                ),
              ]
            : []),
          ...(may(pages.orderPromise) ? [askFor(order)] : []),
          ...(isPositive(order.shipped_quantity)
            ? [{ title: text('退货', 'Return'), run: needing(salesReturnCalls.add, () => returnOf(order)) }]
            : []),
          { title: text('复制', 'Copy'), run: needing(addSalesOrder, () => copy(order)) },
          { title: text('分享', 'Share'), run: needing(makeOrderLink, () => setShared(order)) },
        ]}
        inTheWay={(action, orders) => {
          const withMos = orders.filter(({ planned_quantity }) => isPositive(planned_quantity))
          if (action !== 'cancel' || withMos.length === 0) return undefined
          const nos = withMos.map(({ no }) => no)
          return {
            shows: needing(cancelWithFollowers, () => setKept(withMos[0])),
            said: text(
              `${nos.join('、')} 已有工单，不在此一并取消：请逐单取消，先看清影响。`,
              `Not cancelled here, for they have work orders: ${nos.join(', ')}. Cancel them one by one: what follows is shown.`,
            ),
          }
        }}
        submitAsks={orders => withoutPrice(orders.reduce((sum, { unpriced_count }) => sum + unpriced_count, 0))}
        moreBulk={orders => [
          {
            title: text('批量转工单', 'Create MOs'),
            whyNot: orders.every(isOnMos) ? salesErrors.orderHasMo.text : undefined,
            run: make(orders.filter(order => !isOnMos(order))),
          },
        ]}
      />
      {making ? <CreateMosDialog order_ids={making} onClose={() => setMaking(undefined)} /> : null}
      {kept ? <CancelOrderDialog order={kept} onClose={() => setKept(undefined)} /> : null}
      {shared ? <ShareDrawer key={shared.id} order={shared} onClose={() => setShared(undefined)} /> : null}
    </>
  )
}
