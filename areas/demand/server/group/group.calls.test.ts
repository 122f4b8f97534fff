import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { expect } from 'vitest'
import { demandErrors } from '../../model/demand.errors.ts'
import { showForecast, triggerForecast } from '../../model/forecast.calls.ts'
import { alterForecastSeries, listForecastGroups, showForecastGroup } from '../../model/group/group.calls.ts'
import { aSoldProduct, horizon } from '../../testing/factories.ts'

const app = await testApp()
const series = 'Road'
const period = horizon.ahead[2]!

/** Two products of one series: of the second half as many months were asked for. */
async function aSeries(company: TestCompany): Promise<{ material_ids: string[] }> {
  const material_ids = []
  for (const months of [6, 3]) material_ids.push((await aSoldProduct(app, company, months)).material_id)
  await app.database.pool.query('update material set series = $2 where id = any($1)', [material_ids, series])
  const { job_id } = await company.admin.ok(triggerForecast, {})
  expect((await company.jobEnd(job_id, 60)).status).toBe(jobStatus.codes.done)
  return { material_ids }
}
const shown = (company: TestCompany, material_id: string) => company.admin.ok(showForecast, { material_id })
const finalOf = async (company: TestCompany, material_id: string): Promise<number> =>
  Number((await shown(company, material_id)).result.find(one => one.period === period)!.final_quantity)
const set = { series, values: [{ period, quantity: '999' }], reason: 'S&OP' }

contract(app, listForecastGroups, {
  set: aSeries,
  good: () => ({}),
  check: async ({ result, total }, { material_ids }, company) => {
    expect(total).toBe(1)
    expect(result[0]).toMatchObject({ id: series, group_name: series, material_count: 2, year_quantity: '270' })
    expect(Number(result[0]!.own_quantity)).toBeGreaterThan(0)
    // Bottom-up is what the materials say, to the piece.
    let sum = 0
    for (const id of material_ids)
      for (const one of (await shown(company, id)).result) sum += Number(one.final_quantity ?? 0)
    expect(Number(result[0]!.bottom_up_quantity)).toBe(sum)
    const customers = await company.admin.ok(listForecastGroups, { by: 'customer' })
    expect(customers.result.reduce((all, one) => all + Number(one.bottom_up_quantity), 0)).toBeCloseTo(sum, 0)
  },
  refused: () => [
    ['by colour', { by: 'colour' }, generalErrors.badParameter],
    ['an order that is none', { order_by: 'phase' }, generalErrors.badParameter],
  ],
  foreign: ({ data }) => expect(data?.total).toBe(0),
})
contract(app, showForecastGroup, {
  set: aSeries,
  good: () => ({ key: series }),
  check: ({ result, materials }) => {
    expect(result.map(one => one.period)).toEqual(horizon.ahead)
    expect(result.every(one => one.bottom_up_quantity === one.model_quantity && one.own_quantity !== null)).toBe(true)
    expect(materials).toMatchObject([{ share: '100' }, { share: '100' }])
  },
  refused: () => [['by colour', { by: 'colour', key: series }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toEqual({ result: [], materials: [] }),
})
contract(app, alterForecastSeries, {
  set: async company => {
    const made = await aSeries(company)
    return { ...made, before: await finalOf(company, made.material_ids[0]!) }
  },
  good: () => set,
  check: async ({ affected }, { material_ids, before }, company) => {
    expect(affected).toBe(2)
    const [first, second] = [await finalOf(company, material_ids[0]!), await finalOf(company, material_ids[1]!)]
    expect(first + second).toBe(999)
    expect(first).not.toBe(before)
    const { result } = await company.admin.ok(showForecastGroup, { key: series })
    const at = result.find(one => one.period === period)!
    expect(at.bottom_up_quantity).toBe('999')
    expect(at.model_quantity).not.toBe('999')
  },
  refused: () => [
    [
      'a period that is over',
      { ...set, values: [{ period: horizon.past[0], quantity: '1' }] },
      demandErrors.parameterInvalid,
    ],
    ['a series of which nothing is forecast', { ...set, series: 'Cargo' }, demandErrors.parameterInvalid],
    ['no reason', { ...set, reason: '' }, generalErrors.fieldRequired],
  ],
  foreign: demandErrors.parameterInvalid,
})
