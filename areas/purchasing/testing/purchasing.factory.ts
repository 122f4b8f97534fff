import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { daySeconds } from '@qitao/core/time.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import { addPurchaseOrder, showPurchaseOrder } from '../model/purchase-order.calls.ts'

/** Prerequisites for tests: each names only what matters. */
export async function aSupplier(tx: Tx): Promise<string> {
  const id = newId()
  await sql`insert into supplier (id, code, name) values (${id}, ${`S${id.slice(-12)}`}, ${`供应商${id.slice(-12)}`})`.execute(
    tx,
  )
  return id
}

/** A day after today's, as it travels; companies of tests live in Shanghai. */
export const inDays = (days: number): number => {
  const midnight = Math.floor((Date.now() / 1000 + 28_800) / daySeconds) * daySeconds - 28_800
  return midnight + days * daySeconds
}

/** An order of one line for each material, submitted unless told otherwise. */
export async function aPurchaseOrder(
  company: TestCompany,
  of: { supplier_id: string; materials: { material_id: string; quantity: string; eta?: number }[]; submit?: boolean },
): Promise<{ id: string; no: string; line_ids: string[] }> {
  const made = await company.admin.ok(addPurchaseOrder, {
    supplier_id: of.supplier_id,
    order_date: inDays(-3),
    submit: of.submit ?? true,
    lines: of.materials.map(line => ({ eta: inDays(5), ...line })),
  })
  const { lines } = await company.admin.ok(showPurchaseOrder, { id: made.id })
  return { ...made, line_ids: lines.map(line => line.id) }
}
