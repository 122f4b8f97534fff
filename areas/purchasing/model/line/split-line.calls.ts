import { command } from '@qitao/core/call.ts'
import { dayField, id, quantityField, rowVersion } from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

/** What of an open line comes on another day, on a line of its own. */
export const lineSplit = record('purchase_line_split', text('拆分采购明细', 'Split a purchase order line'), {
  quantity: quantityField('分出数量', 'Quantity to split off'),
  eta: dayField('分出部分到货', 'Its ETA'),
})

// Handled in `areas/manufacturing/server/plan/split-line.handlers.ts`.
/** Ours: what work orders and promises have of the line goes to the parts; handled where work orders are. */
export const splitPurchaseLine = command('/mep_server/biz/purchase/split_purchase_order_line', {
  title: lineSplit.title,
  grantedBy: [pages.purchase, pages.editPurchase, pages.arrivalPlan],
  input: z.strictObject({
    /** Of the order. */
    id,
    /** Of the order as it was seen: refused (5023) when it was altered since. */
    row_version: rowVersion.optional(),
    line_id: id,
    quantity: lineSplit.fields.quantity.schema,
    eta: lineSplit.fields.eta.schema,
  }),
  output: z.object({
    /** The new line. */
    line_id: id,
  }),
  records: [lineSplit],
})
