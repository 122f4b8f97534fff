import { Refusal } from '@qitao/core/refusal.ts'
import { expect, test } from 'vitest'
import { expectHolds, netPrice, quotationTotals, quotedLines } from './quotation.rules.ts'

const materials = new Map([['m', { id: 'm', code: 'LAMP', unit_precision: 0, status: 1 }]])
const line = (more: object = {}) => ({
  ...{ material_id: 'm', quantity: '3', price: '10', discount_percent: null, tax_rate: null },
  ...more,
})
const head = (lines: ReturnType<typeof line>[], more: object = {}) => ({
  ...{ quote_date: 10, valid_until: 20, discount_percent: null, lines },
  ...more,
})
const placeOf = (work: () => unknown) => {
  try {
    work()
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { row, field } = error.data as { row?: number; field?: string }
    return [error.definition.code, row, field]
  }
}

test('a discount on the line and one on all follow each other, and the amount is of the price that is left', () => {
  expect(netPrice({ price: '10', discount_percent: '10' }, '5')).toBe('8.55')
  expect(netPrice({ price: null })).toBeNull()
  const [stored] = quotedLines(head([line({ discount_percent: '10' })], { discount_percent: '5' }), materials)
  expect(stored).toMatchObject({ line_no: 1, net_price: '8.55', amount: '25.65' })
})
test('refused with row and field: parts of a piece, goods that are none, an end before the beginning', () => {
  expect(placeOf(() => quotedLines(head([line(), line({ quantity: '1.5' })]), materials))).toMatchObject({
    1: 2,
    2: 'quantity',
  })
  expect(placeOf(() => quotedLines(head([line({ material_id: 'x' })]), materials))).toMatchObject({
    1: 1,
    2: 'material_id',
  })
  expect(placeOf(() => quotedLines(head([line()], { valid_until: 9 }), materials))).toMatchObject({ 2: 'valid_until' })
})
test('tax is of each line, else of the whole; without a price on every line nobody can say what it comes to', () => {
  const all = [
    { amount: '100', tax_rate: null },
    { amount: '50', tax_rate: '6' },
  ]
  expect(quotationTotals(all, '13')).toEqual({ total_amount: '150', tax_amount: '16', gross_amount: '166' })
  expect(quotationTotals(all, null)).toMatchObject({ tax_amount: '3' })
  expect(quotationTotals([...all, { amount: null, tax_rate: null }], '13')).toMatchObject({ gross_amount: null })
})
test('it holds on its last day, and on the next no more', () => {
  expect(placeOf(() => expectHolds({ valid_until: 20 }, 20))).toBeUndefined()
  expect(placeOf(() => expectHolds({ valid_until: 20 }, 21))).toMatchObject({ 0: 5418 })
})
