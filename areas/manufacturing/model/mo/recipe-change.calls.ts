import { command, query } from '@qitao/core/call.ts'
import { codeOf, id, ids, plainString } from '@qitao/core/field.ts'
import { bulkOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { moStatus } from './mo.status.ts'

const base = '/mep_server/biz/mo/'
const planners = [pages.manufacturingOrders, pages.materialPlan]
/** Work orders that are looked at, and followed, at once. */
export const mostCompared = 200

const stepShown = z.object({
  process_name: z.string(),
  next_sequences: z.array(z.int()),
  overlap_quantity: z.string().nullable(),
  wait_seconds: z.int(),
})
const useShown = z.object({ sequence: z.int().nullable(), quantity_per: z.string() })
export const recipeChange = z.object({
  mo_id: id,
  mo_no: z.string(),
  status: codeOf(moStatus),
  /** The day on which it begins, where that decides what it uses: some components are valid within days. */
  start_time: z.int().nullable(),
  /** null: it is not there. */
  steps: z.array(z.object({ sequence: z.int(), before: stepShown.nullable(), after: stepShown.nullable() })),
  components: z.array(
    z.object({
      material_id: id,
      material_code: z.string(),
      material_name: z.string(),
      unit_name: z.string(),
      before: useShown.nullable(),
      after: useShown.nullable(),
    }),
  ),
  /** Of what is told here: `follow_recipe` takes it, and does nothing that nobody has looked at. */
  digest: z.string(),
})
export type RecipeChange = z.output<typeof recipeChange>

export const queryRecipeChanges = query(`${base}query_recipe_change_list`, {
  title: text('工单与现行工艺的差异', 'Work orders made by another recipe'),
  grantedBy: [...planners, pages.productionPlan, pages.progress],
  input: z.strictObject({ mo_ids: ids(mostCompared) }),
  /** Open work orders among these that are made otherwise than the recipe in force says. */
  output: z.object({ result: z.array(recipeChange) }),
})
export const followRecipe = command(`${base}follow_recipe`, {
  title: text('按现行工艺更新工单', 'Make work orders by the recipe in force'),
  grantedBy: planners,
  input: z.strictObject({
    mos: z
      .array(z.strictObject({ id, digest: plainString(64) }))
      .min(1)
      .max(mostCompared),
  }),
  output: bulkOutput,
})
