import { type CustomField, customName, valueAt, withCustomFields, withCustomInside } from '@qitao/core/custom.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { type ErrorDefinition, Refusal } from '@qitao/core/refusal.ts'
import { expect, test } from 'vitest'
import { accessErrors } from '../access.errors.ts'
import { org } from '../company/org.record.ts'
import type { CustomFieldInput, CustomFieldRow } from './custom-field.calls.ts'
import { checkedFields, settledValues } from './custom-field.rules.ts'

const refusal = (run: () => unknown): ErrorDefinition | undefined => {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.definition
    throw error
  }
}
const wanted = (field_name: string, more: Partial<CustomFieldInput> = {}): CustomFieldInput => ({
  field_name,
  field_type: 'text',
  options: [],
  required: false,
  enabled: 1,
  ...more,
})
const field = (field_key: string, more: Partial<CustomFieldRow> = {}): CustomFieldRow => ({
  ...wanted(field_key),
  id: field_key,
  module_code: 'material',
  field_key,
  sequence: 1,
  ...more,
})

test('at most ten fields, each name once, a changed one exists, a type stays', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => wanted(`f${index}`))
  expect(refusal(() => checkedFields(many(10), new Map()))).toBe(undefined)
  expect(refusal(() => checkedFields(many(11), new Map()))).toBe(accessErrors.customFieldLimit)
  expect(refusal(() => checkedFields([wanted('a'), wanted(' a ')], new Map()))).toBe(accessErrors.customFieldExists)
  const k9 = wanted('a', { id: 'k9' })
  expect(refusal(() => checkedFields([k9], new Map([['k1', field('k1')]])))).toBe(accessErrors.customFieldMissing)
  const asNumber = wanted('a', { id: 'k1', field_type: 'number' })
  expect(refusal(() => checkedFields([asNumber], new Map([['k1', field('k1')]])))).toBe(generalErrors.badParameter)
  expect(refusal(() => checkedFields([wanted('a', { field_type: 'select' })], new Map()))).toBe(
    generalErrors.fieldRequired,
  )
})

test('R-289 a value fits the type of its field', () => {
  const fields = [
    field('text'),
    field('number', { field_type: 'number' }),
    field('date', { field_type: 'date' }),
    field('select', { field_type: 'select', options: ['A', 'B'] }),
  ]
  const settle = (given: Record<string, string | number | null>) => settledValues(fields, given, undefined)
  expect(settle({ text: ' red ', number: '3', date: 86400, select: 'B' })).toEqual({
    text: 'red',
    number: '3',
    date: 86400,
    select: 'B',
  })
  for (const wrong of [{ number: 'abc' }, { date: 'tomorrow' }, { select: 'C' }])
    expect(
      refusal(() => settle(wrong as never)),
      JSON.stringify(wrong),
    ).toBe(accessErrors.customFieldValueInvalid)
  expect(refusal(() => settle({ other: 'x' }))).toBe(accessErrors.customFieldMissing)
})

test('a required field is filled; blank values are not kept', () => {
  const fields = [field('a', { required: true }), field('b')]
  expect(refusal(() => settledValues(fields, { b: 'x' }, undefined))).toBe(generalErrors.fieldRequired)
  expect(refusal(() => settledValues(fields, undefined, undefined))).toBe(generalErrors.fieldRequired)
  expect(settledValues(fields, { a: 'x', b: ' ' }, undefined)).toEqual({ a: 'x' })
})

test('absent values change nothing; a switched-off field keeps its value; a removed option may stay', () => {
  const fields = [
    field('off', { enabled: 0 }),
    field('colour', { field_type: 'select', options: ['red'] }),
    field('new', { required: true }),
  ]
  const stored = { off: 'kept', colour: 'blue' }
  expect(settledValues(fields, undefined, stored)).toEqual(stored)
  expect(settledValues(fields, { colour: 'blue', new: 'x' }, stored)).toEqual({ ...stored, new: 'x' })
  expect(refusal(() => settledValues(fields, { colour: 'green', new: 'x' }, stored))).toBe(
    accessErrors.customFieldValueInvalid,
  )
})

test('a custom field is a field of its record by name', () => {
  const custom: CustomField = {
    field_key: 'c1',
    field_name: '颜色',
    field_type: 'select',
    options: ['红'],
    required: true,
  }
  const full = withCustomFields(org, [custom])
  expect((full.fields as Record<string, unknown>)[customName('c1')]).toMatchObject({
    kind: 'choice',
    required: true,
    title: { zh: '颜色' },
  })
  expect(valueAt({ custom: { c1: '红' } }, 'custom.c1')).toBe('红')
  expect(valueAt({ name: 'x' }, 'custom.c1')).toBe(undefined)
  expect(withCustomInside({ a: 1, 'custom.c1': '红' })).toEqual({ a: 1, custom: { c1: '红' } })
})
