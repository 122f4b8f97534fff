import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { aProduct } from '@qitao/sales/testing/factories.ts'
import { expect, test } from 'vitest'
import {
  addForecastConfig,
  alterDefaultForecastConfig,
  alterForecastConfig,
  alterForecastConfigStatus,
  dropForecastConfigs,
  listForecastConfigs,
  selectBestForecastConfigs,
} from '../../model/config/forecast-config.calls.ts'
import { demandErrors } from '../../model/demand.errors.ts'
import { alterForecastCustom, showForecast, showModelAccuracy, triggerForecast } from '../../model/forecast.calls.ts'
import { aSoldProduct, horizon } from '../../testing/factories.ts'

const app = await testApp()
const { enabled, disabled } = enabledStatus.codes
const nobody = '00000000-0000-4000-8000-000000000000'

async function aConfig(company: TestCompany, more: object = {}) {
  const material_id = await aProduct(company)
  const { id } = await company.admin.ok(addForecastConfig, {
    ...{ material_id, model: 'holt' as const, parameters: { alpha: 0.4, beta: 0.2 } },
    ...more,
  })
  return { id, material_id }
}
const configs = async ({ admin }: TestCompany) => (await admin.ok(listForecastConfigs, {})).result

contract(app, listForecastConfigs, {
  set: company => aConfig(company),
  good: () => ({}),
  check: ({ result, total }, { id, material_id }) => {
    expect(total).toBe(1)
    expect(result[0]).toMatchObject({
      ...{ id, material_id, model: 'holt', status: disabled, is_default: false },
      ...{ fixed: 'alpha 0.4, beta 0.2', accuracy: null },
    })
  },
  refused: () => [['days', { time_dimension: 1 as 2 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.total).toBe(0),
})
contract(app, addForecastConfig, {
  set: async company => ({ ...(await aConfig(company)), fresh: await aProduct(company) }),
  good: ({ fresh }) => ({ material_id: fresh, model: 'rolling_average' as const, parameters: { window: 3 } }),
  check: async (_, { fresh }, company) =>
    expect((await configs(company)).find(one => one.material_id === fresh)).toMatchObject({ fixed: 'window 3' }),
  refused: ({ material_id, fresh }) => [
    ['a second one', { material_id, model: 'holt' as const }, demandErrors.configExists],
    ['a model nobody knows', { material_id: fresh, model: 'arima' as 'holt' }, demandErrors.parameterInvalid],
    [
      'a parameter of another model',
      { material_id: fresh, model: 'holt' as const, parameters: { growth: 1 } },
      demandErrors.parameterInvalid,
    ],
    ['no material', { material_id: nobody, model: 'holt' as const }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, alterForecastConfig, {
  set: async company => ({
    ...(await aConfig(company)),
    used: await aConfig(company, { status: enabled }),
  }),
  good: ({ id, material_id }) => ({ id, row_version: 0, material_id, model: 'yoy' as const, parameters: {} }),
  check: async (_, { id }, company) =>
    expect((await configs(company)).find(one => one.id === id)).toMatchObject({ model: 'yoy', fixed: null }),
  refused: ({ id, material_id, used }) => [
    ['one that is gone', { id: nobody, material_id, model: 'yoy' as const }, demandErrors.configMissing],
    ['one in use', { ...used, model: 'yoy' as const }, demandErrors.configEnabled],
    [
      'one changed meanwhile',
      { id, row_version: 7, material_id, model: 'yoy' as const },
      generalErrors.versionConflict,
    ],
    [
      'a smoothing above 1',
      { id, material_id, model: 'exponential' as const, parameters: { alpha: 2 } },
      demandErrors.parameterInvalid,
    ],
  ],
  foreign: demandErrors.configMissing,
})
contract(app, dropForecastConfigs, {
  set: async company => {
    await company.admin.ok(alterDefaultForecastConfig, { model: 'exponential' })
    return { ...(await aConfig(company)), used: (await aConfig(company, { status: enabled })).id }
  },
  good: ({ id }) => ({ ids: [id] }),
  check: async (_, { id }, company) => expect((await configs(company)).map(one => one.id)).not.toContain(id),
  refused: ({ used }) => [
    ['one in use', { ids: [used] }, demandErrors.configEnabled],
    ['one that is gone', { ids: [nobody] }, demandErrors.configMissing],
  ],
  foreign: demandErrors.configMissing,
})
contract(app, alterDefaultForecastConfig, {
  set: async () => ({}),
  good: () => ({ model: 'exponential' as const, parameters: { alpha: 0.3 } }),
  check: async (_, __, company) => {
    const [usual] = await configs(company)
    expect(usual).toMatchObject({ is_default: true, material_id: null, status: enabled, fixed: 'alpha 0.3' })
    expect((await company.admin.send(dropForecastConfigs, { ids: [usual!.id] })).code).toBe(
      demandErrors.defaultConfigKept.code,
    )
  },
  refused: () => [['a model nobody knows', { model: 'arima' as 'holt' }, demandErrors.parameterInvalid]],
  foreign: ({ code }) => expect(code).toBe(200),
})
contract(app, alterForecastConfigStatus, {
  set: company => aConfig(company),
  good: ({ id }) => ({ ids: [id], status: enabled }),
  check: async ({ affected }, _, company) => {
    expect(affected).toBe(1)
    expect((await configs(company))[0]!.status).toBe(enabled)
  },
  refused: () => [['one that is gone', { ids: [nobody], status: enabled }, demandErrors.configMissing]],
  foreign: demandErrors.configMissing,
})
contract(app, selectBestForecastConfigs, {
  set: async company => ({ ...(await aSoldProduct(app, company, 30)), fresh: await aProduct(company) }),
  good: ({ material_id }) => ({ material_ids: [material_id] }),
  check: async ({ done_ids }, { material_id }, company) => {
    expect(done_ids).toEqual([material_id])
    expect(await configs(company)).toMatchObject([{ material_id, status: enabled }])
  },
  refused: ({ fresh }) => [['nothing to try on', { material_ids: [fresh] }, demandErrors.historyShort]],
  foreign: generalErrors.recordNotFound,
})

async function forecast({ admin, jobEnd }: TestCompany) {
  const ended = await jobEnd((await admin.ok(triggerForecast, {})).job_id, 60)
  expect(ended.status).toBe(jobStatus.codes.done)
}
test('R-294: the model that is chosen speaks alone while its config is enabled, and the others are still tried', async () => {
  const company = await app.company()
  const { material_id } = await aSoldProduct(app, company)
  await company.admin.ok(alterDefaultForecastConfig, { model: 'rolling_average', parameters: { window: 2 } })
  await forecast(company)
  const models = (await company.admin.ok(showModelAccuracy, { material_id })).result
  expect(models[0]).toMatchObject({ model: 'rolling_average', share: '100' })
  expect(models.slice(1).every(({ share }) => share === '0')).toBe(true)
  expect(models.length).toBeGreaterThan(2)
  const { id } = await company.admin.ok(addForecastConfig, { material_id, model: 'combined', status: enabled })
  await forecast(company)
  expect((await company.admin.ok(showModelAccuracy, { material_id })).result[0]!.share).not.toBe('100')
  // Disabled, the default holds again.
  await company.admin.ok(alterForecastConfigStatus, { ids: [id], status: disabled })
  await forecast(company)
  expect((await company.admin.ok(showModelAccuracy, { material_id })).result[0]!.share).toBe('100')
})
test('a product that nobody has asked for yet is forecast by hand', async () => {
  const company = await app.company()
  const material_id = await aProduct(company)
  await company.admin.ok(addForecastConfig, { material_id, model: 'user_input', status: enabled })
  await forecast(company)
  const period = horizon.ahead[1]!
  await company.admin.ok(alterForecastCustom, { material_id, values: [{ period, quantity: '12' }], reason: 'New' })
  const ahead = (await company.admin.ok(showForecast, { material_id })).result.filter(
    one => one.final_quantity !== null,
  )
  expect(ahead.map(one => one.final_quantity).slice(0, 3)).toEqual(['0', '12', '0'])
})

test('a config is credited with what was computed with it, and with nothing else', async () => {
  const company = await app.company()
  const { material_id } = await aSoldProduct(app, company, 30)
  const given = { material_id, model: 'rolling_average' as const, parameters: { window: 2 } }
  const { id } = await company.admin.ok(addForecastConfig, { ...given, status: enabled })
  const accuracy = async () => (await configs(company)).find(one => one.id === id)!.accuracy
  expect(await accuracy()).toBeNull()
  await forecast(company)
  expect(Number(await accuracy())).toBeGreaterThan(0)
  await company.admin.ok(alterForecastConfigStatus, { ids: [id], status: disabled })
  await company.admin.ok(alterForecastConfig, { ...given, id, parameters: { window: 9 } })
  expect(await accuracy()).toBeNull()
  await company.admin.ok(alterForecastConfig, { ...given, id })
  expect(Number(await accuracy())).toBeGreaterThan(0)
  await company.admin.ok(alterForecastConfig, { ...given, id, parameters: { window: 9 } })
  await company.admin.ok(alterForecastConfigStatus, { ids: [id], status: enabled })
  await forecast(company)
  expect(Number(await accuracy())).toBeGreaterThan(0)
})
