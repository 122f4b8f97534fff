import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { add } from '@qitao/core/quantity.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import { aMaterial } from '@qitao/masterdata/testing/factories.ts'
import { listPurchaseDemands, requestDemands } from '@qitao/purchasing/model/purchase-demand.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import {
  acceptInventoryPlan,
  alterInventoryPlan,
  exportInventoryPlans,
  keepInventoryPlan,
  listInventoryPlans,
  listReconciliation,
  showAbcXyz,
  simulateInventoryPlan,
} from '../../model/inventory/inventory-plan.calls.ts'
import { triggerStockPlan } from '../../model/stock-plan.calls.ts'
import { aConsumedMaterial } from '../../testing/factories.ts'

const app = await testApp()
const nobody = '00000000-0000-4000-8000-000000000000'
async function calculate({ admin, jobEnd }: TestCompany) {
  const ended = await jobEnd((await admin.ok(triggerStockPlan, {})).job_id, 60)
  expect(ended.status).toBe(jobStatus.codes.done)
}
/** Of it 10 or 20 were taken every other day for two hundred days; it comes within five. */
async function aPlan(company: TestCompany) {
  const consumed = await aConsumedMaterial(app, company)
  await calculate(company)
  return consumed
}
const planOf = async ({ admin }: TestCompany, material_id: string) =>
  (await admin.ok(listInventoryPlans, { material_id })).result[0]!

contract(app, listInventoryPlans, {
  set: aPlan,
  good: ({ material_id }) => ({ material_id }),
  check: ({ result }, { material_id }) => {
    const [plan] = result
    expect(plan).toMatchObject({
      material_id,
      fill_rate: '95',
      reorder_cycle: 1,
      in_use_quantity: '0',
      abc: 'A',
      xyz: 'X',
    })
    expect(Number(plan!.daily_average)).toBeCloseTo(7.5, 0)
    // More than a lead time of it, less than three.
    expect(Number(plan!.reorder_point)).toBeGreaterThan(5 * 7.5)
    expect(Number(plan!.reorder_point)).toBeLessThan(15 * 7.5)
    expect(plan!.difference).toBe(plan!.reorder_point)
    // Filled up to the point and what is bought beyond it.
    expect(Number(plan!.suggested_quantity)).toBe(
      Number(plan!.reorder_point) + Number(plan!.reorder_quantity) - Number(plan!.position_quantity),
    )
  },
  refused: () => [['a class nobody knows', { abc: 'D' }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.total).toBe(0),
})
test('what nobody has set is a day between orders, nothing more to wait for, nothing spoilt, and no pack', async () => {
  const company = await app.company()
  const { material_id } = await aPlan(company)
  const of = async () => {
    const { reorder_cycle, additional_time, defect_rate, packaging_size } = await planOf(company, material_id)
    return [reorder_cycle, additional_time, Number(defect_rate), Number(packaging_size)]
  }
  expect(await of()).toEqual([1, 0, 0, 0])
  await company.admin.ok(alterInventoryPlan, { material_ids: [material_id], packaging_size: '5' })
  expect(await of()).toEqual([1, 0, 0, 5])
})
contract(app, exportInventoryPlans, {
  set: aPlan,
  good: () => ({}),
  refused: () => [['a class nobody knows', { abc: 'D' }, generalErrors.badParameter]],
  foreign: () => {},
})
contract(app, listReconciliation, {
  set: aPlan,
  good: () => ({}),
  check: async ({ total }, { material_id }, company) => {
    expect(total).toBe(1)
    await company.admin.ok(acceptInventoryPlan, { material_ids: [material_id] })
    expect((await company.admin.ok(listReconciliation, {})).total).toBe(0)
  },
  refused: () => [['a class nobody knows', { xyz: 'A' }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.total).toBe(0),
})
contract(app, alterInventoryPlan, {
  set: aPlan,
  good: ({ material_id }) => ({
    ...{ material_ids: [material_id], fill_rate: '98.5', reorder_cycle: 7, supply_lead_time: 9, defect_rate: '2' },
    ...{ additional_time: 1, packaging_size: '5', inventory_lower: '10', inventory_upper: '11' },
  }),
  check: async ({ affected }, { material_id }, company) => {
    expect(affected).toBe(1)
    const before = await planOf(company, material_id)
    expect(before).toMatchObject({
      ...{ fill_rate: '98.5', reorder_cycle: 7, supply_lead_time: 9, additional_time: 1, defect_rate: '2' },
      ...{ packaging_size: '5', inventory_lower: '10', inventory_upper: '11' },
    })
    await calculate(company)
    const after = await planOf(company, material_id)
    expect(Number(after.reorder_point)).toBeGreaterThan(Number(before.reorder_point))
    expect(Number(after.quality_buffer)).toBeGreaterThan(0)
  },
  refused: ({ material_id }) => {
    const material_ids = [material_id]
    return [
      ['more than a year', { material_ids, supply_lead_time: 366 }, generalErrors.parameterOver365],
      ['no cycle', { material_ids, reorder_cycle: 0 }, generalErrors.positiveIntegerRequired],
      [
        'bounds that are none',
        { material_ids, inventory_lower: '10', inventory_upper: '10' },
        masterdataErrors.stockBoundsInvalid,
      ],
      ['too many decimals', { material_ids, fill_rate: '95.123' }, generalErrors.decimalsExceeded],
      ['all of it', { material_ids, fill_rate: '100' }, generalErrors.badParameter],
      ['no material', { material_ids: [nobody], fill_rate: '95' }, generalErrors.recordNotFound],
      ['another version', { material_ids, row_versions: [99], fill_rate: '96' }, generalErrors.versionConflict],
      ['a version too many', { material_ids, row_versions: [1, 2], fill_rate: '96' }, generalErrors.badParameter],
    ]
  },
  foreign: generalErrors.recordNotFound,
})
contract(app, acceptInventoryPlan, {
  set: async company => ({ ...(await aPlan(company)), fresh: (await aMaterial(company)).id }),
  good: ({ material_id }) => ({ material_ids: [material_id] }),
  check: async (_, { material_id }, company) => {
    const plan = await planOf(company, material_id)
    expect(plan).toMatchObject({ in_use_quantity: plan.reorder_point, difference: '0' })
    // Buyers are asked for what fills it up, and for the days that are bought at a time.
    const [demand] = (await company.admin.ok(listPurchaseDemands, { material_ids: [material_id] })).result
    expect(add(demand!.demand_quantity, plan.position_quantity!)).toBe(add(plan.reorder_point!, plan.reorder_quantity!))
  },
  refused: ({ fresh }) => [
    ['nothing computed', { material_ids: [fresh] }, generalErrors.recordNotFound],
    ['no material', { material_ids: [nobody] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, keepInventoryPlan, {
  set: aPlan,
  good: ({ material_id }) => ({ material_ids: [material_id], reason: 'It is phased out' }),
  check: async (_, { material_id }, company) => {
    expect((await company.admin.ok(listReconciliation, {})).total).toBe(0)
    expect(await planOf(company, material_id)).toMatchObject({ kept_reason: 'It is phased out', in_use_quantity: '0' })
    // Another point is a new question.
    await company.admin.ok(alterInventoryPlan, { material_ids: [material_id], fill_rate: '99.5' })
    await calculate(company)
    expect((await company.admin.ok(listReconciliation, {})).total).toBe(1)
  },
  refused: ({ material_id }) => [
    ['without a reason', { material_ids: [material_id], reason: '' }, generalErrors.fieldRequired],
    ['no material', { material_ids: [nobody], reason: 'x' }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, showAbcXyz, {
  set: aPlan,
  good: () => ({}),
  check: ({ matrix }, { total }) =>
    expect(matrix).toMatchObject([
      { abc: 'A', xyz: 'X', count: 1, consumed_amount: String(2 * total), fill_rate: '95' },
    ]),
  refused: () => [['a field nobody knows', { of: 'all' }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.matrix).toEqual([]),
})
contract(app, simulateInventoryPlan, {
  set: aPlan,
  good: ({ material_id }) => ({ material_id }),
  check: ({ day_count, in_use, computed, sensitivity, histogram }) => {
    // From the first consumption on: what was before it says nothing.
    expect(day_count).toBe(histogram.reduce((sum, { days }) => sum + days, 0))
    expect(day_count).toBeLessThan(205)
    expect(Number(computed.fill_rate)).toBeGreaterThan(93)
    expect(Number(in_use.fill_rate)).toBeLessThan(Number(computed.fill_rate))
    const points = sensitivity.map(one => Number(one.reorder_point))
    expect(points).toEqual(points.toSorted((a, b) => a - b))
    expect(histogram.reduce((sum, { days }) => sum + days, 0)).toBeGreaterThanOrEqual(199)
  },
  refused: () => [['no material', { material_id: nobody }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

test('what is asked for already is not asked for again, and lasts for the cycle', async () => {
  const company = await app.company()
  const { material_id } = await aPlan(company)
  await company.admin.ok(acceptInventoryPlan, { material_ids: [material_id] })
  const demands = async () => (await company.admin.ok(listPurchaseDemands, { material_ids: [material_id] })).result
  const { demand_quantity } = (await demands())[0]!
  await company.admin.ok(requestDemands, { lines: [{ material_id, demand_quantity, quantity: demand_quantity }] })
  expect(await demands()).toEqual([])
})

test('what two people set of one material: the second is told, and nothing that he did not touch is set back', async () => {
  const company = await app.company()
  const { material_id } = await aPlan(company)
  const seen = await planOf(company, material_id)
  const asSeen = { material_ids: [material_id], row_versions: [seen.row_version] }
  await company.admin.ok(alterInventoryPlan, { ...asSeen, supply_lead_time: 12 })
  expect((await company.admin.send(alterInventoryPlan, { ...asSeen, fill_rate: '99' })).code).toBe(5023)
  expect((await company.admin.send(acceptInventoryPlan, asSeen)).code).toBe(5023)
  expect((await company.admin.send(keepInventoryPlan, { ...asSeen, reason: 'x' })).code).toBe(5023)
  const now = await planOf(company, material_id)
  expect(now).toMatchObject({ supply_lead_time: 12, fill_rate: '95', in_use_quantity: '0' })
  await company.admin.ok(alterInventoryPlan, {
    ...{ material_ids: [material_id], row_versions: [now.row_version], fill_rate: '99' },
  })
  expect(await planOf(company, material_id)).toMatchObject({ supply_lead_time: 12, fill_rate: '99' })
})

test('what is set while it is calculated is not told the result of what was set before', async () => {
  const company = await app.company()
  const { material_id } = await aPlan(company)
  const before = await planOf(company, material_id)
  // Somebody sets parameters while the calculation has read the old ones and waits to save.
  const held = await app.database.pool.connect()
  try {
    await held.query('begin')
    await held.query('select from material where id = $1 for no key update', [material_id])
    const { job_id } = await company.admin.ok(triggerStockPlan, {})
    const waits = async () =>
      (
        await app.database.pool.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'select from material where org_id%'",
        )
      ).rowCount !== 0
    await expect.poll(waits, { timeout: 30_000 }).toBe(true)
    await held.query('update inventory_plan set fill_rate = 99.9 where material_id = $1', [material_id])
    await held.query('commit')
    expect((await company.jobEnd(job_id, 60)).status).toBe(jobStatus.codes.done)
  } finally {
    held.release()
  }
  const after = await planOf(company, material_id)
  expect(after.fill_rate).toBe('99.9')
  expect(Number(after.reorder_point)).toBeGreaterThan(Number(before.reorder_point))
  // Of it alone it is the same.
  const { job_id } = await company.admin.ok(triggerStockPlan, { material_ids: [material_id] })
  expect((await company.jobEnd(job_id, 60)).status).toBe(jobStatus.codes.done)
  expect((await planOf(company, material_id)).reorder_point).toBe(after.reorder_point)
})

test('who does not see prices hears how much is to lie there, and not what it is worth', async () => {
  const company = await app.company()
  const { material_id } = await aPlan(company)
  const worths = async ({ ok }: Awaited<ReturnType<typeof company.member>>) => {
    const [plan] = (await ok(listInventoryPlans, { material_id })).result
    const [cell] = (await ok(showAbcXyz, {})).matrix
    const { sensitivity } = await ok(simulateInventoryPlan, { material_id })
    const of = [plan!.difference_amount, plan!.consumed_amount, plan!.excess_amount, sensitivity[0]!.amount]
    return [...of, cell!.consumed_amount, cell!.stock_amount, cell!.buffer_amount].map(one => one !== null)
  }
  const [planner, buyer] = [
    await company.member([pages.inventoryPlan]),
    await company.member([pages.inventoryPlan, pages.unitPrices]),
  ]
  expect(await worths(buyer)).toEqual(Array(7).fill(true))
  expect(await worths(planner)).toEqual(Array(7).fill(false))
})
