import type { Parsed } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { dayOf, daySeconds, type Instant, startOfDay } from '@qitao/core/time.ts'
import { type DimensionKey, dimensionKeys } from '../../model/facts.ts'
import type { ReportRow, showReport } from '../../model/figure.calls.ts'
import { asOne, maySee, type Periods, periodsIn, rangeBefore } from '../../model/figure.rules.ts'
import type { FigureKey } from '../../model/figures.ts'
import { expectTellable, figuresFor, knows, standsNow } from '../../model/report/report.rules.ts'
import { rangeOfPeriod } from '../../model/report/report-period.rules.ts'
import type { FactsContext } from '../facts/facts-source.ts'
import { expectFigures, type FigureGroup, figuresIn, figuresOver, isComputed, isLong } from '../figure.queries.ts'

type Asked = Parsed<typeof showReport>
const usualDays = 30

/** The days that are meant: those that are named, or those that move on. */
export function rangeOfReport(
  { timestamp_range, period }: Pick<Asked, 'timestamp_range' | 'period'>,
  { now, member }: Pick<FactsContext, 'now' | 'member'>,
): [Instant, Instant] {
  if (timestamp_range) return [timestamp_range[0], timestamp_range[1]]
  if (period) return rangeOfPeriod(period, now, member.time_zone)
  const today = startOfDay(dayOf(now, member.time_zone), member.time_zone)
  return [today - (usualDays - 1) * daySeconds, today]
}

/** The figures that are asked for; of a whole report those that the member may see. */
export function figuresOfReport(
  { report_type, figures }: Pick<Asked, 'report_type' | 'figures'>,
  { member }: Pick<FactsContext, 'member'>,
): readonly FigureKey[] {
  if (figures) return figures
  if (report_type === undefined) refuse(generalErrors.fieldRequired, { field: 'figures' })
  return figuresFor(report_type).filter(key => maySee(key, member.pages))
}

/** A report that is not put together in the event loop: it is computed of machines, or has many rows. */
export async function isLargeReport(input: Asked, context: FactsContext): Promise<boolean> {
  const { by, only, time_dimension, by_time } = input
  const all = input.figures ?? figuresFor(input.report_type)
  const dimensions = [...by, ...dimensionKeys.filter(key => key in only)]
  const figures = all.filter(key => maySee(key, context.member.pages) && dimensions.every(one => knows(key, one)))
  const whole = periodsIn(rangeOfReport(input, context), time_dimension, context.member.time_zone)
  const periods = by_time ? whole : asOne(whole)
  return (await isComputed(context, figures, whole)) || isLong(context, { figures, periods, by, only })
}

/** The first period is compared with the first one of the range before. */
const placeOf = (at: number, keys: readonly (string | null)[]): string => JSON.stringify([at, keys])

/** A report as this member may see it. */
export async function tellReport(input: Asked, context: FactsContext) {
  const figures = figuresOfReport(input, context)
  if (figures.length === 0) refuse(generalErrors.noPermission)
  expectTellable(input, figures)
  expectFigures(figures, [], context)
  const { by, across, only } = input
  const zone = context.member.time_zone
  const range = rangeOfReport(input, context)
  // What stands as it is now has no time and nothing to be compared with.
  const isNow = figures.every(standsNow)
  const byTime = input.by_time && !isNow
  const compared = isNow ? [] : input.compared
  const rangesBefore = compared.map(one => [one, rangeBefore(range, one, zone)] as const)

  const periodsOf = (at: readonly [Instant, Instant], isSplit: boolean): Periods => {
    const all = periodsIn(at, input.time_dimension, zone)
    return isSplit ? all : { ...all, begins: [all.from] }
  }
  const rowsBy = async (dimensions: readonly DimensionKey[], isSplit: boolean): Promise<ReportRow[]> => {
    const groupsIn = (at: readonly [Instant, Instant]) =>
      figuresIn(context, { figures, periods: periodsOf(at, isSplit), by: dimensions, only })
    const { begins } = periodsOf(range, isSplit)
    const [groups, ...earlier] = await Promise.all([groupsIn(range), ...rangesBefore.map(([, at]) => groupsIn(at))])
    const before = earlier.map(found => new Map(found.map(group => [placeOf(group.at, group.keys), group.values])))
    const beforeOf = ({ at, keys }: FigureGroup) =>
      Object.fromEntries(compared.map((one, index) => [one, before[index]!.get(placeOf(at, keys)) ?? {}]))
    return groups!.map(group => ({
      period: isSplit ? begins[group.at]! : null,
      keys: [...group.keys],
      names: [...group.names],
      values: group.values,
      before: beforeOf(group),
    }))
  }
  const over = (at: readonly [Instant, Instant]) =>
    figuresOver(context, { figures, periods: periodsOf(at, byTime), only })
  const others = by.filter(key => key !== across)
  const [result, row_totals, column_totals, values, ...valuesBefore] = await Promise.all([
    rowsBy(by, byTime),
    across === undefined ? [] : rowsBy(others, byTime && across !== 'period'),
    across === undefined ? [] : rowsBy(across === 'period' ? [] : [across], across === 'period'),
    over(range),
    ...rangesBefore.map(([, at]) => over(at)),
  ])
  const before = Object.fromEntries(compared.map((one, index) => [one, valuesBefore[index]!]))
  const total: ReportRow = { period: null, keys: [], names: [], values, before }
  return { columns: [...figures], timestamp_range: range, result, total, row_totals, column_totals }
}
export type ToldReport = Awaited<ReturnType<typeof tellReport>>
