import { setOrganizationConfig } from '@qitao/access/model/company/organization.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { connectionsUsedAt } from '@qitao/app-server/testing/thread-use.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aCustomer, aMaterial, aProcess, aSupplier } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { answersName } from '@qitao/platform/server/http/answer-thread.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import { cancelSalesOrders, deleteSalesOrders, dropSalesOrders } from '@qitao/sales/model/sales-order.calls.ts'
import { at } from '@qitao/scheduling/testing/plant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  closeMarginPeriod,
  listGrossMargins,
  listMarginPeriods,
  reopenMarginPeriod,
  showPlannedMargin,
} from '../../model/margin/margin.calls.ts'
import { marginErrors } from '../../model/margin/margin.errors.ts'
import { marginGap } from '../../model/margin/margin.status.ts'
import { costElements } from '../../model/margin/planned-cost.rules.ts'
import { someBooks } from '../../testing/books.ts'

const app = await testApp()
const range: [number, number] = [at(-200, 0), at(-1, 0)]
const raws = 40
const subs = 30
const products = 20

/** Three levels of products that are cut by us, welded by us and plated outside, and so many orders of them, shipped in whole or in part. */
async function aFactory(company: TestCompany, orders: number): Promise<void> {
  const { id: any } = await aMaterial(company, { kind: 0 })
  const processes = [await aProcess(company), await aProcess(company), await aProcess(company)] as const
  const [cut, weld, plate] = processes.map(({ id }) => id)
  const supplier = (await aSupplier(company)).id
  const customer = (await aCustomer(company)).id
  await company.admin.ok(setOrganizationConfig, { configs: [{ config_key: 'overhead_percent', config_value: '15' }] })
  await company.as(async tx => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(tx)
    // The last raw material has no price.
    await run(sql`insert into material (id, code, name, kind, unit_id, purchase_price)
      select gen_random_uuid(), 'R' || i, 'R' || i, 0, m.unit_id, case when i < ${raws} then round(1 + i % 9 + i / 7.0, 6) end
      from generate_series(1, ${raws}::int) i, material m where m.id = ${any}
      union all select gen_random_uuid(), 'S' || i, 'S' || i, 1, m.unit_id, null from generate_series(1, ${subs}::int) i, material m where m.id = ${any}
      union all select gen_random_uuid(), 'P' || i, 'P' || i, 2, m.unit_id, null from generate_series(1, ${products}::int) i, material m where m.id = ${any}`)
    const bom = (
      of: string,
      base: number,
      count: number,
    ) => sql`insert into material_bom (id, code, material_id, version, base_quantity, status, is_default)
      select gen_random_uuid(), m.code || 'B', m.id, '1', ${base}::numeric, 1, true from material m, generate_series(1, ${count}::int) i where m.code = ${of}::text || i`
    await run(bom('S', 7, subs))
    await run(bom('P', 3, products))
    const line = (
      of: string,
      part: string,
      step: number,
      quantity: ReturnType<typeof sql>,
      count: number,
    ) => sql`insert into material_bom_line (id, bom_id, line_no, material_id, quantity, scrap_rate)
      select gen_random_uuid(), b.id, ${10 + step}::int + (select count(*) from material_bom_line l where l.bom_id = b.id), p.id, ${quantity}, case when i % 2 = 0 then 0.03 else 0 end
      from generate_series(1, ${count}::int) i join material m on m.code = ${of}::text || i join material_bom b on b.material_id = m.id
        join material p on p.code = ${part}::text || (i + ${step}::int)`
    await run(line('S', 'R', 0, sql`i % 5 + 0.7`, subs))
    await run(line('S', 'R', 5, sql`i % 3 + 1.1`, subs))
    await run(line('P', 'S', 0, sql`i % 4 + 1`, products))
    await run(line('P', 'S', 9, sql`2`, products))
    await run(line('P', 'R', 20, sql`i / 3.0`, products))
    const routing = (
      of: string,
      count: number,
    ) => sql`insert into routing (id, code, name, material_id, status, is_default)
      select gen_random_uuid(), m.code || 'W', m.code, m.id, 1, true from material m, generate_series(1, ${count}::int) i where m.code = ${of}::text || i`
    await run(routing('S', subs))
    await run(routing('P', products))
    await run(sql`insert into routing_step (id, routing_id, sequence, process_id) select gen_random_uuid(), r.id, s.sequence, s.process_id from routing r
      join (values ('S', 10, ${cut}::uuid), ('S', 20, ${weld}::uuid), ('P', 10, ${weld}::uuid), ('P', 20, ${plate}::uuid)) s (kind, sequence, process_id) on left(r.code, 1) = s.kind`)
    await run(sql`insert into device (id, machine_no, name, efficiency, hourly_rate, supplier_id)
      select gen_random_uuid(), 'D' || i, 'D' || i, case i when 2 then 0.9 else 1 end, case when i < 4 then 20 + i * 7 end, case when i = 4 then ${supplier}::uuid end from generate_series(1, 4) i`)
    await run(sql`insert into device_process (device_id, process_id) select d.id, case d.machine_no when 'D1' then ${cut}::uuid when 'D2' then ${cut}::uuid when 'D3' then ${weld}::uuid else ${plate}::uuid end
      from device d where d.machine_no in ('D1', 'D2', 'D3', 'D4')`)
    await run(sql`insert into machine_rate (id, device_id, hourly_rate, valid_from) select gen_random_uuid(), id, 33.3, ${at(-100, 0)}::bigint from device where machine_no = 'D1'
      union all select gen_random_uuid(), id, 99, ${at(100, 0)}::bigint from device where machine_no = 'D1'`)
    await run(sql`insert into cycle_time (id, process_id, device_id, material_id, cycle_seconds, batch_quantity, setup_seconds, employees, expected_oee)
      select gen_random_uuid(), ${cut}::uuid, null::uuid, null::uuid, 50, 3, 600, 1, 0.85
      union all select gen_random_uuid(), ${cut}::uuid, d.id, null, 41, 1, 900, 2, 1 from device d where d.machine_no = 'D2'
      union all select gen_random_uuid(), ${weld}::uuid, null, null, 75, 1, 300, 1, 0.9
      union all select gen_random_uuid(), ${weld}::uuid, null, m.id, 91, 1, 0, 3, 1 from material m where m.code in ('P3', 'S4')`)
    await run(sql`insert into wage_rate (id, process_id, material_id, wage_type, rate, valid_from)
      values (gen_random_uuid(), ${cut}::uuid, null, 2, 31, ${at(-300, 0)}::bigint), (gen_random_uuid(), ${cut}::uuid, null, 2, 34.5, ${at(-30, 0)}::bigint),
        (gen_random_uuid(), ${cut}::uuid, null, 2, 77, ${at(30, 0)}::bigint), (gen_random_uuid(), ${weld}::uuid, null, 1, 0.77, ${at(-300, 0)}::bigint)`)
    await run(sql`insert into process_price (id, supplier_id, process_id, material_id, price, valid_from, valid_to)
      select gen_random_uuid(), ${supplier}::uuid, ${plate}::uuid, null::uuid, 2.35, ${at(-300, 0)}::bigint, null::bigint
      union all select gen_random_uuid(), ${supplier}::uuid, ${plate}::uuid, m.id, 1.95, ${at(-300, 0)}::bigint, null from material m where m.code = 'P5'
      union all select gen_random_uuid(), ${supplier}::uuid, ${plate}::uuid, m.id, 0.05, ${at(-300, 0)}::bigint, ${at(-10, 0)}::bigint from material m where m.code = 'P6'
      union all select gen_random_uuid(), ${supplier}::uuid, ${plate}::uuid, m.id, n.price, ${at(0, 0)}::bigint - n.days * 86400, ${at(0, 0)}::bigint + n.more * 86400
        from material m, (values (0.01, 300, 5), (2.1, 50, 0)) n (price, days, more) where m.code = 'P7'`)
    await run(sql`insert into sales_order (id, no, order_type, status, customer_id, order_date, delivery_date, currency)
      select gen_random_uuid(), 'SO' || i, '1', 50, ${customer}::uuid, ${at(-150, 0)}::bigint, ${at(-100, 0)}::bigint, case when i % 50 = 0 then 'USD' else 'CNY' end from generate_series(1, ${orders}::int) i`)
    await run(sql`insert into sales_order_line (id, order_id, line_no, material_id, quantity, price, amount, shipped_quantity, delivered_time)
      select gen_random_uuid(), o.id, 1, m.id, q.quantity, q.price, q.quantity * q.price, case when i % 4 = 0 then 3 else q.quantity end, ${at(-90, 0)}::bigint + i % 80 * 86400
      from generate_series(1, ${orders}::int) i join sales_order o on o.no = 'SO' || i join material m on m.code = 'P' || (i % ${products}::int + 1)
        cross join lateral (select (3 + i % 17)::numeric as quantity, case when i % 77 > 0 then 400 + i % 900 / 7.0 end as price) q`)
  })
}

/** The same once more by SQL alone: the tree walked by quantities, steps costed at each of its nodes, lines in cents. */
const byStatement = (orders: string) => `with recursive
  tree (root, node, quantity) as (
    select m.id, m.id, 1::numeric from material m where m.org_id = $1 and m.code like 'P%'
    union all select t.root, l.material_id, t.quantity * ceil(l.quantity / b.base_quantity * (1 + l.scrap_rate) * 1000000) / 1000000
      from tree t join material_bom b on b.org_id = $1 and b.material_id = t.node and b.is_default join material_bom_line l on l.bom_id = b.id),
  machine as (select d.id, p.process_id, d.efficiency, coalesce((select r.hourly_rate from machine_rate r where r.device_id = d.id and r.valid_from <= $2 order by r.valid_from desc limit 1), d.hourly_rate) as rate
    from device d join device_process p on p.device_id = d.id where d.org_id = $1 and d.supplier_id is null),
  step as (select m.id as material_id, s.process_id, d.rate, c.employees, c.setup_seconds / 3600.0 as setup,
      c.cycle_seconds / c.batch_quantity / c.expected_oee / d.efficiency / 3600 as run
    from material m join routing w on w.material_id = m.id join routing_step s on s.routing_id = w.id join machine d on d.process_id = s.process_id
      cross join lateral (select * from cycle_time c where c.process_id = s.process_id and (c.material_id = m.id or c.material_id is null) and (c.device_id = d.id or c.device_id is null)
        order by c.material_id is not null desc, c.device_id is not null desc limit 1) c where m.org_id = $1),
  wage as (select distinct on (process_id) process_id, wage_type, rate from wage_rate where org_id = $1 and valid_from <= $2 order by process_id, valid_from desc),
  work as (select material_id, sum(labour_lot) as labour_lot, sum(labour) as labour, sum(machine_lot) as machine_lot, sum(machine) as machine from (
      select s.material_id, s.process_id, case w.wage_type when 2 then avg(s.setup * s.employees) * w.rate else 0 end as labour_lot,
        case w.wage_type when 2 then avg(s.run * s.employees) * w.rate else w.rate end as labour, avg(s.setup * s.rate) as machine_lot, avg(s.run * s.rate) as machine
      from step s join wage w on w.process_id = s.process_id group by s.material_id, s.process_id, w.wage_type, w.rate) x group by 1),
  outer_price as (select m.id as material_id, (select p.price from process_price p where p.org_id = $1 and (p.material_id = m.id or p.material_id is null) and p.valid_from <= $2
      and (p.valid_to is null or p.valid_to >= $2) order by p.material_id is not null desc, p.valid_from desc limit 1) as price from material m where m.org_id = $1 and m.code like 'P%'),
  product as (select t.root, sum(t.quantity * coalesce(m.purchase_price, 0)) as material, sum(t.quantity * coalesce(w.labour, 0)) as labour, sum(t.quantity * coalesce(w.machine, 0)) as machine,
      sum(coalesce(w.labour_lot, 0)) as labour_lot, sum(coalesce(w.machine_lot, 0)) as machine_lot, bool_or(m.code like 'R%' and m.purchase_price is null) as lacks
    from tree t join material m on m.id = t.node left join work w on w.material_id = t.node group by 1),
  line as (select l.id, o.no, round(s.quantity * l.price, 2) as revenue, p.lacks or l.price is null or o.currency <> 'CNY' as unmeasured, round(s.quantity * p.material, 2) as material,
      round(s.quantity * p.labour + s.share * p.labour_lot, 2) as labour, round(s.quantity * p.machine + s.share * p.machine_lot, 2) as machine,
      round(s.quantity * x.price, 2) as outside,
      round((s.quantity * (p.labour + p.machine) + s.share * (p.labour_lot + p.machine_lot)) * 0.15, 2) as overhead
    from sales_order_line l join sales_order o on o.id = l.order_id join product p on p.root = l.material_id join outer_price x on x.material_id = l.material_id
      cross join lateral (select ${orders} as quantity, ${orders} / l.quantity as share) s where l.org_id = $1)
  select count(*)::int as lines, (count(*) filter (where unmeasured))::int as unmeasured, sum(revenue) filter (where not unmeasured) as revenue, sum(material) filter (where not unmeasured) as material,
    sum(labour) filter (where not unmeasured) as labour, sum(machine) filter (where not unmeasured) as machine, sum(outside) filter (where not unmeasured) as outside,
    sum(overhead) filter (where not unmeasured) as overhead from line`

test('the planned margin of 10,000 orders is what a statement of its own says, to the cent, each element', async () => {
  const company = await app.company()
  await aFactory(company, 10_000)
  const before = await connectionsUsedAt(app, answersName)
  const found = await company.admin.ok(showPlannedMargin, { timestamp_range: range })
  // So many are computed beside the event loop.
  expect(await connectionsUsedAt(app, answersName)).toBeGreaterThan(before)
  const { rows } = await app.database.pool.query(byStatement('l.shipped_quantity'), [company.org_id, at(0, 0)])
  const [expected] = rows
  expect([found.line_count, found.unmeasured_count]).toEqual([expected.lines, expected.unmeasured])
  expect(found.line_count).toBe(10_000)
  expect(found.unmeasured_count).toBeGreaterThan(100)
  for (const element of ['revenue', ...costElements] as const)
    expect(Number(found.planned[element]), element).toBe(Number(expected[element]))
  const cost = costElements.reduce((sum, element) => sum + Number(expected[element]), 0)
  expect(Number(found.planned.margin)).toBeCloseTo(Number(expected.revenue) - cost, 2)
  expect(Math.min(...costElements.map(element => Number(expected[element])))).toBeGreaterThan(1000)
  // What has no price is told by name, and only that.
  expect(new Set(found.unmeasured.flatMap(({ missing }) => missing.map(({ kind, of }) => `${kind} ${of}`)))).toEqual(
    new Set([`price R${raws}`]),
  )
})

const anOrderOf = async (company: TestCompany, no: string): Promise<string> =>
  (await app.database.pool.query('select id from sales_order where org_id = $1 and no = $2', [company.org_id, no]))
    .rows[0].id
contract(app, showPlannedMargin, {
  set: async company => {
    await aFactory(company, 21)
    return anOrderOf(company, 'SO4')
  },
  good: order_id => ({ order_id }),
  check: async (found, order_id, company) => {
    // Ordered 7, shipped 3: planned is all that was ordered.
    expect(found).toMatchObject({ line_count: 1, unmeasured_count: 0, prices_hidden: false })
    const all = await company.admin.ok(showPlannedMargin, { timestamp_range: range })
    expect(Number(all.planned.revenue)).toBeGreaterThan(Number(found.planned.revenue))
    const seller = await company.member([pages.grossMargin])
    const hidden = await seller.ok(showPlannedMargin, { order_id })
    expect(hidden.planned).toEqual({ ...found.planned, material: null, labour: null, outside: null, overhead: null })
  },
  refused: () => [
    ['an order that is not there', { order_id: crypto.randomUUID() }, salesErrors.orderMissing],
    ['more than a year', { timestamp_range: [at(-400, 0), at(0, 0)] }, generalErrors.dateSpanOverYear],
  ],
  foreign: salesErrors.orderMissing,
})

contract(app, listMarginPeriods, {
  set: async company => {
    await someBooks(company)
    await company.admin.ok(closeMarginPeriod, { until_day: at(-60, 0), remark: 'March' })
  },
  good: () => ({}),
  check: ({ result }) => {
    expect(result).toMatchObject([{ from_time: null, until_day: at(-60, 0), remark: 'March', author_name: 'Admin' }])
    expect(result[0]!.line_count).toBeGreaterThan(0)
  },
  refused: () => [['a field nobody knows', { of: 'all' }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.result).toEqual([]),
})
contract(app, closeMarginPeriod, {
  set: async company => {
    await someBooks(company)
    await company.admin.ok(closeMarginPeriod, { until_day: at(-90, 0) })
  },
  good: () => ({ until_day: at(-60, 0) }),
  refused: () => [
    ['a day that is closed', { until_day: at(-90, 0) }, marginErrors.closeDayWrong],
    ['today', { until_day: at(0, 0) }, marginErrors.closeDayWrong],
  ],
  foreign: ({ code }) => expect(code).toBe(200),
})
contract(app, reopenMarginPeriod, {
  set: async company => {
    await someBooks(company)
    await company.admin.ok(closeMarginPeriod, { until_day: at(-90, 0) })
    await company.admin.ok(closeMarginPeriod, { until_day: at(-60, 0) })
    return (await company.admin.ok(listMarginPeriods, {})).result
  },
  good: ([last]) => ({ id: last!.id, row_version: last!.row_version }),
  check: async (_, [, first], { admin }) =>
    expect((await admin.ok(listMarginPeriods, {})).result.map(({ id }) => id)).toEqual([first!.id]),
  refused: ([last, first]) => [
    ['one before the last', { id: first!.id, row_version: first!.row_version }, marginErrors.notLastPeriod],
    ['as it was', { id: last!.id, row_version: last!.row_version + 7 }, generalErrors.versionConflict],
    ['one that is not there', { id: crypto.randomUUID(), row_version: 1 }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('figures of a closed period stay; what changes later counts once, for the first open day', async () => {
  const company = await app.company()
  await someBooks(company)
  const shipped = (from: number, until: number) =>
    company.admin.ok(listGrossMargins, {
      group_by: 'line',
      timestamp_range: [at(from, 0), at(until, 0)],
      page_size: -1,
    })
  const before = await shipped(-200, -61)
  const measured = before.result.find(({ margin }) => margin !== null)!
  const whole = await shipped(-200, -1)
  await company.admin.ok(closeMarginPeriod, { until_day: at(-61, 0) })
  expect((await shipped(-200, -61)).result).toEqual(before.result)
  expect((await shipped(-200, -1)).summary).toEqual(whole.summary)
  // Prices go up, and one piece comes back.
  await company.as(async tx => {
    await sql`update material set purchase_price = purchase_price * 2`.execute(tx)
    await sql`update sales_order_line set returned_quantity = 1 where id = ${measured.id}`.execute(tx)
  })
  const after = await shipped(-200, -61)
  expect(after.result).toEqual(before.result)
  expect(after.summary).toEqual(before.summary)
  const open = (await shipped(-60, -1)).result.find(({ id }) => id === measured.id)!
  expect(open.at).toBe(at(-60, 0))
  expect(Number(open.revenue)).toBeLessThan(0)
  // Reopened, it follows the books.
  const [period] = (await company.admin.ok(listMarginPeriods, {})).result
  await company.admin.ok(reopenMarginPeriod, { id: period!.id, row_version: period!.row_version })
  const again = await shipped(-200, -61)
  expect(Number(again.summary.cost)).toBeGreaterThan(Number(before.summary.cost))
  expect(Number(again.result.find(({ id }) => id === measured.id)!.revenue)).toBeLessThan(Number(measured.revenue))
})

/** Margins of lines that were shipped from one day to another. */
const shippedIn = (company: TestCompany) => async (from: number, until: number) => {
  const timestamp_range: [number, number] = [at(from, 0), at(until, 0)]
  const found = await company.admin.ok(listGrossMargins, { group_by: 'line', timestamp_range, page_size: -1 })
  return { ...found, of: (id: string) => found.result.find(row => row.id === id) }
}
const change = (company: TestCompany, what: ReturnType<typeof sql>, id: string) =>
  company.as(tx => sql`update sales_order_line set ${what} where id = ${id}`.execute(tx))

test('no closed period changes: not by what was away when it was closed, nor by what comes back two periods later', async () => {
  const company = await app.company()
  await someBooks(company)
  const shipped = shippedIn(company)
  const [away, kept] = (await shipped(-200, -91)).result.filter(({ margin }) => margin !== null)
  await change(company, sql`returned_quantity = shipped_quantity`, away!.id)
  await company.admin.ok(closeMarginPeriod, { until_day: at(-91, 0) })
  await company.admin.ok(closeMarginPeriod, { until_day: at(-61, 0) })
  const closed = [await shipped(-200, -91), await shipped(-90, -61)]
  const open = await shipped(-60, -1)
  await change(company, sql`returned_quantity = 0`, away!.id)
  await change(company, sql`returned_quantity = 1`, kept!.id)
  expect((await shipped(-200, -91)).result).toEqual(closed[0]!.result)
  expect((await shipped(-90, -61)).result).toEqual(closed[1]!.result)
  const now = await shipped(-60, -1)
  expect(now.of(away!.id)).toEqual({ ...away!, at: at(-60, 0) })
  expect(now.of(kept!.id)!.at).toBe(at(-60, 0))
  const more = [away!.id, kept!.id].map(id => Number(now.of(id)!.margin) - Number(open.of(id)?.margin ?? 0))
  expect(Number(now.summary.margin)).toBeCloseTo(Number(open.summary.margin) + more[0]! + more[1]!, 2)
})

test('a price that is put right after closing counts once, for the first open day; so does a margin that there was not', async () => {
  const company = await app.company()
  await someBooks(company)
  const shipped = shippedIn(company)
  const [righted, priceless, other] = (await shipped(-200, -61)).result.filter(({ margin }) => margin !== null)
  for (const { id } of [priceless!, other!]) await change(company, sql`price = null, amount = null`, id)
  await company.admin.ok(closeMarginPeriod, { until_day: at(-61, 0) })
  const closed = await shipped(-200, -61)
  expect((await shipped(-60, -1)).of(priceless!.id)).toBeUndefined()
  await change(company, sql`price = price + 2, amount = null`, righted!.id)
  await change(company, sql`price = 100`, priceless!.id)
  const { rows } = await app.database.pool.query(
    'select shipped_quantity as quantity from sales_order_line where id = $1',
    [righted!.id],
  )
  const told = async (until: number) => {
    expect((await shipped(-200, -61)).result).toEqual(closed.result)
    expect((await shipped(-60, until)).of(righted!.id)).toMatchObject({
      ...{ at: at(-60, 0), revenue: String(2 * Number(rows[0].quantity)), cost: '0', gaps: [] },
    })
    const found = (await shipped(-60, until)).of(priceless!.id)!
    expect(found).toMatchObject({ at: at(-60, 0), cost: priceless!.cost, gaps: [] })
    expect(Number(found.revenue)).toBeGreaterThan(100)
    expect((await shipped(-60, until)).of(other!.id)).toBeUndefined()
  }
  await told(-31)
  const planned = await company.admin.ok(showPlannedMargin, { timestamp_range: [at(-200, 0), at(-31, 0)] })
  // Told once, it stays told when that day is closed too.
  await company.admin.ok(closeMarginPeriod, { until_day: at(-31, 0) })
  await told(-31)
  const later = await shipped(-30, -1)
  expect([righted, priceless, other].map(one => later.of(one!.id))).toEqual([undefined, undefined, undefined])
  const again = await company.admin.ok(showPlannedMargin, { timestamp_range: [at(-200, 0), at(-31, 0)] })
  expect(again).toEqual(planned)
})

test('what has no margin is told again only when there is another quantity of it, and a closed period after it is empty', async () => {
  const company = await app.company()
  await someBooks(company)
  const shipped = shippedIn(company)
  const [more, less, back] = (await shipped(-200, -91)).result.filter(({ margin }) => margin !== null)
  const lines = [more!, less!, back!]
  for (const { id } of lines)
    await change(company, sql`quantity = 20, shipped_quantity = 10, price = null, amount = null`, id)
  await company.admin.ok(closeMarginPeriod, { until_day: at(-91, 0) })
  const seen = async (from: number, until: number) => {
    const found = await shipped(from, until)
    return lines.map(({ id }) => found.of(id)?.gaps ?? null)
  }
  const gap = [{ gap: marginGap.codes.without_price, count: 1 }]
  const none = [null, null, null]
  expect(await seen(-90, -1)).toEqual(none)
  await change(company, sql`shipped_quantity = 15`, more!.id)
  await change(company, sql`returned_quantity = 3`, less!.id)
  await change(company, sql`returned_quantity = 10`, back!.id)
  expect(await seen(-90, -1)).toEqual([gap, gap, null])
  await company.admin.ok(closeMarginPeriod, { until_day: at(-61, 0) })
  expect(await seen(-90, -61)).toEqual([gap, gap, null])
  expect(await seen(-60, -1)).toEqual(none)
  const told = await company.as(tx =>
    rows(
      tx,
      sql<{ quantity: string }>`select trim_scale(shipped_quantity) as quantity from margin_closed_line
        where line_id in (${more!.id}, ${less!.id}) and at >= ${at(-90, 0)} order by 1`,
    ),
  )
  expect(told).toEqual([{ quantity: '7' }, { quantity: '15' }])
  await company.admin.ok(closeMarginPeriod, { until_day: at(-31, 0) })
  expect(await seen(-60, -31)).toEqual(none)
  // All of it has a margin once it has a price; what then goes out without one is told by itself, be it as much as was told before.
  await change(company, sql`price = 100`, more!.id)
  expect((await shipped(-30, -1)).of(more!.id)).toMatchObject({ revenue: '1500', gaps: [] })
  await company.admin.ok(closeMarginPeriod, { until_day: at(-16, 0) })
  await change(company, sql`quantity = 30, shipped_quantity = 30, price = null, amount = null`, more!.id)
  expect((await shipped(-15, -1)).of(more!.id)).toMatchObject({ gaps: gap })
  await company.admin.ok(closeMarginPeriod, { until_day: at(-2, 0) })
  expect((await shipped(-1, -1)).of(more!.id)).toBeUndefined()
})

/** The shipment of the order of a line is taken back: of it nothing has left, and nothing is made. */
const takenBack = (company: TestCompany, order_id: string) =>
  company.as(async tx => {
    await sql`update sales_order_line set shipped_quantity = 0 where order_id = ${order_id}`.execute(tx)
    await sql`update sales_order set status = 10 where id = ${order_id}`.execute(tx)
  })
/** Nothing stands in the way of its going for good. */
const unlinked = (company: TestCompany, order_id: string) =>
  company.as(async tx => {
    await sql`update mo set order_id = null, order_line_id = null where order_id = ${order_id}`.execute(tx)
    await sql`update receipt set order_id = null where order_id = ${order_id}`.execute(tx)
  })

test('an order that is cancelled, deleted or gone after its period was closed is taken back on the first open day, once', async () => {
  const company = await app.company()
  await someBooks(company)
  const shipped = shippedIn(company)
  const open = await shipped(-60, -1)
  const isOpen = new Set(open.result.map(({ opens_id }) => opens_id))
  const line = (await shipped(-200, -61)).result.find(
    ({ margin, opens_id }) => margin !== null && !isOpen.has(opens_id),
  )!
  const order_id = line.opens_id!
  await company.admin.ok(closeMarginPeriod, { until_day: at(-61, 0) })
  const closed = await shipped(-200, -61)
  await takenBack(company, order_id)
  const same = closed.result.filter(({ opens_id }) => opens_id === order_id)
  const back = same.reduce((sum, { margin }) => sum + Number(margin ?? 0), 0)
  const isTakenBack = async () => {
    expect((await shipped(-200, -61)).result).toEqual(closed.result)
    const now = await shipped(-60, -1)
    expect(now.of(line.id)).toMatchObject({ at: at(-60, 0), revenue: String(-Number(line.revenue)), gaps: [] })
    expect(Number(now.summary.margin)).toBeCloseTo(Number(open.summary.margin) - back, 2)
  }
  await isTakenBack()
  // Nor does it matter what becomes of its price.
  await change(company, sql`price = null, amount = null`, line.id)
  await isTakenBack()
  await company.admin.ok(cancelSalesOrders, { ids: [order_id] })
  await isTakenBack()
  await company.admin.ok(deleteSalesOrders, { ids: [order_id] })
  await isTakenBack()
  await unlinked(company, order_id)
  await company.admin.ok(dropSalesOrders, { ids: [order_id] })
  await isTakenBack()
  await company.admin.ok(closeMarginPeriod, { until_day: at(-31, 0) })
  await isTakenBack()
  expect((await shipped(-30, -1)).of(line.id)).toBeUndefined()
})
