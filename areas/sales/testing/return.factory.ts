import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { salesReturnCalls } from '../model/return/sales-return.calls.ts'
import { showSalesOrder } from '../model/sales-order.calls.ts'
import { today } from './factories.ts'

/** So much of the first line of an order that was shipped is to come back. */
export async function aReturn(
  company: TestCompany,
  order_id: string,
  { quantity = '3', inspects = false, submit = true } = {},
) {
  const { lines } = await company.admin.ok(showSalesOrder, { id: order_id })
  const [line] = lines
  const made = await company.admin.ok(salesReturnCalls.add, {
    ...{ order_id, return_date: today, reason: 'scratched', inspects, submit },
    lines: [{ order_line_id: line!.id, material_id: line!.material_id, quantity }],
  })
  return { ...made, order_id, order_line_id: line!.id, material_id: line!.material_id }
}
