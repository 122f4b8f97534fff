import { contract } from '@qitao/app-server/testing/contract.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import type { In } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { at } from '@qitao/scheduling/testing/plant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { showReport } from '../model/figure.calls.ts'
import { reportKeys, reportOf } from '../model/report/reports.ts'
import { showSalesDashboard } from '../model/sales-dashboard.calls.ts'
import { someBooks } from '../testing/books.ts'

const app = await testApp()
const range: [number, number] = [at(-120, 0), at(-1, 0)]
const sum = (values: (string | null | undefined)[]) => values.reduce((all, value) => all + Number(value ?? 0), 0)

test('figures, periods and the best are those of the reports; backlog and unusual customers are those of the raw rows', async () => {
  const company = await app.company()
  await someBooks(company)
  const told = await company.admin.ok(showSalesDashboard, { timestamp_range: range })
  expect(told.summary.length).toBe(13)
  const of = (key: string) => Number(told.summary.find(({ figure }) => figure === key)!.value)
  expect(of('shipped_revenue')).toBeGreaterThan(0)
  expect(of('shipped_revenue') - of('shipped_cost')).toBeCloseTo(of('gross_margin'), 6)
  expect(of('gross_margin_rate')).toBeCloseTo((100 * of('gross_margin')) / of('shipped_revenue'), 0)
  expect(sum(told.series.map(row => row.shipped))).toBeCloseTo(of('shipped_revenue'), 6)
  for (const { figure, value, before, year } of told.summary) {
    const report_type = reportKeys.find(key => reportOf(key).figures.includes(figure))!
    const ask = (compared: 'previous' | 'year') =>
      company.admin.ok(showReport, { report_type, figures: [figure], timestamp_range: range, compared: [compared] })
    const { total } = await ask('previous')
    expect(total.values[figure], figure).toBe(value)
    if (figure === 'backlog_value') continue
    expect(total.before.previous?.[figure] ?? null, figure).toBe(before)
    expect((await ask('year')).total.before.year?.[figure] ?? null, figure).toBe(year)
  }
  const value = told.summary.find(({ figure }) => figure === 'order_value')!.value
  expect(sum(told.series.map(row => row.order_value))).toBe(Number(value))
  expect(sum(told.by_series.map(row => row.order_value))).toBe(Number(value))
  expect(sum(told.customers.map(row => row.order_value))).toBe(Number(value))
  const values = told.products.map(row => Number(row.order_value))
  expect(values).toEqual(values.toSorted((a, b) => b - a))

  // By the week that they are due: nothing is lost, and what is before this week is late.
  const backlog = told.summary.find(({ figure }) => figure === 'backlog_value')!.value
  expect(sum(told.delivery.flatMap(({ by }) => by.map(({ amount }) => amount)))).toBe(Number(backlog))
  expect(told.delivery.filter(({ by }) => by.some(({ lines }) => lines !== null)).length).toBeGreaterThan(3)
  const { rows } = await app.database.pool.query<{ lines: number }>(
    `select count(*)::integer as lines from sales_order_line l join sales_order o on o.id = l.order_id where l.org_id = $1 and o.order_type = '1' and not o.deleted
       and o.status not in (0, 50, 90) and l.shipped_quantity < l.quantity and coalesce(l.delivery_date, o.delivery_date) < $2`,
    [company.org_id, told.delivery[1]!.week],
  )
  expect(sum(told.delivery[0]!.by.map(({ lines }) => lines))).toBe(rows[0]!.lines)

  const asked = await app.database.pool.query<{ customer_id: string; now: string; usual: string }>(
    `select o.customer_id, sum(case when o.order_date >= $2 then l.amount else 0 end) as now, sum(case when o.order_date < $2 then l.amount else 0 end) * 120 / 365 as usual
       from sales_order_line l join sales_order o on o.id = l.order_id where l.org_id = $1 and o.order_type = '1' and not o.deleted and o.status not in (0, 90)
         and coalesce(o.currency, 'CNY') = 'CNY' and o.order_date >= $2 - 365 * 86400 and o.order_date < $3 group by 1`,
    [company.org_id, range[0], range[1] + 86_400],
  )
  const unusual = asked.rows.filter(row => Number(row.usual) > 0 && Number(row.now) > 1.5 * Number(row.usual))
  expect(told.abnormal.map(({ key, order_value }) => [key, Number(order_value)]).sort()).toEqual(
    unusual.map(({ customer_id, now }) => [customer_id, Number(now)]).sort(),
  )
})

test('of one customer all is of that customer, and what knows no customer is left out', async () => {
  const company = await app.company()
  const { customer_ids } = await someBooks(company)
  const [customer_id] = customer_ids as [string]
  const told = await company.admin.ok(showSalesDashboard, { timestamp_range: range, customer_id, series: 'S1' })
  expect(told.customers.map(({ key }) => key)).toEqual([customer_id])
  expect(told.by_series.map(({ name }) => name)).toEqual(['S1'])
  // Inquiries know their customer and no series.
  expect(told.summary.map(({ figure }) => figure)).not.toContain('conversion')
  const whole = await company.admin.ok(showSalesDashboard, { timestamp_range: range })
  expect(told.at_risk.length).toBeLessThanOrEqual(whole.at_risk.length)
  expect(new Set(told.at_risk.map(({ customer_name }) => customer_name)).size).toBeLessThanOrEqual(1)
})

test('who sees no orders and no margin sees neither here', async () => {
  const company = await app.company()
  await someBooks(company)
  const promiser = await company.member([pages.salesDashboard, pages.orderPromise])
  const told = await promiser.ok(showSalesDashboard, {})
  expect(told.summary.map(({ figure }) => figure)).toEqual(['conversion', 'promise_lead_time', 'promise_reliability'])
  expect([told.customers, told.products, told.at_risk, told.abnormal]).toEqual([[], [], [], []])
  const seller = await company.member([pages.salesDashboard, pages.salesOrders])
  const seen = await seller.ok(showSalesDashboard, { timestamp_range: range })
  expect(seen.summary.some(({ figure }) => figure.startsWith('gross_margin'))).toBe(false)
  expect(seen.summary.map(({ figure }) => figure)).toContain('shipped_value')
  expect(seen.customers.every(row => row.gross_margin_rate === null)).toBe(true)
})

contract(app, showSalesDashboard, {
  set: someBooks,
  good: ({ customer_ids }): In<typeof showSalesDashboard> => ({
    timestamp_range: range,
    time_dimension: 2,
    customer_id: customer_ids[0]!,
  }),
  check: ({ series }) => expect(series.length).toBeGreaterThan(15),
  refused: () => [
    ['more than a year', { timestamp_range: [at(-400, 0), at(0, 0)] }, generalErrors.dateSpanOverYear],
    ['by what time there is not', { time_dimension: 7 }, generalErrors.badParameter],
  ],
  foreign: ({ data }) => expect(data).toMatchObject({ customers: [], at_risk: [] }),
})
