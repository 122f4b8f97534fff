import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { daySeconds, startOfDay } from '@qitao/core/time.ts'
import { expect } from 'vitest'
import { masterdataErrors } from '../../model/masterdata.errors.ts'
import { machineRateCalls, machineRateList } from '../../model/price/machine-rate.calls.ts'
import { aDevice } from '../../testing/factories.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'
const inDays = (n: number) => startOfDay('2026-06-01', 'Asia/Shanghai') + n * daySeconds

async function set(company: TestCompany) {
  const { id: device_id } = await aDevice(company)
  const rate = { device_id, hourly_rate: '80', valid_from: inDays(0) }
  const { id } = await company.admin.ok(machineRateCalls.add, rate)
  return { device_id, rate, id }
}
contract(app, machineRateCalls.list, {
  set: async company => {
    const found = await set(company)
    await company.admin.ok(machineRateCalls.add, { ...found.rate, hourly_rate: '90', valid_from: inDays(100) })
    return found
  },
  good: () => ({ order_by: 'valid_from' }),
  // The earlier one ends where the later begins: they cannot overlap.
  check: ({ result }) =>
    expect(result.map(one => [Number(one.hourly_rate), one.valid_to])).toEqual([
      [80, inDays(100) - 1],
      [90, null],
    ]),
  refused: () => [['page 0', { page: 0 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ total: 0 }),
})
contract(app, machineRateCalls.detail, {
  set,
  good: ({ id }) => ({ id }),
  refused: () => [['absent', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, machineRateCalls.add, {
  set,
  good: ({ rate }) => ({ ...rate, valid_from: inDays(9) }),
  refused: ({ rate }) => [
    ['one that begins on the same day', rate, masterdataErrors.priceExists],
    ['below zero', { ...rate, valid_from: inDays(1), hourly_rate: '-1' }, masterdataErrors.priceNegative],
    ['no machine', { ...rate, device_id: null }, generalErrors.fieldRequired],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, machineRateCalls.alter, {
  set,
  good: ({ id, rate }) => ({ ...rate, id, row_version: 0, hourly_rate: '81' }),
  refused: ({ id, rate }) => [['stale', { ...rate, id, row_version: 7 }, generalErrors.versionConflict]],
  foreign: generalErrors.recordNotFound,
})
contract(app, machineRateCalls.drop, {
  set,
  good: ({ id }) => ({ ids: [id] }),
  refused: () => [['absent', { ids: [absent] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

const change = (id: string, more: object = {}) => ({
  ...{ ids: [id], by: 'percent' as const, value: '12.5', decimals: 1, valid_from: inDays(50) },
  ...more,
})
contract(app, machineRateList.preview, {
  set,
  good: ({ id }) => change(id),
  check: async ({ result }, _, { admin }) => {
    expect(result.map(({ before, after, unit_name }) => [Number(before), Number(after), unit_name])).toEqual([
      [80, 90, '小时'],
    ])
    expect((await admin.ok(machineRateCalls.list, {})).total).toBe(1)
  },
  refused: ({ id }) => [
    ['one that is gone', change(absent), generalErrors.recordNotFound],
    ['below zero', change(id, { value: '-101' }), masterdataErrors.priceNegative],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, machineRateList.change, {
  set,
  good: ({ id }) => change(id),
  // The one before ends where it begins.
  check: async ({ affected }, _, { admin }) => {
    expect(affected).toBe(1)
    const { result } = await admin.ok(machineRateCalls.list, { order_by: 'valid_from' })
    expect(result.map(one => [Number(one.hourly_rate), one.valid_to])).toEqual([
      [80, inDays(50) - 1],
      [90, null],
    ])
  },
  refused: ({ id }) => [
    ['one that is gone', change(absent), generalErrors.recordNotFound],
    ['a day on which it begins itself', change(id, { valid_from: inDays(0) }), masterdataErrors.priceExists],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, machineRateList.history, {
  set: async company => {
    const found = await set(company)
    await company.admin.ok(machineRateList.change, change(found.id))
    return found
  },
  good: ({ id }) => ({ id }),
  check: ({ result }) =>
    expect(result.map(one => [Number(one.price), one.valid_from, one.updated_by_name])).toEqual([
      [80, inDays(0), 'Admin'],
      [90, inDays(50), 'Admin'],
    ]),
  refused: () => [['absent', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
