import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'
import type { In } from '@qitao/core/call.ts'
import { aMo, inStock } from '@qitao/manufacturing/testing/factories.ts'
import { receiveArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { aPurchaseOrder, aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { aLocation, aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { methodCalls } from '../model/scheme/method.calls.ts'
import { itemKind } from '../model/scheme/method.record.ts'
import { schemeCalls } from '../model/scheme/scheme.calls.ts'
import { sampling } from '../model/scheme/scheme.status.ts'
import { taskCalls } from '../model/task/task.calls.ts'

let made = 0
/** A length with limits, and a look that passes or fails. */
export const items = [
  { name: 'Length', kind: itemKind.codes.number, lower_limit: '9.9', upper_limit: '10.1', unit: 'mm' },
  { name: 'Look', kind: itemKind.codes.pass_fail, required: false },
] as const
export async function aMethod(company: TestCompany): Promise<{ id: string; item_ids: [string, string] }> {
  made += 1
  const { id } = await company.admin.ok(methodCalls.add, {
    code: `QM${made}`,
    name: `Incoming ${made}`,
    lines: [...items],
  })
  const { lines } = await company.admin.ok(methodCalls.detail, { id })
  return { id, item_ids: lines.map(line => line.id) as [string, string] }
}

type SchemeGiven = Partial<In<typeof schemeCalls.add>>
/** A released plan for incoming goods: five pieces, released eight hours after receipt unless told otherwise. */
export async function aScheme(
  company: TestCompany,
  of: SchemeGiven & { release?: boolean } = {},
): Promise<{ id: string; code: string; method_id: string; item_ids: [string, string] }> {
  const { release = true, ...given } = of
  const method = await aMethod(company)
  const code = `QP${made}`
  const { id } = await company.admin.ok(schemeCalls.add, {
    ...{ code, name: `Plan ${made}`, qc_type: 1, method_id: method.id },
    ...{ sampling: sampling.codes.fixed, sample_size: 5, release_hours: 8 },
    ...given,
  })
  if (release) await company.admin.ok(schemeCalls.release, { ids: [id] })
  return { id, code, method_id: method.id, item_ids: method.item_ids }
}

/** A purchased lot of 20 that has come and waits for its inspection by a plan of its own. */
export async function aHeldLot(company: TestCompany, { quantity = '20', scheme = {} as SchemeGiven } = {}) {
  const { location_id, material_id, supplier_id } = await company.as(async tx => ({
    location_id: await aLocation(tx),
    material_id: await aMaterial(tx, { precision: 0 }),
    supplier_id: await aSupplier(tx),
  }))
  const plan = await aScheme(company, { material_id, ...scheme })
  const { task_id } = await receive(company, { location_id, material_id, supplier_id, quantity })
  const { record } = await company.admin.ok(taskCalls.detail, { id: task_id })
  return {
    ...plan,
    scheme_id: plan.id,
    location_id,
    material_id,
    supplier_id,
    id: task_id,
    row_version: record.row_version,
  }
}

/** Buys and receives; answers the task that was made, if one was. */
export async function receive(
  company: TestCompany,
  of: { location_id: string; material_id: string; supplier_id: string; quantity: string; lot_number?: string },
): Promise<{ task_id: string; order_id: string }> {
  const { location_id, material_id, supplier_id, quantity, lot_number } = of
  const order = await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity }] })
  const { no } = await company.admin.ok(receiveArrivals, {
    arrival_ids: order.line_ids,
    lines: [{ arrival_id: order.line_ids[0]!, quantity, location_id, ...(lot_number ? { lot_number } : {}) }],
  })
  const { result } = await company.admin.ok(taskCalls.list, { keyword: no })
  return { task_id: result[0]?.id ?? '', order_id: order.id }
}

/** A work order of 10 whose first component is on its way, the rest is there. */
export async function aWaitingMo(company: TestCompany) {
  const mo = await aMo(company)
  const [late, ...here] = mo.component_ids as [string, ...string[]]
  await inStock(company, here, '10')
  const set = await company.as(async tx => ({ supplier_id: await aSupplier(tx), location_id: await aLocation(tx) }))
  const order = await aPurchaseOrder(company, {
    supplier_id: set.supplier_id,
    materials: [{ material_id: late, quantity: '10', eta: inDays(12) }],
  })
  return { ...set, mo, late, order }
}
