import { expect, test } from 'vitest'
import { partsThatFollow } from './promise-holds.rules.ts'

const hold = (id: string, quantity: string, source_id = 'bin') => ({ id, quantity, source_id })
const gone = (to: string, quantity: string, source_id = 'bin') => ({ to, quantity, source_id })

test.each<[string, ReturnType<typeof hold>[], string, ReturnType<typeof gone>[], [string, string, string][]]>([
  ['enough stays', [hold('a', '3')], '3', [gone('x', '7')], []],
  ['nothing stays', [hold('a', '3')], '0', [gone('x', '7')], [['a', 'x', '3']]],
  ['a part stays', [hold('a', '3')], '1', [gone('x', '7')], [['a', 'x', '2']]],
  ['the first hold stays', [hold('a', '3'), hold('b', '3')], '4', [gone('x', '7')], [['b', 'x', '2']]],
  [
    'to two places',
    [hold('a', '5')],
    '0',
    [gone('x', '2'), gone('y', '4')],
    [
      ['a', 'x', '2'],
      ['a', 'y', '3'],
    ],
  ],
  ['less has gone than is missing', [hold('a', '5')], '0', [gone('x', '2')], [['a', 'x', '2']]],
  ['from another source', [hold('a', '5')], '0', [gone('x', '2', 'shelf')], []],
])('holds follow goods: %s', (_, holds, stays, moved, expected) => {
  const parts = partsThatFollow(holds, new Map([['bin', stays]]), moved)
  expect(parts.map(({ id, to, quantity }) => [id, to, quantity])).toEqual(expected)
})
