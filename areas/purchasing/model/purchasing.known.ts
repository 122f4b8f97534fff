import type { KnownRecords } from '@qitao/core/known-record.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { arrivalLine } from './arrival/arrival.record.ts'
import { purchaseOrderLine } from './purchase-order.record.ts'

const buyers = [pages.purchase, pages.editPurchase, pages.arrivalPlan]
/** Who sees what is paid. */
const orderPages = [pages.purchase, pages.editPurchase]
const arrivalPages = [pages.arrivalPlan, pages.editArrival]
export const purchasingKnown: KnownRecords = {
  supplier_answer: { history: buyers },
  purchase_expedite: { history: buyers },
  unit_price: { history: [pages.unitPrices] },
  purchase_request: { history: [pages.purchase] },
  arrival: {
    history: arrivalPages,
    lines: { of: arrivalLine, parent: 'arrival_id' },
    attachments: { reads: [...arrivalPages, pages.inbound], changes: arrivalPages },
    numbers: { modules: ['DH'], column: 'no' },
  },
  purchase_order: {
    history: [pages.purchase, pages.arrivalPlan],
    lines: { of: purchaseOrderLine, parent: 'order_id' },
    guarded: { price: orderPages, total_amount: orderPages },
    attachments: { reads: [...buyers, pages.inbound], changes: buyers, approved_as: 'CG' },
    custom: text('采购订单', 'Purchase order'),
    numbers: { modules: ['CG'], column: 'no' },
  },
}
