import { generalErrors } from '@qitao/core/general.errors.ts'
import { convert, isPositive, type Quantity, roundHalfUp, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type DimensionKey, dimensionKeys, dimensionOf, factsAt } from '../facts.ts'
import { type FigureKey, figureKeys, figureOf } from '../figures.ts'
import type { Across } from './pivot.rules.ts'
import { reportErrors } from './report.errors.ts'
import { type ReportKey, reportOf } from './reports.ts'

export const standsNow = (key: FigureKey): boolean => factsAt(figureOf(key).facts).now === true
export const knows = (key: FigureKey, dimension: DimensionKey): boolean =>
  factsAt(figureOf(key).facts).by.includes(dimension)

/** Figures that a report of this kind can have. */
export const figuresFor = (report_type: ReportKey | undefined): readonly FigureKey[] =>
  report_type === undefined ? figureKeys : reportOf(report_type).figures
/** Dimensions that all of the figures can be split by. */
export const commonDimensions = (figures: readonly FigureKey[]): DimensionKey[] =>
  figures.length === 0 ? [] : dimensionKeys.filter(dimension => figures.every(key => knows(key, dimension)))
/** Whether a figure can stand beside those that were chosen: of a period beside such, and split as they are. */
export const goesWith = (key: FigureKey, chosen: readonly FigureKey[], by: readonly DimensionKey[]): boolean =>
  chosen.every(one => standsNow(one) === standsNow(key)) && by.every(dimension => knows(key, dimension))

interface Asked {
  readonly report_type?: ReportKey | undefined
  readonly by: readonly DimensionKey[]
  readonly by_time: boolean
  readonly across?: Across | undefined
  readonly only: Readonly<Partial<Record<DimensionKey, unknown>>>
}
/** Whether a report can lie across this: periods where time passes, else one of what it is split by. */
export const liesAcross = (
  { by, by_time, across }: Pick<Asked, 'by' | 'by_time' | 'across'>,
  isNow: boolean,
): boolean => (across === 'period' ? by_time && !isNow : across !== undefined && by.includes(across))
/** Whether a report with these figures can be told at all. */
export function expectTellable({ report_type, by, by_time, across, only }: Asked, figures: readonly FigureKey[]): void {
  const known = figuresFor(report_type)
  if (figures.some(key => !known.includes(key))) refuse(generalErrors.badParameter, { field: 'figures' })
  const first = figures[0]
  const other = figures.find(key => first !== undefined && standsNow(key) !== standsNow(first))
  if (first !== undefined && other !== undefined) {
    const name = figureOf(standsNow(first) ? first : other).title
    refuse(reportErrors.mixedTime, { field: 'figures', name })
  }
  if (new Set(by).size < by.length) refuse(generalErrors.badParameter, { field: 'by' })
  const dimensions = [...by, ...dimensionKeys.filter(key => key in only)]
  for (const key of figures)
    for (const dimension of dimensions)
      if (!knows(key, dimension))
        refuse(reportErrors.nothingInCommon, {
          field: by.includes(dimension) ? 'by' : 'only',
          name: figureOf(key).title,
          dimension: dimensionOf(dimension).title,
        })
  if (across === undefined) return
  if (!liesAcross({ by, by_time, across }, figures.some(standsNow)))
    refuse(generalErrors.badParameter, { field: 'across' })
}

/** What became of a figure: by how much it is more, and that as percent of what it was. Shares differ by points and not by percent. */
export function differenceOf(
  figure: FigureKey,
  value: Quantity | null | undefined,
  before: Quantity | null | undefined,
): { readonly difference: Quantity; readonly percent: Quantity | null } | null {
  if (value == null || before == null) return null
  const difference = subtract(value, before)
  const isShare = figureOf(figure).unit === 'percent'
  const base = before.replace('-', '')
  const percent = isShare || !isPositive(base) ? null : roundHalfUp(convert('100', difference, base), 1)
  return { difference, percent }
}
