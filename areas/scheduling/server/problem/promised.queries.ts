import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { numberSeen } from '@qitao/sales/server'
import { sql } from 'kysely'
import type { BrokenPromise, PromisedMo } from '../../model/problem/promised-orders.rules.ts'
import { plannedStatuses } from './facts.queries.ts'

const planned = sql.join(plannedStatuses)

/** Work orders on the plan that make for an order line with a promised day, directly or through the orders that they make for. */
export const promisedMos = (tx: Tx, org_id: string): Promise<PromisedMo[]> =>
  rows(
    tx,
    sql<PromisedMo>`with recursive own as (
        select m.id, m.status, l.promised_date from mo m join sales_order_line l on l.org_id = m.org_id and l.id = m.order_line_id
          where m.org_id = ${org_id} and m.status < ${moStatus.codes.completed} and l.promised_date is not null
        union select m.id, m.status, l.promised_date from mo m join sales_order_line l on l.org_id = m.org_id and l.id = any(m.served_line_ids)
          where m.org_id = ${org_id} and m.served_line_ids <> '{}' and m.status < ${moStatus.codes.completed} and l.promised_date is not null
        union select c.id, c.status, p.promised_date from own p join mo c on c.org_id = ${org_id} and c.parent_mo_id = p.id
      ) select id as mo_id, min(promised_date) as promised_date from own where status in (${planned}) group by id order by 2, 1`,
  )

/** Work orders for lines with a promised day that are on the plan, or should be, with when they are finished by it; first promised first. */
export const promisedFinishes = (tx: Tx, org_id: string, mo_ids: ReadonlySet<string>): Promise<BrokenPromise[]> =>
  rows(
    tx,
    sql<BrokenPromise>`select m.id as mo_id, m.no, ${numberSeen(sql`m.order_id`, sql`s.no`)} as order_no, l.promised_date, m.planned_finish_time
      from mo m join sales_order_line l on l.org_id = m.org_id and l.id = m.order_line_id
        left join seen_sales_order s on s.org_id = m.org_id and s.id = m.order_id
      where m.org_id = ${org_id} and m.status in (${planned}) and l.promised_date is not null
        and (m.planned_finish_time is not null or ${among(sql`m.id`, [...mo_ids])})
      order by l.promised_date, m.no`,
  )
