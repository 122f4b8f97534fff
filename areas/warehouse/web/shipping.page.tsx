import type { Out } from '@qitao/core/call.ts'
import { formatQuantity, isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { documentMail } from '@qitao/document-kit/model/document-paper.ts'
import { Mailed, MailPaper } from '@qitao/document-kit/web'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useEditPayload } from '@qitao/platform/web/form/edit-page.tsx'
import { goBack } from '@qitao/platform/web/frame/navigation.ts'
import { type Act, act } from '@qitao/platform/web/list/act.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { PrintDialog } from '@qitao/platform/web/list/print-dialog.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { mailShippingOrder, mostPrinted, printShippingOrders } from '@qitao/sales/model/print.calls.ts'
import { showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { materialColumn } from '@qitao/stock/web'
import { Button } from 'antd'
import { useState } from 'react'
import { listShipments, listShippings, shipOrder } from '../model/fulfilment.calls.ts'
import { type ShipmentRow, shipment } from '../model/fulfilment.record.ts'
import { outboundReceipt } from '../model/receipt.record.ts'
import { outboundStatus } from '../model/receipt.status.ts'
import { ShipDialog } from './ship.dialog.tsx'
import { useMakeWave } from './wave/use-make-wave.ts'
import './shipping.css'

/** Order lines to ship with what is ready; opened with an order, only its own and what was shipped of it. */
export default function ShippingPage() {
  const { id } = useEditPayload<{ id?: string }>()
  const [shipped, setShipped] = useState<readonly ShipmentRow[]>()
  const wave = useMakeWave()
  const ready = (rows: readonly ShipmentRow[]) => rows.filter(row => isPositive(row.ready_quantity))
  const nothingReady = text('没有可发的库存', 'Nothing is ready in stock')
  return (
    <div className="qt-shipping">
      {id ? <OrderHead id={id} /> : null}
      <div className="qt-shipping-list">
        <ListPage
          call={listShipments}
          record={shipment}
          columns={[
            { name: 'order_no', width: 150 },
            { name: 'customer_id', width: 130, sort: false },
            materialColumn,
            { name: 'open_quantity', width: 96, unit: row => row.unit_name, sort: false },
            { name: 'ready_quantity', width: 96, unit: row => row.unit_name, sort: false },
            { name: 'delivery_date', width: 160, render: row => <DueDate day={row.delivery_date} /> },
            { name: 'quantity', width: 96, unit: row => row.unit_name, sort: false },
            { name: 'shipped_quantity', width: 96, unit: row => row.unit_name, sort: false },
            { name: 'order_status', width: 120, sort: false },
          ]}
          filters={[
            ...(id ? [{ name: 'order_id' as const, fixed: id }] : (['keyword', 'customer_id'] as const)),
            'ready',
          ]}
          rowActions={row => [
            {
              title: text('发货', 'Ship'),
              run: needing(shipOrder, () => setShipped([row])),
              whyNot: isPositive(row.ready_quantity) ? undefined : nothingReady,
            },
          ]}
          bulkActions={rows => [
            {
              title: text('批量发货', 'Ship'),
              run: needing(shipOrder, () => setShipped(ready(rows))),
              whyNot:
                ready(rows).length === 0
                  ? nothingReady
                  : new Set(rows.map(row => row.order_id)).size > 1
                    ? text('请选择同一张订单的明细', 'Choose lines of one order')
                    : undefined,
            },
            {
              ...wave({ order_line_ids: ready(rows).map(({ id }) => id) }),
              whyNot: ready(rows).length === 0 ? nothingReady : undefined,
            },
          ]}
        />
      </div>
      {id ? <Shippings order_id={id} /> : null}
      {shipped ? <ShipDialog lines={shipped} onClose={() => setShipped(undefined)} /> : null}
    </div>
  )
}

function OrderHead({ id }: { id: string }) {
  const say = useSay()
  const order = useCall(showSalesOrder, { id })
  const record = order.data?.record
  return (
    <header className="qt-shipping-head">
      <Button type="text" size="small" onClick={goBack}>
        {say(text('返回', 'Back'))}
      </Button>
      {record ? (
        <>
          <strong>{record.no}</strong>
          <StatusTag of={salesOrderStatus.stateOf(record.status)} />
          <span>{record.customer_name}</span>
          <DueDate day={record.delivery_date} done={record.status === salesOrderStatus.codes.delivered} />
        </>
      ) : null}
    </header>
  )
}

/** Each material with its own quantity; the first ones are read, all of them when pointed at. */
function ShippedMaterials({ of }: { of: Out<typeof listShippings>['result'][number]['materials'] }) {
  const written = of.map(
    ({ material_code, material_name, unit_name, done_quantity }) =>
      `${material_code} ${material_name} ${formatQuantity(done_quantity)} ${unit_name}`,
  )
  return <span title={written.join('\n')}>{written.join('; ')}</span>
}

const shippingOrders = text('打印发货单', 'Print shipping orders')
function Shippings({ order_id }: { order_id: string }) {
  const say = useSay()
  const shippings = useCall(listShippings, { order_id })
  const rows = shippings.data?.result ?? []
  const [printed, setPrinted] = useState<string[]>()
  const printing = (of: readonly { id: string }[]): Act => ({
    title: shippingOrders,
    run: needing(printShippingOrders, () => setPrinted(of.map(row => row.id))),
  })
  const order = useCall(showSalesOrder, { id: order_id })
  const [mailed, setMailed] = useState<(typeof rows)[number]>()
  const mailing = (row: (typeof rows)[number]): Act =>
    act(
      outboundStatus,
      'mail',
      row.status,
      needing(mailShippingOrder, () => setMailed(row)),
    )
  return (
    <section className="qt-shipping-done">
      <header className="qt-section-head">
        <h2>{say(text('发货记录', 'Shipped so far'))}</h2>
        {rows.length > 0 ? <ActButton size="small" act={printing(rows.slice(0, mostPrinted))} /> : null}
      </header>
      {rows.length === 0 ? (
        <p className="qt-secondary">{say(text('还没有发货', 'Nothing was shipped yet'))}</p>
      ) : (
        <DataTable
          record={outboundReceipt}
          rows={rows}
          columns={[
            {
              ...{ name: 'no', width: 160, sort: false },
              render: row => (
                <>
                  {row.no} <Mailed of={row} />
                </>
              ),
            },
            { name: 'receipt_date', sort: false },
            { name: 'status', sort: false },
            {
              name: 'first_material_name',
              title: text('物料与数量', 'Materials shipped'),
              width: 320,
              sort: false,
              render: row => <ShippedMaterials of={row.materials} />,
            },
            { name: 'operator_id', sort: false },
            { name: 'remark', sort: false },
          ]}
          rowActions={row => [printing([row]), mailing(row)]}
        />
      )}
      {mailed ? (
        <MailPaper
          row={mailed}
          mail={{
            ...{ call: mailShippingOrder, record: documentMail, whyNot: () => undefined },
            begins: () => ({ to: order.data?.record.customer_email ?? null }),
          }}
          refreshes={[listShippings]}
          onClose={() => setMailed(undefined)}
        />
      ) : null}
      {printed ? (
        <PrintDialog
          title={shippingOrders}
          call={printShippingOrders}
          input={{ receipt_ids: printed }}
          onClose={() => setPrinted(undefined)}
        />
      ) : null}
    </section>
  )
}
