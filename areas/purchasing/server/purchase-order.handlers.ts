import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { documentHandlers } from '@qitao/document-kit/server'
import { expectVersion, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { alterArrivals, arrivalsMoved, type MovedArrivals, purchaseOrders } from '../model/purchase-order.calls.ts'
import { purchaseOrderLine } from '../model/purchase-order.record.ts'
import { expectEditable } from '../model/purchase-order.rules.ts'
import { purchasingErrors } from '../model/purchasing.errors.ts'
import { announcedWhole } from './arrival/arrival.books.ts'
import { moveLines } from './planned-changes.ts'
import { orderBooks, orderTable } from './purchase-order.books.ts'

const byArrivals = text(
  '该行已由到货单{nos}通知，请修改到货单的日期',
  'Arrivals {nos} announce all of this line: alter their day',
)

export const purchaseOrderHandlers: Handler[] = [
  ...documentHandlers(purchaseOrders, orderTable, orderBooks),

  handle(alterArrivals, async ({ purchase_order_id, row_version, arrivals }, { tx, org_id, startJob }) => {
    const order =
      (await orderBooks.lock(tx, org_id, [purchase_order_id])).get(purchase_order_id) ??
      refuse(generalErrors.recordNotFound)
    expectEditable(expectVersion(order, row_version ?? order.row_version), 'change_eta')
    arrivals.forEach(({ eta }, index) => {
      if (eta >= order.order_date) return
      const field_title = purchaseOrderLine.fields.eta.title
      refuse(purchasingErrors.etaBeforeOrderDate, { row: index + 1, field: 'eta', field_title })
    })
    const own = new Set((await orderBooks.linesOf(tx, org_id, [purchase_order_id])).map(({ id }) => id))
    if (arrivals.some(({ id }) => !own.has(id))) refuse(generalErrors.recordNotFound)
    const whole = new Map((await announcedWhole(tx, org_id, [...own])).map(line => [line.id, line.arrival_nos]))
    arrivals.forEach(({ id }, index) => {
      const nos = whole.get(id)
      if (nos) refuse(purchasingErrors.notEditable, { row: index + 1, nos: nos.join(', '), detail: byArrivals })
    })
    await moveLines(tx, org_id, arrivals)
    const input: MovedArrivals = { line_ids: arrivals.map(({ id }) => id) }
    await startJob({ type: arrivalsMoved, input, coalesce: arrivalsMoved })
    return { affected: arrivals.length }
  }),
]
