import { choiceField, dayField, flagField, integerField, quantityField } from '@qitao/core/field.ts'
import { statuses } from '@qitao/core/status.ts'
import { startOfDay } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import { parsePasted, readWritten } from './line-paste.ts'

const zone = 'Asia/Shanghai'
const read = (field: Parameters<typeof readWritten>[0], written: string) =>
  readWritten(field, written, day => startOfDay(day, zone))

test('rows and cells of a spreadsheet', () => {
  expect(parsePasted('A\t1\r\nB\t2\r\n')).toEqual([
    ['A', '1'],
    ['B', '2'],
  ])
})
test('a quoted cell holds line breaks, tabs and quotes', () => {
  expect(parsePasted('"a\n""b""\tc"\t2')).toEqual([['a\n"b"\tc', '2']])
})
test('empty cells keep their place', () => {
  expect(parsePasted('\t\t3')).toEqual([['', '', '3']])
})
test('quantities stay decimal strings, with or without thousands', () => {
  const field = quantityField('数量', 'Quantity')
  expect(read(field, '1,234.50')).toEqual({ value: '1234.50' })
  expect(read(field, 'many')).toHaveProperty('problem')
  expect(read(field, '')).toEqual({ value: null })
})
test('days are read in the zone of the organisation', () => {
  const field = dayField('日期', 'Date')
  const expected = { value: startOfDay('2026-01-05', zone) }
  expect([read(field, '2026-01-05'), read(field, '2026/1/5'), read(field, '2026年1月5日')]).toEqual([
    expected,
    expected,
    expected,
  ])
  expect(read(field, '2026-02-30')).toHaveProperty('problem')
})
test('choices and flags are known by their names in either language', () => {
  const field = choiceField('类型', 'Kind', statuses({ raw: { code: 0, zh: '原材料', en: 'Raw', colour: 'neutral' } }))
  expect([read(field, '原材料'), read(field, 'raw'), read(field, '0')]).toEqual([
    { value: 0 },
    { value: 0 },
    { value: 0 },
  ])
  expect(read(field, 'gold')).toHaveProperty('problem')
  expect([read(flagField('加急', 'Urgent'), '是'), read(flagField('加急', 'Urgent'), 'No')]).toEqual([
    { value: true },
    { value: false },
  ])
})
test('a whole number is whole', () => {
  expect(read(integerField('优先级', 'Priority'), '12')).toEqual({ value: 12 })
  expect(read(integerField('优先级', 'Priority'), '1.5')).toHaveProperty('problem')
})
