import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { makeReturnReceipt } from '@qitao/sales/model/return/sales-return.calls.ts'
import { salesReturnStatus } from '@qitao/sales/model/return/sales-return.status.ts'
import { judgedQuality } from '@qitao/stock/model/quality.status.ts'
import { sql } from 'kysely'
import { inboundStatus, inboundType, receiptsType } from '../model/receipt.status.ts'
import { insertReceipt } from './receipt.handlers.ts'

const { pending_submit, pending, partly } = inboundStatus.codes

/** What the customer gives back and stands on no open receipt becomes one: the warehouse puts it in as it comes. */
export const returnReceiptHandlers: Handler[] = [
  handle(makeReturnReceipt, async ({ id }, context) => {
    const { tx, org_id } = context
    // Two who press at once make one receipt.
    await sql`select from seen_sales_return where org_id = ${org_id} and id = ${id} for no key update`.execute(tx)
    const [found] = await rows(
      tx,
      sql<{
        status: Parameters<typeof salesReturnStatus.whyNot>[1]
        order_id: string
        customer_id: string | null
      }>`select status, order_id, customer_id from seen_sales_return where org_id = ${org_id} and id = ${id}`,
    )
    if (!found) return refuse(generalErrors.recordNotFound)
    const detail = salesReturnStatus.whyNot('receive', found.status)
    if (detail) refuse(generalErrors.statusNotAllowed, { detail })
    const open = await rows(
      tx,
      sql<{ id: string; material_id: string; quantity: string }>`select * from (
          select l.id, l.material_id, l.line_no, trim_scale(l.quantity - l.received_quantity - coalesce((select sum(x.quantity - x.done_quantity)
            from receipt_line x join receipt r on r.org_id = x.org_id and r.id = x.receipt_id
            where x.org_id = l.org_id and x.source_line_id = l.id and r.receipts_type = ${receiptsType.inbound}
              and r.status in (${pending_submit}, ${pending}, ${partly})), 0)) as quantity
          from sales_return_line l where l.org_id = ${org_id} and l.return_id = ${id}
        ) o where o.quantity > 0 order by o.line_no`,
    )
    if (open.length === 0)
      refuse(generalErrors.statusNotAllowed, {
        detail: text('未收部分已在入库单上', 'What is to come stands on a receipt already'),
      })
    const made = await insertReceipt(
      context,
      'inbound',
      {
        ...{
          no: null,
          receipt_type: inboundType.codes.sales_return,
          warehouse_id: null,
          supplier_id: null,
          mo_id: null,
        },
        ...{ customer_id: found.customer_id, order_id: found.order_id, receipt_date: null, remark: null },
        lines: open.map(line => ({
          ...{ material_id: line.material_id, quantity: line.quantity, source_line_id: line.id },
          ...{ location_id: null, lot_number: null, quality_status: judgedQuality.codes.finished, remark: null },
        })),
      },
      pending,
    )
    return { receipt_id: made.id, no: made.no }
  }),
]
