import { sum } from '@qitao/core/quantity.ts'
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
    { material_id: 'b', quantity: '6.67' },
  ])
})
