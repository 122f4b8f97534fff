import type { Parsed } from '@qitao/core/call.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { startOfToday } from '@qitao/document-kit/server'
import { hasBomInForce } from '@qitao/engineering/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { contains } from '@qitao/platform/server/list/list.ts'
import type { listPurchaseDemands } from '@qitao/purchasing/model/purchase-demand.calls.ts'
import type {
  DemandNeedRow,
  DemandSourceRow,
  PurchaseDemandRow,
} from '@qitao/purchasing/model/purchase-demand.record.ts'
import { type UrgencyDays, urgencyDays } from '@qitao/purchasing/model/purchase-demand.rules.ts'
import { lastLine, lastPaid, linesInTransit, pendingFor, pendingOf } from '@qitao/purchasing/server'
import { numberSeen } from '@qitao/sales/server'
import { usableQuantities } from '@qitao/stock/server'
import { type RawBuilder, sql } from 'kysely'
import type { Cover, DemandFacts } from '../../model/demand/demand.rules.ts'
import { moStatus, supplySource } from '../../model/mo/mo.status.ts'
import { planClock } from '../../model/plan/material-snapshot.ts'
import type { Pending } from '../../model/replenish/replenishment.rules.ts'
import { planSettings } from '../plan/load-books.ts'
import { holdCounts } from '../plan/promise-holds.ts'
import { neededTimes } from '../plan/refresh-kits.ts'

/** What must be bought, read from the last material plan as it stands: nothing is matched anew. */
export interface Reading {
  readonly org_id: string
  readonly now: Instant
  readonly currency: string
  readonly days: readonly UrgencyDays[]
  /** Off: orders that are not scheduled take what they find without its standing in the pegging. */
  readonly holdsUnscheduled: boolean
  /** When the orders that are short need their components (`neededTimes`). */
  readonly needed: RawBuilder<unknown>
}
type Some = readonly string[] | null
/** Of some materials, or of all (null). */
export async function readingOf({ tx, org_id, now, member }: Context, ids: Some): Promise<Reading> {
  const { holdsUnscheduled } = await planSettings(tx, org_id)
  const days = urgencyDays(startOfToday({ now, member }))
  const short = await rows(
    tx,
    sql<{ mo_id: string }>`select distinct c.mo_id ${shortages(org_id, ids)} order by c.mo_id`,
  )
  const needed = await neededTimes(
    tx,
    org_id,
    short.map(({ mo_id }) => mo_id),
    now,
  )
  return { org_id, now, days, currency: member.currency, holdsUnscheduled, needed }
}

const ofMaterials = (material_id: RawBuilder<unknown>, ids: Some) =>
  ids === null ? sql`` : sql`and ${among(material_id, ids)}`
/** Up to the last decimal of the unit `u`. */
const inWholeSteps = (quantity: RawBuilder<unknown>) =>
  sql`ceil(${quantity} * power(10::numeric, u."precision")) / power(10::numeric, u."precision")`

/** Components `c` of open orders `m` that no supply covers, of the material `x` in the unit `u`: the shortages of the material plan. */
const shortages = (org_id: string, ids: Some, needed = sql``) =>
  sql`from mo_component c join mo m on m.org_id = c.org_id and m.id = c.mo_id
      join material x on x.org_id = c.org_id and x.id = c.material_id join unit u on u.org_id = x.org_id and u.id = x.unit_id ${needed}
    where c.org_id = ${org_id} and c.short_quantity > 0 and m.status < ${moStatus.codes.completed} ${ofMaterials(sql`c.material_id`, ids)}`
/** The same, each with when it is needed, `z`. */
const needsWithTimes = ({ org_id, needed }: Reading, ids: Some) =>
  shortages(org_id, ids, sql`join (${needed}) z on z.component_id = c.id`)
/** A material `x` that is made when it is short (`snapshotOf`). */
const isMade = ({ org_id, now }: Reading) => sql`(x.kind <> 0 and ${hasBomInForce(org_id, sql`x.id`, now)})`

/** Lines in transit, and what of each no order and no promise has: sent since the last plan, or set not to count in kits. */
const linesWithFree = ({ org_id, now }: Reading, ids: Some) =>
  sql`select l.*, greatest(0, l.open_quantity
      - coalesce((select sum(a.quantity) from mo_assignment a where a.org_id = ${org_id} and a.source_id = l.id), 0)
      - coalesce((select sum(h.quantity) from supply_hold h where h.org_id = ${org_id} and h.source_id = l.id and ${holdCounts(now)}), 0)) as free_quantity
    from (${linesInTransit(org_id, ids)}) l`

/**
 * Of each material what lies or comes that nobody has, in all and on its way: the position against which safety stock stands.
 * Below it is filled up, with a lead time from now, as the material plan proposes.
 */
const freeQuantities = (reading: Reading, ids: Some) => {
  const { org_id, now, holdsUnscheduled } = reading
  const unheld = sql`union all select c.material_id, -c.assigned_quantity, -c.in_transit_quantity
      from mo_component c join mo m on m.org_id = c.org_id and m.id = c.mo_id and m.status < ${moStatus.codes.completed}
      where c.org_id = ${org_id} and c.assigned_quantity > 0 ${ofMaterials(sql`c.material_id`, ids)}
        and not exists (select from mo_assignment a where a.org_id = c.org_id and a.component_id = c.id)`
  return sql`select material_id, greatest(0, sum(quantity)) as quantity, greatest(0, sum(on_the_way)) as on_the_way from (
      select material_id, quantity, 0::numeric as on_the_way from (${usableQuantities(org_id, ids)}) s
      union all select material_id, open_quantity, free_quantity from (${linesWithFree(reading, ids)}) l
      union all select material_id, -quantity, 0 from mo_assignment where org_id = ${org_id} ${ofMaterials(sql`material_id`, ids)}
      union all select h.material_id, -h.quantity, 0 from supply_hold h
        where h.org_id = ${org_id} and h.source_type <> ${supplySource.codes.in_production} and ${holdCounts(now)} ${ofMaterials(sql`h.material_id`, ids)}
      ${holdsUnscheduled ? sql`` : unheld}
    ) f group by material_id`
}

/**
 * One row for each material of which more is needed than is covered. What is on its way and free covers what orders lack first;
 * what is left of it stands for the safety stock. Its day is that of the first order whose need is open: what is asked for an
 * order is its, the rest goes to them in the order of their days.
 */
function demands(reading: Reading, ids: Some): RawBuilder<unknown> {
  const { org_id, now } = reading
  const lead = sql`x.supply_lead_time * ${daySeconds}::bigint`
  return sql`with asked as (${pendingFor(org_id, ids)}),
      need as materialized (select q.*, sum(q.quantity - q.own) over (partition by q.material_id order by q.required_date, q.mo_id) as reached
        from (select n.*, least(n.quantity, coalesce(a.quantity, 0)) as own
          from (select c.material_id, m.id as mo_id, sum(${inWholeSteps(sql`c.short_quantity`)}) as quantity, min(z.needed) as required_date
            ${needsWithTimes(reading, ids)} group by c.material_id, m.id) n
          left join asked a on a.material_id = n.material_id and a.mo_id = n.mo_id) q)
    select d.material_id, d.needed_quantity, d.covered_quantity, d.needed_quantity - d.covered_quantity as demand_quantity,
      least(min(e.required_date), d.refilled) as required_date, least(min(e.required_date), d.refilled) - d.lead as latest_order_date,
      count(e.mo_id) as mo_count, d.safety_quantity
    from (
      select x.id as material_id, coalesce(n.quantity, 0) + s.quantity as needed_quantity, coalesce(p.quantity, 0) + w.quantity as covered_quantity,
        case when s.quantity > 0 then ${planClock(now)} + ${lead} end as refilled, ${lead} as lead, n.own, s.quantity as safety_quantity
      from material x join unit u on u.org_id = x.org_id and u.id = x.unit_id
        left join (select material_id, sum(quantity) as quantity, sum(own) as own from need group by material_id) n on n.material_id = x.id
        left join (select material_id, sum(quantity) as quantity from (${pendingOf(org_id, ids)}) q group by material_id) p on p.material_id = x.id
        left join (${freeQuantities(reading, ids)}) f on f.material_id = x.id
        cross join lateral (select least(coalesce(n.quantity, 0), coalesce(f.on_the_way, 0)) as quantity) w
        cross join lateral (select case when x.safety_stock > 0
          then greatest(0, ${inWholeSteps(sql`x.safety_stock`)} - greatest(0, coalesce(f.quantity, 0) - w.quantity)) else 0 end as quantity) below
        -- Once the level is reached, so much more is bought that it lasts for a cycle; what is asked for already has reached it.
        cross join lateral (select below.quantity + case when below.quantity > greatest(0, coalesce(p.quantity, 0) - coalesce(n.quantity, 0))
          then ${inWholeSteps(sql`x.reorder_quantity`)} else 0 end as quantity) s
      where x.org_id = ${org_id} and (n.material_id is not null or x.safety_stock > 0) and not ${isMade(reading)} ${ofMaterials(sql`x.id`, ids)}
    ) d left join need e on e.material_id = d.material_id and e.quantity > e.own and e.reached > d.covered_quantity - d.own
    where d.needed_quantity > d.covered_quantity
    group by d.material_id, d.needed_quantity, d.covered_quantity, d.refilled, d.lead, d.safety_quantity`
}

/** Of the material `t`: from whom and by whom it was bought last. */
const bought = ({ org_id }: Reading) =>
  sql`left join lateral ${lastLine(org_id, sql`t.id`, sql`o.supplier_id, o.operator_id`)} bought on true`
/** What was paid last, in the company's currency. */
const paid = ({ org_id, currency }: Reading) =>
  sql`left join lateral ${lastPaid(org_id, sql`t.id`, currency)} paid on true`
const supplier = sql`coalesce(t.supplier_id, bought.supplier_id)`
const price = sql`coalesce(paid.price, t.purchase_price)`

type Filters = Pick<
  Parsed<typeof listPurchaseDemands>,
  'keyword' | 'material_ids' | 'supplier_id' | 'buyer_id' | 'urgencies'
>
/** The list's joins and conditions; who bought last is looked for only when it is asked. */
export function demandSearch(
  reading: Reading,
  { keyword, material_ids, supplier_id, buyer_id, urgencies = [] }: Filters,
) {
  const wanted = reading.days.filter(([code]) => urgencies.includes(code as (typeof urgencies)[number]))
  const within = wanted.map(
    ([, from, before]) => sql`(d.latest_order_date >= ${from} and d.latest_order_date < ${before})`,
  )
  const asksLast = supplier_id !== undefined || buyer_id !== undefined
  return {
    joins: sql`join (${demands(reading, null)}) d on d.material_id = t.id ${asksLast ? bought(reading) : sql``}`,
    where: [
      contains(keyword, sql`t.code`, sql`t.name`, sql`coalesce(t.specs, '')`),
      material_ids !== undefined && among(sql`t.id`, material_ids),
      supplier_id !== undefined && sql`${supplier} = ${supplier_id}`,
      buyer_id !== undefined && sql`bought.operator_id = ${buyer_id}`,
      within.length > 0 && sql`(${sql.join(within, sql` or `)})`,
    ],
  }
}

/** As it is read: what follows from it is computed beside. */
export type ReadDemand = Omit<PurchaseDemandRow, 'quantity' | 'lot_reason' | 'urgency' | 'amount'>
export const demandRows = (tx: Tx, reading: Reading, ids: readonly string[]): Promise<ReadDemand[]> =>
  rows(
    tx,
    sql<ReadDemand>`select t.id, t.id as material_id, t.code as material_code, t.name as material_name, t.specs as material_specs,
        u.name as unit_name, u."precision" as unit_precision, trim_scale(d.needed_quantity) as needed_quantity,
        trim_scale(d.covered_quantity) as covered_quantity, trim_scale(d.demand_quantity) as demand_quantity,
        d.required_date, d.latest_order_date, d.mo_count, ${supplier} as supplier_id, s.name as supplier_name,
        bought.operator_id as buyer_id, a.name as buyer_name, trim_scale(${price}) as price, t.supply_lead_time, t.minimum_lot, t.packaging_size
      from (${demands(reading, ids)}) d join material t on t.org_id = ${reading.org_id} and t.id = d.material_id
        join unit u on u.org_id = t.org_id and u.id = t.unit_id ${bought(reading)} ${paid(reading)}
        left join supplier s on s.org_id = t.org_id and s.id = ${supplier}
        left join app_user a on a.org_id = t.org_id and a.id = bought.operator_id`,
  )

/** What totals are made of. */
export interface DemandSum {
  readonly latest_order_date: Instant
  readonly demand_quantity: Quantity
  readonly minimum_lot: Quantity
  readonly packaging_size: Quantity
  readonly price: Quantity | null
}
export function demandSums(tx: Tx, reading: Reading, filters: Filters): Promise<DemandSum[]> {
  const { joins, where } = demandSearch(reading, filters)
  return rows(
    tx,
    sql<DemandSum>`select d.latest_order_date, trim_scale(d.demand_quantity) as demand_quantity, t.minimum_lot, t.packaging_size, ${price} as price
      from material t ${joins} ${paid(reading)}
      where ${sql.join([sql`t.org_id = ${reading.org_id}`, ...where.filter(Boolean)], sql` and `)}`,
  )
}
/** Parts that are short and are made. */
export async function countUnmade(tx: Tx, reading: Reading): Promise<number> {
  const [found] = await rows(
    tx,
    sql<{
      count: number
    }>`select count(distinct c.material_id) as count ${shortages(reading.org_id, null)} and ${isMade(reading)}`,
  )
  return found!.count
}

export type ReadNeed = Omit<DemandNeedRow, 'open_quantity'> & { readonly material_id: string }
/** The needs behind the demands of these materials, first needed first; safety stock comes last. */
export const needsOf = (tx: Tx, reading: Reading, ids: readonly string[]): Promise<ReadNeed[]> =>
  rows(
    tx,
    sql<ReadNeed>`select n.id, n.material_id, n.mo_id, m.no as mo_no, g.code as product_code, g.name as product_name, o.id as sales_order_id,
        ${numberSeen(sql`m.order_line_id`, sql`o.no`)} as sales_order_no, trim_scale(n.quantity) as quantity, n.required_date
      from (
        select c.id, c.material_id, m.id as mo_id, ${inWholeSteps(sql`c.short_quantity`)} as quantity, z.needed as required_date
          ${needsWithTimes(reading, ids)}
        union all select d.material_id, d.material_id, null, d.safety_quantity, ${planClock(reading.now)} + x.supply_lead_time * ${daySeconds}::bigint
          from (${demands(reading, ids)}) d join material x on x.org_id = ${reading.org_id} and x.id = d.material_id where d.safety_quantity > 0
      ) n left join mo m on m.org_id = ${reading.org_id} and m.id = n.mo_id left join material g on g.org_id = m.org_id and g.id = m.material_id
        left join seen_sales_order_line l on l.org_id = m.org_id and l.id = m.order_line_id
        left join seen_sales_order o on o.org_id = l.org_id and o.id = l.order_id
      order by n.material_id, n.mo_id is null, n.required_date, m.priority, m.no, n.id`,
  )

/** What covers the needs of these materials and is no supply of a plan yet: what is free on its way, and what is asked for. */
export async function coverOf(tx: Tx, reading: Reading, ids: readonly string[]): Promise<Cover> {
  const asked = (from: RawBuilder<unknown>) =>
    rows(
      tx,
      sql<Pending>`select material_id, quantity, asked from (${from}) p where quantity > 0 order by material_id, no, id`,
    )
  return {
    on_the_way: await asked(
      sql`select id, order_no as no, material_id, free_quantity as quantity, asked from (${linesWithFree(reading, ids)}) f`,
    ),
    pending: await asked(pendingOf(reading.org_id, ids)),
  }
}
/** The same as documents, with what plans count on already. */
export const sourcesOf = (tx: Tx, reading: Reading, ids: readonly string[]): Promise<DemandSourceRow[]> =>
  rows(
    tx,
    sql<DemandSourceRow>`select id, document_id, kind, no, trim_scale(quantity) as quantity, trim_scale(deducted_quantity) as deducted_quantity, eta from (
        select id, document_id, kind, no, quantity, quantity as deducted_quantity, required_date as eta from (${pendingOf(reading.org_id, ids)}) p
        union all select id, order_id, 'purchase_order', order_no, open_quantity, free_quantity, eta from (${linesWithFree(reading, ids)}) l
      ) s order by eta nulls last, no, id`,
  )

/** Of every one of these materials that there is, under the lock of the caller. */
export async function demandFacts(
  tx: Tx,
  reading: Reading,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DemandFacts>> {
  const found = await rows(
    tx,
    sql<DemandFacts>`select t.id as material_id, u."precision" as unit_precision, trim_scale(d.demand_quantity) as demand_quantity, d.required_date
      from material t join unit u on u.org_id = t.org_id and u.id = t.unit_id left join (${demands(reading, ids)}) d on d.material_id = t.id
      where t.org_id = ${reading.org_id} and ${among(sql`t.id`, ids)}`,
  )
  return new Map(found.map(one => [one.material_id, one]))
}
