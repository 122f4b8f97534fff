import { queryChangeLog } from '@qitao/access/model/record/change-log.calls.ts'
import { downloadErrorFile } from '@qitao/access/model/record/excel.calls.ts'
import { imported, rowsIn, xlsx } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import { aMaterial, aSupplier, aUnit } from '@qitao/masterdata/testing/factories.ts'
import { expect, test } from 'vitest'
import { listPurchaseOrders, showPurchaseOrder } from '../model/purchase-order.calls.ts'
import { listPurchaseRequests } from '../model/purchase-request.calls.ts'
import { purchasingErrors } from '../model/purchasing.errors.ts'

const app = await testApp()

/** A member's company with two materials of two decimals and two suppliers. */
async function ground(): Promise<TestCompany> {
  const company = await app.company()
  const unit = await aUnit(company, { name: '件', precision: 2 })
  const supplier = await aSupplier(company, { code: 'S-1', name: '甲' })
  await aSupplier(company, { code: 'S-2', name: '乙' })
  await aMaterial(company, { code: 'P-1', unit_id: unit.id, supplier_id: supplier.id })
  await aMaterial(company, { code: 'P-2', unit_id: unit.id })
  return company
}
type Line = readonly (string | number)[]
const orderHeads = ['采购单号', '供应商', '采购日期', '物料', '需求数量', '采购数量', '单价', '行预计到货']
const orderLine = (no: string, more: Record<number, string | number> = {}): Line =>
  Object.assign([no, 'S-1', '2026-11-01', 'P-1', 2, 3, 1.5, '2026-11-20'], more)
const requestHeads = ['物料', '需求数量', '申请数量', '需求日期', '供应商']
const requestLine = (more: Record<number, string | number> = {}): Line =>
  Object.assign(['P-1', 2, 3, '2026-11-30', ''], more)

const errorsOf = ({ result }: { result: { errors: { row: number; column: string; message: string }[] } }) =>
  result.errors.map(({ row, column, message }) => [row, column, message] as const)
const saying = ({ text }: ErrorDefinition) => expect.stringContaining(text.zh)

test('each wrong order is told at its row and column and none of the file is kept; put right, all are added with their lines', async () => {
  const company = await ground()
  expect((await imported(company, 'purchase_order', await xlsx([orderHeads, orderLine('PO-3')]))).status).toBe(2)

  // Twelve orders of two lines each, on rows 2 to 25.
  const lines = Array.from({ length: 24 }, (_, n) => orderLine(`PO-${100 + Math.floor(n / 2)}`))
  const wrong = [...lines]
  wrong[2] = orderLine('PO-101', { 5: 1 })
  wrong[9] = orderLine('PO-104', { 5: 2.001 })
  wrong[12] = orderLine('PO-3')
  wrong[13] = orderLine('PO-3')
  wrong[20] = orderLine('PO-110', { 7: '2026-10-31' })
  const failed = await imported(company, 'purchase_order', await xlsx([orderHeads, ...wrong]))
  expect(failed.error_code).toBe(1101)
  expect(errorsOf(failed)).toEqual([
    [4, 'F', saying(purchasingErrors.belowDemand)],
    [11, 'F', saying(generalErrors.unitQuantityPrecision)],
    [14, 'A', saying(purchasingErrors.orderExists)],
    [22, 'H', saying(purchasingErrors.etaBeforeOrderDate)],
  ])
  expect(errorsOf(failed)[0]![2]).toContain('需求数量为2')
  const file_id = failed.result.excel_path.split('=')[1] as string
  const file = await company.admin.ok(downloadErrorFile, { file_id })
  expect((await rowsIn(file))[3]!.slice(0, 4)).toEqual(['PO-101', 'S-1', '2026-11-01', 'P-1'])
  expect((await company.admin.ok(listPurchaseOrders, {})).total).toBe(1)

  const done = await imported(company, 'purchase_order', await xlsx([orderHeads, ...lines]))
  expect(done).toMatchObject({ status: 2, result: { rows: 24, added: 12 } })
  const { result, total } = await company.admin.ok(listPurchaseOrders, { keyword: 'PO-1' })
  expect(total).toBe(12)
  for (const { id } of result) {
    const { record, lines: own } = await company.admin.ok(showPurchaseOrder, { id })
    expect(record).toMatchObject({ total_amount: '9.0000', supplier_code: 'S-1' })
    expect(own.map(line => [line.line_no, line.material_code, Number(line.quantity)])).toEqual([
      [1, 'P-1', 3],
      [2, 'P-1', 3],
    ])
    const history = await company.admin.ok(queryChangeLog, { table_name: 'purchase_order', row_id: id })
    expect(history.result).toMatchObject([{ operation: 'INSERT', cause: 'job:import' }])
  }
})

test('orders without a number get the next ones, passing over those of the file', async () => {
  const company = await ground()
  const first = await imported(company, 'purchase_order', await xlsx([orderHeads, orderLine(''), orderLine('')]))
  expect(first.result).toMatchObject({ added: 2 })
  const nos = (await company.admin.ok(listPurchaseOrders, {})).result.map(({ no }) => no).sort()
  const next = nos[1]!.slice(0, -4) + String(Number(nos[1]!.slice(-4)) + 1).padStart(4, '0')
  const second = await imported(company, 'purchase_order', await xlsx([orderHeads, orderLine(next)]))
  expect(second.result).toMatchObject({ added: 1 })
  const third = await imported(company, 'purchase_order', await xlsx([orderHeads, orderLine('')]))
  expect(third.result).toMatchObject({ added: 1 })
  const all = (await company.admin.ok(listPurchaseOrders, {})).result.map(({ no }) => no).sort()
  expect(all.map(no => Number(no.slice(-4)))).toEqual([1, 2, 3, 4])
})

test('each wrong request is told at its row and column and none is kept; put right, they are numbered as they stand', async () => {
  const company = await ground()
  const lines = [requestLine(), requestLine({ 0: 'P-2', 2: '', 4: 'S-2' }), requestLine({ 2: 4 })]
  const wrong = [...lines, requestLine({ 2: 1 }), requestLine({ 1: 1.001 }), requestLine({ 0: 'P-9' })]
  const failed = await imported(company, 'purchase_request', await xlsx([requestHeads, ...wrong]))
  expect(failed.error_code).toBe(1101)
  expect(errorsOf(failed)).toEqual([
    [5, 'C', saying(purchasingErrors.belowDemand)],
    [6, 'B', saying(generalErrors.unitQuantityPrecision)],
    [7, 'A', saying(generalErrors.recordNotFound)],
  ])
  expect((await company.admin.ok(listPurchaseRequests, {})).total).toBe(0)

  expect((await imported(company, 'purchase_request', await xlsx([requestHeads, ...lines]))).result).toMatchObject({
    added: 3,
  })
  const { result } = await company.admin.ok(listPurchaseRequests, {})
  const told = result
    .toSorted((a, b) => (a.no < b.no ? -1 : 1))
    .map(one => [one.material_code, Number(one.quantity), one.supplier_name])
  expect(told).toEqual([
    ['P-1', 3, '甲'],
    ['P-2', 2, '乙'],
    ['P-1', 4, '甲'],
  ])
  expect(new Set(result.map(({ no }) => no)).size).toBe(3)
})
