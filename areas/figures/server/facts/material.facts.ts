import { daySeconds } from '@qitao/core/time.ts'
import { unitCost } from '@qitao/demand/server'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { purchaseStatus } from '@qitao/purchasing/model/purchase.status.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { countStatus } from '@qitao/warehouse/model/count/count.status.ts'
import { inboundType, receiptsType } from '@qitao/warehouse/model/receipt.status.ts'
import { sql } from 'kysely'
import { count, countIf, factsSource, named, plain, product, sumOf } from './facts-source.ts'
import { isOpen, openAmount } from './order.facts.ts'

const yearDays = 365
const { todo, planned, to_be_produced, in_production } = moStatus.codes
const { picking_out, material_return, sales_out, sales_return } = movementType.codes

export const turns = factsSource('turns', {
  // A balance is the sum of what moved before: the average of a period is what it began with, and of each movement the part of the
  // period that it lay there. So it is summed, over materials and over movements, and no day is looked at.
  rows: ({ org_id, begins, from, until }) => sql`
    with periods as (select k.at - 1 as k, greatest(k.begin, ${from}::bigint) as begin, coalesce(lead(k.begin) over (order by k.at), ${until}::bigint) as until
        from unnest(${begins}::bigint[]) with ordinality k(begin, at)),
      moved as (select s.material_id, l.warehouse_id, greatest(-1, case when s.movement_time < ${from} then -1 else width_bucket(s.movement_time, ${begins}::bigint[]) - 1 end) as k,
          sum(s.quantity) as quantity, sum(s.quantity * s.movement_time) as by_time,
          -sum(s.quantity) filter (where s.movement_type in (${picking_out}, ${material_return}, ${sales_out}, ${sales_return})) as issued
        from stock_movement s join location l on l.org_id = s.org_id and l.id = s.location_id
        where s.org_id = ${org_id} and s.movement_time < ${until} group by 1, 2, 3),
      ran as (select x.material_id, x.warehouse_id, p.k, p.begin, p.until, b.issued,
          coalesce((sum(b.quantity) over w), 0) - coalesce(b.quantity, 0) + coalesce((select sum(z.quantity) from moved z where z.material_id = x.material_id and z.warehouse_id = x.warehouse_id and z.k = -1), 0)
            + coalesce((b.quantity * p.until - b.by_time) / (p.until - p.begin), 0) as average
        from (select distinct material_id, warehouse_id from moved) x cross join periods p
          left join moved b on b.material_id = x.material_id and b.warehouse_id = x.warehouse_id and b.k = p.k
        window w as (partition by x.material_id, x.warehouse_id order by p.k))
    select m.id::text || '.' || r.warehouse_id || '.' || r.begin as id, m.code as no, m.name as subject, m.id::text as opens_id, r.begin as at, ${product},
      coalesce(r.issued, 0) * ${unitCost} * ${yearDays * daySeconds} / (r.until - r.begin) as issued_a_year, r.average * ${unitCost} as average_value,
      coalesce(r.issued, 0) * ${unitCost} as issued, w.id::text as warehouse, w.name as warehouse_name
    from ran r join material m on m.org_id = ${org_id} and m.id = r.material_id join warehouse w on w.org_id = ${org_id} and w.id = r.warehouse_id
    where ${unitCost} is not null`,
  by: { ...named('product', 'warehouse'), ...plain('series') },
  sums: {
    issued: sumOf('issued'),
    ...{ issued_a_year: sumOf('issued_a_year'), average_value: sumOf('average_value') },
    average_value_days: sql`${yearDays} * sum(f.average_value)`,
  },
})
export const stock = factsSource('stock', {
  rows: ({
    org_id,
    now,
  }) => sql`select i.id::text as id, m.code as no, m.name || coalesce(' · ' || nullif(i.lot_number, ''), '') as subject, m.id::text as opens_id,
      ${now}::bigint as at, i.quantity * ${unitCost} as value, ${unitCost} is null as unpriced, w.id::text as warehouse, w.name as warehouse_name,
      i.quality_status::text as quality, ${product}
    from inventory i join material m on m.org_id = i.org_id and m.id = i.material_id join location l on l.org_id = i.org_id and l.id = i.location_id
      join warehouse w on w.org_id = l.org_id and w.id = l.warehouse_id
    where i.org_id = ${org_id} and i.quantity > 0`,
  by: { ...named('product', 'warehouse'), ...plain('series', 'quality') },
  sums: { value: sumOf('value'), unpriced: sql`count(distinct f.product) filter (where f.unpriced)` },
})
export const counts = factsSource('counts', {
  rows: ({
    org_id,
  }) => sql`select l.id::text as id, t.no as no, m.code || ' ' || m.name as subject, t.id::text as opens_id, t.ended_time as at,
      l.difference = 0 as equal, w.id::text as warehouse, w.name as warehouse_name, ${product}
    from count_line l join inventory_count t on t.org_id = l.org_id and t.id = l.count_id join material m on m.org_id = l.org_id and m.id = l.material_id
      join warehouse w on w.org_id = t.org_id and w.id = t.warehouse_id
    where l.org_id = ${org_id} and t.status = ${countStatus.codes.done} and l.counted_quantity is not null`,
  by: named('product', 'warehouse'),
  sums: { lines: count, equal: countIf('equal') },
})

const eta = sql`coalesce(l.eta, o.eta)`
const isComplete = sql`l.received_quantity >= l.quantity`
const ofPurchase = sql`l.id::text as id, o.no as no, m.code || ' ' || m.name as subject, o.id::text as opens_id, s.id::text as supplier, s.name as supplier_name, ${product}`
const purchaseLines = sql`purchase_order_line l join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
  join material m on m.org_id = l.org_id and m.id = l.material_id join supplier s on s.org_id = o.org_id and s.id = o.supplier_id`
export const purchases = factsSource('purchases', {
  // As the scores of suppliers have it: an order that was cancelled or closed by force is nobody's delay.
  rows: ({
    org_id,
    today,
  }) => sql`select ${ofPurchase}, ${eta} as at, ${isComplete} and coalesce(l.arrival_time < ${eta} + ${daySeconds}, true) as on_time,
      b.received, b.accepted
    from ${purchaseLines} left join lateral (
      select sum(x.done_quantity) as received, sum(x.done_quantity) filter (where x.quality_status = ${qualityStatus.codes.finished}) as accepted
      from receipt_line x join receipt r on r.org_id = x.org_id and r.id = x.receipt_id
      where x.org_id = l.org_id and x.source_line_id = l.id and r.receipts_type = ${receiptsType.inbound} and r.receipt_type = ${inboundType.codes.purchase}) b on true
    where l.org_id = ${org_id} and o.status in (${sql.join([...purchaseStatus.from('receive'), purchaseStatus.codes.completed])})
      and ${eta} is not null and (${eta} < ${today} or ${isComplete})`,
  by: named('supplier', 'product'),
  sums: {
    ...{ lines: count, on_time: countIf('on_time'), received: sumOf('received') },
    accepted: sql`trim_scale(sum(coalesce(f.accepted, 0)))`,
  },
})
export const openPurchases = factsSource('open_purchases', {
  rows: ({ org_id, member, now }) => sql`select ${ofPurchase}, coalesce(${eta}, ${now}::bigint) as at,
      case when coalesce(o.currency, ${member.currency}) = ${member.currency} then (l.quantity - l.received_quantity) * l.price end as amount
    from ${purchaseLines} where l.org_id = ${org_id} and o.status in (${sql.join(purchaseStatus.from('receive'))}) and not ${isComplete}`,
  by: named('supplier', 'product'),
  sums: { lines: count, amount: sumOf('amount') },
})
/** Materials that open work orders are short of, each once for an order line. */
const shortFor = (
  org_id: string,
) => sql`(select distinct k.material_id, t.order_line_id from mo_component k join mo t on t.org_id = k.org_id and t.id = k.mo_id
  where k.org_id = ${org_id} and k.short_quantity > 0 and t.status in (${sql.join([todo, planned, to_be_produced, in_production])}))`
export const shortages = factsSource('shortages', {
  rows: ({
    org_id,
    now,
  }) => sql`select m.id::text || coalesce('.' || l.id, '') as id, m.code as no, m.name || coalesce(' → ' || o.no, '') as subject, m.id::text as opens_id,
      ${now}::bigint as at, ${product}, o.customer_id::text as customer, c.name as customer_name
    from ${shortFor(org_id)} k
      join material m on m.org_id = ${org_id} and m.id = k.material_id
      left join seen_sales_order_line l on l.org_id = ${org_id} and l.id = k.order_line_id
      left join seen_sales_order o on o.org_id = l.org_id and o.id = l.order_id left join customer c on c.org_id = o.org_id and c.id = o.customer_id`,
  by: named('product', 'customer'),
  sums: { materials: sql`count(distinct f.product)` },
})
export const waiting = factsSource('waiting', {
  // A line is there once for each material: what it is worth is summed over lines, not over rows.
  rows: asked => sql`select l.id::text as id, o.no as no, x.code || ' ' || x.name as subject, o.id::text as opens_id,
      ${asked.now}::bigint as at, ${product}, o.customer_id::text as customer, c.name as customer_name, ${openAmount(asked)} as amount
    from ${shortFor(asked.org_id)} k
      join material m on m.org_id = ${asked.org_id} and m.id = k.material_id
      join seen_sales_order_line l on l.org_id = ${asked.org_id} and l.id = k.order_line_id
      join seen_sales_order o on o.org_id = l.org_id and o.id = l.order_id
      join material x on x.org_id = l.org_id and x.id = l.material_id left join customer c on c.org_id = o.org_id and c.id = o.customer_id
    where ${isOpen}`,
  by: named('product', 'customer'),
  sums: {
    amount: sql`(select trim_scale(sum(v.value::numeric)) from jsonb_each_text(jsonb_object_agg(f.id, f.amount)) v)`,
  },
})
