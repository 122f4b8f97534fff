import { query } from '@qitao/core/call.ts'
import { id, ids, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

/** So far back it is looked for what a product is sold at. */
export const usualPriceDays = 365
/** Of fewer lines nobody can say what is usual. */
export const fewestSold = 3

/** Ours: what products were sold at in the last twelve months, the middle of their lines; an unusual price is pointed out by it. */
export const queryUsualPrices = query('/mep_server/biz/product/query_usual_price', {
  title: text('产品近12个月中位价', 'Usual prices of products'),
  grantedBy: [pages.salesOrders, pages.editSalesOrder],
  input: z.strictObject({
    material_ids: ids(),
    /** That of the company when absent. */
    currency: plainString(3).nullish(),
    /** The order that is written: its own lines are no prices of before. */
    order_id: id.nullish(),
  }),
  output: z.object({
    result: z.array(
      z.object({
        material_id: id,
        /** Null where too few lines were sold. */
        median_price: z.string().nullable(),
        line_count: z.int(),
      }),
    ),
  }),
})
