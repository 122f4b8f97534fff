import { command, exportOf, query } from '@qitao/core/call.ts'
import { codeOf, id, plainString, quantityFromZero } from '@qitao/core/field.ts'
import { listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { serialNumbers } from '../piece.record.ts'
import { qualityStatus } from '../quality.status.ts'
import { stockAdjustment } from './stock-adjustment.record.ts'
import { adjustmentStatus } from './stock-adjustment.status.ts'

/**
 * Ours; handled in `areas/warehouse/server/adjust/stock-adjustment.handlers.ts`: what a difference is worth and who waits for it later
 * areas know.
 */
const base = '/mep_server/biz/stock/'
const grantedBy = [pages.stockAdjustments]
const records = [stockAdjustment]

const adjustmentRow = stockAdjustment.row.extend({
  ...productShown,
  location_code: z.string(),
  container_code: z.string().nullable(),
  serial_numbers: z.array(z.string()),
  created_by_name: z.string().nullable(),
  /** While it waits for its approval: for whom. */
  waits_for: z.array(z.string()),
})
export type StockAdjustmentRow = z.output<typeof adjustmentRow>

const filters = {
  material_id: id.optional(),
  location_id: id.optional(),
  reason: plainString(100).optional(),
  timestamp_range: timestampRange.optional(),
}
export const listStockAdjustments = query(`${base}query_stock_adjustment_list`, {
  title: text('查询库存调整', 'List stock adjustments'),
  grantedBy,
  input: listInput({ ...filters, statuses: z.array(codeOf(adjustmentStatus)).max(10).optional() }),
  output: listOutput(adjustmentRow),
  records,
})
export const countStockAdjustments = query(`${base}query_stock_adjustment_list/count`, {
  title: text('统计库存调整', 'Count stock adjustments'),
  grantedBy,
  input: z.strictObject({ keyword: plainString(100).optional(), ...filters }),
  output: z.object({ pending: z.int(), posted: z.int(), refused: z.int(), withdrawn: z.int() }),
})
export const exportStockAdjustments = exportOf(listStockAdjustments, `${base}export_stock_adjustment`, {
  title: text('导出库存调整', 'Export stock adjustments'),
  grantedBy,
})
/** What lies in one place is put right; what was shown of it is sent along, so that nobody puts right what has moved since. */
export const adjustStock = command(`${base}adjust_stock`, {
  title: text('调整库存', 'Adjust stock'),
  grantedBy,
  input: z.strictObject({
    material_id: id,
    location_id: id,
    lot_number: plainString(50).nullish(),
    quality_status: codeOf(qualityStatus).default(qualityStatus.codes.finished),
    container_id: id.nullish(),
    book_quantity: quantityFromZero,
    quantity: quantityFromZero,
    reason: stockAdjustment.fields.reason.schema,
    /** Of the pieces that are more or less, where the material has a number for each. */
    serial_numbers: serialNumbers,
    remark: stockAdjustment.fields.remark.schema.optional(),
  }),
  output: z.object({ id, no: z.string(), waits_for: z.array(z.string()) }),
  records,
})
