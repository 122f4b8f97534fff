import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { transfer } from '../model/transfer/transfer.calls.ts'
import { warehouseErrors } from '../model/warehouse.errors.ts'
import { warehouseKnown } from '../model/warehouse.known.ts'
import { stockByBomHandlers } from './by-bom/stock-by-bom.handlers.ts'
import { countHandlers } from './count/count.handlers.ts'
import { exportHandlers } from './export.handlers.ts'
import { fulfilmentHandlers } from './fulfilment.handlers.ts'
import { productSerialHandlers } from './product-serial.handlers.ts'
import { receiptHandlers } from './receipt.handlers.ts'
import { shippingOrderHandlers } from './shipping-order.handlers.ts'
import { stockHandlers } from './stock.handlers.ts'
import { proposeBinsHandlers } from './transfer/propose-bins.handlers.ts'
import { transferBooks } from './transfer/transfer.books.ts'
import { transferHandlers } from './transfer/transfer.handlers.ts'
import { printTransferHandlers } from './transfer/transfer-print.handlers.ts'

export { warehouseReconciliations } from './reconciliation.ts'

export const warehouseArea: Area = {
  name: 'warehouse',
  known: warehouseKnown,
  handlers: [
    ...stockHandlers,
    ...stockByBomHandlers,
    ...receiptHandlers,
    ...fulfilmentHandlers,
    ...exportHandlers,
    ...shippingOrderHandlers,
    ...productSerialHandlers,
    ...transferHandlers,
    ...proposeBinsHandlers,
    ...printTransferHandlers,
    ...countHandlers,
  ],
  exchanges: {
    list: [transfer.exchange!],
    addMany: { transfer: (transfers, context) => transferBooks.add(context, transfers) },
  },
  constraints: {
    inventory_count_org_id_no_key: generalErrors.duplicateCode,
    serial_number_no: warehouseErrors.serialNumberExists,
    transfer_org_id_no_key: warehouseErrors.transferNumberExists,
  },
}
