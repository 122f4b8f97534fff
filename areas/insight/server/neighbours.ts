import { transferStatus } from '@qitao/warehouse/model/transfer/transfer.status.ts'
import { type RawBuilder, sql } from 'kysely'
import type { DocumentKind, RecordKindName } from '../model/record-kinds.ts'

type Sql = RawBuilder<unknown>
type Neighbours = Readonly<Partial<Record<RecordKindName, Sql>>>
/** A purchase order line that the material plan gives to a work order. */
const fromPurchase = 2
const fromStock = 1

/**
 * What a document came from and led to, as queries of ids. A purchase order is for the work orders of its requests, and for
 * those to which the material plan gives its lines; a transfer moves goods of those that have them where they are now.
 */
export function neighboursOf(org_id: string, kind: DocumentKind, id: string): Neighbours {
  const requestsOf = (mos: Sql) =>
    sql`select r.id from purchase_request r where r.org_id = ${org_id} and r.mo_ids && array(${mos})`
  const purchasesOf = (mos: Sql) => sql`
    select r.purchase_order_id from purchase_request r
      where r.org_id = ${org_id} and r.purchase_order_id is not null and r.mo_ids && array(${mos})
    union select l.order_id from mo_assignment a join purchase_order_line l on l.org_id = a.org_id and l.id = a.source_id
      where a.org_id = ${org_id} and a.source_type = ${fromPurchase} and a.mo_id in (${mos})`
  const ordersOf = (mos: Sql) =>
    sql`select mo.order_id from mo where mo.org_id = ${org_id} and mo.id in (${mos}) and mo.order_id is not null`

  const isSent = sql`t.status in (${sql.join(transferStatus.from('receive'))})`
  // Before it is carried out goods are where they are taken from, then in transit, then where they were put.
  const carried = sql`from transfer t join transfer_line l on l.org_id = t.org_id and l.transfer_id = t.id
      join inventory i on i.org_id = t.org_id and i.material_id = l.material_id and i.lot_number = coalesce(l.lot_number, '') and i.quantity > 0
      join location b on b.org_id = i.org_id and b.id = i.location_id and (case when ${isSent} then b.transit
        when t.status in (${sql.join(transferStatus.from('confirm'))}) then b.id = l.from_location_id else b.id = l.to_location_id end)
      join mo_assignment a on a.org_id = i.org_id and a.source_id = i.id and a.source_type = ${fromStock}
    where t.org_id = ${org_id}`

  const of: Readonly<Record<DocumentKind, () => Neighbours>> = {
    sales_order() {
      const mos = sql`with recursive tree as (
          select mo.id from mo where mo.org_id = ${org_id} and mo.order_id = ${id}
          union select mo.id from tree join mo on mo.org_id = ${org_id} and mo.parent_mo_id = tree.id
        ) select id from tree`
      return {
        inquiry: sql`select i.id from seen_inquiry i where i.org_id = ${org_id} and i.order_id = ${id}`,
        quotation: sql`select q.id from seen_quotation q where q.org_id = ${org_id} and q.order_id = ${id}`,
        sales_return: sql`select s.id from seen_sales_return s where s.org_id = ${org_id} and s.order_id = ${id}`,
        mo: mos,
        purchase_request: requestsOf(mos),
        purchase_order: purchasesOf(mos),
        inbound: sql`select r.id from seen_receipt r where r.org_id = ${org_id} and r.order_id = ${id}`,
        outbound: sql`select r.id from seen_receipt r where r.org_id = ${org_id} and r.order_id = ${id}`,
      }
    },
    quotation: () => ({
      sales_order: sql`select q.order_id from seen_quotation q where q.org_id = ${org_id} and q.id = ${id}`,
    }),
    sales_return: () => ({
      sales_order: sql`select s.order_id from seen_sales_return s where s.org_id = ${org_id} and s.id = ${id}`,
      inbound: sql`select x.receipt_id from sales_return_line k join receipt_line x on x.org_id = k.org_id and x.source_line_id = k.id
        where k.org_id = ${org_id} and k.return_id = ${id}`,
    }),
    inquiry: () => ({
      sales_order: sql`select i.order_id from seen_inquiry i where i.org_id = ${org_id} and i.id = ${id}`,
    }),
    mo() {
      const self = sql`select ${id}::uuid`
      const receipts = sql`select r.id from seen_receipt r where r.org_id = ${org_id} and r.mo_id = ${id}`
      return {
        sales_order: ordersOf(self),
        mo: sql`select mo.parent_mo_id from mo where mo.org_id = ${org_id} and mo.id = ${id}
          union all select mo.id from mo where mo.org_id = ${org_id} and mo.parent_mo_id = ${id}`,
        task: sql`select k.id from production_task k where k.org_id = ${org_id} and k.mo_id = ${id}`,
        purchase_request: requestsOf(self),
        purchase_order: purchasesOf(self),
        outsource_order: sql`select l.order_id from outsource_order_line l where l.org_id = ${org_id} and l.mo_id = ${id}`,
        inbound: receipts,
        outbound: receipts,
        transfer: sql`select t.id ${carried} and a.mo_id = ${id} and ${isSent}`,
      }
    },
    purchase_request() {
      const mos = sql`select unnest(r.mo_ids) from purchase_request r where r.org_id = ${org_id} and r.id = ${id}`
      return {
        sales_order: ordersOf(mos),
        mo: mos,
        purchase_order: sql`select r.purchase_order_id from purchase_request r where r.org_id = ${org_id} and r.id = ${id}`,
      }
    },
    purchase_order() {
      const mos = sql`select unnest(r.mo_ids) from purchase_request r where r.org_id = ${org_id} and r.purchase_order_id = ${id}
        union select a.mo_id from purchase_order_line l join mo_assignment a on a.org_id = l.org_id and a.source_id = l.id
          where l.org_id = ${org_id} and l.order_id = ${id} and a.source_type = ${fromPurchase}`
      const receipts = sql`select r.id from seen_receipt r where r.org_id = ${org_id} and r.purchase_order_id = ${id}`
      return {
        sales_order: ordersOf(mos),
        mo: mos,
        purchase_request: sql`select r.id from purchase_request r where r.org_id = ${org_id} and r.purchase_order_id = ${id}`,
        arrival: sql`select x.arrival_id from purchase_order_line l join arrival_line x on x.org_id = l.org_id and x.order_line_id = l.id
          where l.org_id = ${org_id} and l.order_id = ${id}`,
        inbound: receipts,
        outbound: receipts,
      }
    },
    outsource_order() {
      const mos = sql`select l.mo_id from outsource_order_line l where l.org_id = ${org_id} and l.order_id = ${id}`
      return { sales_order: ordersOf(mos), mo: mos }
    },
    arrival: () => ({
      mo: sql`select a.mo_id from arrival_line x join mo_assignment a on a.org_id = x.org_id and a.source_id = x.order_line_id
        where x.org_id = ${org_id} and x.arrival_id = ${id} and a.source_type = ${fromPurchase}`,
      purchase_order: sql`select l.order_id from arrival_line x join purchase_order_line l on l.org_id = x.org_id and l.id = x.order_line_id
        where x.org_id = ${org_id} and x.arrival_id = ${id}`,
    }),
    transfer: () => ({ mo: sql`select a.mo_id ${carried} and t.id = ${id}` }),
    inbound: () => ofReceipt,
    outbound: () => ofReceipt,
  }
  const heads = (column: string) =>
    sql`select ${sql.ref(`r.${column}`)} from seen_receipt r where r.org_id = ${org_id} and r.id = ${id}`
  const ofReceipt: Neighbours = {
    sales_order: heads('order_id'),
    sales_return: sql`select k.return_id from receipt_line x join sales_return_line k on k.org_id = x.org_id and k.id = x.source_line_id
      where x.org_id = ${org_id} and x.receipt_id = ${id}`,
    mo: heads('mo_id'),
    purchase_order: heads('purchase_order_id'),
  }
  return of[kind]()
}
