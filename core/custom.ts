import { z } from 'zod'
import { codeField, dayField, type Field, optional, plainString, signedQuantityField, textField } from './field.ts'
import type { RecordType } from './record.ts'
import { text } from './text.ts'

/**
 * Fields that a company adds to a kind of record. Their values travel in the record's field `custom`, by key; everywhere else
 * such a field is a field of the record, named `custom.<key>`: column, input, Excel heading and label follow from it.
 */
export type CustomType = 'text' | 'number' | 'date' | 'select'
export interface CustomField {
  readonly field_key: string
  readonly field_name: string
  readonly field_type: CustomType
  /** What a select offers. */
  readonly options: readonly string[]
  readonly required: boolean
}
/** Texts and decimal strings, or seconds for a date. */
export type CustomValue = string | number | null
export type CustomValues = Readonly<Record<string, CustomValue>>

/** Specification section 5. */
export const mostCustomFields = 10
const longestValue = 255
const value = z.union([plainString(longestValue), z.number(), z.null()])
export const customSchema = z.record(plainString(40), value) as unknown as z.ZodType<CustomValues, CustomValues>

/** The field that says a record may have custom fields. Absent in an input: nothing is changed. */
export const customValues = (): Field<CustomValues | undefined, CustomValues | undefined> => ({
  kind: 'list',
  title: text('自定义字段', 'Custom fields'),
  schema: customSchema.optional(),
  required: false,
  readOnly: false,
})
/** Filter of a list call, by key: part of what is written, or one of some choices. */
export const customFilter = z
  .record(plainString(40), z.union([plainString(100), z.array(plainString(longestValue)).max(100)]))
  .optional()
export type CustomFilter = z.output<typeof customFilter>

const prefix = 'custom.'
export const customName = (key: string): string => prefix + key
export const customKey = (name: string): string => name.slice(prefix.length)
export const isCustomName = (name: string): boolean => name.startsWith(prefix)

/** A custom field as a field of its record. Its title is what the company wrote, in either language. */
export function customFieldOf({ field_name, field_type, options, required }: CustomField): Field {
  const of = kindOf(field_name, field_type, options)
  return required ? (of as Field) : (optional(of as Field) as Field)
}
function kindOf(name: string, type: CustomType, options: readonly string[]): Field<string> | Field<number> {
  switch (type) {
    case 'number':
      return signedQuantityField(name, name)
    case 'date':
      return dayField(name, name)
    case 'select':
      return {
        ...codeField(name, name, longestValue),
        kind: 'choice',
        schema: z.string().refine(given => options.includes(given)) as z.ZodType<string, unknown>,
        options: options.map(option => ({ code: option, zh: option, en: option, colour: 'neutral' })),
      }
    case 'text':
      return textField(name, name, longestValue)
  }
}

/** The record with its custom fields among the others. */
export const withCustomFields = <R extends Pick<RecordType, 'fields'>>(of: R, custom: readonly CustomField[]): R => ({
  ...of,
  fields: {
    ...of.fields,
    ...Object.fromEntries(custom.map(field => [customName(field.field_key), customFieldOf(field)])),
  },
})

/** Value of a field of a row by its name. */
export const valueAt = (row: unknown, name: string): unknown => {
  const of = row as Readonly<Record<string, unknown>>
  return isCustomName(name) ? (of.custom as CustomValues | null | undefined)?.[customKey(name)] : of[name]
}
/** Values by name, as a form, a filter or a line of Excel has them, in the shape of the wire. */
export function withCustomInside(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const custom = Object.entries(values).filter(([name]) => isCustomName(name))
  if (custom.length === 0) return { ...values }
  return {
    ...Object.fromEntries(Object.entries(values).filter(([name]) => !isCustomName(name))),
    custom: Object.fromEntries(custom.map(([name, one]) => [customKey(name), one])),
  }
}
