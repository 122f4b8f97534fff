import { expect, test } from 'vitest'
import { isPartShipped, quantityFromStock } from './sales-order.rules.ts'
import { salesOrderStatus } from './sales-order.status.ts'

const { codes } = salesOrderStatus

test('stock has to cover what is neither on work orders nor gone from stock', () => {
  expect(quantityFromStock({ quantity: '100' })).toBe('100')
  expect(quantityFromStock({ quantity: '100', planned_quantity: '100' })).toBe('0')
  expect(quantityFromStock({ quantity: '100', planned_quantity: '60' })).toBe('40')
  // Forty came from stock and have left; what is made and shipped is on work orders already.
  const line = { quantity: '100', planned_quantity: '60', offset_quantity: '40' }
  expect(quantityFromStock({ ...line, shipped_quantity: '40' })).toBe('0')
  expect(quantityFromStock({ quantity: '100', planned_quantity: '120' })).toBe('0')
})

test('an order is shipped in part between its first piece and its last', () => {
  const order = { status: codes.producing, quantity: '10' }
  expect(isPartShipped({ ...order, shipped_quantity: '0' })).toBe(false)
  expect(isPartShipped({ ...order, shipped_quantity: '4.000000' })).toBe(true)
  expect(isPartShipped({ ...order, shipped_quantity: '10' })).toBe(false)
  expect(isPartShipped({ ...order, status: codes.cancelled, shipped_quantity: '4' })).toBe(false)
})
