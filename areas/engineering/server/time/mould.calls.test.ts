import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aDevice, aMaterial, aProcess } from '@qitao/masterdata/testing/factories.ts'
import { expect } from 'vitest'
import { mouldCalls } from '../../model/time/mould.calls.ts'
import { loadMoulds } from './mould.handlers.ts'

const app = await testApp()
const nowhere = '018f0000-0000-7000-8000-000000000000'

/** A process that one machine does, another machine, and a product. */
async function prepared(company: TestCompany) {
  const process = await aProcess(company, { name: 'Injection' })
  return {
    process,
    press: await aDevice(company, { process_ids: [process.id] }),
    saw: await aDevice(company),
    product: await aMaterial(company, { kind: 2 }),
  }
}
type Set = Awaited<ReturnType<typeof prepared>>
const mouldOf = ({ process, press, product }: Set) => ({
  ...{
    code: 'M-1',
    name: 'Cap, 4 cavities',
    process_id: process.id,
    material_ids: [product.id],
    device_ids: [press.id],
  },
  quantity: 2,
})
const withMould = async (company: TestCompany) => {
  const set = await prepared(company)
  return { ...set, ...(await company.admin.ok(mouldCalls.add, mouldOf(set))) }
}

contract(app, mouldCalls.add, {
  set: prepared,
  good: mouldOf,
  check: async ({ id }, { process, press, product }, company) => {
    expect((await company.admin.ok(mouldCalls.detail, { id })).record).toMatchObject({
      ...{ kind: 1, process_name: 'Injection', material_codes: [product.code], machine_no_list: [press.machine_no] },
    })
    expect(await company.as(tx => loadMoulds(tx, company.org_id))).toEqual([
      {
        ...{ id, code: 'M-1', name: 'Cap, 4 cavities', kind: 1, process_id: process.id, quantity: 2, status: 1 },
        ...{ material_ids: [product.id], device_ids: [press.id] },
      },
    ])
  },
  refused: set => [
    ['no process', { ...mouldOf(set), process_id: undefined }, generalErrors.fieldRequired],
    ['none of it', { ...mouldOf(set), quantity: 0 }, generalErrors.badParameter],
    ['an unknown product', { ...mouldOf(set), material_ids: [nowhere] }, generalErrors.recordNotFound],
    [
      'a machine that does not do the process',
      { ...mouldOf(set), device_ids: [set.saw.id] },
      generalErrors.badParameter,
    ],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, mouldCalls.alter, {
  set: withMould,
  good: ({ id, process }) => ({
    id,
    row_version: 0,
    code: 'M-2',
    name: 'Cap',
    kind: 2 as const,
    process_id: process.id,
  }),
  check: async (_, { id }, company) =>
    expect((await company.admin.ok(mouldCalls.detail, { id })).record).toMatchObject({
      ...{ code: 'M-2', kind: 2, quantity: 1, material_ids: [], device_ids: [] },
    }),
  refused: ({ id, ...set }) => [
    ['an old version', { ...mouldOf(set), id, row_version: 3 }, generalErrors.versionConflict],
    ['unknown', { ...mouldOf(set), id: nowhere, row_version: 0 }, generalErrors.recordNotFound],
    ['another process', { ...mouldOf(set), id, row_version: 0, process_id: nowhere }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, mouldCalls.list, {
  set: withMould,
  good: ({ product }) => ({ keyword: product.code, statuses: [1] }),
  check: async ({ result }, _, company) => {
    expect(result.map(({ code }) => code)).toEqual(['M-1'])
    expect((await company.admin.ok(mouldCalls.list, { keyword: 'lathe' })).total).toBe(0)
  },
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, mouldCalls.detail, {
  set: withMould,
  good: ({ id }) => ({ id }),
  refused: () => [['unknown', { id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, mouldCalls.drop, {
  set: withMould,
  good: ({ id }) => ({ ids: [id] }),
  check: async (_, __, company) => expect((await company.admin.ok(mouldCalls.list, {})).total).toBe(0),
  refused: () => [['unknown', { ids: [nowhere] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
