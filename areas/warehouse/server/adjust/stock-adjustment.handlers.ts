import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import {
  adjustStock,
  countStockAdjustments,
  exportStockAdjustments,
  listStockAdjustments,
} from '@qitao/stock/model/adjust/stock-adjustment.calls.ts'
import { stockAdjustment } from '@qitao/stock/model/adjust/stock-adjustment.record.ts'
import { adjust } from './adjust-stock.ts'
import { adjustmentCounts, adjustmentsPage } from './stock-adjustment.queries.ts'

const list = handle(listStockAdjustments, adjustmentsPage)
export const stockAdjustmentHandlers: Handler[] = [
  list,
  exportHandler(exportStockAdjustments, list, stockAdjustment),
  handle(countStockAdjustments, adjustmentCounts),
  handle(adjustStock, (given, context) => adjust(context, given)),
]
