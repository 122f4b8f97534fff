import type { Field } from '@qitao/core/field.ts'
import type { RecordType } from '@qitao/core/record.ts'
import type { Text } from '@qitao/core/text.ts'
import type { ReactNode } from 'react'

/** A column of line items. */
export type LineColumn<L> = string | LineColumnSpec<L>
interface LineColumnSpec<L> {
  readonly name: string
  readonly title?: Text
  /** px */
  readonly width?: number
  readonly readOnly?: boolean | ((line: L) => boolean)
  /** Summed up below. */
  readonly total?: boolean
  readonly decimals?: number
  /** Shown in place of the plain value while the cell is not edited. */
  readonly show?: (line: L) => ReactNode
}
export interface LineCellSpec<L> extends LineColumnSpec<L> {
  readonly field: Field | undefined
  readonly title: Text
  readonly width: number
  readonly editable: (line: L) => boolean
}
const widths: Partial<Record<Field['kind'], number>> = {
  reference: 220,
  remark: 200,
  text: 160,
  quantity: 120,
  money: 120,
  integer: 100,
  day: 140,
  instant: 180,
}
const defaultWidth = 140

export const lineCells = <L>(
  columns: readonly LineColumn<L>[],
  record: RecordType,
  readOnly: boolean,
): LineCellSpec<L>[] =>
  columns.map(column => {
    const spec: LineColumnSpec<L> = typeof column === 'string' ? { name: column } : column
    const known = record.fields[spec.name]
    // What is wrong in a column is said of it by the name that stands above it.
    const field = known && spec.title ? { ...known, title: spec.title } : known
    const locked = spec.readOnly ?? (field === undefined || field.readOnly || field.kind === 'list')
    return {
      ...spec,
      field,
      title: spec.title ?? field?.title ?? { zh: spec.name, en: spec.name },
      width: spec.width ?? (field && widths[field.kind]) ?? defaultWidth,
      editable: line => !readOnly && field !== undefined && !(typeof locked === 'function' ? locked(line) : locked),
    }
  })
export const isNumeric = (field: Field | undefined): boolean =>
  field?.kind === 'quantity' || field?.kind === 'money' || field?.kind === 'integer'
