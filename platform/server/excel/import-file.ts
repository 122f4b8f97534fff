import type { Exchange } from '@qitao/core/exchange.ts'
import type { Field } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { ErrorDefinition, RefusalData } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { z } from 'zod'
import { meaningOf } from '../input-refusal.ts'
import { type CellProblem, cellValue, plain } from './cell-value.ts'
import { errorTitles } from './headings.ts'
import { columnName, type Sheet, type SheetRow } from './read-sheet.ts'

/** What is wrong in a file, and where: the row as Excel numbers it, the column by its name in the file. */
export interface Problem extends CellProblem {
  readonly row: number
  readonly field?: string
}
/** A row of the file: values of its cells by field, references as they are written. */
export interface ReadRow {
  readonly row: number
  readonly values: Record<string, unknown>
}
export interface ReadFile {
  readonly rows: ReadRow[]
  /** Column of each field in the file, from 0. */
  readonly columns: ReadonlyMap<string, number>
  readonly problems: Problem[]
}

export const isReference = (field: Field): boolean => field.kind === 'reference' || field.kind === 'references'

/** Reads the rows of a sheet by the columns of an exchange; each wrong cell is a problem of its own. */
export function readFile(sheet: Sheet, of: Exchange, zone: string): ReadFile {
  const problems: Problem[] = []
  const [head, ...body] = sheet.rows
  const columns = head ? columnsOf(head, of, problems) : new Map<string, number>()
  if (!head || body.length === 0) {
    const detail = text('文件中没有数据，请从第二行开始填写', 'The file holds no data: fill it in from the second row')
    return {
      rows: [],
      columns,
      problems: [...problems, { row: head?.row ?? 1, error: generalErrors.fieldRequired, data: { detail } }],
    }
  }
  if (problems.length > 0) return { rows: [], columns, problems }
  const fieldAt = new Map([...columns].map(([name, column]) => [column, name]))
  const schemas = new Map([...columns.keys()].map(name => [name, schemaOf(of.fields[name]!)]))
  const rows: ReadRow[] = []
  for (const { row, cells } of body) {
    const values: Record<string, unknown> = Object.fromEntries([...columns.keys()].map(name => [name, null]))
    const wrong = new Set<string>()
    for (const cell of cells) {
      const name = fieldAt.get(cell.column)
      if (name === undefined) continue
      const read = cellValue(cell, of.fields[name]!, { zone, since1904: sheet.since1904 })
      if ('problem' in read) {
        problems.push({ row, field: name, ...read.problem })
        wrong.add(name)
      } else values[name] = read.value
    }
    // A row whose own columns are all empty is a line that somebody left blank.
    if (wrong.size === 0 && Object.values(values).every(isEmpty)) continue
    for (const [name, schema] of schemas) {
      if (wrong.has(name)) continue
      const checked = schema.safeParse(values[name], { reportInput: true })
      if (checked.success) values[name] = checked.data
      else {
        const { definition, data } = meaningOf(checked.error.issues[0]!)
        problems.push({
          row,
          field: name,
          error: definition,
          data: { ...data, detail: data?.detail ?? remedyOf(definition) },
        })
      }
    }
    rows.push({ row, values })
  }
  return { rows, columns, problems }
}
const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

const remedies: Readonly<Record<number, Text>> = {
  [generalErrors.fieldRequired.code]: text('请填写此列', 'Fill in this cell'),
  [generalErrors.numberRequired.code]: text('请填写数字', 'Enter a number'),
}
const remedyOf = (definition: ErrorDefinition): Text | undefined => remedies[definition.code]

/** A reference is checked once it is resolved; until then it is the words that name it. */
function schemaOf(field: Field): z.ZodType {
  if (field.kind === 'references') return field.required ? z.array(z.string()).min(1) : z.array(z.string()).nullable()
  if (field.kind === 'reference') return field.required ? z.string().min(1) : z.string().nullable()
  return field.schema
}

function columnsOf(head: SheetRow, of: Exchange, problems: Problem[]): Map<string, number> {
  const byTitle = new Map<string, string>()
  for (const [name, { title }] of Object.entries(of.fields)) {
    byTitle.set(titleKey(title.zh), name)
    byTitle.set(titleKey(title.en), name)
  }
  const left = new Set([...of.shown, ...errorTitles].flatMap(({ zh, en }) => [titleKey(zh), titleKey(en)]))
  const columns = new Map<string, number>()
  const wrong = (column: number, detail: Text, values: RefusalData) =>
    problems.push({
      row: head.row,
      error: generalErrors.badParameter,
      data: { column: columnName(column), detail, ...values },
    })
  for (const { column, value } of head.cells) {
    const key = titleKey(value)
    const name = byTitle.get(key)
    if (name === undefined) {
      if (key !== '' && !left.has(key))
        wrong(
          column,
          text(
            '{column}列的标题「{title}」不认识，请使用模板中的标题，或删除此列',
            'The title "{title}" of column {column} is not known: use the titles of the template, or delete the column',
          ),
          { title: plain(value) },
        )
    } else if (columns.has(name))
      wrong(
        column,
        text('标题「{title}」出现了两次，请删除多余的列', 'The title "{title}" stands twice: delete one column'),
        { title: plain(value) },
      )
    else columns.set(name, column)
  }
  return columns
}
const titleKey = (title: string): string =>
  plain(title)
    .replace(/[*＊\s]/g, '')
    .toLowerCase()

/** Required columns that a file lacks, for rows that are new. */
export const missingColumns = (of: Exchange, columns: ReadonlyMap<string, number>): string[] =>
  Object.entries(of.fields).flatMap(([name, field]) => (field.required && !columns.has(name) ? [name] : []))
