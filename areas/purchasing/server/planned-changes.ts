import { isPositive, type Quantity, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { Instant } from '@qitao/core/time.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { type PurchaseRequestStatusCode, purchaseRequestStatus, purchaseStatus } from '../model/purchase.status.ts'
import { purchaseOrderLine } from '../model/purchase-order.record.ts'
import { expectCancellable, expectEditable, lineNotAlone } from '../model/purchase-order.rules.ts'
import { purchasingErrors } from '../model/purchasing.errors.ts'
import { reducedRequest } from '../model/reduced-request.rules.ts'
import { withdrawConfirmLinks } from './answer/confirm-links.ts'
import { claimRequests } from './claim-requests.ts'
import { type LockedOrder, orderBooks } from './purchase-order.books.ts'
import { requestBooks } from './purchase-request.books.ts'
import { lockPurchaseOrdersOf } from './supply.ts'

/** What a material plan may change of an order that is on its way, by the order's own rules. */
export interface OrderedLine
  extends Pick<LockedOrder, 'status' | 'order_date' | 'received_quantity' | 'approval_status' | 'arrival_nos'> {
  readonly id: string
  readonly order_id: string
  readonly order_no: string
  /** Lines of its order. */
  readonly line_count: number
}

/** Lines by id; their orders are locked in the order of their ids. */
export async function orderedLines(
  tx: Tx,
  org_id: string,
  line_ids: readonly string[],
): Promise<Map<string, OrderedLine>> {
  await lockPurchaseOrdersOf(tx, org_id, line_ids)
  const found = await rows(
    tx,
    sql<{ id: string; order_id: string; line_count: number }>`select l.id, l.order_id,
        (select count(*) from purchase_order_line x where x.org_id = ${org_id} and x.order_id = l.order_id) as line_count
      from purchase_order_line l where l.org_id = ${org_id} and ${among(sql`l.id`, line_ids)}`,
  )
  const orders = await orderBooks.lock(tx, org_id, [...new Set(found.map(line => line.order_id))])
  return new Map(
    found.flatMap(line => {
      const order = orders.get(line.order_id)
      if (!order) return []
      const { no, status, order_date, received_quantity, approval_status, arrival_nos } = order
      return [[line.id, { ...line, order_no: no, status, order_date, received_quantity, approval_status, arrival_nos }]]
    }),
  )
}

/** Refuses what `alter_arrivals` refuses: an order that is over, a date before that of the order. */
export function expectMovable(line: OrderedLine, eta: Instant): void {
  expectEditable(line, 'change_eta')
  if (eta < line.order_date)
    refuse(purchasingErrors.etaBeforeOrderDate, { field: 'eta', field_title: purchaseOrderLine.fields.eta.title })
}

/** A line is cancelled with its order, so only when it is the only one; refused as `cancel` of an order is. */
export function expectLineCancellable(line: OrderedLine): void {
  expectCancellable(line)
  if (line.line_count > 1) refuse(purchasingErrors.notEditable, { no: line.order_no, detail: lineNotAlone })
}

/** Lines, whose orders are locked, come on another day; a link that asks their suppliers about the old one is dead. */
export async function moveLines(
  tx: Tx,
  org_id: string,
  moves: readonly { readonly id: string; readonly eta: Instant }[],
): Promise<void> {
  if (moves.length === 0) return
  const moved = await rows(
    tx,
    sql<{
      order_id: string
    }>`update purchase_order_line l set eta = r.eta from ${recordset(moves, sql`id uuid, eta bigint`)} r
      where l.org_id = ${org_id} and l.id = r.id returning l.order_id`,
  )
  const order_ids = [...new Set(moved.map(({ order_id }) => order_id))]
  await withdrawConfirmLinks(tx, org_id, order_ids)
  await sql`update purchase_order o set eta = (select max(l.eta) from purchase_order_line l where l.org_id = o.org_id and l.order_id = o.id)
    where o.org_id = ${org_id} and ${among(sql`o.id`, order_ids)}`.execute(tx)
}

export async function cancelOrders(tx: Tx, org_id: string, order_ids: readonly string[]): Promise<void> {
  if (order_ids.length === 0) return
  await sql`update purchase_order set status = ${purchaseStatus.codes.cancelled} where org_id = ${org_id} and ${among(sql`id`, order_ids)}`.execute(
    tx,
  )
  await claimRequests(tx, org_id, order_ids)
}

/** Refuses a request that is on an order: its date is the order's. */
export function expectOpen({ status, no }: { status: PurchaseRequestStatusCode; no: string }): void {
  if (!purchaseRequestStatus.can('alter', status)) refuse(purchasingErrors.requestConverted, { no })
}

/** Requests, locked by the caller, are needed on another day. */
export async function moveRequests(
  tx: Tx,
  org_id: string,
  moves: readonly { readonly id: string; readonly required_date: Instant }[],
): Promise<void> {
  if (moves.length === 0) return
  await sql`update purchase_request q set required_date = r.required_date from ${recordset(moves, sql`id uuid, required_date bigint`)} r
    where q.org_id = ${org_id} and q.id = r.id`.execute(tx)
}

export interface LessAsked {
  readonly id: string
  readonly mo_id: string
  readonly less: Quantity
}
/** Of requests, locked by the caller, work orders need so much less; of which nobody needs any more is gone. */
export async function reduceRequests(tx: Tx, org_id: string, asked: readonly LessAsked[]): Promise<void> {
  if (asked.length === 0) return
  const ids = [...new Set(asked.map(({ id }) => id))]
  const found = await rows(
    tx,
    sql<{
      id: string
      demand_quantity: Quantity
      quantity: Quantity
      minimum_lot: Quantity
      packaging_size: Quantity
    }>`select q.id, q.demand_quantity, q.quantity, m.minimum_lot, m.packaging_size
      from purchase_request q join material m on m.org_id = q.org_id and m.id = q.material_id
      where q.org_id = ${org_id} and ${among(sql`q.id`, ids)} order by q.id`,
  )
  const left = found.map(request => {
    const less = sum(asked.filter(({ id }) => id === request.id).map(one => one.less))
    return { id: request.id, ...reducedRequest(request, less, request) }
  })
  const gone = left.filter(({ quantity }) => !isPositive(quantity)).map(({ id }) => id)
  await requestBooks.drop(tx, org_id, gone)
  await sql`update purchase_request q set demand_quantity = r.demand_quantity, quantity = r.quantity, mo_ids = k.mo_ids, mo_quantities = k.mo_quantities
    from ${recordset(left, sql`id uuid, demand_quantity numeric, quantity numeric`)} r cross join lateral (
      select coalesce(array_agg(w.mo_id order by w.place), '{}') as mo_ids, coalesce(array_agg(w.quantity order by w.place), '{}') as mo_quantities from (
        select a.mo_id, a.place, a.quantity - coalesce(x.less, 0) as quantity
        from purchase_request p, unnest(p.mo_ids, p.mo_quantities) with ordinality as a(mo_id, quantity, place)
          left join ${recordset(asked, sql`id uuid, mo_id uuid, less numeric`)} x on x.id = r.id and x.mo_id = a.mo_id
        where p.org_id = ${org_id} and p.id = r.id) w
      where w.quantity is null or w.quantity > 0
    ) k where q.org_id = ${org_id} and q.id = r.id and r.quantity > 0`.execute(tx)
}
