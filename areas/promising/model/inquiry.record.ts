import {
  choiceField,
  codeField,
  codeOf,
  dayField,
  flagField,
  id,
  instant,
  instantField,
  integerField,
  optional,
  quantityField,
  readOnly,
  referenceField,
  withDefault,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { capacityStatus, deliveryStatus, materialStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { z } from 'zod'
import { inquiryStatus, inquiryType, promiseMode } from './inquiry.status.ts'

/** An answer is kept at least so long (specification section 5), and at most a week. */
export const leastHoldMinutes = 15
export const mostHoldMinutes = 7 * 24 * 60

export const inquiry = record('inquiry', text('询单', 'Inquiry'), {
  no: readOnly(codeField('询单号', 'Inquiry no.')),
  order_id: readOnly(referenceField('订单', 'Order', 'sales_order')),
  order_type: readOnly(choiceField('类型', 'Type', inquiryType)),
  status: readOnly(choiceField('状态', 'Status', inquiryStatus)),
  customer_id: optional(referenceField('客户', 'Customer', 'customer')),
  mode: choiceField('交付方式', 'Delivery', promiseMode),
  requested_date: dayField('期望交期', 'Wanted date'),
  promise_date: readOnly(dayField('可承诺日期', 'Promise date')),
  hold_minutes: integerField('保留分钟', 'Kept for (minutes)', { min: leastHoldMinutes, max: mostHoldMinutes }),
  may_displace: withDefault(flagField('可占用低等级客户的物料', 'May take from lower classes'), false),
  result_kept_until: readOnly(instantField('保留至', 'Kept until')),
  material_status: readOnly(choiceField('物料状态', 'Material status', materialStatus)),
  capacity_status: readOnly(choiceField('产能状态', 'Capacity status', capacityStatus)),
  delivery_status: readOnly(choiceField('交期状态', 'Delivery status', deliveryStatus)),
  confirmed_time: readOnly(instantField('确认时间', 'Confirmed')),
})

export const inquiryLine = record('inquiry_line', text('询单明细', 'Inquiry line'), {
  material_id: referenceField('产品', 'Product', 'material'),
  quantity: quantityField('数量', 'Quantity'),
  delivery_date: dayField('期望交期', 'Wanted date'),
})

/** What decides a date, with the names people know. */
export const becauseRow = z.object({
  kind: z.enum(['stock', 'supply', 'lead_time', 'machine', 'work']),
  from: instant,
  until: instant,
  /** Number of the purchase order, the work order or the machine; null: none. */
  object: z.string().nullable(),
  /** Supply: what kind; else null. */
  source_type: z.int().nullable(),
  material_code: z.string(),
  material_name: z.string(),
  process_name: z.string().nullable(),
  quantity: z.string().nullable(),
})
export type BecauseRow = z.output<typeof becauseRow>

/** What another order loses by a promise. */
export const displacedRow = z.object({
  /** A work order loses what it has, an order what it counts on. */
  kind: z.enum(['mo', 'order']),
  no: z.string(),
  /** Null: for nobody in particular. */
  order_no: z.string().nullable(),
  customer_name: z.string().nullable(),
  level: z.string().nullable(),
  due: instant,
  material_code: z.string(),
  material_name: z.string(),
  quantity: z.string(),
  /** From when it can be had again, when it is ordered now; null: it is made, and the plan says when. */
  again: instant.nullable(),
})
export type DisplacedRow = z.output<typeof displacedRow>

const delivery = z.object({
  /** When it is ready. */
  time: instant,
  /** The day, as promised. */
  date: instant,
  quantity: z.string(),
  /** Of it from stock and supply on its way. */
  from_supply: z.string(),
  because: becauseRow,
  chain: z.array(becauseRow),
})
const lot = z.object({ material_code: z.string(), material_name: z.string(), quantity: z.string(), time: instant })
export const lineAnswer = z.object({
  /** Everything at once; null: not within the time that is planned ahead. */
  full: delivery.nullable(),
  wanted: z.object({ met: z.boolean(), quantity: z.string() }).nullable(),
  parts: z.array(delivery),
  /** What is held and made for the chosen way. */
  purchases: z.array(lot),
  productions: z.array(lot),
  /** Of the product, free by then, from stock and what comes; absent in answers of before. */
  free: z.array(z.object({ date: instant, quantity: z.string() })).optional(),
  tasks: z.array(
    z.object({
      machine_no: z.string(),
      material_code: z.string(),
      process_name: z.string(),
      setup_start_time: instant,
      start_time: instant,
      end_time: instant,
    }),
  ),
})
export type LineAnswer = z.output<typeof lineAnswer>
export type DeliveryRow = LineAnswer['parts'][number]

export const inquiryRow = z.object({
  id,
  no: z.string(),
  row_version: z.int(),
  order_id: id,
  order_no: z.string(),
  order_type: z.string(),
  status: codeOf(inquiryStatus),
  mode: z.string(),
  may_displace: z.boolean(),
  /** Who loses what when it is confirmed. */
  displaced: z.array(displacedRow),
  customer_id: id.nullable(),
  customer_name: z.string().nullable(),
  promise_date: instant.nullable(),
  requested_date: instant.nullable(),
  result_kept_until: instant,
  hold_minutes: z.int(),
  material_status: codeOf(materialStatus).nullable(),
  capacity_status: codeOf(capacityStatus).nullable(),
  delivery_status: codeOf(deliveryStatus).nullable(),
  reason: z.string().nullable(),
  confirmed_time: instant.nullable(),
  created_time: instant,
  updated_time: instant,
  line_count: z.int(),
  first_material_code: z.string().nullable(),
  first_material_name: z.string().nullable(),
  quantity: z.string(),
})
export type InquiryRow = z.output<typeof inquiryRow>

export const inquiryLineRow = z.object({
  id,
  line_id: id,
  line_no: z.int(),
  material_id: id,
  material_code: z.string(),
  material_name: z.string(),
  unit_name: z.string(),
  unit_precision: z.int(),
  quantity: z.string(),
  requested_date: instant.nullable(),
  promise_date: instant.nullable(),
  short_components: z.array(lot),
  bottleneck_machine_no: z.string().nullable(),
  answer: lineAnswer,
})
export type InquiryLineRow = z.output<typeof inquiryLineRow>
