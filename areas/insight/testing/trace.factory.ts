import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { addProductSerials } from '@qitao/manufacturing/model/mo/product-serial.calls.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { addSalesOrder, showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { addReport } from '@qitao/shopfloor/model/report.calls.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { aLocation } from '@qitao/stock/testing/stock.factory.ts'
import { finishInboundMo, shipOrder } from '@qitao/warehouse/model/fulfilment.calls.ts'
import { inboundCalls } from '@qitao/warehouse/model/receipt.calls.ts'
import { sql } from 'kysely'

/** Goods of these lots come from a supplier, ten of each. */
export async function received(
  company: TestCompany,
  {
    location_id,
    supplier_id,
    lots,
  }: { location_id: string; supplier_id: string; lots: readonly (readonly [string, string])[] },
): Promise<void> {
  const { id } = await company.admin.ok(inboundCalls.add, {
    ...{ receipt_type: 0, submit: true, supplier_id },
    lines: lots.map(([material_id, lot_number]) => ({ material_id, location_id, lot_number, quantity: '10' })),
  })
  const { lines } = await company.admin.ok(inboundCalls.detail, { id })
  await company.admin.ok(inboundCalls.confirm, {
    id,
    lines: lines.map(line => ({ line_id: line.id, quantity: line.quantity })),
  })
}

/** An order of a customer, with its number. */
export async function orderOf(company: TestCompany, material_id: string, customer: string, quantity: string) {
  const customer_id = newId()
  await company.as(tx =>
    sql`insert into customer (id, code, name) values (${customer_id}, ${customer}, ${customer})`.execute(tx),
  )
  const { id } = await company.admin.ok(addSalesOrder, {
    ...{ customer_id, order_date: inDays(0), delivery_date: inDays(9), submit: true },
    lines: [{ material_id, quantity }],
  })
  const { record, lines } = await company.admin.ok(showSalesOrder, { id })
  return { id, no: record.no, line_id: lines[0]!.id }
}

/**
 * Two components from a supplier, lots A1, A2 and B1. Four pieces P0001 to P0004 are made: the first two of lot A1, the others of A2, all
 * of B1. They are put into stock, and the first two go to two customers.
 */
export async function aTracedProduct(company: TestCompany) {
  const floor = await onTheFloor(company, { quantity: '4' })
  const { id: mo_id, material_id, component_ids, task_ids } = floor
  const [a, b] = component_ids as [string, string]
  const [first, last] = task_ids as [string, string]
  const supplier_id = newId()
  const location_id = await company.as(async tx => {
    await sql`insert into supplier (id, code, name) values (${supplier_id}, 'SUP', 'Supplier')`.execute(tx)
    return aLocation(tx)
  })
  const lots = [
    [a, 'A1'],
    [a, 'A2'],
    [b, 'B1'],
  ] as const
  await received(company, { location_id, supplier_id, lots })
  await company.admin.ok(addProductSerials, { material_id, mo_id, count: 4, prefix: 'P' })
  const make = (lot_number: string, serial_numbers: string[]) =>
    company.admin.ok(addReport, {
      ...{ task_id: first, finished_quantity: '2' },
      used: [{ material_id: a, lot_number }],
      made: { serial_numbers },
    })
  await make('A1', ['P0001', 'P0002'])
  const { id: report_id } = await make('A2', ['P0003', 'P0004'])
  await company.admin.ok(addReport, { task_id: last, finished_quantity: '4' })
  const serial_numbers = ['P0001', 'P0002', 'P0003', 'P0004']
  await company.admin.ok(finishInboundMo, { mo_id, quantity: '4', location_id, lot_number: 'L1', serial_numbers })
  const one = await orderOf(company, material_id, 'Alpha', '1')
  const other = await orderOf(company, material_id, 'Beta', '1')
  const ship = (order: { id: string; line_id: string }, serial_no: string) =>
    company.admin.ok(shipOrder, {
      order_id: order.id,
      lines: [{ line_id: order.line_id, quantity: '1', serial_numbers: [serial_no] }],
    })
  await ship(one, 'P0001')
  await ship(other, 'P0002')
  return { ...floor, mo_id, a, b, location_id, supplier_id, report_id, one, other }
}
