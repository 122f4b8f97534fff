import { text } from '@qitao/core/text.ts'
import { expect, test } from 'vitest'
import { pickedWords, unreadOf, withUnread, withValue } from './line-marks.ts'

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
