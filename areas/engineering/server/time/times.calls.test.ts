import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aDevice } from '@qitao/masterdata/testing/factories.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addRouting } from '../../model/routing/routing.calls.ts'
import { changeLineCalls } from '../../model/time/change-line.calls.ts'
import { changeoverSeconds } from '../../model/time/change-line.rules.ts'
import { cycleTimeCalls, listMissingCycleTimes } from '../../model/time/cycle-time.calls.ts'
import { closestTimeOf, runTime } from '../../model/time/cycle-time.rules.ts'
import { someMaterials, someProcesses } from '../../testing/factories.ts'
import { loadChangeovers, loadCycleTimes } from './times.queries.ts'

const app = await testApp()
const nowhere = '00000000-0000-7000-8000-000000000000'

async function prepared(company: TestCompany) {
  const [product, other] = await someMaterials(company, 2)
  const [cut] = await someProcesses(company, 1)
  const device = await aDevice(company, { process_ids: [cut!.id] })
  return { product: product!, other: other!, cut: cut!, device }
}
type Prepared = Awaited<ReturnType<typeof prepared>>
const timeOf = ({ product, cut, device }: Prepared) => ({
  material_id: product.id,
  process_id: cut.id,
  device_id: device.id,
  cycle_seconds: '30.5',
  batch_quantity: '2',
  setup_seconds: 600,
  employees: 2,
  expected_oee: '0.85',
})
async function withTime(company: TestCompany) {
  const set = await prepared(company)
  const { id } = await company.admin.ok(cycleTimeCalls.add, timeOf(set))
  return { ...set, id }
}
const changeOf = ({ product, device }: Prepared) => ({
  device_id: device.id,
  from_material_id: product.id,
  to_series: 'Red',
  change_seconds: 900,
})
async function withChange(company: TestCompany) {
  const set = await prepared(company)
  const { id } = await company.admin.ok(changeLineCalls.add, changeOf(set))
  return { ...set, id }
}

contract(app, cycleTimeCalls.add, {
  set: prepared,
  good: timeOf,
  check: async ({ id }, { product, device, cut }, company) => {
    const { record } = await company.admin.ok(cycleTimeCalls.detail, { id })
    expect(record).toMatchObject({ cycle_seconds: '30.5', expected_oee: '0.85', type: 'per_piece', status: 1 })
    const times = await company.as(tx => loadCycleTimes(tx, company.org_id, [cut.id]))
    expect(runTime(closestTimeOf(times)(product.id, cut.id, device.id)!, '1')).toEqual({
      setup_seconds: 600,
      run_seconds_per_piece: { numerator: '30.5', denominator: '1.7' },
      employees: 2,
    })
  },
  refused: set => {
    const time = timeOf(set)
    return [
      ['no process', { ...time, process_id: undefined }, generalErrors.fieldRequired],
      ['no time', { ...time, cycle_seconds: '0' }, generalErrors.badParameter],
      ['seven decimals', { ...time, cycle_seconds: '0.1234567' }, generalErrors.decimalsExceeded],
      ['one and a half people', { ...time, employees: 1.5 }, generalErrors.positiveIntegerRequired],
      ['nobody', { ...time, employees: 0 }, generalErrors.positiveIntegerRequired],
      ['negative set-up', { ...time, setup_seconds: -1 }, generalErrors.positiveIntegerRequired],
      ['OEE 0', { ...time, expected_oee: '0' }, generalErrors.badParameter],
      ['OEE above 1', { ...time, expected_oee: '85' }, generalErrors.badParameter],
      ['an unknown type', { ...time, type: 'x' }, generalErrors.badParameter],
      ['an unknown process', { ...time, process_id: nowhere }, generalErrors.recordNotFound],
      ['an unknown machine', { ...time, device_id: nowhere }, generalErrors.recordNotFound],
    ]
  },
  foreign: generalErrors.recordNotFound,
})
contract(app, cycleTimeCalls.alter, {
  set: withTime,
  good: ({ id, ...set }) => ({ ...timeOf(set), id, row_version: 0, device_id: null, cycle_seconds: '10' }),
  check: async (_data, { id }, company) => {
    const { record } = await company.admin.ok(cycleTimeCalls.detail, { id })
    expect(record).toMatchObject({ device_id: null, cycle_seconds: '10' })
  },
  refused: ({ id, ...set }) => [
    ['an old version', { ...timeOf(set), id, row_version: 3 }, generalErrors.versionConflict],
    ['unknown', { ...timeOf(set), id: nowhere, row_version: 0 }, generalErrors.recordNotFound],
    ['nobody', { ...timeOf(set), id, row_version: 0, employees: 0 }, generalErrors.positiveIntegerRequired],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, cycleTimeCalls.list, {
  set: withTime,
  good: ({ product, cut, device }) => ({
    material_id: product.id,
    process_id: cut.id,
    device_id: device.id,
    keyword: product.code,
  }),
  check: ({ result, total }, { product, cut }) => {
    expect(total).toBe(1)
    expect(result[0]).toMatchObject({ material_code: product.code, process_code: cut.code })
  },
  refused: () => [['an unknown field', { machine: 'x' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, cycleTimeCalls.detail, {
  set: withTime,
  good: ({ id }) => ({ id }),
  refused: () => [['unknown', { id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, cycleTimeCalls.drop, {
  set: withTime,
  good: ({ id }) => ({ ids: [id] }),
  check: async (_data, _set, company) => expect((await company.admin.ok(cycleTimeCalls.list, {})).total).toBe(0),
  refused: () => [['unknown', { ids: [nowhere] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, listMissingCycleTimes, {
  set: async company => {
    const set = await prepared(company)
    const lines = [{ sequence: 1, process_id: set.cut.id }]
    await company.admin.ok(addRouting, { code: 'R1', name: 'R1', material_id: set.product.id, lines })
    return set
  },
  good: () => ({}),
  check: async ({ result }, { product, cut }, company) => {
    expect(result).toMatchObject([{ material_id: product.id, process_id: cut.id }])
    await company.admin.ok(cycleTimeCalls.add, { process_id: cut.id, cycle_seconds: '1' })
    expect((await company.admin.ok(listMissingCycleTimes, {})).total).toBe(0)
  },
  refused: () => [['an unknown field', { page: 1 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})

test('a disabled cycle time is missing; of a process made outside none is', async () => {
  const company = await app.company()
  const set = await prepared(company)
  const lines = [{ sequence: 1, process_id: set.cut.id }]
  await company.admin.ok(addRouting, { code: 'R1', name: 'R1', material_id: set.product.id, lines })
  const { id } = await company.admin.ok(cycleTimeCalls.add, timeOf(set))
  const missing = async () => (await company.admin.ok(listMissingCycleTimes, {})).total
  expect(await missing()).toBe(0)
  await company.admin.ok(cycleTimeCalls.alter, { ...timeOf(set), id, row_version: 0, status: 0 })
  expect(await missing()).toBe(1)
  await company.as(tx => sql`update process set outsourced = true where id = ${set.cut.id}`.execute(tx))
  expect(await missing()).toBe(0)
})

contract(app, changeLineCalls.add, {
  set: prepared,
  good: changeOf,
  check: async ({ id }, { product, other, device }, company) => {
    const { record } = await company.admin.ok(changeLineCalls.detail, { id })
    expect(record).toMatchObject({ from_material_code: product.code, to_series: 'Red', change_seconds: 900 })
    const matrix = await company.as(tx => loadChangeovers(tx, company.org_id))
    const [from, to] = [
      { material_id: product.id, series: null },
      { material_id: other.id, series: 'Red' },
    ]
    expect(changeoverSeconds(matrix, device.id, from!, to!)).toBe(900)
  },
  refused: set => [
    ['no time', { ...changeOf(set), change_seconds: undefined }, generalErrors.fieldRequired],
    ['half a second', { ...changeOf(set), change_seconds: 0.5 }, generalErrors.positiveIntegerRequired],
    ['product and series', { ...changeOf(set), from_series: 'Red' }, generalErrors.badParameter],
    ['an unknown product', { ...changeOf(set), from_material_id: nowhere }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, changeLineCalls.alter, {
  set: withChange,
  good: ({ id }) => ({ id, row_version: 0, from_series: 'Blue', to_series: 'Red', change_seconds: 0 }),
  check: async (_data, { id }, company) => {
    const { record } = await company.admin.ok(changeLineCalls.detail, { id })
    expect(record).toMatchObject({ device_id: null, from_material_id: null, from_series: 'Blue', change_seconds: 0 })
  },
  refused: ({ id, ...set }) => [
    ['an old version', { ...changeOf(set), id, row_version: 3 }, generalErrors.versionConflict],
    ['unknown', { ...changeOf(set), id: nowhere, row_version: 0 }, generalErrors.recordNotFound],
    ['product and series', { ...changeOf(set), id, row_version: 0, from_series: 'x' }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, changeLineCalls.list, {
  set: withChange,
  good: ({ device, product }) => ({ device_id: device.id, material_id: product.id }),
  check: async ({ total }, _set, company) => {
    expect(total).toBe(1)
    expect((await company.admin.ok(changeLineCalls.list, { any_device: true })).total).toBe(0)
  },
  refused: () => [['no id', { device_id: 'x' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, changeLineCalls.detail, {
  set: withChange,
  good: ({ id }) => ({ id }),
  refused: () => [['unknown', { id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, changeLineCalls.drop, {
  set: withChange,
  good: ({ id }) => ({ ids: [id] }),
  check: async (_data, _set, company) => expect((await company.admin.ok(changeLineCalls.list, {})).total).toBe(0),
  refused: () => [['unknown', { ids: [nowhere] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

test('one entry for a product, process and machine; null is a value of its own', async () => {
  const company = await app.company()
  const set = await withTime(company)
  const { admin } = company
  expect((await admin.send(cycleTimeCalls.add, timeOf(set))).code).toBe(generalErrors.duplicateCode.code)
  const any = { process_id: set.cut.id, cycle_seconds: '1' }
  await admin.ok(cycleTimeCalls.add, any)
  expect((await admin.send(cycleTimeCalls.add, any)).code).toBe(generalErrors.duplicateCode.code)
  await admin.ok(changeLineCalls.add, { change_seconds: 60 })
  expect((await admin.send(changeLineCalls.add, { change_seconds: 90 })).code).toBe(generalErrors.duplicateCode.code)
})
