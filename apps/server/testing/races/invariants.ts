import { checkLedger } from '@qitao/stock/server'
import { sql } from 'kysely'
import type { RacingApp } from './plant.ts'

/** Sentences that must hold after every course; each answers the rows that break it, as text. */
const sentences: readonly (readonly [string, string])[] = [
  [
    'more of a work order or purchase is assigned than was ordered',
    // What has come in stays with its order until the material plan that it starts.
    `select concat_ws(' ', a.source_id, 'assigned', sum(a.quantity), 'of', coalesce(max(l.quantity), max(p.planned_quantity)))
      from mo_assignment a left join purchase_order_line l on l.org_id = a.org_id and l.id = a.source_id
        left join mo p on p.org_id = a.org_id and p.id = a.source_id
      where a.org_id = $1 and a.source_type <> 1 group by a.source_id
      having sum(a.quantity) > coalesce(max(l.quantity), max(p.planned_quantity), 0)`,
  ],
  [
    'a component is assigned otherwise than its assignments say',
    `select concat_ws(' ', c.id, 'says', c.in_stock_quantity + c.in_transit_quantity + c.in_production_quantity, 'has', coalesce(a.quantity, 0))
      from mo_component c left join (select component_id, sum(quantity) as quantity from mo_assignment where org_id = $1 group by component_id) a
        on a.component_id = c.id
      where c.org_id = $1 and c.in_stock_quantity + c.in_transit_quantity + c.in_production_quantity <> coalesce(a.quantity, 0)`,
  ],
  [
    'more is picked than the movements say, or less',
    `select concat_ws(' ', c.mo_id, 'picked', c.quantity, 'moved', coalesce(m.quantity, 0))
      from (select mo_id, sum(picked_quantity) as quantity from mo_component where org_id = $1 group by mo_id) c
        left join (select mo_id, -sum(quantity) as quantity from stock_movement s where org_id = $1 and mo_id is not null
          and exists (select 1 from mo_component x left join mo o on o.org_id = x.org_id and o.id = x.mo_id
            where x.org_id = s.org_id and x.mo_id = s.mo_id and o.material_id <> s.material_id) group by mo_id) m on m.mo_id = c.mo_id
      where c.quantity <> coalesce(m.quantity, 0)`,
  ],
  [
    'an operation has done otherwise than its reports say',
    `select concat_ws(' ', x.id, x.reported_quantity, coalesce(r.good, 0)) from mo_operation x
        left join (select operation_id, sum(good) as good from (select operation_id, finished_quantity as good from report_record where org_id = $1 and not revoked
          union all select b.operation_id, -b.quantity from report_sent_back b join report_record s on s.id = b.report_id where b.org_id = $1 and not s.revoked) g group by 1) r on r.operation_id = x.id
      where x.org_id = $1 and x.reported_quantity <> coalesce(r.good, 0)`,
  ],
  [
    'a task has done otherwise than its reports say',
    `select concat_ws(' ', x.id, x.reported_quantity, coalesce(r.good, 0)) from production_task x
        left join (select task_id, sum(good) as good from (select task_id, finished_quantity as good from report_record where org_id = $1 and not revoked
          union all select b.task_id, -b.quantity from report_sent_back b join report_record s on s.id = b.report_id where b.org_id = $1 and not s.revoked) g group by 1) r on r.task_id = x.id
      where x.org_id = $1 and x.reported_quantity <> coalesce(r.good, 0)`,
  ],
  [
    'a task stands for an order that is not on the plan',
    `select concat_ws(' ', t.id, m.status) from production_task t left join mo m on m.org_id = t.org_id and m.id = t.mo_id
      where t.org_id = $1 and coalesce(m.status, 10) < 20`,
  ],
  [
    'published is said of an order and not of its tasks, or the other way round',
    `select concat_ws(' ', m.id, m.publish_status, t.published) from mo m
        join (select mo_id, max(publish_status) as published from production_task where org_id = $1 group by 1) t on t.mo_id = m.id
      where m.org_id = $1 and m.publish_status <> t.published`,
  ],
  [
    'a line has shipped otherwise than its receipts say',
    `select concat_ws(' ', l.id, l.shipped_quantity, coalesce(r.done, 0)) from sales_order_line l
        left join (select source_line_id, sum(done_quantity) as done from receipt_line where org_id = $1 group by 1) r on r.source_line_id = l.id
      where l.org_id = $1 and l.shipped_quantity <> coalesce(r.done, 0)`,
  ],
  [
    'a line has received otherwise than its receipts say',
    `select concat_ws(' ', l.id, l.received_quantity, coalesce(r.done, 0)) from purchase_order_line l
        left join (select source_line_id, sum(done_quantity) as done from receipt_line where org_id = $1 group by 1) r on r.source_line_id = l.id
      where l.org_id = $1 and l.received_quantity <> coalesce(r.done, 0)`,
  ],
  [
    'a line is on work orders for another quantity than those are for',
    `select concat_ws(' ', l.id, l.planned_quantity, coalesce(m.planned, 0)) from sales_order_line l
        left join (select order_line_id, sum(planned_quantity) as planned from mo where org_id = $1 group by 1) m on m.order_line_id = l.id
      where l.org_id = $1 and l.planned_quantity <> coalesce(m.planned, 0)`,
  ],
  [
    'an order is planned for other times than its tasks, or planned without any',
    `select concat_ws(' ', m.id, m.planned_start_time, m.planned_finish_time, t.start_time, t.end_time) from mo m
        left join (select mo_id, min(setup_start_time) as start_time, max(end_time) as end_time from production_task where org_id = $1 group by 1) t
          on t.mo_id = m.id
      where m.org_id = $1 and m.status in (20, 30)
        and (m.planned_start_time, m.planned_finish_time) is distinct from (t.start_time, t.end_time)`,
  ],
  [
    'a capacity lock is said of an order and not of its tasks, or the other way round',
    `select concat_ws(' ', m.id, m.capacity_locked, t.id) from mo m
        join production_task t on t.org_id = m.org_id and t.mo_id = m.id
      where m.org_id = $1 and m.capacity_locked <> t.capacity_locked`,
  ],
  [
    'two tasks stand on one machine at one time',
    `select concat_ws(' ', a.task_no, b.task_no) from production_task a
        join production_task b on b.org_id = a.org_id and b.device_id = a.device_id and b.id > a.id
          and a.setup_start_time < b.end_time and b.setup_start_time < a.end_time
      where a.org_id = $1 and a.status <> 2 and b.status <> 2`,
  ],
  [
    'a task begins before the step in front of it hands anything on',
    `select concat_ws(' ', a.task_no, b.task_no) from production_task a
        join mo_operation x on x.org_id = a.org_id and x.id = a.operation_id
        join production_task b on b.org_id = a.org_id and b.mo_id = a.mo_id and b.sequence = any(x.next_sequences)
      where a.org_id = $1 and a.status <> 2 and b.status <> 2 and b.start_time < a.end_time`,
  ],
  [
    'material is locked of an order that has none, or not of one whose is',
    `select concat_ws(' ', m.id, m.material_locked, a.locked) from mo m
        left join (select mo_id, bool_and(locked) as locked from mo_assignment where org_id = $1 group by 1) a on a.mo_id = m.id
      where m.org_id = $1 and m.material_locked and not coalesce(a.locked, false)`,
  ],
]

const broken = sentences
  .map(([name, query]) => `select '${name}: ' || broken.* as text from (${query}) broken (what)`)
  .join(' union all ')

export async function brokenIn({ database }: RacingApp, org_id: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ text: string }>({ name: 'races_broken', text: broken, values: [org_id] })
  const ledger = await database.as({ org_id, user_id: '', cause: 'race' }, tx =>
    checkLedger(
      tx,
      org_id,
      sql`select source_id as inventory_id, sum(quantity) as quantity from mo_assignment
        where org_id = ${org_id} and source_type = 1 group by source_id`,
    ),
  )
  return [...rows.map(({ text }) => text), ...ledger.map(one => `ledger: ${Object.values(one).join(' ')}`)]
}
