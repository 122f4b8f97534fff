import {
  type DocumentFacts,
  type DocumentTable,
  documentApproval,
  documentBooks,
  startOfToday,
} from '@qitao/document-kit/server'
import { currencyWith, partnerTerms } from '@qitao/masterdata/server'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { purchaseStatus } from '../model/purchase.status.ts'
import { purchaseOrders } from '../model/purchase-order.calls.ts'
import {
  expectCancellable,
  expectForceClosable,
  type OrderForChange,
  orderTotals,
  purchaseLines,
} from '../model/purchase-order.rules.ts'
import { confirmationOf } from './answer/supplier-answer.queries.ts'
import { living } from './arrival/announced.ts'
import { claimRequests } from './claim-requests.ts'
import { wishedDate, wishedLineCount } from './line/wishes.ts'
import { purchaseMaterials } from './purchase.queries.ts'
import { requestBooks } from './purchase-request.books.ts'

const isOverdue = (today: number) =>
  sql`(t.status in (${sql.join(purchaseStatus.from('receive'))}) and coalesce(t.eta < ${today}, false))`

/** What rules ask of an order, of the time of its lock. */
type OrderFacts = Pick<OrderForChange, 'approval_status' | 'received_quantity' | 'arrival_nos'> & {
  readonly order_date: number
}
export type LockedOrder = DocumentFacts & OrderFacts

/** Requests that come onto lines are ordered, those that leave them are open again. */
const claim = ({ tx, org_id }: Context, orders: readonly { readonly id: string }[]) =>
  claimRequests(
    tx,
    org_id,
    orders.map(({ id }) => id),
  )

export const orderTable: DocumentTable<typeof purchaseOrders, OrderFacts> = {
  table: 'purchase_order',
  lines: {
    ...{ table: 'purchase_order_line', parent: 'order_id' },
    counted: sql`count(*) filter (where l.received_quantity >= l.quantity) as received_line_count`,
  },
  serial: 'CG',
  where: ({ overdue, expedited, confirmation }, context) => [
    expedited !== undefined && sql`(${wishedLineCount} > 0) = ${expedited}`,
    overdue !== undefined && sql`${isOverdue(startOfToday(context))} = ${overdue}`,
    confirmation !== undefined && sql`${confirmationOf} = ${confirmation}`,
  ],
  shows: today => ({
    columns: sql`supplier.code as supplier_code, supplier.email as supplier_email, ${isOverdue(today)} as overdue,
      ${wishedLineCount} as expedited_line_count, ${wishedLineCount} > 0 as expedited, ${confirmationOf} as confirmation, coalesce(l.received_line_count, 0) as received_line_count`,
  }),
  lineShows: {
    columns: sql`${wishedDate(sql`l`)} as wished_date, greatest(0, l.quantity - l.received_quantity) as open_quantity,
      coalesce((select array_agg(r.no order by r.no) from purchase_request r where r.org_id = l.org_id and r.id = any(l.request_ids)), '{}') as request_nos`,
    joins: sql`join purchase_order o on o.org_id = l.org_id and o.id = l.order_id`,
  },
  facts: sql`t.order_date,
    coalesce((select sum(l.received_quantity) from purchase_order_line l where l.org_id = t.org_id and l.order_id = t.id), 0) as received_quantity,
    array(select distinct a.no from purchase_order_line l join arrival_line x on x.org_id = l.org_id and x.order_line_id = l.id
      join arrival a on a.org_id = x.org_id and a.id = x.arrival_id
      where l.org_id = t.org_id and l.order_id = t.id and x.received_quantity < x.quantity and ${living} order by a.no) as arrival_nos`,
  async settle({ tx, org_id, member }, inputs, order_id) {
    const lines = inputs.flatMap(input => input.lines)
    const requests = await requestBooks.lock(
      tx,
      org_id,
      lines.flatMap(line => line.request_ids),
    )
    const materials = await purchaseMaterials(
      tx,
      org_id,
      lines.map(line => line.material_id),
    )
    const known = { requests, materials, used: new Set<string>(), ...(order_id === undefined ? {} : { order_id }) }
    const terms = await partnerTerms(
      tx,
      org_id,
      'supplier',
      inputs.map(({ supplier_id }) => supplier_id),
    )
    return inputs.map(input => {
      const { supplier_id } = input
      const own = purchaseLines(input, known)
      const theirs = supplier_id ? terms.get(supplier_id) : undefined
      const currency = currencyWith(input.currency, theirs, member.currency)
      // A rate that is taken out of an order stays out.
      const tax_rate = input.tax_rate ?? (order_id === undefined ? (theirs?.tax_rate ?? null) : null)
      return { head: { currency, tax_rate, ...orderTotals(own) }, lines: own }
    })
  },
  begins: ({ member }) => ({ operator_id: member.user_id }),
  checks: { cancel: expectCancellable, force_close: expectForceClosable },
  acts: { add: claim, alter: claim, cancel: claim, drop: claim },
}
export const orderBooks = documentBooks(purchaseOrders, orderTable)
export const purchaseOrderApproval = documentApproval(purchaseOrders, orderTable, orderBooks)
