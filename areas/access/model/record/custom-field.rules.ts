import { type CustomValues, customFieldOf, customName, mostCustomFields } from '@qitao/core/custom.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { knownRecord } from '@qitao/core/known-record.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { accessErrors } from '../access.errors.ts'
import { featureEnable } from '../company/feature-enable.status.ts'
import type { CustomFieldInput, CustomFieldRow } from './custom-field.calls.ts'

/** 5001 for a kind of record without custom fields. */
export function checkModule(module_code: string): void {
  if (!knownRecord(module_code).custom) refuse(generalErrors.badParameter, { field: 'module_code' })
}

export interface WantedField extends Omit<CustomFieldInput, 'id'> {
  readonly id: string | undefined
  readonly sequence: number
}
/** The list as it is stored; refused with the row that is wrong. `stored` are the fields before. */
export function checkedFields(
  wanted: readonly CustomFieldInput[],
  stored: ReadonlyMap<string, Pick<CustomFieldRow, 'field_type'>>,
): WantedField[] {
  if (wanted.length > mostCustomFields) refuse(accessErrors.customFieldLimit)
  const names = new Set<string>()
  return wanted.map((one, index) => {
    const row = index + 1
    const field_name = one.field_name.trim()
    if (field_name === '') refuse(generalErrors.fieldRequired, { row, field: 'field_name' })
    if (names.has(field_name)) refuse(accessErrors.customFieldExists, { row, field: 'field_name' })
    names.add(field_name)
    const before =
      one.id === undefined ? undefined : (stored.get(one.id) ?? refuse(accessErrors.customFieldMissing, { row }))
    if (before && before.field_type !== one.field_type) {
      refuse(generalErrors.badParameter, {
        row,
        field: 'field_type',
        detail: text('已有字段的类型不能修改，请新增字段', 'The type of a field stays; add another field'),
      })
    }
    const options = [...new Set(one.options.map(option => option.trim()).filter(option => option !== ''))]
    if (one.field_type === 'select' && options.length === 0)
      refuse(generalErrors.fieldRequired, { row, field: 'options' })
    return { ...one, id: one.id, field_name, options: one.field_type === 'select' ? options : [], sequence: row }
  })
}

/**
 * Values as they are stored. `given` undefined: nothing is changed. A value that stays is not looked at again, as when
 * an option was taken away since. 7803 for a key without a field, 5020 for a required one, 7804 for a wrong value.
 */
export function settledValues(
  fields: readonly CustomFieldRow[],
  given: CustomValues | undefined,
  stored: CustomValues | undefined,
): CustomValues {
  const before = stored ?? {}
  if (given === undefined && stored !== undefined) return before
  const open = fields.filter(field => field.enabled === featureEnable.codes.on)
  const wanted = given ?? {}
  const unknown = Object.keys(wanted).find(key => !fields.some(field => field.field_key === key))
  if (unknown !== undefined) refuse(accessErrors.customFieldMissing, { field: customName(unknown) })
  const changed = open.map(field => [field.field_key, checkedValue(field, wanted[field.field_key], before)] as const)
  return Object.fromEntries(
    Object.entries({ ...before, ...Object.fromEntries(changed) }).filter(([, one]) => one !== null),
  )
}

function checkedValue(field: CustomFieldRow, given: CustomValues[string] | undefined, before: CustomValues) {
  const { field_key, field_name } = field
  const place = { field: customName(field_key), field_title: text(field_name, field_name) }
  const value = typeof given === 'string' ? given.trim() : (given ?? null)
  if (value === null || value === '') {
    if (field.required) refuse(generalErrors.fieldRequired, place)
    return null
  }
  if (value === before[field_key]) return value
  const parsed = customFieldOf(field).schema.safeParse(value)
  if (!parsed.success) refuse(accessErrors.customFieldValueInvalid, place)
  return parsed.data as CustomValues[string]
}
