import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { orderStands } from '@qitao/manufacturing/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { numberSeen } from '@qitao/sales/server'
import { type RawBuilder, sql } from 'kysely'
import type { BrokenPromise, PromisedMo } from '../../model/problem/promised-orders.rules.ts'
import { plannedStatuses } from './facts.queries.ts'

const planned = sql.join(plannedStatuses)

/** Order lines `l` of orders that stand, with a promised day. */
const promisedLine = (id: RawBuilder<unknown>) =>
  sql`join sales_order_line l on l.org_id = m.org_id and l.id = ${id} and l.promised_date is not null
    join sales_order ho on ho.org_id = l.org_id and ho.id = l.order_id and ${orderStands}`

/** Work orders on the plan that make for an order line with a promised day, directly or through the orders that they make for. */
export const promisedMos = (tx: Tx, org_id: string): Promise<PromisedMo[]> =>
  rows(
    tx,
    sql<PromisedMo>`with recursive own as (
        select m.id, m.status, l.promised_date from mo m ${promisedLine(sql`m.order_line_id`)}
          where m.org_id = ${org_id} and m.status < ${moStatus.codes.completed}
        union select m.id, m.status, l.promised_date from mo m cross join unnest(m.served_line_ids) as s(line_id)
          ${promisedLine(sql`s.line_id`)}
          where m.org_id = ${org_id} and m.served_line_ids <> '{}' and m.status < ${moStatus.codes.completed}
        union select c.id, c.status, p.promised_date from own p join mo c on c.org_id = ${org_id} and c.parent_mo_id = p.id
      ) select id as mo_id, min(promised_date) as promised_date from own where status in (${planned}) group by id order by 2, 1`,
  )

/**
 * Work orders for lines with a promised day that are on the plan, or should be, with when they are finished by it; first promised
 * first. Of several lines the one that was promised first says the day and the order.
 */
export const promisedFinishes = (tx: Tx, org_id: string, mo_ids: ReadonlySet<string>): Promise<BrokenPromise[]> =>
  rows(
    tx,
    sql<BrokenPromise>`with first as (
        select distinct on (m.id) m.id, l.order_id, l.promised_date
        from mo m cross join unnest(m.order_line_id || m.served_line_ids) as s(line_id) ${promisedLine(sql`s.line_id`)}
        -- Of what was merged for orders above it the line waits through these.
        where m.org_id = ${org_id} and (l.id = m.order_line_id or l.material_id = m.material_id) and m.status in (${planned}) and (m.planned_finish_time is not null or ${among(sql`m.id`, [...mo_ids])})
        order by m.id, l.promised_date, ho.no, l.id
      )
      select m.id as mo_id, m.no, ${numberSeen(sql`f.order_id`, sql`s.no`)} as order_no, f.promised_date, m.planned_finish_time
      from first f join mo m on m.org_id = ${org_id} and m.id = f.id left join seen_sales_order s on s.org_id = m.org_id and s.id = f.order_id
      order by f.promised_date, m.no`,
  )
