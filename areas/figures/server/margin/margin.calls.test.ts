import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import { at } from '@qitao/scheduling/testing/plant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { showReport } from '../../model/figure.calls.ts'
import {
  exportGrossMargins,
  listGrossMargins,
  type MarginRow,
  showGrossMargin,
} from '../../model/margin/margin.calls.ts'
import { marginGap } from '../../model/margin/margin.status.ts'
import { type Books, someBooks } from '../../testing/books.ts'

const app = await testApp()
const range: [number, number] = [at(-200, 0), at(10, 0)]

/** Work orders that were made to the end, of what they used, who worked how long on what, and what was done outside. */
async function madeBooks(company: TestCompany): Promise<Books> {
  const books = await someBooks(company)
  await company.as(async tx => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(tx)
    await run(
      sql`update mo set completed_quantity = 40 + abs(hashtext(no)) % 5 where status >= 40 and material_id <> ${books.component.id}`,
    )
    // The product is made of the component and of the other product, which is made of the component too.
    await run(sql`insert into stock_movement (inventory_id, movement_type, material_id, quantity, balance, location_id, movement_time, mo_id)
      select v.id, case when n = 3 then 15 else 21 end, v.material_id, case when n = 3 then 2 else -1 * (20 + 10 * n + abs(hashtext(t.no || n)) % 7) end, 0, v.location_id, t.delivery_date, t.id
      from mo t cross join generate_series(1, 3) n
        join inventory v on v.lot_number = 'L1' and v.material_id = case when n = 2 then ${books.other.id}::uuid else ${books.component.id}::uuid end
      where t.status >= 40 and t.material_id <> ${books.component.id} and (n <> 2 or t.material_id = ${books.product.id})`)
    await run(sql`update device set hourly_rate = 36.5 where id = ${books.saw.id}`)
    await run(sql`update device set hourly_rate = 50 where id = ${books.welder.id}`)
    // The saw costs something else since two thirds of its reports were made, and will cost more one day.
    await run(sql`insert into machine_rate (id, device_id, hourly_rate, valid_from)
      select gen_random_uuid(), ${books.saw.id}::uuid, 41.25, percentile_disc(0.66) within group (order by report_time) from report_record where device_id = ${books.saw.id}
      union all select gen_random_uuid(), ${books.saw.id}::uuid, 99, ${at(400, 0)}::bigint`)
    await run(sql`insert into wage_line (period_id, line_no, user_id, kind, report_id, amount)
      select gen_random_uuid(), row_number() over (), ${company.admin.user_id}, 1, id, 10 + abs(hashtext(report_no)) % 100 / 7.0 from report_record where report_no not like '%92'`)
    await run(
      sql`insert into outsource_order (id, no, status, supplier_id, order_date, currency) select gen_random_uuid(), 'WW' || n, '30', ${books.supplier_ids[0]}, 0, case n when 3 then 'USD' else 'CNY' end from generate_series(1, 3) n`,
    )
    await run(sql`insert into outsource_order_line (id, order_id, line_no, mo_id, operation_id, material_id, quantity, price, sent_quantity, received_quantity, failed_quantity)
      select gen_random_uuid(), o.id, row_number() over (), t.id, p.id, t.material_id, 50, case when o.no = 'WW2' then null else 1.25 end, 50, 44, 4
      from mo t join mo_operation p on p.mo_id = t.id and p.sequence = 20 join outsource_order o on o.no = 'WW' || abs(hashtext(t.no)) % 3 + 1 and t.status >= 40 and t.material_id = ${books.product.id} and abs(hashtext(t.no || 'out')) % 2 = 0`)
  })
  return books
}

interface Piece {
  material: number
  labour: number
  machine: number
  outside: number
  unknown: Set<string>
}
/** The margin of each shipped line once more, by hand: raw rows, read table by table, and a recursion. */
async function byHand(company: TestCompany) {
  const all = async <T extends object>(statement: string): Promise<T[]> =>
    (await app.database.pool.query<T>(statement, [company.org_id])).rows
  const mos = await all<{ id: string; material_id: string; order_line_id: string; made: string }>(
    'select id, material_id, order_line_id, completed_quantity as made from mo where org_id = $1 and status in (40, 50) and completed_quantity > 0',
  )
  const moves = await all<{ mo_id: string; material_id: string; quantity: string }>(
    'select mo_id, material_id, quantity from stock_movement where org_id = $1 and mo_id is not null and movement_type in (15, 21)',
  )
  const reports = await all<{
    mo_id: string
    id: string
    seconds: number
    device_id: string
    at: number
    rate: string | null
  }>(
    'select r.mo_id, r.id, r.work_seconds as seconds, r.device_id, r.report_time as at, (select d.hourly_rate from device d where d.id = r.device_id) as rate from report_record r where r.org_id = $1 and not r.revoked',
  )
  const rates = await all<{ device_id: string; hourly_rate: string; valid_from: number }>(
    'select device_id, hourly_rate, valid_from from machine_rate where org_id = $1 order by valid_from',
  )
  const rateOf = (report: (typeof reports)[number]) =>
    rates.findLast(one => one.device_id === report.device_id && Number(one.valid_from) <= Number(report.at))
      ?.hourly_rate ?? report.rate
  const wages = await all<{ report_id: string; amount: string }>(
    'select report_id, amount from wage_line where org_id = $1',
  )
  const outside = await all<{ mo_id: string; no: string; price: string | null; currency: string; good: string }>(
    'select l.mo_id, o.no, l.price, o.currency, l.received_quantity - l.failed_quantity as good from outsource_order_line l, outsource_order o where l.org_id = $1 and o.id = l.order_id',
  )
  const bought = await all<{ material_id: string; price: string }>(
    `select distinct on (l.material_id) l.material_id, l.price from purchase_order_line l, purchase_order o where l.org_id = $1 and o.id = l.order_id and o.status not in ('05', '10') and coalesce(o.currency, 'CNY') = 'CNY'
     order by l.material_id, o.order_date desc, o.no desc, l.line_no desc`,
  )
  const listed = await all<{ id: string; code: string; price: string | null }>(
    'select id, code, purchase_price as price from material where org_id = $1',
  )
  const paid = new Map(bought.map(one => [one.material_id, Number(one.price)]))
  const known = new Map(listed.map(one => [one.id, one]))
  const amountOf = Map.groupBy(wages, one => one.report_id)

  const costOf = (jobs: typeof mos, path: readonly string[]): Piece => {
    const made = jobs.reduce((sum, job) => sum + Number(job.made), 0)
    const ids = new Set(jobs.map(({ id }) => id))
    const piece: Piece = { material: 0, labour: 0, machine: 0, outside: 0, unknown: new Set() }
    for (const move of moves) {
      const of = jobs.find(({ id }) => id === move.mo_id)
      if (!of || move.material_id === of.material_id || path.includes(move.material_id)) continue
      const part = pieceOf(move.material_id, path)
      for (const element of ['material', 'labour', 'machine', 'outside'] as const)
        piece[element] -= (part[element] * Number(move.quantity)) / made
      for (const name of part.unknown) piece.unknown.add(name)
    }
    for (const report of reports) {
      if (!ids.has(report.mo_id)) continue
      for (const { amount } of amountOf.get(report.id) ?? []) piece.labour += Number(amount) / made
      piece.machine += (report.seconds * Number(rateOf(report) ?? 0)) / 3600 / made
    }
    for (const one of outside) {
      if (!ids.has(one.mo_id)) continue
      piece.outside += (Number(one.good) * Number(one.price ?? 0)) / made
      if (one.price === null || one.currency !== 'CNY') piece.unknown.add(one.no)
    }
    return piece
  }
  const pieceOf = (material_id: string, path: readonly string[]): Piece => {
    const jobs = mos.filter(one => one.material_id === material_id)
    if (jobs.length > 0) return costOf(jobs, [...path, material_id])
    const { code, price } = known.get(material_id)!
    const of = paid.get(material_id) ?? (price === null ? undefined : Number(price))
    return { material: of ?? 0, labour: 0, machine: 0, outside: 0, unknown: new Set(of === undefined ? [code] : []) }
  }
  const lines = await all<{
    id: string
    order_id: string
    customer_id: string
    material_id: string
    shipped: string
    price: string | null
    currency: string | null
    at: number
  }>(
    `select l.id, l.order_id, o.customer_id, l.material_id, l.shipped_quantity - l.returned_quantity as shipped, l.price, o.currency, l.delivered_time as at from sales_order_line l, sales_order o
     where l.org_id = $1 and o.id = l.order_id and o.order_type = '1' and not o.deleted and o.status not in (0, 90) and l.shipped_quantity > l.returned_quantity`,
  )
  const cent = (value: number) => Math.round(value * 100 + 1e-7) / 100
  return lines
    .filter(line => Number(line.at) >= range[0] && Number(line.at) < range[1] + 86_400)
    .map(line => {
      const jobs = mos.filter(one => one.order_line_id === line.id && one.material_id === line.material_id)
      const piece = jobs.length > 0 ? costOf(jobs, []) : pieceOf(line.material_id, [])
      const cost = (['material', 'labour', 'machine', 'outside'] as const).map(element =>
        cent(piece[element] * Number(line.shipped)),
      )
      const gap =
        (line.currency ?? 'CNY') !== 'CNY' ? 1 : line.price === null ? 2 : piece.unknown.size > 0 ? 3 : undefined
      const revenue = cent(Number(line.shipped) * Number(line.price))
      return {
        ...line,
        gap,
        revenue,
        cost,
        margin: cent(revenue - cost.reduce((sum, one) => sum + one, 0)),
        unknown: [...piece.unknown].sort().join(', '),
      }
    })
}
const elements = (row: MarginRow) =>
  [row.material_cost, row.labour_cost, row.other_cost, row.outsource_cost].map(Number)

test('the margin of every line is what the raw rows say, and what is not known is said', async () => {
  const company = await app.company()
  await madeBooks(company)
  // Some that are the same each time: keys of rows are not.
  const ofLine = sql`abs(hashtext((select o.no from sales_order o where o.id = order_id) || '-' || line_no))`
  await company.as(tx =>
    sql`update sales_order_line set price = null, amount = null where ${ofLine} % 9 = 0`.execute(tx),
  )
  // Of some lines half came back, of others all: what is not kept is neither sold nor a cost of sales.
  await company.as(tx =>
    sql`update sales_order_line set returned_quantity = case ${ofLine} % 7 when 1 then shipped_quantity else shipped_quantity / 2 end
      where shipped_quantity > 0 and ${ofLine} % 7 in (1, 2)`.execute(tx),
  )
  const expected = new Map((await byHand(company)).map(line => [line.id, line]))
  const { result, total, summary } = await company.admin.ok(listGrossMargins, {
    group_by: 'line',
    timestamp_range: range,
    page_size: -1,
  })
  expect(total).toBe(expected.size)
  for (const row of result) {
    const line = expected.get(row.id)!
    expect(
      row.gaps.map(({ gap }) => gap),
      row.group_name,
    ).toEqual(line.gap ? [line.gap] : [])
    expect(row.unknown, row.group_name).toBe(line.gap ? line.unknown : '')
    if (line.gap) {
      expect([row.revenue, row.cost, row.margin, row.margin_rate]).toEqual([null, null, null, null])
      continue
    }
    expect(Number(row.revenue)).toBe(line.revenue)
    // To the cent, each element of each line.
    expect(elements(row), row.group_name).toEqual(line.cost)
    expect(Number(row.cost)).toBeCloseTo(
      elements(row).reduce((sum, one) => sum + one, 0),
      6,
    )
    expect(Number(row.margin)).toBeCloseTo(Number(row.revenue) - Number(row.cost), 6)
  }
  // All kinds are there, or the comparison would prove little.
  for (const { code } of marginGap.list)
    expect(
      [...expected.values()].some(({ gap }) => gap === code),
      `gap ${code}`,
    ).toBe(true)
  const measured = [...expected.values()].filter(({ gap }) => gap === undefined)
  for (const at of [0, 1, 2])
    expect(
      measured.some(({ cost }) => cost[at]! > 0),
      `element ${at}`,
    ).toBe(true)
  expect(summary.line_count - summary.unmeasured_count).toBe(measured.length)
  expect(Number(summary.revenue)).toBeCloseTo(
    measured.reduce((sum, line) => sum + line.revenue, 0),
    2,
  )

  // Orders, products and customers are sums of lines; the figure of the report is the same.
  for (const [group_by, key] of [
    ['order', 'order_id'],
    ['product', 'material_id'],
    ['customer', 'customer_id'],
  ] as const) {
    const groups = await company.admin.ok(listGrossMargins, { group_by, timestamp_range: range, page_size: -1 })
    expect(groups.summary).toEqual(summary)
    const lines = Map.groupBy(result, row => expected.get(row.id)![key])
    expect(groups.total).toBe(lines.size)
    for (const group of groups.result) {
      const of = lines.get(group.id)!
      expect(group.line_count).toBe(of.length)
      expect(Number(group.margin ?? 0), group.group_name).toBeCloseTo(
        of.reduce((sum, row) => sum + Number(row.margin ?? 0), 0),
        6,
      )
    }
  }
  const report = await company.admin.ok(showReport, { report_type: 'margin', timestamp_range: range })
  expect(Number(report.total.values.gross_margin)).toBe(Number(summary.margin))
  expect(Number(report.total.values.gross_margin_rate)).toBe(Number(summary.margin_rate))
})

test('pages by cursor and by number hold each group once, in order', async () => {
  const company = await app.company()
  await madeBooks(company)
  const input = { group_by: 'order' as const, timestamp_range: range, order_by: '-margin' }
  const { result: whole, total } = await company.admin.ok(listGrossMargins, { ...input, page_size: -1 })
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await company.admin.ok(listGrossMargins, { ...input, page_size: 7, ...(cursor ? { cursor } : {}) })
    seen.push(...page.result.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor)
  expect(seen).toEqual(whole.map(({ id }) => id))
  expect(new Set(seen).size).toBe(total)
  const third = await company.admin.ok(listGrossMargins, { ...input, page_size: 7, page: 3 })
  expect(third.result.map(({ id }) => id)).toEqual(seen.slice(14, 21))
  const margins = whole.flatMap(({ margin }) => (margin === null ? [] : [Number(margin)]))
  expect(margins).toEqual(margins.toSorted((a, b) => b - a))
  const [first] = whole
  const found = await company.admin.ok(listGrossMargins, { ...input, group_by: 'line', order_id: first!.id })
  expect(found.total).toBe(first!.line_count)
  const gaps = await company.admin.ok(listGrossMargins, { ...input, group_by: 'line', unmeasured: true, page_size: -1 })
  expect(gaps.total).toBe(
    found.summary.line_count === 0 ? -1 : gaps.result.filter(({ gaps }) => gaps.length === 1).length,
  )
  expect(gaps.total).toBeGreaterThan(0)
})

test('who sees no prices and no wages elsewhere sees none here, and the sums all the same', async () => {
  const company = await app.company()
  await madeBooks(company)
  const { result } = await company.admin.ok(listGrossMargins, {
    group_by: 'line',
    timestamp_range: range,
    order_by: '-margin',
  })
  const line_id = result[0]!.id
  const seen = await company.admin.ok(showGrossMargin, { line_id })
  expect(seen).toMatchObject({ prices_hidden: false, wages_hidden: false })
  const parts = seen.parts.reduce((sum, part) => sum + Number(part.cost), 0)
  const works = seen.works.reduce(
    (sum, work) => sum + Number(work.labour_cost) + Number(work.other_cost) + Number(work.outsource_cost),
    0,
  )
  const made = seen.works.reduce((sum, work) => sum + Number(work.made_quantity), 0)
  const own = made > 0 ? (works * Number(seen.shipped_quantity)) / made : 0
  expect(Math.abs(parts + own - Number(seen.record.cost))).toBeLessThan(0.05)
  const seller = await company.member([pages.grossMargin])
  const hidden = await seller.ok(showGrossMargin, { line_id })
  const elements = { material_cost: null, labour_cost: null, outsource_cost: null, overhead_cost: null }
  expect(hidden.record).toEqual({ ...seen.record, ...elements })
  const { result: lines } = await seller.ok(listGrossMargins, {
    group_by: 'line',
    timestamp_range: range,
    order_by: '-margin',
  })
  expect(lines).toEqual(result.map(row => ({ ...row, ...elements })))
  expect(hidden).toMatchObject({ prices_hidden: true, wages_hidden: true })
  expect(hidden.parts.every(part => part.unit_cost === null && part.cost === null)).toBe(true)
  expect(hidden.works.every(work => work.labour_cost === null && work.outsource_cost === null)).toBe(true)
})

contract(app, listGrossMargins, {
  set: madeBooks,
  good: ({ customer_ids }) => ({ group_by: 'product' as const, customer_id: customer_ids[0]!, timestamp_range: range }),
  check: ({ result, timestamp_range }) => {
    expect(result).toHaveLength(3)
    expect(timestamp_range).toEqual(range)
  },
  refused: () => [
    ['grouped by what there is not', { group_by: 'planet' }, generalErrors.badParameter],
    ['more than a year', { timestamp_range: [at(-400, 0), at(0, 0)] }, generalErrors.dateSpanOverYear],
    ['an order nobody knows', { order_by: 'luck' }, generalErrors.badParameter],
    ['a cursor of something else', { cursor: 'x' }, generalErrors.badParameter],
  ],
  foreign: ({ data }) => expect(data).toMatchObject({ result: [], total: 0 }),
})
contract(app, exportGrossMargins, {
  set: madeBooks,
  good: () => ({ group_by: 'order' as const, timestamp_range: range }),
  refused: () => [['more than a year', { timestamp_range: [at(-400, 0), at(0, 0)] }, generalErrors.dateSpanOverYear]],
  foreign: ({ code }) => expect(code).toBe(200),
})
contract(app, showGrossMargin, {
  set: async company => {
    await madeBooks(company)
    const { result } = await company.admin.ok(listGrossMargins, { group_by: 'line', timestamp_range: range })
    return result[0]!.id
  },
  good: line_id => ({ line_id }),
  check: ({ record, parts }, line_id) => {
    expect(record.id).toBe(line_id)
    expect(parts.length).toBeGreaterThan(0)
  },
  refused: () => [['a line that is not there', { line_id: crypto.randomUUID() }, salesErrors.orderMissing]],
  foreign: salesErrors.orderMissing,
})
