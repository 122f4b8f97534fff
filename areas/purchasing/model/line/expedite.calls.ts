import { affected, command } from '@qitao/core/call.ts'
import { id, ids, rowVersion } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { expedite } from './expedite.record.ts'

const base = '/mep_server/biz/purchase/'
const grantedBy = [pages.purchase, pages.editPurchase, pages.arrivalPlan]

export const expediteLines = command(`${base}expedite_purchase_order_line`, {
  title: text('催货', 'Expedite'),
  grantedBy,
  input: expedite.input.extend({
    /** Of the order. */
    id,
    /** Of the order as it was seen: refused (5023) when it was altered since. */
    row_version: rowVersion.optional(),
    line_ids: ids(500),
  }),
  output: z.object({
    /** That mails it; null: it was not to be. */
    job_id: id.nullable(),
  }),
  records: [expedite],
})
export const dropExpedites = command(`${base}drop_purchase_expedite`, {
  title: text('撤销催货', 'Withdraw what was expedited'),
  grantedBy,
  input: z.strictObject({
    /** Of the order. */
    id,
    line_ids: ids(500),
  }),
  output: affected,
  records: [expedite],
})
