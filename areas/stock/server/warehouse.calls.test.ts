import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import { expect } from 'vitest'
import { fixedBinCalls, proposePutAwayCall } from '../model/put-away.calls.ts'
import { stockErrors } from '../model/stock.errors.ts'
import { locationCalls, warehouseCalls } from '../model/warehouse.calls.ts'
import { aMaterial, putIn } from '../testing/stock.factory.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'
const hidden = (answer: { data: { result: unknown[]; total: number } | null }) => {
  expect(answer.data).toMatchObject({ result: [], total: 0 })
}

async function set(company: TestCompany) {
  const warehouse = await company.admin.ok(warehouseCalls.add, { code: 'W1', name: '原料仓' })
  const other = await company.admin.ok(warehouseCalls.add, { code: 'W2', name: '成品仓' })
  const location = await company.admin.ok(locationCalls.add, { code: 'A-01', warehouse_id: warehouse.id, area: 'A' })
  const full = await company.admin.ok(locationCalls.add, { code: 'A-02', warehouse_id: warehouse.id })
  await company.as(async tx => {
    const material_id = await aMaterial(tx)
    await putIn(tx, { org_id: company.org_id, material_id, location_id: full.id, quantity: '5' })
  })
  return { warehouse: warehouse.id, other: other.id, location: location.id, full: full.id }
}

contract(app, warehouseCalls.list, {
  set,
  good: () => ({ keyword: '料' }),
  check: ({ result }) => expect(result).toMatchObject([{ code: 'W1', location_count: 2 }]),
  refused: () => [['page 0', { page: 0 }, generalErrors.badParameter]],
  foreign: hidden,
})
contract(app, warehouseCalls.detail, {
  set,
  good: ({ warehouse }) => ({ id: warehouse }),
  check: ({ record }) => expect(record).toMatchObject({ code: 'W1', type: 'normal', status: 1 }),
  refused: () => [['absent', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, warehouseCalls.add, {
  set,
  good: () => ({ code: 'W9', name: '线边仓', type: 'line_side' as const }),
  refused: () => [
    ['code taken', { code: 'W1', name: 'x' }, stockErrors.warehouseNumberExists],
    ['no name', { code: 'W8' }, generalErrors.fieldRequired],
  ],
  foreign: answer => expect(answer.code).toBe(200),
})
contract(app, warehouseCalls.alter, {
  set,
  good: ({ warehouse }) => ({ id: warehouse, row_version: 0, code: 'W1', name: '新名' }),
  refused: ({ warehouse, other }) => [
    ['code taken', { id: other, row_version: 0, code: 'W1', name: 'x' }, stockErrors.warehouseNumberExists],
    ['stale', { id: warehouse, row_version: 7, code: 'W1', name: 'x' }, generalErrors.versionConflict],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, warehouseCalls.drop, {
  set,
  good: ({ other }) => ({ ids: [other] }),
  refused: ({ warehouse }) => [
    ['holds stock', { ids: [warehouse] }, stockErrors.warehouseNotEmpty],
    ['absent', { ids: [absent] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, locationCalls.list, {
  set,
  good: ({ warehouse }) => ({ warehouse_id: warehouse, empty: false }),
  check: ({ result }) => {
    expect(result).toMatchObject([{ code: 'A-02', warehouse_name: '原料仓', material_count: 1 }])
    expect(Number(result[0]!.quantity)).toBe(5)
  },
  refused: () => [['order by what is not there', { order_by: 'nothing' }, generalErrors.badParameter]],
  foreign: hidden,
})
contract(app, locationCalls.detail, {
  set,
  good: ({ location }) => ({ id: location }),
  check: ({ record }) => expect(record).toMatchObject({ code: 'A-01', warehouse_code: 'W1' }),
  refused: () => [['absent', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, locationCalls.add, {
  set,
  good: ({ other }) => ({ code: 'A-01', warehouse_id: other }),
  refused: ({ warehouse }) => [
    ['code taken', { code: 'A-01', warehouse_id: warehouse }, stockErrors.warehouseNumberExists],
    ['no such warehouse', { code: 'A-09', warehouse_id: absent }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, locationCalls.alter, {
  set,
  good: ({ location, warehouse }) => ({
    id: location,
    row_version: 0,
    code: 'A-01',
    warehouse_id: warehouse,
    status: 0 as const,
  }),
  refused: ({ location, warehouse }) => [
    [
      'code taken',
      { id: location, row_version: 0, code: 'A-02', warehouse_id: warehouse },
      stockErrors.warehouseNumberExists,
    ],
    ['stale', { id: location, row_version: 3, code: 'A-03', warehouse_id: warehouse }, generalErrors.versionConflict],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, locationCalls.drop, {
  set,
  good: ({ location }) => ({ ids: [location] }),
  refused: ({ full }) => [
    ['holds stock', { ids: [full] }, stockErrors.warehouseNotEmpty],
    ['absent', { ids: [absent] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

async function setFixed(company: TestCompany) {
  const at = await set(company)
  const material_id = await company.as(tx => aMaterial(tx))
  const other_id = await company.as(tx => aMaterial(tx))
  const given = { location_id: at.location, material_id, min_quantity: '2', max_quantity: '10' }
  const { id } = await company.admin.ok(fixedBinCalls.add, given)
  return { ...at, id, material_id, other_id, given }
}
contract(app, fixedBinCalls.list, {
  set: setFixed,
  good: () => ({ keyword: 'A-01' }),
  check: ({ result }) => expect(result).toMatchObject([{ location_code: 'A-01', warehouse_name: '原料仓' }]),
  refused: () => [['page 0', { page: 0 }, generalErrors.badParameter]],
  foreign: hidden,
})
contract(app, fixedBinCalls.detail, {
  set: setFixed,
  good: ({ id }) => ({ id }),
  check: ({ record }, { material_id }) => expect(record).toMatchObject({ material_id, row_version: 0 }),
  refused: () => [['absent', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, fixedBinCalls.add, {
  set: setFixed,
  good: ({ full, material_id }) => ({ location_id: full, material_id }),
  refused: ({ given, full, other_id }) => [
    ['it has its place there', given, generalErrors.duplicateCode],
    [
      'minimum above maximum',
      { location_id: full, material_id: other_id, min_quantity: '3', max_quantity: '2' },
      masterdataErrors.stockBoundsInvalid,
    ],
    ['no bin', { material_id: other_id }, generalErrors.fieldRequired],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, fixedBinCalls.alter, {
  set: setFixed,
  good: ({ given, id }) => ({ ...given, id, row_version: 0, max_quantity: '20' }),
  refused: ({ given, id }) => [
    ['stale', { ...given, id, row_version: 7 }, generalErrors.versionConflict],
    [
      'minimum above maximum',
      { ...given, id, row_version: 0, min_quantity: '11' },
      masterdataErrors.stockBoundsInvalid,
    ],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, fixedBinCalls.drop, {
  set: setFixed,
  good: ({ id }) => ({ ids: [id] }),
  refused: () => [['absent', { ids: [absent] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, proposePutAwayCall, {
  set: setFixed,
  good: ({ material_id, other_id }) => ({
    lines: [
      { material_id, quantity: '12' },
      { material_id: other_id, quantity: '1' },
    ],
  }),
  check: ({ lines }) =>
    expect(
      lines.map(({ parts }) => parts.map(({ location_code, quantity, why }) => [location_code, quantity, why])),
    ).toEqual([
      [
        ['A-01', '10', 'fixed'],
        [null, '2', 'no_room'],
      ],
      [[null, '1', 'no_room']],
    ]),
  refused: ({ material_id }) => [
    ['nothing', { lines: [{ material_id, quantity: '0' }] }, generalErrors.badParameter],
    ['no line', { lines: [] }, generalErrors.badParameter],
  ],
  foreign: answer => expect(JSON.stringify(answer.data)).not.toContain('A-01'),
})
