import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { add, negate, sum } from '@qitao/core/quantity.ts'
import { checkKits } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { anOrderedMo, inStock } from '@qitao/manufacturing/testing/factories.ts'
import { expect, test } from 'vitest'
import {
  exportSupplyDemand,
  listSupplyDemand,
  showPegging,
  showSupplyDemand,
} from '../../model/balance/supply-demand.calls.ts'
import { supplyStatus } from '../../model/balance/supply-demand.status.ts'
import { demandErrors } from '../../model/demand.errors.ts'
import { triggerStockPlan } from '../../model/stock-plan.calls.ts'

const app = await testApp()
const weekly = { time_dimension: 2 as const }

async function calculate({ admin, jobEnd }: TestCompany, material_ids?: string[]) {
  const { job_id } = await admin.ok(triggerStockPlan, material_ids ? { material_ids } : {})
  const ended = await jobEnd(job_id, 60)
  expect(ended).toMatchObject({ status: jobStatus.codes.done })
}
/** An order of 10 with its work order, whose first component is short: 4 are in stock. */
async function aShortOrder(company: TestCompany) {
  const mo = await anOrderedMo(company)
  const first = mo.component_ids[0]!
  await inStock(company, [first], '4')
  await company.jobEnd((await company.admin.ok(checkKits, { mo_ids: [mo.id] })).job_id, 60)
  await calculate(company)
  return { ...mo, first }
}

contract(app, listSupplyDemand, {
  set: aShortOrder,
  good: ({ first }) => ({ ...weekly, material_id: first }),
  check: async ({ result, periods }, { first }, company) => {
    expect(periods).toHaveLength(52)
    const [row] = result
    expect(row).toMatchObject({ material_id: first, opening_quantity: '4', supply_status: supplyStatus.codes.abnormal })
    // What is short is what the material plan says is.
    const { rows } = await app.database.pool.query(
      'select sum(short_quantity)::text as short from mo_component where org_id = $1 and material_id = $2',
      [company.org_id, first],
    )
    expect(Number(row!.short_quantity)).toBe(Number(rows[0].short))
    expect(row!.balances.at(-1)).toBe(negate(row!.short_quantity!))
    expect(row!.cover_days).toBeGreaterThanOrEqual(0)
  },
  refused: () => [['days', { time_dimension: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.total).toBe(0),
})
contract(app, exportSupplyDemand, {
  set: aShortOrder,
  good: () => weekly,
  refused: () => [['days', { time_dimension: 1 }, generalErrors.badParameter]],
  foreign: () => {},
})
contract(app, showSupplyDemand, {
  set: aShortOrder,
  good: ({ material_id }) => ({ ...weekly, material_id }),
  check: ({ result }) => {
    expect(result).toHaveLength(52)
    // The product: 10 are ordered, and 10 are made for it.
    expect(sum(result.map(one => one.order_quantity))).toBe('10')
    expect(sum(result.map(one => one.production_quantity))).toBe('10')
    for (const [at, one] of result.entries())
      expect(add(one.balance_quantity, one.demand_quantity)).toBe(
        add(one.supply_quantity, result[at - 1]?.balance_quantity ?? '0'),
      )
  },
  refused: () => [['no material', {}, generalErrors.fieldRequired]],
  foreign: ({ data }) => expect(data?.result).toEqual([]),
})
contract(app, showPegging, {
  set: aShortOrder,
  good: ({ first }) => ({ material_id: first }),
  check: ({ result }, { no }) => {
    expect(result.find(one => one.supply_kind === 'stock')).toMatchObject({ demand_no: no, quantity: '4' })
    expect(result.find(one => one.supply_kind === null)).toMatchObject({ demand_no: no, demand_kind: 'mo' })
  },
  refused: () => [['no material', {}, generalErrors.fieldRequired]],
  foreign: ({ data }) => expect(data?.result).toEqual([]),
})
contract(app, triggerStockPlan, {
  set: async company => ({ mo: await anOrderedMo(company) }),
  good: () => ({}),
  check: async ({ job_id }, { mo }, { admin, jobEnd }) => {
    expect((await jobEnd(job_id, 60)).status).toBe(jobStatus.codes.done)
    const { result } = await admin.ok(listSupplyDemand, weekly)
    expect(result.map(row => row.material_id).toSorted()).toEqual([mo.material_id, ...mo.component_ids].toSorted())
  },
  refused: () => [['no materials', { material_ids: [] }, generalErrors.badParameter]],
  foreign: ({ code }) => expect(code).toBe(200),
})

test('a second calculation is told to wait while one waits or runs', async () => {
  const company = await app.company()
  await app.database.pool.query(
    `insert into job (org_id, id, job_type, input, singleton, due_time) values ($1, gen_random_uuid(), 'stock_plan', '{}', 'stock_plan', epoch_now() + 3600)`,
    [company.org_id],
  )
  expect((await company.admin.send(triggerStockPlan, {})).code).toBe(demandErrors.stockPlanRunning.code)
})
test('of some materials only their rows are made anew', async () => {
  const company = await app.company()
  const { first, component_ids } = await aShortOrder(company)
  await inStock(company, component_ids, '100')
  await calculate(company, [first])
  const { result } = await company.admin.ok(listSupplyDemand, weekly)
  const row = (id: string) => result.find(one => one.material_id === id)!
  expect(row(first)).toMatchObject({ opening_quantity: '104', supply_status: supplyStatus.codes.normal })
  expect(row(component_ids[1]!)).toMatchObject({ supply_status: supplyStatus.codes.abnormal })
})
