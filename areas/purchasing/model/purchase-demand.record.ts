import {
  choiceField,
  dayField,
  daysField,
  id,
  instant,
  integerField,
  moneyField,
  optional,
  quantityField,
  quantityFromZeroField,
  readOnly,
  referenceField,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { statuses } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { z } from 'zod'

/** By the day on which it is to be ordered at the latest. */
export const demandUrgency = statuses({
  past: { code: 0, zh: '应已下单', en: 'Overdue', colour: 'danger' },
  this_week: { code: 1, zh: '7天内下单', en: 'Within 7 days', colour: 'warning' },
  later: { code: 2, zh: '稍后', en: 'Later', colour: 'neutral' },
})

/** Why more is bought than is needed. */
export const lotReason = statuses({
  as_needed: { code: 'as_needed', zh: '按需', en: 'As needed', colour: 'neutral' },
  minimum_lot: { code: 'minimum_lot', zh: '补到最小批量', en: 'Up to the minimum lot', colour: 'info' },
  packaging: { code: 'packaging', zh: '取整包装', en: 'In whole packages', colour: 'info' },
  both: {
    code: 'both',
    zh: '补到最小批量并取整包装',
    en: 'Up to the minimum lot, in whole packages',
    colour: 'info',
  },
})
export type LotReason = (typeof lotReason.list)[number]['code']

/** A material of which more is needed than stock, purchases on their way, requests and orders cover. */
export const purchaseDemand = record('purchase_demand', text('采购需求', 'Demand'), {
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  /** What work orders lack (as on the material plan), and what safety stock does. */
  needed_quantity: readOnly(quantityField('需求数量', 'Needed')),
  /** Of it bought already, which the material plan does not count on yet: open requests, orders not sent or sent just now. */
  covered_quantity: readOnly(quantityFromZeroField('已申请', 'Asked for')),
  /** The rest; less is not bought. */
  demand_quantity: readOnly(quantityField('待采购', 'To buy')),
  quantity: quantityField('采购数量', 'Purchase quantity'),
  lot_reason: readOnly(choiceField('取整原因', 'Rounded', lotReason)),
  required_date: readOnly(dayField('需求日期', 'Needed on')),
  latest_order_date: readOnly(dayField('最迟下单日', 'Latest order date')),
  urgency: readOnly(choiceField('紧急程度', 'Urgency', demandUrgency)),
  mo_count: readOnly(integerField('工单数', 'MOs')),
  /** Of the material, else from whom it was bought last. */
  supplier_id: optional(referenceField('供应商', 'Supplier', 'supplier')),
  /** Who bought it last. */
  buyer_id: readOnly(optional(referenceField('采购员', 'Buyer', 'user'))),
  /** What was paid last, else the price of the material; in the company's currency. */
  price: optional(quantityFromZeroField('单价', 'Price')),
  amount: readOnly(optional(moneyField('金额', 'Amount'))),
  supply_lead_time: readOnly(daysField('供货提前期', 'Lead time')),
})

export const purchaseDemandRow = z.object({
  /** Of the material: it stands once. */
  id,
  material_id: id,
  ...productShown,
  needed_quantity: z.string(),
  covered_quantity: z.string(),
  demand_quantity: z.string(),
  quantity: z.string(),
  lot_reason: z.string(),
  required_date: instant,
  latest_order_date: instant,
  urgency: z.int(),
  mo_count: z.int(),
  supplier_id: id.nullable(),
  supplier_name: z.string().nullable(),
  buyer_id: id.nullable(),
  buyer_name: z.string().nullable(),
  price: z.string().nullable(),
  amount: z.string().nullable(),
  supply_lead_time: z.int(),
  minimum_lot: z.string(),
  packaging_size: z.string(),
})
export type PurchaseDemandRow = z.output<typeof purchaseDemandRow>

/** One need of a material: of a work order, or (without one) of the safety stock. */
export const demandNeedRow = z.object({
  /** Of the component, or of the material. */
  id,
  mo_id: id.nullable(),
  mo_no: z.string().nullable(),
  product_code: z.string().nullable(),
  product_name: z.string().nullable(),
  sales_order_id: id.nullable(),
  sales_order_no: z.string().nullable(),
  quantity: z.string(),
  /** What requests and orders leave of it. */
  open_quantity: z.string(),
  required_date: instant,
})
export type DemandNeedRow = z.output<typeof demandNeedRow>

/** What is being bought of it already. */
export const demandSourceRow = z.object({
  id,
  /** Of the request or the order. */
  document_id: id,
  kind: z.enum(['purchase_request', 'purchase_order']),
  no: z.string(),
  quantity: z.string(),
  eta: instant.nullable(),
  /** So much of it is taken off the needs: what is asked for, and what was sent since the material plan was made. */
  deducted_quantity: z.string(),
})
export type DemandSourceRow = z.output<typeof demandSourceRow>
