import { itemKind } from '@qitao/quality/model/scheme/method.record.ts'
import { expect, test } from 'vitest'
import { type CheckItem, checkedInput, checkedOf, limitsOf, nothingChecked, whyNotChecked } from './self-checked.ts'

const item = (id: string, more: Partial<CheckItem> = {}): CheckItem => ({
  ...{ id, name: id, kind: itemKind.codes.number, required: true, lower_limit: '1.000000', upper_limit: '2' },
  ...{ unit: 'mm', standard: null, choices: null, good_choices: null },
  ...more,
})
const items = [item('width'), item('look', { kind: itemKind.codes.pass_fail, required: false })]
const of = (width: string, reason = '') => ({ values: { width }, reason })

test('a report of good pieces waits for what is asked of them', () => {
  expect(whyNotChecked(items, nothingChecked)?.en).toContain('width')
  expect(whyNotChecked(items, of('1,5'))).toBeDefined()
  expect(whyNotChecked(items, of('1.5'))).toBeUndefined()
  expect(whyNotChecked(items, of('3'))?.en).toContain('say why')
  expect(whyNotChecked(items, of('3', 'worn'))).toBeUndefined()
  expect([limitsOf(items[0]!), limitsOf(item('x', { lower_limit: null, unit: null }))]).toEqual(['1 – 2 mm', '≤ 2'])
})
test('what was said comes back to be changed, and goes out the same', () => {
  const said = { checks: [{ item_id: 'width', value: '3' }], check_reason: 'worn' }
  expect(checkedInput(items, checkedOf(said))).toEqual(said)
  expect(checkedInput(items, of('1.5', 'old'))).toEqual({ checks: [{ item_id: 'width', value: '1.5' }] })
  expect(checkedInput(items, nothingChecked)).toEqual({})
})
