import { integerField, quantityField, textField } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { expect, test } from 'vitest'
import { pickedWords, unreadNumber, unreadOf, withUnread, withValue } from './line-marks.ts'

const problem = text('不是数字', 'Not a number')
const line = { material_id: null, quantity: '1', remark: '' }

test('a picked record keeps its words, until another is picked', () => {
  const picked = withValue(line, 'material_id', 'm-1', 'TY-29 Tyre')
  expect([picked.material_id, pickedWords(picked, 'material_id')]).toEqual(['m-1', 'TY-29 Tyre'])
  expect(pickedWords(withValue(picked, 'material_id', null), 'material_id')).toBeUndefined()
})
test('what cannot be read stays as it was pasted, beside the changes of other cells, until its own cell is changed', () => {
  const bad = withUnread(line, 'quantity', { written: '12 pcs', problem })
  expect([bad.quantity, unreadOf(bad).quantity]).toEqual([null, { written: '12 pcs', problem }])
  const later = withValue(bad, 'remark', 'soon')
  expect(unreadOf(later).quantity?.written).toBe('12 pcs')
  expect(unreadOf(withValue(later, 'quantity', '12'))).toEqual({})
})
test('what is typed into a cell of numbers and is none is kept as it is', () => {
  const quantity = quantityField('数量', 'Quantity')
  expect(['-5', '2,5', '1e3'].map(typed => unreadNumber(quantity, typed)?.written)).toEqual(['-5', '2,5', '1e3'])
  expect(unreadNumber(integerField('天数', 'Days'), '2.5')?.written).toBe('2.5')
  expect(['2.5', '', null, 25].map(typed => unreadNumber(quantity, typed))).toEqual(Array(4).fill(undefined))
  expect(unreadNumber(textField('名称', 'Name', 50), 'M09')).toBeUndefined()
})
