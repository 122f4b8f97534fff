import { codeField, textField } from '@qitao/core/field.ts'
import { z } from 'zod'

/** How a document names its material, for exports: the row has these beside the reference. */
export const productFields = {
  material_code: codeField('物料编码', 'Material code'),
  material_name: textField('物料名称', 'Material name'),
  material_specs: textField('规格', 'Specs'),
  unit_name: textField('单位', 'Unit'),
}
/** The material in words, and the unit of its quantities: what rows of documents carry beside `material_id`. */
export const productShown = {
  material_code: z.string(),
  material_name: z.string(),
  material_specs: z.string().nullable(),
  unit_name: z.string(),
  unit_precision: z.int(),
}
/** A page draws the material in one column; a file has its code, name and specs apart, and the unit of its quantities. */
export const productInstead = { material_id: Object.keys(productFields) } as const
/** First material of a document with several lines. */
export const firstProductFields = {
  first_material_code: codeField('首行物料编码', 'First material code'),
  first_material_name: textField('首行物料名称', 'First material name'),
}
