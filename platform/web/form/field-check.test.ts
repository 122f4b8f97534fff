import { integerField, quantityField } from '@qitao/core/field.ts'
import { expect, test } from 'vitest'
import { problemOf } from './field-check.ts'

test.each(['-', '2,5', '1e3', '1.234,5'])('%s in a quantity is said to be no number', typed => {
  expect(problemOf(quantityField('数量', 'Quantity'), typed, 'en')).toBe('It must be a number, e.g. 2.5')
})
test('a number of pieces says that it is whole', () => {
  expect(problemOf(integerField('天数', 'Days'), '2.5.1', 'en')).toBe('It must be a whole number, e.g. 25')
  expect(problemOf(integerField('天数', 'Days'), '2.5', 'en')).toBe('It must be a whole number, e.g. 25')
  expect(problemOf(integerField('天数', 'Days'), 25, 'en')).toBeUndefined()
})
test('what is a number is judged by the field', () => {
  expect(problemOf(quantityField('数量', 'Quantity'), '2.5', 'en')).toBeUndefined()
  expect(problemOf(quantityField('数量', 'Quantity'), '-5', 'en')).toContain('It must be above 0')
})
