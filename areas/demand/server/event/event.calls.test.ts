import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { aProduct } from '@qitao/sales/testing/factories.ts'
import { expect, test } from 'vitest'
import { addForecastConfig } from '../../model/config/forecast-config.calls.ts'
import { demandErrors } from '../../model/demand.errors.ts'
import { demandEventCalls } from '../../model/event/event.calls.ts'
import { showForecast, triggerForecast } from '../../model/forecast.calls.ts'
import { aSoldProduct, horizon } from '../../testing/factories.ts'

const app = await testApp()
const nobody = '00000000-0000-4000-8000-000000000000'
const fair = { name: 'Fair', kind: 'promotion' as const, start_day: horizon.ahead[2]!, days: 31, uplift: 50 }
const withEvent = async ({ admin }: TestCompany) => admin.ok(demandEventCalls.add, fair)

contract(app, demandEventCalls.add, {
  set: async () => ({}),
  good: () => fair,
  check: async ({ id }, _, { admin }) =>
    expect((await admin.ok(demandEventCalls.detail, { id })).record).toMatchObject({ ...fair, series: null }),
  refused: () => [
    ['no day', { ...fair, days: 0 }, generalErrors.badParameter],
    ['less than nothing', { ...fair, uplift: -100 }, generalErrors.badParameter],
    ['a material that is none', { ...fair, material_id: nobody }, generalErrors.recordNotFound],
  ],
  foreign: ({ code }) => expect(code).toBe(200),
})
contract(app, demandEventCalls.alter, {
  set: withEvent,
  good: ({ id }) => ({ ...fair, id, row_version: 0, uplift: -20 }),
  check: async (_, { id }, { admin }) =>
    expect((await admin.ok(demandEventCalls.detail, { id })).record).toMatchObject({ uplift: -20 }),
  refused: ({ id }) => [['an old version', { ...fair, id, row_version: 7 }, generalErrors.versionConflict]],
  foreign: generalErrors.recordNotFound,
})
contract(app, demandEventCalls.list, {
  set: withEvent,
  good: () => ({ keyword: 'fai' }),
  check: ({ result }) => expect(result).toMatchObject([{ name: 'Fair', days: 31, material_code: null }]),
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.result).toEqual([]),
})
contract(app, demandEventCalls.detail, {
  set: withEvent,
  good: ({ id }) => ({ id }),
  refused: () => [['nothing', { id: nobody }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, demandEventCalls.drop, {
  set: withEvent,
  good: ({ id }) => ({ ids: [id] }),
  check: ({ done_ids }, { id }) => expect(done_ids).toEqual([id]),
  refused: () => [['nothing', { ids: [] }, generalErrors.badParameter]],
  foreign: generalErrors.recordNotFound,
})

async function forecastOf({ admin, jobEnd }: TestCompany, material_id: string): Promise<number[]> {
  const { job_id } = await admin.ok(triggerForecast, {})
  expect((await jobEnd(job_id, 60)).status).toBe(jobStatus.codes.done)
  const { result } = await admin.ok(showForecast, { material_id })
  return result.flatMap(one => (one.model_quantity === null ? [] : Number(one.model_quantity)))
}

test('an event that comes lifts the forecast of its period; one that was is no trend', async () => {
  const company = await app.company()
  const { material_id } = await aSoldProduct(app, company)
  const usual = await forecastOf(company, material_id)
  await company.admin.ok(demandEventCalls.add, fair)
  const lifted = await forecastOf(company, material_id)
  expect(lifted[2]! / usual[2]!).toBeCloseTo(1.5, 1)
  expect(lifted.toSpliced(2, 1)).toEqual(usual.toSpliced(2, 1))
  // The last month had its demand from a fair: what comes is less than it was thought.
  await company.admin.ok(demandEventCalls.add, { ...fair, start_day: horizon.past.at(-1)!, uplift: 200 })
  expect((await forecastOf(company, material_id))[0]!).toBeLessThan(usual[0]!)
})

test('a new material begins like another: half of what that one is forecast for', async () => {
  const company = await app.company()
  const { material_id: like_material_id } = await aSoldProduct(app, company)
  const material_id = await aProduct(company)
  const config = { material_id, model: 'combined' as const, status: enabledStatus.codes.enabled }
  const own = await company.admin.send(addForecastConfig, { ...config, like_material_id: material_id })
  expect(own.code).toBe(demandErrors.parameterInvalid.code)
  const gone = await company.admin.send(addForecastConfig, { ...config, like_material_id: nobody })
  expect(gone.code).toBe(generalErrors.recordNotFound.code)
  await company.admin.ok(addForecastConfig, { ...config, like_material_id, like_share: '50' })
  const half = await forecastOf(company, material_id)
  const whole = await forecastOf(company, like_material_id)
  expect(half).toHaveLength(12)
  for (const [at, quantity] of half.entries()) expect(Math.abs(quantity - whole[at]! / 2)).toBeLessThanOrEqual(1)
})
