import type { Field } from '@qitao/core/field.ts'
import { isQuantity } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { hourSeconds, isDay, minuteSeconds } from '@qitao/core/time.ts'
import { writtenNumber } from '../form/number-text.ts'

/** Cells of a text copied from a spreadsheet: rows by line, cells by tab, quoted cells may hold both. */
export function parsePasted(pasted: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  const endCell = () => {
    rows.at(-1)!.push(cell.trim())
    cell = ''
  }
  for (let at = 0; at < pasted.length; at += 1) {
    const char = pasted[at]
    if (quoted) {
      if (char !== '"') cell += char
      else if (pasted[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (char === '"' && cell === '') quoted = true
    else if (char === '\t') endCell()
    else if (char === '\n') {
      endCell()
      rows.push([])
    } else if (char !== '\r') cell += char
  }
  endCell()
  const last = rows.at(-1)!
  if (rows.length > 1 && last.length === 1 && last[0] === '') rows.pop()
  return rows
}

export type Read = { readonly value: unknown } | { readonly problem: Text }
const problem = (zh: string, en: string): Read => ({ problem: text(zh, en) })
const notNumber = problem('不是数字', 'Not a number')
const notDate = problem('不是日期', 'Not a date')
const notOption = problem('不是可选的值', 'Not one of the options')
const words: Readonly<Record<string, boolean>> = {
  是: true,
  yes: true,
  true: true,
  1: true,
  否: false,
  no: false,
  false: false,
  0: false,
}

/** The value of a field as someone wrote it in a spreadsheet. References are looked up by their codes elsewhere. */
export function readWritten(field: Field, written: string, startOfDay: (day: string) => number): Read {
  if (written === '') return { value: null }
  switch (field.kind) {
    case 'quantity':
    case 'money': {
      const number = writtenNumber(written)
      return number !== undefined && isQuantity(number) ? { value: number } : notNumber
    }
    case 'integer': {
      const value = Number(writtenNumber(written))
      return Number.isInteger(value) ? { value } : notNumber
    }
    case 'day':
    case 'instant': {
      const found = written.match(/^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]+(\d{1,2}):(\d{2}))?/)
      if (!found) return notDate
      const [, year = '', month = '', date = '', hour = '0', minute = '0'] = found
      const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
      if (!isDay(day)) return notDate
      const seconds = field.kind === 'day' ? 0 : Number(hour) * hourSeconds + Number(minute) * minuteSeconds
      return { value: startOfDay(day) + seconds }
    }
    case 'choice': {
      const wanted = written.toLowerCase()
      const option = field.options?.find(one =>
        [one.zh, one.en, String(one.code)].some(name => name.toLowerCase() === wanted),
      )
      return option ? { value: option.code } : notOption
    }
    case 'flag': {
      const value = words[written.toLowerCase()]
      return value === undefined ? notOption : { value }
    }
    default:
      return { value: written }
  }
}
