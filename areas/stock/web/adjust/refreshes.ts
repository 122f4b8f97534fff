import { countStockAdjustments, listStockAdjustments } from '../../model/adjust/stock-adjustment.calls.ts'
import { countStock, listStock, listStockMovements, showStock } from '../../model/stock.calls.ts'

export const adjustAnswers = [
  ...[listStockAdjustments, countStockAdjustments],
  ...[listStock, countStock, showStock, listStockMovements],
]
