import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { receiptsType } from '@qitao/warehouse/model/receipt.status.ts'
import { type RawBuilder, sql } from 'kysely'
import type { DocumentKind } from '../../model/record-kinds.ts'
import type { WayToDocument } from '../../model/related-graph.rules.ts'

type Sql = RawBuilder<unknown>
/** A purchase order line that the material plan gives to a work order. */
const fromPurchase = 2
/** Nobody's chain is longer; a circle ends here. */
const mostSteps = 10
/** Ways from one document to the next that are followed at most. */
const mostWays = 4000

/** What leads from a document of one kind to those of another: as queries of ids, given the id of either end. */
interface LinkOfKinds {
  readonly from: DocumentKind
  readonly to: DocumentKind
  readonly after: (id: Sql) => Sql
  readonly before: (id: Sql) => Sql
}
/** Returns `s`, by their lines, and what receipts `x` of their goods say. */
const returned = sql`seen_sales_return s join sales_return_line k on k.org_id = s.org_id and k.return_id = s.id
  join receipt_line x on x.org_id = k.org_id and x.source_line_id = k.id`
function linksOf(org_id: string): readonly LinkOfKinds[] {
  const receipts = (from: DocumentKind, column: string, to: 'inbound' | 'outbound'): LinkOfKinds => {
    const which = sql`r.org_id = ${org_id} and r.receipts_type = ${receiptsType[to]}`
    return {
      ...{ from, to },
      after: id => sql`select r.id from seen_receipt r where ${which} and ${sql.ref(`r.${column}`)} = ${id}`,
      before: id => sql`select ${sql.ref(`r.${column}`)} from seen_receipt r where ${which} and r.id = ${id}`,
    }
  }
  return [
    {
      ...{ from: 'inquiry', to: 'sales_order' },
      after: id => sql`select i.order_id from seen_inquiry i where i.org_id = ${org_id} and i.id = ${id}`,
      before: id => sql`select i.id from seen_inquiry i where i.org_id = ${org_id} and i.order_id = ${id}`,
    },
    {
      ...{ from: 'quotation', to: 'sales_order' },
      after: id => sql`select q.order_id from seen_quotation q where q.org_id = ${org_id} and q.id = ${id}`,
      before: id => sql`select q.id from seen_quotation q where q.org_id = ${org_id} and q.order_id = ${id}`,
    },
    {
      ...{ from: 'sales_order', to: 'sales_return' },
      after: id => sql`select s.id from seen_sales_return s where s.org_id = ${org_id} and s.order_id = ${id}`,
      before: id => sql`select s.order_id from seen_sales_return s where s.org_id = ${org_id} and s.id = ${id}`,
    },
    {
      ...{ from: 'sales_return', to: 'inbound' },
      after: id => sql`select x.receipt_id from ${returned} where s.org_id = ${org_id} and s.id = ${id}`,
      before: id => sql`select s.id from ${returned} where s.org_id = ${org_id} and x.receipt_id = ${id}`,
    },
    {
      ...{ from: 'sales_order', to: 'mo' },
      after: id => sql`select m.id from mo m where m.org_id = ${org_id} and m.order_id = ${id}`,
      before: id => sql`select m.order_id from mo m where m.org_id = ${org_id} and m.id = ${id}`,
    },
    {
      ...{ from: 'mo', to: 'mo' },
      after: id => sql`select m.id from mo m where m.org_id = ${org_id} and m.parent_mo_id = ${id}`,
      before: id => sql`select m.parent_mo_id from mo m where m.org_id = ${org_id} and m.id = ${id}`,
    },
    {
      ...{ from: 'mo', to: 'purchase_request' },
      after: id => sql`select q.id from purchase_request q where q.org_id = ${org_id} and q.mo_ids && array[${id}]`,
      before: id => sql`select unnest(q.mo_ids) from purchase_request q where q.org_id = ${org_id} and q.id = ${id}`,
    },
    {
      ...{ from: 'purchase_request', to: 'purchase_order' },
      after: id => sql`select q.purchase_order_id from purchase_request q where q.org_id = ${org_id} and q.id = ${id}`,
      before: id => sql`select q.id from purchase_request q where q.org_id = ${org_id} and q.purchase_order_id = ${id}`,
    },
    {
      ...{ from: 'mo', to: 'purchase_order' },
      after:
        id => sql`select l.order_id from mo_assignment a join purchase_order_line l on l.org_id = a.org_id and l.id = a.source_id
        where a.org_id = ${org_id} and a.source_type = ${fromPurchase} and a.mo_id = ${id}`,
      before:
        id => sql`select a.mo_id from purchase_order_line l join mo_assignment a on a.org_id = l.org_id and a.source_id = l.id
        where l.org_id = ${org_id} and a.source_type = ${fromPurchase} and l.order_id = ${id}`,
    },
    {
      ...{ from: 'mo', to: 'outsource_order' },
      after: id => sql`select l.order_id from outsource_order_line l where l.org_id = ${org_id} and l.mo_id = ${id}`,
      before: id => sql`select l.mo_id from outsource_order_line l where l.org_id = ${org_id} and l.order_id = ${id}`,
    },
    {
      ...{ from: 'purchase_order', to: 'arrival' },
      after:
        id => sql`select x.arrival_id from purchase_order_line l join arrival_line x on x.org_id = l.org_id and x.order_line_id = l.id
        where l.org_id = ${org_id} and l.order_id = ${id}`,
      before:
        id => sql`select l.order_id from arrival_line x join purchase_order_line l on l.org_id = x.org_id and l.id = x.order_line_id
        where x.org_id = ${org_id} and x.arrival_id = ${id}`,
    },
    ...(['inbound', 'outbound'] as const).flatMap(to => [
      receipts('sales_order', 'order_id', to),
      receipts('mo', 'mo_id', to),
      receipts('purchase_order', 'purchase_order_id', to),
    ]),
  ]
}

/**
 * All that a document led to, and all that it came from. Never back again: what else came of its origin, or went into what
 * followed, is another document's chain, and the whole factory hangs together.
 */
export function chainOf(tx: Tx, org_id: string, kind: DocumentKind, id: string): Promise<WayToDocument[]> {
  const links = linksOf(org_id)
  const here = sql`w.id`
  const next = (way: 1 | -1) =>
    sql.join(
      links.map(({ from, to, after, before }) =>
        way === 1
          ? sql`select ${to} as kind, n.id from (${after(here)}) as n(id) where w.kind = ${from} and n.id is not null`
          : sql`select ${from} as kind, n.id from (${before(here)}) as n(id) where w.kind = ${to} and n.id is not null`,
      ),
      sql` union all `,
    )
  const walk = (way: 1 | -1) => sql`with recursive w(kind, id, level, by_kind, by_id) as (
      select ${kind}::text, ${id}::uuid, 0, null::text, null::uuid
      union select n.kind::text, n.id, w.level + ${way}::integer, w.kind, w.id from w cross join lateral (${next(way)}) n
        where abs(w.level) < ${mostSteps}
    ) select * from w limit ${mostWays}`
  return rows(tx, sql<WayToDocument>`(${walk(1)}) union (${walk(-1)})`)
}
