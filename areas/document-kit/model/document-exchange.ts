import type { AnyCall, GrantingPage } from '@qitao/core/call.ts'
import { documentLines, type Exchange, exchange, type FileRow, titled } from '@qitao/core/exchange.ts'
import type { Field } from '@qitao/core/field.ts'
import type { RecordType } from '@qitao/core/record.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'

interface ExchangedDocument {
  readonly record: RecordType
  /** Without lines each row is a document of its own. */
  readonly line: RecordType | undefined
  readonly pages: readonly GrantingPage[]
  readonly call: AnyCall
  readonly numberTaken: ErrorDefinition | undefined
  /** Columns in which the rows of one document are alike. */
  readonly key: readonly string[]
}

/** The file of a document: the fields of its head and those of its lines; rows with one key are the lines of one document. */
export function documentExchange({ record, line, pages, call, numberTaken, key }: ExchangedDocument): Exchange {
  const head = inFile(record)
  const file = { type: record.name, record, pages }
  if (!line) {
    const hidden = Object.keys(record.fields).filter(name => !Object.hasOwn(head, name))
    const input = ([one]: readonly FileRow[]) => ({ ...one })
    return exchange({ ...file, without: hidden, rows: { kind: 'document', key: [], mostRows: 1, call, input } })
  }
  const columns = Object.entries(inFile(line)).map(([name, field]) => {
    const other = head[name]
    if (!other) return { name, column: name, field }
    const isSame = other.title.zh === field.title.zh
    return { name, column: `line_${name}`, field: isSame ? titled(field, ofLine(field.title)) : field }
  })
  return exchange({
    ...file,
    more: Object.fromEntries(columns.map(({ column, field }) => [column, field])),
    shows: [line],
    rows: {
      kind: 'document',
      key,
      call,
      ...(numberTaken ? { number: { field: 'no', table: record.name, error: numberTaken } } : {}),
      ...documentLines(Object.keys(head), Object.fromEntries(columns.map(({ name, column }) => [name, column]))),
    },
  })
}

/** What a cell can hold of what may be given. */
const inFile = ({ fields }: RecordType): Readonly<Record<string, Field>> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, { readOnly, kind }]) => !readOnly && kind !== 'list' && kind !== 'references'),
  )
const ofLine = ({ zh, en }: Text): Text =>
  text(`行${zh}`, `Line ${/^[A-Z][a-z]/.test(en) ? en.charAt(0).toLowerCase() + en.slice(1) : en}`)
