import { queryCustomFieldList, setCustomFieldList } from '@qitao/access/model/record/custom-field.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { showMaterial } from '../../model/material/material.calls.ts'
import { makeVariants, previewVariants } from '../../model/material/variant.calls.ts'
import { aMaterial } from '../../testing/factories.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'

/** A T-shirt in two sizes and two colours. */
async function set(company: TestCompany) {
  const select = (field_name: string, options: string[]) => ({ field_name, field_type: 'select' as const, options })
  await company.admin.ok(setCustomFieldList, {
    module_code: 'material',
    custom_fields: [select('尺码', ['S', 'M']), select('颜色', ['红', '蓝'])],
  })
  const { result } = await company.admin.ok(queryCustomFieldList, { module_code: 'material' })
  const [size, colour] = result.map(({ field_key }) => field_key)
  const { id: material_id } = await aMaterial(company, { code: 'TEE', name: 'T恤', supply_lead_time: 7 })
  const asked = {
    material_id,
    attributes: [
      {
        field_key: size!,
        values: [
          { value: 'S', sign: 'S' },
          { value: 'M', sign: 'M' },
        ],
      },
      {
        field_key: colour!,
        values: [
          { value: '红', sign: 'R' },
          { value: '蓝', sign: 'B' },
        ],
      },
    ],
  }
  return { material_id, asked, size: size!, colour: colour! }
}

contract(app, previewVariants, {
  set,
  good: ({ asked }) => asked,
  check: ({ result }) =>
    expect(result.map(({ code, specs, existing }) => [code, specs, existing])).toEqual([
      ['TEE-S-R', 'S 红', null],
      ['TEE-S-B', 'S 蓝', null],
      ['TEE-M-R', 'M 红', null],
      ['TEE-M-B', 'M 蓝', null],
    ]),
  refused: ({ asked }) => [
    ['a material that is none', { ...asked, material_id: absent }, generalErrors.recordNotFound],
    [
      'an attribute that is none',
      { ...asked, attributes: [{ field_key: 'weight', values: [{ value: '1', sign: '1' }] }] },
      generalErrors.badParameter,
    ],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, makeVariants, {
  set,
  good: ({ asked }) => ({ ...asked, codes: ['TEE-S-R', 'TEE-M-B'] }),
  check: async ({ made, existing }, { size, colour }, company) => {
    expect([made.map(({ code }) => code), existing]).toEqual([['TEE-S-R', 'TEE-M-B'], []])
    const { record } = await company.admin.ok(showMaterial, { id: made[1]!.id })
    expect(record).toMatchObject({
      name: 'T恤',
      specs: 'M 蓝',
      supply_lead_time: 7,
      custom: { [size]: 'M', [colour]: '蓝' },
    })
  },
  refused: ({ asked }) => [
    ['a code that is none of them', { ...asked, codes: ['TEE-XL'] }, generalErrors.recordNotFound],
    ['a material that is none', { ...asked, material_id: absent, codes: ['TEE-S-R'] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('those that are there are told, by their code or by their values, and stay as they are', async () => {
  const company = await app.company()
  const { asked } = await set(company)
  await company.admin.ok(makeVariants, { ...asked, codes: ['TEE-S-R', 'TEE-S-B'] })
  await company.as(tx => sql`update material set code = 'OLD-1' where code = 'TEE-S-B'`.execute(tx))
  const { result: seen } = await company.admin.ok(previewVariants, asked)
  expect(seen.map(({ existing }) => existing?.code ?? null)).toEqual(['TEE-S-R', 'OLD-1', null, null])
  const codes = seen.map(({ code }) => code)
  const { made, existing } = await company.admin.ok(makeVariants, { ...asked, codes })
  expect([made.map(({ code }) => code), existing]).toEqual([
    ['TEE-M-R', 'TEE-M-B'],
    ['TEE-S-R', 'OLD-1'],
  ])
})
