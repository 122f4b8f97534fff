import { customSettler, settledCustom } from '@qitao/access/server'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { purchaseStatus } from '../model/purchase.status.ts'
import type { PurchaseOrderInput } from '../model/purchase-order.calls.ts'
import { type KnownToOrders, purchaseLines } from '../model/purchase-order.rules.ts'
import { purchaseMaterials, requestsForUpdate } from './purchase.queries.ts'
import { insertOrders, type OrderToSave } from './save-orders.ts'

/** New orders with their lines, to be submitted; as many as there are in the same few statements. */
export async function addOrders(
  context: Context,
  inputs: readonly PurchaseOrderInput[],
): Promise<{ id: string; no: string }[]> {
  const { tx, org_id } = context
  const known = await knownTo(context, inputs)
  const settle = await customSettler(tx, org_id, 'purchase_order')
  const orders = inputs.map(input => orderToSave(input, known, settle(input.custom)))
  return insertOrders(context, orders, purchaseStatus.codes.pending_submit)
}

/** An order as it is to be saved over the one with this id. */
export async function alteredOrder(context: Context, input: PurchaseOrderInput, id: string): Promise<OrderToSave> {
  const { tx, org_id } = context
  const known = { ...(await knownTo(context, [input])), order_id: id }
  return orderToSave(input, known, await settledCustom(tx, org_id, 'purchase_order', input.custom, id))
}

async function knownTo({ tx, org_id }: Context, inputs: readonly PurchaseOrderInput[]): Promise<KnownToOrders> {
  const lines = inputs.flatMap(input => input.lines)
  const request_ids = lines.flatMap(line => line.request_ids)
  const material_ids = lines.map(line => line.material_id)
  const requests = await requestsForUpdate(tx, org_id, request_ids)
  return { requests, materials: await purchaseMaterials(tx, org_id, material_ids), used: new Set() }
}

function orderToSave(input: PurchaseOrderInput, known: KnownToOrders, custom: OrderToSave['header']['custom']) {
  const { no, order_date, currency, tax_rate, remark } = input
  const lines = purchaseLines(input, known)
  return { header: { no, order_date, currency, tax_rate, remark, custom, supplier_id: input.supplier_id! }, lines }
}
