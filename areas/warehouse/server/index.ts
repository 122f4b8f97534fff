import type { Area } from '@qitao/platform/server/area.ts'
import { exportHandlers } from './export.handlers.ts'
import { fulfilmentHandlers } from './fulfilment.handlers.ts'
import { receiptHandlers } from './receipt.handlers.ts'
import { shippingOrderHandlers } from './shipping-order.handlers.ts'
import { stockHandlers } from './stock.handlers.ts'

export const warehouseArea: Area = {
  name: 'warehouse',
  handlers: [...stockHandlers, ...receiptHandlers, ...fulfilmentHandlers, ...exportHandlers, ...shippingOrderHandlers],
}
