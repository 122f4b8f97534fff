import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { claimAttachments, dropAttachmentsOf, startApprovals } from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { workgroupsOf } from '@qitao/masterdata/server'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import {
  bulkAnswer,
  type Context,
  expectGranted,
  expectVersion,
  type Handler,
  handle,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { purchaseStatus } from '../model/purchase.status.ts'
import {
  addPurchaseOrder,
  alterArrivals,
  alterPurchaseOrder,
  cancelPurchaseOrders,
  countPurchaseOrders,
  dropPurchaseOrders,
  forceClosePurchaseOrders,
  listPurchaseOrders,
  showPurchaseOrder,
  submitPurchaseOrders,
} from '../model/purchase-order.calls.ts'
import { purchaseOrderLine } from '../model/purchase-order.record.ts'
import { expectCancellable, expectEditable, expectForceClosable } from '../model/purchase-order.rules.ts'
import { purchasingErrors } from '../model/purchasing.errors.ts'
import { addOrders, alteredOrder } from './add-orders.ts'
import { purchaseOrderApproval } from './approval.ts'
import {
  type LockedOrder,
  linesOf,
  orderBy,
  orderCounts,
  ordersForUpdate,
  ordersPage,
  startOfToday,
} from './purchase.queries.ts'
import { claimRequests, replaceOrder } from './save-orders.ts'

const { codes } = purchaseStatus

export const purchaseOrderHandlers: Handler[] = [
  handle(listPurchaseOrders, (input, context) => ordersPage(context.tx, context.org_id, startOfToday(context), input)),
  handle(countPurchaseOrders, async (input, context) => {
    const counts = await orderCounts(context.tx, context.org_id, startOfToday(context), input)
    const of = (code: string) => counts.get(code) ?? 0
    return {
      pending_submit: of(codes.pending_submit),
      pending_inbound: of(codes.pending_inbound),
      partially_inbound: of(codes.partially_inbound),
      completed: of(codes.completed),
      force_closed: of(codes.force_closed),
      cancelled: of(codes.cancelled),
    }
  }),
  handle(showPurchaseOrder, async ({ id }, context) => {
    const { tx, org_id } = context
    const record = (await orderBy(tx, org_id, startOfToday(context), id)) ?? refuse(generalErrors.recordNotFound)
    return { record, lines: await linesOf(tx, org_id, [id]) }
  }),

  handle(addPurchaseOrder, async (input, context) => {
    if (input.submit) expectGranted(context.member, submitPurchaseOrders)
    const [made] = await addOrders(context, [input])
    const { attachment_ids } = input
    await claimAttachments(context.tx, context, { module: 'purchase_order', object_id: made!.id, attachment_ids })
    if (input.submit) await submitOrders(context, [made!.id])
    return made!
  }),
  handle(alterPurchaseOrder, async (input, context) => {
    const { tx, org_id } = context
    const found = expectVersion((await ordersForUpdate(tx, org_id, [input.id])).get(input.id), input.row_version)
    expectEditable(found)
    await replaceOrder(context, input.id, await alteredOrder(context, input, input.id))
    return { affected: 1 }
  }),

  handle(submitPurchaseOrders, ({ ids }, context) =>
    changeOrders(
      context,
      ids,
      order => expectEditable(order, 'submit'),
      (_tx, _org_id, passed) => submitOrders(context, passed),
    ),
  ),
  handle(cancelPurchaseOrders, ({ ids }, context) =>
    changeOrders(context, ids, expectCancellable, async (tx, org_id, passed) => {
      await setStatus(codes.cancelled)(tx, org_id, passed)
      await claimRequests(tx, org_id, passed)
    }),
  ),
  handle(forceClosePurchaseOrders, ({ ids }, context) =>
    changeOrders(context, ids, expectForceClosable, setStatus(codes.force_closed)),
  ),
  handle(dropPurchaseOrders, ({ ids }, context) =>
    changeOrders(
      context,
      ids,
      order => expectEditable(order, 'drop'),
      async (tx, org_id, passed) => {
        await sql`delete from purchase_order_line where org_id = ${org_id} and ${among(sql`order_id`, passed)}`.execute(
          tx,
        )
        await claimRequests(tx, org_id, passed)
        await dropAttachmentsOf(tx, org_id, 'purchase_order', passed)
        await sql`delete from purchase_order where org_id = ${org_id} and ${among(sql`id`, passed)}`.execute(tx)
      },
    ),
  ),

  handle(alterArrivals, async ({ purchase_order_id, arrivals }, { tx, org_id }) => {
    const order =
      (await ordersForUpdate(tx, org_id, [purchase_order_id])).get(purchase_order_id) ??
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
    return { affected: changed.length }
  }),
]

/** Orders that a flow applies to wait for their approval; the others are ordered at once. */
async function submitOrders(context: Context, ids: readonly string[]): Promise<void> {
  const { tx, org_id } = context
  const waiting = await startApprovals(context, purchaseOrderApproval, ids, workgroupsOf)
  const waits = among(sql`id`, [...waiting])
  await sql`update purchase_order set approval_status = case when ${waits} then ${approvalStatus.codes.pending}::smallint end,
      status = case when ${waits} then status else ${codes.pending_inbound} end
    where org_id = ${org_id} and ${among(sql`id`, ids)}`.execute(tx)
}

const setStatus = (status: string) => (tx: Tx, org_id: string, ids: readonly string[]) =>
  sql`update purchase_order set status = ${status} where org_id = ${org_id} and ${among(sql`id`, ids)}`.execute(tx)

async function changeOrders(
  { tx, org_id, language }: Context,
  ids: readonly string[],
  check: (order: LockedOrder) => void,
  save: (tx: Tx, org_id: string, passed: readonly string[]) => Promise<unknown>,
) {
  const { passed_ids, refused } = sortOut(ids, await ordersForUpdate(tx, org_id, ids), check)
  if (passed_ids.length > 0) await save(tx, org_id, passed_ids)
  return bulkAnswer(passed_ids, refused, language)
}
