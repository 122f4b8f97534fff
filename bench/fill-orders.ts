import type { Bench } from './bench-server.ts'

/** Sales orders of three years with one to five lines, their customers and materials. */
export async function fillOrders({ fill }: Bench, org_id: string, orders: number): Promise<void> {
  await fill(
    org_id,
    `with made as (insert into unit (org_id, id, name, "precision") values ($1, gen_random_uuid(), 'pcs', 0) returning id)
    insert into material (org_id, id, code, name, kind, unit_id)
    select $1, gen_random_uuid(), 'M' || lpad(n::text, 5, '0'), 'Material ' || n, 2, made.id from made, generate_series(1, 2000) n`,
  )
  await fill(
    org_id,
    `insert into customer (org_id, id, code, name)
    select $1, gen_random_uuid(), 'K' || lpad(n::text, 4, '0'), (array['华东','华南','北方','西部'])[1 + n % 4] || '车行' || n
    from generate_series(1, 500) n`,
  )
  await fill(
    org_id,
    `with customers as (select array_agg(id order by code) as ids from customer where org_id = $1)
    insert into sales_order (org_id, id, no, status, customer_id, customer_order_no, order_date, delivery_date, priority, deleted, total_amount)
    select $1, gen_random_uuid(), 'SO' || to_char(to_timestamp(day), 'YYYYMMDD') || lpad(n::text, 6, '0'),
      case when age > 0.05 then 50 else (array[0, 10, 20, 30, 35, 40, 90])[1 + n % 7] end,
      ids[1 + (n * 7919) % 500], 'PO-' || n, day, day + 86400 * (10 + n % 40), 100, n % 97 = 0, 1000
    from customers, generate_series(1, $2::int) n,
      lateral (select 1 - n::float / $2 as age) a, lateral (select floor(epoch_now() / 86400 - age * 1095)::bigint * 86400 as day) d`,
    orders,
  )
  await fill(
    org_id,
    `with materials as (select array_agg(id order by code) as ids from material where org_id = $1)
    insert into sales_order_line (org_id, id, order_id, line_no, material_id, quantity, price, amount, status)
    select $1, gen_random_uuid(), o.id, l, ids[1 + (hashtext(o.no) & 65535 + l * 31) % 2000], 1 + l, 10, 10 + 10 * l, o.status
    from materials, sales_order o, generate_series(1, 5) l
    where o.org_id = $1 and l <= 1 + (hashtext(o.no) & 255) % 5`,
  )
}
