import { expect, test } from 'vitest'
import { type AgreedLine, withAgreed, withOtherGoods } from './agreed-terms.rules.ts'

const asked = { company_currency: 'CNY', arrivalAfter: (days: number) => 1000 + days }
const proposed: AgreedLine = {
  ...{ price: null, matched_price: null, usual_price: '5', currency: null },
  ...{ eta: 1030, matched_eta: 1030, usual_eta: 1030 },
}
const fast = { currency: 'USD', matched: { price: '2', lead_days: 7, tax_rate: null }, usual_price: null }
const slow = { currency: 'CNY', matched: { price: '4', lead_days: 60, tax_rate: '13' }, usual_price: null }
const unknown = { currency: 'CNY', matched: null, usual_price: '6' }

test('price, currency and day of arrival follow the supplier, and go back to the usual ones when nothing is agreed', () => {
  const first = withAgreed(proposed, fast, asked)
  expect(first).toMatchObject({ price: '2', currency: 'USD', eta: 1007 })
  const second = withAgreed(first, slow, asked)
  expect(second).toMatchObject({ price: '4', currency: 'CNY', eta: 1060 })
  expect(withAgreed(second, unknown, asked)).toMatchObject({ price: '5', currency: 'CNY', eta: 1030 })
})

test('a supplier of whom no lead time is agreed takes the usual one', () => {
  const silent = { currency: 'CNY', matched: { price: '4', lead_days: null, tax_rate: null }, usual_price: null }
  expect(withAgreed(withAgreed(proposed, fast, asked), silent, asked)).toMatchObject({ price: '4', eta: 1030 })
})

test('what somebody has typed stays, each by itself; a day that was cleared stays so', () => {
  expect(withAgreed({ ...proposed, price: '3' }, fast, asked)).toMatchObject({ price: '3', currency: 'USD', eta: 1007 })
  expect(withAgreed({ ...proposed, eta: 1001 }, fast, asked)).toMatchObject({ price: '2', eta: 1001 })
  expect(withAgreed({ ...proposed, eta: null }, fast, asked)).toMatchObject({ price: '2', eta: null })
})

test('an amount in no currency of the company has no usual price', () => {
  expect(withAgreed(proposed, { currency: 'USD', matched: null, usual_price: null }, asked)).toMatchObject({
    price: null,
    eta: 1030,
  })
})

test('a line of an order, whose head says currency and days, gets its price alone, and is itself when nothing changes', () => {
  const line = { price: null, matched_price: null, usual_price: null, eta: 1030 }
  expect(withAgreed(line, fast, asked)).toEqual({ ...line, price: '2', matched_price: '2' })
  const typed = { ...line, price: '9' }
  expect(withAgreed(typed, fast, asked)).toBe(typed)
})

test('where nothing is agreed an order takes the price of the material; the tax of an agreed price comes and goes with it', () => {
  const line: AgreedLine = { price: null, matched_price: null }
  const usual = withAgreed(line, unknown, asked)
  expect(usual).toMatchObject({ price: '6', matched_price: '6' })
  const taxed = withAgreed(usual, slow, asked)
  expect(taxed).toMatchObject({ price: '4', tax_rate: '13' })
  expect(withAgreed(taxed, unknown, asked)).toMatchObject({ price: '6', tax_rate: null })
  expect(withAgreed({ ...taxed, tax_rate: '6' }, unknown, asked)).toMatchObject({ tax_rate: '6' })
})

test('a stored line keeps what somebody has cleared, until it becomes a line of other goods', () => {
  const stored: AgreedLine = { id: 'l', price: null, tax_rate: null }
  expect(withAgreed(stored, slow, asked)).toBe(stored)
  const other = withAgreed(withOtherGoods(stored), slow, asked)
  expect(other).toMatchObject({ price: '4', tax_rate: '13' })
  expect(withAgreed(withOtherGoods(other), unknown, asked)).toMatchObject({ price: '6', tax_rate: null })
  expect(withAgreed(withOtherGoods({ ...stored, price: '9' }), slow, asked)).toMatchObject({ price: '9' })
})
