import type { Parsed } from '@qitao/core/call.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { type Context, type Handler, handle, handleLarge } from '@qitao/platform/server/http/handle.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import { type Periods, periodsIn } from '../../model/figure.rules.ts'
import { grain } from '../../model/figure.status.ts'
import {
  type ElementSums,
  exportGrossMargins,
  grossMargin,
  listGrossMargins,
  type MarginRow,
  marginDays,
  showGrossMargin,
  showPlannedMargin,
} from '../../model/margin/margin.calls.ts'
import { marginGroup } from '../../model/margin/margin.status.ts'
import { type MarginSum, plannedCosts, plannedMargin } from '../../model/margin/planned-cost.rules.ts'
import { rangeOr } from '../figure.handlers.ts'
import { type Hidden, hiddenElements, hiddenFrom } from './hidden-elements.ts'
import { marginOfLine, marginsBy } from './margin.queries.ts'
import { costFacts, isMuchToPlan, linesOfOrder, shippedOfOrder, shippedWithin } from './planned-margin.queries.ts'

/** Lines without a margin that are told by name. */
const mostNamed = 200

type Elements = Pick<MarginRow, 'material_cost' | 'labour_cost' | 'outsource_cost' | 'overhead_cost'>
/** Elements of one line may be the price of one material or the wages of one person, of which overhead is a share; its cost is a sum. */
const masked = <R extends Elements>(row: R, { prices_hidden, wages_hidden }: Hidden): R => ({
  ...row,
  ...(prices_hidden ? { material_cost: null, outsource_cost: null } : {}),
  ...(wages_hidden ? { labour_cost: null, overhead_cost: null } : {}),
})

const list = handle(listGrossMargins, async ({ timestamp_range, ...input }, context) => {
  const range = rangeOr(timestamp_range, context, marginDays)
  const periods = periodsIn(range, grain.codes.day, context.member.time_zone)
  const { result, ...found } = await marginsBy(context, { ...periods, begins: [periods.from] }, input)
  const hidden = hiddenFrom(context.member)
  const isOfLines = input.group_by === marginGroup.codes.line
  return {
    ...found,
    result: isOfLines ? result.map(row => masked(row, hidden)) : result,
    group_by: input.group_by,
    timestamp_range: range,
  }
})

const daysOf = (asked: Parsed<typeof showPlannedMargin>['timestamp_range'], context: Context): Periods =>
  periodsIn(rangeOr(asked, context, marginDays), grain.codes.day, context.member.time_zone)
const planned = handleLarge(
  showPlannedMargin,
  ({ order_id, timestamp_range }, context) =>
    isMuchToPlan(context, order_id === undefined ? daysOf(timestamp_range, context) : { order_id }),
  async ({ order_id, timestamp_range }, context) => {
    const may = hiddenFrom(context.member)
    const { from, until } = daysOf(timestamp_range, context)
    const shipped =
      order_id === undefined ? await shippedWithin(context, from, until) : await shippedOfOrder(context, order_id)
    const lines = order_id === undefined ? shipped : await linesOfOrder(context, order_id)
    if (order_id !== undefined && lines.length === 0) refuse(salesErrors.orderMissing)
    const costOf = plannedCosts(
      await costFacts(
        context,
        [...lines, ...shipped].map(({ material_id }) => material_id),
      ),
    )
    const found = plannedMargin(lines, shipped, costOf)
    const shown = (sums: MarginSum): ElementSums => ({
      ...sums,
      ...(may.prices_hidden ? { material: null, outside: null } : {}),
      ...(may.wages_hidden ? { labour: null, overhead: null } : {}),
    })
    const hidden: ReadonlySet<string> = hiddenElements(may)
    return {
      ...found,
      ...may,
      ...{ planned: shown(found.planned), compared: shown(found.compared), actual: shown(found.actual) },
      variances: found.variances.map(one => (hidden.has(one.element) ? { ...one, amount: null } : one)),
      unmeasured: found.unmeasured.slice(0, mostNamed),
    }
  },
)

export const marginHandlers: Handler[] = [
  list,
  exportHandler(exportGrossMargins, list, {
    title: grossMargin.title,
    fields: grossMargin.fields,
    columns: [
      ...['group_name', 'subject', 'at', 'line_count', 'unmeasured_count', 'revenue', 'material_cost', 'labour_cost'],
      ...['other_cost', 'outsource_cost', 'overhead_cost', 'cost', 'margin', 'margin_rate', 'unknown'],
    ],
  }),
  planned,
  handle(showGrossMargin, async ({ line_id }, context) => {
    const may = hiddenFrom(context.member)
    const { prices_hidden, wages_hidden } = may
    const { parts, works, record, ...found } = await marginOfLine(context, line_id)
    return {
      ...found,
      record: masked(record, may),
      parts: parts.map(part => {
        const hidden = prices_hidden || part.unknown !== null
        return { ...part, unit_cost: hidden ? null : part.unit_cost, cost: hidden ? null : part.cost }
      }),
      works: works.map(work => ({
        ...work,
        labour_cost: wages_hidden ? null : work.labour_cost,
        outsource_cost: prices_hidden ? null : work.outsource_cost,
      })),
      ...may,
    }
  }),
]
