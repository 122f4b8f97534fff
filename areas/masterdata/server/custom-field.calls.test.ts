import { accessErrors } from '@qitao/access/model/access.errors.ts'
import { queryCustomFieldList, setCustomFieldList } from '@qitao/access/model/record/custom-field.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { expect, test } from 'vitest'
import { customerCalls } from '../model/partner/customer.calls.ts'
import { deviceCalls } from '../model/resource/device.calls.ts'

const app = await testApp()
const colour = { field_name: '颜色', field_type: 'select' as const, options: ['红', '蓝, "深"'] }
const fieldsOf = async (company: TestCompany, module_code = 'customer') =>
  (await company.admin.ok(queryCustomFieldList, { module_code })).result

contract(app, setCustomFieldList, {
  set: async company => {
    await company.admin.ok(setCustomFieldList, { module_code: 'customer', custom_fields: [colour] })
    return (await fieldsOf(company))[0]!
  },
  good: ({ id }) => ({
    module_code: 'customer',
    custom_fields: [
      { field_name: '区域', field_type: 'text' as const, required: true },
      { ...colour, id },
    ],
  }),
  check: async (_, before, company) => {
    const fields = await fieldsOf(company)
    expect(fields.map(({ field_name, sequence }) => [field_name, sequence])).toEqual([
      ['区域', 1],
      ['颜色', 2],
    ])
    expect(fields[1]).toMatchObject({ field_key: before.field_key, options: colour.options })
    expect(await fieldsOf(company, 'supplier')).toEqual([])
  },
  refused: () => [
    [
      'eleven fields',
      {
        module_code: 'customer',
        custom_fields: Array.from({ length: 11 }, (_, index) => ({ field_name: `f${index}`, field_type: 'text' })),
      },
      accessErrors.customFieldLimit,
    ],
    ['one name twice', { module_code: 'customer', custom_fields: [colour, colour] }, accessErrors.customFieldExists],
    [
      'one that is not there',
      { module_code: 'customer', custom_fields: [{ ...colour, id: newId() }] },
      accessErrors.customFieldMissing,
    ],
    ['a kind without them', { module_code: 'session', custom_fields: [] }, generalErrors.badParameter],
  ],
  foreign: accessErrors.customFieldMissing,
})

contract(app, queryCustomFieldList, {
  set: company => company.admin.ok(setCustomFieldList, { module_code: 'customer', custom_fields: [colour] }),
  good: () => ({ module_code: 'customer' }),
  check: ({ result }) => expect(result).toMatchObject([colour]),
  refused: () => [['a kind without them', { module_code: 'constructor' }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toEqual({ result: [] }),
})

test('values are checked, stored with the record, filtered, and kept by a change that does not name them', async () => {
  const company = await app.company()
  const { admin } = company
  await admin.ok(setCustomFieldList, { module_code: 'customer', custom_fields: [{ ...colour, required: true }] })
  const key = (await fieldsOf(company))[0]!.field_key
  const blank = await admin.send(customerCalls.add, { code: 'C1', name: 'One' } as never)
  expect(blank).toMatchObject({ code: 5020, data: { field: `custom.${key}` } })
  const wrong = await admin.send(customerCalls.add, { code: 'C1', name: 'One', custom: { [key]: '绿' } } as never)
  expect(wrong).toMatchObject({ code: 7804, data: { field: `custom.${key}`, field_title: { zh: '颜色' } } })
  const { id } = await admin.ok(customerCalls.add, { code: 'C1', name: 'One', custom: { [key]: '红' } } as never)
  await admin.ok(customerCalls.add, { code: 'C2', name: 'Two', custom: { [key]: '蓝, "深"' } } as never)
  const found = async (custom: Record<string, string>) =>
    (await admin.ok(customerCalls.list, { custom })).result.map(row => row.code)
  expect(await found({ [key]: '深' })).toEqual(['C2'])
  expect(await found({ [key]: '%' })).toEqual([])
  const { record } = await admin.ok(customerCalls.detail, { id })
  await admin.ok(customerCalls.alter, { id, row_version: record.row_version, code: 'C1', name: 'First' } as never)
  expect((await admin.ok(customerCalls.detail, { id })).record.custom).toEqual({ [key]: '红' })
})

test('a machine has its own fields, a filter of another kind of record finds nothing', async () => {
  const company = await app.company()
  const { admin } = company
  const custom_fields = [{ field_name: '功率', field_type: 'number' as const }]
  await admin.ok(setCustomFieldList, { module_code: 'device', custom_fields })
  const key = (await fieldsOf(company, 'device'))[0]!.field_key
  const machine = { machine_no: 'M1', name: 'Mill' }
  expect((await admin.send(deviceCalls.add, { ...machine, custom: { [key]: 'strong' } } as never)).code).toBe(7804)
  const { id } = await admin.ok(deviceCalls.add, { ...machine, custom: { [key]: '7.50' } } as never)
  const { record } = await admin.ok(deviceCalls.detail, { id })
  expect(record.custom).toEqual({ [key]: '7.50' })
  await admin.ok(deviceCalls.alter, { ...machine, id, row_version: record.row_version, custom: { [key]: '' } } as never)
  expect((await admin.ok(deviceCalls.detail, { id })).record.custom).toEqual({})
})
