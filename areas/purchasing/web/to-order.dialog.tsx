import { formatQuantity, isMore, isQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { addDays } from '@qitao/core/time.ts'
import { GoodsLines } from '@qitao/masterdata/web'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { withPicked } from '@qitao/stock/web'
import { Form } from 'antd'
import { countPurchaseOrders, listPurchaseOrders } from '../model/purchase-order.calls.ts'
import { purchaseOrder, purchaseOrderLine } from '../model/purchase-order.record.ts'
import { suggestedQuantity } from '../model/purchase-order.rules.ts'
import {
  countPurchaseRequests,
  listPurchaseRequests,
  type PurchaseRequestRow,
  requestsToPurchaseOrders,
} from '../model/purchase-request.calls.ts'
import { purchaseRequest } from '../model/purchase-request.record.ts'
import { OrdersOutcome } from './orders-outcome.tsx'
import { PriceAdvice, proposedEta, typedPrice } from './price/price-advice.tsx'

interface Line {
  request_id: string
  request_no: string
  material_id: string
  material_name: string
  unit_name: string
  demand_quantity: string
  requested_quantity: string
  supplier_id: string | null
  supplier_name: string | null
  quantity: string | null
  price: string | null
  matched_price: string | null
  usual_price: string | null
  currency: string | null
  eta: number | null
  matched_eta: number | null
  usual_eta: number | null
}
interface ToOrderForm {
  lines: Line[]
}
const lineRecord = {
  ...purchaseOrderLine,
  fields: {
    ...purchaseOrderLine.fields,
    requested_quantity: purchaseRequest.fields.quantity,
    supplier_id: purchaseOrder.fields.supplier_id,
  },
}

/** Requests become orders, one for each supplier; quantities are advised from minimum lot and package. */
export function ToOrderDialog({ requests, onClose }: { requests: readonly PurchaseRequestRow[]; onClose: () => void }) {
  const dates = useOrgDate()
  const convert = useCommand(requestsToPurchaseOrders, {
    refreshes: [listPurchaseRequests, countPurchaseRequests, listPurchaseOrders, countPurchaseOrders],
    done: ({ nos }) => openPage(pages.purchase, { tab: 'orders', keyword: nos.length === 1 ? nos[0] : undefined }),
  })
  const values: ToOrderForm = {
    lines: requests.map(request => ({
      request_id: request.id,
      request_no: request.no,
      material_id: request.material_id,
      material_name: `${request.material_code} ${request.material_name}`,
      unit_name: request.unit_name,
      demand_quantity: request.demand_quantity,
      requested_quantity: request.quantity,
      supplier_id: request.supplier_id,
      supplier_name: request.supplier_name,
      quantity: suggestedQuantity(request.quantity, request.minimum_lot, request.packaging_size),
      // What is agreed with the supplier is put in as soon as it is known: in which currency is his to say.
      price: null,
      matched_price: null,
      usual_price: request.purchase_price,
      currency: null,
      ...proposedEta(dates.startOfDay(addDays(dates.today(), request.supply_lead_time))),
    })),
  }
  return (
    <DialogForm<ToOrderForm>
      open
      wide
      title={text('采购申请转采购订单', 'Requests to purchase orders')}
      values={values}
      save={saveWith(
        convert,
        ({ lines }: ToOrderForm) => ({
          lines: lines.map(({ request_id, supplier_id, quantity, eta, ...line }) => ({
            ...{ request_id, supplier_id, quantity, eta, ...typedPrice(line) },
          })),
        }),
        text('生成采购订单', 'Make purchase orders'),
      )}
      onClose={onClose}
    >
      <GoodsLines<Line>
        name="lines"
        of={lineRecord}
        fixed
        blank={() => values.lines[0]!}
        change={withPicked}
        columns={[
          { name: 'request_no', title: text('申请单号', 'Request'), width: 104, show: line => line.request_no },
          { name: 'material_id', readOnly: true, width: 124, show: line => line.material_name },
          { name: 'demand_quantity', readOnly: true, width: 68 },
          { name: 'requested_quantity', readOnly: true, width: 68 },
          { name: 'quantity', width: 78 },
          { name: 'unit_name', title: text('单位', 'Unit'), width: 40, show: line => line.unit_name },
          { name: 'supplier_id', width: 96 },
          { name: 'price', width: 64 },
          {
            ...{ name: 'advice', title: text('价格提示', 'Price advice'), width: 104 },
            show: line => <PriceAdvice of={line} supplier_id={line.supplier_id} />,
          },
          { name: 'eta', width: 96 },
        ]}
      />
      <Raised requests={requests} />
      <OrdersOutcome />
    </DialogForm>
  )
}

/** Lots and packages make more of what was asked for: that is said, with what. */
function Raised({ requests }: { requests: readonly PurchaseRequestRow[] }) {
  const say = useSay()
  const lines = (Form.useWatch('lines') ?? []) as Line[]
  const raised = requests.filter(({ id, quantity, minimum_lot, packaging_size }) => {
    const line = lines.find(({ request_id }) => request_id === id)
    const advised = suggestedQuantity(quantity, minimum_lot, packaging_size)
    return line?.quantity && isQuantity(line.quantity) && isMore(advised, quantity) && !isMore(advised, line.quantity)
  })
  if (raised.length === 0) return null
  const of = raised.map(({ no, minimum_lot, packaging_size }) =>
    say(text('{no}（起订量 {lot}，包装量 {pack}）', '{no} (minimum lot {lot}, package {pack})'), {
      ...{ no, lot: formatQuantity(minimum_lot), pack: formatQuantity(packaging_size) },
    }),
  )
  return (
    <p className="qt-secondary">
      {say(text('已按起订量和包装量取整：', 'Raised to lots and whole packages: '))}
      {of.join(say(text('、', ', ')))}
    </p>
  )
}
