import { type DimensionKey, dimensionKeys } from '../../model/facts.ts'
import { mostDimensions } from '../../model/figure.calls.ts'
import { grain } from '../../model/figure.status.ts'
import { figureKeys } from '../../model/figures.ts'
import type { Across } from '../../model/report/pivot.rules.ts'
import { chartKind, comparison, reportPeriod } from '../../model/report/report.status.ts'
import { reportKeys } from '../../model/report/reports.ts'
import type { ReportDefinition } from '../../model/report/saved-report.calls.ts'

/** What an address may hold of a report; all else of it is of the page. */
const names = [
  'report',
  'figures',
  'by',
  'across',
  'time',
  'grain',
  'period',
  'range',
  'compared',
  'only',
  'chart',
] as const
const listed = <K extends string>(written: string | null, known: readonly K[]): K[] =>
  (written ?? '').split(',').filter((one): one is K => known.includes(one as K))

export const holdsReport = (search: URLSearchParams): boolean => names.some(name => search.has(name))

/** A report as the address names it: each reader finds the own way back by it, and hands it on. */
export function reportIn(search: URLSearchParams): ReportDefinition {
  const by = [...new Set(listed(search.get('by'), dimensionKeys))].slice(0, mostDimensions)
  const figures = listed(search.get('figures'), figureKeys)
  const [from, to] = (search.get('range') ?? '').split('-').map(Number)
  const isRange = Boolean(from && to && from <= to)
  const across = (['period', ...by] as Across[]).find(one => one === search.get('across'))
  return {
    report_type: reportKeys.find(key => key === search.get('report')),
    ...(figures.length > 0 ? { figures } : {}),
    // By months, whole ones.
    period:
      reportPeriod.list.find(({ code }) => code === search.get('period'))?.code ??
      (isRange ? undefined : reportPeriod.codes.months_12),
    ...(isRange ? { timestamp_range: [from!, to!] } : {}),
    time_dimension: grain.list.find(({ code }) => String(code) === search.get('grain'))?.code ?? grain.codes.month,
    by_time: search.get('time') !== 'no',
    by,
    across,
    only: onlyIn(search.get('only')),
    compared: listed(
      search.get('compared'),
      comparison.list.map(({ code }) => code),
    ),
    chart: chartKind.list.find(({ code }) => code === search.get('chart'))?.code ?? chartKind.codes.line,
  }
}
function onlyIn(written: string | null): ReportDefinition['only'] {
  try {
    const given: unknown = JSON.parse(written ?? '{}')
    return Object.fromEntries(
      Object.entries(given as object).filter(
        ([key, values]) => dimensionKeys.includes(key as DimensionKey) && Array.isArray(values) && values.length > 0,
      ),
    )
  } catch {
    return {}
  }
}

/** The other way round; what is as usual is left out. */
export function addressOf(of: ReportDefinition): Record<(typeof names)[number], string | null> {
  const { only = {}, by = [], compared = [], time_dimension, chart } = of
  return {
    report: of.report_type ?? null,
    figures: of.figures?.join(',') ?? null,
    by: by.join(',') || null,
    across: of.across ?? null,
    time: of.by_time === false ? 'no' : null,
    grain: time_dimension === undefined || time_dimension === grain.codes.month ? null : String(time_dimension),
    period: of.period === reportPeriod.codes.months_12 ? null : (of.period ?? null),
    range: of.timestamp_range?.join('-') ?? null,
    compared: compared.join(',') || null,
    only: Object.keys(only).length > 0 ? JSON.stringify(Object.fromEntries(Object.entries(only).sort())) : null,
    chart: chart === undefined || chart === chartKind.codes.line ? null : chart,
  }
}
/** Whether two reports are told alike. */
export const isSameReport = (one: ReportDefinition, other: ReportDefinition): boolean =>
  JSON.stringify(addressOf(one)) === JSON.stringify(addressOf(other))
