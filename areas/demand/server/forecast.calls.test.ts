import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { lockMaterials } from '@qitao/masterdata/server'
import { keepHouse } from '@qitao/platform/server/testing/keep-house.ts'
import { cancelSalesOrders } from '@qitao/sales/model/sales-order.calls.ts'
import { anOrder, today } from '@qitao/sales/testing/factories.ts'
import { expect, test } from 'vitest'
import { demandErrors } from '../model/demand.errors.ts'
import {
  alterForecastCustom,
  exportDemandHistory,
  exportForecasts,
  listDemandHistory,
  listForecasts,
  moveForecast,
  showForecast,
  showForecastStatus,
  showModelAccuracy,
  triggerForecast,
} from '../model/forecast.calls.ts'
import { triggerStockPlan } from '../model/stock-plan.calls.ts'
import { aSoldProduct, horizon } from '../testing/factories.ts'
import { demandClock } from './demand.clock.ts'
import { keepCustoms } from './forecast.handlers.ts'

const app = await testApp()
const monthly = 3

async function forecast({ admin, jobEnd }: TestCompany, time_dimension: 2 | 3 = monthly) {
  const ended = await jobEnd((await admin.ok(triggerForecast, { time_dimension })).job_id, 60)
  expect(ended.status).toBe(jobStatus.codes.done)
  return ended.result as { material_count: number }
}
async function aForecast(company: TestCompany): Promise<{ material_id: string }> {
  const sold = await aSoldProduct(app, company)
  expect(await forecast(company)).toEqual({ material_count: 1 })
  return sold
}
const tooEarly = [today - 4 * 366 * daySeconds, today] as [number, number]

contract(app, listForecasts, {
  set: aForecast,
  good: () => ({}),
  check: ({ result, total }, { material_id }) => {
    expect(total).toBe(1)
    expect(result[0]).toMatchObject({ material_id, demand_kind: 'steady', custom_count: 0 })
    expect(Number(result[0]!.next_quantity)).toBeGreaterThan(20)
    expect(Number(result[0]!.total_quantity)).toBeGreaterThan(12 * 20)
  },
  refused: () => [['days', { time_dimension: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.total).toBe(0),
})
contract(app, exportForecasts, {
  set: aForecast,
  good: () => ({}),
  refused: () => [['days', { time_dimension: 1 }, generalErrors.badParameter]],
  foreign: () => {},
})
contract(app, listDemandHistory, {
  set: company => aSoldProduct(app, company),
  good: () => ({}),
  check: ({ result }, { material_id }) => {
    expect(result).toMatchObject([{ material_id, total_quantity: '210', most_quantity: '60', demand_count: 6 }])
    expect(result[0]!.average_quantity).toBe(String(Math.round((10 * 210) / horizon.past.length) / 10))
  },
  refused: () => [
    ['more than three years', { timestamp_range: tooEarly }, demandErrors.rangeOverThreeYears],
    ['an end before its beginning', { timestamp_range: [today, today - 1] }, generalErrors.badParameter],
  ],
  foreign: ({ data }) => expect(data?.total).toBe(0),
})
contract(app, exportDemandHistory, {
  set: company => aSoldProduct(app, company),
  good: () => ({}),
  refused: () => [['more than three years', { timestamp_range: tooEarly }, demandErrors.rangeOverThreeYears]],
  foreign: () => {},
})
contract(app, showForecast, {
  set: aForecast,
  good: ({ material_id }) => ({ material_id }),
  check: ({ record, result }) => {
    expect(record).toMatchObject({ demand_kind: 'steady', unit_name: expect.stringContaining('pcs') })
    const past = result.filter(({ period }) => period < horizon.ahead[0]!)
    expect(past.slice(-6).map(one => one.order_quantity)).toEqual(['10', '20', '30', '40', '50', '60'])
    const ahead = result.slice(past.length)
    expect(ahead).toHaveLength(12)
    for (const one of ahead) {
      expect(one.final_quantity).toBe(one.model_quantity)
      expect(Number(one.lower)).toBeLessThanOrEqual(Number(one.model_quantity))
      expect(Number(one.upper)).toBeGreaterThanOrEqual(Number(one.model_quantity))
      expect(one.open_quantity).toBe(one.final_quantity)
    }
  },
  refused: ({ material_id }) => [
    ['more than three years', { material_id, timestamp_range: tooEarly }, demandErrors.rangeOverThreeYears],
    ['no material', { material_id: '00000000-0000-4000-8000-000000000000' }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, showModelAccuracy, {
  set: aForecast,
  good: ({ material_id }) => ({ material_id }),
  check: ({ result }) => {
    expect(result.length).toBeGreaterThan(2)
    expect(result.map(({ best }) => best).indexOf(true)).toBe(0)
    expect(result.reduce((sum, { share }) => sum + Number(share), 0)).toBeCloseTo(100, 0)
  },
  refused: () => [['no material', {}, generalErrors.fieldRequired]],
  foreign: ({ data }) => expect(data?.result).toEqual([]),
})
contract(app, triggerForecast, {
  set: company => aSoldProduct(app, company),
  good: () => ({}),
  check: async ({ job_id }, _, { jobEnd }) => expect((await jobEnd(job_id, 60)).result).toEqual({ material_count: 1 }),
  refused: () => [['days', { time_dimension: 1 }, generalErrors.badParameter]],
  foreign: ({ code }) => expect(code).toBe(200),
})
contract(app, showForecastStatus, {
  set: aForecast,
  good: () => ({}),
  check: answer => expect(answer).toMatchObject({ status: jobStatus.codes.done, progress: 100 }),
  refused: () => [['a field nobody knows', { of: 'all' }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.job_id).toBeNull(),
})
contract(app, alterForecastCustom, {
  set: aForecast,
  good: ({ material_id }) => ({
    material_id,
    values: [
      { period: horizon.ahead[0]!, quantity: '500' },
      { period: horizon.ahead[1]!, quantity: '0' },
    ],
    reason: 'Promotion',
  }),
  check: async (_, { material_id }, { admin }) => {
    const { result } = await admin.ok(showForecast, { material_id })
    const [first, second] = result.filter(({ period }) => period >= horizon.ahead[0]!)
    expect(first).toMatchObject({
      custom_quantity: '500',
      final_quantity: '500',
      reason: 'Promotion',
      author_name: 'Admin',
    })
    expect(second).toMatchObject({ custom_quantity: '0', final_quantity: '0' })
    expect((await admin.ok(listForecasts, {})).result[0]).toMatchObject({ next_quantity: '500', custom_count: 2 })
    await admin.ok(alterForecastCustom, {
      material_id,
      values: [{ period: horizon.ahead[0]!, quantity: null }],
      reason: 'Called off',
    })
    const after = (await admin.ok(showForecast, { material_id })).result.find(
      ({ period }) => period === horizon.ahead[0],
    )
    expect(after).toMatchObject({ custom_quantity: null, final_quantity: after!.model_quantity })
  },
  refused: ({ material_id }) => {
    const values = [{ period: horizon.ahead[0]!, quantity: '1' }]
    return [
      [
        'a period that is over',
        { material_id, values: [{ period: horizon.past[0], quantity: '1' }], reason: 'x' },
        demandErrors.parameterInvalid,
      ],
      ['one period twice', { material_id, values: [...values, ...values], reason: 'x' }, demandErrors.parameterInvalid],
      [
        'less than nothing',
        { material_id, values: [{ period: horizon.ahead[0], quantity: '-1' }], reason: 'x' },
        generalErrors.badParameter,
      ],
      ['without a reason', { material_id, values, reason: '' }, generalErrors.fieldRequired],
    ]
  },
  foreign: generalErrors.recordNotFound,
})

contract(app, moveForecast, {
  set: aForecast,
  good: ({ material_id }) => ({
    ...{ material_id, from: horizon.ahead[1]!, to: horizon.ahead[3]! },
    ...{ quantity: '5', reason: 'The fair is later' },
  }),
  check: async (answer, { material_id }, { admin }) => {
    const { result } = await admin.ok(showForecast, { material_id })
    const of = (at: number) => result.find(({ period }) => period === horizon.ahead[at])!
    for (const [at, moved, said] of [
      [1, -5, answer.from_quantity],
      [3, 5, answer.to_quantity],
    ] as const) {
      expect(of(at)).toMatchObject({ custom_quantity: said, reason: 'The fair is later', author_name: 'Admin' })
      expect(Number(said)).toBe(Number(of(at).model_quantity) + moved)
    }
  },
  refused: ({ material_id }) => {
    const move = { material_id, from: horizon.ahead[1], to: horizon.ahead[3], quantity: '5', reason: 'x' }
    return [
      ['more than is forecast', { ...move, quantity: '100000' }, demandErrors.moreThanForecast],
      ['from a period that is over', { ...move, from: horizon.past[0] }, demandErrors.parameterInvalid],
      ['to where it is', { ...move, to: move.from }, demandErrors.parameterInvalid],
      ['nothing', { ...move, quantity: '0' }, generalErrors.badParameter],
      ['without a reason', { ...move, reason: '' }, generalErrors.fieldRequired],
    ]
  },
  foreign: generalErrors.recordNotFound,
})

test('a value that is set while some of it is moved waits, and stands afterwards', async () => {
  const company = await app.company()
  const { material_id } = await aForecast(company)
  const [period] = horizon.ahead
  const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const mover = company.as(async tx => {
    await lockMaterials(tx, company.org_id, [material_id])
    locked.resolve()
    await held.promise
    const said = [{ material_id, period: period!, quantity: '7', model_quantity: null }]
    await keepCustoms(tx, { time_dimension: monthly, reason: 'Moved', said })
  })
  await locked.promise
  const set = company.admin.send(alterForecastCustom, {
    ...{ material_id, values: [{ period: period!, quantity: '500' }], reason: 'Promotion' },
  })
  const waits = async () =>
    (
      await app.database.pool.query(`select exists (select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like '%from material %') as waits`)
    ).rows[0]
  await expect.poll(waits, { timeout: 30_000 }).toEqual({ waits: true })
  held.resolve()
  await mover
  expect((await set).code).toBe(200)
  const { result } = await company.admin.ok(showForecast, { material_id })
  expect(result.find(one => one.period === period)).toMatchObject({ custom_quantity: '500', reason: 'Promotion' })
})

test('R-178: plan and forecast are refreshed by the clock, each when it is old enough and only then', async () => {
  const company = await app.company()
  const { material_id } = await aForecast(company)
  await company.jobEnd((await company.admin.ok(triggerStockPlan, {})).job_id, 60)
  await anOrder(company, { material_id, quantity: '7', delivery_date: horizon.ahead[1]! + 9 * daySeconds })
  const started = async (minutes: number, hours: number) => {
    await app.database.pool.query(
      'update supply_demand_plan set computed_time = epoch_now() - $2 * 60 where org_id = $1',
      [company.org_id, minutes],
    )
    await app.database.pool.query(
      'update demand_forecast set computed_time = epoch_now() - $2 * 3600 where org_id = $1',
      [company.org_id, hours],
    )
    const { rows: before } = await app.database.pool.query('select id from job where org_id = $1', [company.org_id])
    await keepHouse(app.database, demandClock)
    const { rows } = await app.database.pool.query<{ id: string; job_type: string; input: unknown }>(
      'select id, job_type, input from job where org_id = $1 and id <> all($2) order by job_type',
      [company.org_id, before.map(({ id }) => id)],
    )
    for (const { id } of rows) expect((await company.jobEnd(id, 60)).status).toBe(jobStatus.codes.done)
    return rows.map(({ job_type, input }) => [job_type, input])
  }
  expect(await started(29, 23)).toEqual([])
  expect(await started(30, 23)).toEqual([['stock_plan', {}]])
  expect(await started(29, 24)).toEqual([['demand_forecast', { time_dimension: monthly }]])
  // Nobody has done anything since: the plan is as it was, until days pass.
  await app.database.pool.query('update audit_log set at = at - 7200 where org_id = $1', [company.org_id])
  expect(await started(60, 1)).toEqual([])
  expect(await started(24 * 60, 1)).toEqual([['stock_plan', {}]])
})

test('orders consume the forecast of their period; what was cancelled was not asked for', async () => {
  const company = await app.company()
  const { material_id } = await aForecast(company)
  const period = horizon.ahead[1]!
  const ordered = await anOrder(company, { material_id, quantity: '7', delivery_date: period + 9 * daySeconds })
  const open = async () =>
    (await company.admin.ok(showForecast, { material_id })).result.find(one => one.period === period)!
  const { order_quantity, open_quantity, final_quantity } = await open()
  expect(order_quantity).toBe('7')
  expect(Number(open_quantity)).toBe(Number(final_quantity) - 7)
  await company.admin.ok(cancelSalesOrders, { ids: [ordered.id] })
  expect(await open()).toMatchObject({ order_quantity: '0', open_quantity: final_quantity })
})

test('R-219: a second calculation is told to wait while one waits or runs', async () => {
  const company = await app.company()
  await app.database.pool.query(
    `insert into job (org_id, id, job_type, input, singleton, due_time) values ($1, gen_random_uuid(), 'demand_forecast', '{}', 'demand_forecast', epoch_now() + 3600)`,
    [company.org_id],
  )
  expect((await company.admin.send(triggerForecast, {})).code).toBe(demandErrors.forecastRunning.code)
})

test('a material that nobody asks for any more has no forecast after the next calculation, weeks beside months', async () => {
  const company = await app.company()
  const { material_id } = await aForecast(company)
  await forecast(company, 2)
  expect((await company.admin.ok(listForecasts, { time_dimension: 2 })).total).toBe(1)
  expect(
    (await company.admin.ok(showForecast, { material_id, time_dimension: 2 })).result.filter(
      one => one.model_quantity !== null,
    ),
  ).toHaveLength(52)
  await app.database.pool.query('update sales_order set status = 90 where org_id = $1', [company.org_id])
  expect(await forecast(company)).toEqual({ material_count: 0 })
  expect((await company.admin.ok(listForecasts, {})).total).toBe(0)
  expect((await company.admin.ok(listForecasts, { time_dimension: 2 })).total).toBe(1)
})
