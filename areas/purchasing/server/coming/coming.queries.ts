import type { Parsed } from '@qitao/core/call.ts'
import { mostRows, type Rows } from '@qitao/core/page.ts'
import { addDays, dayOf, type Instant, startOfDay } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { contains, expectFixedOrder, listRows } from '@qitao/platform/server/list/list.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ComingPartRow, ComingRow, listComing, listComingParts } from '../../model/coming/coming.calls.ts'
import { comingState } from '../../model/coming/coming.status.ts'
import { purchaseStatus } from '../../model/purchase.status.ts'
import { holdsForLine } from '../answer/supplier-answer.queries.ts'
import { announced as isAnnounced } from '../arrival/announced.ts'
import { wishedDate } from '../line/wishes.ts'

const { late, announced, confirmed, ordered } = comingState.codes

interface Which {
  readonly supplier_ids?: readonly string[]
  readonly supplier_id?: string | undefined
  readonly material_id?: string | undefined
  readonly keyword?: string | undefined
  readonly state?: string | undefined
}
/** Parts of open lines with their day (`line_id`, `arrival_id`, `supplier_id`, `day`, `quantity`, `state`). */
const parts = (
  org_id: string,
  today: Instant,
  { supplier_ids, supplier_id, material_id, keyword, state }: Which,
): RawBuilder<unknown> => {
  const conditions = [
    supplier_ids && among(sql`o.supplier_id`, supplier_ids),
    supplier_id && sql`o.supplier_id = ${supplier_id}`,
    material_id && sql`l.material_id = ${material_id}`,
    contains(keyword, sql`o.no`, sql`k.code`, sql`k.name`),
  ].flatMap(condition => (condition ? [sql`and ${condition}`] : []))
  return sql`(with line as materialized (
      select l.id, o.supplier_id, coalesce(l.eta, o.eta) as eta, l.quantity - l.received_quantity as open_quantity, ${holdsForLine} as confirmed
      from purchase_order_line l join purchase_order o on o.org_id = l.org_id and o.id = l.order_id join material k on k.org_id = l.org_id and k.id = l.material_id
      where l.org_id = ${org_id} and o.status in (${sql.join(purchaseStatus.from('receive'))}) and l.quantity > l.received_quantity ${sql.join(conditions, sql` `)}
    ), coming as materialized (
      select x.order_line_id as id, x.arrival_id, a.planned_date as day, sum(x.quantity - x.received_quantity) as quantity
      from arrival_line x join arrival a on a.org_id = x.org_id and a.id = x.arrival_id
      where x.org_id = ${org_id} and ${isAnnounced} and x.quantity > x.received_quantity and x.order_line_id in (select id from line) group by 1, 2, 3
    ), part as (
      select l.id as line_id, c.arrival_id, l.supplier_id, c.day, c.quantity, ${announced}::text as sure from coming c join line l on l.id = c.id
      union all
      select l.id, null, l.supplier_id, l.eta, l.open_quantity - coalesce(s.quantity, 0), case when l.confirmed then ${confirmed}::text else ${ordered}::text end
      from line l left join (select id, sum(quantity) as quantity from coming group by id) s on s.id = l.id
      where l.open_quantity > coalesce(s.quantity, 0)
    ) select * from (
      select line_id, arrival_id, supplier_id, day, quantity, case when day < ${today} then ${late}::text else sure end as state from part
    ) p ${state === undefined ? sql`` : sql`where state = ${state}`})`
}

type Counted = Pick<ComingRow, 'supplier_id' | 'late_count' | 'later_count' | 'undated_count' | 'days'>
export async function comingPage(
  tx: Tx,
  org_id: string,
  today: Instant,
  { from: wanted, days, ...input }: Parsed<typeof listComing>,
): Promise<Rows<ComingRow>> {
  const from = Math.max(wanted, today)
  const [org] = await rows(tx, sql<{ time_zone: string }>`select time_zone from org where id = ${org_id}`)
  const zone = org!.time_zone
  const end = startOfDay(addDays(dayOf(from, zone), days), zone)
  const page = await listRows<Pick<ComingRow, 'id' | 'supplier_id' | 'supplier_code' | 'supplier_name'>>(
    tx,
    {
      ...{ org_id, table: 'supplier' },
      where: [sql`t.id in (select supplier_id from ${parts(org_id, today, input)} p)`],
      columns: sql`t.id, t.id as supplier_id, t.code as supplier_code, t.name as supplier_name`,
      orders: { supplier_id: sql`t.name` },
      defaultOrder: 'supplier_id',
    },
    input,
  )
  const supplier_ids = page.result.map(({ id }) => id)
  const sure = (state: string) => sql`count(*) filter (where state = ${state})`
  // Whatever the time of day that was given with it.
  const begins = sql`extract(epoch from (to_timestamp(day) at time zone ${zone})::date::timestamp at time zone ${zone})::bigint`
  const counted = await rows(
    tx,
    sql<Counted>`with part as materialized (select * from ${parts(org_id, today, { ...input, supplier_ids })} p), daily as (
        select supplier_id, jsonb_agg(jsonb_build_object('day', day, 'announced', announced, 'confirmed', confirmed, 'ordered', ordered) order by day) as days from (
          select supplier_id, ${begins} as day, ${sure(announced)} as announced, ${sure(confirmed)} as confirmed, ${sure(ordered)} as ordered
          from part where day >= ${from} and day < ${end} and state <> ${late} group by 1, 2) d group by supplier_id
      )
      select p.supplier_id, ${sure(late)}::integer as late_count, (count(*) filter (where p.day >= ${end}))::integer as later_count,
        (count(*) filter (where p.day is null))::integer as undated_count, coalesce((select d.days from daily d where d.supplier_id = p.supplier_id), '[]') as days
      from part p group by p.supplier_id`,
  )
  const byId = new Map(counted.map(one => [one.supplier_id, one]))
  return { ...page, result: page.result.map(row => ({ ...row, ...byId.get(row.supplier_id)! })) }
}

export async function comingPartsPage(
  tx: Tx,
  org_id: string,
  today: Instant,
  input: Parsed<typeof listComingParts>,
): Promise<Rows<ComingPartRow>> {
  expectFixedOrder(input)
  const size = input.page_size === -1 ? mostRows : input.page_size
  const day = input.range === null ? sql`p.day is null` : sql`p.day between ${input.range[0]} and ${input.range[1]}`
  const found = await rows(
    tx,
    sql<
      ComingPartRow & { total: number }
    >`select concat_ws(':', p.line_id, p.arrival_id) as id, p.line_id, l.line_no, o.id as purchase_order_id, o.no as purchase_order_no, p.arrival_id, a.no as arrival_no,
        p.supplier_id, l.material_id, m.code as material_code, m.name as material_name, m.specs as material_specs, u.name as unit_name, u.precision as unit_precision,
        p.quantity, p.day, p.state, ${wishedDate(sql`l`)} as wished_date, (count(*) over ())::integer as total
      from ${parts(org_id, today, input)} p join purchase_order_line l on l.org_id = ${org_id} and l.id = p.line_id
        join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
        join material m on m.org_id = l.org_id and m.id = l.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
        left join arrival a on a.org_id = l.org_id and a.id = p.arrival_id
      where ${day} order by p.day, o.no, l.line_no, a.no nulls last limit ${size} offset ${(input.page - 1) * size}`,
  )
  return { result: found.map(({ total: _, ...row }) => row), total: found[0]?.total ?? 0, next_cursor: null }
}
