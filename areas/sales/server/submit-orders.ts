import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { digestsNow, startApprovals } from '@qitao/access/server'
import { workgroupsOf } from '@qitao/masterdata/server'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { salesOrderStatus } from '../model/sales-order.status.ts'
import { salesOrderApproval } from './approval.ts'
import { setOrderStatus } from './order-status.ts'

const { codes } = salesOrderStatus

/** Orders that a flow applies to wait for their approval; the others are to do at once. */
export async function submitOrders(context: Context, ids: readonly string[]): Promise<void> {
  const { tx, org_id } = context
  const waiting = await startApprovals(context, salesOrderApproval, ids, workgroupsOf)
  await setOrderStatus(tx, org_id, [...waiting], codes.init, approvalStatus.codes.pending)
  const free = ids.filter(id => !waiting.has(id))
  await setOrderStatus(tx, org_id, free, codes.approved, null)
}

/**
 * A change of an order that was submitted. What was approved, or was free of it, stands only as it was: when it is no longer
 * the same it is submitted anew.
 */
export async function submittedAnew<T>(context: Context, id: string, change: () => Promise<T>): Promise<T> {
  const digest = async () => (await digestsNow(context.tx, context.org_id, salesOrderApproval, [id])).get(id)
  const before = await digest()
  const changed = await change()
  if ((await digest()) !== before) await submitOrders(context, [id])
  return changed
}
