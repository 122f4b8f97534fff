import { expect, test } from 'vitest'
import { tracedInput, tracedOf, whyNotLots, withLot, withoutLot } from './traced.ts'

test('what was said of lots and pieces comes back whole to be changed, and goes out the same', () => {
  const used = [
    { material_id: 'frame', lot_number: 'L-1', serial_numbers: ['F-1', 'F-2'] },
    { material_id: 'tube', lot_number: 'L-2' },
    { material_id: 'motor', serial_numbers: ['M-1'] },
    { material_id: 'wire', lot_number: 'L-3', quantity: '2' },
    { material_id: 'wire', lot_number: 'L-4', quantity: '1.5' },
  ]
  for (const said of [{ used, made: { lot_number: 'L-9', serial_numbers: ['P-1', 'P-2'] } }, { used }, {}])
    expect(tracedInput(tracedOf(said))).toEqual(said)
  expect(tracedOf({ made: { serial_numbers: ['P-1', 'P-2'] } }).serials).toBe('P-1 P-2 ')
})

test('a lot that is named alone is all that is needed; with a second one each has its quantity', () => {
  const there = (lot: string) => ({ A: '3', B: '20' })[lot] ?? '0'
  const one = withLot([], 'A', '8', there)
  expect(one).toEqual([{ lot_number: 'A', quantity: '' }])
  const two = withLot(one, 'B', '8', there)
  expect(two).toEqual([
    { lot_number: 'A', quantity: '3' },
    { lot_number: 'B', quantity: '5' },
  ])
  expect(withLot(two, 'B', '8', there)).toEqual(two)
  expect(whyNotLots(one, '8')).toBeUndefined()
  expect(whyNotLots(two, '8')).toBeUndefined()
  expect(whyNotLots(two, '7')?.en).toContain('come to 8')
  expect(whyNotLots([two[0]!, { lot_number: 'B', quantity: '' }], '8')).toBeDefined()
  expect(withoutLot(two, 'A')).toEqual([{ lot_number: 'B', quantity: '' }])
})
