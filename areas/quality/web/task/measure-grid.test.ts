import { expect, test } from 'vitest'
import { itemKind } from '../../model/scheme/method.record.ts'
import { meant } from './measure-grid.tsx'

const { number, pass_fail, choice } = itemKind.codes
test.each([
  [pass_fail, 'o', 'OK'],
  [pass_fail, '1', 'OK'],
  [pass_fail, ' NG ', 'NG'],
  [pass_fail, '不合格', 'NG'],
  [pass_fail, '?', '?'],
  [number, '10,5', '10.5'],
  [choice, 'red', 'Red'],
  [choice, 'blue', 'blue'],
])('what is typed is read as what is meant: %s %s', (kind, typed, expected) => {
  expect(meant({ kind, choices: 'Red,Green' }, typed)).toBe(expected)
})
