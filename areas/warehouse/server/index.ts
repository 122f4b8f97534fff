import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { countedExchange } from '../model/count/count.exchange.ts'
import { transfer } from '../model/transfer/transfer.calls.ts'
import { warehouseErrors } from '../model/warehouse.errors.ts'
import { warehouseKnown } from '../model/warehouse.known.ts'
import { adjustReasonHandlers } from './adjust/adjust-reason.handlers.ts'
import { stockAdjustmentHandlers } from './adjust/stock-adjustment.handlers.ts'
import { boundHandlers } from './bounds/stock-bound.handlers.ts'
import { warehouseHousekeeping } from './bounds/warehouse.housekeeping.ts'
import { stockByBomHandlers } from './by-bom/stock-by-bom.handlers.ts'
import { countHandlers } from './count/count.handlers.ts'
import { countHistoryHandlers } from './count/count-history.handlers.ts'
import { exportHandlers } from './export.handlers.ts'
import { fulfilmentHandlers } from './fulfilment.handlers.ts'
import { movingHandlers } from './moving/moving.handlers.ts'
import { replenishHandlers } from './moving/replenish.handlers.ts'
import { productSerialHandlers } from './product-serial.handlers.ts'
import { receiptHandlers } from './receipt.handlers.ts'
import { returnReceiptHandlers } from './return-receipt.handlers.ts'
import { scanWorkHandlers } from './scan/scan-work.handlers.ts'
import { shippingOrderHandlers, shippingOrderMail } from './shipping-order.handlers.ts'
import { stockHandlers } from './stock.handlers.ts'
import { transferBooks } from './transfer/transfer.books.ts'
import { transferHandlers } from './transfer/transfer.handlers.ts'
import { transferPaper } from './transfer/transfer-paper.ts'
import { pickWaveHandlers } from './wave/pick-wave.handlers.ts'

export { adjustmentApproval } from './adjust/adjust-stock.ts'
export { countApproval } from './count/approve-count.ts'
export { enterPastReceipts, type PastReceipt } from './past-receipts.ts'
export { warehouseReconciliations } from './reconciliation.ts'
export { sendBack } from './send-back.ts'

export const warehouseArea: Area = {
  name: 'warehouse',
  known: warehouseKnown,
  handlers: [
    ...stockHandlers,
    ...stockByBomHandlers,
    ...boundHandlers,
    ...receiptHandlers,
    ...fulfilmentHandlers,
    ...returnReceiptHandlers,
    ...exportHandlers,
    ...shippingOrderHandlers,
    ...productSerialHandlers,
    ...transferHandlers,
    ...movingHandlers,
    ...replenishHandlers,
    transferPaper.print,
    ...countHandlers,
    ...countHistoryHandlers,
    ...adjustReasonHandlers,
    ...stockAdjustmentHandlers,
    ...pickWaveHandlers,
    ...scanWorkHandlers,
  ],
  jobs: [warehouseHousekeeping, shippingOrderMail.job],
  exchanges: {
    list: [transfer.exchange!, countedExchange],
    addMany: { transfer: (transfers, context) => transferBooks.add(context, transfers) },
  },
  lookups: { inventory_count: { table: 'inventory_count', words: ['no'] } },
  constraints: {
    stock_bound_once: generalErrors.duplicateCode,
    adjust_reason_once: stockErrors.adjustReasonExists,
    stock_adjustment_waiting: stockErrors.adjustmentWaits,
    stock_adjustment_org_id_no_key: generalErrors.duplicateCode,
    inventory_count_org_id_no_key: generalErrors.duplicateCode,
    serial_number_no: warehouseErrors.serialNumberExists,
    transfer_org_id_no_key: warehouseErrors.transferNumberExists,
  },
}
