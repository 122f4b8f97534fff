import { expect, test } from 'vitest'
import { followDifference } from './follow-count.rules.ts'

const open = [
  { id: 'first', quantity: '20' },
  { id: 'last', quantity: '5' },
]
test.each<[string, typeof open, string, [string, string][], string]>([
  ['more is of the last', open, '2', [['last', '7']], '0'],
  ['less is of the last', open, '-2', [['last', '3']], '0'],
  [
    'and of the one before',
    open,
    '-7',
    [
      ['last', '0'],
      ['first', '18'],
    ],
    '0',
  ],
  ['found where none is open', [], '2', [], '2'],
  ['as it was', open, '0', [], '0'],
])('tasks follow a count: %s', (_, tasks, difference, changed, found) => {
  const followed = followDifference(tasks, difference)
  expect(followed.changed.map(({ id, quantity }) => [id, quantity])).toEqual(changed)
  expect(followed.found).toBe(found)
})
