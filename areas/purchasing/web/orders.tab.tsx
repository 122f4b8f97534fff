import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { type Text, text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { openEdit, openPage } from '@qitao/platform/web/frame/navigation.ts'
import { act, remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { type PurchaseStatusCode, purchaseStatus } from '../model/purchase.status.ts'
import {
  addPurchaseOrder,
  alterPurchaseOrder,
  cancelPurchaseOrders,
  countPurchaseOrders,
  dropPurchaseOrders,
  exportPurchaseOrders,
  forceClosePurchaseOrders,
  listPurchaseOrders,
  showPurchaseOrder,
  submitPurchaseOrders,
} from '../model/purchase-order.calls.ts'
import { type PurchaseOrderRow, purchaseOrder } from '../model/purchase-order.record.ts'
import { listPurchaseRequests } from '../model/purchase-request.calls.ts'
import { purchaseOrderExchange } from '../model/purchasing.exchange.ts'

const idsOf = (rows: readonly PurchaseOrderRow[]) => rows.map(({ id }) => id)
const edit = ({ id }: PurchaseOrderRow) => openEdit(pages.editPurchase, { id })
const isDone = ({ status }: PurchaseOrderRow) => !purchaseStatus.can('receive', status as PurchaseStatusCode)
const ask = (title: Text, nos: readonly string[], detail?: Text) => ({ title, objects: nos, detail, danger: true })

export function OrdersTab() {
  const { may } = useSession()
  const refreshes = [listPurchaseOrders, countPurchaseOrders, showPurchaseOrder, listPurchaseRequests]
  const submit = useCommand(submitPurchaseOrders, { refreshes })
  const cancel = useCommand(cancelPurchaseOrders, { refreshes })
  const close = useCommand(forceClosePurchaseOrders, { refreshes })
  const drop = useCommand(dropPurchaseOrders, { refreshes })
  return (
    <ListPage
      call={listPurchaseOrders}
      record={purchaseOrder}
      columns={[
        { name: 'no', width: 160, opens: edit },
        { name: 'status', width: 144 },
        { name: 'approval_status', width: 90, sort: false },
        { name: 'supplier_id', width: 120 },
        {
          name: 'first_material_name',
          title: text('物料', 'Materials'),
          width: 190,
          render: ({ first_material_code, first_material_name, line_count }) => (
            <span title={`${first_material_code ?? ''} ${first_material_name ?? ''}`}>
              {first_material_code} {first_material_name}
              {line_count > 1 ? <span className="qt-secondary"> +{line_count - 1}</span> : null}
            </span>
          ),
        },
        'order_date',
        { name: 'eta', width: 160, render: row => <DueDate day={row.eta} done={isDone(row)} /> },
        {
          name: 'received_line_count',
          width: 90,
          sort: false,
          render: ({ received_line_count, line_count }) => (
            <span className="qt-number">
              {received_line_count} / {line_count}
            </span>
          ),
        },
        { name: 'total_amount', sort: false, unit: row => row.currency },
        { name: 'arrival_date', hidden: true, sort: false },
        { name: 'tax_rate', hidden: true, sort: false },
        { name: 'operator_id', hidden: true },
        { name: 'remark', hidden: true, sort: false },
      ]}
      filters={[
        'keyword',
        'supplier_id',
        'overdue',
        { name: 'timestamp_range', range: true, title: text('预计到货', 'ETA') },
      ]}
      statusBar={{
        filter: 'statuses',
        table: purchaseStatus,
        call: countPurchaseOrders,
        count: (counts, { key }) => counts[key as keyof typeof counts],
      }}
      rowActions={row => {
        const status = row.status as PurchaseStatusCode
        return [
          status === purchaseStatus.codes.pending_submit
            ? act(purchaseStatus, 'submit', status, submit.with({ ids: [row.id] }))
            : act(
                purchaseStatus,
                'receive',
                status,
                needing(pages.arrivalPlan, () => openPage(pages.arrivalPlan, { keyword: row.no })),
              ),
          act(
            purchaseStatus,
            'alter',
            status,
            needing(alterPurchaseOrder, () => edit(row)),
          ),
          act(purchaseStatus, 'cancel', status, cancel.with({ ids: [row.id] }), {
            danger: true,
            ask: ask(text('取消采购订单？', 'Cancel the purchase order?'), [row.no]),
          }),
          act(purchaseStatus, 'force_close', status, close.with({ ids: [row.id] }), {
            danger: true,
            ask: ask(
              text('强制关闭采购订单？', 'Force close the purchase order?'),
              [row.no],
              text('未到货的数量不再算作在途。', 'What has not come is no longer counted as on the way.'),
            ),
          }),
          { ...remove([row.no], drop.with({ ids: [row.id] })), whyNot: purchaseStatus.whyNot('drop', status) },
        ]
      }}
      bulkActions={rows => [
        { title: text('批量提交', 'Submit'), run: submit.with({ ids: idsOf(rows) }) },
        {
          title: text('批量取消', 'Cancel'),
          danger: true,
          run: cancel.with({ ids: idsOf(rows) }),
          ask: ask(
            text('取消采购订单？', 'Cancel the purchase orders?'),
            rows.map(({ no }) => no),
          ),
        },
        remove(
          rows.map(({ no }) => no),
          drop.with({ ids: idsOf(rows) }),
        ),
      ]}
      toolbar={list => (
        <>
          <ExchangeButtons
            list={list}
            exports={exportPurchaseOrders}
            imports={purchaseOrderExchange}
            refreshes={refreshes}
          />
          {may(pages.editPurchase) ? (
            <NewButton
              title={text('新建采购订单', 'New purchase order')}
              run={needing(addPurchaseOrder, () => openEdit(pages.editPurchase, {}))}
            />
          ) : null}
        </>
      )}
    />
  )
}
