import { expect, test } from 'vitest'
import { heldForNeeds, partsForRest, partsThatFollow, partsToPass } from './promise-holds.rules.ts'

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

test('a promise passes on what is held, lies there and is needed, own material first, and never more', () => {
  const hold = (id: string, material_id: string, source_id: string, quantity: string) => ({
    ...{ id, order_line_id: 'line', material_id, source_id, quantity },
  })
  const need = (component_id: string, open: string, ...others: { material_id: string; ratio: string }[]) => ({
    ...{ component_id, mo_id: 'mo', line_ids: ['line'], open },
    stand: [{ material_id: 'steel', ratio: '1' }, ...others].map(one => ({ ...one, precision: 0 })),
  })
  const holds = [hold('1', 'steel', 'bin', '4'), hold('2', 'brass', 'shelf', '9')]
  const free = new Map([
    ['bin', '3'],
    ['shelf', '9'],
  ])
  expect(partsToPass(holds, free, [need('a', '5', { material_id: 'brass', ratio: '2' })])).toEqual([
    { id: '1', mo_id: 'mo', component_id: 'a', quantity: '3' },
    { id: '2', mo_id: 'mo', component_id: 'a', quantity: '4' },
  ])
  expect(partsToPass(holds, free, [need('a', '2'), need('b', '2')]).map(one => one.quantity)).toEqual(['2', '1'])
  expect(partsToPass([{ ...holds[0]!, order_line_id: 'other' }], free, [need('a', '5')])).toEqual([])
})

test('of what was given only what the rest needs is held again, of what stands in as much as it takes', () => {
  const edge = (id: string, quantity: string, covers = quantity, component_id = 'a') => ({
    ...{ id, component_id, quantity, covers, precision: 0, need: '3' },
  })
  const edges = [edge('1', '2'), edge('2', '4', '2'), edge('3', '5'), edge('4', '2', '2', 'b')]
  expect(partsForRest(edges)).toEqual([
    { id: '1', quantity: '2' },
    { id: '2', quantity: '2' },
    { id: '4', quantity: '2' },
  ])
  expect(partsForRest([{ ...edge('1', '2'), need: '0' }])).toEqual([])
})

test('of what is held for several lines no more counts than what serves them needs; the rest is bought', () => {
  const held = new Map([
    ['first', new Map([['steel', '10']])],
    ['second', new Map([['steel', '10']])],
  ])
  const need = (mo_id: string, quantity: string, line_ids = ['first', 'second']) => ({
    ...{ mo_id, quantity, line_ids, material_id: 'steel' },
  })
  const told = (...needs: ReturnType<typeof need>[]) =>
    heldForNeeds(held, needs).map(({ quantity, mo_ids }) => [quantity, mo_ids])
  expect(told(need('a', '10'))).toEqual([['10', ['a']]])
  expect(told(need('a', '12'))).toEqual([
    ['10', ['a']],
    ['2', ['a']],
  ])
  expect(told(need('a', '6', ['second']), need('b', '30', ['second']))).toEqual([['10', ['a', 'b']]])
  expect(told(need('a', '6', ['third']))).toEqual([])
})
