import type { Parsed } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { startOfToday } from '@qitao/document-kit/server'
import { excelErrors } from '@qitao/platform/server/excel/excel.errors.ts'
import { exportFile } from '@qitao/platform/server/excel/export.ts'
import { type Context, type Handler, handle, handleLarge } from '@qitao/platform/server/http/handle.ts'
import { dimensionKeys, factsAt } from '../model/facts.ts'
import { exportReport, listFigureRows, type ReportRow, showReport } from '../model/figure.calls.ts'
import { periodsIn, rangeBefore } from '../model/figure.rules.ts'
import { grain } from '../model/figure.status.ts'
import { figureOf } from '../model/figures.ts'
import { reportColumns, reportSheetRow } from '../model/report-sheet.rules.ts'
import { reportOf } from '../model/reports.ts'
import {
  expectFigures,
  type FigureGroup,
  figuresIn,
  figuresOver,
  isComputed,
  type Only,
  rowsOfFigure,
} from './figure.queries.ts'

const usualDays = 30
/** So many rows of a report are answered; who wants more exports, or asks for less at once. */
const mostReportRows = 2000

export const rangeOr = (
  range: readonly [Instant, Instant] | undefined,
  context: Context,
  days: number,
): [Instant, Instant] => {
  const today = startOfToday(context)
  return range ? [range[0], range[1]] : [today - (days - 1) * daySeconds, today]
}

async function report(input: Parsed<typeof showReport>, context: Context) {
  const known = reportOf(input.report_type).figures
  const figures = input.figures ?? known.filter(key => maySeeAll(key, context))
  if (figures.length === 0) refuse(generalErrors.noPermission)
  if (figures.some(key => !known.includes(key))) refuse(generalErrors.badParameter, { field: 'figures' })
  const dimensions = [...input.by, ...dimensionsOf(input.only)]
  expectFigures(figures, dimensions, context)
  const zone = context.member.time_zone
  const range = rangeOr(input.timestamp_range, context, usualDays)
  // What stands as it is now has no time and nothing to be compared with.
  const isNow = figures.every(key => factsAt(figureOf(key).facts).now)
  const compared = isNow ? undefined : input.compared
  const of = (at: readonly [Instant, Instant]) => {
    const all = periodsIn(at, input.time_dimension, zone)
    const periods = input.by_time && !isNow ? all : { ...all, begins: [all.from] }
    return {
      periods,
      groups: figuresIn(context, { figures, periods, by: input.by, only: input.only }),
      over: figuresOver(context, { figures, periods, only: input.only }),
    }
  }
  const asked = of(range)
  const earlier = compared && of(rangeBefore(range, compared, zone))
  const [groups, over, groupsBefore, overBefore] = await Promise.all([
    asked.groups,
    asked.over,
    earlier?.groups,
    earlier?.over,
  ])
  const before = groupsBefore && new Map(groupsBefore.map(group => [placeOf(group), group.values]))
  const result = groups.map(
    (group): ReportRow => ({
      period: input.by_time && !isNow ? asked.periods.begins[group.at]! : null,
      keys: [...group.keys],
      names: [...group.names],
      values: group.values,
      before: before ? (before.get(placeOf(group)) ?? {}) : null,
    }),
  )
  return {
    columns: [...figures],
    timestamp_range: range,
    result,
    total: { period: null, keys: [], names: [], values: over, before: overBefore ?? null },
  }
}
const maySeeAll = (key: Parameters<typeof figureOf>[0], { member }: Context): boolean =>
  factsAt(figureOf(key).facts).pages.some(({ path }) => member.pages.has(path))
/** The first period is compared with the first one of the range before. */
const placeOf = ({ at, keys }: FigureGroup): string => JSON.stringify([at, keys])

const dimensionsOf = (only: Only) => dimensionKeys.filter(key => key in only)

export const figureHandlers: Handler[] = [
  handleLarge(
    listFigureRows,
    ({ figure, timestamp_range }, context) =>
      isComputed(context, [figure], periodsIn(timestamp_range, grain.codes.month, context.member.time_zone)),
    ({ figure, timestamp_range, only, page, page_size }, context) => {
      expectFigures([figure], dimensionsOf(only), context)
      const periods = periodsIn(timestamp_range, grain.codes.day, context.member.time_zone)
      return rowsOfFigure(context, { figure, periods, only, page, page_size })
    },
  ),
  handleLarge(
    showReport,
    ({ report_type, figures, timestamp_range, time_dimension }, context) => {
      const range = rangeOr(timestamp_range, context, usualDays)
      const periods = periodsIn(range, time_dimension, context.member.time_zone)
      return isComputed(context, figures ?? reportOf(report_type).figures, periods)
    },
    async (input, context) => {
      const { result, ...found } = await report(input, context)
      return { ...found, result: result.slice(0, mostReportRows), cut: result.length > mostReportRows }
    },
  ),
  handle(exportReport, async (input, context) => {
    const { columns: _, ids: __, ...asked } = input
    const found = await report(asked as Parsed<typeof showReport>, context)
    if (found.result.length > mostReportRows) refuse(excelErrors.exportLimit, { limit: mostReportRows })
    return exportFile(
      context,
      { title: reportOf(asked.report_type).title, fields: reportColumns(found.columns, asked) },
      [...found.result, found.total].map(row => reportSheetRow(row, asked)),
    )
  }),
]
