import { exportOf, query } from '@qitao/core/call.ts'
import {
  codeField,
  dayField,
  flagField,
  id,
  instant,
  instantField,
  integerField,
  optional,
  percentField,
  quantityFromZeroField,
  readOnly,
  referenceField,
  signedQuantityField,
  textField,
} from '@qitao/core/field.ts'
import { listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { productFields, productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

/** Without a period: lines that were due within so many days up to today. */
export const scoreDays = 90

/** What became of the lines that a supplier was due to bring (K14). Handled where receipts are known. */
export const supplierScore = record('supplier_score', text('供应商评分', 'Supplier score'), {
  supplier_id: readOnly(referenceField('供应商', 'Supplier', 'supplier')),
  supplier_code: readOnly(codeField('供应商编号', 'Supplier code')),
  supplier_name: readOnly(textField('供应商名称', 'Supplier name')),
  due_count: readOnly(integerField('到期行数', 'Lines due')),
  on_time_count: readOnly(integerField('准时行数', 'Lines on time')),
  on_time_rate: readOnly(optional(percentField('准时率', 'On time'))),
  /** Of what came in: the share that came in good. */
  accepted_rate: readOnly(optional(percentField('合格率', 'Accepted'))),
  /** What the lines cost against what their materials cost the time before. */
  price_change: readOnly(optional(signedQuantityField('价格对上次', 'Price against last', { unit: text('%', '%') }))),
})
export const supplierScoreRow = z.object({
  id,
  supplier_code: z.string(),
  supplier_name: z.string(),
  due_count: z.int(),
  on_time_count: z.int(),
  on_time_rate: z.string().nullable(),
  accepted_rate: z.string().nullable(),
  price_change: z.string().nullable(),
})
export type SupplierScoreRow = z.output<typeof supplierScoreRow>

export const scoreLine = record('supplier_score_line', text('供应商评分明细', 'Lines of a supplier score'), {
  order_id: readOnly(referenceField('采购订单', 'Purchase order', 'purchase_order')),
  order_no: readOnly(codeField('采购单号', 'Purchase order no.')),
  line_no: readOnly(integerField('行号', 'Line')),
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  ...productFields,
  eta: readOnly(dayField('预计到货', 'ETA')),
  arrival_time: readOnly(optional(instantField('最近到货', 'Last arrival'))),
  late_days: readOnly(integerField('晚到天数', 'Days late', { unit: text('天', 'days') })),
  on_time: readOnly(flagField('准时', 'On time')),
  quantity: readOnly(quantityFromZeroField('采购数量', 'Ordered')),
  received_quantity: readOnly(quantityFromZeroField('已入库', 'Received')),
  accepted_quantity: readOnly(quantityFromZeroField('合格入库', 'Accepted')),
  price: readOnly(optional(quantityFromZeroField('单价', 'Price'))),
  last_price: readOnly(optional(quantityFromZeroField('上次单价', 'Price before'))),
  last_order_no: readOnly(optional(codeField('上次采购单', 'Order before'))),
})
export const scoreLineRow = z.object({
  id,
  order_id: id,
  order_no: z.string(),
  line_no: z.int(),
  material_id: id,
  ...productShown,
  eta: instant,
  arrival_time: instant.nullable(),
  late_days: z.int(),
  on_time: z.boolean(),
  quantity: z.string(),
  received_quantity: z.string(),
  accepted_quantity: z.string(),
  price: z.string().nullable(),
  last_price: z.string().nullable(),
  last_order_no: z.string().nullable(),
})
export type ScoreLineRow = z.output<typeof scoreLineRow>

const base = '/mep_server/biz/purchase/'
const readers = [pages.purchase, pages.suppliers]
const period = { timestamp_range: timestampRange.optional() }

// All handled in `areas/insight/server/score/supplier-score.handlers.ts`.
export const listSupplierScores = query(`${base}query_supplier_score_list`, {
  title: text('供应商评分', 'Supplier scores'),
  grantedBy: readers,
  input: listInput({ supplier_id: id.optional(), ...period }),
  output: listOutput(supplierScoreRow),
  records: [supplierScore],
})
export const exportSupplierScores = exportOf(listSupplierScores, `${base}export_supplier_score`, {
  title: text('导出供应商评分', 'Export supplier scores'),
  grantedBy: readers,
})
/** The rows behind the figures of one supplier. */
export const listScoreLines = query(`${base}query_supplier_score_line_list`, {
  title: text('供应商评分明细', 'Lines of a supplier score'),
  grantedBy: readers,
  input: listInput({ supplier_id: id, late: z.boolean().optional(), ...period }),
  output: listOutput(scoreLineRow),
  records: [scoreLine],
})
export const exportScoreLines = exportOf(listScoreLines, `${base}export_supplier_score_line`, {
  title: text('导出供应商评分明细', 'Export lines of a supplier score'),
  grantedBy: readers,
})
