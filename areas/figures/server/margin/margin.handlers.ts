import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { periodsIn } from '../../model/figure.rules.ts'
import { grain } from '../../model/figure.status.ts'
import {
  exportGrossMargins,
  grossMargin,
  listGrossMargins,
  marginDays,
  showGrossMargin,
} from '../../model/margin/margin.calls.ts'
import { rangeOr } from '../figure.handlers.ts'
import { marginOfLine, marginsBy } from './margin.queries.ts'

const list = handle(listGrossMargins, async ({ timestamp_range, ...input }, context) => {
  const range = rangeOr(timestamp_range, context, marginDays)
  const periods = periodsIn(range, grain.codes.day, context.member.time_zone)
  const found = await marginsBy(context, { ...periods, begins: [periods.from] }, input)
  return { ...found, group_by: input.group_by, timestamp_range: range }
})

/** Where prices of what is bought stand. */
const withPrices = [pages.unitPrices, pages.purchase, pages.suppliers, pages.materials]

export const marginHandlers: Handler[] = [
  list,
  exportHandler(exportGrossMargins, list, {
    title: grossMargin.title,
    fields: grossMargin.fields,
    columns: [
      ...['group_name', 'subject', 'at', 'line_count', 'unmeasured_count', 'revenue', 'material_cost', 'labour_cost'],
      ...['other_cost', 'outsource_cost', 'cost', 'margin', 'margin_rate', 'unknown'],
    ],
  }),
  handle(showGrossMargin, async ({ line_id }, context) => {
    const prices_hidden = !withPrices.some(({ path }) => context.member.pages.has(path))
    const wages_hidden = !context.member.pages.has(pages.wages.path)
    const { parts, works, ...found } = await marginOfLine(context, line_id)
    return {
      ...found,
      parts: parts.map(part => {
        const hidden = prices_hidden || part.unknown !== null
        return { ...part, unit_cost: hidden ? null : part.unit_cost, cost: hidden ? null : part.cost }
      }),
      works: works.map(work => ({ ...work, labour_cost: wages_hidden ? null : work.labour_cost })),
      prices_hidden,
      wages_hidden,
    }
  }),
]
