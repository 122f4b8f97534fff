import { expect, test } from 'vitest'
import { hitTest, tasksIn } from './hit-test.ts'
import { PlanIndex } from './plan-index.ts'
import type { Viewport } from './time-scale.ts'

const view: Viewport = {
  width: 1000,
  height: 400,
  side_width: 200,
  header_height: 48,
  left: 0,
  top: 0,
  origin: 0,
  seconds_per_pixel: 60,
}
const index = new PlanIndex(
  [
    { id: 'a', label: 'a' },
    { id: 'b', label: 'b' },
  ],
  [
    { id: 'long', row_id: 'a', start: 6000, end: 12_000, label: '' },
    { id: 'next', row_id: 'a', start: 12_000, end: 15_000, label: '' },
    { id: 'tiny', row_id: 'b', start: 6000, end: 6060, label: '' },
  ],
  [],
)
const inRow = { a: 48 + 16, b: 48 + 32 + 16 }
const at = (x: number, y: number) => hitTest(index, view, x, y)

test('parts of the chart', () => {
  expect(at(100, 10).part).toBe('corner')
  expect(at(500, 10).part).toBe('header')
  expect(at(201, 300).part).toBe('divider')
  expect(at(100, inRow.b)).toMatchObject({ part: 'side', row: { row: { id: 'b' } } })
  expect(at(250, inRow.a)).toMatchObject({ part: 'plot', row: { row: { id: 'a' } } })
  expect(at(250, 390)).toEqual({ part: 'plot', row: undefined })
})

test('body and edges of a bar', () => {
  expect(at(350, inRow.a)).toMatchObject({ part: 'task', task: { id: 'long' }, edge: undefined })
  expect(at(302, inRow.a)).toMatchObject({ task: { id: 'long' }, edge: 'start' })
  expect(at(398, inRow.a)).toMatchObject({ task: { id: 'long' }, edge: 'end' })
})

test('of two bars that touch, the line between belongs to the later one', () => {
  expect(at(400, inRow.a)).toMatchObject({ task: { id: 'next' }, edge: 'start' })
})

test('a bar of one pixel can be hit beside it, and has no edges', () => {
  expect(at(303, inRow.b)).toMatchObject({ part: 'task', task: { id: 'tiny' }, edge: undefined })
  expect(at(310, inRow.b).part).toBe('plot')
})

test('air above the bar is the plot', () => {
  expect(at(350, 48 + 1).part).toBe('plot')
})

test('a rubber band finds what it touches, drawn in any direction', () => {
  expect(tasksIn(index, view, 210, 50, 350, 120).sort()).toEqual(['long', 'tiny'])
  expect(tasksIn(index, view, 350, 120, 210, 50).sort()).toEqual(['long', 'tiny'])
  expect(tasksIn(index, view, 401, 50, 500, 70)).toEqual(['next'])
})
