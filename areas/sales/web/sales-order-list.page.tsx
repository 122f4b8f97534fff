import { DeleteOutlined } from '@ant-design/icons'
import { whyApprovalOpen } from '@qitao/access/model/approval/approval.rules.ts'
import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { openEdit, openPage } from '@qitao/platform/web/frame/navigation.ts'
import { act, remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { salesErrors } from '../model/sales.errors.ts'
import { salesOrderExchange } from '../model/sales.exchange.ts'
import {
  addSalesOrder,
  cancelSalesOrders,
  countSalesOrders,
  deleteSalesOrders,
  exportSalesOrders,
  listSalesOrders,
  salesLinesToMo,
  showSalesOrder,
  submitSalesOrders,
  updateSalesOrder,
} from '../model/sales-order.calls.ts'
import { type SalesOrderRow, salesOrder } from '../model/sales-order.record.ts'
import { salesOrderBar, salesOrderStatus } from '../model/sales-order.status.ts'
import { makeOrderLink } from '../model/share.calls.ts'
import { orderColumns } from './sales-order.columns.tsx'
import { ShareDrawer } from './share.dialog.tsx'

const idsOf = (orders: readonly SalesOrderRow[]) => orders.map(({ id }) => id)
const edit = (order: SalesOrderRow) =>
  openEdit(pages.editSalesOrder, { type: 'edit', order_type: order.order_type, no: order.no })
/** Why nothing may be done to an order whose approval is pending. */
const waits = (order: SalesOrderRow) =>
  order.approval_status === approvalStatus.codes.pending ? { whyNot: whyApprovalOpen(order.waits_for) } : {}
const isOnMos = ({ status, to_make_quantity }: SalesOrderRow) =>
  salesOrderStatus.whyNot('to_mo', status as 10) === undefined && !isPositive(to_make_quantity)
/** "Cancel" alone would say both to do it and to leave it. */
const cancelling = {
  title: text('取消订单', 'Cancel order'),
  ok: text('取消订单', 'Cancel the order'),
  cancel: text('返回', 'Back'),
}
const copy = (order: SalesOrderRow) =>
  openEdit(pages.editSalesOrder, { type: 'copy', order_type: order.order_type, copyNo: order.no })

export default function SalesOrderListPage() {
  const say = useSay()
  const { may } = useSession()
  const [shared, setShared] = useState<SalesOrderRow>()
  const refreshes = [listSalesOrders, countSalesOrders, showSalesOrder]
  const submit = useCommand(submitSalesOrders, { refreshes })
  const cancel = useCommand(cancelSalesOrders, { refreshes })
  const drop = useCommand(deleteSalesOrders, { refreshes })
  const toMake = useCommand(salesLinesToMo, {
    refreshes,
    success: null,
    done: ({ mo_ids }, { order_ids }) =>
      toast.success(
        say(text('已由{orders}个订单生成{mos}个工单', 'MOs created: {mos}, of orders: {orders}'), {
          orders: order_ids.length,
          mos: mo_ids.length,
        }),
      ),
  })
  return (
    <>
      <ListPage
        call={listSalesOrders}
        record={salesOrder}
        columns={[
          { name: 'no', width: 150, opens: edit },
          'status',
          { name: 'customer_id', width: 150, sort: false },
          orderColumns.products,
          orderColumns.quantity,
          orderColumns.delivery,
          orderColumns.finish,
          orderColumns.shipped,
          { name: 'approval_status', width: 90, sort: false },
          { name: 'total_amount', sort: false },
          'priority',
          { name: 'order_type', hidden: true, sort: false },
          { name: 'customer_order_no', hidden: true, sort: false },
          { name: 'order_date', hidden: true },
          { name: 'remark', hidden: true, sort: false },
        ]}
        filters={[
          'keyword',
          { name: 'customer_id', of: 'customer_id' },
          { name: 'timestamp_range', range: true, title: text('下单日期', 'Order date') },
          { name: 'order_types', of: 'order_type', many: true },
        ]}
        statusBar={{
          filter: 'statuses',
          table: salesOrderBar,
          call: countSalesOrders,
          count: (counts, { key }) => counts[`${key}_count` as keyof typeof counts],
        }}
        rowActions={order => [
          order.status === salesOrderStatus.codes.init
            ? act(salesOrderStatus, 'submit', order.status as 0, submit.with({ ids: [order.id] }), {
                title: text('提交', 'Submit'),
                ...waits(order),
              })
            : act(salesOrderStatus, 'to_mo', order.status as 10, toMake.with({ order_ids: [order.id] }), {
                title: text('转工单', 'Create MOs'),
                ...(isOnMos(order) ? { whyNot: salesErrors.orderHasMo.text } : {}),
              }),
          ...(may(pages.shipping)
            ? [
                act(
                  salesOrderStatus,
                  'ship',
                  order.status as 10,
                  needing(pages.shipping, () => openEdit(pages.shipping, { id: order.id })),
                  {
                    title: text('发货', 'Ship'),
                  },
                ),
              ]
            : []),
          act(
            salesOrderStatus,
            'update',
            order.status as 0,
            needing(updateSalesOrder, () => edit(order)),
            {
              title: text('编辑', 'Edit'),
              ...waits(order),
            },
          ),
          { title: text('复制', 'Copy'), run: needing(addSalesOrder, () => copy(order)) },
          { title: text('分享', 'Share'), run: needing(makeOrderLink, () => setShared(order)) },
          act(salesOrderStatus, 'cancel', order.status as 0, cancel.with({ ids: [order.id] }), {
            ...waits(order),
            title: text('取消订单', 'Cancel order'),
            danger: true,
            ask: { ...cancelling, objects: [order.no] },
          }),
          {
            ...remove([order.no], drop.with({ ids: [order.id] })),
            whyNot: salesOrderStatus.whyNot('delete', order.status as 0),
            ...waits(order),
          },
        ]}
        bulkActions={orders => [
          { title: text('批量提交', 'Submit'), run: submit.with({ ids: idsOf(orders) }) },
          {
            title: text('批量转工单', 'Create MOs'),
            whyNot: orders.every(isOnMos) ? salesErrors.orderHasMo.text : undefined,
            run: toMake.with({ order_ids: idsOf(orders.filter(order => !isOnMos(order))) }),
          },
          remove(
            orders.map(({ no }) => no),
            drop.with({ ids: idsOf(orders) }),
          ),
        ]}
        toolbar={list => (
          <>
            <ExchangeButtons
              list={list}
              exports={exportSalesOrders}
              imports={salesOrderExchange}
              refreshes={refreshes}
            />
            {may(pages.recycleBin) && (
              <Button icon={<DeleteOutlined aria-hidden />} onClick={() => openPage(pages.recycleBin)}>
                {say(pages.recycleBin.title)}
              </Button>
            )}
            <NewButton
              run={needing(addSalesOrder, () => openEdit(pages.editSalesOrder, { type: 'add', order_type: '1' }))}
            />
          </>
        )}
      />
      {shared ? <ShareDrawer key={shared.id} order={shared} onClose={() => setShared(undefined)} /> : null}
    </>
  )
}
