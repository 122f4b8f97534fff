import { expect, test } from 'vitest'
import { blankBom, blankLine, copyOfBom } from './material-bom.form.ts'

test('a copy says its own days, and takes along the substitutes that are approved alone', () => {
  const names = { reason: null, proposed_by_name: null, approved_by_name: null, approved_time: null, material_name: '' }
  const substitute = (material_code: string, approved: boolean) => ({
    ...{
      ...names,
      material_id: material_code,
      material_code,
      ratio: '1',
      valid_from: null,
      expiry_time: null,
      approved,
    },
  })
  const line = { ...blankLine(), substitutes: [substitute('A', true), substitute('B', false)] }
  const copy = copyOfBom({ ...blankBom, valid_from: 1, expiry_time: 2, lines: [line] }, 'V2')
  expect(copy).toMatchObject({ version: 'V2', valid_from: null, expiry_time: null })
  expect(copy.lines[0]!.substitutes.map(({ material_code }) => material_code)).toEqual(['A'])
})
