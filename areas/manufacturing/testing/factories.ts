import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { aReleasedProduct, type ProductWanted, type ReleasedProduct } from '@qitao/engineering/testing/factories.ts'
import { salesLinesToMo } from '@qitao/sales/model/sales-order.calls.ts'
import { anOrder, inDays } from '@qitao/sales/testing/factories.ts'
import { aLocation, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { createMo } from '../model/mo/mo.calls.ts'

export interface MadeMo extends ReleasedProduct {
  readonly id: string
  readonly no: string
}
/** A work order for a new product of two components and two steps. */
export async function aMo(
  company: TestCompany,
  { quantity = '10', ...product }: ProductWanted & { quantity?: string } = {},
): Promise<MadeMo> {
  const made = await aReleasedProduct(company, product)
  const mo = await company.admin.ok(createMo, {
    material_id: made.material_id,
    planned_quantity: quantity,
    delivery_date: inDays(20),
  })
  return { ...made, ...mo }
}
/** A sales order with the work order of its line. */
export async function anOrderedMo(company: TestCompany, quantity = '10'): Promise<MadeMo & { order_id: string }> {
  const made = await aReleasedProduct(company)
  const order = await anOrder(company, { material_id: made.material_id, quantity })
  const { mo_ids, mo_nos } = await company.admin.ok(salesLinesToMo, { order_ids: [order.id] })
  return { ...made, id: mo_ids[0]!, no: mo_nos[0]!, order_id: order.id }
}
/** Puts that much of each material into one new bin. */
export const inStock = (
  company: TestCompany,
  material_ids: readonly string[],
  quantity: string,
  lot: { lot_number?: string } = {},
): Promise<void> =>
  company.as(async tx => {
    const location_id = await aLocation(tx)
    for (const material_id of material_ids)
      await putIn(tx, { org_id: company.org_id, material_id, location_id, quantity, ...lot })
  })
