import { command, exportOf, query } from '@qitao/core/call.ts'
import { codeOf, id, ids, instant, plainString, positiveQuantity } from '@qitao/core/field.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import {
  demandNeedRow,
  demandSourceRow,
  demandUrgency,
  purchaseDemand,
  purchaseDemandRow,
} from './purchase-demand.record.ts'
import { purchaseOrderLine } from './purchase-order.record.ts'

/** Ours: what must be bought. Handled where work orders are, which know what they lack. */
const base = '/mep_server/biz/purchase/'
const buyers = [pages.purchase]

const filters = {
  material_ids: ids().optional(),
  supplier_id: id.optional(),
  buyer_id: id.optional(),
  urgencies: z.array(codeOf(demandUrgency)).max(3).optional(),
}
// All handled in `areas/manufacturing/server/demand/demand.handlers.ts`.
export const listPurchaseDemands = query(`${base}query_purchase_demand_list`, {
  title: text('采购需求', 'What must be bought'),
  grantedBy: buyers,
  input: listInput(filters),
  output: listOutput(purchaseDemandRow),
  records: [purchaseDemand],
})
export const countPurchaseDemands = query(`${base}query_purchase_demand_list/count`, {
  title: text('采购需求合计', 'Totals of what must be bought'),
  grantedBy: buyers,
  input: z.strictObject({ keyword: plainString(100).optional(), ...filters }),
  output: z.object({
    past: z.int(),
    this_week: z.int(),
    later: z.int(),
    /** Of all that has a price. */
    amount: z.string(),
    unpriced_count: z.int(),
    /** Parts that are short and have no order yet: what they are made of is needed once they have. */
    unmade_count: z.int(),
  }),
  records: [purchaseDemand],
})
export const exportPurchaseDemands = exportOf(listPurchaseDemands, `${base}export_purchase_demand`, {
  title: text('导出采购需求', 'Export what must be bought'),
  grantedBy: buyers,
})
export const showPurchaseDemand = query(`${base}query_purchase_demand_detail`, {
  title: text('采购需求的来源', 'For whom a material must be bought'),
  grantedBy: buyers,
  input: z.strictObject({ material_id: id }),
  output: z.object({ needs: z.array(demandNeedRow), sources: z.array(demandSourceRow) }),
  records: [purchaseDemand],
})

/** What is bought of a material, for its demand as the buyer has seen it (5023 when it is another now). */
const demandLine = {
  material_id: id,
  demand_quantity: positiveQuantity as z.ZodType<Quantity, string | number>,
  quantity: positiveQuantity as z.ZodType<Quantity, string | number>,
  supplier_id: id.nullish(),
}
const once = (lines: readonly { readonly material_id: string }[]) =>
  new Set(lines.map(({ material_id }) => material_id)).size === lines.length
const most = 500

export const requestDemands = command(`${base}demand_to_purchase_request`, {
  title: text('采购需求转申请', 'Request what is needed'),
  grantedBy: buyers,
  input: z.strictObject({ lines: z.array(z.strictObject(demandLine)).min(1).max(most).refine(once) }),
  output: z.object({ purchase_request_ids: z.array(id), nos: z.array(z.string()) }),
  records: [purchaseDemand],
})
export const orderDemands = command(`${base}demand_to_purchase_order`, {
  title: text('采购需求转采购订单', 'Order what is needed'),
  grantedBy: buyers,
  input: z.strictObject({
    lines: z
      .array(
        z.strictObject({
          ...demandLine,
          /** Absent: what is agreed with the supplier, else the price of the material; null: none yet. */
          price: purchaseOrderLine.fields.price.schema.optional(),
          /** Absent: today and the material's lead time. */
          eta: instant.nullish(),
        }),
      )
      .min(1)
      .max(most)
      .refine(once),
  }),
  output: z.object({ purchase_order_ids: z.array(id), nos: z.array(z.string()) }),
  records: [purchaseDemand, purchaseOrderLine],
})
