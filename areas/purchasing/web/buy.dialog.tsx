import { text } from '@qitao/core/text.ts'
import { addDays } from '@qitao/core/time.ts'
import { GoodsLines } from '@qitao/masterdata/web'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { withPicked } from '@qitao/stock/web'
import {
  countPurchaseDemands,
  listPurchaseDemands,
  orderDemands,
  requestDemands,
  showPurchaseDemand,
} from '../model/purchase-demand.calls.ts'
import { lotReason, type PurchaseDemandRow, purchaseDemand } from '../model/purchase-demand.record.ts'
import { countPurchaseOrders, listPurchaseOrders } from '../model/purchase-order.calls.ts'
import { purchaseOrderLine } from '../model/purchase-order.record.ts'
import { countPurchaseRequests, listPurchaseRequests } from '../model/purchase-request.calls.ts'
import { OrdersOutcome } from './orders-outcome.tsx'
import { PriceAdvice, proposedEta, typedPrice } from './price/price-advice.tsx'

interface Line extends Pick<PurchaseDemandRow, 'material_id' | 'demand_quantity' | 'lot_reason' | 'unit_name'> {
  material_name: string
  quantity: string | null
  supplier_id: string | null
  supplier_name: string | null
  price: string | null
  matched_price: string | null
  usual_price: string | null
  currency: string | null
  eta: number | null
  matched_eta: number | null
  usual_eta: number | null
}
interface BuyForm {
  lines: Line[]
}
const lineRecord = {
  ...purchaseDemand,
  fields: { ...purchaseDemand.fields, eta: purchaseOrderLine.fields.eta },
}
const refreshes = [
  ...[listPurchaseDemands, countPurchaseDemands, showPurchaseDemand],
  ...[listPurchaseRequests, countPurchaseRequests, listPurchaseOrders, countPurchaseOrders],
]

/** Demands become requests, or orders, one for each supplier; never less than is needed. */
export function BuyDialog({
  as,
  rows,
  onClose,
}: {
  as: 'requests' | 'orders'
  rows: readonly PurchaseDemandRow[]
  onClose: () => void
}) {
  const dates = useOrgDate()
  const say = useSay()
  const done = (tab: string) => (made: { nos: readonly string[] }) =>
    openPage(pages.purchase, { tab, keyword: made.nos.length === 1 ? made.nos[0] : undefined })
  const ask = useCommand(requestDemands, { refreshes, done: done('requests') })
  const order = useCommand(orderDemands, { refreshes, done: done('orders') })
  const values: BuyForm = {
    lines: rows.map(row => ({
      material_id: row.material_id,
      material_name: `${row.material_code} ${row.material_name}`,
      unit_name: row.unit_name,
      demand_quantity: row.demand_quantity,
      quantity: row.quantity,
      lot_reason: row.lot_reason,
      supplier_id: row.supplier_id,
      supplier_name: row.supplier_name,
      // What is agreed with the supplier is put in as soon as it is known: in which currency is his to say.
      price: null,
      matched_price: null,
      usual_price: row.price,
      currency: null,
      ...proposedEta(dates.startOfDay(addDays(dates.today(), row.supply_lead_time))),
    })),
  }
  const isOrder = as === 'orders'
  const save = isOrder
    ? saveWith(
        order,
        ({ lines }: BuyForm) => ({
          lines: lines.map(({ material_id, demand_quantity, quantity, supplier_id, eta, ...line }) => ({
            ...{ material_id, demand_quantity, quantity, supplier_id, eta, ...typedPrice(line) },
          })),
        }),
        text('生成采购订单', 'Make purchase orders'),
      )
    : saveWith(
        ask,
        ({ lines }: BuyForm) => ({
          lines: lines.map(({ material_id, demand_quantity, quantity, supplier_id }) => ({
            ...{ material_id, demand_quantity, quantity, supplier_id },
          })),
        }),
        text('生成采购申请', 'Make requests'),
      )
  return (
    <DialogForm<BuyForm>
      open
      wide
      title={
        isOrder ? text('采购需求转采购订单', 'Order what is needed') : text('采购需求转采购申请', 'Demand to requests')
      }
      values={values}
      save={save}
      reload={refreshAnd(refreshes, onClose)}
      onClose={onClose}
    >
      <GoodsLines<Line>
        name="lines"
        of={lineRecord}
        fixed
        blank={() => values.lines[0]!}
        change={withPicked}
        columns={[
          { name: 'material_id', readOnly: true, width: isOrder ? 140 : 170, show: line => line.material_name },
          {
            name: 'demand_quantity',
            readOnly: true,
            width: 80,
            show: line => <Quantity value={line.demand_quantity} unit={line.unit_name} />,
          },
          { name: 'quantity', width: isOrder ? 84 : 124 },
          {
            name: 'lot_reason',
            readOnly: true,
            width: isOrder ? 92 : 120,
            show: line => <span className="qt-secondary">{say(lotReason.stateOf(line.lot_reason as 'both'))}</span>,
          },
          { name: 'supplier_id', width: isOrder ? 110 : 130 },
          ...(isOrder
            ? [
                { name: 'price', width: 70 },
                {
                  ...{ name: 'advice', title: text('价格提示', 'Price advice'), width: 130 },
                  show: (line: Line) => <PriceAdvice of={line} supplier_id={line.supplier_id} />,
                },
                { name: 'eta', width: 100 },
              ]
            : []),
        ]}
      />
      {isOrder ? <OrdersOutcome /> : null}
    </DialogForm>
  )
}
