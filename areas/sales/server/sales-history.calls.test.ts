import { contract } from '@qitao/app-server/testing/contract.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { expect } from 'vitest'
import { queryHistoryOrder } from '../model/sales-history.calls.ts'
import { deleteSalesOrders, listOrderLines } from '../model/sales-order.calls.ts'
import { salesOrderStatus } from '../model/sales-order.status.ts'
import { anOrder, aProduct, today } from '../testing/factories.ts'
import { recordDelivery } from './follow-orders.ts'

const app = await testApp()

contract(app, queryHistoryOrder, {
  set: async company => {
    const material_id = await aProduct(company)
    const sold = await anOrder(company, { material_id, quantity: '4' })
    await anOrder(company, { material_id, submit: false })
    const binned = await anOrder(company, { material_id, submit: false })
    await company.admin.ok(deleteSalesOrders, { ids: [binned.id] })
    await anOrder(company, { material_id: await aProduct(company) })
    const [line] = (await company.admin.ok(listOrderLines, { order_id: sold.id })).result
    await app.database.pool.query('update sales_order set status = $2 where id = $1', [
      sold.id,
      salesOrderStatus.from('ship')[0],
    ])
    await company.as(tx => recordDelivery(tx, company.org_id, [{ line_id: line!.id, quantity: '1' }]))
    return { material_id, no: sold.no }
  },
  good: ({ material_id }) => ({
    material_id,
    timestamp_range: [today - daySeconds, today + daySeconds] as [number, number],
  }),
  check: ({ result, total }, { no }) => {
    expect(total).toBe(1)
    expect(result[0]).toMatchObject({ order_no: no, quantity: '4.000000', order_date: today })
    expect(Math.abs(Number(result[0]?.delivered_time) - Date.now() / 1000)).toBeLessThan(600)
  },
  refused: ({ material_id }) => [
    ['no product', {}, generalErrors.fieldRequired],
    [
      'more than a year',
      { material_id, timestamp_range: [today - 400 * daySeconds, today] },
      generalErrors.dateSpanOverYear,
    ],
  ],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
