// A trace in a large book: `npm run bench:trace -- [1000000 movements] [10000 edges]`. One supplier lot went into thousands of orders,
// whose products went to as many customers; around it lie movements of other lots. Links that nobody recorded are planted: each is told.
import { listRecall, queryTrace } from '@qitao/insight/model/trace/trace.calls.ts'
import { traceGap } from '@qitao/insight/model/trace/trace.rules.ts'
import { withServer } from './bench-server.ts'
import { at, measure, once } from './measure.ts'

const movements = Number(process.argv[2] ?? 1_000_000)
const edges = Number(process.argv[3] ?? 10_000)
/** Into the order, out of it, to the customer. */
const edgesEach = 3
const orders = Math.floor(edges / edgesEach)
const most = 1000
/** Of the orders, so many used something besides of which nobody said the lot, and of so many nobody said the lot of what they made. */
const planted = { used_unmarked: 7, made_unmarked: 5 }

await withServer(async ({ fill, ask, caller, org_id, settle, longestBlockMs }) => {
  await once(`filling ${movements} movements, ${orders} orders`, async () => {
    await fill(
      org_id,
      `with made as (insert into unit (org_id, id, name, "precision") values ($1, gen_random_uuid(), 'pcs', 0) returning id)
      insert into material (org_id, id, code, name, kind, unit_id)
      select $1, gen_random_uuid(), 'M' || lpad(n::text, 3, '0'), 'Material ' || n, case when n = 1 then 2 else 0 end, made.id from made, generate_series(1, 100) n`,
    )
    await fill(
      org_id,
      `with made as (insert into warehouse (org_id, id, code, name) values ($1, gen_random_uuid(), 'W', 'Warehouse') returning id)
      insert into location (org_id, id, warehouse_id, code) select $1, gen_random_uuid(), made.id, 'B' from made`,
    )
    await fill(
      org_id,
      `insert into customer (org_id, id, code, name) select $1, gen_random_uuid(), 'C' || n, 'Customer ' || n from generate_series(1, 500) n`,
    )
    await fill(
      org_id,
      `insert into inventory (org_id, id, material_id, location_id, lot_number, quantity)
      select $1, gen_random_uuid(), m.id, l.id, 'L' || n, 1000 from material m, location l, generate_series(1, 100) n where m.org_id = $1 and l.org_id = $1 and m.code <> 'M001'`,
    )
    await fill(
      org_id,
      `insert into inventory (org_id, id, material_id, location_id, lot_number, quantity)
      select $1, gen_random_uuid(), m.id, l.id, 'P' || n, 0 from material m, location l, generate_series(1, $2::int) n where m.org_id = $1 and l.org_id = $1 and m.code = 'M001'`,
      orders,
    )
    await fill(
      org_id,
      `insert into mo (org_id, id, no, material_id, planned_quantity, delivery_date, status)
      select $1, gen_random_uuid(), 'MO' || n, m.id, 10, epoch_now(), 50 from material m, generate_series(1, $2::int) n where m.org_id = $1 and m.code = 'M001'`,
      orders,
    )
    await fill(
      org_id,
      `with c as (select id, row_number() over (order by code) - 1 as k from customer where org_id = $1)
      insert into receipt (org_id, id, no, receipts_type, receipt_type, status, customer_id, receipt_date)
      select $1, gen_random_uuid(), 'CK' || n, 1, 2, '30', c.id, epoch_now() from generate_series(1, $2::int) n join c on c.k = n % 500`,
      orders,
    )
    // The lot went into each order, each made its own lot, and each of those went to a customer.
    await fill(
      org_id,
      `with o as (select id, no, substr(no, 3) as n from mo where org_id = $1),
        x as (select i.* from inventory i join material m on m.org_id = i.org_id and m.id = i.material_id where i.org_id = $1 and m.code = 'M002' and i.lot_number = 'L1')
      insert into stock_movement (org_id, inventory_id, movement_type, material_id, quantity, balance, location_id, lot_number, mo_id)
      select $1, x.id, 21, x.material_id, -10, 0, x.location_id, x.lot_number, o.id from o, x`,
    )
    await fill(
      org_id,
      `insert into stock_movement (org_id, inventory_id, movement_type, material_id, quantity, balance, location_id, lot_number, mo_id)
      select $1, i.id, 13, i.material_id, 10, 10, i.location_id, i.lot_number, o.id from mo o join inventory i on i.org_id = $1 and i.lot_number = 'P' || substr(o.no, 3) where o.org_id = $1`,
    )
    await fill(
      org_id,
      `insert into stock_movement (org_id, inventory_id, movement_type, material_id, quantity, balance, location_id, lot_number, source_type, source_id, receipt_no)
      select $1, i.id, 22, i.material_id, -10, 0, i.location_id, i.lot_number, 'receipt', r.id, r.no from receipt r join inventory i on i.org_id = $1 and i.lot_number = 'P' || substr(r.no, 3) where r.org_id = $1`,
    )
    // Of the first orders another material has no lot; of the last ones what they made has none: what leads on from them is lost.
    await fill(
      org_id,
      `with x as (insert into inventory (org_id, id, material_id, location_id, lot_number, quantity)
        select $1, gen_random_uuid(), m.id, l.id, '', 0 from material m, location l where m.org_id = $1 and l.org_id = $1 and m.code = 'M003' returning *)
      insert into stock_movement (org_id, inventory_id, movement_type, material_id, quantity, balance, location_id, mo_id)
      select $1, x.id, 21, x.material_id, -1, 0, x.location_id, o.id from x, mo o where o.org_id = $1 and substr(o.no, 3)::int <= $2`,
      planted.used_unmarked,
    )
    await fill(
      org_id,
      `update stock_movement s set lot_number = '' from mo o where s.org_id = $1 and s.movement_type = 13 and o.org_id = $1 and o.id = s.mo_id and substr(o.no, 3)::int > $2`,
      orders - planted.made_unmarked,
    )
    // Around it: goods that come, move and go.
    for (let done = orders * edgesEach; done < movements; done += 100_000)
      await fill(
        org_id,
        `with i as (select *, row_number() over (order by id) - 1 as k from inventory where org_id = $1 and quantity > 0)
        insert into stock_movement (org_id, inventory_id, movement_type, material_id, quantity, balance, location_id, lot_number, source_type, source_id)
        select $1, i.id, (array[12, 31, 20])[1 + n % 3], i.material_id, case when n % 3 = 2 then -1 else 1 end, 1, i.location_id, i.lot_number, 'receipt', gen_random_uuid()
        from generate_series(1, $2::int) n join i on i.k = n % 9900`,
        Math.min(100_000, movements - done),
      )
    await settle()
  })
  const [book] = await ask<{ movements: string }>(`select count(*) as movements from stock_movement where org_id = $1`)
  const send = async <C extends Parameters<typeof caller.send>[0]>(
    call: C,
    input: Parameters<typeof caller.send<C>>[1],
  ) => (await caller.send(call, input)).output
  const [lot] = await ask<{ id: string }>(`select id from material where org_id = $1 and code = 'M002'`)
  const asked = { trace_by: 'lot_number', value: 'L1', material_id: lot!.id } as const
  const whole = await send(queryTrace, { ...asked, direction: 'both' })
  console.log(`${book!.movements} movements; ${whole.edges.length} edges, ${whole.nodes.length} nodes`)
  const told = (gap: keyof typeof planted) => whole.gaps.filter(one => one.gap === traceGap.codes[gap]).length
  console.log(
    `completeness: of ${whole.used_count} materials that went in ${whole.recorded_count} are known by lot; told: ${told('used_unmarked')} used without a lot, ${told('made_unmarked')} made without one`,
  )
  for (const [gap, count] of Object.entries(planted))
    if (told(gap as keyof typeof planted) !== count) throw new Error(`${count} of ${gap} were planted`)
  if (whole.used_count !== orders + planted.used_unmarked || whole.recorded_count !== orders)
    throw new Error('the completeness is not that of what was planted')
  await longestBlockMs()
  const forward = await measure('forward from the lot, all of it', 10, () =>
    send(queryTrace, { ...asked, direction: 'forward' }),
  )
  const blocks = [await longestBlockMs()]
  const list = await measure('its recall list', 10, () => send(listRecall, asked))
  blocks.push(await longestBlockMs())
  console.log(`event loop away at most: trace ${Math.round(blocks[0]!)} ms, recall list ${Math.round(blocks[1]!)} ms`)
  await measure('backward from one product lot', 10, turn =>
    send(queryTrace, { trace_by: 'lot_number', value: `P${2 + Math.max(0, turn)}`, direction: 'backward' }),
  )
  for (const times of [forward, list]) if (at(times, 0.5) > most) throw new Error(`more than ${most} ms`)
})
