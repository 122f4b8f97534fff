import { codeField } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { placeIn } from '@qitao/core/given.rules.ts'
import { fitsPrecision } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { Instant } from '@qitao/core/time.ts'
import { type DocumentFacts, type DocumentTable, documentBooks } from '@qitao/document-kit/server'
import { productFields, productInstead } from '@qitao/masterdata/model/material/product.fields.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { expectDemandMet } from '../model/demand-met.rules.ts'
import type { PurchaseMaterial, RequestForOrder } from '../model/purchase-order.rules.ts'
import { type PurchaseRequestInput, purchaseRequests } from '../model/purchase-request.calls.ts'
import { purchaseRequest } from '../model/purchase-request.record.ts'
import { purchaseMaterials } from './purchase.queries.ts'

const material = sql`join material m on m.org_id = t.org_id and m.id = t.material_id`
const latestOrderDate = sql`t.required_date - m.supply_lead_time * 86400::bigint`

/** What rules ask of a request, of the time of its lock. */
interface RequestFacts extends RequestForOrder {
  readonly required_date: Instant | null
}
export type LockedRequest = DocumentFacts & RequestFacts

export const requestTable: DocumentTable<typeof purchaseRequests, RequestFacts> = {
  table: 'purchase_request',
  serial: 'CGSQ',
  keyword: (found, org_id) =>
    sql`t.material_id in (select k.id from material k where k.org_id = ${org_id} and ${found(sql`k.code`, sql`k.name`)})`,
  where: ({ sources, ids }) => [oneOfCodes(sql`t.source`, sources), ids !== undefined && among(sql`t.id`, ids)],
  shows: () => ({
    columns: sql`${latestOrderDate} as latest_order_date, m.code as material_code, m.name as material_name, m.specs as material_specs,
      u.name as unit_name, u.precision as unit_precision, p.no as purchase_order_no,
      m.minimum_lot, m.packaging_size, m.purchase_price, m.supply_lead_time`,
    joins: sql`${material} join unit u on u.org_id = m.org_id and u.id = m.unit_id
      left join purchase_order p on p.org_id = t.org_id and p.id = t.purchase_order_id`,
  }),
  filterJoins: material,
  // A request without a date is not late: it comes last.
  orders: { material_id: sql`m.code`, latest_order_date: sql`coalesce(${latestOrderDate}, 9007199254740991)` },
  defaultOrder: 'latest_order_date',
  exported: {
    fields: { ...productFields, purchase_order_no: codeField('采购订单', 'Purchase order') },
    instead: productInstead,
  },
  facts: sql`t.material_id, t.required_date, t.demand_quantity, t.quantity, t.supplier_id, t.purchase_order_id`,
  async settle({ tx, org_id }, inputs, own_id) {
    const materials = await purchaseMaterials(
      tx,
      org_id,
      inputs.map(({ material_id }) => material_id),
    )
    const before = own_id === undefined ? undefined : await askedBefore(tx, org_id, own_id)
    return inputs.map((input, index) => {
      const row = inputs.length > 1 ? index + 1 : undefined
      const known = materials.get(input.material_id) ?? refuse(generalErrors.recordNotFound, place('material_id', row))
      expectQuantities(input, known, row)
      const head = { quantity: input.quantity ?? input.demand_quantity }
      // A new one without a supplier is for the supplier that stands in its material.
      if (!before) return { head: { ...head, supplier_id: input.supplier_id ?? known.supplier_id } }
      // How much of it is for whom stays said as long as it is for the same.
      const isSame = before.material_id === input.material_id && before.mo_ids.join() === input.mo_ids.join()
      return { head: isSame ? head : { ...head, mo_quantities: [] } }
    })
  },
}
export const requestBooks = documentBooks(purchaseRequests, requestTable)

/** Of one that is locked. */
async function askedBefore(tx: Tx, org_id: string, id: string): Promise<{ material_id: string; mo_ids: string[] }> {
  const [found] = await rows(
    tx,
    sql<{
      material_id: string
      mo_ids: string[]
    }>`select material_id, mo_ids from purchase_request where org_id = ${org_id} and id = ${id}`,
  )
  return found!
}

/** `row`: of several that are given together. */
const place = (field: 'material_id' | 'demand_quantity' | 'quantity', row: number | undefined) =>
  placeIn(purchaseRequest, field, row)

function expectQuantities(input: PurchaseRequestInput, material: PurchaseMaterial, row: number | undefined): void {
  for (const field of ['demand_quantity', 'quantity'] as const) {
    const quantity = input[field]
    if (quantity !== null && !fitsPrecision(quantity, material.unit_precision)) {
      refuse(generalErrors.unitQuantityPrecision, place(field, row))
    }
  }
  if (input.quantity !== null) expectDemandMet(input.quantity, input.demand_quantity, place('quantity', row))
}
