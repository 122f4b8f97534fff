import { listNotices, readNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import { keepHouse } from '@qitao/platform/server/testing/keep-house.ts'
import { addPurchaseRequests } from '@qitao/purchasing/model/purchase-request.calls.ts'
import { boundState } from '@qitao/stock/model/bound.status.ts'
import { aLocation, aMaterial, aWarehouse, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { expect, test } from 'vitest'
import { boundCalls, proposeBoundFilling } from '../../model/bounds/stock-bound.calls.ts'
import { transfer } from '../../model/transfer/transfer.calls.ts'
import { warehouseHousekeeping } from './warehouse.housekeeping.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'
const { below, within, above } = boundState.codes

/** 4 of a material in a warehouse, 20 in another. */
const set = (company: TestCompany) =>
  company.as(async tx => {
    const [material_id, other_id] = [await aMaterial(tx, { precision: 0 }), await aMaterial(tx)]
    const warehouse_id = await aWarehouse(tx)
    const bin = await aLocation(tx, { warehouse_id })
    const elsewhere = await aLocation(tx)
    await putIn(tx, { material_id, location_id: bin, quantity: '4' })
    await putIn(tx, { material_id, location_id: elsewhere, quantity: '20' })
    return { material_id, other_id, warehouse_id, bin, elsewhere }
  })
type Set = Awaited<ReturnType<typeof set>>
const input = ({ material_id, warehouse_id }: Set, more: object = {}) => ({
  ...{ material_id, warehouse_id, lower_quantity: '10', upper_quantity: '50' },
  ...more,
})
const bounded = async (company: TestCompany) => {
  const of = await set(company)
  const { id } = await company.admin.ok(boundCalls.add, input(of))
  return { ...of, id }
}
const one = async (company: TestCompany) => (await company.admin.ok(boundCalls.list, {})).result[0]!

contract(app, boundCalls.add, {
  set,
  good: of => input(of),
  check: async ({ id }, of, company) => {
    const { record } = await company.admin.ok(boundCalls.detail, { id })
    expect(record).toMatchObject({ state: below, material_id: of.material_id })
    expect([record.quantity, record.coming_quantity].map(Number)).toEqual([4, 0])
    expect((await company.admin.send(boundCalls.add, input(of))).code).toBe(generalErrors.duplicateCode.code)
  },
  refused: of => [
    [
      'the upper is not above the lower one (R-091)',
      input(of, { upper_quantity: '10' }),
      masterdataErrors.stockBoundsInvalid,
    ],
    ['half a piece', input(of, { lower_quantity: '0.5' }), generalErrors.unitQuantityPrecision],
    ['no such material', input(of, { material_id: absent }), generalErrors.recordNotFound],
    ['no such warehouse', input(of, { warehouse_id: absent }), generalErrors.recordNotFound],
    ['no lower bound', input(of, { lower_quantity: null }), generalErrors.fieldRequired],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, boundCalls.alter, {
  set: bounded,
  good: of => ({ ...input(of, { lower_quantity: '2', upper_quantity: '3' }), id: of.id, row_version: 0 }),
  check: async (_, __, company) => expect((await one(company)).state).toBe(above),
  refused: of => [
    ['an old version', { ...input(of), id: of.id, row_version: 9 }, generalErrors.versionConflict],
    [
      'the upper is below',
      { ...input(of, { upper_quantity: '9' }), id: of.id, row_version: 0 },
      masterdataErrors.stockBoundsInvalid,
    ],
    ['not there', { ...input(of), id: absent, row_version: 0 }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, boundCalls.list, {
  set: async company => {
    const of = await bounded(company)
    await company.admin.ok(boundCalls.add, input({ ...of, material_id: of.other_id }))
    await company.as(tx => putIn(tx, { material_id: of.other_id, location_id: of.bin, quantity: '12' }))
    return of
  },
  good: () => ({ statuses: [below] }),
  check: async ({ result }, of, company) => {
    expect(result.map(({ material_id }) => material_id)).toEqual([of.material_id])
    const all = await company.admin.ok(boundCalls.list, {})
    expect(all.result.map(({ state }) => state)).toEqual([below, within])
  },
  refused: () => [['a page that is none', { page: 0 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [] }),
})
contract(app, boundCalls.detail, {
  set: bounded,
  good: ({ id }) => ({ id }),
  refused: () => [['not there', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, boundCalls.drop, {
  set: bounded,
  good: ({ id }) => ({ ids: [id] }),
  check: async (_, __, company) => expect((await company.admin.ok(boundCalls.list, {})).result).toEqual([]),
  refused: () => [['not there', { ids: [absent] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, proposeBoundFilling, {
  set: bounded,
  good: ({ warehouse_id }) => ({ warehouse_id }),
  check: async ({ moved, bought }, of, company) => {
    expect(moved).toMatchObject([
      { material_id: of.material_id, quantity: '20', from_location_id: of.elsewhere, to_location_id: of.bin },
    ])
    expect(bought.map(line => [line.material_id, line.quantity, Number(line.on_order_quantity)])).toEqual([
      [of.material_id, '26', 0],
    ])
    // What is accepted is on its way, and is not proposed again.
    const lines = moved.map(({ material_id, quantity, from_location_id, to_location_id }) => ({
      ...{ material_id, quantity, from_location_id, to_location_id: to_location_id! },
    }))
    await company.admin.ok(transfer.calls.add, { lines })
    await company.admin.ok(addPurchaseRequests, { lines: [{ material_id: of.material_id, demand_quantity: '26' }] })
    expect(await one(company)).toMatchObject({ state: within })
    await company.admin.ok(boundCalls.alter, {
      ...input(of, { lower_quantity: '30' }),
      ...{ id: of.id, row_version: (await one(company)).row_version },
    })
    const again = await company.admin.ok(proposeBoundFilling, { warehouse_id: of.warehouse_id })
    // What the transfer is to take is not given once more.
    expect(again.moved).toEqual([])
    expect(again.bought.map(line => [line.quantity, Number(line.on_order_quantity)])).toEqual([['26', 26]])
  },
  refused: () => [['no warehouse', {}, generalErrors.fieldRequired]],
  foreign: answer => expect(answer.data).toMatchObject({ moved: [], bought: [] }),
})

test('what a written transfer takes away is missing, and is not given twice', async () => {
  const company = await app.company()
  const of = await bounded(company)
  const third = await company.as(tx => aLocation(tx))
  const taken = { material_id: of.material_id, quantity: '15', from_location_id: of.elsewhere, to_location_id: third }
  const { id } = await company.admin.ok(transfer.calls.add, { lines: [taken] })
  const filled = async () =>
    (await company.admin.ok(proposeBoundFilling, { warehouse_id: of.warehouse_id })).moved.map(line => line.quantity)
  expect(await filled()).toEqual(['5'])
  await company.admin.ok(transfer.calls.cancel, { ids: [id] })
  expect(await filled()).toEqual(['20'])
  await company.as(tx => putIn(tx, { material_id: of.material_id, location_id: of.bin, quantity: '6' }))
  expect((await one(company)).state).toBe(within)
  await company.admin.ok(transfer.calls.add, {
    lines: [{ material_id: of.material_id, quantity: '1', from_location_id: of.bin, to_location_id: third }],
  })
  const record = await one(company)
  expect([record.state, Number(record.leaving_quantity)]).toEqual([below, 1])
})
test('that people were told is no change of the bound, and another remark does not ring again', async () => {
  const company = await app.company()
  const of = await bounded(company)
  const before = await one(company)
  const sweep = () => keepHouse(app.database, warehouseHousekeeping)
  await sweep()
  expect(await one(company)).toEqual(before)
  const told = async () =>
    (await company.admin.ok(listNotices, {})).result.filter(({ text, read }) => text.includes('低于下限') && !read)
  await company.admin.ok(readNotices, { ids: (await told()).map(({ id }) => id) })
  const alter = async (more: object) =>
    company.admin.ok(boundCalls.alter, { ...input(of, more), id: of.id, row_version: (await one(company)).row_version })
  await alter({ upper_quantity: '60' })
  await sweep()
  expect(await told()).toEqual([])
  await alter({ lower_quantity: '12' })
  await sweep()
  expect(await told()).toHaveLength(1)
})

test('people are told once that less is there, and again when it was filled up in between', async () => {
  const company = await app.company()
  const of = await bounded(company)
  const told = async () =>
    (await company.admin.ok(listNotices, {})).result.filter(({ text }) => text.includes('低于下限'))
  const sweep = () => keepHouse(app.database, warehouseHousekeeping)
  await sweep()
  expect((await told()).map(({ href }) => href)).toEqual(['/materiales/transfer-management?tab=bounds'])
  const read = async () => (await told()).map(notice => notice.read)
  await company.admin.ok(readNotices, { ids: (await told()).map(({ id }) => id) })
  await sweep()
  expect(await read()).toEqual([true])
  await company.as(tx => putIn(tx, { material_id: of.material_id, location_id: of.bin, quantity: '6' }))
  await sweep()
  await company.as(tx => putIn(tx, { material_id: of.material_id, location_id: of.bin, quantity: '-5' }))
  await sweep()
  expect(await read()).toEqual([false])
})

test('people are told once that less of a material is there than its lower bound', async () => {
  const company = await app.company()
  const { location_id, material_id } = await company.as(async tx => ({
    location_id: await aLocation(tx),
    material_id: await aMaterial(tx, { inventory_lower: '10' }),
  }))
  const sweep = () => keepHouse(app.database, warehouseHousekeeping)
  const told = async () =>
    (await company.admin.ok(listNotices, {})).result.filter(({ text }) => text.includes(`M${material_id.slice(-12)}`))
  await sweep()
  expect((await told()).map(({ href }) => href)).toEqual(['/materiales/inventory?view=3'])
  await company.admin.ok(readNotices, { ids: (await told()).map(({ id }) => id) })
  await sweep()
  expect((await told()).map(notice => notice.read)).toEqual([true])
  await company.as(tx => putIn(tx, { material_id, location_id, quantity: '12' }))
  await sweep()
  await company.as(tx => putIn(tx, { material_id, location_id, quantity: '-5' }))
  await sweep()
  expect((await told()).map(notice => notice.read)).toEqual([false])
})
