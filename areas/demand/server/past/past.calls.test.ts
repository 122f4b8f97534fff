import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { aProduct, today } from '@qitao/sales/testing/factories.ts'
import { expect, test } from 'vitest'
import { listDemandHistory, listForecasts, showForecast, triggerForecast } from '../../model/forecast.calls.ts'
import { listForecastGroups } from '../../model/group/group.calls.ts'
import { savePastDemand } from '../../model/past/past.calls.ts'
import { aSoldProduct, horizon } from '../../testing/factories.ts'

const app = await testApp()
const nobody = '00000000-0000-4000-8000-000000000000'
const aMonthAgo = horizon.past.at(-1)!
const set = async (company: TestCompany) => ({ material_id: await aProduct(company) })

contract(app, savePastDemand, {
  set,
  good: ({ material_id }) => ({ rows: [{ material_id, day: aMonthAgo + 3600, quantity: '7' }] }),
  check: async ({ affected }, { material_id }, { admin }) => {
    expect(affected).toBe(1)
    const known = async () => (await admin.ok(listDemandHistory, { material_id })).result
    expect(await known()).toMatchObject([{ total_quantity: '7', demand_count: 1 }])
    const say = (quantity: string) => admin.ok(savePastDemand, { rows: [{ material_id, day: aMonthAgo, quantity }] })
    await say('9')
    expect(await known()).toMatchObject([{ total_quantity: '9' }])
    await say('0')
    expect(await known()).toEqual([])
  },
  refused: ({ material_id }) => [
    [
      'a day to come',
      { rows: [{ material_id, day: today + 2 * daySeconds, quantity: '7' }] },
      generalErrors.badParameter,
    ],
    [
      'a day twice',
      { rows: [0, 60].map(later => ({ material_id, day: aMonthAgo + later, quantity: '7' })) },
      generalErrors.badParameter,
    ],
    ['no material', { rows: [{ material_id: nobody, day: aMonthAgo, quantity: '7' }] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('what was brought in is forecast from, beside what was ordered', async () => {
  const company = await app.company()
  const { material_id } = await set(company)
  const sold = await aSoldProduct(app, company)
  await company.admin.ok(savePastDemand, {
    rows: [
      ...horizon.past.slice(-12).map(day => ({ material_id, day: day + 5 * daySeconds, quantity: '100' })),
      { material_id: sold.material_id, day: aMonthAgo, quantity: '5' },
    ],
  })
  const { job_id } = await company.admin.ok(triggerForecast, {})
  expect(await company.jobEnd(job_id, 60)).toMatchObject({
    status: jobStatus.codes.done,
    result: { material_count: 2 },
  })
  const { result } = await company.admin.ok(listForecasts, { material_id })
  expect(Number(result[0]!.next_quantity)).toBe(100)
  const shown = await company.admin.ok(showForecast, { material_id: sold.material_id })
  expect(shown.result.find(one => one.period === aMonthAgo)!.order_quantity).toBe('65')
  const groups = (await company.admin.ok(listForecastGroups, {})).result
  expect(groups).toMatchObject([{ material_count: 2, year_quantity: String(1200 + 210 + 5) }])
})
