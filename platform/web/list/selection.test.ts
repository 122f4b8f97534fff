import { expect, test } from 'vitest'
import { standing } from './selection.ts'

const rows = ['a', 'b', 'c'].map(id => ({ id }))
const ticked = { list: 'requests', ids: ['a', 'c'] }

test('a selection stands while its list and rows do', () => {
  expect(standing(ticked, 'requests', rows)).toBe(ticked)
})
test('it ends with its list', () => {
  expect(standing(ticked, 'orders', rows)).toEqual({ list: 'orders', ids: [] })
})
test('a row that has gone is no longer chosen, and does not come back chosen', () => {
  const less = standing(ticked, 'requests', rows.slice(0, 2))
  expect(less.ids).toEqual(['a'])
  expect(standing(less, 'requests', rows).ids).toEqual(['a'])
})
