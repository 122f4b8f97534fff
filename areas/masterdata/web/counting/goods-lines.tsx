import { optional, textField, wordsIn } from '@qitao/core/field.ts'
import { formatQuantity, isEqual, isPositive, isQuantity, isZero } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import type { PickedRow } from '@qitao/platform/web/form/pickers.ts'
import type { LineColumn } from '@qitao/platform/web/lines/line-columns.ts'
import { withUnread, withValue } from '@qitao/platform/web/lines/line-marks.ts'
import { LineTable, type LineTableProps } from '@qitao/platform/web/lines/line-table.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Form } from 'antd'
import { useMemo } from 'react'
import { type CountingUnits, inLargestUnit, readCount } from '../../model/unit/unit.rules.ts'
import { useMaterialUnits } from './use-material-units.ts'

/** Of the form alone, as its name says: what is stored is the quantity in the unit of the material. */
const name = '_counted'
const field = optional(textField('其他单位', 'Counted in', 50))
const columnWidth = 116
const nameOf = (column: LineColumn<never>): string => (typeof column === 'string' ? column : column.name)

interface GoodsLine {
  readonly material_id?: string | null
  readonly quantity?: string | null
  readonly serial_numbers?: string | null
}
/**
 * Line items of goods. Each may be counted in any unit that converts into its material's, as boxes: where there is one, a column
 * says the quantity in it, and takes what was counted.
 */
export function GoodsLines<L extends object>({ of, columns, change, ...rest }: LineTableProps<L>) {
  const watched = Form.useWatch(values => idsOf(values[rest.name]), Form.useFormInstance()) ?? ''
  const units = useMaterialUnits(watched === '' ? [] : watched.split(' '))
  const isCounted = [...units.values()].some(({ others }) => others.length > 0)
  const all = useMemo(() => withPieces(isCounted ? withCounted(columns, units) : columns), [columns, units, isCounted])
  const record = useMemo(() => ({ ...of, fields: { ...of.fields, [name]: field } }), [of])
  const follow = (line: L, changed: string, picked?: PickedRow): L => change?.(line, changed, picked) ?? line
  const changing = (line: L, changed: string, picked?: PickedRow): L => {
    if (changed !== name) {
      const next = follow(line, changed, picked)
      // What was written of another quantity, or of other goods, is past.
      return changed === 'quantity' || changed === 'material_id'
        ? (withValue(next as Values, name, undefined) as L)
        : next
    }
    const written = (line as Values)[name] as string | null | undefined
    const of = units.get((line as GoodsLine).material_id ?? '')
    if (!written || !of) return line
    const quantity = readCount(written, of)
    if (quantity !== undefined) return follow(withValue(line as Values, 'quantity', quantity) as L, 'quantity')
    const unread = withUnread(line as Values, name, { written, problem: problemOf(of) })
    return { ...unread, [name]: written } as L
  }
  return <LineTable<L> {...rest} of={record} columns={all} change={changing} />
}
type Values = Readonly<Record<string, unknown>>

const idsOf = (lines: readonly GoodsLine[] | undefined): string =>
  [...new Set((lines ?? []).flatMap(({ material_id }) => material_id ?? []))].toSorted().join(' ')
const problemOf = ({ unit_name, others }: CountingUnits) => {
  const names = [...others.map(other => other.unit_name), unit_name].join(' / ')
  const example = others.map(other => `10 ${other.unit_name}`)[0] ?? ''
  return text(
    `请写数量和单位（${names}），如“${example}”；折合后不能多出小数`,
    `A quantity with its unit (${names}), as “${example}”, that comes to a whole number`,
  )
}

/** The columns with that of other units behind the unit, or behind the quantity where no unit is shown. */
function withCounted<L extends object>(
  columns: readonly LineColumn<L>[],
  units: ReadonlyMap<string, CountingUnits>,
): readonly LineColumn<L>[] {
  const at = (wanted: string) => columns.findIndex(column => nameOf(column as LineColumn<never>) === wanted)
  const quantity = columns[at('quantity')]
  if (quantity === undefined) return columns
  const counted: LineColumn<L> = {
    ...{ name, title: field.title, width: columnWidth },
    ...(typeof quantity === 'object' && quantity.readOnly !== undefined ? { readOnly: quantity.readOnly } : {}),
    show: line => <Counted line={line} of={units.get((line as GoodsLine).material_id ?? '')} />,
  }
  return columns.toSpliced((at('unit_name') < 0 ? at('quantity') : at('unit_name')) + 1, 0, counted)
}

/** The column of serial numbers says how many of the quantity are named. */
const withPieces = <L extends object>(columns: readonly LineColumn<L>[]): readonly LineColumn<L>[] =>
  columns.map(column =>
    typeof column === 'object' && column.name === 'serial_numbers' && !column.show
      ? { ...column, show: (line: L) => <Pieces line={line} /> }
      : column,
  )
function Pieces({ line }: { line: GoodsLine }) {
  const numbers = wordsIn(line.serial_numbers)
  if (numbers.length === 0) return <span className="qt-none">—</span>
  const { quantity } = line
  const all = quantity && isQuantity(quantity) ? quantity : undefined
  return (
    <span title={numbers.join(' ')}>
      <span className={all !== undefined && !isEqual(all, String(numbers.length)) ? 'qt-warns' : 'qt-secondary'}>
        {all === undefined ? numbers.length : `${numbers.length}/${formatQuantity(all)}`}
      </span>{' '}
      {numbers.join(' ')}
    </span>
  )
}

/** A quantity in the largest unit that it fills; without one, the units in which it may be written. */
function Counted({ line, of }: { line: GoodsLine; of: CountingUnits | undefined }) {
  if (!of || of.others.length === 0) return <span className="qt-none">—</span>
  const { quantity } = line
  const shown = quantity && isQuantity(quantity) && isPositive(quantity) ? inLargestUnit(quantity, of) : undefined
  if (!shown) return <span className="qt-secondary">{of.others.map(({ unit_name }) => unit_name).join(' / ')}</span>
  return (
    <>
      <Quantity value={shown.count} unit={shown.unit_name} />
      {isZero(shown.rest) ? null : (
        <>
          {' + '}
          <Quantity value={shown.rest} unit={of.unit_name} />
        </>
      )}
    </>
  )
}
