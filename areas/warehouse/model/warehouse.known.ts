import type { KnownRecords } from '@qitao/core/known-record.ts'
import { text } from '@qitao/core/text.ts'
import { seesUnitPrices } from '@qitao/masterdata/model/price/sees-unit-prices.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { mostCountPhotos } from './count/count.record.ts'
import { receiptLine } from './receipt.record.ts'
import { transferLine } from './transfer/transfer.record.ts'

const transferPages = [pages.transfers, pages.editTransfer]
const countPages = [pages.stockCounts, pages.editStockCount]
export const warehouseKnown: KnownRecords = {
  receipt: {
    history: [pages.inbound, pages.outbound, pages.editReceipt],
    lines: { of: receiptLine, parent: 'receipt_id' },
    numbers: { modules: ['CKQT', 'RKQT'], column: 'no' },
    seen: 'seen_receipt',
  },
  transfer: {
    history: transferPages,
    lines: { of: transferLine, parent: 'transfer_id' },
    attachments: { reads: transferPages, changes: transferPages },
    custom: text('调拨单', 'Transfer'),
    numbers: { modules: ['DB'], column: 'no' },
  },
  inventory_count: {
    history: countPages,
    guarded: { difference_value: seesUnitPrices },
    numbers: { modules: ['PD'], column: 'no' },
  },
  count_line: { attachments: { reads: countPages, changes: countPages, most: mostCountPhotos } },
  stock_adjustment: {
    history: [pages.stockAdjustments],
    attachments: { reads: [pages.stockAdjustments], changes: [pages.stockAdjustments] },
    guarded: { value: seesUnitPrices },
    numbers: { modules: ['TZ'], column: 'no' },
  },
  adjust_reason: { history: [pages.stockAdjustments] },
  stock_bound: { history: [pages.transfers] },
  pick_wave: { numbers: { modules: ['BC'], column: 'no' } },
  serial_number: { numbers: { modules: ['XL'], column: 'serial_no' } },
}
