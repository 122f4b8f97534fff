import { settings } from '@qitao/access/model/company/settings.ts'
import { loadSettings } from '@qitao/access/server'
import type { Quantity } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { loadReceiving } from '@qitao/masterdata/server'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import { type RawBuilder, sql } from 'kysely'
import type { AskedFor } from '../model/asked-for.ts'
import { purchaseRequestStatus, purchaseStatus } from '../model/purchase.status.ts'
import {
  afterReceipt,
  arrivalOf,
  type CameOrLeft,
  expectReceived,
  expectTakenBack,
  type LineForReceipt,
  type LineTakenBack,
} from '../model/purchase-order.rules.ts'
import { askedOfParts } from '../model/supply-part.rules.ts'
import { announced } from './arrival/announced.ts'
import { delaySeconds } from './delay/supplier-delays.ts'

/** What purchasing tells later areas, and what they tell it. */
export interface NewRequest {
  material_id: string
  demand_quantity: Quantity
  /** Absent: as much as is demanded. At least the demand. */
  quantity?: Quantity | null
  required_date?: Instant | null
  supplier_id?: string | null
  asked?: readonly AskedFor[]
  source: 'manual' | 'shortage' | 'reorder_point'
  remark?: string | null
}
/** A request without a supplier is for the supplier that stands in its material. Answers in the given order. */
export async function insertPurchaseRequests(
  tx: Tx,
  { now, time_zone, requests }: { now: Instant; time_zone: string; requests: readonly NewRequest[] },
): Promise<{ id: string; no: string }[]> {
  if (requests.length === 0) return []
  const nos = await takeSerials(tx, 'CGSQ', requests.length, now, time_zone)
  const made = requests.map((request, index) => ({
    ...request,
    id: newId(),
    no: nos[index]!,
    quantity: request.quantity ?? request.demand_quantity,
    mo_ids: `{${(request.asked ?? []).map(({ mo_id }) => mo_id).join(',')}}`,
    mo_quantities: `{${(request.asked ?? []).map(({ quantity }) => quantity ?? 'null').join(',')}}`,
  }))
  await sql`insert into purchase_request (id, no, material_id, demand_quantity, quantity, required_date, supplier_id, mo_ids, mo_quantities, source, remark)
    select r.id, r.no, r.material_id, r.demand_quantity, r.quantity, r.required_date,
      coalesce(r.supplier_id, (select m.supplier_id from material m where m.org_id = app_org() and m.id = r.material_id)), r.mo_ids, r.mo_quantities, r.source, r.remark
    from ${recordset(
      made,
      sql`id uuid, no text, material_id uuid, demand_quantity numeric, quantity numeric, required_date bigint, supplier_id uuid, mo_ids uuid[], mo_quantities numeric[], source text, remark text`,
    )} r`.execute(tx)
  return made.map(({ id, no }) => ({ id, no }))
}

export interface OpenLine {
  /** Of the purchase order line. */
  id: string
  /** A line of which arrivals bring parts is several; 0 is the first to come. */
  part: number
  order_id: string
  order_no: string
  material_id: string
  open_quantity: Quantity
  eta: Instant | null
  /** Work orders that it was asked for. */
  asked: readonly AskedFor[]
}
const asAsked = sql`coalesce(jsonb_agg(jsonb_build_object('mo_id', a.mo_id, 'quantity', a.quantity::text) order by a.mo_id), '[]')`
/** Work orders that a request is for, with how much of it each is. */
const ofRequest = sql`(select ${asAsked} from unnest(q.mo_ids, q.mo_quantities) as a(mo_id, quantity))`
/**
 * Work orders that line `l` is for by its requests, with how much each has asked for (null: nobody said); of a line that was split
 * what falls into its part, who asked first the first.
 */
export const askedOfLine = sql`(
    select w.mo_id, case when count(w.quantity) = count(*) then sum(w.share) end as quantity
    from (
      select x.mo_id, x.quantity, least(x.upto, coalesce(l.asked_to, x.upto)) - greatest(x.upto - x.quantity, l.asked_from) as share
      from (
        select a.mo_id, a.quantity, sum(a.quantity) over (order by q.no, a.place) as upto
        from purchase_request q, unnest(q.mo_ids, q.mo_quantities) with ordinality as a(mo_id, quantity, place)
        where q.org_id = l.org_id and q.id = any(l.request_ids)
      ) x
    ) w where w.quantity is null or w.quantity = 0 or w.share > 0 group by w.mo_id
  )`
/** Of a line: the same as of a request. */
const askedFor = sql`(select ${asAsked} from ${askedOfLine} a)`
const ofSome = (material_ids: readonly string[] | null, column = sql`material_id`) =>
  material_ids === null ? sql`` : sql`and ${among(column, material_ids)}`
/** In transit: lines of submitted orders that have not come in full. `material_ids` null: of every material. */
export const linesInTransit = (org_id: string, material_ids: readonly string[] | null): RawBuilder<unknown> =>
  sql`select l.id, l.order_id, o.no as order_no, o.supplier_id, l.line_no, l.material_id, l.quantity - l.received_quantity as open_quantity, coalesce(l.eta, o.eta) as eta, ${askedFor} as asked
    from purchase_order_line l join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
    where l.org_id = ${org_id} and o.status in (${sql.join(purchaseStatus.from('receive'))}) and l.quantity > l.received_quantity ${ofSome(material_ids)}`
/** Parts of lines `l`, each with its day: what each announced arrival brings, and what nobody has announced by the line's own. */
const partsOfLines = (org_id: string) => sql`coming as (
      select x.order_line_id as id, a.planned_date as eta, sum(x.quantity - x.received_quantity) as quantity
      from arrival_line x join arrival a on a.org_id = x.org_id and a.id = x.arrival_id
      where x.org_id = ${org_id} and ${announced} and x.quantity > x.received_quantity and x.order_line_id in (select id from line) group by 1, 2
    ), part as (
      select id, eta, quantity, coalesce(sum(quantity) over (partition by id order by eta nulls last rows between unbounded preceding and 1 preceding), 0) as before,
        row_number() over (partition by id order by eta nulls last) - 1 as part
      from (
        select id, eta, sum(quantity) as quantity from (
          select id, eta, quantity from coming
          union all
          select l.id, l.eta, l.open_quantity - coalesce(s.quantity, 0) from line l left join (select id, sum(quantity) as quantity from coming group by id) s on s.id = l.id
            where l.open_quantity > coalesce(s.quantity, 0)
        ) p group by id, eta
      ) p
    )`
/**
 * The same, read, in parts; each for when the company counts it: on the day that is announced, or on which its supplier usually
 * comes (decisions 0064, 0084), from the hour at which goods are received (0082).
 */
export async function openPurchaseLines(
  tx: Tx,
  org_id: string,
  material_ids: readonly string[] | null,
): Promise<OpenLine[]> {
  const { kitting_arrival_day: by } = await loadSettings(tx, org_id)
  const eta = by === 'announced' ? sql`p.eta` : sql`p.eta + ${delaySeconds(org_id, sql`l.supplier_id`, by)}`
  const found = await rows(
    tx,
    sql<OpenLine>`with line as materialized (${linesInTransit(org_id, material_ids)}), ${partsOfLines(org_id)}
      select l.id, p.part, l.order_id, l.order_no, l.material_id, least(p.quantity, l.open_quantity - p.before) as open_quantity, ${eta} as eta, l.asked
      from part p join line l on l.id = p.id where l.open_quantity > p.before
      order by l.material_id, 7 nulls last, l.order_no, l.line_no, p.part`,
  )
  const { arrival } = await loadReceiving(tx, org_id)
  return askedOfParts(found.map(part => ({ ...part, eta: part.eta === null ? null : arrival(part.eta) })))
}

/** Lines that come on several days, in parts, each by the day for which it is announced, at the receiving hour. */
export async function linesOnSeveralDays(
  tx: Tx,
  org_id: string,
): Promise<Pick<OpenLine, 'id' | 'part' | 'open_quantity' | 'eta'>[]> {
  const found = await rows(
    tx,
    sql<Pick<OpenLine, 'id' | 'part' | 'open_quantity' | 'eta'>>`with line as materialized (
        select l.id, l.quantity - l.received_quantity as open_quantity, coalesce(l.eta, o.eta) as eta
        from purchase_order_line l join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
        where l.org_id = ${org_id} and o.status in (${sql.join(purchaseStatus.from('receive'))}) and l.quantity > l.received_quantity
          and l.id in (select x.order_line_id from arrival_line x join arrival a on a.org_id = x.org_id and a.id = x.arrival_id
            where x.org_id = ${org_id} and ${announced} and x.quantity > x.received_quantity)
      ), ${partsOfLines(org_id)}
      select l.id, p.part, least(p.quantity, l.open_quantity - p.before) as open_quantity, p.eta from part p join line l on l.id = p.id
      where l.open_quantity > p.before and (select count(*) from part q where q.id = p.id and l.open_quantity > q.before) > 1 order by l.id, p.part`,
  )
  if (found.length === 0) return []
  const { arrival } = await loadReceiving(tx, org_id)
  return found.map(part => ({ ...part, eta: part.eta === null ? null : arrival(part.eta) }))
}

export interface PendingPurchase extends Pick<OpenLine, 'material_id' | 'asked'> {
  quantity: Quantity
  required_date: Instant | null
}
/** Asked for but not yet in transit: open requests, and orders that are not submitted. `material_ids` null: of every material. */
export const pendingOf = (org_id: string, material_ids: readonly string[] | null): RawBuilder<unknown> =>
  sql`select id, id as document_id, 'purchase_request' as kind, no, material_id, quantity, required_date, ${ofRequest} as asked from purchase_request q
      where org_id = ${org_id} and status = ${purchaseRequestStatus.codes.open} ${ofSome(material_ids)}
      union all
      select l.id, o.id, 'purchase_order', o.no, l.material_id, l.quantity, coalesce(l.eta, o.eta), ${askedFor} from purchase_order_line l
      join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
      where l.org_id = ${org_id} and o.status = ${purchaseStatus.codes.pending_submit} ${ofSome(material_ids)}`
/** How much of it is for which work order, by material; all of a purchase where nobody said how much. */
export const pendingFor = (org_id: string, material_ids: readonly string[] | null): RawBuilder<unknown> =>
  sql`select material_id, mo_id, sum(quantity) as quantity from (
      select q.material_id, w.mo_id, coalesce(w.quantity, q.quantity) as quantity
        from purchase_request q cross join unnest(q.mo_ids, q.mo_quantities) as w(mo_id, quantity)
        where q.org_id = ${org_id} and q.status = ${purchaseRequestStatus.codes.open} ${ofSome(material_ids, sql`q.material_id`)}
      union all
      select l.material_id, w.mo_id, coalesce(w.quantity, l.quantity)
        from purchase_order o join purchase_order_line l on l.org_id = o.org_id and l.order_id = o.id
          cross join unnest(l.request_ids) as r(id) join purchase_request q on q.org_id = l.org_id and q.id = r.id
          cross join unnest(q.mo_ids, q.mo_quantities) as w(mo_id, quantity)
        where o.org_id = ${org_id} and o.status = ${purchaseStatus.codes.pending_submit} ${ofSome(material_ids, sql`l.material_id`)}
    ) p group by material_id, mo_id`
/** The same, read. */
export const pendingPurchases = (
  tx: Tx,
  org_id: string,
  material_ids: readonly string[] | null,
): Promise<PendingPurchase[]> =>
  rows(
    tx,
    sql<PendingPurchase>`select material_id, quantity, required_date, asked from (${pendingOf(org_id, material_ids)}) p`,
  )

/** Locks the orders of these lines, so that what of them is open stays until the transaction ends. */
export async function lockPurchaseOrdersOf(tx: Tx, org_id: string, line_ids: readonly string[]): Promise<void> {
  if (line_ids.length === 0) return
  await sql`select from purchase_order where org_id = ${org_id}
    and id in (select order_id from purchase_order_line where org_id = ${org_id} and ${among(sql`id`, line_ids)}) order by id for no key update`.execute(
    tx,
  )
}

/** By how much line `l` of order `o` may be exceeded when it comes in: as its material, its supplier or the company says. */
export const overReceipt = {
  quantity: sql`trunc(l.quantity * coalesce(om.over_receipt_percent, os.over_receipt_percent,
    (select oc.config_value::smallint from organization_config oc where oc.org_id = l.org_id and oc.config_key = 'over_receipt_percent'),
    ${settings.over_receipt_percent.default}::smallint) / 100, ou."precision")`,
  joins: sql`join material om on om.org_id = l.org_id and om.id = l.material_id join unit ou on ou.org_id = om.org_id and ou.id = om.unit_id
    join supplier os on os.org_id = o.org_id and os.id = o.supplier_id`,
}
/** The same for a line that is known by its id in column `id`. */
export const overReceiptOf = (id: RawBuilder<unknown>) =>
  sql`(select ${overReceipt.quantity} from purchase_order_line l join purchase_order o on o.org_id = l.org_id and o.id = l.order_id ${overReceipt.joins}
    where l.id = ${id})`

/** Warehouse tells what came in. Refuses 5703 (order not open), 5909 (more than is open), with the row (from 1). */
export async function recordReceipt(
  tx: Tx,
  org_id: string,
  received: readonly { line_id: string; quantity: Quantity }[],
  now: Instant,
): Promise<void> {
  const line_ids = received.map(({ line_id }) => line_id)
  const ofOrders = sql`(select order_id from purchase_order_line where org_id = ${org_id} and ${among(sql`id`, line_ids)})`
  await lockPurchaseOrdersOf(tx, org_id, line_ids)
  const lines = await rows(
    tx,
    sql<LineForReceipt>`select l.id, l.order_id, l.line_no, o.status, l.quantity, l.received_quantity, ${overReceipt.quantity} as over_quantity
      from purchase_order_line l join purchase_order o on o.org_id = l.org_id and o.id = l.order_id ${overReceipt.joins}
      where l.org_id = ${org_id} and l.order_id in ${ofOrders}`,
  )
  const after = afterReceipt(new Map(lines.map(line => [line.id, line])), received)
  await sql`update purchase_order_line l set received_quantity = r.received_quantity,
      arrival_time = case when l.received_quantity < l.quantity then ${now} else l.arrival_time end
    from ${recordset(after.lines, sql`id uuid, received_quantity numeric`)} r where l.org_id = ${org_id} and l.id = r.id`.execute(
    tx,
  )
  await sql`update purchase_order o set status = r.status, arrival_date = ${now}
    from ${recordset(after.orders, sql`id uuid, status text`)} r where o.org_id = ${org_id} and o.id = r.id`.execute(tx)
}

/** A receipt was taken back: so much is still to come again. Orders that are closed stay so. The caller has locked them. */
export async function takeBackReceipt(
  tx: Tx,
  org_id: string,
  back: readonly { line_id: string; quantity: Quantity }[],
): Promise<void> {
  const { pending_inbound, partially_inbound, completed } = purchaseStatus.codes
  const told = recordset(back, sql`line_id uuid, quantity numeric`)
  const lines = await rows(
    tx,
    sql<LineTakenBack>`select o.no, l.line_no, l.quantity, l.received_quantity, r.quantity as back_quantity, ${overReceipt.quantity} as over_quantity
      from (select line_id, sum(quantity) as quantity from ${told} x group by line_id) r
        join purchase_order_line l on l.org_id = ${org_id} and l.id = r.line_id join purchase_order o on o.org_id = l.org_id and o.id = l.order_id ${overReceipt.joins}
      order by o.no, l.line_no`,
  )
  expectTakenBack(lines)
  await sql`update purchase_order_line l set received_quantity = l.received_quantity - r.quantity
    from (select line_id, sum(quantity) as quantity from ${told} x group by line_id) r where l.org_id = ${org_id} and l.id = r.line_id`.execute(
    tx,
  )
  await sql`update purchase_order o set status = f.status from (
      select l.order_id, case when bool_and(l.received_quantity >= l.quantity) then ${completed}
        when bool_or(l.received_quantity > 0) then ${partially_inbound} else ${pending_inbound} end as status
      from purchase_order_line l where l.org_id = ${org_id} and l.order_id in
        (select x.order_id from purchase_order_line x where x.org_id = ${org_id} and ${among(
          sql`x.id`,
          back.map(({ line_id }) => line_id),
        )})
      group by l.order_id) f
    where o.org_id = ${org_id} and o.id = f.order_id and o.status in (${pending_inbound}, ${partially_inbound}, ${completed}) and o.status <> f.status`.execute(
    tx,
  )
}

/** Warehouse tells all that came for these lines and went back, oldest first. The caller has locked their orders. */
export async function correctArrivals(
  tx: Tx,
  org_id: string,
  line_ids: readonly string[],
  moved: readonly (CameOrLeft & { readonly line_id: string })[],
): Promise<void> {
  const lines = await rows(
    tx,
    sql<{
      id: string
      quantity: Quantity
    }>`select id, quantity from purchase_order_line where org_id = ${org_id} and ${among(sql`id`, line_ids)}`,
  )
  const byLine = Map.groupBy(moved, ({ line_id }) => line_id)
  const arrived = lines.map(({ id, quantity }) => ({ id, arrival_time: arrivalOf(quantity, byLine.get(id) ?? []) }))
  await sql`update purchase_order_line l set arrival_time = case when l.received_quantity > 0 then coalesce(r.arrival_time, l.arrival_time) end
    from ${recordset(arrived, sql`id uuid, arrival_time bigint`)} r where l.org_id = ${org_id} and l.id = r.id`.execute(
    tx,
  )
}

/** Goods went back to their supplier: as much is to come again, unless the order is closed. */
export async function recordSentBack(
  tx: Tx,
  org_id: string,
  sent: readonly { line_id: string | null; quantity: Quantity }[],
): Promise<void> {
  const back = sent.flatMap(({ line_id, quantity }) => (line_id === null ? [] : [{ line_id, quantity }]))
  if (back.length === 0) return
  const line_ids = back.map(({ line_id }) => line_id)
  await lockPurchaseOrdersOf(tx, org_id, line_ids)
  const lines = await rows(
    tx,
    sql<{
      id: string
      received_quantity: Quantity
    }>`select id, received_quantity from purchase_order_line where org_id = ${org_id} and ${among(sql`id`, line_ids)}`,
  )
  expectReceived(new Map(lines.map(line => [line.id, line.received_quantity])), sent)
  await takeBackReceipt(tx, org_id, back)
}
