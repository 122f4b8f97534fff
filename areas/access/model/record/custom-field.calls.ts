import { affected, command, query } from '@qitao/core/call.ts'
import type { CustomType } from '@qitao/core/custom.ts'
import { id, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { featureEnable } from '../company/feature-enable.status.ts'

const factory = '/mep_server/factory/'
const field_type = z.enum(['text', 'number', 'date', 'select']) satisfies z.ZodType<CustomType>
const enabled = z.union([z.literal(featureEnable.codes.off), z.literal(featureEnable.codes.on)])

export const customFieldRow = z.object({
  id,
  module_code: z.string(),
  field_key: z.string(),
  field_name: z.string(),
  field_type,
  options: z.array(z.string()),
  required: z.boolean(),
  sequence: z.int(),
  enabled,
})
export type CustomFieldRow = z.output<typeof customFieldRow>

/** Fields of one kind of record in their order, those that are switched off too. */
export const queryCustomFieldList = query(`${factory}query_custom_field_list`, {
  title: text('自定义字段', 'Custom fields'),
  grantedBy: 'signed_in',
  atTerminals: true,
  input: z.strictObject({ module_code: plainString(50) }),
  output: z.object({ result: z.array(customFieldRow) }),
})

const customFieldInput = z.strictObject({
  /** Absent: a new field. */
  id: id.optional(),
  field_name: plainString(50),
  field_type,
  options: z.array(plainString(50)).max(100).default([]),
  required: z.boolean().default(false),
  enabled: enabled.default(featureEnable.codes.on),
})
export type CustomFieldInput = z.output<typeof customFieldInput>
/** All fields of one kind of record, in their order; one that is not in the list is gone. */
export const setCustomFieldList = command(`${factory}set_custom_field_list`, {
  title: text('设置自定义字段', 'Set custom fields'),
  grantedBy: [pages.materialConfiguration, pages.settings],
  input: z.strictObject({ module_code: plainString(50), custom_fields: z.array(customFieldInput).max(100) }),
  output: affected,
})
