import { query } from '@qitao/core/call.ts'
import { codeOf, id, instant, plainString } from '@qitao/core/field.ts'
import { timestampRange } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { riskRow } from './dashboard.calls.ts'
import { figureKey } from './figure.calls.ts'
import { grain, standing } from './figure.status.ts'

/** Without a period: so many days up to today. */
export const salesDays = 90
/** Bars in view (specification section 9). */
export const mostBars = 9
/** Weeks of orders in hand that are told one by one; what is due later is told in one. */
export const backlogWeeks = 12

const value = z.string().nullable()
const best = z.object({
  key: value,
  name: value,
  order_count: value,
  order_value: value,
  on_time_delivery: value,
  gross_margin_rate: value,
})
export type BestRow = z.output<typeof best>
export const showSalesDashboard = query('/mep_server/biz/dashboard/query_sales_dashboard', {
  title: text('销售看板', 'Sales dashboard'),
  grantedBy: [pages.salesDashboard],
  input: z.strictObject({
    timestamp_range: timestampRange.optional(),
    time_dimension: codeOf(grain).default(grain.codes.month),
    /** Only these; what knows nothing of one of them is left out. */
    customer_id: id.optional(),
    owner_id: id.optional(),
    series: plainString(100).min(1).optional(),
  }),
  /** Only what the reader may see the rows of. */
  output: z.object({
    timestamp_range: z.tuple([instant, instant]),
    /** Each over the range, over the range before, and over the same days of the year before. */
    summary: z.array(z.object({ figure: figureKey, value, before: value, year: value })),
    /** `shipped`: revenue of what was shipped; who sees no margin has the lines that were shipped whole. */
    series: z.array(z.object({ period: instant, order_count: value, order_value: value, shipped: value })),
    /** Orders in hand by the week they are due: before this week, each week, and all later ones (`week` is its beginning; null: before). */
    delivery: z.array(
      z.object({
        week: instant.nullable(),
        by: z.array(z.object({ standing: codeOf(standing), lines: value, amount: value })),
      }),
    ),
    customers: z.array(best),
    products: z.array(best),
    by_series: z.array(z.object({ name: value, order_value: value })),
    /** Customers who asked for more than 150 % of what they asked for on average over the year before. */
    abnormal: z.array(z.object({ key: value, name: value, order_value: value, usual_value: value })),
    at_risk: z.array(riskRow),
  }),
})
export type SalesDashboard = z.output<(typeof showSalesDashboard)['output']>
