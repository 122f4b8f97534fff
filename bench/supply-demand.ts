// The demand-supply plan of many materials over 52 weeks and 12 months: its calculation, its list, one material, who has what of it: `npm run bench:supply-demand -- [10000]`.

import { queryJobStatus } from '@qitao/access/model/job/job.calls.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { gridAt } from '@qitao/demand/model/balance/grid.rules.ts'
import { listSupplyDemand, showPegging, showSupplyDemand } from '@qitao/demand/model/balance/supply-demand.calls.ts'
import { triggerStockPlan } from '@qitao/demand/model/stock-plan.calls.ts'
import { timeDimension } from '@qitao/scheduling/model/task.status.ts'
import { withServer } from './bench-server.ts'
import { measure, once, warmUps } from './measure.ts'

const materials = Number(process.argv[2] ?? 10_000)
const perOrder = 5
/** Of each material: needs of work orders, movements of the past year; every fourth is short. */
const needs = 3
const movements = 24
const time_dimension = timeDimension.codes.week
const { begins } = gridAt(Math.floor(Date.now() / 1000), time_dimension, 'Asia/Shanghai')

await withServer(async ({ fill, caller, org_id, ask, cpuSeconds, longestBlockMs, settle }) => {
  await once(`filling ${materials} materials, forecast for ${begins.length} weeks`, async () => {
    await fill(
      org_id,
      `with made as (insert into unit (org_id, id, name, "precision") values ($1, gen_random_uuid(), 'pcs', 0) returning id)
      insert into material (org_id, id, code, name, kind, unit_id, supply_lead_time, purchase_price)
      select $1, gen_random_uuid(), 'B' || lpad(n::text, 6, '0'), 'Material ' || n, n % 3, made.id, n % 40, 1 + n % 9 from made, generate_series(1, $2::int) n`,
      materials,
    )
    await fill(
      org_id,
      `with w as (insert into warehouse (org_id, id, code, name) values ($1, gen_random_uuid(), 'BW', 'Bench') returning id),
        l as (insert into location (org_id, id, warehouse_id, code, name) select $1, gen_random_uuid(), id, 'BL', 'Bench' from w returning id)
      insert into inventory (org_id, id, material_id, location_id, quantity) select $1, gen_random_uuid(), m.id, l.id, 50 + substr(m.code, 2)::int % 4 * 2000
      from material m, l where m.org_id = $1 and m.code like 'B%'`,
    )
    await fill(
      org_id,
      `insert into stock_movement (org_id, inventory_id, movement_type, material_id, quantity, balance, location_id, movement_time)
      select $1, i.id, 21, i.material_id, -(1 + k % 7), 0, i.location_id, epoch_now() - k * (365 * 86400 / $2::int) from inventory i, generate_series(1, $2::int) k where i.org_id = $1`,
      movements,
    )
    await fill(
      org_id,
      `with r as (insert into demand_forecast_release (org_id, time_dimension, number, released_time, periods, material_count, custom_count)
        values ($1, $2::int, 1, epoch_now(), $3::bigint[], 0, 0) returning id)
      insert into demand_forecast_release_line (org_id, release_id, material_id, quantities, model_quantities, author_ids)
      select $1, r.id, m.id, array_fill(20::numeric, array[cardinality($3::bigint[])]), array_fill(20::numeric, array[cardinality($3::bigint[])]),
        array_fill(null::uuid, array[cardinality($3::bigint[])]) from r, material m where m.org_id = $1 and m.code like 'B%'`,
      ...[time_dimension, begins],
    )
    await fill(
      org_id,
      `with o as (insert into sales_order (org_id, id, no, order_type, status, order_date, delivery_date)
        select $1, gen_random_uuid(), 'BS' || n, '1', 20, epoch_now(), epoch_now() + n % 300 * 86400 from generate_series(0, $2::int - 1) n returning id, no),
        m as (select id, row_number() over (order by code) - 1 as n from material where org_id = $1 and code like 'B%')
      insert into sales_order_line (org_id, id, order_id, line_no, material_id, quantity) select $1, gen_random_uuid(), o.id, m.n % ${perOrder} + 1, m.id, 30
      from m join o on o.no = 'BS' || m.n / ${perOrder}`,
      Math.ceil(materials / perOrder),
    )
    await fill(
      org_id,
      `insert into mo (org_id, id, no, material_id, planned_quantity, delivery_date, material_status)
      select $1, gen_random_uuid(), 'BM' || n, (select id from material where org_id = $1 and code = 'B000001'), 10, epoch_now() + n % 300 * 86400, 6 from generate_series(0, $2::int) n`,
      (materials * needs) / perOrder - 1,
    )
    await fill(
      org_id,
      `with m as (select id, row_number() over (order by code) - 1 as n from material where org_id = $1 and code like 'B%'),
        o as (select id, substr(no, 3)::int as n from mo where org_id = $1 and no like 'BM%')
      insert into mo_component (org_id, id, mo_id, line_no, material_id, quantity_per, required_quantity) select $1, gen_random_uuid(), o.id, k % ${perOrder} + 1, m.id, 1, 10
      from generate_series(0, $2::int - 1) k join o on o.n = k / ${perOrder} join m on m.n = k % $3::int`,
      ...[materials * needs, materials],
    )
    await settle()
  })
  const calculated = async (input: { material_ids?: string[] }, pauseMs: number) => {
    const { job_id } = (await caller.send(triggerStockPlan, input)).output
    for (;;) {
      const { status, message } = (await caller.send(queryJobStatus, { job_id })).output.record
      if (status === jobStatus.codes.done) return
      if (status === jobStatus.codes.failed) throw new Error(`the calculation failed: ${message}`)
      await new Promise(resolve => setTimeout(resolve, pauseMs))
    }
  }
  const used = await cpuSeconds()
  await longestBlockMs()
  await once('calculating all of them', () => calculated({}, 200))
  console.log(
    `${((await cpuSeconds()) - used).toFixed(1)} s of processors, event loop away ${(await longestBlockMs()).toFixed(0)} ms at most`,
  )
  const list = async (input: object = {}) =>
    (await caller.send(listSupplyDemand, { time_dimension, page_size: 20, ...input })).output
  const { total, result, next_cursor } = await list()
  console.log(`${total} rows, ${result[0]!.balances.length} periods`)
  await measure('first page of 20', 30, () => list())
  await measure('first page of 200', 10, () => list({ page_size: 200 }))
  await measure('next page', 30, () => list({ page: 2, cursor: next_cursor! }))
  await measure('page in the middle', 30, () => list({ page: Math.floor(total / 40) }))
  await measure('what is short', 30, () => list({ supply_status: 1 }))
  await measure('a keyword', 30, () => list({ keyword: 'Material 77' }))
  const { material_id } = result[0]!
  await measure('period by period', 30, () =>
    caller.send(showSupplyDemand, { material_id: material_id!, time_dimension }),
  )
  const before = await cpuSeconds()
  const taken = await measure('one material anew, and its row', 20, async () => {
    await calculated({ material_ids: [material_id!] }, 10)
    await list({ material_id: material_id! })
  })
  const each = (1000 * ((await cpuSeconds()) - before)) / (taken.length + warmUps)
  console.log(`${each.toFixed(0)} ms of processors each, its follower asking each 10 ms`)
  await measure('who has what', 30, () => caller.send(showPegging, { material_id: material_id!, time_dimension }))
  const [{ count }] = (await ask('select count(*)::int as count from supply_demand_plan where org_id = $1')) as [
    { count: number },
  ]
  console.log(`${count} rows are kept`)
})
