import type { Exchange } from '@qitao/core/exchange.ts'
import type { Field, FieldKind } from '@qitao/core/field.ts'
import { type Language, say, type Text, text } from '@qitao/core/text.ts'
import { renderInThread } from './render.ts'
import type { SheetToWrite, StyledCell } from './write-workbook.ts'

/** An empty file with the headings, and a sheet that explains each column. Required columns are marked with *. */
export function templateFile(of: Exchange, language: Language, mostRows: number): Promise<Uint8Array> {
  const fields = Object.entries(of.fields)
  const titleOf = ({ title, required }: Field) => title[language] + (required ? ' *' : '')
  const sheet: SheetToWrite = {
    name: of.title[language],
    columns: fields.map(([, field]) => ({ width: widthOf(titleOf(field)), style: styles[field.kind] ?? 'plain' })),
    rows: [
      fields.map(([, field]) => ({ value: titleOf(field), style: field.required ? 'required' : 'head' }) as StyledCell),
    ],
    frozen: 1,
    lastRow: mostRows + 1,
    choices: Object.fromEntries(
      fields.flatMap(([, field], index) => {
        const values = choicesOf(field, language)
        return values.length > 0 ? [[index, values]] : []
      }),
    ),
  }
  const heads = [text('列', 'Column'), text('必填', 'Required'), text('填写说明', 'What to enter')]
  const explained: SheetToWrite = {
    name: say(text('填写说明', 'Instructions'), language),
    columns: [{ width: 24 }, { width: 10 }, { width: 80 }],
    rows: [
      heads.map(head => ({ value: say(head, language), style: 'head' }) as StyledCell),
      ...fields.map(([, field]) => [
        field.title[language],
        say(field.required ? text('是', 'Yes') : text('否', 'No'), language),
        { value: explain(field, language), style: 'note' } as StyledCell,
      ]),
      [],
      [{ value: say(general(of, mostRows), language), style: 'note' } as StyledCell],
    ],
    frozen: 1,
  }
  return renderInThread([sheet, explained])
}

const styles: Partial<Readonly<Record<FieldKind, SheetToWrite['columns'][number]['style']>>> = {
  code: 'words',
  text: 'words',
  remark: 'words',
  reference: 'words',
  references: 'words',
  day: 'day',
  instant: 'instant',
}
/** In characters; Chinese ones are twice as wide. */
export const widthOf = (title: string): number =>
  Math.min(40, Math.max(12, [...title].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 2 : 1), 0) + 4))

function choicesOf({ kind, options = [] }: Field, language: Language): readonly string[] {
  if (kind === 'flag') return [say(text('是', 'Yes'), language), say(text('否', 'No'), language)]
  return kind === 'choice' ? options.map(option => option[language]) : []
}

const kinds: Readonly<Record<FieldKind, Text>> = {
  code: text('文字，最多{max}个字符', 'Text of at most {max} characters'),
  text: text('文字，最多{max}个字符', 'Text of at most {max} characters'),
  remark: text('文字，最多{max}个字符', 'Text of at most {max} characters'),
  quantity: text('数字，最多{decimals}位小数', 'A number with at most {decimals} decimals'),
  money: text('金额，最多{decimals}位小数', 'An amount with at most {decimals} decimals'),
  integer: text('整数', 'A whole number'),
  instant: text('日期和时间，如2026-11-21 08:30', 'A date and time such as 2026-11-21 08:30'),
  day: text('日期，如2026-11-21', 'A date such as 2026-11-21'),
  choice: text('可选值：{values}', 'One of: {values}'),
  flag: text('填“是”或“否”', '"Yes" or "No"'),
  reference: text('已有记录的编号或名称', 'Code or name of a record that exists'),
  references: text('已有记录的编号或名称，多个用逗号分开', 'Codes or names of records that exist, with commas between'),
  list: text('', ''),
}
function explain(field: Field, language: Language): string {
  const values = {
    max: field.maxLength ?? 255,
    decimals: field.decimals ?? 0,
    values: choicesOf(field, language).join(language === 'zh' ? '、' : ', '),
  }
  const words = say(kinds[field.kind], language, values)
  const { min, max, unit } = field
  const range = min !== undefined && max !== undefined && max < 2_000_000_000 ? ` ${min}–${max}` : ''
  return words + range + (unit ? ` (${unit[language]})` : '')
}
function general(of: Exchange, mostRows: number): Text {
  const table = of.rows.kind === 'table'
  return {
    zh: `最多${mostRows}行。红色带*的列必填。${table ? '编号已存在的行会修改已有的记录，文件中没有的列保持不变。' : ''}整个文件要么全部导入，要么一行也不导入。`,
    en: `At most ${mostRows} rows. Red columns with * are required. ${table ? 'A row whose code exists changes that record; columns that the file lacks stay as they are. ' : ''}All rows are imported or none.`,
  }
}
