// How many sets of many products can be made: `npm run bench:stock-by-bom -- [products] [parts]`. Five levels, each part in
// several places, stock, purchases and work orders of all of them.
import { queryStockByBom } from '@qitao/warehouse/model/by-bom/stock-by-bom.calls.ts'
import { withServer } from './bench-server.ts'
import { measure, once } from './measure.ts'

const products = Number(process.argv[2] ?? 20)
const parts = Number(process.argv[3] ?? 500)
const levels = 5
const linesEach = 6
const turns = 10

await withServer(async ({ fill, ask, caller, org_id, settle, longestBlockMs, cpuSeconds }) => {
  await once(`filling ${products} products, ${parts} parts in ${levels} levels`, async () => {
    await fill(
      org_id,
      `with made as (insert into unit (org_id, id, name, "precision") values ($1, gen_random_uuid(), 'pcs', 0) returning id)
      insert into material (org_id, id, code, name, kind, unit_id, supply_lead_time, purchase_price)
      select $1, gen_random_uuid(), 'M' || lpad(n::text, 5, '0'), 'Material ' || n, case when n < ${products} then 2 else 0 end, made.id, n % 20, n
      from made, generate_series(0, ${products + parts} - 1) n`,
    )
    // Of the parts the first fifth is on level 1, the next on level 2 and so on; those on the last have no BoM.
    await fill(
      org_id,
      `with m as (select id, substr(code, 2)::int as n from material where org_id = $1 and code like 'M%'),
        l as (select id, n, case when n < ${products} then 0 else 1 + (n - ${products}) * ${levels} / ${parts} end as level from m)
      insert into material_bom (org_id, id, code, material_id, version, base_quantity, status, is_default)
      select $1, gen_random_uuid(), 'B' || n, id, 'V1', 1, 1, true from l where level < ${levels}`,
    )
    await fill(
      org_id,
      `with m as (select id, substr(code, 2)::int as n from material where org_id = $1 and code like 'M%'),
        l as (select id, n, case when n < ${products} then 0 else 1 + (n - ${products}) * ${levels} / ${parts} end as level from m),
        r as (select id, level, row_number() over (partition by level order by n) - 1 as k, count(*) over (partition by level) as size from l)
      insert into material_bom_line (org_id, id, bom_id, line_no, material_id, quantity, scrap_rate, substitutes)
      select $1, gen_random_uuid(), b.id, j + 1, c.id, 1 + j % 3, 0.02, '[]'
      from material_bom b join r p on p.id = b.material_id, generate_series(0, ${linesEach} - 1) j, r c
      where b.org_id = $1 and c.level = p.level + 1 and c.k = (p.k * 7 + j * 13) % c.size`,
    )
    await fill(
      org_id,
      `with w as (insert into warehouse (org_id, id, code, name) values ($1, gen_random_uuid(), 'W', 'Warehouse') returning id),
        b as (insert into location (org_id, id, warehouse_id, code) select $1, gen_random_uuid(), w.id, 'B' || n from w, generate_series(1, 3) n returning id)
      insert into inventory (org_id, id, material_id, location_id, quantity)
      select $1, gen_random_uuid(), m.id, b.id, 100000 from material m, b where m.org_id = $1 and m.code like 'M%'`,
    )
    await fill(
      org_id,
      `with s as (insert into supplier (org_id, id, code, name) values ($1, gen_random_uuid(), 'S', 'Supplier') returning id),
        o as (insert into purchase_order (org_id, id, no, status, supplier_id, order_date)
          select $1, gen_random_uuid(), 'PB' || n, '15', s.id, 1 from s, generate_series(1, 3) n returning id, substr(no, 3)::int as n)
      insert into purchase_order_line (org_id, id, order_id, line_no, material_id, quantity, price, eta)
      select $1, gen_random_uuid(), o.id, 1 + substr(m.code, 2)::int, m.id, 1000, 2,
        extract(epoch from now())::bigint + 86400 * (o.n * 9 + substr(m.code, 2)::int % 7)
      from o, material m where m.org_id = $1 and m.code like 'M%'`,
    )
    await settle()
  })
  const found = await ask<{ id: string }>(
    `select id from material where org_id = $1 and code like 'M%' order by code limit ${products}`,
  )
  const date = Math.floor(Date.now() / 1000) + 60 * 86_400
  const input = { products: found.map(({ id }) => ({ material_id: id })), sets: 90_000, date }
  const first = (await caller.send(queryStockByBom, input)).output
  console.log(
    `${first.total} materials, ${first.places.length} places${first.cut ? ' and more' : ''}: ${first.sets_now} sets now, ${first.sets_by_date} in 60 days, ` +
      `${first.steps.length} steps, ${first.limits.length} limits, ${first.missing_count} missing`,
  )
  await longestBlockMs()
  const before = await cpuSeconds()
  await measure('how many sets', turns, () => caller.send(queryStockByBom, input))
  console.log(
    `processor of server and database: ${((((await cpuSeconds()) - before) / turns) * 1000).toFixed(0)} ms an answer`,
  )
  console.log(`event loop away at most ${(await longestBlockMs()).toFixed(0)} ms`)
})
