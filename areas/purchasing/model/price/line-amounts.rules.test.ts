import { expect, test } from 'vitest'
import { amountsByCurrency } from './line-amounts.rules.ts'

test('amounts of several currencies are never added up', () => {
  expect(
    amountsByCurrency([
      { quantity: '10', price: '2', currency: 'CNY' },
      { quantity: '5', price: '3', currency: 'USD' },
      { quantity: '1', price: '0.5', currency: 'CNY' },
      { quantity: '1', price: null, currency: 'EUR' },
    ]),
  ).toEqual([
    { currency: 'CNY', amount: '20.5' },
    { currency: 'USD', amount: '15' },
  ])
})

test('what has no price yet comes to nothing', () => {
  expect(amountsByCurrency([{ quantity: '1', price: null, currency: null }])).toEqual([{ currency: null, amount: '0' }])
})
