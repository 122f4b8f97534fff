import { alterRolePermissions, listRoles } from '@qitao/access/model/member/role.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aMo, inStock } from '@qitao/manufacturing/testing/factories.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { salesReturnCalls } from '@qitao/sales/model/return/sales-return.calls.ts'
import { addSalesOrder, showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { inDays, today } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation, aMaterial, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { shipOrder } from '../model/fulfilment.calls.ts'
import { inboundCalls, outboundCalls } from '../model/receipt.calls.ts'
import { inboundType, outboundType } from '../model/receipt.status.ts'

const app = await testApp()
const { purchase, sales_return } = inboundType.codes
const { sales, picking } = outboundType.codes
const shown = (rows: readonly { source_no: string; open_quantity: string }[]) =>
  rows.map(row => [row.source_no, Number(row.open_quantity)])

/** Two orders of one supplier; of the first, four stand on a receipt that is not over. */
async function bought(company: TestCompany) {
  const { material_id, supplier_id } = await company.as(async tx => ({
    material_id: await aMaterial(tx, { precision: 0 }),
    supplier_id: await aSupplier(tx),
  }))
  const first = await aPurchaseOrder(company, {
    supplier_id,
    materials: [{ material_id, quantity: '10', eta: inDays(1) }],
  })
  const second = await aPurchaseOrder(company, {
    supplier_id,
    materials: [{ material_id, quantity: '5', eta: inDays(2) }],
  })
  const line = (order: typeof first, quantity: string) => ({
    ...{ material_id, quantity, source_line_id: order.line_ids[0]! },
  })
  await company.admin.ok(inboundCalls.add, { receipt_type: purchase, supplier_id, lines: [line(first, '4')] })
  return { material_id, supplier_id, first, second, line }
}
contract(app, inboundCalls.sources, {
  set: bought,
  good: ({ supplier_id }) => ({ receipt_type: purchase, supplier_id }),
  check: async ({ result }, { first, second, line, supplier_id }, company) => {
    expect(shown(result)).toEqual([
      [first.no, 6],
      [second.no, 5],
    ])
    // Both come on one truck: the receipt is of both, and nothing is open any more.
    const { id } = await company.admin.ok(inboundCalls.add, {
      ...{ receipt_type: purchase, supplier_id, submit: true },
      lines: [line(first, '6'), line(second, '5')],
    })
    const { record, lines } = await company.admin.ok(inboundCalls.detail, { id })
    expect(record).toMatchObject({ source_no: [first.no, second.no].join(', '), supplier_id })
    for (const { no } of [first, second])
      expect((await company.admin.ok(inboundCalls.list, { keyword: no })).result.map(one => one.id)).toContain(id)
    // So much is claimed: nobody else writes it down once more.
    const again = { receipt_type: purchase, lines: [line(second, '1')] }
    expect((await company.admin.send(inboundCalls.add, again)).code).toBe(generalErrors.badParameter.code)
    const header = { ...again, supplier_id: await company.as(aSupplier) }
    expect((await company.admin.send(inboundCalls.add, header)).code).toBe(generalErrors.badParameter.code)
    expect(lines.map(one => one.source_no)).toEqual([first.no, second.no])
    expect((await company.admin.ok(inboundCalls.sources, { receipt_type: purchase })).total).toBe(0)
    // One that is cancelled claims nothing.
    await company.admin.ok(inboundCalls.cancel, { ids: [id] })
    expect(shown((await company.admin.ok(inboundCalls.sources, { receipt_type: purchase })).result)).toHaveLength(2)
  },
  refused: () => [
    ['a type without sources', { receipt_type: inboundType.codes.other }, generalErrors.badParameter],
    ['no type', {}, generalErrors.fieldRequired],
  ],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})

/** Ten of a product were ordered and two have left; three stand on a shipment that is not over. */
async function sold(company: TestCompany) {
  const { material_id, other_id } = await company.as(async tx => {
    const of = { material_id: await aMaterial(tx, { precision: 0 }), location_id: await aLocation(tx) }
    await putIn(tx, { ...of, quantity: '20' })
    return { ...of, other_id: await aMaterial(tx) }
  })
  const order = await company.admin.ok(addSalesOrder, {
    ...{ order_date: today, delivery_date: inDays(9), submit: true },
    lines: [{ material_id, quantity: '10', price: '2.5' }],
  })
  const { lines, record } = await company.admin.ok(showSalesOrder, { id: order.id })
  const source_line_id = lines[0]!.id
  await company.admin.ok(shipOrder, { order_id: order.id, lines: [{ line_id: source_line_id, quantity: '2' }] })
  const receipt = await company.admin.ok(outboundCalls.add, {
    ...{ receipt_type: sales, lines: [{ material_id, quantity: '3', source_line_id }] },
  })
  return { material_id, other_id, source_line_id, receipt, order_id: order.id, no: record.no }
}
contract(app, outboundCalls.sources, {
  set: sold,
  good: () => ({ receipt_type: sales }),
  check: async ({ result }, { no, order_id, receipt }, company) => {
    expect(shown(result)).toEqual([[no, 5]])
    // The order of its lines is the order of the shipment, without that anybody said so.
    expect((await company.admin.ok(outboundCalls.detail, { id: receipt.id })).record.order_id).toBe(order_id)
  },
  refused: () => [['a type without sources', { receipt_type: outboundType.codes.other }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})
test('of a work order, what receipts that are not over claim of a material is taken off its components', async () => {
  const company = await app.company()
  const mo = await aMo(company, { quantity: '10' })
  await inStock(company, mo.component_ids, '20')
  await company.as(tx => sql`update mo set status = 30 where id = ${mo.id}`.execute(tx))
  const open = async () =>
    (await company.admin.ok(outboundCalls.sources, { receipt_type: picking, mo_id: mo.id })).result.map(row =>
      Number(row.open_quantity),
    )
  expect(await open()).toEqual([10, 10])
  const [material_id] = mo.component_ids as [string]
  const { id } = await company.admin.ok(outboundCalls.add, {
    ...{ receipt_type: picking, mo_id: mo.id, submit: true, lines: [{ material_id, quantity: '4' }] },
  })
  expect((await open()).toSorted((a, b) => a - b)).toEqual([6, 10])
  const { lines, record } = await company.admin.ok(outboundCalls.detail, { id })
  expect([record.source_no, lines[0]!.source_no]).toEqual([mo.no, mo.no])
  await company.admin.ok(outboundCalls.confirm, { id, lines: [{ line_id: lines[0]!.id, quantity: '4' }] })
  expect((await open()).toSorted((a, b) => a - b)).toEqual([6, 10])
})
test('a line is of a line of its own kind of source, of the same goods', async () => {
  const company = await app.company()
  const of = await sold(company)
  const goods = await bought(company)
  const send = (material_id: string, source_line_id: string) =>
    company.admin.send(outboundCalls.add, {
      receipt_type: sales,
      lines: [{ material_id, quantity: '1', source_line_id }],
    })
  expect((await send(of.material_id, of.source_line_id)).code).toBe(200)
  for (const [material_id, source_line_id] of [
    [of.other_id, of.source_line_id],
    [of.material_id, newId()],
    [goods.material_id, goods.first.line_ids[0]!],
  ] as const)
    expect(await send(material_id, source_line_id)).toMatchObject({
      ...{ code: generalErrors.recordNotFound.code, data: { row: 1, field: 'source_line_id' } },
    })
})
test('what a return brings back is seen by whoever sees its order, and put on a receipt by nobody else', async () => {
  const company = await app.company()
  const of = await sold(company)
  const back = await company.admin.ok(salesReturnCalls.add, {
    ...{ order_id: of.order_id, return_date: today, reason: 'scratched', submit: true },
    lines: [{ order_line_id: of.source_line_id, material_id: of.material_id, quantity: '2' }],
  })
  const { lines: returned } = await company.admin.ok(salesReturnCalls.detail, { id: back.id })
  const receipt = {
    receipt_type: sales_return,
    lines: [{ material_id: of.material_id, quantity: '1', source_line_id: returned[0]!.id }],
  }
  const { id } = await company.admin.ok(inboundCalls.add, receipt)
  const { record } = await company.admin.ok(inboundCalls.detail, { id })
  expect(record.order_id).toBe(of.order_id)
  // Its head forgotten, its line still says whose it is.
  await company.as(tx => sql`update receipt set order_id = null where id = ${id}`.execute(tx))
  const own = [pages.inbound, pages.editReceipt]
  const clerk = await company.member(own)
  const seen = async () => (await clerk.ok(inboundCalls.list, {})).total
  expect(await seen()).toBe(1)
  const [role] = (await company.admin.ok(listRoles, {})).result.filter(one => one.role_name !== 'admin')
  const page_paths = own.map(({ path }) => path)
  await company.admin.ok(alterRolePermissions, { role_id: role!.id, app_code: 'mep', page_paths, data_scope: 10 })
  expect(await seen()).toBe(0)
  expect((await clerk.ok(inboundCalls.sources, { receipt_type: sales_return })).total).toBe(0)
  expect((await clerk.send(inboundCalls.add, receipt)).code).toBe(generalErrors.recordNotFound.code)
})
