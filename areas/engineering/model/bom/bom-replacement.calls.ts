import { command, query } from '@qitao/core/call.ts'
import { id, instant, positiveQuantity } from '@qitao/core/field.ts'
import { bulkOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { materialBom, materialBomLine } from './material-bom.record.ts'

const changes = [pages.materialBoms, pages.editMaterialBom] as const
const records = [materialBom, materialBomLine]
/** BoMs that are changed at once. */
export const mostReplaced = 500
const replacement = {
  from_id: id,
  to_id: id,
  ratio: positiveQuantity.default('1'),
  /** Work orders that begin from that day on use the new one; absent: all that are made from now on. */
  valid_from: instant.nullable().default(null),
}
const said = z.object({ zh: z.string(), en: z.string() })

export const replacementRow = z.object({
  bom_id: id,
  row_version: z.int(),
  material_code: z.string(),
  material_name: z.string(),
  version: z.string(),
  /** For the base quantity: of the old one, and of the new one. */
  quantity: z.string(),
  new_quantity: z.string().nullable(),
  /** Open work orders that were made by it and use the old one: they keep it until they follow. */
  mo_count: z.int(),
  mo_nos: z.array(z.string()),
  /** Of one product, by the purchase prices of both; null: one has none. */
  cost_change: z.string().nullable(),
  why_not: said.nullable(),
})
export type ReplacementRow = z.output<typeof replacementRow>

/** BoMs in force that have the material as a component, with what a replacement would do to each. */
export const queryBomReplacement = query('/mep_server/biz/bom/query_bom_replacement', {
  title: text('预览批量替换', 'Preview a mass replacement'),
  grantedBy: changes,
  input: z.strictObject(replacement),
  output: z.object({
    result: z.array(replacementRow),
    /** How many there are: more than can be changed at once are told in parts. */
    total: z.int(),
    from_unit: z.string(),
    to_unit: z.string(),
  }),
  records,
})
/** Each gets a new version with the other component, released in its place, and its manufacturing BoMs with it. */
export const replaceInBoms = command('/mep_server/biz/bom/replace_material_in_boms', {
  title: text('批量替换物料', 'Replace a material in BoMs'),
  grantedBy: changes,
  input: z.strictObject({
    ...replacement,
    boms: z
      .array(z.strictObject({ id, row_version: z.int() }))
      .min(1)
      .max(mostReplaced),
  }),
  output: bulkOutput,
  records,
})
