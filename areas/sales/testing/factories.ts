import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import { addSalesOrder } from '../model/sales-order.calls.ts'

/** A finished product in whole pieces, with nothing else to it. */
export async function aProduct(company: TestCompany, code = `P-${newId().slice(-6)}`): Promise<string> {
  const unit_id = newId()
  const id = newId()
  await company.as(async tx => {
    await sql`insert into unit (id, name, "precision") values (${unit_id}, ${`pcs-${unit_id.slice(-6)}`}, 0)`.execute(
      tx,
    )
    await sql`insert into material (id, code, name, unit_id, kind) values (${id}, ${code}, ${code}, ${unit_id}, 2)`.execute(
      tx,
    )
  })
  return id
}

export const today = Math.floor(Date.now() / 1000 / daySeconds) * daySeconds
export const inDays = (days: number): number => today + days * daySeconds

export interface OrderWanted {
  material_id: string
  quantity?: string
  submit?: boolean
  delivery_date?: number
}
export const anOrder = (
  company: TestCompany,
  { material_id, quantity = '10', submit = true, delivery_date = inDays(14) }: OrderWanted,
) =>
  company.admin.ok(addSalesOrder, {
    order_date: Math.min(today, delivery_date),
    delivery_date,
    submit,
    lines: [{ material_id, quantity }],
  })
