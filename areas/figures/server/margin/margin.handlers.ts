import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { type Handler, handle, type Member } from '@qitao/platform/server/http/handle.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { periodsIn } from '../../model/figure.rules.ts'
import { grain } from '../../model/figure.status.ts'
import {
  exportGrossMargins,
  grossMargin,
  listGrossMargins,
  type MarginRow,
  marginDays,
  showGrossMargin,
} from '../../model/margin/margin.calls.ts'
import { marginGroup } from '../../model/margin/margin.status.ts'
import { rangeOr } from '../figure.handlers.ts'
import { marginOfLine, marginsBy } from './margin.queries.ts'

/** Where prices of what is bought stand. */
const withPrices = [pages.unitPrices, pages.purchase, pages.suppliers, pages.materials]
const hiddenFrom = ({ pages: seen }: Member) => ({
  prices_hidden: !withPrices.some(({ path }) => seen.has(path)),
  wages_hidden: !seen.has(pages.wages.path),
})
type Elements = Pick<MarginRow, 'material_cost' | 'labour_cost' | 'outsource_cost'>
/** Elements of one line may be the price of one material or the wages of one person; its cost is a sum. */
const masked = <R extends Elements>(row: R, { prices_hidden, wages_hidden }: ReturnType<typeof hiddenFrom>): R => ({
  ...row,
  ...(prices_hidden ? { material_cost: null, outsource_cost: null } : {}),
  ...(wages_hidden ? { labour_cost: null } : {}),
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
