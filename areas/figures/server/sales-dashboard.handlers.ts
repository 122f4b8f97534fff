import { convert, isMore, isPositive, multiply, roundHalfUp } from '@qitao/core/quantity.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { startOfToday } from '@qitao/document-kit/server'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { type DimensionKey, factsAt } from '../model/facts.ts'
import { asOne, maySee, periodsIn, rangeBefore } from '../model/figure.rules.ts'
import { grain, standing } from '../model/figure.status.ts'
import { type FigureKey, figureOf } from '../model/figures.ts'
import { backlogWeeks, mostBars, salesDays, showSalesDashboard } from '../model/sales-dashboard.calls.ts'
import { rangeOr } from './figure.handlers.ts'
import { everything, type FigureGroup, figuresIn, figuresInAll } from './figure.queries.ts'
import { risksOf } from './panorama.queries.ts'

const summary: readonly FigureKey[] = [
  ...(['order_count', 'order_value', 'shipped_value', 'shipped_revenue', 'shipped_cost', 'gross_margin'] as const),
  ...(['gross_margin_rate', 'backlog_value'] as const),
  ...([
    'on_time_delivery',
    'otif',
    'order_lead_time',
    'conversion',
    'promise_lead_time',
    'promise_reliability',
  ] as const),
]
const ofBest: readonly FigureKey[] = ['order_count', 'order_value', 'on_time_delivery', 'gross_margin_rate']
const yearDays = 365
/** Above so much of the average, demand is not usual: as the forecast has it. */
const unusual = '1.5'

const byValue = (a: FigureGroup, b: FigureGroup): number =>
  Number(b.values.order_value ?? 0) - Number(a.values.order_value ?? 0)

export const salesDashboardHandlers: Handler[] = [
  handle(showSalesDashboard, async ({ time_dimension, customer_id, owner_id, series, ...input }, context) => {
    const zone = context.member.time_zone
    const range = rangeOr(input.timestamp_range, context, salesDays)
    const only: Partial<Record<DimensionKey, string>> = {
      ...(customer_id ? { customer: customer_id } : {}),
      ...(owner_id ? { owner: owner_id } : {}),
      ...(series ? { series } : {}),
    }
    const wanted = Object.keys(only) as DimensionKey[]
    const knows = (key: FigureKey, of: readonly DimensionKey[] = wanted) =>
      maySee(key, context.member.pages) && of.every(one => factsAt(figureOf(key).facts).by.includes(one))
    // Beside a margin stands the revenue that it is of; lines that were shipped whole are another sum.
    const shipped: FigureKey = knows('shipped_revenue') ? 'shipped_revenue' : 'shipped_value'
    const figures = summary.filter(key => knows(key) && (key !== 'shipped_value' || key === shipped))
    const periodsOf = (at: readonly [Instant, Instant], by: number = grain.codes.day) => periodsIn(at, by, zone)
    const inTime = periodsOf(range, time_dimension)
    const best = (dimension: 'customer' | 'product' | 'series', keys: readonly FigureKey[] = ofBest) =>
      figuresIn(context, {
        figures: keys.filter(key => knows(key)),
        periods: asOne(periodsOf(range)),
        by: [dimension],
        only,
      })
    const lastYear: [Instant, Instant] = [range[0] - yearDays * daySeconds, range[0] - daySeconds]
    const today = startOfToday(context)
    const weeks = periodsOf([today, today + backlogWeeks * 7 * daySeconds], grain.codes.week).begins
    const [[now, before, year, told], backlog, customers, products, bySeries, usual, at_risk] = await Promise.all([
      figuresInAll(context, {
        figures,
        sets: [
          asOne(inTime),
          asOne(periodsOf(rangeBefore(range, 'previous', zone))),
          asOne(periodsOf(rangeBefore(range, 'year', zone))),
          inTime,
        ],
        only,
      }),
      figuresIn(context, {
        figures: (['backlog_lines', 'backlog_value'] as const).filter(key => knows(key)),
        ...{ periods: inTime, by: ['standing'], only, spread: { from: 0, until: everything, begins: [0, ...weeks] } },
      }),
      best('customer'),
      best('product'),
      best('series', ['order_value']),
      figuresIn(context, {
        figures: (['order_value'] as const).filter(key => knows(key)),
        periods: asOne(periodsOf(lastYear)),
        by: ['customer'],
        only,
      }),
      maySee('backlog_value', context.member.pages) ? risksOf(context, today, only) : [],
    ])
    const usualOf = new Map(usual.map(({ keys: [key], values }) => [key, values.order_value ?? '0']))
    const days = String(Math.round((inTime.until - inTime.from) / daySeconds))
    const rowOf = ({ keys: [key = null], names: [name = null], values }: FigureGroup) => ({
      ...{ key, name, order_count: values.order_count ?? null, order_value: values.order_value ?? null },
      ...{ on_time_delivery: values.on_time_delivery ?? null, gross_margin_rate: values.gross_margin_rate ?? null },
    })
    return {
      timestamp_range: range,
      summary: figures.map(figure => {
        const isNow = factsAt(figureOf(figure).facts).now
        const earlier = {
          before: isNow ? null : (before![0]![figure] ?? null),
          year: isNow ? null : (year![0]![figure] ?? null),
        }
        return { figure, value: now![0]![figure] ?? null, ...earlier }
      }),
      series: inTime.begins.map((period, at) => ({
        period,
        order_count: told![at]!.order_count ?? null,
        order_value: told![at]!.order_value ?? null,
        shipped: told![at]![shipped] ?? null,
      })),
      delivery: [null, ...weeks].map((week, at) => ({
        week,
        by: standing.list.map(({ code }) => {
          const values = backlog.find(group => group.at === at && group.keys[0] === code)?.values
          return { standing: code, lines: values?.backlog_lines ?? null, amount: values?.backlog_value ?? null }
        }),
      })),
      customers: customers.sort(byValue).slice(0, mostBars).map(rowOf),
      products: products.sort(byValue).slice(0, mostBars).map(rowOf),
      by_series: bySeries
        .sort(byValue)
        .slice(0, mostBars)
        .map(({ keys: [name = null], values }) => ({ name, order_value: values.order_value ?? null })),
      abnormal: customers.flatMap(({ keys: [key = null], names: [name = null], values }) => {
        const order_value = values.order_value ?? '0'
        const usual_value = roundHalfUp(convert(usualOf.get(key) ?? '0', days, String(yearDays)), 2)
        return isPositive(usual_value) && isMore(order_value, multiply(usual_value, unusual))
          ? [{ key, name, order_value, usual_value }]
          : []
      }),
      at_risk,
    }
  }),
]
