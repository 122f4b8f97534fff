import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { aCustomer, aDevice, aSupplier } from '@qitao/masterdata/testing/factories.ts'
import { aPlant, at, type Plant } from '@qitao/scheduling/testing/plant.ts'
import { aLocation, aWarehouse } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'

export interface Books extends Plant {
  readonly customer_ids: readonly string[]
  readonly supplier_ids: readonly string[]
}
/** So many orders, and likewise of everything else. */
const size = 160
/** Any number below `most` that follows from a row's number and a word; the same each time. */
const any = (word: string, most: number) => sql`(abs(hashtext(i || ${word}::text)) % ${sql.lit(most)})`

/**
 * Books of a year and what comes next, of all kinds that figures are made of, by SQL: on time and late, whole and in part, cancelled,
 * deleted, in another currency, without a price, revoked.
 */
export async function someBooks(company: TestCompany): Promise<Books> {
  const plant = await aPlant(company)
  const customer_ids = [(await aCustomer(company)).id, (await aCustomer(company)).id, (await aCustomer(company)).id]
  const supplier_ids = [(await aSupplier(company)).id, (await aSupplier(company)).id]
  for (const process of [plant.cutting, plant.cutting, plant.welding])
    await aDevice(company, { process_ids: [process.id] })
  const materials = [plant.product.id, plant.other.id, plant.component.id]
  const midnight = at(0, 0)
  const day = (word: string, from: number, most: number) =>
    sql`(${midnight}::bigint + (${any(word, most)} + ${sql.lit(from)}) * ${sql.lit(daySeconds)})`
  const i = sql`generate_series(1, ${sql.lit(size)}) i`
  await company.as(async tx => {
    const warehouse_id = await aWarehouse(tx)
    const bin = { id: await aLocation(tx, { warehouse_id }), warehouse_id }
    const user_id = company.admin.user_id
    const run = (statement: ReturnType<typeof sql>) => statement.execute(tx)
    await run(sql`update material set purchase_price = case id when ${plant.other.id} then null when ${plant.product.id} then 12.5 else 3 end,
      series = case id when ${plant.product.id} then 'S1' when ${plant.other.id} then 'S2' end where id = any(${materials}::uuid[])`)
    await run(sql`insert into sales_order (id, no, order_type, status, customer_id, order_date, delivery_date, currency, owner_id, deleted)
      select gen_random_uuid(), 'SO' || i, case when ${any('type', 9)} = 0 then '4' else '1' end,
        (array[0, 10, 20, 35, 50, 50, 50, 90])[1 + ${any('status', 8)}], (${customer_ids}::uuid[])[1 + ${any('customer', 3)}],
        ${day('ordered', -360, 350)}, ${day('ordered', -345, 350)} + ${any('asked for', 40)} * ${sql.lit(daySeconds)}, (array['CNY', 'CNY', null, 'USD'])[1 + ${any('currency', 4)}], ${user_id}, ${any('deleted', 20)} = 0
      from ${i}`)
    await run(sql`insert into sales_order_line (id, order_id, line_no, material_id, quantity, price, amount, delivery_date, shipped_quantity, offset_quantity, delivered_time, planned_finish_time)
      select gen_random_uuid(), o.id, n, (${materials}::uuid[])[1 + ${any('material', 3)}], q.quantity, q.price, q.quantity * q.price,
        case when ${any('own day', 3)} = 0 then o.delivery_date + ${3 * daySeconds} end, q.shipped, 0,
        case when q.shipped > 0 then o.delivery_date + (${any('left', 12)} - 8) * ${daySeconds} + 40000 end,
        case when ${any('planned', 3)} > 0 then o.delivery_date + (${any('finish', 9)} - 5) * ${daySeconds} end
      from ${i} join sales_order o on o.no = 'SO' || i cross join generate_series(1, 2) n
        cross join lateral (select (5 + ${any('quantity', 20)} + n)::numeric as quantity, 10 + ${any('price', 90)} as price) z
        cross join lateral (select z.*, case when o.status = 50 then z.quantity when ${any('part', 4)} = 0 then 2 else 0 end as shipped) q`)
    await run(sql`insert into receipt (id, no, receipts_type, status, receipt_type, order_id, receipt_date, operator_id)
      select gen_random_uuid(), 'CK' || o.no, 1, '30', 2, o.id, o.delivery_date, ${user_id} from sales_order o
      where exists (select from sales_order_line l where l.order_id = o.id and l.shipped_quantity > 0)`)
    await run(sql`insert into receipt_line (id, receipt_id, line_no, material_id, quantity, done_quantity, source_line_id)
      select gen_random_uuid(), r.id, l.line_no, l.material_id, l.shipped_quantity, l.shipped_quantity, l.id
      from receipt r join sales_order_line l on l.order_id = r.order_id where l.shipped_quantity > 0`)
    await run(sql`insert into inquiry (id, no, order_id, order_type, status, promise_date, requested_date, result_kept_until, created_time, of_standing)
      select gen_random_uuid(), 'XD' || i, o.id, case when ${any('asked', 3)} = 0 then '2' else '2.1' end, (array[1, 2, 2, 3])[1 + ${any('answer', 4)}],
        case when ${any('answered', 6)} > 0 then o.delivery_date end, o.delivery_date, ${midnight}, o.order_date, ${any('stood', 3)} = 0
      from ${i} join sales_order o on o.no = 'SO' || i where ${any('inquiry', 2)} = 0`)
    await run(sql`insert into inquiry_line (id, inquiry_id, line_no, line_id, material_id, quantity, requested_date, answer)
      select gen_random_uuid(), q.id, l.line_no, l.id, l.material_id, l.quantity, q.promise_date - 2 * ${daySeconds}, '{}'
      from inquiry q join sales_order_line l on l.order_id = q.order_id`)
    await run(sql`insert into mo (id, no, status, order_id, order_line_id, material_id, planned_quantity, delivery_date, planned_start_time, planned_finish_time, actual_finish_time, material_status)
      select gen_random_uuid(), 'MO' || i, (array[10, 20, 30, 35, 40, 50])[1 + ${any('mo', 6)}], l.order_id, l.id, l.material_id, 50, l_due.due,
        case when ${any('start', 5)} > 0 then l_due.due - 4 * ${daySeconds} end, case when ${any('start', 5)} > 0 then l_due.due - ${daySeconds} end,
        case when ${any('mo', 6)} >= 4 then l_due.due + (${any('finished', 6)} - 4) * ${daySeconds} end, (array[1, 2, 3, 4, 6, null])[1 + ${any('kit', 6)}]
      from ${i} join sales_order o on o.no = 'SO' || i join sales_order_line l on l.order_id = o.id and l.line_no = 1
        cross join lateral (select coalesce(l.delivery_date, o.delivery_date) as due) l_due`)
    // What was kitted when is in their history: since then, of some it is another.
    await run(sql`update mo set remark = coalesce(material_status, 9)`)
    await run(
      sql`update mo set material_status = 7 - coalesce(material_status, 6) where abs(hashtext(no || 'kitted since')) % 3 = 0`,
    )
    await run(sql`update mo set rework_task_id = gen_random_uuid() where abs(hashtext(no || 'rework')) % 10 = 0`)
    await run(sql`insert into mo_component (id, mo_id, line_no, material_id, quantity_per, required_quantity, short_quantity)
      select gen_random_uuid(), m.id, n, (${materials}::uuid[])[1 + n], 1, 50, case when ${any('short', 4)} = 0 then 10 else 0 end
      from ${i} join mo m on m.no = 'MO' || i cross join generate_series(1, 2) n`)
    await run(sql`insert into mo_operation (id, mo_id, sequence, process_id) select gen_random_uuid(), m.id, s.n * 10, case s.n when 1 then ${plant.cutting.id}::uuid else ${plant.welding.id}::uuid end
      from mo m cross join generate_series(1, 2) as s(n)`)
    await run(sql`insert into production_task (id, task_no, mo_id, operation_id, sequence, process_id, device_id, setup_start_time, start_time, end_time, quantity, reported_quantity,
        defective_quantity, status, publish_status, published_start_time, published_end_time, actual_start_time, actual_finish_time)
      select gen_random_uuid(), m.no || '-' || p.sequence, m.id, p.id, p.sequence, p.process_id,
        case when p.sequence = 20 then ${plant.welder.id}::uuid when ${any('saw', 2)} = 0 then ${plant.saw.id}::uuid else ${plant.saw2.id}::uuid end,
        t.start, t.start, t.start + 7200, 50, case when t.done then 45 else 0 end, case when t.done then 5 else 0 end, case when t.done then 2 else 0 end,
        case when t.published then 1 else 0 end, case when t.published then t.start end, case when t.published then t.start + 7200 end,
        case when t.done then t.start + (${any('begun', 9)} - 3) * 3000 end, case when t.done then t.start + 7200 + (${any('ended', 9)} - 3) * 3000 end
      from ${i} join mo m on m.no = 'MO' || i join mo_operation p on p.mo_id = m.id
        cross join lateral (select m.planned_start_time + 32400 + p.sequence * 720 as start, m.status >= 40 as done, ${any('published', 4)} > 0 as published) t
      where m.planned_start_time is not null`)
    await run(sql`insert into report_record (id, report_no, task_id, mo_id, operation_id, process_id, device_id, finished_quantity, defective_quantity, defect_reason, work_seconds, report_time, revoked)
      select gen_random_uuid(), 'BG' || t.task_no || n, t.id, t.mo_id, t.operation_id, t.process_id, case when ${any('machine', 9)} > 0 then t.device_id end,
        20 + ${any('good', 9)}, r.bad, case when r.bad > 0 then 'R' || r.bad end, ${any('seconds', 3)} * 1500, t.end_time + n * 600, ${any('revoked', 12)} = 0
      from ${i} join production_task t on t.task_no like 'MO' || i || '-%' cross join generate_series(1, 2) n
        cross join lateral (select ${any('bad', 4)} as bad) r where t.status = 2`)
    await run(sql`insert into andon_call (id, task_id, mo_id, process_id, device_id, cause, status, called_time, called_by, answered_time, closed_time)
      select gen_random_uuid(), t.id, t.mo_id, t.process_id, t.device_id, 1 + ${any('cause', 5)}, c.status, t.start_time, ${user_id},
        case when c.status > 0 then t.start_time + 60 * (1 + ${any('came', 30)}) end, case when c.status = 20 then t.start_time + 3600 + ${any('solved', 5000)} end
      from ${i} join production_task t on t.task_no like 'MO' || i || '-%' cross join lateral (select (array[0, 10, 20, 20])[1 + ${any('call', 4)}] as status) c`)
    await run(
      sql`insert into scrap_reason (id, group_name, name) values (gen_random_uuid(), 'Odd', 'R1'), (gen_random_uuid(), 'Even', 'R2'), (gen_random_uuid(), 'Odd', 'R3')`,
    )
    await run(sql`insert into task_pause (id, task_id, reason, from_time, to_time)
      select gen_random_uuid(), t.id, r.reason, t.start_time + n * 9000, t.start_time + n * 9000 + 60 * (1 + ${any('rested', 90)})
      from ${i} join production_task t on t.task_no like 'MO' || i || '-%' cross join generate_series(0, 1) n
        cross join lateral (select (array[1, 2, 3, 4, 5, 6, 9])[1 + ${any('why', 7)}] as reason) r where t.status > 0 and ${any('rests', 3)} > 0`)
    await run(sql`insert into qc_task (id, no, qc_type, status, material_id, quantity, source_id, source_no, sample_size, accept_number, reject_number, due_time, mo_id, process_id)
      select gen_random_uuid(), 'QC' || m.no, 2, 2, m.material_id, 50, m.id, m.no, 5, 0, 1, ${midnight}, case when ${any('of mo', 5)} > 0 then m.id end, ${plant.welding.id}
      from ${i} join mo m on m.no = 'MO' || i where ${any('inspected', 3)} = 0`)
    await run(sql`insert into qc_disposal (id, task_id, disposal, quantity, reason, created_time)
      select gen_random_uuid(), q.id, 1 + n, 1 + ${any('failed', 4)} + n, 'why', ${day('disposed', -100, 99)}
      from ${i} join qc_task q on q.no = 'QCMO' || i cross join generate_series(0, 3) n`)
    await run(sql`insert into inventory (id, material_id, location_id, lot_number, quantity) select gen_random_uuid(), m, ${bin.id}, 'L' || n, 100 * n
      from unnest(${materials}::uuid[]) m cross join generate_series(0, 3) n`)
    await run(sql`insert into stock_movement (inventory_id, movement_type, material_id, quantity, balance, location_id, movement_time, source_id)
      select v.id, t.type, v.material_id, case when t.type in (12, 13) then 60 when t.type = 15 then 1 else -1 end * (1 + ${any('moved', 7)}), 0, v.location_id, ${day('moved at', -420, 419)} + ${any('hour', 80000)}, null
      from ${i} join inventory v on v.lot_number = 'L' || ${any('lot', 4)} cross join lateral (select (array[12, 13, 15, 20, 21, 21, 22, 22])[1 + ${any('kind', 8)}] as type) t`)
    await run(sql`insert into stock_movement (inventory_id, movement_type, material_id, quantity, balance, location_id, movement_time, source_id, source_type)
      select v.id, 22, l.material_id, -l.done_quantity, 0, v.location_id, s.delivered_time, r.id, 'receipt'
      from receipt r join receipt_line l on l.receipt_id = r.id join sales_order_line s on s.id = l.source_line_id join inventory v on v.material_id = l.material_id and v.lot_number = 'L1'`)
    await run(sql`insert into inventory_count (id, no, status, warehouse_id, count_date, blind, frozen, ended_time)
      select gen_random_uuid(), 'PD' || i, case when i % 5 = 0 then 20 else 30 end, ${bin.warehouse_id}, ${midnight}, false, false, case when i % 5 > 0 then ${day('counted', -200, 199)} end
      from generate_series(1, 20) i`)
    await run(sql`insert into count_line (count_id, line_no, material_id, location_id, lot_number, book_quantity, first_quantity, first_book)
      select c.id, row_number() over (partition by c.id), v.material_id, v.location_id, v.lot_number, 10, case when ${any('seen', 6)} > 0 then 10 + ${any('found', 3)} end, 10
      from generate_series(1, 20) i join inventory_count c on c.no = 'PD' || i join inventory v on true`)
    await run(sql`insert into purchase_order (id, no, status, supplier_id, order_date, eta, currency)
      select gen_random_uuid(), 'PO' || i, (array['10', '15', '20', '30', '30', '30', '05', '25'])[1 + ${any('po', 8)}], (${supplier_ids}::uuid[])[1 + ${any('supplier', 2)}],
        ${day('bought', -300, 290)}, ${day('eta', -280, 300)}, (array['CNY', null, 'USD'])[1 + ${any('po currency', 3)}] from ${i}`)
    await run(sql`insert into purchase_order_line (id, order_id, line_no, material_id, quantity, received_quantity, price, eta, arrival_time)
      select gen_random_uuid(), o.id, n, (${materials}::uuid[])[1 + n], 100, q.received, 4 + n, case when ${any('line eta', 3)} = 0 then o.eta + ${daySeconds} end,
        case when q.received > 0 then o.eta + (${any('came', 6)} - 4) * ${daySeconds} + 30000 end
      from ${i} join purchase_order o on o.no = 'PO' || i cross join generate_series(1, 2) n
        cross join lateral (select case when o.status = '30' then 100 when o.status = '20' then 40 else 0 end as received) q`)
    await run(sql`insert into receipt (id, no, receipts_type, status, receipt_type, purchase_order_id, receipt_date, operator_id)
      select gen_random_uuid(), 'RK' || o.no, 0, '30', 2, o.id, o.eta, ${user_id} from purchase_order o where o.status in ('20', '30')`)
    await run(sql`insert into receipt_line (id, receipt_id, line_no, material_id, quantity, done_quantity, quality_status, source_line_id)
      select gen_random_uuid(), r.id, 2 * l.line_no + n, l.material_id, 50, case n when 0 then l.received_quantity - 10 else 10 end, n, l.id
      from receipt r join purchase_order_line l on l.order_id = r.purchase_order_id cross join generate_series(0, 1) n`)
  })
  return { ...plant, customer_ids, supplier_ids }
}
