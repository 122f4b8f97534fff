import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { documentHandlers } from '@qitao/document-kit/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { makeReturnReceipt, salesReturnCalls, salesReturns } from '@qitao/sales/model/return/sales-return.calls.ts'
import { salesReturnStatus } from '@qitao/sales/model/return/sales-return.status.ts'
import { returnBooks, returnTable } from '@qitao/sales/server'
import { judgedQuality } from '@qitao/stock/model/quality.status.ts'
import { sql } from 'kysely'
import { inboundStatus, inboundType, receiptsType } from '../model/receipt.status.ts'
import { insertReceipt } from './receipt.handlers.ts'
import { claimedOf } from './receipt-sources.ts'

const { pending, pending_submit } = inboundStatus.codes

/** Receipts that wait for goods of these returns, and of which nothing has come: what has come may still be taken back. */
const waitingFor = (org_id: string, return_ids: readonly string[]) =>
  sql`r.org_id = ${org_id} and r.receipts_type = ${receiptsType.inbound} and r.receipt_type = ${inboundType.codes.sales_return}
    and r.status in (${pending_submit}, ${pending}) and r.id in (select w.receipt_id from receipt_line w
      join sales_return_line x on x.org_id = w.org_id and x.id = w.source_line_id
      where w.org_id = ${org_id} and ${among(sql`x.return_id`, return_ids)})`
/** Receipts come before returns in the order of locks. */
const lockWaiting = (tx: Tx, org_id: string, return_ids: readonly string[]) =>
  sql`select from receipt r where ${waitingFor(org_id, return_ids)} order by r.id for no key update`.execute(tx)

/** The goods of a return that is over do not come any more: nor do receipts wait for them that wait for nothing else. */
async function endWaiting({ tx, org_id }: Context, ended: readonly { readonly id: string }[]): Promise<void> {
  const ids = ended.map(({ id }) => id)
  await lockWaiting(tx, org_id, ids)
  const waiting = await rows(
    tx,
    sql<{ id: string }>`select r.id from receipt r where ${waitingFor(org_id, ids)}
      and not exists (select from receipt_line w
        left join sales_return_line x on x.org_id = w.org_id and x.id = w.source_line_id
        where w.org_id = r.org_id and w.receipt_id = r.id and (x.id is null or not ${among(sql`x.return_id`, ids)}))`,
  )
  const living = { table: 'receipt', statuses: inboundStatus } as const
  await transition(
    tx,
    org_id,
    living,
    'cancel',
    waiting.map(({ id }) => id),
  )
}

// The life of a return is handled here: its end is the end of receipts, which sales does not know (decision 0142).
const livingReturns = (books: typeof returnBooks) =>
  documentHandlers(salesReturns, { ...returnTable, acts: { cancel: endWaiting, close: endWaiting } }, books)
const ends = ({ call }: Handler) => call === salesReturnCalls.cancel || call === salesReturnCalls.close
const returnHandlers = [
  ...livingReturns(returnBooks).filter(handler => !ends(handler)),
  ...livingReturns({
    ...returnBooks,
    async lock(tx, org_id, ids) {
      await lockWaiting(tx, org_id, ids)
      return returnBooks.lock(tx, org_id, ids)
    },
  }).filter(ends),
]

/** What the customer gives back and stands on no open receipt becomes one: the warehouse puts it in as it comes. */
export const returnReceiptHandlers: Handler[] = [
  ...returnHandlers,

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
          select t.id, t.material_id, t.line_no, trim_scale(t.quantity - t.received_quantity - ${claimedOf('inbound')}) as quantity
          from sales_return_line t where t.org_id = ${org_id} and t.return_id = ${id}
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
