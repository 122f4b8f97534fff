import { expect, test } from 'vitest'
import { processesOf } from './process-order.ts'

const order = (...names: string[]) => ({
  level: 0,
  operations: names.map((process_name, index) => ({ process_name, sequence: (index + 1) * 10 })),
})

test('a process stands after all that come before it in any order', () => {
  expect(processesOf([order('bend', 'weld', 'paint'), order('cut', 'bend', 'weld')])).toEqual([
    'cut',
    'bend',
    'weld',
    'paint',
  ])
})
test('steps are taken by their sequence, a process that comes twice stands once', () => {
  const [first, ...rest] = order('cut', 'test', 'pack').operations
  expect(processesOf([{ level: 0, operations: [...rest, first!] }])).toEqual(['cut', 'test', 'pack'])
  expect(processesOf([order('test', 'test', 'pack')])).toEqual(['test', 'pack'])
})
test('orders that contradict each other still give each process one place', () => {
  expect(processesOf([order('a', 'b'), order('b', 'a')]).toSorted()).toEqual(['a', 'b'])
  expect(processesOf([])).toEqual([])
})
test('what is made for an order stands before what is done with it, though no order has both', () => {
  const bicycle = order('preassemble', 'assemble', 'pack')
  const frame = { ...order('bend', 'weld', 'paint'), level: 1 }
  const tube = { ...order('cut'), level: 2 }
  expect(processesOf([bicycle, frame, tube])).toEqual([
    'cut',
    'bend',
    'weld',
    'paint',
    'preassemble',
    'assemble',
    'pack',
  ])
})
