import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { masterdataErrors } from '../../model/masterdata.errors.ts'
import { customerCalls } from '../../model/partner/customer.calls.ts'
import { supplierCalls } from '../../model/partner/supplier.calls.ts'
import { aCustomer, aMaterial, aSupplier } from '../../testing/factories.ts'

const app = await testApp()
const nobody = '018f0000-0000-7000-8000-000000000000'

/** Something that names a customer: a sales order stands for all that later areas make. */
const useCustomer = (company: TestCompany, customer_id: string) =>
  company.as(tx =>
    sql`insert into sales_order (id, no, customer_id, order_date, delivery_date) values (${newId()}, 'SO1', ${customer_id}, 1, 1)`.execute(
      tx,
    ),
  )

contract(app, customerCalls.list, {
  set: company => aCustomer(company, { code: 'K1', name: '宏远电子' }),
  good: () => ({ keyword: '宏远' }),
  check: data => expect(data.result.map(one => one.code)).toEqual(['K1']),
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, customerCalls.detail, {
  set: company => aCustomer(company),
  good: ({ id }) => ({ id }),
  check: (data, { code }) => expect(data.record).toMatchObject({ code, partner_kind: 0 }),
  refused: () => [['one that is gone', { id: nobody }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, customerCalls.add, {
  set: company => aCustomer(company, { code: 'K1', name: 'Acme' }),
  good: () => ({ code: 'K2', name: 'Beta', level: 'A', tax_rate: 13 }),
  check: async ({ id }, _, company) =>
    expect((await company.admin.ok(customerCalls.detail, { id })).record).toMatchObject({
      code: 'K2',
      level: 'A',
      partner_kind: 0,
      tax_rate: '13.000000',
    }),
  refused: () => [
    ['a code that exists', { code: 'K1', name: 'x' }, masterdataErrors.customerCodeExists],
    ['a name that exists', { code: 'x', name: 'Acme' }, masterdataErrors.customerNameExists],
    ['an empty name', { code: 'K3', name: '' }, masterdataErrors.customerFieldEmpty],
    ['no code', { name: 'x' }, masterdataErrors.customerFieldEmpty],
    ['the kind of a supplier', { code: 'K3', name: 'x', partner_kind: 1 }, generalErrors.badParameter],
    ['more than the whole as tax', { code: 'K3', name: 'x', tax_rate: 101 }, generalErrors.badParameter],
  ],
  foreign: answer => expect(answer.code).toBe(200),
})
contract(app, customerCalls.alter, {
  set: async company => ({
    one: await aCustomer(company),
    other: await aCustomer(company, { code: 'K9', name: 'Acme' }),
  }),
  good: ({ one }) => ({ id: one.id, row_version: 0, code: 'K5', name: 'Neu', status: 0 as const }),
  check: async (_, { one }, company) =>
    expect((await company.admin.ok(customerCalls.detail, { id: one.id })).record).toMatchObject({
      code: 'K5',
      status: 0,
    }),
  refused: ({ one }) => [
    ['the code of another', { id: one.id, row_version: 0, code: 'K9', name: 'x' }, masterdataErrors.customerCodeExists],
    [
      'the name of another',
      { id: one.id, row_version: 0, code: 'x', name: 'Acme' },
      masterdataErrors.customerNameExists,
    ],
    ['an old version', { id: one.id, row_version: 7, code: 'x', name: 'x' }, generalErrors.versionConflict],
    ['one that is gone', { id: nobody, row_version: 0, code: 'x', name: 'x' }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, customerCalls.drop, {
  set: async company => {
    const used = await aCustomer(company)
    await useCustomer(company, used.id)
    return { used: used.id, free: (await aCustomer(company)).id }
  },
  good: ({ free }) => ({ ids: [free] }),
  check: (data, { free }) => expect(data.done_ids).toEqual([free]),
  refused: ({ used }) => [['one with an order', { ids: [used] }, masterdataErrors.customerInUse]],
  foreign: generalErrors.recordNotFound,
})
contract(app, supplierCalls.list, {
  set: company => aSupplier(company, { code: 'S1' }),
  good: () => ({ statuses: [1] }),
  check: data => expect(data.result.map(one => one.code)).toEqual(['S1']),
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, supplierCalls.detail, {
  set: company => aSupplier(company),
  good: ({ id }) => ({ id }),
  check: (data, { code }) => expect(data.record).toMatchObject({ code, partner_kind: 1, lead_time: 0 }),
  refused: () => [['one that is gone', { id: nobody }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, supplierCalls.add, {
  set: company => aSupplier(company, { code: 'S1', name: 'Steel' }),
  good: () => ({ code: 'S2', name: 'Copper', lead_time: 365 }),
  refused: () => [
    ['a code that exists', { code: 'S1', name: 'x' }, masterdataErrors.supplierCodeExists],
    ['a name that exists', { code: 'x', name: 'Steel' }, masterdataErrors.supplierNameExists],
    ['an empty code', { code: ' ', name: 'x' }, masterdataErrors.supplierFieldEmpty],
    ['a year and a day', { code: 'S3', name: 'x', lead_time: 366 }, generalErrors.parameterOver365],
  ],
  foreign: answer => expect(answer.code).toBe(200),
})
contract(app, supplierCalls.alter, {
  set: async company => ({
    one: await aSupplier(company),
    other: await aSupplier(company, { code: 'S9', name: 'Steel' }),
  }),
  good: ({ one }) => ({ id: one.id, row_version: 0, code: 'S5', name: 'Neu' }),
  refused: ({ one }) => [
    ['the code of another', { id: one.id, row_version: 0, code: 'S9', name: 'x' }, masterdataErrors.supplierCodeExists],
    ['an old version', { id: one.id, row_version: 7, code: 'x', name: 'x' }, generalErrors.versionConflict],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, supplierCalls.drop, {
  set: async company => {
    const used = await aSupplier(company)
    await aMaterial(company, { supplier_id: used.id })
    return { used: used.id, free: (await aSupplier(company)).id }
  },
  good: ({ free }) => ({ ids: [free] }),
  refused: ({ used }) => [['the supplier of a material', { ids: [used] }, masterdataErrors.supplierInUse]],
  foreign: generalErrors.recordNotFound,
})

test('a partner that is both stands on both sides under one id, and parts again', async () => {
  const { admin } = await app.company()
  const { id } = await admin.ok(customerCalls.add, { code: 'B1', name: 'Both', partner_kind: 2, phone: '1' })
  expect((await admin.ok(supplierCalls.detail, { id })).record).toMatchObject({
    code: 'B1',
    phone: '1',
    partner_kind: 2,
  })
  await admin.ok(supplierCalls.alter, { id, row_version: 0, code: 'B1', name: 'Both', partner_kind: 2, phone: '2' })
  const asCustomer = (await admin.ok(customerCalls.detail, { id })).record
  expect(asCustomer).toMatchObject({ phone: '2', partner_kind: 2 })
  await admin.ok(customerCalls.alter, {
    id,
    row_version: asCustomer.row_version,
    code: 'B1',
    name: 'Both',
    partner_kind: 0,
  })
  expect((await admin.ok(supplierCalls.detail, { id })).record).toMatchObject({ partner_kind: 1, phone: '2' })
})
test('deleting one side of a partner that is both leaves the other as an ordinary partner', async () => {
  const { admin } = await app.company()
  const { id } = await admin.ok(supplierCalls.add, { code: 'B1', name: 'Both', partner_kind: 2 })
  await admin.ok(supplierCalls.drop, { ids: [id] })
  expect((await admin.ok(customerCalls.detail, { id })).record).toMatchObject({ partner_kind: 0 })
  expect((await admin.send(supplierCalls.detail, { id })).code).toBe(generalErrors.recordNotFound.code)
})
test('a partner cannot become both when the other side has its code', async () => {
  const company = await app.company()
  await aSupplier(company, { code: 'B1' })
  const answer = await company.admin.send(customerCalls.add, { code: 'B1', name: 'Both', partner_kind: 2 })
  expect(answer).toMatchObject({ code: masterdataErrors.supplierCodeExists.code, data: { field: 'code' } })
})
