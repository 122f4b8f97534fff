import type { Exchange } from '@qitao/core/exchange.ts'
import type { Field } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { ErrorDefinition, RefusalData } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { z } from 'zod'
import { meaningOf } from '../http/input-refusal.ts'
import { type CellProblem, type CellValue, cellValue, plain } from './cell-value.ts'
import { errorTitles } from './headings.ts'
import { columnName, type SheetRow } from './read-sheet.ts'

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

/** Reads the rows of a sheet by the columns of an exchange, as they come; each wrong cell is a problem of its own. */
export class FileReader {
  readonly #of: Exchange
  readonly #zone: string
  readonly #rows: ReadRow[] = []
  readonly #problems: Problem[] = []
  readonly #dates = new Map<string, CellValue>()
  #head: SheetRow | undefined
  #columns: ReadonlyMap<string, number> = new Map()
  #fieldAt: ReadonlyMap<number, string> = new Map()
  #schemas: readonly (readonly [string, z.ZodType])[] = []
  #isHeadWrong = false
  #hasBody = false

  constructor(of: Exchange, zone: string) {
    this.#of = of
    this.#zone = zone
  }

  take(row: SheetRow, since1904: boolean): void {
    if (this.#head) this.#body(row, since1904)
    else this.#heading(row)
  }

  /** After the last row. */
  end(): ReadFile {
    if (!this.#hasBody) {
      const detail = text(
        '文件中没有数据，请从第二行开始填写',
        'The file holds no data: fill it in from the second row',
      )
      this.#problems.push({ row: this.#head?.row ?? 1, error: generalErrors.fieldRequired, data: { detail } })
    }
    return { rows: this.#rows, columns: this.#columns, problems: this.#problems }
  }

  #heading(head: SheetRow): void {
    this.#head = head
    this.#columns = columnsOf(head, this.#of, this.#problems)
    this.#isHeadWrong = this.#problems.length > 0
    this.#fieldAt = new Map([...this.#columns].map(([name, column]) => [column, name]))
    this.#schemas = [...this.#columns.keys()].map(name => [name, schemaOf(this.#of.fields[name]!)])
  }

  #body({ row, cells }: SheetRow, since1904: boolean): void {
    this.#hasBody = true
    if (this.#isHeadWrong) return
    const reading = { zone: this.#zone, since1904, dates: this.#dates }
    const values: Record<string, unknown> = {}
    for (const name of this.#columns.keys()) values[name] = null
    const wrong = new Set<string>()
    for (const cell of cells) {
      const name = this.#fieldAt.get(cell.column)
      if (name === undefined) continue
      const read = cellValue(cell, this.#of.fields[name]!, reading)
      if ('problem' in read) {
        this.#problems.push({ row, field: name, ...read.problem })
        wrong.add(name)
      } else values[name] = read.value
    }
    // A row whose own columns are all empty is a line that somebody left blank.
    if (wrong.size === 0 && Object.values(values).every(isEmpty)) return
    for (const [name, schema] of this.#schemas) {
      if (wrong.has(name)) continue
      const checked = schema.safeParse(values[name], { reportInput: true })
      if (checked.success) values[name] = checked.data
      else {
        const { definition, data } = meaningOf(checked.error.issues[0]!)
        const detail = data?.detail ?? remedyOf(definition)
        this.#problems.push({ row, field: name, error: definition, data: { ...data, detail } })
      }
    }
    this.#rows.push({ row, values })
  }
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
