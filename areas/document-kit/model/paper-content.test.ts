import {
  choiceField,
  dayField,
  integerField,
  moneyField,
  optional,
  percentField,
  quantityField,
  referenceField,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { statuses } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { describe, expect, test } from 'vitest'
import { paperContent } from './paper-content.ts'

const ways = statuses({ road: { code: 1, zh: '公路', en: 'By road', colour: 'neutral' } })
const head = record('letter', text('信', 'Letter'), {
  supplier_id: referenceField('供应商', 'Supplier', 'supplier'),
  bin_id: referenceField('库位', 'Bin', 'location'),
  way: choiceField('方式', 'Way', ways),
  eta: optional(dayField('预计', 'ETA')),
  tax_rate: optional(percentField('税率', 'Tax rate')),
})
const line = record('letter_line', text('信行', 'Letter line'), {
  line_no: integerField('行', 'Line'),
  material_id: referenceField('物料', 'Material', 'material'),
  quantity: quantityField('数量', 'Quantity'),
  amount: optional(moneyField('金额', 'Amount')),
  eta: optional(dayField('预计', 'ETA')),
})
const content = paperContent(
  { record: head, line },
  {
    facts: ['supplier_id', 'bin_id', 'way', 'eta', { name: 'tax_rate', title: text('税', 'Tax') }],
    columns: [
      { name: 'material_id', also: ['quantity'] },
      ...(['quantity', 'unit_name', 'amount', 'eta'] as const),
      { title: text('实收', 'Came') },
    ],
    signatures: [text('制单', 'Made by')],
  },
)
const noon = 1_764_302_400 // 2025-11-28 04:00 UTC
const goods = { material_code: 'M1', material_name: 'Bolt', material_specs: null, unit_name: 'pcs' }
const words = { language: 'en', time_zone: 'Asia/Shanghai' } as const

describe('a sheet', () => {
  const row = { supplier_name: 'Steel', supplier_code: 'S1', bin_code: 'B1', way: 1, eta: noon, tax_rate: '13.000000' }
  const first = { ...goods, line_no: 1, quantity: '2.000000', amount: '8.500000', eta: null }
  const { facts, tables, signatures } = content(row, [first], words)

  test('says references by their names, choices by their words, and what has a unit with it', () => {
    expect(facts).toEqual([
      ['Supplier', 'Steel'],
      ['Bin', 'B1'],
      ['Way', 'By road'],
      ['ETA', '2025-11-28'],
      ['Tax', '13 %'],
    ])
    expect(signatures).toEqual(['Made by'])
  })
  test('has a row for each line, with the day of the document where a line has none, and a place to write', () => {
    expect(tables[0]!.columns.map(({ title, end }) => `${title}${end ? ' >' : ''}`)).toEqual([
      '# >',
      'Material',
      'Quantity >',
      'Unit',
      'Amount >',
      'ETA',
      'Came',
    ])
    expect(tables[0]!.rows).toEqual([['1', 'M1 Bolt 2', '2', 'pcs', '8.5', '2025-11-28', '']])
  })
  test('leaves empty what is not known', () => {
    expect(content({}, [{ ...first, amount: null }], words).tables[0]!.rows[0]!.slice(4)).toEqual(['', '', ''])
    expect(content({}, [], words).facts.map(([, value]) => value)).toEqual(['', '', '', '', ''])
  })
})
