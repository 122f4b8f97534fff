import { query } from '@qitao/core/call.ts'
import { id } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

/** Why a task is set up for: the product before it on its machine, and the entry of the changeover matrix that holds between both. */
export const explainSetup = query('/mep_server/biz/schedule/query_setup_reason', {
  title: text('准备与换型的原因', 'Why a task is set up for'),
  grantedBy: [pages.productionPlan],
  input: z.strictObject({ task_id: id }),
  output: z.object({
    /** What the machine makes before; null: nothing that is known. */
    before: z.object({ mo_no: z.string(), material_code: z.string(), material_name: z.string() }).nullable(),
    /** null: no entry holds, or the product is the same. */
    change: z
      .object({
        by: z.enum(['product', 'series', 'attribute', 'any']),
        attribute_name: z.string().nullable(),
        /** Product, series or value on each side; null: any. */
        from: z.string().nullable(),
        to: z.string().nullable(),
        whose: z.enum(['machine', 'workgroup', 'all']),
        change_seconds: z.int(),
      })
      .nullable(),
  }),
})
