import { sum } from '@qitao/core/quantity.ts'
import { daySeconds } from '@qitao/core/time.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coveredFromStock, mostParts, partsToMake } from './parts-to-make.rules.ts'

const day = (n: number) => n * daySeconds

test('a line is made whole, in lots, or in deliveries of which the last is due with it', () => {
  expect(partsToMake('10', day(9), { by: 'none' }, 0, day(1))).toEqual([
    { planned_quantity: '10', delivery_date: day(9) },
  ])
  expect(partsToMake('10', day(9), { by: 'lot', lot: '4' }, 0, day(1)).map(one => one.planned_quantity)).toEqual([
    '4',
    '4',
    '2',
  ])
  expect(partsToMake('10', day(9), { by: 'date', parts: 3, days: 5 }, 0, day(1))).toEqual([
    { planned_quantity: '4', delivery_date: day(1) },
    { planned_quantity: '3', delivery_date: day(4) },
    { planned_quantity: '3', delivery_date: day(9) },
  ])
  expect(partsToMake('0', day(9), { by: 'none' }, 0, day(1))).toEqual([])
})

test('however a line is split, its parts add up and there are not too many', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5000 }),
      fc.oneof(
        fc.record({ by: fc.constant('lot' as const), lot: fc.integer({ min: 1, max: 900 }).map(String) }),
        fc.record({
          by: fc.constant('date' as const),
          parts: fc.integer({ min: 1, max: 120 }),
          days: fc.integer({ min: 0, max: 30 }),
        }),
      ),
      (quantity, way) => {
        const parts = partsToMake(String(quantity), day(30), way, 0, day(1))
        expect(sum(parts.map(one => one.planned_quantity))).toBe(String(quantity))
        expect(parts.length).toBeLessThanOrEqual(mostParts)
        for (const { delivery_date } of parts) {
          expect(delivery_date).toBeGreaterThanOrEqual(day(1))
          expect(delivery_date).toBeLessThanOrEqual(day(30))
        }
      },
    ),
  )
})

test('free stock goes to what is due first, and never twice', () => {
  const line = (line_id: string, to_make_quantity: string, due: number) => ({
    ...{ line_id, material_id: 'wheel', to_make_quantity, due_date: day(due) },
  })
  const product = { material_id: 'wheel', free_quantity: '12.5', unit_precision: 0 }
  const covered = coveredFromStock([line('later', '10', 9), line('first', '5', 3), line('last', '4', 12)], [product])
  expect([...covered]).toEqual([
    ['first', '5'],
    ['later', '7'],
  ])
  expect(coveredFromStock([line('one', '3', 1)], [{ ...product, free_quantity: '-2' }]).size).toBe(0)
})
