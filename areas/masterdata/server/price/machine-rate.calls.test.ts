import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { daySeconds, startOfDay } from '@qitao/core/time.ts'
import { expect } from 'vitest'
import { masterdataErrors } from '../../model/masterdata.errors.ts'
import { machineRateCalls } from '../../model/price/machine-rate.calls.ts'
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
