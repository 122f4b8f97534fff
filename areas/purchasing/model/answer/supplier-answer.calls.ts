import { longestShareDays, shareKey, shareLinkCalls } from '@qitao/access/model/session/share-link.calls.ts'
import { affected, command, query } from '@qitao/core/call.ts'
import { codeOf, id, instant, plainString, rowVersion } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { purchaseStatus } from '../purchase.status.ts'
import { supplierAnswer } from './supplier-answer.record.ts'

/** An order that was sent, behind a link for its supplier: he confirms each line or proposes another quantity or day. */
const grantedBy = [pages.purchase, pages.editPurchase, pages.arrivalPlan]
const base = '/mep_server/biz/purchase/'
const share_key = shareKey
export const confirmDays = [3, 7, 14, longestShareDays] as const
const records = [supplierAnswer]
const { quantity, eta, remark } = supplierAnswer.fields

/** What stands with the link of whoever answered; what he said of each line is a `supplier_answer`. */
const linkAnswer = z.object({ accepted: z.boolean(), name: z.string(), remark: z.string().nullable() })
export type ConfirmLinkAnswer = z.output<typeof linkAnswer>

export const {
  make: makeConfirmLink,
  list: listConfirmLinks,
  drop: dropConfirmLinks,
} = shareLinkCalls({
  titles: {
    make: text('请供应商确认', 'Ask a supplier to confirm'),
    list: text('供应商确认链接', 'Links for the supplier'),
    drop: text('撤销供应商确认链接', 'Withdraw links for the supplier'),
  },
  paths: {
    make: `${base}add_confirm_link`,
    list: `${base}query_confirm_link_list`,
    drop: `${base}bulk_drop_confirm_link`,
  },
  grantedBy,
  of: { id },
  listOf: { id },
  choices: { shows_prices: z.boolean().default(false) },
  answer: linkAnswer,
})

export const queryConfirmLink = query(`${base}query_confirm_link`, {
  title: text('查看待确认的采购订单', 'Read an order to confirm'),
  grantedBy: 'public',
  input: z.strictObject({ share_key }),
  output: z.object({
    /** What the link shows, and nothing else of the order. */
    order: z.object({
      no: z.string(),
      status: codeOf(purchaseStatus),
      order_date: instant,
      supplier_name: z.string(),
      currency: z.string().nullable(),
      /** Null unless the sharer shows prices. */
      total_amount: z.string().nullable(),
    }),
    lines: z.array(
      z.object({
        line_id: id,
        line_no: z.int(),
        material_code: z.string(),
        material_name: z.string(),
        material_specs: z.string().nullable(),
        unit_name: z.string(),
        unit_precision: z.int(),
        quantity: z.string(),
        received_quantity: z.string(),
        eta: instant.nullable(),
        /** By when the buyer wishes for it, and why; null: as it was ordered. */
        wished_date: instant.nullable(),
        wish_remark: z.string().nullable(),
        price: z.string().nullable(),
      }),
    ),
    company_name: z.string(),
    sharer_name: z.string(),
    time_zone: z.string(),
    /** When the day began there. */
    today: instant,
    expire_time: instant,
    answer: linkAnswer.nullable(),
    answer_time: instant.nullable(),
  }),
})
export const answerConfirmLink = command(`${base}answer_confirm_link`, {
  title: text('供应商答复采购订单', "A supplier's answer to an order"),
  grantedBy: 'public',
  input: z.strictObject({
    share_key,
    /** Who answers. */
    name: plainString(50).min(1),
    remark: remark.schema,
    lines: z
      .array(
        z.strictObject({
          line_id: id,
          quantity: quantity.schema,
          eta: eta.schema,
          remark: remark.schema.optional(),
        }),
      )
      .min(1)
      .max(500),
  }),
  output: z.object({ answer_time: instant }),
  records,
})

export const listSupplierAnswers = query(`${base}query_supplier_answer_list`, {
  title: text('供应商答复', "Supplier's answers"),
  grantedBy,
  input: z.strictObject({ id }),
  output: z.object({ result: z.array(supplierAnswer.row.extend({ ...productShown })) }),
  records,
})
export const decideSupplierAnswers = command(`${base}decide_supplier_answer`, {
  title: text('处理供应商答复', "Decide on a supplier's answers"),
  grantedBy,
  input: z.strictObject({
    /** Of the order. */
    id,
    decisions: z
      .array(
        z.strictObject({
          id,
          /** Of the answer as it was seen. */
          row_version: rowVersion,
          accepted: z.boolean(),
        }),
      )
      .min(1)
      .max(500),
  }),
  output: affected,
  records,
})
