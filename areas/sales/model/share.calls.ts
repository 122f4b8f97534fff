import { affected, command, query } from '@qitao/core/call.ts'
import { id, ids, instant, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { salesOrder, salesOrderLine } from './sales-order.record.ts'

/** A sales order for people without an account, behind a link that expires and can be withdrawn. */
const records = [salesOrder, salesOrderLine]
const grantedBy = [pages.salesOrders]
const base = '/mep_server/biz/share/'
const share_key = plainString(100).min(1)
export const longestShareDays = 30
const remark = salesOrder.fields.remark.schema

/** What the reader of the link answers: a proposal; the order stays as it is until its owner changes it. */
export const shareAnswer = z.object({
  accepted: z.boolean(),
  name: z.string(),
  remark: z.string().nullable(),
  lines: z.array(z.object({ line_id: id, wished_date: instant.nullable(), remark: z.string().nullable() })),
})
export type ShareAnswer = z.output<typeof shareAnswer>

export const makeOrderLink = command(`${base}query_url`, {
  title: text('分享订单', 'Share an order'),
  grantedBy,
  input: z.strictObject({
    object_type: z.literal('order').default('order'),
    object_id: id,
    expire_days: z.int().min(1).max(longestShareDays).default(7),
    /** The reader may answer once. */
    editable: z.boolean().default(false),
    shows_prices: z.boolean().default(false),
  }),
  output: z.object({ url: z.string(), share_key: z.string(), expire_time: instant, qrcode: z.string() }),
  answersSecret: true,
})
export const listOrderLinks = query(`${base}query_share_list`, {
  title: text('订单分享链接', 'Links to an order'),
  grantedBy,
  input: z.strictObject({ object_id: id }),
  output: z.object({
    result: z.array(
      z.object({
        id,
        created_time: instant,
        created_by_name: z.string().nullable(),
        expire_time: instant,
        editable: z.boolean(),
        shows_prices: z.boolean(),
        revoked: z.boolean(),
        opened_count: z.int(),
        opened_time: instant.nullable(),
        answer: shareAnswer.nullable(),
        answer_time: instant.nullable(),
      }),
    ),
  }),
})
export const dropOrderLinks = command(`${base}bulk_drop_share`, {
  title: text('撤销分享链接', 'Withdraw links'),
  grantedBy,
  input: z.strictObject({ ids: ids() }),
  output: affected,
})

/** What the link shows, and nothing else of the order. */
const sharedOrder = z.object({
  no: z.string(),
  customer_name: z.string().nullable(),
  customer_order_no: z.string().nullable(),
  order_date: instant,
  delivery_date: instant,
  planned_finish_time: instant.nullable(),
  status: z.int(),
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
    sharer_name: z.string(),
    time_zone: z.string(),
    expire_time: instant,
    editable: z.boolean(),
    answer: shareAnswer.nullable(),
    answer_time: instant.nullable(),
  }),
})
export const answerOrderLink = command(`${base}submit`, {
  title: text('答复分享的订单', 'Answer a shared order'),
  grantedBy: 'public',
  input: z.strictObject({
    share_key,
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
