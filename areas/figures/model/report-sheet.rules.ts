import { choiceField, dayField, type Field, optional, signedQuantityField, textField } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { type DimensionKey, dimensionOf } from './facts.ts'
import type { ReportRow } from './figure.calls.ts'
import { type FigureKey, figureOf } from './figures.ts'

interface Shape {
  readonly by: readonly DimensionKey[]
  readonly by_time: boolean
  readonly compared?: 'previous' | 'year' | undefined
}
/** A sheet has the columns that the page shows: time, dimensions, figures, and beside each what it is compared with. */
export function reportColumns(figures: readonly FigureKey[], { by, by_time, compared }: Shape): Record<string, Field> {
  const columns: Record<string, Field> = by_time ? { period: optional(dayField('周期', 'Period')) } : {}
  for (const key of by) {
    const { title, states } = dimensionOf(key)
    columns[key] = states ? choiceField(title.zh, title.en, { list: states }) : textField(title.zh, title.en)
  }
  for (const key of figures) {
    const { zh, en } = figureOf(key).title
    columns[key] = signedQuantityField(zh, en)
    if (compared)
      columns[`${key}_before`] = signedQuantityField(
        `${zh}（${beforeTitle[compared].zh}）`,
        `${en}, ${beforeTitle[compared].en}`,
      )
  }
  return columns
}
export const beforeTitle = {
  previous: text('上期', 'range before'),
  year: text('去年同期', 'year before'),
}

export const reportSheetRow = (row: ReportRow, { by }: Pick<Shape, 'by'>): Record<string, unknown> => ({
  period: row.period,
  ...Object.fromEntries(by.map((key, at) => [key, dimensionOf(key).states ? row.keys[at] : row.names[at]])),
  ...row.values,
  ...Object.fromEntries(Object.entries(row.before ?? {}).map(([key, value]) => [`${key}_before`, value])),
})
