import { text } from '@qitao/core/text.ts'
import { expect, test } from 'vitest'
import { readFilter, type ShownFilter, writeFilter } from './filters.ts'

const filter = (kind: ShownFilter['kind'], more: Partial<ShownFilter> = {}): ShownFilter => ({
  name: 'x',
  kind,
  title: text('x', 'x'),
  many: false,
  options: [
    { code: 10, zh: '待办', en: 'To do', colour: 'info' },
    { code: 20, zh: '计划', en: 'Planning', colour: 'processing' },
  ],
  ...more,
})
const round = (of: ShownFilter, value: unknown) => readFilter(of, writeFilter(of, value) ?? null)

test.each([
  [filter('text'), 'SO-1, 2'],
  [filter('choice'), 10],
  [filter('choice', { many: true }), [10, 20]],
  [filter('reference', { many: true }), ['a', 'b']],
  [filter('range'), [100, 200]],
  [filter('flag'), false],
  [filter('own'), { from: 1 }],
])('a value goes into the address and back: $kind', (of, value) => {
  expect(round(of, value)).toEqual(value)
})
test('what does not fit is no filter', () => {
  expect(readFilter(filter('choice'), '99')).toBeUndefined()
  expect(readFilter(filter('range'), '200,100')).toBeUndefined()
  expect(readFilter(filter('range'), 'a,b')).toBeUndefined()
  expect(readFilter(filter('own'), '{')).toBeUndefined()
})
test('an empty value leaves the address', () => {
  expect([undefined, null, '', []].map(value => writeFilter(filter('text'), value))).toEqual(Array(4).fill(undefined))
})
test('a fixed filter does not listen to the address', () => {
  expect(readFilter(filter('fixed', { fixed: 1 }), '2')).toBe(1)
})
