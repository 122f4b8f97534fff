import { documentLines, exchange, titled } from '@qitao/core/exchange.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { addPurchaseOrder } from './purchase-order.calls.ts'
import { purchaseOrder, purchaseOrderLine } from './purchase-order.record.ts'
import { addPurchaseRequest } from './purchase-request.calls.ts'
import { purchaseRequest } from './purchase-request.record.ts'
import { purchasingErrors } from './purchasing.errors.ts'

const line = purchaseOrderLine.fields

/** Rows with one order number are the lines of one order. */
export const purchaseOrderExchange = exchange({
  type: 'purchase_order',
  record: purchaseOrder,
  pages: [pages.purchase, pages.editPurchase, pages.arrivalPlan],
  more: {
    material_id: line.material_id,
    demand_quantity: line.demand_quantity,
    quantity: line.quantity,
    price: line.price,
    line_eta: titled(line.eta, text('行预计到货', 'Line ETA')),
    line_remark: titled(line.remark, text('行备注', 'Line remark')),
  },
  shows: [purchaseOrderLine],
  rows: {
    kind: 'document',
    key: ['no'],
    call: addPurchaseOrder,
    number: { field: 'no', table: 'purchase_order', error: purchasingErrors.orderExists },
    ...documentLines(['no', 'supplier_id', 'order_date', 'eta', 'currency', 'tax_rate', 'remark'], {
      material_id: 'material_id',
      demand_quantity: 'demand_quantity',
      quantity: 'quantity',
      price: 'price',
      eta: 'line_eta',
      remark: 'line_remark',
    }),
  },
})
/** Each row is a request of its own. */
export const purchaseRequestExchange = exchange({
  type: 'purchase_request',
  record: purchaseRequest,
  without: ['mo_ids'],
  pages: [pages.purchase],
  rows: {
    kind: 'document',
    key: [],
    mostRows: 1,
    call: addPurchaseRequest,
    input: ([one]) => ({ ...one, mo_ids: [] }),
  },
})

export const exchanges = [purchaseOrderExchange, purchaseRequestExchange]
