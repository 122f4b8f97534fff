import type { Field } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { ErrorDefinition, RefusalData } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { dayOf, startOfDay } from '@qitao/core/time.ts'
import { instantOfSerial, instantOfWords } from './dates.ts'
import type { SheetCell } from './read-sheet.ts'

/** What is wrong with a cell: the catalogue's error, with the remedy as its detail. */
export interface CellProblem {
  readonly error: ErrorDefinition
  readonly data?: RefusalData
}
export type CellValue = { readonly value: unknown } | { readonly problem: CellProblem }
interface Reading {
  readonly zone: string
  readonly since1904: boolean
  /** Dates that the file has had already: it says the same few again and again. */
  readonly dates: Map<string, CellValue>
}

const bad = (detail: Text, error: ErrorDefinition = generalErrors.badParameter): CellValue => ({
  problem: { error, data: { detail } },
})
/** Words without what typing leaves behind: spaces around, no-break and zero-width spaces. */
export const plain = (words: string): string =>
  words
    .replace(/[\u200b-\u200d\ufeff]/g, '')
    .replace(/\u00a0/g, ' ')
    .trim()

/** A cell as the value that its field takes on the wire; a reference stays what is written. */
export function cellValue(cell: SheetCell, field: Field, reading: Reading): CellValue {
  if (cell.kind === 'error')
    return bad(text('单元格是公式错误，请填写确定的值', 'The cell holds a formula error: enter a plain value'))
  const words = plain(cell.value)
  if (words === '') return { value: null }
  switch (field.kind) {
    case 'quantity':
    case 'money':
      return numberOf(cell, words)
    case 'integer':
      return integerOf(cell, words)
    case 'day':
    case 'instant':
      return dateOf(cell, words, field.kind, reading)
    case 'choice':
      return choiceOf(words, field)
    case 'flag':
      return flagOf(words)
    case 'references':
      return {
        value: words
          .split(/[,，;；、\n]+/)
          .map(plain)
          .filter(Boolean),
      }
    default:
      return { value: cell.kind === 'number' ? decimalWords(words) : cell.kind === 'flag' ? flagWords(words) : words }
  }
}

const flagWords = (words: string): string => (words === '1' ? 'TRUE' : 'FALSE')

/** The decimal that a number of Excel stands for: Excel keeps 15 digits, the file may show the dust behind them. */
export function decimalWords(words: string): string {
  if (/^-?\d{1,15}$/.test(words)) return words
  const value = Number(words)
  if (!Number.isFinite(value)) return words
  const [mantissa = '0', power = '0'] = Number(value.toPrecision(15)).toExponential().split('e')
  return shifted(mantissa, Number(power))
}
/** 1.25 shifted by 3 is 1250. */
function shifted(mantissa: string, power: number): string {
  const sign = mantissa.startsWith('-') ? '-' : ''
  const [whole = '0', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = whole + fraction
  const point = whole.length + power
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`.replace(/\.?0+$/, '') || '0'
  if (point >= digits.length) return sign + digits + '0'.repeat(point - digits.length)
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0+$/, '')
}

const thousands = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/
function numberOf(cell: SheetCell, words: string): CellValue {
  if (cell.kind === 'number') return { value: decimalWords(words) }
  const half = words.normalize('NFKC').replace(/\s/g, '')
  const written = thousands.test(half) ? half.replaceAll(',', '') : half
  if (/^[+-]?\d{1,14}(\.\d+)?$/.test(written)) return { value: written.replace(/^\+/, '') }
  return bad(text('请填写数字', 'Enter a number'), generalErrors.numberRequired)
}
function integerOf(cell: SheetCell, words: string): CellValue {
  const number = numberOf(cell, words)
  if ('problem' in number) return number
  const value = Number(number.value)
  return Number.isSafeInteger(value) ? { value } : bad(text('请填写整数', 'Enter a whole number'))
}

const dateRemedy = text('请填写日期，如2026-11-21', 'Enter a date such as 2026-11-21')
function dateOf(cell: SheetCell, words: string, kind: 'day' | 'instant', reading: Reading): CellValue {
  const key = `${kind} ${cell.kind} ${words}`
  const known = reading.dates.get(key) ?? readDate(cell, words, kind, reading)
  reading.dates.set(key, known)
  return known
}
function readDate(cell: SheetCell, words: string, kind: 'day' | 'instant', { zone, since1904 }: Reading): CellValue {
  const instant = cell.kind === 'number' ? instantOfSerial(Number(words), zone, since1904) : instantOfWords(words, zone)
  if (instant === undefined) return bad(dateRemedy)
  return { value: kind === 'day' ? startOfDay(dayOf(instant, zone), zone) : instant }
}

function choiceOf(words: string, { options = [] }: Field): CellValue {
  const found = options.find(
    ({ code, zh, en }) => words === zh || words.toLowerCase() === en.toLowerCase() || words === String(code),
  )
  if (found) return { value: found.code }
  const names = (language: 'zh' | 'en', mark: string) => options.map(option => option[language]).join(mark)
  return bad({ zh: `可选值：${names('zh', '、')}`, en: `Allowed: ${names('en', ', ')}` })
}

const yes = ['是', 'yes', 'y', 'true', '1', '√', '✓']
const no = ['否', 'no', 'n', 'false', '0', '×']
function flagOf(words: string): CellValue {
  const lower = words.toLowerCase()
  if (yes.includes(lower)) return { value: true }
  if (no.includes(lower)) return { value: false }
  return bad(text('请填写“是”或“否”', 'Enter "Yes" or "No"'))
}
