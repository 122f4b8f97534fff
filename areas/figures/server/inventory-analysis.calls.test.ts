import { contract } from '@qitao/app-server/testing/contract.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { sum } from '@qitao/core/quantity.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { showInventoryAnalysis } from '@qitao/demand/model/inventory/inventory-plan.calls.ts'
import { aConsumedMaterial } from '@qitao/demand/testing/factories.ts'
import { today } from '@qitao/sales/testing/factories.ts'
import { at } from '@qitao/scheduling/testing/plant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { showPanorama } from '../model/dashboard.calls.ts'
import { listFigureRows, showReport } from '../model/figure.calls.ts'
import { someBooks } from '../testing/books.ts'

const app = await testApp()
const days: [number, number] = [at(-200, 0), at(-1, 0)]

contract(app, showInventoryAnalysis, {
  set: company => aConsumedMaterial(app, company),
  good: () => ({}),
  check: ({ summary, series }, { total }) => {
    // Two a piece, and three are left.
    expect(summary).toMatchObject({ consumed_amount: String(2 * total), stock_amount: '6', unpriced_count: 0 })
    expect(Number(sum(series.map(one => one.consumed_amount ?? '0')))).toBe(2 * total)
    expect(series.length).toBeGreaterThanOrEqual(12)
    expect(Number(summary.turns)).toBeGreaterThan(0)
  },
  refused: () => [
    ['more than a year', { timestamp_range: [today - 400 * daySeconds, today] }, generalErrors.dateSpanOverYear],
  ],
  foreign: ({ data }) =>
    expect(data?.summary).toEqual({
      ...{ stock_amount: '0', consumed_amount: '0', turns: null, days: null, unpriced_count: 0 },
    }),
})

test('the stock is worth the same in the inventory plan, in the panorama and in the reports; it turns as often', async () => {
  const company = await app.company()
  await someBooks(company)
  const { summary } = await company.admin.ok(showInventoryAnalysis, { timestamp_range: days })
  const { panorama } = await company.admin.ok(showPanorama, {})
  const stock = await company.admin.ok(showReport, { report_type: 'stock' })
  const material = await company.admin.ok(showReport, { report_type: 'material', timestamp_range: days })
  expect(Number(summary.stock_amount)).toBeGreaterThan(0)
  expect(summary.stock_amount).toBe(stock.total.values.stock_value)
  expect(summary.stock_amount).toBe(panorama.standing.find(({ figure }) => figure === 'stock_value')?.value)
  expect([summary.turns, summary.days, summary.consumed_amount]).toEqual([
    material.total.values.stock_turns,
    material.total.values.stock_days,
    material.total.values.issued_value,
  ])
  // One of the three materials has no price, and lies there.
  expect(summary.unpriced_count).toBe(1)
  const byWarehouse = await company.admin.ok(showReport, {
    ...{ report_type: 'stock', by_time: false, by: ['warehouse'] },
  })
  const [warehouse] = byWarehouse.result
  const one = await company.admin.ok(showInventoryAnalysis, { warehouse_id: warehouse!.keys[0]! })
  expect(one.summary.stock_amount).toBe(warehouse!.values.stock_value)
})

test('who does not see prices hears how often the stock turns, and not what it is worth', async () => {
  const company = await app.company()
  await someBooks(company)
  const all = [pages.inventoryPlan, pages.stock, pages.operationReport, pages.panorama]
  const [planner, buyer] = [await company.member(all), await company.member([...all, pages.unitPrices])]
  const told = async ({ ok }: typeof planner) => {
    const { summary, series } = await ok(showInventoryAnalysis, { timestamp_range: days })
    const material = await ok(showReport, { report_type: 'material', timestamp_range: days })
    const rows = await ok(listFigureRows, { figure: 'stock_turns', timestamp_range: days })
    const { panorama } = await ok(showPanorama, {})
    return {
      shares: [summary.turns, summary.days, material.total.values.stock_turns, rows.result[0]!.value],
      worth: [
        ...[summary.stock_amount, summary.consumed_amount, series.find(one => one.consumed_amount)?.consumed_amount],
        ...[material.total.values.issued_value, rows.result[0]!.sums[0]!.value],
        panorama.standing.find(({ figure }) => figure === 'stock_value')?.value,
      ].map(value => value ?? null),
    }
  }
  const [less, more] = [await told(planner), await told(buyer)]
  expect(less.shares).toEqual(more.shares)
  expect(more.worth).not.toContain(null)
  expect(less.worth).toEqual(Array(6).fill(null))
  for (const figure of ['stock_value', 'issued_value'] as const)
    expect((await planner.send(listFigureRows, { figure, timestamp_range: days })).code).toBe(
      generalErrors.noPermission.code,
    )
})
