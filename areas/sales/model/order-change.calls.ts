import { command, query } from '@qitao/core/call.ts'
import { id, instant, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { effectKinds, whyLeft } from './order-change.words.ts'
import { updateSalesOrder } from './sales-order.calls.ts'
import { salesOrder, salesOrderLine } from './sales-order.record.ts'

const base = '/mep_server/biz/order/'
const grantedBy = [pages.salesOrders, pages.editSalesOrder]
const records = [salesOrder, salesOrderLine]

/** What a change of an order does to one other document, or what is to be known of it. */
export const orderEffect = z.object({
  /** Names it in what is accepted. */
  key: z.string(),
  kind: z.enum(effectKinds),
  /** It follows only with these: without them there is nothing to do. */
  after_keys: z.array(z.string()),
  line_no: z.int().nullable(),
  object: z
    .object({ kind: z.enum(['mo', 'purchase_request', 'purchase_order', 'outbound']), id, no: z.string() })
    .nullable(),
  material_code: z.string(),
  material_name: z.string(),
  unit_name: z.string(),
  from_quantity: z.string().nullable(),
  to_quantity: z.string().nullable(),
  from_time: instant.nullable(),
  to_time: instant.nullable(),
  from_priority: z.int().nullable(),
  to_priority: z.int().nullable(),
  /** Of a work order: made already, and issued to it of its material. */
  made_quantity: z.string().nullable(),
  issued_quantity: z.string().nullable(),
  /** Issued to a work order beyond what its new quantity needs: it is to be returned. */
  over_issued: z.array(
    z.object({ material_code: z.string(), material_name: z.string(), unit_name: z.string(), quantity: z.string() }),
  ),
  /** Of a finish that smaller work orders may bring forward: each of the line, with the effect that makes it end earlier (none: it stays) and when it ends then (null: not at all). */
  finishes: z.array(z.object({ effect_key: z.string().nullable(), from_time: instant, to_time: instant.nullable() })),
  /** May be accepted or left; the rest is told. */
  is_choice: z.boolean(),
  /** Why it cannot follow: it stays as it is. */
  why_left: z.enum(Object.keys(whyLeft) as [keyof typeof whyLeft]).nullable(),
  /** The plan finishes it after the day. */
  is_late: z.boolean(),
})
export type OrderEffect = z.output<typeof orderEffect>

const agreed = {
  /** As it was shown: another one now refuses all (5023). */
  digest: plainString(64),
  /** Keys of the effects that follow; the others are left. */
  accepted: z.array(plainString(120)).max(5000),
}
/** Handled by promising, which knows all that an order may have led to: `areas/promising/server/change/change.handlers.ts`. */
export const previewOrderChange = query(`${base}preview_change`, {
  acrossWorkgroups: 'whole',
  title: text('预览订单变更的影响', 'Preview the effects of an order change'),
  grantedBy,
  input: updateSalesOrder.input,
  output: z.object({
    effects: z.array(orderEffect),
    /** Of all of it, with the versions of what is changed. */
    digest: z.string(),
  }),
  records,
})
/** Of an order that is to be cancelled with all that was made of it. */
export const previewOrderCancel = query(`${base}preview_cancel`, {
  acrossWorkgroups: 'whole',
  title: text('预览取消订单的影响', 'Preview the effects of cancelling an order'),
  grantedBy,
  input: updateSalesOrder.input.pick({ id: true, row_version: true }),
  output: previewOrderChange.output,
  records,
})
export const cancelWithFollowers = command(`${base}cancel_with_followers`, {
  title: text('取消生产中的订单', 'Cancel an order in production'),
  grantedBy,
  input: previewOrderCancel.input.extend(agreed),
  output: z.object({ accepted_count: z.int(), left_count: z.int() }),
  records,
})
export const changeSalesOrder = command(`${base}change`, {
  title: text('变更生产中的订单', 'Change an order in production'),
  grantedBy,
  input: updateSalesOrder.input.extend(agreed),
  output: z.object({ accepted_count: z.int(), left_count: z.int(), mo_nos: z.array(z.string()) }),
  records,
})
