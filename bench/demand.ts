// What must be bought, of many materials: the list, its totals and one material, beside as many in stock: `npm run bench:demand -- [10000]`.
import {
  countPurchaseDemands,
  listPurchaseDemands,
  requestDemands,
  showPurchaseDemand,
} from '@qitao/purchasing/model/purchase-demand.calls.ts'
import { withServer } from './bench-server.ts'
import { measure, once, warmUps } from './measure.ts'

const materials = Number(process.argv[2] ?? 10_000)
const perOrder = 5
/** Needs of each material; of every second one a part is asked for, every third has a safety stock, every fifth was bought before. */
const needs = 3

await withServer(async ({ fill, caller, org_id, settle, cpuSeconds }) => {
  await once(`filling ${materials} short materials, ${materials * needs} needs`, async () => {
    await fill(
      org_id,
      `with made as (insert into unit (org_id, id, name, "precision") values ($1, gen_random_uuid(), 'pcs', 0) returning id)
      insert into material (org_id, id, code, name, kind, unit_id, supply_lead_time, packaging_size, minimum_lot, purchase_price, safety_stock)
      select $1, gen_random_uuid(), 'D' || lpad(n::text, 6, '0'), 'Material ' || n, 0, made.id, n % 40, n % 4 * 6, n % 7 * 10, 1 + n % 9, case when n % 3 = 0 then 20 else 0 end
      from made, generate_series(1, $2::int) n`,
      materials,
    )
    await fill(
      org_id,
      `insert into mo (org_id, id, no, material_id, planned_quantity, delivery_date, material_status)
      select $1, gen_random_uuid(), 'DM' || n, (select id from material where org_id = $1 and code = 'D000001'), 10, epoch_now() + n % 90 * 86400, 6
      from generate_series(0, $2::int) n`,
      (materials * needs) / perOrder - 1,
    )
    await fill(
      org_id,
      `with m as (select id, row_number() over (order by code) - 1 as n from material where org_id = $1 and code like 'D%'),
        o as (select id, substr(no, 3)::int as n from mo where org_id = $1 and no like 'DM%')
      insert into mo_component (org_id, id, mo_id, line_no, material_id, quantity_per, required_quantity, short_quantity, material_status)
      select $1, gen_random_uuid(), o.id, k % ${perOrder} + 1, m.id, 1, 10, 10, 6
      from generate_series(0, $2::int - 1) k join o on o.n = k / ${perOrder} join m on m.n = k % $3::int`,
      materials * needs,
      materials,
    )
    await fill(
      org_id,
      `with s as (insert into supplier (org_id, id, code, name) values ($1, gen_random_uuid(), 'DS', 'Supplier') returning id),
        o as (insert into purchase_order (org_id, id, no, status, supplier_id, order_date) select $1, gen_random_uuid(), 'DP' || n, '30', s.id, epoch_now() - n * 86400
          from s, generate_series(1, 100) n returning id),
        numbered as (select id, row_number() over () - 1 as n from o),
        m as (select id, row_number() over (order by code) - 1 as n from material where org_id = $1 and code like 'D%')
      insert into purchase_order_line (org_id, id, order_id, line_no, material_id, quantity, received_quantity, price)
      select $1, gen_random_uuid(), numbered.id, m.n / 100 + 1, m.id, 5, 5, 2 from m join numbered on numbered.n = m.n % 100 where m.n % 5 = 0`,
    )
    await fill(
      org_id,
      `insert into purchase_request (org_id, id, no, material_id, demand_quantity, quantity)
      select $1, gen_random_uuid(), 'DR' || code, id, 5, 5 from material where org_id = $1 and code like 'D%' and substr(code, 2)::int % 2 = 0`,
    )
    await settle()
  })
  const list = async (input: object = {}) =>
    (await caller.send(listPurchaseDemands, { page_size: 20, ...input })).output
  const { total, result } = await list()
  console.log(`${total} rows`)
  const [first] = result
  const before = await cpuSeconds()
  const taken = await measure('first page', 30, () => list())
  const each = (1000 * ((await cpuSeconds()) - before)) / (taken.length + warmUps)
  console.log(`${each.toFixed(0)} ms of processors each`)
  await measure('page in the middle', 30, () => list({ page: Math.floor(total / 40) }))
  await measure('overdue', 30, () => list({ urgencies: [0] }))
  await measure('a keyword', 30, () => list({ keyword: 'Material 77' }))
  await measure('one supplier', 10, () => list({ supplier_id: result.find(row => row.supplier_id)?.supplier_id }))
  await measure('totals and the status bar', 10, () => caller.send(countPurchaseDemands, {}))
  await measure('for whom one is needed', 30, () =>
    caller.send(showPurchaseDemand, { material_id: first!.material_id }),
  )
  const { result: all } = await list({ page_size: 500 })
  await once(`requests for ${all.length} materials`, () =>
    caller.send(requestDemands, {
      lines: all.map(({ material_id, demand_quantity, quantity }) => ({ material_id, demand_quantity, quantity })),
    }),
  )
})
