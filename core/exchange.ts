import type { AnyCall, GrantingPage } from './call.ts'
import { type CustomField, withCustomFields } from './custom.ts'
import type { Field } from './field.ts'
import type { Fields, InputOf, RecordType } from './record.ts'
import type { ErrorDefinition } from './refusal.ts'
import type { Text } from './text.ts'

/**
 * What an Excel file of a record holds: its columns in order, with the titles, types and limits of the record. The
 * template, the import, the error file and the export that can be imported again all read this one declaration.
 */
export interface Exchange {
  /** Value of `import_type` (spec/constants.json). */
  readonly type: string
  readonly title: Text
  /** Columns of the file by the name of the field. A reference is written as the code or name that people know. */
  readonly fields: Fields
  /** Titles that a list or an export also shows; such columns of a file are not read. */
  readonly shown: readonly Text[]
  /** The record whose fields of the company's own the file has as well. */
  readonly custom?: string
  /** Any of these pages lets a member import. */
  readonly pages: readonly GrantingPage[]
  /** Columns that only the file of a member has who may open one of their pages, such as prices. */
  readonly guarded?: Readonly<Record<string, readonly GrantingPage[]>>
  /** How rows become records: one row one record of a table, or several rows one document of a call. */
  readonly rows: TableRows | DocumentRows
}

/** A row of a file with its references resolved to ids. */
export type FileRow = Readonly<Record<string, unknown>>
/** What is known of a referred record, by the record's name and the id. */
export type Found = (record: string, id: unknown) => Readonly<Record<string, unknown>> | undefined

/** A row is added, or changes the record with its key; columns that the file does not have stay as they are. */
export interface TableRows<Row = FileRow> {
  readonly kind: 'table'
  readonly table: string
  /** Columns that people know a record by. */
  readonly key: readonly string[]
  /** Throws a refusal; pure, on the whole record as it would be. */
  check?(row: Row, found: Found): void
  /** Changes that a record in use does not take. */
  readonly fixed?: { readonly isChange: (before: FileRow, after: FileRow) => boolean; readonly error: ErrorDefinition }
  /** Fields kept in a table of their own: own column, other column. */
  readonly links?: Readonly<Record<string, { readonly table: string; readonly own: string; readonly other: string }>>
}

/** Rows with one key are one document, added by the call of its area: every rule of the call holds. */
export interface DocumentRows {
  readonly kind: 'document'
  /** Columns that rows of one document have alike; none: all rows of the file are one document. */
  readonly key: readonly string[]
  /** Rows to a document at most; further rows begin another one. */
  readonly mostRows?: number
  /** The call that adds one document. */
  readonly call: AnyCall
  /** The input of the call. Pure. */
  readonly input: (rows: readonly FileRow[], found: Found, zone: string) => unknown
  /** The number of a document, where it stands: one that a stored document has is refused with this error. */
  readonly number?: { readonly field: string; readonly table: string; readonly error: ErrorDefinition }
  /** Columns of the fields of a line, where they are called otherwise: a refused line is told at its own column. */
  readonly lineColumns?: Readonly<Record<string, string>>
}

interface Declaration<R extends RecordType> {
  readonly type: string
  readonly record: R
  readonly pages: readonly GrantingPage[]
  readonly guarded?: Readonly<Record<string, readonly GrantingPage[]>>
  readonly rows: TableRows<InputOf<R>> | DocumentRows
  /** Fields of the record that a file does not have. */
  readonly without?: readonly string[]
  /** Further columns, such as those of the lines of a document. */
  readonly more?: Fields
  /** Further records whose shown titles are known. */
  readonly shows?: readonly RecordType[]
  readonly title?: Text
}

/** Declares the file of a record: its writable fields in order. */
export function exchange<R extends RecordType>({
  record,
  without = [],
  more = {},
  shows = [],
  ...of
}: Declaration<R>): Exchange {
  const own = Object.entries(record.fields).filter(
    ([name, field]) => !field.readOnly && field.kind !== 'list' && !without.includes(name),
  )
  const fields: Fields = { ...Object.fromEntries(own), ...more }
  const known = new Set(Object.values(fields).flatMap(({ title }) => [title.zh, title.en]))
  const shown = [record, ...shows]
    .flatMap(one => Object.values(one.fields).map(({ title }) => title))
    .filter(({ zh, en }) => !known.has(zh) && !known.has(en))
  return { title: record.title, ...of, fields, shown, ...('custom' in record.fields ? { custom: record.name } : {}) }
}

/** Columns that the file of a member with these pages does not have. */
export const hiddenColumns = ({ guarded = {} }: Exchange, opened: ReadonlySet<string>): string[] =>
  Object.keys(guarded).filter(name => !guarded[name]!.some(({ path }) => opened.has(path)))

/** The file as a member with these pages has it: what is hidden is not read either. */
export function exchangeFor(of: Exchange, opened: ReadonlySet<string>): Exchange {
  const hidden = hiddenColumns(of, opened)
  if (hidden.length === 0) return of
  const fields = Object.fromEntries(Object.entries(of.fields).filter(([name]) => !hidden.includes(name)))
  return { ...of, fields, shown: [...of.shown, ...hidden.map(name => of.fields[name]!.title)] }
}

/** The file with the company's own fields behind the others. A title that another column has already says what it is. */
export function withCustomColumns(of: Exchange, custom: readonly CustomField[]): Exchange {
  if (custom.length === 0) return of
  const taken = new Set(Object.values(of.fields).flatMap(({ title }) => [title.zh, title.en]))
  const named = custom.map(field =>
    taken.has(field.field_name) ? { ...field, field_name: `${field.field_name} (+)` } : field,
  )
  const own = new Set(named.map(field => field.field_name))
  const { fields } = withCustomFields({ fields: of.fields }, named)
  return { ...of, fields, shown: of.shown.filter(({ zh, en }) => !own.has(zh) && !own.has(en)) }
}

/** The same field under another title, where two columns of one file would be called alike. */
export const titled = <T>(of: Field<T>, title: Text): Field<T> => ({ ...of, title })

/** The usual input of a document: fields of its head, the company's own among them, from the first row, and a line from each row; wire name by column. */
export const documentInput =
  (head: readonly string[], lines: Readonly<Record<string, string>>) => (rows: readonly FileRow[]) => ({
    ...Object.fromEntries(head.map(name => [name, rows[0]?.[name]])),
    ...(rows[0]?.custom ? { custom: rows[0].custom } : {}),
    lines: rows.map(row => Object.fromEntries(Object.entries(lines).map(([wire, column]) => [wire, row[column]]))),
  })
/** The usual document: its input, and where its lines stand. */
export const documentLines = (head: readonly string[], lines: Readonly<Record<string, string>>) => ({
  input: documentInput(head, lines),
  lineColumns: lines,
})
