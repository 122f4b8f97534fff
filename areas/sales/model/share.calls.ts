import { shareKey, shareLinkCalls } from '@qitao/access/model/session/share-link.calls.ts'
import { affected, command, query } from '@qitao/core/call.ts'
import { codeOf, id, ids, instant, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { salesOrder, salesOrderLine } from './sales-order.record.ts'
import { salesOrderStatus } from './sales-order.status.ts'

/** A sales order for people without an account, behind a link that expires and can be withdrawn. */
const records = [salesOrder, salesOrderLine]
// Whoever may mail an order may put a link to it into the mail.
const grantedBy = [pages.salesOrders, pages.editSalesOrder]
const base = '/mep_server/biz/share/'
const share_key = shareKey
const remark = salesOrder.fields.remark.schema

/** What the reader of the link answers: a proposal; the order stays as it is until its owner changes it. */
export const shareAnswer = z.object({
  accepted: z.boolean(),
  name: z.string(),
  remark: z.string().nullable(),
  lines: z.array(z.object({ line_id: id, wished_date: instant.nullable(), remark: z.string().nullable() })),
})
export type ShareAnswer = z.output<typeof shareAnswer>

export const {
  make: makeOrderLink,
  list: listOrderLinks,
  drop: dropOrderLinks,
} = shareLinkCalls({
  titles: {
    make: text('分享订单', 'Share an order'),
    list: text('订单分享链接', 'Links to an order'),
    drop: text('撤销分享链接', 'Withdraw links'),
  },
  paths: { make: `${base}query_url`, list: `${base}query_share_list`, drop: `${base}bulk_drop_share` },
  grantedBy,
  of: { object_type: z.literal('order').default('order'), object_id: id },
  listOf: { object_id: id },
  choices: {
    /** The reader may answer once. */
    editable: z.boolean().default(false),
    shows_prices: z.boolean().default(false),
  },
  answer: shareAnswer,
})

/** What readers answered, and nobody has dealt with: each wish is a proposal. */
export const queryOrderWishes = query('/mep_server/biz/order/query_order_wishes', {
  title: text('客户意见', 'What readers of an order answered'),
  grantedBy: [pages.salesOrders, pages.editSalesOrder],
  input: z.strictObject({ order_id: id.optional(), no: plainString(50).optional() }),
  output: z.object({
    order_id: id,
    result: z.array(z.object({ id, answer: shareAnswer, answer_time: instant })),
  }),
  records,
})
export const settleOrderWishes = command('/mep_server/biz/order/settle_order_wishes', {
  title: text('处理客户意见', 'Settle what readers answered'),
  grantedBy: [pages.salesOrders, pages.editSalesOrder],
  input: z.strictObject({ order_id: id, ids: ids() }),
  output: affected,
  records,
})

/** What the link shows, and nothing else of the order. */
const sharedOrder = z.object({
  no: z.string(),
  customer_name: z.string().nullable(),
  customer_order_no: z.string().nullable(),
  order_date: instant,
  delivery_date: instant,
  /** The latest of its lines. */
  promised_date: instant.nullable(),
  planned_finish_time: instant.nullable(),
  status: codeOf(salesOrderStatus),
  currency: z.string().nullable(),
  /** Null unless the sharer shows prices. */
  total_amount: z.string().nullable(),
})
const sharedLine = z.object({
  line_id: id,
  line_no: z.int(),
  material_code: z.string(),
  material_name: z.string(),
  material_specs: z.string().nullable(),
  unit_name: z.string(),
  quantity: z.string(),
  delivery_date: instant.nullable(),
  promised_date: instant.nullable(),
  price: z.string().nullable(),
  amount: z.string().nullable(),
  status: z.int(),
})
export const queryOrderLink = query(`${base}query_detail`, {
  title: text('查看分享的订单', 'Read a shared order'),
  grantedBy: 'public',
  input: z.strictObject({ share_key }),
  output: z.object({
    order: sharedOrder,
    lines: z.array(sharedLine),
    /** How far each line is: quantities planned, produced, in the warehouse, shipped. */
    progress: z.array(
      z.object({
        line_id: id,
        planned_quantity: z.string(),
        produced_quantity: z.string(),
        inbound_quantity: z.string(),
        shipped_quantity: z.string(),
      }),
    ),
    company_name: z.string(),
    /** Null: it has none. */
    company_logo_url: z.string().nullable(),
    sharer_name: z.string(),
    time_zone: z.string(),
    expire_time: instant,
    /** May be answered: by this link, and as far as the order has come. */
    editable: z.boolean(),
    answer: shareAnswer.nullable(),
    answer_time: instant.nullable(),
    /** Of what is agreed to: lines, quantities, days and the prices that are shown. */
    digest: z.string(),
  }),
})
export const answerOrderLink = command(`${base}submit`, {
  title: text('答复分享的订单', 'Answer a shared order'),
  grantedBy: 'public',
  input: z.strictObject({
    share_key,
    /** As it was read: an order that is another by now is not answered (5023). */
    digest: plainString(64),
    accepted: z.boolean(),
    /** Who answers. */
    name: plainString(50).min(1),
    remark,
    lines: z
      .array(
        z.strictObject({
          line_id: id,
          wished_date: instant.nullish(),
          remark: salesOrderLine.fields.remark.schema.optional(),
        }),
      )
      .max(2000)
      .default([]),
  }),
  output: z.object({ answer_time: instant }),
  records,
})
