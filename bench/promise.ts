/**
 * Order promise beside a plant's open orders, through the product's own calls: sign-in, reading, calculation in the thread,
 * check, holding and commit.
 *   npm run bench:promise -- [--orders 2000] [--inquiries 200] [--seed 1]
 * Each inquiry asks for one product of two levels that is not in stock; it is cancelled again. Target: 300 ms at the 95th
 * percentile.
 */
import { parseArgs } from 'node:util'
import { seededRandom } from '@qitao/planning/random.ts'
import { askInquiry, cancelInquiry } from '@qitao/promising/model/inquiry.calls.ts'
import { type Bench, withServer } from './bench-server.ts'
import { fillPlant } from './fill-plant.ts'
import { at, once } from './measure.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '2000' },
    inquiries: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
})
const orders = Number(values.orders)
const operations = 4
const random = seededRandom(Number(values.seed))

await withServer(async bench => {
  const { caller, org_id, ask, cpuSeconds } = bench
  await once(`filling ${orders} open orders`, () =>
    fillPlant(bench, org_id, { mos: orders, operations, components: 5 }),
  )
  await fillPlan(bench)
  await bench.settle()
  const [counted] = await ask<{ tasks: number }>('select count(*)::int as tasks from production_task where org_id = $1')
  const products = await ask<{ id: string }>('select id from material where org_id = $1 and kind = 2 order by code')
  const today = Math.floor(Date.now() / 86_400_000) * 86_400
  const taken: number[] = []
  const worked: number[] = []
  let made = 0
  let inTime = 0
  for (let turn = -5; turn < Number(values.inquiries); turn++) {
    const { id: material_id } = products[Math.floor(random() * products.length)]!
    const delivery_date = today + (3 + Math.floor(random() * 30)) * 86_400
    const lines = [{ material_id, quantity: String(1 + Math.floor(random() * 80)), delivery_date }]
    const before = await cpuSeconds()
    const began = performance.now()
    const { output } = await caller.send(askInquiry, { order: { lines } })
    if (turn >= 0) taken.push(performance.now() - began)
    if (turn >= 0) worked.push(1000 * ((await cpuSeconds()) - before))
    const [line] = output.lines
    made += line!.answer.tasks.length
    if (line!.answer.wanted?.met) inTime++
    await caller.send(cancelInquiry, { inquiry_id: output.inquiry.id })
  }
  console.log(
    `${taken.length} inquiries beside ${orders} open orders, ${counted!.tasks} tasks: median ${at(taken, 0.5).toFixed(0)} ms, ` +
      `p95 ${at(taken, 0.95).toFixed(0)} ms, largest ${Math.max(...taken).toFixed(0)} ms; ` +
      `processor ${at(worked, 0.5).toFixed(0)} and ${at(worked, 0.95).toFixed(0)} ms; ` +
      `${(made / (taken.length + 5)).toFixed(1)} tasks promised each, ${inTime} in time`,
  )
})

/** Recipes of two levels, a sales order for every work order, and the plan: tasks of five hours, one after another on each machine. */
async function fillPlan({ fill, org_id }: Bench): Promise<void> {
  const one = (statement: string) => fill(org_id, statement)
  await one('update material set minimum_lot = 0 where org_id = $1')
  // Each of the first half of the products takes one of the second half besides what is bought.
  await one(
    `with made as (select array_agg(id order by code) as ids from material where org_id = $1 and kind = 2),
      raw as (select array_agg(id order by code) as ids from material where org_id = $1 and kind = 0),
      boms as (insert into material_bom (org_id, id, code, version, material_id, status, is_default, base_quantity)
        select $1, gen_random_uuid(), 'B' || n, 'V1', ids[n], 1, true, 1 from made, generate_series(1, array_length(ids, 1)) n returning id, material_id, code)
    insert into material_bom_line (org_id, id, bom_id, line_no, material_id, quantity)
      select $1, gen_random_uuid(), b.id, l, case when l = 1 and n <= 250 then made.ids[n + 250] else raw.ids[1 + (n * 7 + l * 137) % 2000] end, 1
      from boms b, made, raw, generate_series(1, 5) l, lateral (select substr(b.code, 2)::int as n) x`,
  )
  await one(
    `with steps as (select array_agg(id order by code) as ids from process where org_id = $1),
      routes as (insert into routing (org_id, id, code, name, version, material_id)
        select $1, gen_random_uuid(), 'R' || row_number() over (order by code), code, 'V1', id from material where org_id = $1 and kind = 2 returning id, code)
    insert into routing_step (org_id, id, routing_id, sequence, process_id)
      select $1, gen_random_uuid(), r.id, s * 10, ids[1 + (substr(r.code, 2)::int + s * 4) % 15] from routes r, steps, generate_series(1, ${operations}) s`,
  )
  await one(
    `with placed as (select x.id, x.mo_id, x.sequence, x.process_id, o.no, o.planned_quantity, row_number() over (partition by x.process_id order by o.delivery_date, o.no, x.sequence) as turn
        from mo_operation x join mo o on o.org_id = x.org_id and o.id = x.mo_id where x.org_id = $1),
      able as (select process_id, array_agg(device_id order by device_id) as devices from device_process where org_id = $1 group by process_id)
    insert into production_task (org_id, id, task_no, mo_id, operation_id, sequence, process_id, device_id, setup_start_time, start_time, end_time, setup_seconds, quantity)
      select $1, gen_random_uuid(), p.no || '-' || p.sequence, p.mo_id, p.id, p.sequence, p.process_id, devices[1 + turn % array_length(devices, 1)],
        t, t + 900, t + 18000, 900, p.planned_quantity
      from placed p join able a on a.process_id = p.process_id,
        lateral (select epoch_now() + 3600 + (turn / array_length(devices, 1)) * 5 * 3600 as t) s`,
  )
  await one(
    `insert into sales_order (org_id, id, no, status, order_date, delivery_date, priority)
      select $1, id, 'SO' || no, 20, epoch_now(), delivery_date, priority from mo where org_id = $1`,
  )
  await one(
    `insert into sales_order_line (org_id, id, order_id, line_no, material_id, quantity, planned_quantity, status)
      select $1, id, id, 1, material_id, planned_quantity, planned_quantity, 20 from mo where org_id = $1`,
  )
  await one('update mo set order_id = id, order_line_id = id where org_id = $1')
  await one(
    `update mo o set status = 20, planned_start_time = t.start, planned_finish_time = t.finish from (
      select mo_id, min(setup_start_time) as start, max(end_time) as finish from production_task where org_id = $1 group by mo_id) t
      where o.org_id = $1 and o.id = t.mo_id`,
  )
}
