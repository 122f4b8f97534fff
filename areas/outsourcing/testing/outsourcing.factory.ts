import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { checkKits } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { aDevice } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { addReport } from '@qitao/shopfloor/model/report.calls.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { aLocation } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { outsourceOrderCalls } from '../model/outsource-order.calls.ts'

/**
 * A published order of 10 in two steps; the second is made by a supplier, who needs one of the second component for each piece. 20 of
 * each component are in stock, and the first step has made `handed` pieces.
 */
export async function aPlating(company: TestCompany, { handed = '10', kitted = false } = {}) {
  const mo = await onTheFloor(company, { quantity: '10', stock: '20' })
  const { supplier_id, location_id } = await company.as(async tx => ({
    supplier_id: await aSupplier(tx),
    location_id: await aLocation(tx),
  }))
  const [, process_id] = mo.process_ids as [string, string]
  const lane = await aDevice(company, { process_ids: [process_id], supplier_id, lead_days: 2, capacity: 100 })
  const operation_id = await company.as(async tx => {
    await sql`update process set outsourced = true where id = ${process_id}`.execute(tx)
    await sql`update mo_component set operation_sequence = 20 where mo_id = ${mo.id} and material_id = ${mo.component_ids[1]!}`.execute(
      tx,
    )
    await sql`update production_task set device_id = ${lane.id} where id = ${mo.task_ids[1]!}`.execute(tx)
    const [found] = await rows(
      tx,
      sql<{
        id: string
      }>`select id from mo_operation where org_id = ${company.org_id} and mo_id = ${mo.id} and sequence = 20`,
    )
    return found!.id
  })
  if (kitted) await company.admin.ok(checkKits, { mo_ids: [mo.id] })
  if (handed !== '0')
    await company.admin.ok(addReport, { task_id: mo.task_ids[0]!, finished_quantity: handed, defective_quantity: '0' })
  return { mo, supplier_id, location_id, operation_id, device_id: lane.id, material_id: mo.component_ids[1]! }
}
export type Plating = Awaited<ReturnType<typeof aPlating>>

export const orderInput = (of: Pick<Plating, 'supplier_id' | 'operation_id'>, quantity = '10') => ({
  supplier_id: of.supplier_id,
  order_date: inDays(0),
  lines: [{ operation_id: of.operation_id, quantity, price: '2.5', eta: inDays(4) }],
})
/** A submitted order for all pieces of a plating. */
export async function anOutsourceOrder(company: TestCompany, wanted: Parameters<typeof aPlating>[1] = {}) {
  const of = await aPlating(company, wanted)
  const { id } = await company.admin.ok(outsourceOrderCalls.add, { ...orderInput(of), submit: true })
  return { of, id, ...(await orderNow(company, id)) }
}
export async function orderNow(company: TestCompany, id: string) {
  const { record, lines } = await company.admin.ok(outsourceOrderCalls.detail, { id })
  return { record, lines, key: { id, row_version: record.row_version }, line_id: lines[0]!.id }
}
