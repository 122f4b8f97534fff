import { query } from '@qitao/core/call.ts'
import { id, ids, instant, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

/** So far back it is looked for what a product is sold at. */
export const usualPriceDays = 365
/** Of fewer lines nobody can say what is usual. */
export const fewestSold = 3

/** Ours: what products are sold at: their own price, and what they went for in the last twelve months, the middle of their lines. */
export const queryUsualPrices = query('/mep_server/biz/product/query_usual_price', {
  title: text('产品近12个月中位价', 'Usual prices of products'),
  grantedBy: [pages.salesOrders, pages.editSalesOrder, pages.quotations, pages.editQuotation],
  input: z.strictObject({
    material_ids: ids(),
    /** That of the customer when absent, else of the company. */
    currency: plainString(3).nullish(),
    /** The order that is written: its own lines are no prices of before. */
    order_id: id.nullish(),
    customer_id: id.nullish(),
    /** On which the agreed prices hold; absent: today. */
    day: instant.nullish(),
  }),
  output: z.object({
    result: z.array(
      z.object({
        material_id: id,
        /** Null where too few lines were sold. */
        median_price: z.string().nullable(),
        line_count: z.int(),
        /** That of its master data, in the currency of the company: null where another is asked for. */
        sales_price: z.string().nullable(),
        /** The price list on the day, in the unit of the product: from each quantity on, for this customer (`own`) or for all. */
        agreed: z.array(
          z.object({
            own: z.boolean(),
            from_quantity: z.string(),
            price: z.string(),
            tax_rate: z.string().nullable(),
          }),
        ),
      }),
    ),
  }),
})
