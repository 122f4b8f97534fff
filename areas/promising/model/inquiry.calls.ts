import { affected, command, query } from '@qitao/core/call.ts'
import { because, codeOf, id, instant, plainString, positiveQuantity } from '@qitao/core/field.ts'
import { listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { salesOrders } from '@qitao/sales/model/sales-order.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import {
  inquiry,
  inquiryLine,
  inquiryLineRow,
  inquiryRow,
  leastHoldMinutes,
  mostHoldMinutes,
} from './inquiry.record.ts'
import { promiseMode } from './inquiry.status.ts'
import { promisingErrors } from './promising.errors.ts'

const base = '/mep_server/biz/order/'
const records = [inquiry, inquiryLine]
const both = [pages.orderPromise, pages.salesOrders]

export const askInquiry = command(`${base}so_inquiry`, {
  title: text('询单', 'Inquire'),
  grantedBy: [...both, pages.editSalesOrder],
  input: z
    .strictObject({
      /** An order that stands already; else `order`: one that is only asked for is made. */
      order_id: id.optional(),
      order: z
        .strictObject({
          customer_id: id.nullish(),
          remark: plainString(255).nullish(),
          lines: z
            .array(
              z.strictObject({
                material_id: id,
                quantity: positiveQuantity,
                price: positiveQuantity.nullish(),
                delivery_date: instant,
              }),
            )
            .min(1)
            .max(50),
        })
        .optional(),
      /** Lines of the order to ask for, when not all of it as it stands: as many as an order has. */
      lines: z
        .array(
          z.strictObject({ line_id: id, quantity: positiveQuantity.optional(), delivery_date: instant.optional() }),
        )
        .min(1)
        .max(salesOrders.most)
        .optional(),
      mode: codeOf(promiseMode).default('full'),
      /** When the day is not met without it: what orders of customers of a lower class have may be counted on. Taken when confirmed. */
      may_displace: z.boolean().default(false),
      hold_minutes: z
        .int()
        .max(mostHoldMinutes)
        .refine(minutes => minutes >= leastHoldMinutes, because(promisingErrors.holdTooShort))
        .default(leastHoldMinutes),
    })
    .refine(({ order_id, order }) => (order_id === undefined) !== (order === undefined)),
  output: z.object({ inquiry: inquiryRow, lines: z.array(inquiryLineRow) }),
  records,
})
export const confirmInquiry = command(`${base}confirm_inquiry`, {
  title: text('确认承诺', 'Confirm promise'),
  grantedBy: both,
  input: z.strictObject({
    inquiry_id: id,
    promise_date: instant.optional(),
    /** Who loses by it was seen, and is agreed to. */
    displaces: z.boolean().default(false),
  }),
  output: z.object({ order_id: id, no: z.string() }),
  records,
})
export const extendInquiry = command(`${base}extend_inquiry`, {
  title: text('延长保留', 'Keep an answer longer'),
  grantedBy: [pages.orderPromise],
  input: z.strictObject({ inquiry_id: id, minutes: z.int().min(1).max(mostHoldMinutes) }),
  output: z.object({ result_kept_until: instant }),
  records,
})
export const cancelInquiry = command(`${base}cancel_inquiry`, {
  title: text('取消询单', 'Cancel inquiry'),
  grantedBy: both,
  input: z.strictObject({ inquiry_id: id, reason: plainString(255).optional() }),
  output: affected,
  records,
})
export const listInquiries = query(`${base}query_inquiry_list`, {
  title: text('询单列表', 'Inquiry list'),
  grantedBy: [pages.orderPromise],
  input: listInput({
    pool: z.enum(['pending', 'promised']).default('pending'),
    statuses: z.array(z.int()).max(10).optional(),
    customer_id: id.optional(),
    timestamp_range: timestampRange.optional(),
  }),
  output: listOutput(inquiryRow),
  records,
})
export const showInquiry = query(`${base}query_inquiry_detail`, {
  title: text('询单详情', 'Inquiry detail'),
  grantedBy: both,
  input: z.strictObject({ inquiry_id: id }),
  output: z.object({ record: inquiryRow, lines: z.array(inquiryLineRow) }),
  records,
})
