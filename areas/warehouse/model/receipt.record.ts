import {
  choiceField,
  codeField,
  codeOf,
  dayField,
  id,
  instant,
  integerField,
  optional,
  plainString,
  positiveQuantity,
  quantityField,
  quantityFromZero,
  quantityFromZeroField,
  readOnly,
  referenceField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { stockMovementRow } from '@qitao/stock/model/inventory.record.ts'
import { lotBirthFields, lotBirthInput } from '@qitao/stock/model/lot-birth.record.ts'
import { serialNumbers, serialsField } from '@qitao/stock/model/piece.record.ts'
import { judgedQuality } from '@qitao/stock/model/quality.status.ts'
import { z } from 'zod'
import { inboundStatus, inboundType, outboundStatus, outboundType } from './receipt.status.ts'

const common = {
  /** Empty: the number is taken from the counter when the receipt is saved. */
  no: optional(codeField('单据号', 'Receipt no.')),
  warehouse_id: optional(referenceField('仓库', 'Warehouse', 'warehouse')),
  supplier_id: optional(referenceField('供应商', 'Supplier', 'supplier')),
  customer_id: optional(referenceField('客户', 'Customer', 'customer')),
  mo_id: optional(referenceField('工单', 'MO', 'mo')),
  source_no: readOnly(codeField('来源单号', 'Source no.')),
  /** Empty: today. */
  receipt_date: optional(dayField('单据日期', 'Receipt date')),
  quantity: readOnly(quantityFromZeroField('数量', 'Quantity')),
  done_quantity: readOnly(quantityFromZeroField('完成数量', 'Done')),
  operator_id: readOnly(referenceField('操作人', 'Operator', 'user')),
  remark: remarkField(),
}
export const inboundReceipt = record('inbound_receipt', text('入库单', 'Goods receipt'), {
  ...common,
  receipt_type: withDefault(choiceField('入库类型', 'Inbound type', inboundType), inboundType.codes.other),
  status: readOnly(choiceField('状态', 'Status', inboundStatus)),
  purchase_order_id: optional(referenceField('采购订单', 'Purchase order', 'purchase_order')),
})
export const outboundReceipt = record('outbound_receipt', text('出库单', 'Goods issue'), {
  ...common,
  receipt_type: withDefault(choiceField('出库类型', 'Outbound type', outboundType), outboundType.codes.other),
  status: readOnly(choiceField('状态', 'Status', outboundStatus)),
  order_id: optional(referenceField('销售订单', 'Sales order', 'sales_order')),
})

/** What is written when a receipt is taken back. */
export const receiptReversal = record('receipt_reversal', text('冲销', 'Reversal'), {
  reason: optional(textField('冲销原因', 'Reason', 200)),
})

export const receiptRow = z.object({
  id,
  row_version: z.int(),
  created_time: instant,
  updated_time: instant,
  no: z.string(),
  receipts_type: z.int(),
  receipt_type: codeOf(inboundType).or(codeOf(outboundType)),
  status: z.string(),
  warehouse_id: id.nullable(),
  warehouse_name: z.string().nullable(),
  supplier_id: id.nullable(),
  supplier_name: z.string().nullable(),
  customer_id: id.nullable(),
  customer_name: z.string().nullable(),
  purchase_order_id: id.nullable(),
  order_id: id.nullable(),
  mo_id: id.nullable(),
  /** Number of the order or MO that the receipt belongs to. */
  source_no: z.string().nullable(),
  receipt_date: instant,
  operator_id: id.nullable(),
  operator_name: z.string().nullable(),
  remark: z.string().nullable(),
  mailed_to: z.string().nullable(),
  mailed_time: instant.nullable(),
  line_count: z.int(),
  quantity: z.string(),
  done_quantity: z.string(),
  first_material_code: z.string().nullable(),
  first_material_name: z.string().nullable(),
})
export type ReceiptRow = z.output<typeof receiptRow>

export const receiptLine = record('receipt_line', text('收发明细', 'Receipt line'), {
  line_no: readOnly(integerField('行号', 'Line')),
  material_id: referenceField('物料', 'Material', 'material'),
  quantity: quantityField('数量', 'Quantity'),
  done_quantity: readOnly(quantityFromZeroField('完成数量', 'Done')),
  open_quantity: readOnly(quantityFromZeroField('未完成数量', 'Open')),
  location_id: optional(referenceField('库位', 'Bin', 'location')),
  lot_number: optional(codeField('批号', 'Lot number')),
  ...lotBirthFields,
  serial_numbers: serialsField,
  quality_status: withDefault(choiceField('质量状态', 'Quality', judgedQuality), judgedQuality.codes.finished),
  source_line_id: optional(referenceField('来源明细', 'Source line', 'source_line')),
  remark: remarkField(),
})
export const receiptLineRow = z.object({
  id,
  receipt_id: id,
  line_no: z.int(),
  material_id: id,
  ...productShown,
  lot_managed: z.boolean(),
  serial_policy: z.int(),
  quantity: z.string(),
  done_quantity: z.string(),
  open_quantity: z.string(),
  location_id: id.nullable(),
  location_code: z.string().nullable(),
  lot_number: z.string().nullable(),
  quality_status: codeOf(judgedQuality),
  source_line_id: id.nullable(),
  /** Number of the order, return or work order that the line was taken over from. */
  source_no: z.string().nullable(),
  remark: z.string().nullable(),
  /** Outbound: what could be taken now. */
  available_quantity: z.string(),
})
export type ReceiptLineRow = z.output<typeof receiptLineRow>
export const receiptDetail = z.object({
  record: receiptRow,
  lines: z.array(receiptLineRow),
  movements: z.array(stockMovementRow),
})

/** A line of an order, a return or a work order of which something is open that stands on no receipt yet. */
export const receiptSourceRow = z.object({
  id,
  /** Of a component: there is none, the receipt is of its work order. */
  source_line_id: id.nullable(),
  mo_id: id.nullable(),
  source_no: z.string(),
  partner_id: id.nullable(),
  partner_name: z.string().nullable(),
  material_id: id,
  ...productShown,
  lot_managed: z.boolean(),
  quantity: z.string(),
  open_quantity: z.string(),
  due_time: instant.nullable(),
})
export type ReceiptSourceRow = z.output<typeof receiptSourceRow>

/** `id`: of a line that is there already. */
export const receiptLineInput = receiptLine.input
  .omit({ serial_numbers: true, supplier_lot: true, production_time: true, expire_time: true })
  .extend({ id: id.optional() })
export type ReceiptLineInput = z.output<typeof receiptLineInput>

/** What of a line is put in or taken out now. */
export const confirmedLine = z.strictObject({
  line_id: id,
  quantity: positiveQuantity,
  /** Absent: as the line says; outbound, where it says nothing: first expired, then first in. */
  location_id: id.nullish(),
  lot_number: plainString(50).nullish(),
  /** Inbound: what is known of the lot. */
  ...lotBirthInput,
  /** What the page showed as open: refused (5023) when it is not so any more. */
  open_quantity: quantityFromZero.optional(),
  /** Of the pieces that move. */
  serial_numbers: serialNumbers,
})
export type ConfirmedLine = z.output<typeof confirmedLine>
