import type { Field } from '@qitao/core/field.ts'
import { formatQuantity } from '@qitao/core/quantity.ts'
import { type Language, say } from '@qitao/core/text.ts'
import { dayOf } from '@qitao/core/time.ts'
import { periodName } from '../figure.rules.ts'
import { escaped } from './report-bars.rules.ts'
import type { Sheet } from './report-sheet.rules.ts'

/** A mail is read at a glance: the rest stands in the file and behind the link. */
const most = { columns: 16, rows: 60 }

interface Letter {
  readonly name: string
  readonly company: string
  readonly range: readonly [number, number]
  /** As it stands now, without days. */
  readonly isNow: boolean
  readonly sheet: Sheet
  readonly time_dimension: number
  readonly zone: string
  readonly language: Language
  readonly currency: string
  readonly link: string | null
  /** Figures that the receiver may not see are not in it. */
  readonly isCut: boolean
  readonly hasFile: boolean
  /** The chart of the report as HTML; nothing where it has none. */
  readonly chart?: string
}
export interface LetterWords {
  readonly subject: string
  readonly words: string
  readonly html: string
}

/** What a receiver reads: the days, the chart, the table, and the way to the page. */
export function letterOf(letter: Letter): LetterWords {
  const { name, company, range, sheet, zone, language, link } = letter
  const told = (zh: string, en: string) => (language === 'zh' ? zh : en)
  const fields = Object.entries(sheet.fields).slice(0, most.columns)
  const heads = fields.map(([, field]) => say(field.title, language))
  // The last row is the whole: it stands below those that are told.
  const isLong = sheet.rows.length > most.rows + 1
  const lines = isLong ? [...sheet.rows.slice(0, most.rows), sheet.rows.at(-1)!] : sheet.rows
  const whole = told('合计', 'Whole')
  const cellOf = (field: Field, value: unknown): string => {
    if (value === null || value === undefined) return ''
    if (field.kind === 'day') return periodName(Number(value), letter.time_dimension, zone)
    const state = field.options?.find(({ code }) => String(code) === String(value))
    if (state) return say(state, language)
    return isNumber(field) ? formatQuantity(String(value)) : String(value)
  }
  const cells = lines.map((row, at) => {
    const isTotal = at === lines.length - 1
    return fields.map(([key, field], column) => {
      const words = cellOf(field, row[key])
      if (isTotal && column === 0 && words === '') return whole
      return words === '' && isNumber(field) ? '—' : words
    })
  })
  const days = letter.isNow
    ? told('当前数据', 'As it stands now')
    : `${dayOf(range[0], zone)} ${told('至', 'to')} ${dayOf(range[1], zone)}`
  const isShort = isLong || Object.keys(sheet.fields).length > most.columns
  const rest = letter.hasFile
    ? told('此处只列出一部分，完整内容见附件。', 'This is a part; all of it is in the attached file.')
    : told('此处只列出一部分，完整内容见系统。', 'This is a part; all of it is on the page.')
  const notes = [
    told(`金额单位：${letter.currency}。`, `Money in ${letter.currency}.`),
    ...(isShort ? [rest] : []),
    ...(letter.isCut ? [told('您无权查看的指标未列出。', 'Figures that you may not see are left out.')] : []),
    told('数字按您的权限计算。', 'The figures are computed under your rights.'),
  ]
  const subject = `${company}：${name}（${days}）`
  return {
    subject: language === 'zh' ? subject : `${company}: ${name} (${days})`,
    words: [
      `${name}  ${days}`,
      '',
      heads.join(' | '),
      ...cells.map(line => line.join(' | ')),
      '',
      ...notes,
      ...(link === null ? [] : [`${told('在系统中查看', 'See it on the page')}: ${link}`]),
    ].join('\n'),
    html: [
      `<h2 style="font-size:16px">${escaped(name)}</h2><p style="color:#566072">${escaped(days)}</p>`,
      ...(letter.chart ? [letter.chart] : []),
      '<table style="border-collapse:collapse;font-size:13px"><thead><tr>',
      ...heads.map((head, at) => `<th style="${cellStyle(fields[at]![1])};color:#566072">${escaped(head)}</th>`),
      '</tr></thead><tbody>',
      ...cells.map(
        (line, row) =>
          `<tr>${line
            .map((cell, at) => {
              const weight = row === cells.length - 1 ? ';font-weight:600' : ''
              return `<td style="${cellStyle(fields[at]![1])}${weight}">${escaped(cell)}</td>`
            })
            .join('')}</tr>`,
      ),
      '</tbody></table>',
      `<p style="color:#566072;font-size:12px">${notes.map(escaped).join(' ')}</p>`,
      ...(link === null
        ? []
        : [`<p><a href="${escaped(link)}">${escaped(told('在系统中查看', 'See it on the page'))}</a></p>`]),
    ].join('\n'),
  }
}
const isNumber = ({ kind }: Field): boolean => kind === 'quantity'
const cellStyle = (field: Field): string =>
  `border-bottom:1px solid #e1e5ec;padding:5px 12px 5px 0;text-align:${isNumber(field) ? 'right' : 'left'}`
