import type { Bench } from './bench-server.ts'

export interface PlantSize {
  readonly mos: number
  readonly operations: number
  readonly components: number
}
const machines = 300
const processes = 15
const products = 500
const bought = 2000

/**
 * A plant of 300 machines in 15 processes on one two-shift calendar, 500 products with their recipes, stock for about two
 * thirds of the need and the rest in transit, and open work orders due in the next 60 days.
 */
export async function fillPlant(
  { fill }: Bench,
  org_id: string,
  { mos, operations, components }: PlantSize,
): Promise<void> {
  const one = (statement: string, ...values: unknown[]) => fill(org_id, statement, ...values)
  await one(`insert into unit (org_id, id, name, "precision") values ($1, gen_random_uuid(), 'pcs', 0)`)
  await one(
    `insert into calendar (org_id, id, name, is_default, shifts) values ($1, gen_random_uuid(), 'Two shifts', true,
      '[{"name":"Early","week_days":[1,2,3,4,5,6],"start_second":21600,"end_second":50400,"breaks":[{"start_second":36000,"end_second":37800}]},
        {"name":"Late","week_days":[1,2,3,4,5,6],"start_second":50400,"end_second":79200,"breaks":[]}]')`,
  )
  await one(
    `insert into process (org_id, id, code, name) select $1, gen_random_uuid(), 'P' || n, 'Process ' || n from generate_series(1, ${processes}) n`,
  )
  await one(
    `insert into device (org_id, id, machine_no, name) select $1, gen_random_uuid(), 'M' || n, 'Machine ' || n from generate_series(1, ${machines}) n`,
  )
  await one(
    `insert into device_process (org_id, device_id, process_id)
      select $1, d.id, p.id from device d join process p on p.org_id = $1 and p.code = 'P' || (1 + substr(d.machine_no, 2)::int % ${processes}) where d.org_id = $1`,
  )
  await one(
    `insert into cycle_time (org_id, id, process_id, cycle_seconds, setup_seconds)
      select $1, gen_random_uuid(), id, 40 + 10 * substr(code, 2)::int, 900 from process where org_id = $1`,
  )
  await one(
    `insert into material (org_id, id, code, name, kind, unit_id, series, supply_lead_time)
      select $1, gen_random_uuid(), case when n <= ${products} then 'F' else 'R' end || n, 'Material ' || n, case when n <= ${products} then 2 else 0 end,
        u.id, 'S' || n % 12, 7 from unit u, generate_series(1, ${products + bought}) n where u.org_id = $1`,
  )
  await one(
    `with made as (select array_agg(id order by code) as ids from material where org_id = $1 and kind = 2)
    insert into mo (org_id, id, no, status, material_id, planned_quantity, delivery_date, priority)
      select $1, gen_random_uuid(), 'MO' || lpad(n::text, 7, '0'), 10, ids[1 + n % ${products}], 20 + n % 60,
        (floor(epoch_now() / 86400)::bigint + 3 + n % 57) * 86400, 1 + n % 200 from made, generate_series(1, $2::int) n`,
    mos,
  )
  await one(
    `with steps as (select array_agg(id order by code) as ids from process where org_id = $1)
    insert into mo_operation (org_id, id, mo_id, sequence, next_sequences, process_id)
      select $1, gen_random_uuid(), m.id, s * 10, case when s < $2 then array[(s + 1) * 10] else '{}'::int[] end,
        ids[1 + ((hashtext(m.no) & 65535) + s * 4) % ${processes}] from steps, mo m, generate_series(1, $2::int) s where m.org_id = $1`,
    operations,
  )
  await one(
    `with raw as (select array_agg(id order by code) as ids from material where org_id = $1 and kind = 0)
    insert into mo_component (org_id, id, mo_id, operation_sequence, line_no, material_id, quantity_per, required_quantity)
      select $1, gen_random_uuid(), m.id, 10, c, ids[1 + ((hashtext(m.material_id::text) & 65535) + c * 137) % ${bought}], 1, m.planned_quantity
      from raw, mo m, generate_series(1, $2::int) c where m.org_id = $1`,
    components,
  )
  await one(`insert into warehouse (org_id, id, code, name) values ($1, gen_random_uuid(), 'W', 'Store')`)
  await one(
    `insert into location (org_id, id, warehouse_id, code) select $1, gen_random_uuid(), id, 'A-01' from warehouse where org_id = $1`,
  )
  await one(
    `with need as (select material_id, sum(required_quantity) as quantity from mo_component where org_id = $1 group by material_id)
    insert into inventory (org_id, id, material_id, location_id, quantity)
      select $1, gen_random_uuid(), n.material_id, l.id, ceil(n.quantity * 2 / 3) from need n, location l where l.org_id = $1`,
  )
  await one(`insert into supplier (org_id, id, code, name) values ($1, gen_random_uuid(), 'S', 'Supplier')`)
  await one(
    `insert into purchase_order (org_id, id, no, status, supplier_id, order_date) select $1, gen_random_uuid(), 'PO' || n, '15', s.id, epoch_now()
      from supplier s, generate_series(1, 20) n where s.org_id = $1`,
  )
  await one(
    `with orders as (select array_agg(id) as ids from purchase_order where org_id = $1),
      need as (select material_id, sum(required_quantity) as quantity, row_number() over (order by material_id) as n from mo_component where org_id = $1 group by material_id)
    insert into purchase_order_line (org_id, id, order_id, line_no, material_id, quantity, eta)
      select $1, gen_random_uuid(), ids[1 + n % 20], n, material_id, ceil(quantity / 3), epoch_now() + 86400 * (2 + n % 10) from orders, need`,
  )
}
