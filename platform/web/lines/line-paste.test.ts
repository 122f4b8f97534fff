import {
  choiceField,
  codeField,
  dayField,
  flagField,
  integerField,
  quantityField,
  readOnly,
  referenceField,
  remarkField,
  wordsField,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { statuses } from '@qitao/core/status.ts'
import { startOfDay } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import { lineCells } from './line-columns.ts'
import { notAsked, parsePasted, placePasted, readWritten, unplacedText, withPastedWords } from './line-paste.ts'

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

const line = record(
  'line',
  { zh: '行', en: 'Line' },
  {
    material_id: referenceField('物料', 'Material', 'material'),
    unit: readOnly(codeField('单位', 'Unit', 20)),
    quantity: quantityField('数量', 'Quantity'),
    free: readOnly(quantityField('可用', 'Free')),
    due: dayField('交期', 'Due'),
    remark: remarkField('备注', 'Remark'),
  },
)
const cells = lineCells(Object.keys(line.fields), line, false)
const placed = (pasted: string, from = 0) => {
  const { rows, columns } = placePasted({ grid: parsePasted(pasted), cells, from, lineAt: () => ({}) })
  return { rows: rows.length, names: columns.map(column => column?.name) }
}
test('code and quantity pass over the unit between, which nobody writes', () => {
  expect(placed('A-1\t20\nA-2\t30').names).toEqual(['material_id', 'quantity'])
  expect(placed('A-1\t20\t2027-03-01').names).toEqual(['material_id', 'quantity', 'due'])
})
test('what fits as it stands stays where it stands, and so does what was copied with its computed columns', () => {
  expect(placed('A-1\t\t20').names).toEqual(['material_id', 'unit', 'quantity'])
  expect(placed('A-1\tpcs\t20').names).toEqual(['material_id', 'unit', 'quantity'])
  expect(placed('A-1\tpcs\t20\t5\t2027-03-01\tsoon').names).toEqual(Object.keys(line.fields))
  expect(placed('20', 1).names).toEqual(['unit'])
})
test('a heading says which column is which', () => {
  expect(placed('数量\t物料\n20\tA-1')).toEqual({ rows: 1, names: ['quantity', 'material_id'] })
  expect(placed('Quantity\tMaterial\n20\tA-1').names).toEqual(['quantity', 'material_id'])
})
test('what has no place is named with its rows and column', () => {
  const unit = cells[1]
  expect(unplacedText([1, 2].map(row => ({ row, column: unit })))).toEqual({
    zh: '2 个单元格未粘贴：「单位」列只读（第1、2行）',
    en: '2 cells were not pasted: column “Unit” is read-only (rows 1, 2)',
  })
  expect(unplacedText([{ row: 4, column: undefined }]).zh).toBe('1 个单元格未粘贴：超出最后一列（第4行）')
  expect(placed('soon\tmore', 5).names).toEqual(['remark', undefined])
})
test('a column that is called otherwise than its field is called so wherever it is named', () => {
  const [named] = lineCells([{ name: 'quantity', title: { zh: '本次入库', en: 'Now' } }], line, false)
  expect([named!.field!.title.zh, named!.title.zh]).toEqual(['本次入库', '本次入库'])
})

test('a cell that is no code or name is not asked for, and says why; the others are', () => {
  expect(notAsked('M-1')).toBeUndefined()
  expect(notAsked('a'.repeat(100))).toBeUndefined()
  expect(notAsked('a'.repeat(101))?.en).toBe('Over 100 characters: no code or name')
  expect(notAsked('a\u0007')?.en).toBe('No such code or name')
})

test('a column of words that is pasted into one cell is added to it, each once; cells of a sheet go their own way', () => {
  const numbers = wordsField('序列号', 'Serial numbers', 200)
  expect(withPastedWords(numbers, null, 'S1\r\nS2\nS3\n')).toBe('S1 S2 S3')
  expect(withPastedWords(numbers, 'S1', 'S2\nS1')).toBe('S1 S2')
  expect(withPastedWords(numbers, 'S1', 'S2\t5')).toBeUndefined()
  expect(withPastedWords(remarkField(), null, 'a\nb')).toBeUndefined()
})
