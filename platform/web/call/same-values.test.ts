import { expect, test } from 'vitest'
import { sameValues } from './same-values.ts'

const begun = { remark: '', lines: [{ quantity: null, material_id: 'm-1' }], people: [] }
test('what was entered and left unchanged is the same', () => {
  const now = { remark: undefined, lines: [{ quantity: '', material_id: 'm-1', _key: 'k', _unread: {} }], people: [] }
  expect(sameValues(now, begun)).toBe(true)
})
test.each([
  { ...begun, remark: 'soon' },
  { ...begun, lines: [{ quantity: '0', material_id: 'm-1' }] },
  { ...begun, lines: [] },
  { ...begun, lines: [...begun.lines, { quantity: null, material_id: null }] },
  { ...begun, people: ['u-1'] },
])('what was changed differs: %j', now => {
  expect(sameValues(now, begun)).toBe(false)
})
