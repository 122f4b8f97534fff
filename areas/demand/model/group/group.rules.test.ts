import { sum } from '@qitao/core/quantity.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spread } from './group.rules.ts'

const cells = (...quantities: string[]) =>
  quantities.map((quantity, at) => ({ material_id: `m${at}`, precision: 0, quantity }))
const of = (total: string, ...quantities: string[]) => spread(total, cells(...quantities))?.map(one => one.quantity)

test('a series is spread by what its materials are forecast for, and they add up to it', () => {
  expect(of('300', '10', '20', '70')).toEqual(['30', '60', '210'])
  expect(of('100', '1', '1', '1')).toEqual(['34', '33', '33'])
  expect(sum(of('1001', '7', '13', '29', '51')!)).toBe('1001')
  expect(of('0', '7', '13')).toEqual(['0', '0'])
})
test('what nobody forecasts has nothing to be spread by', () => {
  expect(of('10', '0', '0')).toBeUndefined()
  expect(of('0', '0')).toEqual(['0'])
})
test('each in steps of its unit', () => {
  const mixed = [
    { material_id: 'a', precision: 0, quantity: '1' },
    { material_id: 'b', precision: 2, quantity: '2' },
  ]
  expect(spread('10', mixed)).toEqual([
    { material_id: 'a', quantity: '3' },
    { material_id: 'b', quantity: '7' },
  ])
})
test('whatever the units, the parts add up', () => {
  const cell = fc.record({ precision: fc.integer({ min: 0, max: 3 }), quantity: fc.integer({ min: 0, max: 5000 }) })
  fc.assert(
    fc.property(
      fc.array(cell, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 100_000 }),
      (found, total) => {
        const given = found.map(({ precision, quantity }, at) => ({
          material_id: `m${at}`,
          precision,
          quantity: `${quantity}`,
        }))
        const parts = spread(`${total}`, given)
        if (!parts) return
        expect(Number(sum(parts.map(({ quantity }) => quantity)))).toBe(total)
        for (const [at, { quantity }] of parts.entries()) expect(Number(quantity) >= 0, `${at}`).toBe(true)
      },
    ),
  )
})
