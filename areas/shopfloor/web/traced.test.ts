import { expect, test } from 'vitest'
import { tracedInput, tracedOf } from './traced.ts'

test('what was said of lots and pieces comes back whole to be changed, and goes out the same', () => {
  const used = [
    { material_id: 'frame', lot_number: 'L-1', serial_numbers: ['F-1', 'F-2'] },
    { material_id: 'tube', lot_number: 'L-2' },
    { material_id: 'motor', serial_numbers: ['M-1'] },
  ]
  for (const said of [{ used, made: { lot_number: 'L-9', serial_numbers: ['P-1', 'P-2'] } }, { used }, {}])
    expect(tracedInput(tracedOf(said))).toEqual(said)
  expect(tracedOf({ made: { serial_numbers: ['P-1', 'P-2'] } }).serials).toBe('P-1 P-2 ')
})
