import type { Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { Instant } from '@qitao/core/time.ts'
import { materialKind } from '@qitao/masterdata/model/material/material-kind.status.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { type RawBuilder, sql } from 'kysely'
import { moStatus, stockSources } from '../../model/mo/mo.status.ts'
import { partsThatFollow } from '../../model/plan/promise-holds.rules.ts'

/**
 * What order promises hold. A hold counts while its answer is kept; a confirmed one until the work orders of its line have what
 * was held (`passHolds`) and stand on the plan. The planning of other work orders leaves alone what is held, and no two promises
 * hold the same piece or hour.
 */
export interface SupplyHold {
  readonly order_line_id: string
  readonly material_id: string
  readonly source_type: number
  readonly source_id: string
  readonly quantity: Quantity
  readonly is_product: boolean
}
export interface CapacityHold {
  readonly id: string
  readonly inquiry_id: string
  readonly order_line_id: string
  readonly part: number
  readonly material_id: string
  /** Of the material, for change-overs. */
  readonly series: string | null
  readonly process_id: string
  readonly sequence: number
  readonly device_id: string
  readonly setup_start_time: Instant
  readonly start_time: Instant
  readonly end_time: Instant
  readonly quantity: Quantity
  /** Work orders of the line, and those that make for them: the hours are theirs. */
  readonly mo_ids: readonly string[]
}
interface Holder {
  readonly inquiry_id: string
  /** Null: until the work orders of its line have it. */
  readonly kept_until: Instant | null
}

const { delivered, cancelled } = salesOrderStatus.codes
const { planned, completed } = moStatus.codes
/** The sales order `ho` stands: what was promised for it counts. */
export const orderStands = sql`not ho.deleted and ho.status not in (${delivered}, ${cancelled})`
/** Something of the line `hl` is on no work order yet. */
const isToMake = sql`hl.quantity > hl.offset_quantity + hl.planned_quantity`
/** Work orders for this order line, and what share of them is for it (`part` of `whole`): of one that was merged from several lines' not all. */
const ordersOfLine = (org_id: RawBuilder<unknown>, line_id: RawBuilder<unknown>) =>
  sql`(select o.id, o.material_id, o.planned_quantity, o.status, o.planned_finish_time, o.material_status, 1::numeric as part, 1::numeric as whole
      from mo o where o.org_id = ${org_id} and o.order_line_id = ${line_id}
    union all select o.id, o.material_id, o.planned_quantity, o.status, o.planned_finish_time, o.material_status,
      least(s.quantity, o.planned_quantity), o.planned_quantity
      from mo o cross join unnest(o.served_line_ids, o.served_quantities) as s(line_id, quantity)
      where o.org_id = ${org_id} and o.served_line_ids <> '{}' and s.line_id = ${line_id})`
/**
 * Goods `h` that count at `now`. Of a line that is all on work orders those stay that the orders below will need, which are not
 * there yet: while one of them was not matched, or lacks what is made.
 */
export const holdCounts = (now: Instant): RawBuilder<unknown> =>
  sql`(h.kept_until >= ${now} or (h.kept_until is null and exists (select from sales_order_line hl
    join sales_order ho on ho.org_id = hl.org_id and ho.id = hl.order_id
    where hl.org_id = h.org_id and hl.id = h.order_line_id and ${orderStands} and (${isToMake} or exists (
      with recursive own as (
        select o.id, o.status, o.material_status from ${ordersOfLine(sql`h.org_id`, sql`hl.id`)} o
        union select c.id, c.status, c.material_status from own p join mo c on c.org_id = h.org_id and c.parent_mo_id = p.id
      ) select from own p join mo_component c on c.org_id = h.org_id and c.mo_id = p.id
        join material x on x.org_id = c.org_id and x.id = c.material_id
      where p.status < ${completed} and (p.material_status is null or (c.short_quantity > 0 and x.kind <> ${materialKind.codes.raw})))))))`

/** What has gone from one source into a balance. */
interface Gone {
  readonly source_id: string
  readonly inventory_id: string
  readonly source_type: number
  readonly quantity: Quantity
}
/**
 * Goods have gone to another balance: what promises hold of them and is no longer there is held where they are now; who was promised
 * first keeps what stays. The goods have moved, and what work orders have of them with them.
 */
export async function followHolds(tx: Tx, org_id: string, gone: readonly Gone[], now: Instant): Promise<void> {
  const source_ids = gone.map(({ source_id }) => source_id)
  const holds = await rows(
    tx,
    sql<{ id: string; source_id: string; quantity: Quantity }>`select h.id, h.source_id, h.quantity from supply_hold h
      where h.org_id = ${org_id} and ${among(sql`h.source_id`, source_ids)} and ${holdCounts(now)}
      order by h.created_time, h.id for no key update`,
  )
  if (holds.length === 0) return
  const parts = partsThatFollow(holds, await unassigned(tx, org_id, source_ids), gone).map(part => ({
    ...{ new_id: newId(), ...part },
  }))
  if (parts.length === 0) return
  const all = recordset(parts, sql`id uuid, new_id uuid, inventory_id uuid, source_type smallint, quantity numeric`)
  await sql`insert into supply_hold (id, inquiry_id, order_line_id, material_id, source_type, source_id, quantity, is_product, kept_until, created_by, created_time)
    select r.new_id, h.inquiry_id, h.order_line_id, h.material_id, r.source_type, r.inventory_id, r.quantity, h.is_product, h.kept_until, h.created_by, h.created_time
    from ${all} r join supply_hold h on h.org_id = ${org_id} and h.id = r.id`.execute(tx)
  await lessenHolds(tx, org_id, parts)
}

/** Of stock, purchase order lines and work orders: what no work order has. */
export async function unassigned(
  tx: Tx,
  org_id: string,
  source_ids: readonly string[],
): Promise<ReadonlyMap<string, Quantity>> {
  const found = await rows(
    tx,
    sql<{ id: string; quantity: Quantity }>`select s.id, greatest(0, s.quantity
        - coalesce((select sum(a.quantity) from mo_assignment a where a.org_id = ${org_id} and a.source_id = s.id), 0)) as quantity
      from (select id, quantity from inventory where org_id = ${org_id} and ${among(sql`id`, source_ids)}
        union all select id, quantity - received_quantity from purchase_order_line where org_id = ${org_id} and ${among(sql`id`, source_ids)}
        union all select id, planned_quantity - inbound_quantity from mo where org_id = ${org_id} and ${among(sql`id`, source_ids)}) s`,
  )
  return new Map(found.map(({ id, quantity }) => [id, quantity]))
}

/** Of these holds so much is held no more. */
export async function lessenHolds(
  tx: Tx,
  org_id: string,
  parts: readonly { readonly id: string; readonly quantity: Quantity }[],
): Promise<void> {
  const all = recordset(parts, sql`id uuid, quantity numeric`)
  const left = sql`h.quantity - (select sum(r.quantity) from ${all} r where r.id = h.id)`
  const ids = parts.map(({ id }) => id)
  await sql`delete from supply_hold h where h.org_id = ${org_id} and ${among(sql`h.id`, ids)} and ${left} <= 0`.execute(
    tx,
  )
  await sql`update supply_hold h set quantity = ${left} where h.org_id = ${org_id} and ${among(sql`h.id`, ids)}`.execute(
    tx,
  )
}

/** These work orders give up what they have: what a promise has given them is held for its line again. */
export async function giveBackToPromises(tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<void> {
  const given = await rows(
    tx,
    sql<{ id: string; quantity: Quantity }>`select a.id, a.quantity from mo_assignment a
      join sales_order_line l on l.org_id = a.org_id and l.id = a.promised_line_id
      where a.org_id = ${org_id} and ${among(sql`a.mo_id`, mo_ids)} and a.locked order by a.id`,
  )
  await holdAgain(tx, org_id, given)
}
/** So much of what promises have given is held for their lines; whoever has it is to give it up. */
export async function holdAgain(
  tx: Tx,
  org_id: string,
  given: readonly { readonly id: string; readonly quantity: Quantity }[],
): Promise<void> {
  const again = given.map(one => ({ ...one, hold_id: newId() }))
  await sql`insert into supply_hold (id, inquiry_id, order_line_id, material_id, source_type, source_id, quantity, is_product, kept_until, created_by, created_time)
    select r.hold_id, a.inquiry_id, a.promised_line_id, a.material_id, a.source_type, a.source_id, r.quantity, false, null, a.locked_by, a.locked_time
    from ${recordset(again, sql`id uuid, hold_id uuid, quantity numeric`)} as r join mo_assignment a on a.org_id = ${org_id} and a.id = r.id`.execute(
    tx,
  )
}

/** Stock is looked at once more under the lock of its balance: 5512 when others were quicker. */
export async function holdSupply(
  tx: Tx,
  org_id: string,
  { inquiry_id, kept_until }: Holder,
  holds: readonly SupplyHold[],
  now: Instant,
): Promise<void> {
  if (holds.length === 0) return
  await sql`insert into supply_hold (id, inquiry_id, order_line_id, material_id, source_type, source_id, quantity, is_product, kept_until)
    select r.id, ${inquiry_id}, r.order_line_id, r.material_id, r.source_type, r.source_id, r.quantity, r.is_product, ${kept_until}::bigint
    from ${recordset(
      holds.map(hold => ({ id: newId(), ...hold })),
      sql`id uuid, order_line_id uuid, material_id uuid, source_type smallint, source_id uuid, quantity numeric, is_product boolean`,
    )} as r`.execute(tx)
  await expectStockForHolds(
    tx,
    org_id,
    holds.filter(({ source_type }) => stockSources.some(code => code === source_type)).map(hold => hold.source_id),
    now,
  )
}

/** Refuses 5512 when more of a balance is occupied and held than is there. The balances are locked. */
async function expectStockForHolds(
  tx: Tx,
  org_id: string,
  inventory_ids: readonly string[],
  now: Instant,
): Promise<void> {
  const held = await rows(
    tx,
    sql<{ source_id: string; quantity: Quantity }>`select h.source_id, sum(h.quantity) as quantity from supply_hold h
      where h.org_id = ${org_id} and h.source_type in (${sql.join(stockSources)}) and ${among(sql`h.source_id`, inventory_ids)} and ${holdCounts(now)} group by h.source_id`,
  )
  if (held.length === 0) return
  const ids = held.map(({ source_id }) => source_id)
  await sql`select from inventory where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for no key update`.execute(
    tx,
  )
  const over = await rows(
    tx,
    sql<{ id: string }>`select r.source_id as id from ${recordset(held, sql`source_id uuid, quantity numeric`)} r
      left join inventory t on t.org_id = ${org_id} and t.id = r.source_id
      where coalesce(t.quantity - t.occupied_quantity, 0) < r.quantity`,
  )
  if (over.length > 0) refuse(stockErrors.occupiedOverAvailable)
}

export async function holdCapacity(
  tx: Tx,
  { inquiry_id, kept_until }: Holder,
  holds: readonly Omit<CapacityHold, 'id' | 'inquiry_id' | 'series' | 'mo_ids'>[],
): Promise<void> {
  if (holds.length === 0) return
  await sql`insert into capacity_hold (id, inquiry_id, order_line_id, part, material_id, process_id, sequence, device_id, setup_start_time, start_time,
      end_time, quantity, kept_until)
    select r.id, ${inquiry_id}, r.order_line_id, r.part, r.material_id, r.process_id, r.sequence, r.device_id, r.setup_start_time, r.start_time,
      r.end_time, r.quantity, ${kept_until}
    from ${recordset(
      holds.map(hold => ({ id: newId(), ...hold })),
      sql`id uuid, order_line_id uuid, part integer, material_id uuid, process_id uuid, sequence integer, device_id uuid, setup_start_time bigint,
        start_time bigint, end_time bigint, quantity numeric`,
    )} as r`.execute(tx)
}

/** When the first hour begins that an inquiry holds; null: it holds none. */
export async function firstHeldStart(tx: Tx, org_id: string, inquiry_id: string): Promise<Instant | null> {
  const [found] = await rows(
    tx,
    sql<{
      first: Instant | null
    }>`select min(setup_start_time) as first from capacity_hold where org_id = ${org_id} and inquiry_id = ${inquiry_id}`,
  )
  return found!.first
}
/** What an inquiry holds is held until then. */
export async function extendHolds(tx: Tx, org_id: string, inquiry_id: string, until: Instant): Promise<void> {
  const own = sql`org_id = ${org_id} and inquiry_id = ${inquiry_id}`
  await sql`update supply_hold set kept_until = ${until} where ${own}`.execute(tx)
  await sql`update capacity_hold set kept_until = ${until} where ${own}`.execute(tx)
}

/** Everything the inquiries held is free again. */
export async function releaseHolds(tx: Tx, org_id: string, inquiry_ids: readonly string[]): Promise<void> {
  if (inquiry_ids.length === 0) return
  await sql`delete from supply_hold where org_id = ${org_id} and ${among(sql`inquiry_id`, inquiry_ids)}`.execute(tx)
  await sql`delete from capacity_hold where org_id = ${org_id} and ${among(sql`inquiry_id`, inquiry_ids)}`.execute(tx)
}

/** What is held for these lines is free again: nothing of them is to come. */
export async function releaseHoldsOfLines(tx: Tx, org_id: string, line_ids: readonly string[]): Promise<void> {
  await sql`delete from supply_hold where org_id = ${org_id} and ${among(sql`order_line_id`, line_ids)}`.execute(tx)
  await sql`delete from capacity_hold where org_id = ${org_id} and ${among(sql`order_line_id`, line_ids)}`.execute(tx)
}

/**
 * A confirmed promise keeps components and hours for the order lines of its deliveries (by line, from part 1), until their work orders have them.
 * The product itself is the order's own from now on: its line claims it.
 */
export async function keepHolds(
  tx: Tx,
  org_id: string,
  inquiry_id: string,
  lines: readonly { order_line_id: string; part: number; becomes: string }[],
): Promise<void> {
  await sql`delete from supply_hold where org_id = ${org_id} and inquiry_id = ${inquiry_id} and is_product`.execute(tx)
  await sql`update supply_hold set kept_until = null where org_id = ${org_id} and inquiry_id = ${inquiry_id}`.execute(
    tx,
  )
  await sql`update capacity_hold h set kept_until = null, order_line_id = r.becomes
    from ${recordset(lines, sql`order_line_id uuid, part integer, becomes uuid`)} as r
    where h.org_id = ${org_id} and h.inquiry_id = ${inquiry_id} and h.order_line_id = r.order_line_id and h.part = r.part`.execute(
    tx,
  )
}

/** What is held of each source; of these materials, or of every one. Left out: inquiries that are asked anew, what orders hold for themselves. */
export const heldSupply = (
  tx: Tx,
  org_id: string,
  now: Instant,
  material_ids: readonly string[] | null,
  { inquiry_ids = [], order_ids = [] }: { inquiry_ids?: readonly string[]; order_ids?: readonly string[] } = {},
): Promise<{ source_id: string; quantity: Quantity }[]> =>
  rows(
    tx,
    sql`select h.source_id, sum(h.quantity) as quantity from supply_hold h
      where h.org_id = ${org_id} and ${holdCounts(now)} and not ${among(sql`h.inquiry_id`, inquiry_ids)}
        ${order_ids.length === 0 ? sql`` : sql`and h.order_line_id not in (select ol.id from seen_sales_order_line ol where ol.org_id = ${org_id} and ${among(sql`ol.order_id`, order_ids)})`}
        ${material_ids === null ? sql`` : sql`and ${among(sql`h.material_id`, material_ids)}`}
      group by h.source_id order by h.source_id`,
  )

/**
 * Hours that promises hold. Of a confirmed one those whose quantity stands on the plan by its own work orders are theirs, and held no
 * more, the first ones first; the rest is held until all of its line is on work orders and those are planned.
 */
export const heldCapacity = (
  tx: Tx,
  org_id: string,
  now: Instant,
  except: readonly string[] = [],
): Promise<CapacityHold[]> =>
  rows(
    tx,
    sql`with recursive own as (
        select l.line_id, m.*
          from (select distinct order_line_id as line_id from capacity_hold where org_id = ${org_id} and kept_until is null and end_time > ${now}) l
          cross join lateral ${ordersOfLine(sql`${org_id}`, sql`l.line_id`)} m
        union select p.line_id, c.id, c.material_id, c.planned_quantity, c.status, c.planned_finish_time, c.material_status, p.part, p.whole
          from own p join mo c on c.org_id = ${org_id} and c.parent_mo_id = p.id
      ), orders as (
        select line_id, array_agg(id::text order by id) as mo_ids from own group by line_id
      ), made as (
        select line_id, material_id, coalesce(sum(round(planned_quantity * part / whole, 6)) filter (where planned_finish_time is not null or status > ${planned}), 0) as placed,
          bool_or(planned_finish_time is null and status <= ${planned}) as waits
        from own group by line_id, material_id
      ), held as (
        select h.*, coalesce(d.placed, 0) as placed, coalesce(o.mo_ids, '{}') as mo_ids, sum(h.quantity) over (
            partition by h.inquiry_id, h.order_line_id, h.part, h.material_id, h.sequence, h.process_id order by h.setup_start_time, h.id) as reached
        from capacity_hold h
          left join made d on h.kept_until is null and d.line_id = h.order_line_id and d.material_id = h.material_id
          left join orders o on h.kept_until is null and o.line_id = h.order_line_id
        where h.org_id = ${org_id} and not ${among(sql`h.inquiry_id`, except)} and (h.kept_until >= ${now} or (h.kept_until is null and exists (
          select from sales_order_line hl join sales_order ho on ho.org_id = hl.org_id and ho.id = hl.order_id
          where hl.org_id = h.org_id and hl.id = h.order_line_id and ${orderStands} and (${isToMake} or coalesce(d.waits, exists (
            -- What it is made of is on no work order yet.
            select from own p join mo_component c on c.org_id = h.org_id and c.mo_id = p.id and c.material_id = h.material_id
            where p.line_id = h.order_line_id and p.status < ${completed} and (p.material_status is null or c.short_quantity > 0)))))))
      ), rest as (
        select h.*, least(h.quantity, h.reached - h.placed) as left_quantity from held h where h.reached > h.placed
      )
      select h.id, h.inquiry_id, h.order_line_id, h.part, h.material_id, m.series, h.process_id, h.sequence, h.device_id,
        case when h.left_quantity = h.quantity then h.setup_start_time else s.start_time end as setup_start_time, s.start_time, h.end_time,
        h.left_quantity as quantity, h.mo_ids
      from rest h join material m on m.org_id = h.org_id and m.id = h.material_id
        cross join lateral (select h.end_time - ceil((h.end_time - h.start_time) * h.left_quantity / h.quantity)::bigint as start_time) s
      where h.end_time > ${now} order by setup_start_time, h.id`,
  )
