import { expect, test } from 'vitest'
import { spreadPicks } from './spread-picks.ts'

const line = (material_id: string, quantity: string | null, location_id: string | null = null) => ({
  material_id,
  quantity,
  location_id,
})
const stop = (material_id: string, location_id: string, quantity: string) => ({
  ...{ material_id, location_id, location_code: location_id, lot_number: null, quantity },
})
const spread = (...[lines, stops]: [ReturnType<typeof line>[], ReturnType<typeof stop>[]]) =>
  spreadPicks(lines, stops, (one, { location_id }, quantity) => ({ ...one, location_id, quantity }))

test('a line is parted by the bins where its goods lie, in the order of the walk', () => {
  expect(spread([line('bolt', '5')], [stop('bolt', 'A', '4'), stop('nut', 'A', '9'), stop('bolt', 'B', '4')])).toEqual([
    line('bolt', '4', 'A'),
    line('bolt', '1', 'B'),
  ])
})
test('what is nowhere stays open, what has a bin or no quantity stays as it is, and no bin is used twice', () => {
  const lines = [line('bolt', '3'), line('bolt', '3'), line('bolt', '2', 'C'), line('nut', null)]
  expect(spread(lines, [stop('bolt', 'A', '4')])).toEqual([
    line('bolt', '3', 'A'),
    line('bolt', '1', 'A'),
    line('bolt', '2'),
    line('bolt', '2', 'C'),
    line('nut', null),
  ])
})
