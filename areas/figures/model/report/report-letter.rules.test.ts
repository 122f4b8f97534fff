import { expect, test } from 'vitest'
import { letterOf } from './report-letter.rules.ts'
import { sheetOf } from './report-sheet.rules.ts'

const row = (name: string, value: string | null) => ({
  ...{ period: null, keys: [name], names: [name], values: { order_value: value }, before: {} },
})
const told = (rows: ReturnType<typeof row>[]) => ({
  ...{ columns: ['order_value' as const], result: rows, row_totals: [], column_totals: [] },
  total: { ...row('', '1234.5'), keys: [], names: [] },
})
const shape = { by: ['customer' as const], by_time: false, compared: [] }
const letter = {
  ...{ name: 'Orders', company: 'Plant', range: [1_767_196_800, 1_769_788_800] as const, isNow: false },
  ...{ time_dimension: 3, zone: 'Asia/Shanghai', language: 'en' as const, currency: 'CNY' },
  ...{ link: 'https://plan.example.com/r?saved=1', isCut: false, hasFile: true },
}

test('a mail names its days, holds the table with the whole, and the way to the page', () => {
  const sheet = sheetOf(told([row('A <b>', '1234.5'), row('B', null)]), shape, () => '')
  const { subject, words, html } = letterOf({ ...letter, sheet })
  expect(subject).toBe('Plant: Orders (2026-01-01 to 2026-01-31)')
  expect(words.split('\n').slice(2, 6)).toEqual([
    'Customer | Value of orders entered',
    'A <b> | 1,234.5',
    'B | —',
    'Whole | 1,234.5',
  ])
  expect(words).toContain('https://plan.example.com/r?saved=1')
  // What people have named is no markup.
  expect(html).toContain('A &#60;b&#62;')
  expect(html).not.toContain('<b>')
})

test('sixty rows and their whole are all of it', () => {
  const rows = Array.from({ length: 60 }, (_, at) => row(`C${at}`, '1'))
  const { words } = letterOf({ ...letter, sheet: sheetOf(told(rows), shape, () => '') })
  expect(words.split('\n').filter(line => line.startsWith('C'))).toHaveLength(60 + 1)
  expect(words).not.toContain('This is a part')
})

test('of many rows some are told, and that there are more; without an address there is no link', () => {
  const rows = Array.from({ length: 100 }, (_, at) => row(`C${at}`, '1'))
  const sheet = sheetOf(told(rows), shape, () => '')
  const { words, html } = letterOf({ ...letter, sheet, link: null, isCut: true, language: 'zh' })
  expect(words.split('\n').filter(line => line.startsWith('C'))).toHaveLength(60)
  expect(words).toContain('合计 | 1,234.5')
  expect(words).toContain('完整内容见附件')
  expect(words).toContain('您无权查看的指标未列出')
  expect(html).not.toContain('href')
})
