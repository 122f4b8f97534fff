import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { arrivalStatus } from '@qitao/purchasing/model/arrival/arrival.status.ts'
import { sql } from 'kysely'
import { supplySource } from '../../model/mo/mo.status.ts'

interface ArrivalKit {
  id: string
  no: string
  product_code: string
  product_name: string
  needed_time: number
  late: boolean
  completes: boolean
}
/**
 * Work orders to which the material plan gives what an arrival brings: of a line that comes on several days those that it keeps waiting. It completes the kit of one that is short of nothing and
 * waits for nothing else that comes later.
 */
export const arrivalKits = (tx: Tx, org_id: string, arrival_id: string): Promise<ArrivalKit[]> =>
  rows(
    tx,
    sql<ArrivalKit>`with brought as (
        -- When the next part of the line comes after it: of an order that takes of that, it is not all.
        select x.order_line_id, n.planned_date, (select min(d) from (
            select a.planned_date from arrival_line y join arrival a on a.org_id = y.org_id and a.id = y.arrival_id
              where y.org_id = x.org_id and y.order_line_id = x.order_line_id and y.quantity > y.received_quantity and a.status in (${sql.join(arrivalStatus.from('receive'))})
            union all
            select coalesce(l.eta, o.eta) from purchase_order_line l join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
              where l.org_id = x.org_id and l.id = x.order_line_id
          ) p (d) where d > n.planned_date) as next_date
        from arrival n join arrival_line x on x.org_id = n.org_id and x.arrival_id = n.id
        where n.org_id = ${org_id} and n.id = ${arrival_id}
      ), waiting as (
        select a.mo_id, min(coalesce(c.planned_start_time, b.planned_start_time, b.delivery_date)) as needed_time
        from mo_assignment a join mo b on b.org_id = a.org_id and b.id = a.mo_id
          join mo_component c on c.org_id = a.org_id and c.id = a.component_id
          join brought r on r.order_line_id = a.source_id
        where a.org_id = ${org_id} and a.source_type = ${supplySource.codes.in_transit} and coalesce(a.available_time >= r.planned_date, true)
        group by a.mo_id
      )
      select b.id, b.no, m.code as product_code, m.name as product_name, w.needed_time,
        w.needed_time < (select max(planned_date) from brought) as late,
        not exists (select from mo_component c where c.org_id = b.org_id and c.mo_id = b.id and c.short_quantity > 0)
          and not exists (select from mo_assignment o where o.org_id = b.org_id and o.mo_id = b.id
            and case when o.source_id in (select order_line_id from brought) then exists (select from brought r where r.order_line_id = o.source_id and r.next_date <= o.available_time)
              else o.available_time > (select max(planned_date) from brought) end) as completes
      from waiting w join mo b on b.org_id = ${org_id} and b.id = w.mo_id join material m on m.org_id = b.org_id and m.id = b.material_id
      order by w.needed_time, b.no`,
  )
