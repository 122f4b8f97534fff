import type { Call } from '@qitao/core/call.ts'
import { type CustomField, withCustomFields } from '@qitao/core/custom.ts'
import { type Exchange, exchangeFor, hiddenColumns, withCustomColumns } from '@qitao/core/exchange.ts'
import { type Field, instantField } from '@qitao/core/field.ts'
import type { FileAnswer } from '@qitao/core/file.ts'
import { mostRows, type Rows } from '@qitao/core/page.ts'
import type { Fields } from '@qitao/core/record.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Language, say, type Text, text } from '@qitao/core/text.ts'
import { dayOf } from '@qitao/core/time.ts'
import type { z } from 'zod'
import type { Tx } from '../database/database.ts'
import { xlsxFile } from '../files/file-kinds.ts'
import { type Context, type Handler, handle, handleInSteps, type SignedInHandler } from '../http/handle.ts'
import { excelErrors } from './excel.errors.ts'
import type { ExportColumn } from './export-sheet.ts'
import { renderRows } from './render.ts'

/** Fields by name, as the columns of an export: of a record, or of several when a row shows more than one. */
interface ExportOf {
  readonly title: Text
  readonly fields: Fields
  /** Columns when the page names none; all fields that a sheet can hold otherwise. */
  readonly columns?: readonly string[]
  /** Columns of a page that are drawn of several fields. */
  readonly instead?: Readonly<Record<string, readonly string[]>>
}
type Row = Readonly<Record<string, unknown>>

const common: Fields = {
  created_time: instantField('创建时间', 'Created'),
  updated_time: instantField('修改时间', 'Changed'),
}

/** An export that can be imported again: the columns of its import, and the lines of its documents. */
interface Importable {
  readonly imports?: Exchange
  /** Lines of the documents with these ids: each row has the columns of the import, and `document_id`. */
  readonly lines?: (tx: Tx, org_id: string, ids: readonly string[]) => Promise<readonly LineRow[]>
  /** The company's own fields of the record. */
  readonly custom?: (tx: Tx, org_id: string) => Promise<readonly CustomField[]>
}
export type LineRow = Row & { readonly document_id: string }

/**
 * The export of a list: the list's own handler answers the rows, so that an export holds exactly what the list shows, up to
 * 2000 entries (5017). When no columns are asked for, it has those of the import, a row for each line of a document.
 */
export function exportHandler<I extends z.ZodType>(
  call: Call<I, z.ZodType<FileAnswer>>,
  list: Handler | undefined,
  known: ExportOf,
  { imports: declared, lines, custom }: Importable = {},
): Handler {
  const listing = list as SignedInHandler
  const { isLarge } = listing
  /** Reads what is on it, and answers how it is written. */
  const load = async (input: unknown, context: Context): Promise<() => Promise<FileAnswer>> => {
    const { columns, ...filters } = input as { columns?: string[] }
    const own = (await custom?.(context.tx, context.org_id)) ?? []
    const hidden = declared ? hiddenColumns(declared, context.member.pages) : []
    const of = withCustomFields(without(known, hidden), own)
    const imports = declared && withCustomColumns(exchangeFor(declared, context.member.pages), own)
    const { total, result } = (await listing.work(whole(filters), context)) as Rows<Row>
    if (total > mostRows) refuse(excelErrors.exportLimit, { limit: mostRows })
    if (columns || !imports) return () => exportFile(context, of, result, columns)
    const all = { title: of.title, fields: { ...of.fields, ...imports.fields } }
    const rows = lines ? await withLines(context, result, lines) : result
    return () => exportFile(context, all, rows, Object.keys(imports.fields))
  }
  if (!isLarge) return handle(call, async (input, context) => (await load(input, context))())
  return handleInSteps(
    call,
    { load, decide: write => write(), save: async (_input, _context, _write, file) => file },
    (input, context) => {
      const { columns: _, ...filters } = input as { columns?: string[] }
      return isLarge(whole(filters), context)
    },
  )
}
const whole = (filters: object): object => ({ ...filters, page: 1, page_size: mostRows, cursor: undefined })

const without = <T extends ExportOf>(of: T, hidden: readonly string[]): T => ({
  ...of,
  fields: Object.fromEntries(Object.entries(of.fields).filter(([name]) => !hidden.includes(name))),
})

async function withLines(
  { tx, org_id }: Context,
  documents: readonly Row[],
  lines: NonNullable<Importable['lines']>,
): Promise<Row[]> {
  const found = await lines(
    tx,
    org_id,
    documents.map(({ id }) => id as string),
  )
  const byDocument = Map.groupBy(found, ({ document_id }) => document_id)
  return documents.flatMap(document =>
    (byDocument.get(document.id as string) ?? [{}]).map(line => ({ ...document, ...line })),
  )
}

/** A file of rows with the titles, types and words of their fields, in the language of the caller. */
export async function exportFile(
  { language, member, now }: Pick<Context, 'language' | 'member' | 'now'>,
  of: ExportOf,
  rows: readonly Row[],
  columns: readonly string[] | undefined = of.columns,
): Promise<FileAnswer> {
  const zone = member.time_zone
  const title = say(of.title, language)
  const content = await renderRows({
    name: title,
    columns: exportColumns(of, columns, language),
    rows: JSON.stringify(rows),
    zone,
    yes: say(text('是', 'Yes'), language),
    no: say(text('否', 'No'), language),
    separator: language === 'zh' ? '，' : ', ',
  })
  return xlsxFile(`${title}-${dayOf(now, zone)}`, content)
}

/** What an object says of a name that somebody sent: names that every object knows say nothing. */
const own = <T>(of: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined

function exportColumns(
  { fields, instead = {} }: ExportOf,
  wanted: readonly string[] | undefined,
  language: Language,
): ExportColumn[] {
  const all: Fields = { ...fields, ...common }
  const names =
    wanted?.flatMap(name => own(instead, name) ?? name).filter(name => Object.hasOwn(all, name)) ?? Object.keys(fields)
  const shown = new Set<string>()
  return (names.length > 0 ? names : Object.keys(fields)).flatMap(name => {
    const { title, kind, options, readOnly } = all[name] as Field
    const words = title[language]
    // A name that stands beside its reference would be the same column twice.
    if (shown.has(words) && readOnly) return []
    shown.add(words)
    const codes = options?.map(option => [String(option.code), option[language]])
    return [{ name, title: words, kind, ...(codes ? { words: Object.fromEntries(codes) } : {}) }]
  })
}
