import type { Quantity } from '@qitao/core/quantity.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { startOfToday } from '@qitao/document-kit/server'
import { type Context, type Handler, handleLarge } from '@qitao/platform/server/http/handle.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { openAndon } from '@qitao/shopfloor/server'
import { pages } from '@qitao/site/model/pages.ts'
import { showPanorama, type ToldOver } from '../model/dashboard.calls.ts'
import { asOne, maySee, periodsIn, rangeBefore } from '../model/figure.rules.ts'
import { grain } from '../model/figure.status.ts'
import type { FigureKey } from '../model/figures.ts'
import { type FigureGroup, figuresIn, figuresInAll, figuresOver, isComputed } from './figure.queries.ts'
import { funnelOf, hoursOf, mostWaitedFor, risksOf } from './panorama.queries.ts'

const measured: readonly FigureKey[] = [
  ...([
    'on_time_delivery',
    'adherence',
    'mo_on_time',
    'oee',
    'first_pass_yield',
    'stock_turns',
    'supplier_on_time',
  ] as const),
]
const standingNow: readonly FigureKey[] = [
  'backlog_value',
  'stock_value',
  'open_purchase_value',
  'short_materials',
  'shortage_exposure',
]
const measuredDays = 30
const trendWeeks = 12
const comingDays = 7
const loadDays = 14
const mostMachines = 8

/** Figures over a range, over the one before, and week by week up to its end. */
async function toldOver(context: Context, keys: readonly FigureKey[], range: [Instant, Instant]): Promise<ToldOver> {
  const zone = context.member.time_zone
  const figures = keys.filter(key => maySee(key, context.member.pages))
  const weeks = periodsIn([range[1] - (trendWeeks * 7 - 1) * daySeconds, range[1]], grain.codes.week, zone)
  const whole = (at: readonly [Instant, Instant]) => asOne(periodsIn(at, grain.codes.day, zone))
  const [now, before, trend] = await figuresInAll(context, {
    figures,
    sets: [whole(range), whole(rangeBefore(range, 'previous', zone)), weeks],
  })
  return {
    timestamp_range: range,
    figures: figures.map(figure => ({
      figure,
      value: now![0]![figure] ?? null,
      before: before![0]![figure] ?? null,
      trend: trend!.map(values => values[figure] ?? null),
    })),
  }
}

/** The machines with the highest load of the coming days, and each day of theirs. */
async function bottlenecks(context: Context, today: Instant) {
  const zone = context.member.time_zone
  const periods = periodsIn([today, today + (loadDays - 1) * daySeconds], grain.codes.day, zone)
  const wanted = { figures: ['planned_load'] as const, by: ['device'] as const }
  const [whole, days] = await Promise.all([
    figuresIn(context, { ...wanted, periods: { ...periods, begins: [periods.from] } }),
    figuresIn(context, { ...wanted, periods }),
  ])
  const dayOf = new Map(days.map(({ at, keys: [device], values }) => [`${device} ${at}`, values.planned_load ?? null]))
  const load = (of: FigureGroup): number => Number(of.values.planned_load ?? -1)
  return {
    days: [...periods.begins],
    load: whole
      .sort((a, b) => load(b) - load(a))
      .slice(0, mostMachines)
      .map(({ keys: [device_id], names: [name], values }) => ({
        ...{ device_id: device_id!, name: name ?? '', rate: values.planned_load ?? null },
        days: periods.begins.map((_, at): Quantity | null => dayOf.get(`${device_id} ${at}`) ?? null),
      })),
  }
}

/** Of all that it looks at, the work of machines is what takes long. */
function isPanoramaLarge(_: unknown, context: Context): Promise<boolean> {
  const today = startOfToday(context)
  const range: [Instant, Instant] = [today - trendWeeks * 7 * daySeconds, today + loadDays * daySeconds]
  return isComputed(context, ['oee', 'planned_load'], periodsIn(range, grain.codes.month, context.member.time_zone))
}

export const dashboardHandlers: Handler[] = [
  handleLarge(showPanorama, isPanoramaLarge, async (_, context) => {
    const { member, now } = context
    const today = startOfToday(context)
    const has = (...of: { path: string }[]) => of.some(({ path }) => member.pages.has(path))
    const periods = periodsIn([today, today], grain.codes.day, member.time_zone)
    const seenNow = standingNow.filter(key => maySee(key, member.pages))
    const mayOrders = has(pages.salesOrders)
    const [funnel, at_risk, plan, short, hours, calls, told, coming, standing] = await Promise.all([
      mayOrders ? funnelOf(context, today) : null,
      mayOrders ? risksOf(context, today) : null,
      has(pages.productionPlan) ? bottlenecks(context, today) : null,
      maySee('shortage_exposure', member.pages)
        ? figuresIn(context, { figures: ['shortage_exposure'], by: ['product'], periods })
        : null,
      has(pages.productionReport, pages.progress) ? hoursOf(context, today) : null,
      has(pages.workshopPlan, pages.dispatch, pages.progress) ? openAndon(context.tx, context.org_id) : null,
      toldOver(context, measured, [today - measuredDays * daySeconds, today - daySeconds]),
      toldOver(context, ['kitting_rate'], [today, today + (comingDays - 1) * daySeconds]),
      figuresOver(context, { figures: seenNow, periods }),
    ])
    const count = new Map(funnel?.map(row => [row.status, row]))
    return {
      panorama: {
        updated_time: now,
        orders: at_risk && {
          funnel: salesOrderStatus.list
            .filter(({ key }) => key !== 'cancelled')
            .map(({ code: status }) => count.get(status) ?? { status, count: 0, amount: null, late_count: 0 }),
          at_risk,
        },
        plan,
        shortages:
          short &&
          mostWaitedFor(
            short.map(({ keys, names, values }) => ({
              ...{ material_id: keys[0]!, name: names[0] ?? '', waiting: values.shortage_exposure ?? null },
            })),
          ),
        workshop: hours && { hours },
        calls,
        measured: told,
        coming,
        standing: seenNow.map(figure => ({ figure, value: standing[figure] ?? null })),
      },
    }
  }),
]
