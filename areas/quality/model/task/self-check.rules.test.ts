import { expect, test } from 'vitest'
import { itemKind } from '../scheme/method.record.ts'
import { brokenItems, expectSelfChecked } from './self-check.rules.ts'

const item = (id: string, more: object) => ({
  ...{ id, name: id, kind: itemKind.codes.number, required: true, lower_limit: '1', upper_limit: '2' },
  ...{ choices: null, good_choices: null },
  ...more,
})
const items = [item('width', {}), item('look', { kind: itemKind.codes.pass_fail, required: false })]
const width = (value: string) => [{ item_id: 'width', value }]

test('what is required is there, what is out of its limits has a reason', () => {
  expect(() => expectSelfChecked(items, [], null)).toThrow('6008')
  expect(() => expectSelfChecked(items, width('x'), null)).toThrow()
  expect(() => expectSelfChecked(items, width('1.5'), null)).not.toThrow()
  expect(() => expectSelfChecked(items, width('3'), null)).toThrow('6008')
  expect(() => expectSelfChecked(items, width('3'), ' ')).toThrow('6008')
  expect(() => expectSelfChecked(items, width('3'), 'worn')).not.toThrow()
  expect(() => expectSelfChecked(items, [...width('1'), { item_id: 'look', value: 'NG' }], null)).toThrow('6008')
  expect(brokenItems(items, [...width('3'), { item_id: 'look', value: 'NG' }])).toEqual(['width', 'look'])
})
