import { expect, test } from 'vitest'
import { withAmount } from './line-columns.tsx'

test('an amount follows from quantity and price, and from nothing that is refused', () => {
  const amount = (quantity: string, price: string | null) => withAmount({ quantity, price, amount: 'before' }).amount
  expect(Number(amount('3', '2.5'))).toBe(7.5)
  expect(amount('-3', '2.5')).toBeNull()
  expect(amount('3', null)).toBeNull()
})
