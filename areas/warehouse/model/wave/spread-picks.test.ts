import { expect, test } from 'vitest'
import { spreadPicks } from './spread-picks.ts'

interface Line {
  line_id?: string
  material_id: string
  quantity: string | null
  location_id: string | null
  lot_number: string | null
  serial_numbers: string | null
}
const line = (
  material_id: string,
  quantity: string | null,
  location_id: string | null = null,
  more: Partial<Line> = {},
) => ({
  ...{ material_id, quantity, location_id, lot_number: null, serial_numbers: null },
  ...more,
})
const stop = (
  material_id: string,
  location_id: string,
  parts: Record<string, string>,
  lot_number: string | null = null,
) => ({
  ...{ material_id, location_id, location_code: location_id, lot_number },
  parts: Object.entries(parts).map(([line_id, quantity]) => ({ line_id, quantity })),
})
const spread = (lines: Line[], stops: ReturnType<typeof stop>[]) =>
  spreadPicks(lines, stops, (one, { location_id, lot_number }, quantity) => ({
    ...{ ...one, location_id, quantity, lot_number: one.lot_number ?? lot_number },
  }))

test('a line is parted by the bins where its goods lie, in the order of the walk', () => {
  const stops = [stop('bolt', 'A', { c: '4' }), stop('nut', 'A', { d: '9' }), stop('bolt', 'B', { c: '4' })]
  expect(spread([line('bolt', '5')], stops)).toEqual([line('bolt', '4', 'A'), line('bolt', '1', 'B')])
})
test('what is nowhere stays open, what has a bin or no quantity stays as it is, and no bin is used twice', () => {
  const lines = [line('bolt', '3'), line('bolt', '3'), line('bolt', '2', 'C'), line('nut', null)]
  expect(spread(lines, [stop('bolt', 'A', { c: '4' })])).toEqual([
    line('bolt', '3', 'A'),
    line('bolt', '1', 'A'),
    line('bolt', '2'),
    line('bolt', '2', 'C'),
    line('nut', null),
  ])
})
test('of two lines of one material each gets what the walk has for it', () => {
  const lines = [line('bolt', '3', null, { line_id: '1' }), line('bolt', '2', null, { line_id: '2', lot_number: 'L2' })]
  const stops = [stop('bolt', 'A', { 2: '2' }, 'L2'), stop('bolt', 'A', { 1: '3' }, 'L1')]
  expect(spread(lines, stops)).toEqual([
    line('bolt', '3', 'A', { line_id: '1', lot_number: 'L1' }),
    line('bolt', '2', 'A', { line_id: '2', lot_number: 'L2' }),
  ])
})
test('an ordered lot is taken from where it lies, and is no other because of a bin', () => {
  const ordered = line('bolt', '3', null, { lot_number: 'L2' })
  expect(spread([ordered], [stop('bolt', 'A', { c: '3' }, 'L1')])).toEqual([ordered])
  expect(spread([ordered], [stop('bolt', 'A', { c: '3' }, 'L1'), stop('bolt', 'B', { c: '3' }, 'L2')])).toEqual([
    { ...ordered, location_id: 'B' },
  ])
})
test('what a line with a bin uses is not proposed to another, which gets what that one leaves', () => {
  const lines = [line('bolt', '3', null, { line_id: '1' }), line('bolt', '4', 'A', { line_id: '2' })]
  expect(spread(lines, [stop('bolt', 'A', { 1: '3' }), stop('bolt', 'B', { 2: '4' })])).toEqual([
    line('bolt', '3', 'B', { line_id: '1' }),
    lines[1],
  ])
})
test('the pieces of a line that is parted are named anew', () => {
  const numbered = line('bolt', '2', null, { serial_numbers: 'S1\nS2' })
  expect(spread([numbered], [stop('bolt', 'A', { c: '2' })])).toEqual([{ ...numbered, location_id: 'A' }])
  expect(spread([numbered], [stop('bolt', 'A', { c: '1' })])).toEqual([line('bolt', '1', 'A'), line('bolt', '1')])
})
