import { listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { queryLineStates } from '@qitao/sales/model/line-state.calls.ts'
import { listSalesOrders, salesLinesToMo, showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { addReport } from '../model/report.calls.ts'
import { onTheFloor } from '../testing/factories.ts'

const app = await testApp()
const report = (company: TestCompany, task_id: string, finished_quantity: string, defective_quantity = '0') =>
  company.admin.ok(addReport, {
    ...{ task_id, finished_quantity, defective_quantity },
    ...(defective_quantity === '0' ? {} : { defect_reason: '划伤' }),
  })

test('a work order that is finished short is told to its planner and seller, and its line says what is left to make', async () => {
  const company = await app.company()
  const planner = await company.member([pages.manufacturingOrders])
  const floor = await onTheFloor(company, { quantity: '8', stock: '100', ordered: true })
  const [first, last] = floor.task_ids as [string, string]
  await report(company, first, '8')
  await report(company, last, '7', '1')
  const order_id = floor.order_id!
  const { record } = await company.admin.ok(showSalesOrder, { id: order_id })
  expect(record.status).toBe(salesOrderStatus.codes.producing)
  const line = async () => (await company.admin.ok(queryLineStates, { order_id })).result[0]!
  expect(await line()).toMatchObject({ short_quantity: '1', to_make_quantity: '1', from_stock: false })
  const told = async (who: TestCompany['admin']) => (await who.ok(listNotices, {})).result.map(({ text }) => text)
  expect(await told(company.admin)).toEqual([expect.stringContaining(record.no)])
  expect(await told(planner)).toEqual([expect.stringContaining('少1')])
  // The remedy: one more is made.
  const { mo_ids } = await company.admin.ok(salesLinesToMo, { order_ids: [order_id] })
  expect(mo_ids).toHaveLength(1)
  expect(await line()).toMatchObject({ short_quantity: '0', to_make_quantity: '0' })
  const { result } = await company.admin.ok(listSalesOrders, {})
  expect(Number(result[0]!.planned_quantity)).toBe(8)
})

test('what is made in full is told to nobody', async () => {
  const company = await app.company()
  const floor = await onTheFloor(company, { quantity: '8', stock: '100', ordered: true })
  for (const task_id of floor.task_ids) await report(company, task_id, '8')
  expect((await company.admin.ok(listNotices, {})).result).toEqual([])
  const { record } = await company.admin.ok(showSalesOrder, { id: floor.order_id! })
  expect(record.status).toBe(salesOrderStatus.codes.finished)
})
