import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { aMaterial } from '@qitao/masterdata/testing/factories.ts'
import { expect, test } from 'vitest'
import { showSupplyDemand } from '../../model/balance/supply-demand.calls.ts'
import { demandErrors } from '../../model/demand.errors.ts'
import { alterForecastCustom, triggerForecast } from '../../model/forecast.calls.ts'
import {
  exportForecastAccuracy,
  listAccuracyCells,
  listForecastAccuracy,
  listForecastReleases,
  releaseForecast,
  showForecastRelease,
} from '../../model/release/release.calls.ts'
import { triggerStockPlan } from '../../model/stock-plan.calls.ts'
import { aSoldProduct, horizon } from '../../testing/factories.ts'

const app = await testApp()
const monthly = { time_dimension: 3 as const }
const weekly = { time_dimension: 2 as const }

async function aForecast(company: TestCompany): Promise<{ material_id: string }> {
  const sold = await aSoldProduct(app, company)
  const { job_id } = await company.admin.ok(triggerForecast, monthly)
  expect((await company.jobEnd(job_id, 60)).status).toBe(jobStatus.codes.done)
  return sold
}
const say = ({ admin }: TestCompany, material_id: string, quantity: string | null) =>
  admin.ok(alterForecastCustom, {
    ...{ material_id, ...monthly, reason: 'Fair' },
    values: [{ period: horizon.ahead[2]!, quantity }],
  })
async function aRelease(company: TestCompany): Promise<{ material_id: string }> {
  const sold = await aForecast(company)
  await say(company, sold.material_id, '500')
  await company.admin.ok(releaseForecast, { ...monthly, note: 'S&OP' })
  return sold
}
/** Released three months ago: for the last but one month people had said 40 and the models 20, for the last one both 66; asked for were 50 and 60. */
async function aJudgedRelease(company: TestCompany): Promise<{ material_id: string }> {
  const sold = await aRelease(company)
  const periods = [...horizon.past.slice(-3), ...horizon.ahead.slice(0, 9)]
  await app.database.pool.query('update demand_forecast_release set periods = $2 where org_id = $1', [
    company.org_id,
    periods,
  ])
  await app.database.pool.query(
    `update demand_forecast_release_line l set quantities[2] = 40, quantities[3] = 66, model_quantities[2] = 20, model_quantities[3] = 66, author_ids[3] = null,
      author_ids[2] = (select created_by from demand_forecast_release r where r.org_id = l.org_id and r.id = l.release_id) where l.org_id = $1`,
    [company.org_id],
  )
  return sold
}
const noDays = ['days', { time_dimension: 1 }, generalErrors.badParameter] as const

contract(app, releaseForecast, {
  set: aForecast,
  good: () => monthly,
  check: async ({ number }, _, { admin }) => {
    expect(number).toBe(1)
    expect(await admin.ok(releaseForecast, monthly)).toMatchObject({ number: 2 })
  },
  refused: () => [noDays, ['nothing by weeks', weekly, demandErrors.nothingForecast]],
  foreign: demandErrors.nothingForecast,
})
contract(app, listForecastReleases, {
  set: aRelease,
  good: () => monthly,
  check: ({ result, total }) => {
    expect(total).toBe(1)
    expect(result[0]).toMatchObject({ number: 1, material_count: 1, custom_count: 1, note: 'S&OP' })
    expect(Number(result[0]!.total_quantity)).toBeGreaterThan(500)
  },
  refused: () => [noDays],
  foreign: ({ data }) => expect(data?.total).toBe(0),
})
contract(app, showForecastRelease, {
  set: aRelease,
  good: () => monthly,
  check: async (found, { material_id }, company) => {
    expect(found).toMatchObject({ number: 1, changed: false })
    // Of what it says nothing it is not changed by what is said.
    const { id: other } = await aMaterial(company)
    await say(company, other, '7')
    expect(await company.admin.ok(showForecastRelease, monthly)).toMatchObject({ changed: false })
    await say(company, material_id, null)
    expect(await company.admin.ok(showForecastRelease, monthly)).toMatchObject({ changed: true })
  },
  refused: () => [noDays],
  foreign: ({ data }) => expect(data).toMatchObject({ number: null }),
})
contract(app, listForecastAccuracy, {
  set: aJudgedRelease,
  good: () => monthly,
  check: async ({ result, total_of }, { material_id }, { admin }) => {
    expect(result).toMatchObject([
      { id: '1', cell_count: 1, accuracy: '80', wape: '20', mape: '20', bias: '-20', model_wape: '60' },
      { id: '2', cell_count: 1, accuracy: '90', wape: '10', bias: '10', value_added: '0' },
    ])
    expect(result[0]).toMatchObject({ forecast_quantity: '40', actual_quantity: '50', value_added: '40' })
    // 10 and 6 of 110 were missed; without people it were 30 and 6.
    expect(total_of).toMatchObject({ cell_count: 2, wape: '14.5', mape: '15', model_wape: '32.7', value_added: '18.2' })
    const by = async (of: object) => (await admin.ok(listForecastAccuracy, { ...monthly, ...of })).result
    expect(await by({ by: 'material' })).toMatchObject([{ id: material_id, cell_count: 2 }])
    expect(await by({ by: 'material', lag: 2 })).toMatchObject([{ cell_count: 1, wape: '10' }])
    expect(await by({ by: 'person' })).toMatchObject([{ cell_count: 1, value_added: '40' }])
    expect(await by({ by: 'model' })).toMatchObject([{ cell_count: 2, subject: expect.stringMatching(/^[a-z_]+$/) }])
    expect(await by({ by: 'series' })).toMatchObject([{ cell_count: 2 }])
    expect(await by({ only: 'biased' })).toMatchObject([{ id: '1' }])
    expect(await by({ only: 'harmed' })).toEqual([])
  },
  refused: () => [noDays, ['no periods ahead', { lag: 0 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.total).toBe(0),
})
contract(app, exportForecastAccuracy, {
  set: aJudgedRelease,
  good: () => monthly,
  refused: () => [noDays],
  foreign: () => {},
})
contract(app, listAccuracyCells, {
  set: aJudgedRelease,
  good: ({ material_id }) => ({ ...monthly, by: 'material' as const, key: material_id }),
  check: ({ result, total }, { material_id }) => {
    expect(total).toBe(2)
    expect(result).toMatchObject([
      { material_id, lag: 1, period: horizon.past.at(-2), quantity: '40', model_quantity: '20', actual_quantity: '50' },
      { material_id, lag: 2, period: horizon.past.at(-1), quantity: '66', author_name: null },
    ])
    expect(result[0]!.author_name).not.toBeNull()
  },
  refused: () => [['nothing named', { ...monthly, by: 'customer', key: 'x' }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.total).toBe(0),
})

test('the plan counts with what was released, not with what was said since', async () => {
  const company = await app.company()
  const { material_id } = await aForecast(company)
  const planned = async () => {
    const { job_id } = await company.admin.ok(triggerStockPlan, {})
    expect((await company.jobEnd(job_id, 60)).status).toBe(jobStatus.codes.done)
    const { result } = await company.admin.ok(showSupplyDemand, { material_id, ...monthly })
    return result.find(one => one.period === horizon.ahead[2])?.forecast_quantity ?? '0'
  }
  await say(company, material_id, '500')
  expect(await planned()).toBe('0')
  await company.admin.ok(releaseForecast, monthly)
  expect(await planned()).toBe('500')
  await say(company, material_id, '700')
  expect(await planned()).toBe('500')
})
