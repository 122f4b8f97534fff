import { expect, test } from 'vitest'
import { itemKind } from '../../model/scheme/method.record.ts'
import { meant, pastedCells } from './measure-grid.tsx'

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

const grid = { rows: 3, pieces: 5 }
const filled = (pasted: string, row: number, sample: number) =>
  pastedCells(pasted, grid, { row, sample }).map(cell => `${cell.row}:${cell.sample}=${cell.value}`)
test.each<[string, string, [number, number], string[]]>([
  ['a row of a sheet goes along the pieces', '1\t2\t3', [0, 2], ['0:2=1', '0:3=2', '0:4=3']],
  ['a column of a sheet does so too', '1\r\n2\r\n3\r\n', [1, 1], ['1:1=1', '1:2=2', '1:3=3']],
  ['what a gauge sends on one line', '1 2;3', [0, 1], ['0:1=1', '0:2=2', '0:3=3']],
  ['a block that lies as the grid does', '1\t2\n3\t4', [1, 1], ['1:1=1', '1:2=2', '2:1=3', '2:2=4']],
  [
    'pieces down, items across: it is turned',
    '1\t2\n3\t4\n5\t6\n7\t8',
    [0, 1],
    ['0:1=1', '1:1=2', '0:2=3', '1:2=4', '0:3=5', '1:3=6', '0:4=7', '1:4=8'],
  ],
  ['an empty cell stays one', '1\t\t3', [0, 1], ['0:1=1', '0:2=', '0:3=3']],
  ['what is beyond the grid is left out', '1\t2\t3', [2, 4], ['2:4=1', '2:5=2']],
  ['one value is no block', '7', [0, 1], ['0:1=7']],
])('pasted: %s', (_, pasted, [row, sample], cells) => {
  expect(filled(pasted, row, sample)).toEqual(cells)
})
