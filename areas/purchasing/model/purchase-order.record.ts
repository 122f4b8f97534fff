import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { currencyField } from '@qitao/access/model/company/currency.ts'
import { customValues } from '@qitao/core/custom.ts'
import {
  choiceField,
  codeField,
  dayField,
  flagField,
  id,
  instant,
  instantField,
  integerField,
  listField,
  moneyField,
  optional,
  percentField,
  quantityField,
  quantityFromZeroField,
  readOnly,
  referenceField,
  referencesField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { z } from 'zod'
import { confirmation } from './answer/supplier-answer.status.ts'
import { inboundProgress, purchaseStatus } from './purchase.status.ts'

export const purchaseOrder = record('purchase_order', text('采购订单', 'Purchase order'), {
  /** Empty: the number is taken from the counter when the order is saved. */
  no: optional(codeField('采购单号', 'Purchase order no.')),
  status: readOnly(choiceField('状态', 'Status', purchaseStatus)),
  approval_status: readOnly(optional(choiceField('审批', 'Approval', approvalStatus))),
  /** Refused by the order's own words (5705) when it is missing. */
  supplier_id: { ...optional(referenceField('供应商', 'Supplier', 'supplier')), required: true },
  order_date: dayField('采购日期', 'Order date'),
  /** For lines without one of their own; kept as the latest of the lines. */
  eta: optional(dayField('预计到货', 'ETA')),
  arrival_date: readOnly(optional(instantField('最近到货', 'Last arrival'))),
  overdue: readOnly(flagField('逾期', 'Overdue')),
  received_line_count: readOnly(integerField('到齐行数', 'Lines received')),
  confirmation: readOnly(choiceField('供应商确认', 'Confirmed', confirmation)),
  /** Lines that are wished for earlier. */
  expedited: readOnly(flagField('催货中', 'Expedited')),
  expedited_line_count: readOnly(integerField('催货行数', 'Lines expedited')),
  currency: optional(currencyField()),
  tax_rate: optional(percentField('税率', 'Tax rate')),
  total_amount: readOnly(optional(moneyField('金额', 'Amount'))),
  operator_id: readOnly(referenceField('采购员', 'Buyer', 'user')),
  mailed_to: readOnly(optional(textField('邮件已发至', 'Mailed to'))),
  mailed_time: readOnly(optional(instantField('邮件时间', 'Mailed'))),
  remark: remarkField(),
  custom: customValues(),
})

export const purchaseOrderLine = record('purchase_order_line', text('采购明细', 'Purchase order line'), {
  line_no: readOnly(integerField('行号', 'Line')),
  material_id: referenceField('物料', 'Material', 'material'),
  demand_quantity: withDefault(quantityFromZeroField('需求数量', 'Demand quantity'), '0'),
  quantity: quantityField('采购数量', 'Purchase quantity'),
  received_quantity: readOnly(quantityFromZeroField('已入库', 'Received')),
  open_quantity: readOnly(quantityFromZeroField('待入库', 'Open')),
  price: optional(quantityFromZeroField('单价', 'Price')),
  amount: readOnly(optional(moneyField('金额', 'Amount'))),
  /** Empty: that of the order. */
  tax_rate: optional(percentField('税率', 'Tax rate')),
  eta: optional(dayField('预计到货', 'ETA')),
  /** By when it is wished for, as long as the supplier has not answered. */
  wished_date: readOnly(optional(dayField('希望到货', 'Wanted by'))),
  request_ids: withDefault(referencesField('采购申请', 'Requests', 'purchase_request', 2000), []),
  request_nos: readOnly(listField('采购申请', 'Requests', z.array(z.string()))),
  remark: remarkField(),
})
/** How much of a line comes in by one receipt. */
export const receivedNow = text('本次入库', 'Now')
/** An open line of an order as the buyer and the warehouse wait for it. */
export const arrival = record('arrival_plan', text('到货计划', 'Arrival plan'), {
  purchase_order_id: readOnly(referenceField('采购订单', 'Purchase order', 'purchase_order')),
  purchase_order_no: readOnly(codeField('采购单号', 'Purchase order no.')),
  line_no: readOnly(integerField('行号', 'Line')),
  supplier_id: readOnly(referenceField('供应商', 'Supplier', 'supplier')),
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  planned_quantity: readOnly(quantityFromZeroField('采购数量', 'Ordered')),
  received_quantity: readOnly(quantityFromZeroField('已入库', 'Received')),
  open_quantity: readOnly(quantityFromZeroField('待入库', 'Open')),
  /** On arrivals that are written or announced. */
  announced_quantity: readOnly(quantityFromZeroField('已通知', 'Announced')),
  unannounced: readOnly(flagField('有未通知', 'Not announced')),
  eta: optional(dayField('预计到货', 'ETA')),
  wished_date: readOnly(optional(dayField('希望到货', 'Wanted by'))),
  expedited: readOnly(flagField('催货中', 'Expedited')),
  overdue: readOnly(flagField('逾期', 'Overdue')),
  overdue_days: readOnly(integerField('逾期天数', 'Days overdue', { unit: text('天', 'days') })),
  inbound_progress: readOnly(choiceField('入库进度', 'Inbound progress', inboundProgress)),
  status: readOnly(choiceField('订单状态', 'Order status', purchaseStatus)),
  awaited: readOnly(flagField('有工单等料', 'MOs waiting')),
  mo_count: readOnly(integerField('等料工单', 'MOs waiting')),
})
export const arrivalRow = z.object({
  /** Of the purchase order line: a line is one arrival. */
  id,
  purchase_order_id: id,
  purchase_order_no: z.string(),
  order_row_version: z.int(),
  order_date: instant,
  line_no: z.int(),
  supplier_id: id,
  supplier_name: z.string(),
  material_id: id,
  ...productShown,
  lot_managed: z.boolean(),
  default_location_id: id.nullable(),
  default_location_code: z.string().nullable(),
  planned_quantity: z.string(),
  received_quantity: z.string(),
  open_quantity: z.string(),
  /** So much more than that may come in. */
  over_quantity: z.string(),
  announced_quantity: z.string(),
  eta: instant.nullable(),
  /** By when it is wished for, as long as the supplier has not answered. */
  wished_date: instant.nullable(),
  overdue: z.boolean(),
  overdue_days: z.int(),
  inbound_progress: z.int(),
  status: z.string(),
  /** Work orders whose material plan counts on this arrival, and the first of them to start. */
  mo_count: z.int(),
  mo_nos: z.array(z.string()),
  first_needed_time: instant.nullable(),
})
export type ArrivalRow = z.output<typeof arrivalRow>
