import { expect, test } from 'vitest'
import { defectLines, defectsInput, defectsOf, defectWords, filledLines, toggled, whyNotAll } from './defects.rules.ts'

test('one reason is that of all, several come to all', () => {
  const defects = [
    { reason: 'a', quantity: '2' },
    { reason: 'b', quantity: '1.5' },
  ]
  expect(defectsOf({ defective_quantity: '3', defect_reason: 'a' })).toEqual([{ reason: 'a', quantity: '3' }])
  expect(defectsOf({ defective_quantity: '0', defect_reason: 'a' })).toEqual([])
  expect(defectsOf({ defective_quantity: '3.500', defects })).toEqual(defects)
  expect(() => defectsOf({ defective_quantity: '3', defects })).toThrow()
  expect(() => defectsOf({ defective_quantity: '3.5', defects, defect_reason: 'a' })).toThrow()
  expect(() => defectsOf({ defective_quantity: '4', defects: [defects[0]!, defects[0]!] })).toThrow()
  expect(defectWords([])).toBeNull()
  expect(defectWords(defects.slice(0, 1))).toBe('a')
  expect(defectWords(defects)).toBe('a × 2; b × 1.5')
})

test('while they are entered, the one without a quantity has what the others leave', () => {
  const lines = toggled(toggled([], 'a'), 'b')
  expect(whyNotAll(lines.slice(0, 1), '5')).toBeUndefined()
  expect(defectsInput(lines.slice(0, 1), '5')).toEqual({ defect_reason: 'a' })
  expect(whyNotAll(lines, '5')).toBeDefined()
  const [a, b] = lines
  const two = [a!, { ...b!, quantity: '2' }]
  expect(filledLines(two, '5')[0]).toEqual({ reason: 'a', quantity: '3' })
  expect(whyNotAll(two, '5')).toBeUndefined()
  expect(whyNotAll(two, '2')).toBeDefined()
  expect(defectsInput(two, '5')).toEqual({
    defects: [
      { reason: 'a', quantity: '3' },
      { reason: 'b', quantity: '2' },
    ],
  })
  expect(defectsInput(two, '0')).toEqual({})
  expect(toggled(two, 'b')).toEqual([a])
  expect(defectLines({ defect_reason: 'a' })).toEqual([{ reason: 'a', quantity: '' }])
  expect(defectLines({ defects: [{ reason: 'a', quantity: '2' }] })).toEqual([{ reason: 'a', quantity: '2' }])
})
