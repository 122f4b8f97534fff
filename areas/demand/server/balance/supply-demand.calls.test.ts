import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { add, negate, sum } from '@qitao/core/quantity.ts'
import { showMo } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { defaultPriority } from '@qitao/manufacturing/model/mo/mo.record.ts'
import { checkKits } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { anOrderedMo, inStock } from '@qitao/manufacturing/testing/factories.ts'
import { anOrder, inDays } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  exportSupplyDemand,
  listSupplyDemand,
  makeShortages,
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
test('who does not see prices hears what is short, and not what it is worth', async () => {
  const company = await app.company()
  await aShortOrder(company)
  await company.as(tx => sql`update material set purchase_price = 3 where org_id = ${company.org_id}`.execute(tx))
  const short = async ({ ok }: Awaited<ReturnType<typeof company.member>>) =>
    (await ok(listSupplyDemand, weekly)).result.map(({ short_amount }) => short_amount !== null)
  const sees = await short(await company.member([pages.supplyDemandPlan, pages.unitPrices]))
  expect(sees).toEqual(sees.map(() => true))
  expect(await short(await company.member([pages.supplyDemandPlan]))).toEqual(sees.map(() => false))
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
    expect(result.find(one => one.supply_kind === null)).toMatchObject({
      demand_no: no,
      demand_kind: 'mo',
      state: 'short',
    })
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

/** The product of an order for which no work order was made: all of it is short, and it can be made. */
async function aShortProduct(company: TestCompany) {
  const { material_id } = await anOrderedMo(company)
  await anOrder(company, { material_id, quantity: '25', delivery_date: inDays(40), submit: true })
  await calculate(company)
  const { result } = await company.admin.ok(listSupplyDemand, { ...weekly, material_id })
  return { material_id, row: result[0]! }
}
const asSeen = ({ id, row_version }: { id: string; row_version: number }) => ({ rows: [{ id, row_version }] })
contract(app, makeShortages, {
  set: aShortProduct,
  good: ({ row }) => asSeen(row),
  check: async ({ mo_ids, nos }, { material_id, row }, { admin }) => {
    expect([mo_ids.length, nos.length]).toEqual([1, 1])
    const { mo } = await admin.ok(showMo, { mo_id: mo_ids[0]! })
    expect(mo).toMatchObject({ material_id, priority: defaultPriority })
    expect(Number(mo.planned_quantity)).toBe(Number(row.short_quantity))
    expect(mo.delivery_date).toBe(row.short_period)
    for (const time_dimension of [2, 3] as const) {
      const { result } = await admin.ok(listSupplyDemand, { time_dimension, material_id })
      expect(result[0]).toMatchObject({ short_quantity: '0', supply_status: supplyStatus.codes.normal })
    }
  },
  refused: ({ row }) => [
    ['no rows', { rows: [] }, generalErrors.badParameter],
    ['another version', asSeen({ ...row, row_version: row.row_version + 1 }), generalErrors.versionConflict],
    ['one row twice', { rows: [...asSeen(row).rows, ...asSeen(row).rows] }, generalErrors.badParameter],
  ],
  foreign: ({ code }) => expect(code).toBe(generalErrors.recordNotFound.code),
})
test('pressed twice, by one or by two at once, a shortage is made once', async () => {
  const company = await app.company()
  const { material_id, row } = await aShortProduct(company)
  const press = () => company.admin.send(makeShortages, asSeen(row))
  const codes = (await Promise.all([press(), press()])).map(({ code }) => code)
  expect(codes.toSorted()).toEqual([200, demandErrors.nothingShort.code])
  expect((await press()).code).toBe(demandErrors.nothingShort.code)
  const { rows } = await app.database.pool.query(
    'select count(*)::int as count from mo where org_id = $1 and material_id = $2 and order_line_id is null',
    [company.org_id, material_id],
  )
  expect(rows[0].count).toBe(1)
  // The next calculation counts the work order itself, and finds nothing short either.
  await calculate(company)
  const { result } = await company.admin.ok(listSupplyDemand, { ...weekly, material_id })
  expect(result[0]).toMatchObject({ id: row.id, short_quantity: '0' })
})

test('rows of pegging add up to the plan, kind by kind, also when something has changed since', async () => {
  const company = await app.company()
  const { first, material_id } = await aShortOrder(company)
  await anOrder(company, { material_id, quantity: '7', delivery_date: inDays(20), submit: true })
  await calculate(company)
  // Since then: more stock, and another order.
  await inStock(company, [first], '3')
  await anOrder(company, { material_id, quantity: '2', delivery_date: inDays(20), submit: true })
  for (const id of [first, material_id]) {
    for (const time_dimension of [2, 3] as const) {
      const { result: periods } = await company.admin.ok(showSupplyDemand, { material_id: id, time_dimension })
      const { result: pegs } = await company.admin.ok(showPegging, { material_id: id, time_dimension })
      const { result: list } = await company.admin.ok(listSupplyDemand, { material_id: id, time_dimension })
      const all = (key: 'order_quantity' | 'need_quantity' | 'transit_quantity' | 'production_quantity') =>
        sum(periods.map(one => one[key]))
      const demand = (kind: string) => sum(pegs.flatMap(one => (one.demand_kind === kind ? one.quantity : [])))
      const supply = (...kinds: (string | null)[]) =>
        sum(pegs.flatMap(one => (kinds.includes(one.supply_kind) ? one.quantity : [])))
      expect(demand('sales_order')).toBe(all('order_quantity'))
      expect(demand('mo')).toBe(all('need_quantity'))
      expect(supply('stock')).toBe(list[0]!.opening_quantity)
      expect(supply('transit', 'inspection')).toBe(all('transit_quantity'))
      expect(supply('production')).toBe(all('production_quantity'))
      expect(pegs.filter(one => one.state === 'rest').map(one => one.quantity)).toEqual([id === first ? '-3' : '-2'])
      expect(new Set(pegs.map(one => one.id)).size).toBe(pegs.length)
    }
  }
})

test('a row keeps its id and its place when it is made anew; what is not in use any more goes', async () => {
  const company = await app.company()
  const { component_ids } = await aShortOrder(company)
  const ids = async () =>
    (await company.admin.ok(listSupplyDemand, weekly)).result.map(row => [row.id, row.material_id])
  const before = await ids()
  await calculate(company)
  expect(await ids()).toEqual(before)
  const gone = component_ids[1]!
  await app.database.pool.query('update material set status = $2 where id = $1', [gone, enabledStatus.codes.disabled])
  await calculate(company)
  expect((await ids()).map(([, material_id]) => material_id)).not.toContain(gone)
})

test('pages follow each other without a gap', async () => {
  const company = await app.company()
  await aShortOrder(company)
  const whole = await company.admin.ok(listSupplyDemand, { ...weekly, page_size: 100 })
  const seen: string[] = []
  for (let cursor: string | undefined; seen.length < whole.total; ) {
    const page = await company.admin.ok(listSupplyDemand, { ...weekly, page_size: 1, ...(cursor ? { cursor } : {}) })
    seen.push(...page.result.map(row => row.id))
    expect(page.periods).toEqual(whole.periods)
    cursor = page.next_cursor ?? undefined
    if (!cursor) break
  }
  expect(seen).toEqual(whole.result.map(row => row.id))
})

test('R-221: a second calculation is told to wait while one waits or runs', async () => {
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
