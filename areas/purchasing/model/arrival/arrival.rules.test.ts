import { expect, test } from 'vitest'
import { dayOfAll, fillArrivals, splitLines } from './arrival.rules.ts'

const line = (id: string, arrival_id: string, planned_date: number, quantity: string, more: object = {}) => ({
  ...{ id, arrival_id, planned_date, quantity, received_quantity: '0', order_line_id: 'o' },
  ...more,
})

test('what came goes to the arrival that it came with, then to the earliest; what nobody announced is nobody’s', () => {
  const lines = [line('1', 'late', 9, '4'), line('2', 'early', 5, '6')]
  const after = (quantity: string, came_with?: string) => fillArrivals(lines, [{ line_id: 'o', quantity }], came_with)
  expect(after('5')).toEqual({ lines: [{ id: '2', received_quantity: '5' }], done: [], part: ['early'] })
  expect(after('5', 'late')).toMatchObject({ done: ['late'], part: ['early'] })
  expect(after('20').done.sort()).toEqual(['early', 'late'])
  expect(fillArrivals(lines, [{ line_id: 'other', quantity: '1' }])).toEqual({ lines: [], done: [], part: [] })
})
test('an arrival is there in full when all its lines are', () => {
  const lines = [line('1', 'a', 5, '4'), line('2', 'a', 5, '1', { order_line_id: 'p' })]
  expect(fillArrivals(lines, [{ line_id: 'o', quantity: '4' }])).toMatchObject({ done: [], part: ['a'] })
})
test('a line has the day of its last arrival once all of it is announced; the rest keeps its own', () => {
  const order = { open_quantity: '10', eta: 7 }
  expect(dayOfAll(order, [])).toBe(7)
  expect(dayOfAll(order, [{ planned_date: 5, open_quantity: '10' }])).toBe(5)
  const [some, more] = [
    { planned_date: 9, open_quantity: '4' },
    { planned_date: 8, open_quantity: '6' },
  ]
  expect(dayOfAll(order, [some])).toBe(7)
  expect(dayOfAll(order, [some, more])).toBe(9)
  expect(dayOfAll({ ...order, eta: null }, [some])).toBeNull()
})
test('a split leaves something, and takes no more than is open', () => {
  const lines = [{ id: 'a', unit_precision: 0, quantity: '10', open_quantity: '8' }]
  expect(splitLines(lines, [{ line_id: 'a', quantity: '3' }])).toEqual([{ id: 'a', quantity: '7' }])
  expect(() => splitLines(lines, [{ line_id: 'a', quantity: '9' }])).toThrow('5909')
  expect(() => splitLines(lines, [{ line_id: 'a', quantity: '8' }])).toThrow('5001')
  expect(() => splitLines(lines, [{ line_id: 'b', quantity: '1' }])).toThrow('5010')
})
