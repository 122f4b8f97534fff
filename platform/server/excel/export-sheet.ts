import { valueAt } from '@qitao/core/custom.ts'
import type { FieldKind } from '@qitao/core/field.ts'
import { serialOf } from './dates.ts'
import type { Cell, SheetToWrite } from './write-workbook.ts'

/** A column of an export, ready for the thread that writes it. */
export interface ExportColumn {
  readonly name: string
  readonly title: string
  readonly kind: FieldKind
  /** Words of the codes of a choice. */
  readonly words?: Readonly<Record<string, string>>
  readonly required?: boolean
}
export interface ExportWork {
  readonly name: string
  readonly columns: readonly ExportColumn[]
  /** The rows as JSON. */
  readonly rows: string
  readonly zone: string
  /** Words of yes and no, and what stands between several values. */
  readonly yes: string
  readonly no: string
  readonly separator: string
}
type Row = Readonly<Record<string, unknown>>

export function exportSheet({ name, columns, rows, ...how }: ExportWork): SheetToWrite {
  const lines = (JSON.parse(rows) as Row[]).map(row => columns.map(column => cellOf(column, row, how)))
  return {
    name,
    columns: columns.map(({ title }) => ({ width: Math.min(36, Math.max(12, title.length * 2 + 4)) })),
    rows: [columns.map(({ title }) => ({ value: title, style: 'head' as const })), ...lines],
    frozen: 1,
  }
}

/** Numbers beyond what Excel keeps exactly (15 digits) are written as words. */
const exactDigits = 15

function cellOf(
  { name, kind, words }: ExportColumn,
  row: Row,
  { zone, yes, no, separator }: Pick<ExportWork, 'zone' | 'yes' | 'no' | 'separator'>,
): Cell {
  const value = kind === 'reference' || kind === 'references' ? besideReference(row, name) : valueAt(row, name)
  if (value === null || value === undefined || value === '') return null
  switch (kind) {
    case 'quantity':
    case 'money':
    case 'integer': {
      const written = String(value).includes('.') ? String(value).replace(/\.?0+$/, '') : String(value)
      const digits = written.replace(/[-.]/g, '').replace(/^0+/, '').length
      return digits > exactDigits ? written : { value: written, style: 'number' }
    }
    case 'day':
      return { value: Math.floor(serialOf(value as number, zone)), style: 'day' }
    case 'instant':
      return { value: serialOf(value as number, zone), style: 'instant' }
    case 'flag':
      return value ? yes : no
    case 'choice':
      return words?.[String(value)] ?? String(value)
    default:
      return Array.isArray(value) ? value.filter(one => typeof one === 'string').join(separator) : String(value)
  }
}

/** `customer_id` is written as the code or name that the row carries beside it. */
function besideReference(row: Row, name: string): unknown {
  const base = name.replace(/_ids?$/, '')
  return row[`${base}_code`] ?? row[`${base}_name`] ?? row[`${base}_no`] ?? row[`${base}_names`]
}
