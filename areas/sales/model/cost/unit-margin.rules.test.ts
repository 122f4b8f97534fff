import { expect, test } from 'vitest'
import { marginOfLines, marginRate } from './unit-margin.rules.ts'

test('a margin is of the price; without a price or a cost nobody can say it', () => {
  expect(marginRate('10', '6')).toBeCloseTo(0.4)
  expect(marginRate('10', '12')).toBeCloseTo(-0.2)
  expect([marginRate(null, '6'), marginRate('10', null), marginRate('0', '6')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
test('lines of which price or cost is not known are told, and are in neither sum', () => {
  const line = (quantity: string, price: string | null, unit_cost: string | null) => ({ quantity, price, unit_cost })
  expect(marginOfLines([line('10', '5', '3'), line('2', null, '1'), line('1', '9', null)])).toEqual({
    ...{ revenue: '50', margin: '20', unknown: 2, rate: 0.4 },
  })
  expect(marginOfLines([])).toMatchObject({ rate: undefined, unknown: 0 })
})
