import { queryChangeLog } from '@qitao/access/model/record/change-log.calls.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { expect, test } from 'vitest'
import { addSalesOrder, showSalesOrder, updateSalesOrder } from '../model/sales-order.calls.ts'
import { aProduct, inDays, today } from '../testing/factories.ts'

const app = await testApp()

test('the history of an order tells what was changed, added and removed of its lines, each once', async () => {
  const company = await app.company()
  const [wheel, spoke, hub] = [await aProduct(company), await aProduct(company), await aProduct(company)]
  const { id, no } = await company.admin.ok(addSalesOrder, {
    ...{ order_date: today, delivery_date: inDays(14), submit: false },
    lines: [
      { material_id: wheel, quantity: '10', price: '2' },
      { material_id: spoke, quantity: '22', price: '3' },
    ],
  })
  const historyOf = () => company.admin.ok(queryChangeLog, { table_name: 'sales_order', row_id: id })
  expect((await historyOf()).result.map(({ operation, line }) => [operation, line])).toEqual([['INSERT', null]])

  const alter = async (lines: (line: { id: string; material_id: string }[]) => object[]) => {
    const { record, lines: stored } = await company.admin.ok(showSalesOrder, { id })
    const { row_version, order_date, delivery_date } = record
    await company.admin.ok(updateSalesOrder, {
      ...{ id, row_version, no, order_date, delivery_date },
      lines: lines(stored) as never,
    })
  }
  await alter(([first, second]) => [
    { id: first!.id, material_id: wheel, quantity: '10', price: '2' },
    { id: second!.id, material_id: spoke, quantity: '25', price: '3' },
  ])
  const changed = (await historyOf()).result.filter(({ line }) => line)
  expect(changed).toMatchObject([
    {
      ...{ operation: 'UPDATE', user_name: 'Admin', cause: updateSalesOrder.path },
      ...{ line: { no: 2, material_id: spoke }, changes: [{ field: 'quantity', before: 22, after: 25 }] },
    },
  ])

  await alter(([, second]) => [
    { id: second!.id, material_id: spoke, quantity: '25', price: '3' },
    { material_id: hub, quantity: '1', price: '9' },
  ])
  const { result, total } = await historyOf()
  expect(result.filter(({ line }) => line).map(({ operation, line }) => [operation, line?.material_id])).toEqual(
    expect.arrayContaining([
      ['INSERT', hub],
      ['DELETE', wheel],
      ['UPDATE', spoke],
    ]),
  )
  expect(result.filter(({ line }) => line)).toHaveLength(3)
  expect(total).toBe(result.length)
})
