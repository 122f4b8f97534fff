import { isDemand } from '@qitao/demand/server'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { lastPaid } from '@qitao/purchasing/server'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { type RawBuilder, sql } from 'kysely'
import { marginGap } from '../../model/margin/margin.status.ts'
import { type Asked, factsSource, sumOf } from './facts-source.ts'
import { byOrder, inOwn, ofLine, orderLines } from './order.facts.ts'

const { completed, in_warehouse } = moStatus.codes
const { picking_out, material_return } = movementType.codes
const { foreign_currency, without_price, without_cost } = marginGap.codes
const cents = 2
const isFinished = sql`t.status in (${completed}, ${in_warehouse}) and t.completed_quantity > 0`

/**
 * Shipped and not given back: what came back is credited, and lies in stock again. A shipment that was taken back lets its order be
 * cancelled or deleted: nothing of that is sold.
 */
const kept = sql`(case when ${isDemand} then l.shipped_quantity - l.returned_quantity else 0 end)`

/**
 * What closed periods have told of a line `l`, and with what they left without a margin (`told`); and up to when all is closed. Whoever
 * tells of a line tells all that has no margin yet: of that only the last row counts.
 */
const closedOf = (
  org_id: string,
  until: RawBuilder<unknown>,
) => sql`left join (select y.*, y.quantity + y.unmeasured as told from (select q.line_id,
      coalesce(sum(q.shipped_quantity) filter (where q.revenue is not null), 0) as quantity, coalesce(sum(q.revenue), 0) as revenue,
      (array_agg(case when q.revenue is null then q.shipped_quantity else 0 end order by q.at desc))[1] as unmeasured
    from margin_closed_line q where q.org_id = ${org_id} group by 1) y) z on z.line_id = l.id
  cross join (select ${until} as until) closing`
const lastClosed = (org_id: string) =>
  sql`(select coalesce(max(p.until_time), 0) from margin_period p where p.org_id = ${org_id})`
const asOfNow = sql`cross join (select null::uuid as line_id, 0::numeric as quantity, 0::numeric as revenue, null::numeric as told) z
  cross join (select 0::bigint as until) closing`
/** A closed period gets no more lines: what has changed since belongs to the first day that is open. */
const soldAt = sql`greatest(l.delivered_time, closing.until)`
const revenue = (asked: Pick<Asked, 'member'>) =>
  sql`case when ${kept} = 0 then 0 when ${inOwn(asked)} then round(${kept} * coalesce(l.price, l.amount / l.quantity), ${cents}) end`

interface How {
  /** What was told before; null: all is told as it stands now. */
  readonly closed?: RawBuilder<unknown> | null
}
/**
 * What pieces cost, as the first tables of a statement: `sold` (order lines of which something was shipped and kept), `piece` (what one of a
 * material costs), `part` (what a piece of a sold line is made of: what its own finished work orders used or, without any, a piece from
 * stock) and `direct` (what its own work orders cost beside their materials).
 * A machine costs what its rate was when its work was reported, before the first what its master data says.
 * A material that is made costs what its finished work orders took on average, level by level; any other what was paid last,
 * else the price of the material.
 */
export const costTables = (
  { org_id, member }: Pick<Asked, 'org_id' | 'member'>,
  of: RawBuilder<unknown>,
  { closed = closedOf(org_id, lastClosed(org_id)) }: How = {},
) => sql`
  sold as materialized (select l.id, l.material_id, ${kept} - coalesce(z.quantity, 0) as shipped_quantity, ${revenue({ member })} - coalesce(z.revenue, 0) as revenue,
      z.told is not distinct from ${kept} as told, ${soldAt} as at
    from ${orderLines} ${closed ?? asOfNow} where l.org_id = ${org_id}
      and ((z.line_id is null and ${kept} > 0 and l.delivered_time is not null) or ${kept} <> z.quantity or ${revenue({ member })} <> z.revenue) and ${of}),
  finished as materialized (select t.id, t.material_id, t.order_line_id, t.completed_quantity as made from mo t where t.org_id = ${org_id} and ${isFinished}),
  used as materialized (select s.mo_id, s.material_id, -sum(s.quantity) as quantity from stock_movement s join finished t on t.id = s.mo_id
    where s.org_id = ${org_id} and s.movement_type in (${picking_out}, ${material_return}) and s.material_id <> t.material_id group by 1, 2 having sum(s.quantity) <> 0),
  paid as (select w.report_id, sum(w.amount) as amount from wage_line w where w.org_id = ${org_id} and w.report_id is not null group by 1),
  rate as materialized (select h.device_id, h.hourly_rate, int8range(h.valid_from, lead(h.valid_from) over (partition by h.device_id order by h.valid_from)) as hours
    from machine_rate h where h.org_id = ${org_id}),
  worked as (select r.mo_id, sum(p.amount) as labour, sum(r.work_seconds * coalesce(c.hourly_rate, v.hourly_rate)) / 3600 as machine,
      bool_or(p.report_id is null) as labour_open, bool_or(r.work_seconds > 0 and coalesce(c.hourly_rate, v.hourly_rate) is null) as machine_open
    from report_record r join finished t on t.id = r.mo_id left join paid p on p.report_id = r.id
      left join device v on v.org_id = r.org_id and v.id = r.device_id
      left join rate c on c.device_id = r.device_id and c.hours @> r.report_time
    where r.org_id = ${org_id} and not r.revoked and not r.outside group by 1),
  sent as (select k.mo_id, sum((k.received_quantity - k.failed_quantity) * k.price) as outside,
      string_agg(distinct q.no, ${separator}) filter (where k.price is null or q.currency <> ${member.currency}) as unknown
    from outsource_order_line k join finished t on t.id = k.mo_id join outsource_order q on q.org_id = k.org_id and q.id = k.order_id
    where k.org_id = ${org_id} and k.received_quantity > k.failed_quantity group by 1),
  job as materialized (select t.*, coalesce(w.labour, 0) as labour, coalesce(w.machine, 0) as machine, coalesce(s.outside, 0) as outside, s.unknown,
      coalesce(w.labour_open, s.mo_id is null) as labour_open, coalesce(w.machine_open, false) as machine_open
    from finished t left join worked w on w.mo_id = t.id left join sent s on s.mo_id = t.id),
  own as materialized (select j.* from job j join sold s on s.id = j.order_line_id and s.material_id = j.material_id),
  part as materialized (
    select o.order_line_id as line_id, u.material_id, sum(u.quantity) / max(x.made) as quantity
      from own o join used u on u.mo_id = o.id join (select order_line_id, sum(made) as made from own group by 1) x on x.order_line_id = o.order_line_id group by 1, 2
    union all select s.id, s.material_id, 1 from sold s where not exists (select from own o where o.order_line_id = s.id)),
  direct as (select order_line_id as line_id, sum(labour) / sum(made) as labour, sum(machine) / sum(made) as machine, sum(outside) / sum(made) as outside,
      string_agg(unknown, ${separator}) as unknown, bool_or(labour_open) as labour_open, bool_or(machine_open) as machine_open from own group by 1),
  average as materialized (select material_id, sum(made) as made, sum(labour) / sum(made) as labour, sum(machine) / sum(made) as machine, sum(outside) / sum(made) as outside,
      string_agg(unknown, ${separator}) as unknown, bool_or(labour_open) as labour_open, bool_or(machine_open) as machine_open from job group by 1),
  input as materialized (select t.material_id, u.material_id as component_id, sum(u.quantity) / max(a.made) as quantity
    from finished t join used u on u.mo_id = t.id join average a on a.material_id = t.material_id group by 1, 2),
  tree as (with recursive tree(root, node, quantity, path) as (
      select x.material_id, x.material_id, 1::numeric, array[x.material_id] from (select distinct material_id from part) x
      union all select t.root, i.component_id, t.quantity * i.quantity, t.path || i.component_id
        from tree t join input i on i.material_id = t.node where i.component_id <> all(t.path)) select * from tree),
  priced as materialized (select n.node, m.code, trim_scale(coalesce(last.price, m.purchase_price)) as price
    from (select distinct node from tree) n join material m on m.org_id = ${org_id} and m.id = n.node
      left join lateral ${lastPaid(org_id, sql`n.node`, member.currency)} last on true
    where not exists (select from average a where a.material_id = n.node)),
  piece as materialized (select t.root as material_id, coalesce(sum(t.quantity * p.price), 0) as material, coalesce(sum(t.quantity * a.labour), 0) as labour,
      coalesce(sum(t.quantity * a.machine), 0) as machine, coalesce(sum(t.quantity * a.outside), 0) as outside,
      string_agg(distinct coalesce(a.unknown, p.code), ${separator}) filter (where a.unknown is not null or (a.material_id is null and p.price is null)) as unknown,
      coalesce(bool_or(a.labour_open), false) as labour_open, coalesce(bool_or(a.machine_open), false) as machine_open, bool_or(t.node = t.root and a.material_id is not null) as made
    from tree t left join average a on a.material_id = t.node left join priced p on p.node = t.node group by 1)`
/** Between the names of what has no price. */
export const separator = '\n'

/** Of sold lines `s`: elements of their cost in cents, and what of it is not known. Grouped once and joined: asked line by line it would be as many scans. */
const costOfLine = sql`left join (
    select s.id, round(s.shipped_quantity * coalesce(p.material, 0), ${cents}) as material,
      round(s.shipped_quantity * (coalesce(d.labour, 0) + coalesce(p.labour, 0)), ${cents}) as labour,
      round(s.shipped_quantity * (coalesce(d.machine, 0) + coalesce(p.machine, 0)), ${cents}) as machine,
      round(s.shipped_quantity * (coalesce(d.outside, 0) + coalesce(p.outside, 0)), ${cents}) as outside,
      nullif(concat_ws(${separator}, d.unknown, p.unknown), '') as unknown, coalesce(d.labour_open, false) or coalesce(p.labour_open, false) as labour_open,
      coalesce(d.machine_open, false) or coalesce(p.machine_open, false) as machine_open, d.line_id is not null as own
    from sold s left join direct d on d.line_id = s.id left join (
      select p.line_id, sum(p.quantity * u.material) as material, sum(p.quantity * u.labour) as labour, sum(p.quantity * u.machine) as machine,
        sum(p.quantity * u.outside) as outside, string_agg(u.unknown, ${separator}) as unknown, bool_or(u.labour_open) as labour_open, bool_or(u.machine_open) as machine_open
      from part p join piece u on u.material_id = p.material_id group by p.line_id) p on p.line_id = s.id) k on k.id = s.id`

const overheadShare = (org_id: string) =>
  sql`coalesce((select g.config_value::numeric / 100 from organization_config g where g.org_id = ${org_id} and g.config_key = 'overhead_percent'), 0)`

/**
 * Lines of `sold` with their revenue, the elements of their cost and, where something of it is not known, why there is no margin. One that
 * a closed period has told to be without a margin is told again when it has one.
 */
export const marginRows = (asked: Pick<Asked, 'org_id' | 'member'>, of: RawBuilder<unknown>, how: How = {}) => sql`
  with ${costTables(asked, of, how)}
  select x.*, case when x.gap is null then x.revenue end as measured_revenue, case when x.gap is null then x.revenue - x.cost end as margin
  from (select y.*, y.material_cost + y.labour_cost + y.other_cost + y.outsource_cost + y.overhead_cost as cost
    from (select ${ofLine}, s.at, s.told, l.id as line_id, l.line_no, s.shipped_quantity, k.own, k.labour_open, k.machine_open, k.unknown,
      s.revenue, k.material as material_cost, k.labour as labour_cost, k.machine as other_cost, k.outside as outsource_cost,
      round((k.labour + k.machine) * ${overheadShare(asked.org_id)}, ${cents}) as overhead_cost,
      (case when s.revenue is null and not ${inOwn(asked)} then ${foreign_currency} when s.revenue is null then ${without_price} when k.unknown is not null and s.shipped_quantity <> 0 then ${without_cost} end)::integer as gap
    from sold s join ${orderLines} on l.org_id = ${asked.org_id} and l.id = s.id ${costOfLine}) y where y.gap is null or not y.told) x`

/** Of `marginRows` what is kept when a period is closed, with the type of each. */
const closedColumns = {
  ...{
    id: 'text',
    no: 'text',
    subject: 'text',
    opens_id: 'text',
    order_id: 'uuid',
    customer: 'text',
    customer_name: 'text',
  },
  ...{
    owner: 'text',
    owner_name: 'text',
    product: 'text',
    product_name: 'text',
    series: 'text',
    at: 'bigint',
    line_id: 'uuid',
  },
  ...{
    line_no: 'integer',
    shipped_quantity: 'numeric',
    own: 'boolean',
    labour_open: 'boolean',
    machine_open: 'boolean',
  },
  ...{ unknown: 'text', revenue: 'numeric', material_cost: 'numeric', labour_cost: 'numeric', other_cost: 'numeric' },
  ...{
    outsource_cost: 'numeric',
    overhead_cost: 'numeric',
    cost: 'numeric',
    gap: 'integer',
    measured_revenue: 'numeric',
  },
  margin: 'numeric',
} as const
const names = sql.raw(Object.keys(closedColumns).join(', '))
const typed = sql.raw(
  Object.entries(closedColumns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
)
const taken = new Set([
  ...['shipped_quantity', 'revenue', 'material_cost', 'labour_cost', 'other_cost', 'outsource_cost', 'overhead_cost'],
  ...['cost', 'measured_revenue', 'margin'],
])
/** What closed periods have told of lines that are gone for good, taken back by whoever sees all: nobody knows whose they were. */
const goneRows = (org_id: string, until: RawBuilder<unknown>) => sql`
  select ${sql.join(
    Object.keys(closedColumns).map(name =>
      name === 'at' ? sql`${until} as at` : sql.ref(taken.has(name) ? `g.${name}` : `r.${name}`),
    ),
  )} from (select q.line_id, (array_agg(q.figures order by q.at desc))[1] as figures, ${sql.join(
    [...taken].map(name => sql`-sum((q.figures ->> ${sql.lit(name)})::numeric) as ${sql.ref(name)}`),
  )}
      from margin_closed_line q where q.org_id = ${org_id} and q.revenue is not null and not (select app_own_only())
        and not exists (select from seen_sales_order_line e where e.org_id = q.org_id and e.id = q.line_id)
      group by 1 having sum(q.shipped_quantity) <> 0 or sum(q.revenue) <> 0) g
    cross join lateral jsonb_to_record(g.figures) as r(${typed})`

/** Lines by when they were shipped; of closed periods as they stood when those were closed. */
const marginsWithin = (asked: Pick<Asked, 'org_id' | 'member' | 'from' | 'until'>) => sql`
  select ${names} from (${marginRows(asked, sql`${soldAt} >= ${asked.from} and ${soldAt} < ${asked.until}`)}) v
  union all select ${names} from (${goneRows(asked.org_id, lastClosed(asked.org_id))}) v where v.at >= ${asked.from} and v.at < ${asked.until}
  union all
  select ${sql.raw(
    Object.keys(closedColumns)
      .map(name => `r.${name}`)
      .join(', '),
  )} from margin_closed_line q cross join lateral jsonb_to_record(q.figures) as r(${typed})
  where q.org_id = ${asked.org_id} and q.at >= ${asked.from} and q.at < ${asked.until}
    and (not (select app_own_only()) or exists (select from seen_sales_order_line e where e.org_id = q.org_id and e.id = q.line_id))`
/** What is to be kept of a period that is closed. */
export const marginsToClose = (asked: Pick<Asked, 'org_id' | 'member' | 'from' | 'until'>) =>
  sql`select ${names} from (${marginRows(asked, sql`${soldAt} < ${asked.until}`, { closed: closedOf(asked.org_id, sql`${asked.from}::bigint`) })}) v
  union all select ${names} from (${goneRows(asked.org_id, sql`${asked.from}::bigint`)}) v`

export const margins = factsSource('margins', {
  bySets: true,
  rows: marginsWithin,
  by: byOrder,
  sums: {
    margin: sumOf('margin'),
    measured_revenue: sumOf('measured_revenue'),
    measured_cost: sql`trim_scale(sum(f.measured_revenue - f.margin))`,
  },
})
