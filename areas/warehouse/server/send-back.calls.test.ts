import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { purchaseStatus } from '@qitao/purchasing/model/purchase.status.ts'
import { receiveArrivals, showPurchaseOrder } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { taskCalls } from '@qitao/quality/model/task/task.calls.ts'
import { disposal } from '@qitao/quality/model/task/task.status.ts'
import { aScheme, receive } from '@qitao/quality/testing/quality.factory.ts'
import { aLocation, aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { expect, test } from 'vitest'
import { outboundCalls } from '../model/receipt.calls.ts'
import { outboundStatus, outboundType } from '../model/receipt.status.ts'
import { discrepancies } from '../testing/warehouse.factory.ts'

const app = await testApp()
const { purchase_return } = outboundType.codes

/** Twenty were bought and came in; all of them failed. */
async function failed(company: TestCompany) {
  const of = await company.as(async tx => ({
    location_id: await aLocation(tx),
    material_id: await aMaterial(tx, { precision: 0 }),
    supplier_id: await aSupplier(tx),
  }))
  const { item_ids } = await aScheme(company, { material_id: of.material_id })
  const { task_id: id, order_id } = await receive(company, { ...of, quantity: '20' })
  const version = async () => (await company.admin.ok(taskCalls.detail, { id })).record.row_version
  await company.admin.ok(taskCalls.alter, {
    ...{ id, row_version: await version(), results: [{ item_id: item_ids[0], sample_no: 1, value: '12' }] },
  })
  await company.admin.ok(taskCalls.submit, {
    ...{ id, row_version: await version(), nonconforming: 1, reason: null, remark: null },
    ...{ passed_quantity: '0', concession_quantity: '0', failed_quantity: '20' },
  })
  const giveBack = async (quantity: string) =>
    company.admin.ok(taskCalls.dispose, {
      ...{ id, row_version: await version(), disposal: disposal.codes.return, quantity, reason: '尺寸超差' },
    })
  const order = async () => {
    const { record, lines } = await company.admin.ok(showPurchaseOrder, { id: order_id })
    return [record.status, Number(lines[0]!.received_quantity), Number(lines[0]!.open_quantity)]
  }
  const { lines } = await company.admin.ok(showPurchaseOrder, { id: order_id })
  return { ...of, order_id, line_id: lines[0]!.id, giveBack, order }
}
const { completed, partially_inbound } = purchaseStatus.codes

test('what failed goes back by a purchase return that names its supplier and its order, and as much may come again', async () => {
  const company = await app.company()
  const { order_id, line_id, supplier_id, location_id, material_id, giveBack, order } = await failed(company)
  expect(await order()).toEqual([completed, 20, 0])
  await giveBack('8')
  const { result } = await company.admin.ok(outboundCalls.list, { receipt_type: purchase_return })
  expect(result).toMatchObject([
    { supplier_id, purchase_order_id: order_id, status: outboundStatus.codes.completed, done_quantity: '8.000000' },
  ])
  const { movements, lines } = await company.admin.ok(outboundCalls.detail, { id: result[0]!.id })
  expect(lines).toMatchObject([{ source_line_id: line_id, quality_status: 1 }])
  expect(movements).toMatchObject([{ receipt_no: result[0]!.no, quantity: '-8.000000' }])
  expect(await order()).toEqual([partially_inbound, 12, 8])
  expect(await discrepancies(company)).toEqual([])
  // The replacement comes in; the return was no mistake.
  await company.admin.ok(receiveArrivals, {
    arrival_ids: [line_id],
    lines: [{ arrival_id: line_id, quantity: '8', location_id }],
  })
  expect(await order()).toEqual([completed, 20, 0])
  // Of what is here no more goes back than has come.
  const sources = await company.admin.ok(outboundCalls.sources, { receipt_type: purchase_return, supplier_id })
  expect(sources.result).toMatchObject([{ source_line_id: line_id, open_quantity: '20.000000' }])
  const written = (quantity: string) =>
    company.admin.send(outboundCalls.add, {
      ...{ receipt_type: purchase_return, submit: true },
      lines: [{ material_id, quantity, source_line_id: line_id, location_id, quality_status: 1 }],
    })
  expect((await written('21')).code).toBe(generalErrors.badParameter.code)
  const { data } = await written('5')
  const detail = await company.admin.ok(outboundCalls.detail, { id: data!.id })
  expect(detail.record).toMatchObject({ supplier_id, purchase_order_id: order_id })
  await company.admin.ok(outboundCalls.confirm, {
    id: data!.id,
    lines: [{ line_id: detail.lines[0]!.id, quantity: '5' }],
  })
  expect(await order()).toEqual([partially_inbound, 15, 5])
  const { record } = await company.admin.ok(outboundCalls.detail, { id: data!.id })
  await company.admin.ok(outboundCalls.reverse, { id: data!.id, row_version: record.row_version, reason: '退错' })
  expect(await order()).toEqual([completed, 20, 0])
  expect(await discrepancies(company)).toEqual([])
  // What came again in its place stands: the first return is not taken back beside it.
  const first = await company.admin.ok(outboundCalls.detail, { id: result[0]!.id })
  const twice = await company.admin.send(outboundCalls.reverse, {
    ...{ id: first.record.id, row_version: first.record.row_version, reason: '退错' },
  })
  expect(twice).toMatchObject({
    code: generalErrors.statusNotAllowed.code,
    message: expect.stringContaining('重新收货'),
  })
  expect(await order()).toEqual([completed, 20, 0])
})
