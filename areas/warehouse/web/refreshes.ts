import { countArrivals, listArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { countStock, listStock, listStockMovements, showStock } from '@qitao/stock/model/stock.calls.ts'
import { countCalls } from '../model/count/count.calls.ts'
import { countHistoryCalls } from '../model/count/count-history.calls.ts'
import { listFinishedMos, listPickings, listShipments, listShippings } from '../model/fulfilment.calls.ts'
import { inboundCalls, outboundCalls } from '../model/receipt.calls.ts'
import type { Direction } from '../model/receipt.status.ts'

export const callsOf = { inbound: inboundCalls, outbound: outboundCalls } as const

/** A receipt itself. */
export const receiptAnswers = (direction: Direction) => {
  const { list, count, detail } = callsOf[direction]
  return [list, count, detail]
}
/** What stock moves through. */
export const stockAnswers = [
  ...[listStock, countStock, showStock, listStockMovements],
  ...receiptAnswers('inbound'),
  ...receiptAnswers('outbound'),
  ...[listPickings, listFinishedMos, listShipments, listShippings, listArrivals, countArrivals],
]
/** A stock count itself. */
export const countAnswers = [
  ...[countCalls.list, countCalls.count, countCalls.detail, countCalls.lines],
  ...[countHistoryCalls.bins, countHistoryCalls.materials, countHistoryCalls.lines],
]
