import { isCustomName, valueAt } from '@qitao/core/custom.ts'
import type { Field, FieldKind } from '@qitao/core/field.ts'
import type { RecordType } from '@qitao/core/record.ts'
import { type Language, type Text, text } from '@qitao/core/text.ts'
import type { ReactNode } from 'react'
import { pickedWords } from '../lines/line-marks.ts'
import { useSay } from '../session/language.ts'
import { DayText, Instant } from '../show/instant.tsx'
import { Quantity } from '../show/quantity.tsx'
import { StatusTag } from '../show/status-tag.tsx'
import { columnRoom } from '../show/text-room.ts'

/** A column: the name of a field of the record, or a description where the default is not enough. */
export type Column<Row> = (keyof Row & string) | ColumnSpec<Row>
interface ColumnSpec<Row> {
  readonly name: string
  readonly title?: Text
  /** px; at least what the heading and the statuses need in the language of the page */
  readonly width?: number
  readonly render?: (row: Row) => ReactNode
  readonly unit?: (row: Row) => string | null | undefined
  /** The value becomes a link; Enter on the row does the same. */
  readonly opens?: (row: Row) => unknown
  readonly sort?: boolean
  /** A figure that is rendered by hand stands at the end as others do. */
  readonly end?: boolean
  /** Shown only after the user switches it on. */
  readonly hidden?: boolean
}
/** A column with everything decided. */
export interface ShownColumn<Row> {
  readonly name: string
  readonly title: Text
  readonly width: number
  readonly end: boolean
  readonly sort: boolean
  readonly hidden: boolean
  readonly cell: (row: Row) => ReactNode
  readonly opens: ((row: Row) => unknown) | undefined
}

const widths: Readonly<Record<FieldKind, number>> = {
  code: 140,
  text: 180,
  remark: 200,
  quantity: 120,
  money: 120,
  integer: 100,
  instant: 150,
  day: 110,
  choice: 96,
  flag: 80,
  reference: 180,
  references: 200,
  list: 160,
}
const defaultWidth = 140
const sortable: readonly FieldKind[] = [
  'code',
  'text',
  'quantity',
  'money',
  'integer',
  'instant',
  'day',
  'choice',
  'flag',
]
const numeric: readonly FieldKind[] = ['quantity', 'money', 'integer']

const commonTitles: Readonly<Record<string, Text>> = {
  created_time: text('创建时间', 'Created'),
  updated_time: text('修改时间', 'Changed'),
}

export function resolveColumns<Row>(
  columns: readonly Column<Row>[],
  record: RecordType | undefined,
  language: Language,
): ShownColumn<Row>[] {
  return columns.map(column => {
    const spec: ColumnSpec<Row> = typeof column === 'string' ? { name: column } : column
    const { name } = spec
    const field = record?.fields[name]
    const kind: FieldKind | undefined = field?.kind ?? (name in commonTitles ? 'instant' : undefined)
    const show =
      spec.render ??
      ((row: Row) => <FieldValue field={field} kind={kind} name={name} row={row} unit={spec.unit?.(row)} />)
    const { opens } = spec
    const title = spec.title ?? field?.title ?? commonTitles[name] ?? { zh: name, en: name }
    const sort = spec.sort ?? (kind !== undefined && sortable.includes(kind) && !isCustomName(name))
    const options = kind === 'choice' && !isCustomName(name) ? field?.options : undefined
    return {
      name,
      title,
      width: Math.max(
        spec.width ?? (kind ? widths[kind] : defaultWidth),
        columnRoom({ title, sort, options }, language),
      ),
      end: spec.end ?? (kind !== undefined && numeric.includes(kind) && !spec.render),
      sort,
      hidden: spec.hidden ?? false,
      opens,
      cell: opens ? row => <OpenLink run={() => opens(row)}>{show(row)}</OpenLink> : show,
    }
  })
}

function OpenLink({ run, children }: { run: () => unknown; children: ReactNode }) {
  return (
    <button type="button" className="qt-link" onClick={() => void run()}>
      {children}
    </button>
  )
}

const none = <span className="qt-none">—</span>
/** `customer_id` is shown by the name or code that the row carries beside it, or by the words of what was just picked. */
export function besideReference(row: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const base = name.replace(/_ids?$/, '')
  const beside =
    pickedWords(row, name) ?? row[`${base}_name`] ?? row[`${base}_code`] ?? row[`${base}_no`] ?? row[`${base}_names`]
  return Array.isArray(beside) ? beside.join(', ') : beside ? String(beside) : undefined
}

interface FieldValueProps {
  field: Field | undefined
  kind: FieldKind | undefined
  name: string
  row: unknown
  unit?: string | null | undefined
}
/** The value of a field as people read it, by its kind. */
export function FieldValue({ field, kind, name, row, unit }: FieldValueProps) {
  const say = useSay()
  const record = row as Record<string, unknown>
  const value = valueAt(row, name)
  if (kind === 'reference' || kind === 'references') {
    const beside = besideReference(record, name)
    return beside ? <Cut>{beside}</Cut> : none
  }
  if (value === null || value === undefined || value === '') return none
  switch (kind) {
    case 'quantity':
    case 'money':
    case 'integer':
      return (
        <Quantity
          value={value as string}
          unit={unit ?? (field?.unit && say(field.unit))}
          decimals={kind === 'money' ? field?.decimals : undefined}
        />
      )
    case 'instant':
      return <Instant at={value as number} />
    case 'day':
      return <DayText of={value as number} />
    case 'choice': {
      if (isCustomName(name)) return <Cut>{String(value)}</Cut>
      return <StatusTag of={field?.options?.find(option => option.code === value)} />
    }
    case 'flag':
      return <>{say(value ? text('是', 'Yes') : text('否', 'No'))}</>
    default:
      return <Cut>{typeof value === 'object' ? String((value as unknown[]).length ?? '') : String(value)}</Cut>
  }
}
/** Long words are cut; the whole is on hover. */
const Cut = ({ children }: { children: string }) => <span title={children}>{children}</span>
