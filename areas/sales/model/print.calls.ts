import { command, query } from '@qitao/core/call.ts'
import { because, id } from '@qitao/core/field.ts'
import { fileOutput } from '@qitao/core/file.ts'
import { text } from '@qitao/core/text.ts'
import { documentMail } from '@qitao/document-kit/model/document-paper.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { salesErrors } from './sales.errors.ts'

/** Job cards or shipping orders at once (specification section 5). */
export const mostPrinted = 10
const printed = z
  .array(id)
  .min(1)
  .max(2000)
  .refine(ids => ids.length <= mostPrinted, because(salesErrors.printLimit))

/** Handled in `areas/shopfloor/server/job-card.handlers.ts`, which knows the tasks. */
export const printJobCards = query('/mep_server/biz/order/print_job_card', {
  title: text('打印工卡', 'Print job cards'),
  grantedBy: [pages.manufacturingOrders, pages.dispatch, pages.workshopPlan, pages.productionReport],
  acrossWorkgroups: 'whole',
  input: z.strictObject({ mo_ids: printed }),
  output: fileOutput,
})
// Handled in `areas/warehouse/server/shipping-order.handlers.ts`.
/** Handled by warehouse: a shipping order is a goods issue for a sales order. */
export const printShippingOrders = query('/mep_server/biz/order/print_shipping_order', {
  title: text('打印发货单', 'Print shipping orders'),
  grantedBy: [pages.shipping, pages.outbound],
  input: z.strictObject({ receipt_ids: printed }),
  output: fileOutput,
})
/** The same to the customer, as a PDF; the job ends when the mail is out. */
export const mailShippingOrder = command('/mep_server/biz/order/mail_shipping_order', {
  title: text('邮件发送发货单', 'Mail a shipping order'),
  grantedBy: [pages.shipping, pages.outbound],
  input: documentMail.input.extend({ id }),
  output: z.object({ job_id: id }),
  records: [documentMail],
})
