import { contract } from '@qitao/app-server/testing/contract.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import {
  addProductSerials,
  exportProductSerials,
  queryProductSerials,
} from '@qitao/manufacturing/model/mo/product-serial.calls.ts'
import { aMo } from '@qitao/manufacturing/testing/factories.ts'
import { serialErrors } from '@qitao/platform/server/database/serial.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inboundCalls } from '../model/receipt.calls.ts'
import { warehouseErrors } from '../model/warehouse.errors.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'

contract(app, addProductSerials, {
  set: async company => {
    const { id, material_id, component_ids } = await aMo(company)
    await company.admin.ok(addProductSerials, { material_id, mo_id: id, count: 1, serial_nos: ['S1'] })
    return { mo_id: id, material_id, other: component_ids[0]! }
  },
  good: ({ material_id, mo_id }) => ({ material_id, mo_id, count: 3, prefix: 'B-' }),
  check: async ({ result }, { material_id, mo_id }, company) => {
    expect(result.map(row => row.serial_no)).toEqual(['B-0001', 'B-0002', 'B-0003'])
    const more = await company.admin.ok(addProductSerials, { material_id, mo_id, count: 1, prefix: 'B-' })
    expect(more.result).toMatchObject([{ serial_no: 'B-0004', material_id, mo_id, mo_no: expect.any(String) }])
    const own = await company.admin.ok(addProductSerials, { material_id, count: 2 })
    expect(own.result[1]?.serial_no).toMatch(/^XL\d{8}0002$/)
  },
  refused: ({ material_id, mo_id, other }) => [
    ['none', { material_id, mo_id, count: 0 }, generalErrors.positiveIntegerRequired],
    ['half a number', { material_id, mo_id, count: 1.5 }, generalErrors.positiveIntegerRequired],
    ['more than 9999', { material_id, mo_id, count: 10_000 }, serialErrors.serialOver9999],
    ['a number that exists', { material_id, mo_id, count: 1, serial_nos: ['S1'] }, warehouseErrors.serialNumberExists],
    ['fewer numbers than pieces', { material_id, mo_id, count: 2, serial_nos: ['S2'] }, generalErrors.badParameter],
    ['a number twice', { material_id, mo_id, count: 2, serial_nos: ['S2', 'S2'] }, generalErrors.badParameter],
    ['another product', { material_id: other, mo_id, count: 1 }, generalErrors.badParameter],
    ['an MO that is not there', { material_id, mo_id: nowhere, count: 1 }, generalErrors.recordNotFound],
    ['a product that is not there', { material_id: nowhere, count: 1 }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, queryProductSerials, {
  set: async company => {
    const { id, material_id } = await aMo(company)
    await company.admin.ok(addProductSerials, { material_id, mo_id: id, count: 2, prefix: 'Q' })
    await company.admin.ok(addProductSerials, { material_id, count: 1, prefix: 'Z' })
    return { mo_id: id }
  },
  good: ({ mo_id }) => ({ mo_id, keyword: 'q0' }),
  check: ({ result, total }) => {
    expect(total).toBe(2)
    expect(result[0]).toMatchObject({ serial_no: 'Q0001', created_by_name: 'Admin' })
  },
  refused: () => [['a page of 0', { page: 0 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})

contract(app, exportProductSerials, {
  set: async company => {
    const { id, material_id } = await aMo(company)
    const { result } = await company.admin.ok(addProductSerials, { material_id, mo_id: id, count: 2 })
    return { ids: result.map(row => row.id) }
  },
  good: ({ ids }) => ({ ids }),
  check: file => expect(file.name).toMatch(/\.xlsx$/),
  refused: () => [['an id that is none', { ids: ['x'] }, generalErrors.badParameter]],
  foreign: answer => expect(answer.code).toBe(200),
})

test('numbers under a prefix end at 9999; a goods receipt gives its lot', async () => {
  const company = await app.company()
  const { material_id } = await aMo(company)
  await company.admin.ok(addProductSerials, { material_id, count: 1, serial_nos: ['E9998'] })
  expect((await company.admin.send(addProductSerials, { material_id, count: 2, prefix: 'E' })).code).toBe(5407)
  const { result } = await company.admin.ok(addProductSerials, { material_id, count: 1, prefix: 'E' })
  expect(result[0]?.serial_no).toBe('E9999')
  const receipt = await company.admin.ok(inboundCalls.add, {
    receipt_type: 0,
    receipt_date: 1_764_000_000,
    lines: [{ material_id, quantity: '5', lot_number: 'L7' }],
  } as never)
  const made = await company.admin.ok(addProductSerials, { material_id, receipt_id: receipt.id, count: 1 })
  expect(made.result).toMatchObject([{ lot_number: 'L7', receipt_no: receipt.no }])
})

test('an MO gets no more numbers than it makes pieces', async () => {
  const company = await app.company()
  const { id, material_id } = await aMo(company, { quantity: '5' })
  const add = (count: number) =>
    company.admin.send(addProductSerials, { material_id, mo_id: id, count, prefix: 'P' }, { language: 'en' })
  expect((await add(3)).code).toBe(200)
  const refused = await add(3)
  expect(refused).toMatchObject({ code: generalErrors.badParameter.code, data: { field: 'count', room: 2 } })
  expect(refused.message).toContain('The MO makes 5 and has 3 numbers: at most 2 more')
  const both = await Promise.all([add(2), add(2)])
  expect(both.map(({ code }) => code).sort()).toEqual([200, generalErrors.badParameter.code])
  // More was made than planned: those pieces get numbers too.
  await company.as(tx =>
    sql`update mo set completed_quantity = 6 where org_id = ${company.org_id} and id = ${id}`.execute(tx),
  )
  expect((await add(1)).code).toBe(200)
  expect((await add(1)).code).toBe(generalErrors.badParameter.code)
})
