import { generalErrors } from '@qitao/core/general.errors.ts'
import { fitsPrecision, isLess } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import type { PurchaseMaterial } from '../model/purchase-order.rules.ts'
import type { PurchaseRequestInput } from '../model/purchase-request.calls.ts'
import { purchaseRequest } from '../model/purchase-request.record.ts'
import { purchasingErrors } from '../model/purchasing.errors.ts'
import { purchaseMaterials } from './purchase.queries.ts'
import { insertPurchaseRequests } from './supply.ts'

/** New requests that people have written; as many as there are in the same few statements. */
export async function addRequests(
  context: Context,
  inputs: readonly PurchaseRequestInput[],
): Promise<{ id: string; no: string }[]> {
  await expectRequests(context, inputs)
  const { tx, now, member } = context
  const requests = inputs.map(({ mo_ids, ...input }) => ({
    ...input,
    asked: mo_ids.map(mo_id => ({ mo_id, quantity: null })),
    source: 'manual' as const,
  }))
  return insertPurchaseRequests(tx, { now, time_zone: member.time_zone, requests })
}

export async function expectRequests({ tx, org_id }: Context, inputs: readonly PurchaseRequestInput[]): Promise<void> {
  const materials = await purchaseMaterials(
    tx,
    org_id,
    inputs.map(input => input.material_id),
  )
  for (const input of inputs) {
    const material = materials.get(input.material_id) ?? refuse(generalErrors.recordNotFound, place('material_id'))
    expectQuantities(input, material)
  }
}

const place = (field: 'material_id' | 'demand_quantity' | 'quantity') => ({
  field,
  field_title: purchaseRequest.fields[field].title,
})

function expectQuantities(input: PurchaseRequestInput, material: PurchaseMaterial): void {
  for (const field of ['demand_quantity', 'quantity'] as const) {
    const quantity = input[field]
    if (quantity !== null && !fitsPrecision(quantity, material.unit_precision)) {
      refuse(generalErrors.unitQuantityPrecision, place(field))
    }
  }
  if (input.quantity !== null && isLess(input.quantity, input.demand_quantity)) {
    refuse(purchasingErrors.belowDemand, place('quantity'))
  }
}
