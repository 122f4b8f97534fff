import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { documentHandlers } from '@qitao/document-kit/server'
import { recordset, rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { alterArrivals, arrivalsMoved, type MovedArrivals, purchaseOrders } from '../model/purchase-order.calls.ts'
import { purchaseOrderLine } from '../model/purchase-order.record.ts'
import { expectEditable } from '../model/purchase-order.rules.ts'
import { purchasingErrors } from '../model/purchasing.errors.ts'
import { orderBooks, orderTable } from './purchase-order.books.ts'

export const purchaseOrderHandlers: Handler[] = [
  ...documentHandlers(purchaseOrders, orderTable, orderBooks),

  handle(alterArrivals, async ({ purchase_order_id, arrivals }, { tx, org_id, startJob }) => {
    const order =
      (await orderBooks.lock(tx, org_id, [purchase_order_id])).get(purchase_order_id) ??
      refuse(generalErrors.recordNotFound)
    expectEditable(order, 'change_eta')
    arrivals.forEach(({ eta }, index) => {
      if (eta >= order.order_date) return
      const field_title = purchaseOrderLine.fields.eta.title
      refuse(purchasingErrors.etaBeforeOrderDate, { row: index + 1, field: 'eta', field_title })
    })
    const changed = await rows(
      tx,
      sql`update purchase_order_line l set eta = r.eta from ${recordset(arrivals, sql`id uuid, eta bigint`)} r
        where l.org_id = ${org_id} and l.order_id = ${purchase_order_id} and l.id = r.id returning l.id`,
    )
    if (changed.length !== arrivals.length) refuse(generalErrors.recordNotFound)
    await sql`update purchase_order o set eta = (select max(l.eta) from purchase_order_line l where l.org_id = o.org_id and l.order_id = o.id)
      where o.org_id = ${org_id} and o.id = ${purchase_order_id}`.execute(tx)
    const input: MovedArrivals = { line_ids: arrivals.map(({ id }) => id) }
    await startJob({ type: arrivalsMoved, input, coalesce: arrivalsMoved })
    return { affected: changed.length }
  }),
]
