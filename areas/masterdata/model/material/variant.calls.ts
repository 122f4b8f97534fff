import { command, query } from '@qitao/core/call.ts'
import { id, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { material } from './material.record.ts'

/** Attributes by which variants differ: one, or rows and columns of a matrix. */
export const mostAttributes = 2
/** Values of one attribute, as many as a custom field offers. */
const mostValues = 100
export const mostVariants = 500

const prefix = '/mep_server/factory/'
const grantedBy = [pages.materials, pages.editMaterial]
const attribute = z.strictObject({
  /** Of a choice that the company added to its materials. */
  field_key: plainString(40),
  /** The chosen values, each with what stands for it in the code; empty: none. */
  values: z
    .array(z.strictObject({ value: plainString(50), sign: plainString(20) }))
    .min(1)
    .max(mostValues),
})
const asked = {
  /** From which all but code, specs and attributes is taken. */
  material_id: id,
  attributes: z.array(attribute).min(1).max(mostAttributes),
  separator: plainString(3).default('-'),
}
const variant = z.object({
  code: z.string(),
  name: z.string(),
  specs: z.string(),
  /** Of each attribute, in their order. */
  values: z.array(z.string()),
  /** There is one already, with this code or with these values; null: it is to be made. */
  existing: z.object({ id, code: z.string() }).nullable(),
})
export type VariantRow = z.output<typeof variant>

/** Ours: what variants of a material would be called, and which are there already. */
export const previewVariants = query(`${prefix}preview_material_variant`, {
  title: text('预览物料变型', 'Preview variants of a material'),
  grantedBy,
  input: z.strictObject(asked),
  output: z.object({ result: z.array(variant) }),
  records: [material],
})
/** Ours: makes those whose codes are given, in one go; those that are there are told and left as they are. */
export const makeVariants = command(`${prefix}make_material_variant`, {
  title: text('生成物料变型', 'Make variants of a material'),
  grantedBy,
  input: z.strictObject({
    ...asked,
    codes: z.array(plainString(50)).min(1).max(mostVariants),
  }),
  output: z.object({
    made: z.array(z.object({ id, code: z.string() })),
    existing: z.array(z.string()),
  }),
  records: [material],
})
