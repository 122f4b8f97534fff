import { quantityField, textField, wordsField } from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import type { KeyboardEvent } from 'react'
import { expect, test } from 'vitest'
import { lineCells } from './line-columns.ts'
import { lineKeys, type Place } from './line-keys.ts'
import type { Line } from './line-marks.ts'

const line = record('line', text('行', 'Line'), {
  quantity: quantityField('数量', 'Quantity'),
  name: textField('名称', 'Name', 50),
  numbers: wordsField('序列号', 'Serial numbers', 200),
})
const cells = lineCells<Line>(['quantity', 'name', 'numbers'], line, false)

/** Presses a key on a cell with something in it; whether the key goes on to the input that opens, and what stands in the cell then. */
function press(key: string, cell: number) {
  let put: unknown = 'nothing put'
  let place: Place | undefined = { row: 0, cell, editing: false }
  let goesOn = true
  lineKeys({
    ...{ place, lines: [{ quantity: '20', name: 'old', numbers: 'S1' }], cells, before: { current: undefined } },
    setPlace: next => (place = next),
    step: () => {},
    tab: () => false,
    put: value => (put = value),
    add: () => {},
    edit: () => {},
    undo: () => {},
  })({ key, nativeEvent: {}, preventDefault: () => (goesOn = false) } as unknown as KeyboardEvent)
  return { put, goesOn, editing: place?.editing }
}

test.each(['3', '-', '.'])('%s on a number empties it and is typed into the input that opens', key => {
  expect(press(key, 0)).toEqual({ put: null, goesOn: true, editing: true })
})
test('a letter on a number opens it as it is', () => {
  expect(press('x', 0)).toEqual({ put: 'nothing put', goesOn: false, editing: true })
})
test('a letter on a text empties it and is typed into the input that opens', () => {
  expect(press('x', 1)).toEqual({ put: '', goesOn: true, editing: true })
})

test('a letter on a cell of several words is added to them', () => {
  expect(press('x', 2)).toEqual({ put: 'nothing put', goesOn: true, editing: true })
})
