import { query } from '@qitao/core/call.ts'
import { id, positiveQuantity } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

/** As many as a document has lines. */
export const mostCosted = 500

/** Ours; handled in `areas/figures/server/margin/unit-cost.handlers.ts`: what one of each product is planned to cost today, made or bought in such quantities. */
export const queryUnitCosts = query('/mep_server/biz/cost/query_unit_cost', {
  title: text('产品计划单位成本', 'Planned unit costs'),
  grantedBy: [pages.grossMargin],
  input: z.strictObject({
    products: z
      .array(z.strictObject({ material_id: id, quantity: positiveQuantity }))
      .min(1)
      .max(mostCosted),
  }),
  output: z.object({
    /** Of the company. */
    currency: z.string(),
    /** One for each product, in their order. */
    result: z.array(
      z.object({
        material_id: id,
        /** Null: a price of it is missing, or it would tell a price or wage that the asker must not see. */
        unit_cost: z.string().nullable(),
        /** Why there is none, in both languages: what is missing first, or that it is not visible. */
        missing: z.object({ zh: z.string(), en: z.string() }).nullable(),
      }),
    ),
  }),
})
