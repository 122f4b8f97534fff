import type { Parsed } from '@qitao/core/call.ts'
import { mostRows } from '@qitao/core/page.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { startOfToday } from '@qitao/document-kit/server'
import { type Context, type Handler, handleLarge } from '@qitao/platform/server/http/handle.ts'
import { dimensionKeys } from '../model/facts.ts'
import { exportReport, listDimensionValues, listFigureRows, showReport } from '../model/figure.calls.ts'
import { asOne, periodsIn } from '../model/figure.rules.ts'
import { grain } from '../model/figure.status.ts'
import { figuresFor } from '../model/report/report.rules.ts'
import { expectFigures, figuresIn, isComputed, type Only, rowsOfFigure } from './figure.queries.ts'
import { isLargeReport, rangeOfReport, tellReport } from './report/report.ts'
import { reportFile } from './report/report-file.ts'

/** So many values of a dimension are chosen from; who wants others narrows the days. */
const mostValues = 200

export const rangeOr = (
  range: readonly [Instant, Instant] | undefined,
  context: Context,
  days: number,
): [Instant, Instant] => {
  const today = startOfToday(context)
  return range ? [range[0], range[1]] : [today - (days - 1) * daySeconds, today]
}

const dimensionsOf = (only: Only) => dimensionKeys.filter(key => key in only)

const isReportComputed = (input: Parsed<typeof showReport>, context: Context): Promise<boolean> =>
  isComputed(
    context,
    input.figures ?? figuresFor(input.report_type),
    periodsIn(rangeOfReport(input, context), input.time_dimension, context.member.time_zone),
  )

const askedOf = ({ columns: _, ids: __, ...asked }: Parsed<typeof exportReport>): Parsed<typeof showReport> =>
  asked as Parsed<typeof showReport>

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
    (input, context) => isReportComputed(input, context),
    async (input, context) => {
      const { result, row_totals, column_totals, ...found } = await tellReport(input, context)
      const all = [result, row_totals, column_totals]
      const [shown, ofRows, ofColumns] = all.map(rows => rows.slice(0, mostRows))
      return {
        ...{ ...found, result: shown!, row_totals: ofRows!, column_totals: ofColumns! },
        cut: all.some(rows => rows.length > mostRows),
      }
    },
  ),
  handleLarge(
    exportReport,
    (input, context) => isLargeReport(askedOf(input), context),
    async (input, context) => {
      const asked = askedOf(input)
      return reportFile(asked, await tellReport(asked, context), context)
    },
  ),
  handleLarge(
    listDimensionValues,
    ({ figures, ...days }, context) =>
      isComputed(
        context,
        figures,
        periodsIn(rangeOfReport(days, context), grain.codes.month, context.member.time_zone),
      ),
    async ({ figures, dimension, ...days }, context) => {
      expectFigures(figures, [dimension], context)
      const periods = asOne(periodsIn(rangeOfReport(days, context), grain.codes.day, context.member.time_zone))
      const groups = await figuresIn(context, { figures, periods, by: [dimension] })
      const values = groups.map(({ keys, names }) => ({ key: keys[0] ?? null, name: names[0] ?? null }))
      values.sort((a, b) => (a.name ?? '').localeCompare(b.name ?? ''))
      return { result: values.slice(0, mostValues), cut: values.length > mostValues }
    },
  ),
]
