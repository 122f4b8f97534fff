import { choiceField, dayField, type Field, optional, signedQuantityField, textField } from '@qitao/core/field.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { type DimensionKey, dimensionOf } from '../facts.ts'
import type { ReportRow } from '../figure.calls.ts'
import { type FigureKey, figureOf, unitWords } from '../figures.ts'
import { type Across, type PivotLine, pivotOf } from './pivot.rules.ts'
import { differenceOf } from './report.rules.ts'
import { comparison } from './report.status.ts'

type Compared = (typeof comparison)['list'][number]['code']
interface Shape {
  readonly by: readonly DimensionKey[]
  readonly by_time: boolean
  readonly across?: Across | undefined
  readonly compared: readonly Compared[]
}
interface Told {
  readonly columns: readonly FigureKey[]
  readonly result: readonly ReportRow[]
  readonly row_totals: readonly ReportRow[]
  readonly column_totals: readonly ReportRow[]
  readonly total: ReportRow
}
export interface Sheet {
  readonly fields: Readonly<Record<string, Field>>
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}
/** What people call a column of a table of two ways, in a language. */
export type HeadingName = (column: { period: number | null; key: string | null; name: string | null }) => string

export const wholeTitle = text('合计', 'Whole')
const noValue = text('（空）', '(none)')
export const nameOfValue = (dimension: DimensionKey, key: string | null, name: string | null): Text => {
  const state = dimensionOf(dimension).states?.find(({ code }) => String(code) === key)
  if (state) return text(state.zh, state.en)
  return name === null ? noValue : text(name, name)
}

const headColumns = (by: readonly DimensionKey[], byTime: boolean): Record<string, Field> => ({
  ...(byTime ? { period: optional(dayField('周期', 'Period')) } : {}),
  ...Object.fromEntries(
    by.map(key => {
      const { title, states } = dimensionOf(key)
      return [key, states ? choiceField(title.zh, title.en, { list: states }) : textField(title.zh, title.en)]
    }),
  ),
})
const headCells = (
  { period, keys, names }: Pick<PivotLine, 'period' | 'keys' | 'names'>,
  by: readonly DimensionKey[],
): Record<string, unknown> => ({
  period,
  ...Object.fromEntries(by.map((key, at) => [key, dimensionOf(key).states ? keys[at] : names[at]])),
})

const titleWithUnit = (figure: FigureKey): Text => {
  const { title, unit } = figureOf(figure)
  const words = unitWords(unit)
  return words ? text(`${title.zh}（${words.zh}）`, `${title.en} (${words.en})`) : title
}
/** A figure's columns: its value, and beside it what it is compared with, the difference and that as percent. */
const figureColumns = (
  figure: FigureKey,
  compared: readonly Compared[],
  sign: string,
  of?: string,
): [string, Field][] => {
  const title = titleWithUnit(figure)
  const [zh, en] = of === undefined ? [title.zh, title.en] : [`${of}：${title.zh}`, `${of}: ${title.en}`]
  return [
    [sign, signedQuantityField(zh, en)],
    ...compared.flatMap((one): [string, Field][] => {
      const words = comparison.stateOf(one)
      return [
        [`${sign}_${one}`, signedQuantityField(`${zh}（${words.zh}）`, `${en}, ${words.en.toLowerCase()}`)],
        [
          `${sign}_${one}_difference`,
          signedQuantityField(`${zh}（比${words.zh}）`, `${en}, against ${words.en.toLowerCase()}`),
        ],
        [
          `${sign}_${one}_percent`,
          signedQuantityField(`${zh}（比${words.zh}%）`, `${en}, against ${words.en.toLowerCase()}, %`),
        ],
      ]
    }),
  ]
}
const figureCells = (
  row: ReportRow | undefined,
  figure: FigureKey,
  compared: readonly Compared[],
  sign: string,
): Record<string, unknown> => {
  const value = row?.values[figure] ?? null
  return {
    [sign]: value,
    ...Object.fromEntries(
      compared.flatMap(one => {
        const before = row?.before[one]?.[figure] ?? null
        const differs = differenceOf(figure, value, before)
        return [
          [`${sign}_${one}`, before],
          [`${sign}_${one}_difference`, differs?.difference ?? null],
          [`${sign}_${one}_percent`, differs?.percent ?? null],
        ]
      }),
    ),
  }
}

/** A sheet has what the page shows: heads, figures and what they are compared with; of a table of two ways the same for each column. */
export function sheetOf(told: Told, { by, by_time, across, compared }: Shape, nameOf: HeadingName): Sheet {
  const { columns: figures, total } = told
  if (across === undefined) {
    const fields = {
      ...headColumns(by, by_time),
      ...Object.fromEntries(figures.flatMap(figure => figureColumns(figure, compared, figure))),
    }
    const cellsOf = (row: ReportRow) => ({
      ...headCells(row, by),
      ...Object.assign({}, ...figures.map(figure => figureCells(row, figure, compared, figure))),
    })
    return { fields, rows: [...told.result, total].map(cellsOf) }
  }
  const { columns, lines } = pivotOf(told, by, across)
  const down = by.filter(key => key !== across)
  const signOf = (at: number | 'total', figure: FigureKey) => `c${at}_${figure}`
  const fields = {
    ...headColumns(down, by_time && across !== 'period'),
    ...Object.fromEntries([
      ...columns.flatMap((column, at) =>
        figures.flatMap(figure => figureColumns(figure, compared, signOf(at, figure), nameOf(column))),
      ),
      ...figures.flatMap(figure => figureColumns(figure, compared, signOf('total', figure), `Σ`)),
    ]),
  }
  const cellsOf = (cells: readonly (ReportRow | undefined)[], whole: ReportRow | undefined) =>
    Object.assign(
      {},
      ...cells.flatMap((cell, at) => figures.map(figure => figureCells(cell, figure, compared, signOf(at, figure)))),
      ...figures.map(figure => figureCells(whole, figure, compared, signOf('total', figure))),
    )
  const last = {
    period: null,
    ...cellsOf(
      columns.map(column => column.total),
      total,
    ),
  }
  return {
    fields,
    rows: [
      ...(down.length === 0 && !(by_time && across !== 'period')
        ? []
        : lines.map(line => ({ ...headCells(line, down), ...cellsOf(line.cells, line.total) }))),
      last,
    ],
  }
}
